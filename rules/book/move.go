package book

import (
	"encoding/json"
	"fmt"

	"kokyu/rules/strict"
)

// Move is one entry of since: in an encounter file, which is what happened after the position of now: a decision in
// words, the faces of dice, or a GM's edit. Exactly one of them is set.
type Move struct {
	Do   string `yaml:"-" json:"-"`
	Roll []int  `yaml:"roll,omitempty" json:"roll,omitempty" max:"200" doc:"What the dice show, in the order in which the check names them."`
	Edit string `yaml:"edit,omitempty" json:"edit,omitempty" doc:"A GM's edit, as edit takes it."`
}

// MidwayWant is what messages want in place of a now: block in the middle of an exchange.
const MidwayWant = "now: as the breath, turn or round began, and since: with what was decided and thrown from there"

// RefuseMidway complains about keys of a now: block, or of a part of it, with which older files described the middle of
// an exchange in place of since:. It returns the node without them, to be decoded.
func RefuseMidway(now *strict.Node, keys ...string) (rest *strict.Node) {
	for _, key := range keys {
		if now.Get(key) != nil {
			now.KeyProblem(key, key+" is of the middle of an exchange", MidwayWant)
		}
	}
	return now.Without(keys...)
}

// Forms returns a decision in words, or a group of one key.
func (Move) Forms() []Form {
	return []Form{{Pattern: "^.+$", Says: "a decision in words, as options lists it: thrust > Tomoe"}, {Itself: true}}
}

// UnmarshalNode reads either.
func (m *Move) UnmarshalNode(n *strict.Node) {
	if n.Kind() == strict.Text {
		n.Decode(&m.Do)
		return
	}
	type plain Move
	if n.Decode((*plain)(m)) && (len(m.Roll) > 0) == (m.Edit != "") {
		n.Problem("an entry that says nothing, or two things",
			"a decision in words, {roll: [7, 9]}, or {edit: Kojiro energy=4}")
	}
}

// MarshalYAML writes a decision as a text.
func (m Move) MarshalYAML() (any, error) {
	if m.Do != "" {
		return m.Do, nil
	}
	return struct {
		Roll []int  `yaml:"roll,omitempty,flow"`
		Edit string `yaml:"edit,omitempty"`
	}{m.Roll, m.Edit}, nil
}

// MarshalJSON writes a decision as a text.
func (m Move) MarshalJSON() ([]byte, error) {
	if m.Do != "" {
		return json.Marshal(m.Do)
	}
	type plain Move
	return json.Marshal(plain(m))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Move) UnmarshalJSON(data []byte) error {
	*m = Move{}
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &m.Do)
	}
	type plain Move
	return json.Unmarshal(data, (*plain)(m))
}

// String returns the move as messages show it.
func (m Move) String() string {
	switch {
	case m.Do != "":
		return fmt.Sprintf("%q", m.Do)
	case m.Edit != "":
		return fmt.Sprintf("edit %q", m.Edit)
	}
	return fmt.Sprintf("roll %v", m.Roll)
}
