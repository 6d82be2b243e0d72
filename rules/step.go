package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/dice"
)

// Step is one line of a record after the header. Do, Roll, Mend, Edit, Word, Throw, Undo and Redo are what was done; P
// and Events follow from them by the rules and are stored so that a reader needs no engine. Names and words are data,
// never markup.
type Step struct {
	N      int     `json:"n"` // from 1; the header is line 1, so step n is line n+1
	Seat   string  `json:"seat,omitempty"`
	Roll   []int   `json:"roll,omitempty"` // the dice, when they decided
	Mend   int     `json:"mend,omitempty"` // corrected dice: how many standing steps they replace
	Do     string  `json:"do,omitempty"`   // the decision, or the outcome of the dice
	P      float64 `json:"p,omitempty" jsonschema:"of dice, the chance of the success or failure that they came to, 0 to 1"`
	Secret bool    `json:"secret,omitempty"` // a choice only its seat may see before the reveal
	Edit   string  `json:"edit,omitempty"`   // the GM's change
	// Rows comes with an edit by which somebody joins, or with one that waits: the rows in use from here on, if those
	// of the header are not enough.
	Rows json.RawMessage `json:"rows,omitempty"`
	Word string          `json:"word,omitempty"` // an instruction of the GM, one of SaidKinds of package fight
	For  string          `json:"for,omitempty"`  // whom it is about: a combatant or a side, empty for everybody
	// What is what the word is about: a maneuver, an agent, a note, what dice are thrown for.
	What    string `json:"what,omitempty"`
	Throw   string `json:"throw,omitempty"`   // of a ruling: the dice, and what they have to reach
	Against string `json:"against,omitempty"` // of a ruling: who throws the other dice of a contest
	// Changes come with the words later and dropped: the edits that wait, or waited, in order.
	Changes []string `json:"changes,omitempty"`
	// KeptAt is set for an edit that has waited and for the word dropped: the number of the step that holds the edit.
	KeptAt int     `json:"of,omitempty"`
	Why    string  `json:"why,omitempty"`  // the reason of an edit, a word or mended dice
	Undo   int     `json:"undo,omitempty"` // how many standing steps are taken back
	Redo   int     `json:"redo,omitempty"` // how many of those return
	Events []Event `json:"events,omitempty"`

	// Now is what has changed in how everybody stands, where a record keeps it: for readers that have the record alone,
	// see Snapshot of package fight.
	Now json.RawMessage `json:"-"`
}

// Says reports whether a step is only a word of the GM, which does not change the position.
func (s Step) Says() bool { return s.Word != "" && s.Do == "" }

// Pairs is a list of names and values that JSON writes as an object, in this order.
type Pairs []Entry

// Value returns the value of a name, empty if there is none.
func (p Pairs) Value(name string) string {
	for _, e := range p {
		if e.Name == name {
			return e.Value
		}
	}
	return ""
}

// MarshalJSON writes an object whose members are in the order of the list.
func (p Pairs) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, e := range p {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, e.Name)
		b = append(b, ':')
		b = appendString(b, e.Value)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads an object of strings and keeps its order.
func (p *Pairs) UnmarshalJSON(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("%.40s is not an object of names and texts", b)
	}
	*p = nil
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var value string
		if err := dec.Decode(&value); err != nil {
			return fmt.Errorf("the value of %q is not a text", name)
		}
		*p = append(*p, Entry{Name: name.(string), Value: value})
	}
	return nil
}

// OddsText words the chance of a success, "hits 64 %". ok says whether the dice showed a success, since P is the chance
// of what they showed.
func (s Step) OddsText(does string, ok bool) string {
	p := s.P
	if !ok {
		p = 1 - p
	}
	return does + " " + dice.InHundred(p)
}

// AsItFell words the chance of what a step's dice showed, where nothing succeeds or fails: "as it fell 42 %".
func (s Step) AsItFell() string { return s.OddsText("as it fell", true) }

// The Of of a check event of which only one die counts.
const (
	KeptHighest = "highest"
	KeptLowest  = "lowest"
)

// ThrowText words how the dice of a step came to the total of one of its check or contest events: "7+9+3=19 against
// 14", and if both sides throw as many dice "7+9+3=19 against 2+4=6". Dice that are not simply added up, because some
// are dropped, thrown on or taken off the other's, are shown beside the total: "0 against 9 come to -9".
func (s Step) ThrowText(e Event) string {
	half, checks := len(s.Roll)/2, 0
	for _, o := range s.Events {
		if o.Kind == "check" {
			checks++
		}
	}
	gap, come := " ", "come"
	switch {
	case e.Of == KeptHighest || e.Of == KeptLowest:
		return fmt.Sprintf("%s against %d", s.Sum(e), e.Need)
	case e.Kind == "contest" && len(s.Roll) == 4:
		return fmt.Sprintf("%s against %s", SumText(e.Total, s.Roll[:half]), SumText(e.Need, s.Roll[half:]))
	case e.Kind == "contest":
		return fmt.Sprintf("%d against %d", e.Total, e.Need)
	case checks > 1 && len(s.Roll) > 1:
		gap = " against "
	case len(s.Roll) == 2:
		return fmt.Sprintf("%s against %d", SumText(e.Total, s.Roll), e.Need)
	case len(s.Roll) == 1:
		come = "comes"
	}
	return fmt.Sprintf("%s %s to %d against %d", joinFaces(s.Roll, gap), come, e.Total, e.Need)
}

// Sum words the dice of a step with their total: "7+9+3=19", or if only one die counts "highest of 3 and 17: 17+4=21".
// The event's Of says which die: KeptHighest, KeptLowest, or dice such as 2d6kh1.
func (s Step) Sum(e Event) string {
	of, kept := KeptHighest, slices.Max[[]int]
	switch {
	case len(s.Roll) == 0:
		return SumText(e.Total, nil)
	case e.Of == KeptLowest || strings.Contains(e.Of, "kl1"):
		of, kept = KeptLowest, slices.Min[[]int]
	case e.Of != KeptHighest && !strings.Contains(e.Of, "kh1"):
		return SumText(e.Total, s.Roll)
	}
	return fmt.Sprintf("%s of %s: %s", of, joinFaces(s.Roll, " and "), SumText(e.Total, []int{kept(s.Roll)}))
}

// joinFaces returns the faces of dice with something between them.
func joinFaces(faces []int, gap string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(faces), "[]"), " ", gap)
}

// Line returns a step as JSON without P and Events, which follow from the rest: two records with equal lines are the
// same fight.
func (s Step) Line() string {
	s.P, s.Events = 0, nil
	return JSONText(s)
}
