package tempo

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"kokyu/rules/strict"
)

// Num is a number with its source, one word in a file: "2 seed". Seed is document 004, site the wider canon, ruling
// this engine's own; a bare number in a table's own file is the house's.
type Num struct {
	N      int
	Source string
}

// sources is the closed list.
var sources = []string{"seed", "site", "ruling", "house"}

// numMax bounds every number of the catalogue.
const numMax = 99

func (n Num) String() string { return fmt.Sprintf("%d %s", n.N, n.Source) }

// MarshalJSON writes the one word.
func (n Num) MarshalJSON() ([]byte, error) { return json.Marshal(n.String()) }

// MarshalYAML writes it.
func (n Num) MarshalYAML() (any, error) { return n.String(), nil }

// UnmarshalJSON reads it.
func (n *Num) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	var err string
	*n, err = parseNum(s)
	if err != "" {
		return fmt.Errorf("%s, want a number and its source, as in \"2 seed\"", err)
	}
	return nil
}

// UnmarshalNode reads it from a person's file.
func (n *Num) UnmarshalNode(node *strict.Node) {
	num, wrong := parseNum(node.Text())
	if wrong != "" {
		node.Problem(wrong, "a whole number from -99 to 99 and its source, as in 2 seed; the sources are seed, site, ruling, house")
		return
	}
	*n = num
}

func parseNum(s string) (n Num, wrong string) {
	digits, source, _ := strings.Cut(s, " ")
	if source == "" {
		source = "house"
	}
	v, err := strconv.Atoi(digits)
	canonical := err == nil && strconv.Itoa(v) == digits
	known := false
	for _, k := range sources {
		known = known || k == source
	}
	switch {
	case !canonical:
		return Num{}, fmt.Sprintf("%q is not a number", strict.Escape(s))
	case !known:
		return Num{}, fmt.Sprintf("%q is no source", strict.Escape(source))
	case v < -numMax || v > numMax:
		return Num{}, fmt.Sprintf("%d is out of range", v)
	}
	return Num{N: v, Source: source}, ""
}

// Mark is a number, or one of a few words, with its source: "4 seed", "weapon seed", "combat defence seed". The zero Mark
// is the dash of a table's lowest row.
type Mark struct {
	Num
	Word string
}

func (m Mark) String() string {
	switch {
	case m.Word != "":
		return m.Word + " " + m.Source
	case m.Source == "":
		return ""
	}
	return m.Num.String()
}

// MarshalJSON writes the one text.
func (m Mark) MarshalJSON() ([]byte, error) { return json.Marshal(m.String()) }

// UnmarshalJSON reads it.
func (m *Mark) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	var wrong string
	if *m, wrong = parseMark(s); wrong != "" {
		return fmt.Errorf("%s, want a number or a word and its source", wrong)
	}
	return nil
}

// UnmarshalNode reads it from a person's file.
func (m *Mark) UnmarshalNode(node *strict.Node) {
	mark, wrong := parseMark(node.Text())
	if wrong != "" {
		node.Problem(wrong, "a whole number, or one of "+strings.Join(markWords, ", ")+", and its source, as in 4 seed")
		return
	}
	*m = mark
}

// markWords are the words of a price and of a threshold.
var markWords = []string{"weapon", "combat defence", "armoured defence", "grapple defence"}

func parseMark(s string) (m Mark, wrong string) {
	if s == "" {
		return Mark{}, ""
	}
	for _, w := range markWords {
		if source, ok := strings.CutPrefix(s, w); ok && (source == "" || source[0] == ' ') {
			n, wrong := parseNum("0" + source)
			return Mark{Num: n, Word: w}, wrong
		}
	}
	n, wrong := parseNum(s)
	return Mark{Num: n}, wrong
}

// Roll is the damage of a weapon with its source: "2d6+1 ruling".
type Roll struct {
	Dice, Plus int
	Source     string
}

func (r Roll) String() string {
	text := fmt.Sprintf("%dd6", r.Dice)
	if r.Plus != 0 {
		text += fmt.Sprintf("%+d", r.Plus)
	}
	return text + " " + r.Source
}

// MarshalJSON writes the one text.
func (r Roll) MarshalJSON() ([]byte, error) { return json.Marshal(r.String()) }

// UnmarshalJSON reads it.
func (r *Roll) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	var wrong string
	if *r, wrong = parseRoll(s); wrong != "" {
		return fmt.Errorf("%s, want damage, as in \"2d6+1 ruling\"", wrong)
	}
	return nil
}

// UnmarshalNode reads it from a person's file.
func (r *Roll) UnmarshalNode(node *strict.Node) {
	roll, wrong := parseRoll(node.Text())
	if wrong != "" {
		node.Problem(wrong, fmt.Sprintf("1 to %d d6 and what is added to them, as in 2d6+1", diceMax))
		return
	}
	*r = roll
}

func parseRoll(s string) (r Roll, wrong string) {
	text, source, _ := strings.Cut(s, " ")
	count, plus, ok := strings.Cut(text, "d6")
	n, wrong := parseNum(strings.TrimSpace(count + " " + source))
	if wrong != "" || !ok {
		return Roll{}, fmt.Sprintf("%q is no damage", strict.Escape(s))
	}
	r = Roll{Dice: n.N, Source: n.Source}
	if plus != "" {
		v, err := strconv.Atoi(plus)
		if err != nil || plus[0] != '+' && plus[0] != '-' || v == 0 {
			return Roll{}, fmt.Sprintf("%q is no damage", strict.Escape(s))
		}
		r.Plus = v
	}
	if r.Dice < 1 || r.Dice > diceMax || r.Plus < -20 || r.Plus > 40 {
		return Roll{}, fmt.Sprintf("damage %s is out of range", strict.Escape(text))
	}
	return r, ""
}
