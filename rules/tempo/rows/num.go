package rows

import (
	"encoding/json"
	"fmt"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Mark is a price or a threshold: a number, or one of a few words, with its source: "4 seed", "weapon seed", "combat
// defence seed". The zero Mark is the threshold of a table's lowest row, which has none. It writes itself as one text,
// not as the number and the word apart.
type Mark struct {
	Num
	Word string
}

func (m Mark) String() string {
	if m.Word != "" {
		return m.Word + " " + m.Source
	}
	return text.Either(m.Source == "", "", m.Num.String())
}

// MarshalJSON writes the one text.
func (m Mark) MarshalJSON() ([]byte, error) { return json.Marshal(m.String()) }

// MarshalYAML writes the same.
func (m Mark) MarshalYAML() (any, error) { return m.String(), nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (m *Mark) UnmarshalJSON(data []byte) error {
	return book.FromText(data, m, parseMark, "a number or a word and its source")
}

// UnmarshalNode reads the same from a person's file.
func (m *Mark) UnmarshalNode(node *strict.Node) {
	book.FromNode(node, m, parseMark, "a whole number, or one of "+strings.Join(markWords, ", ")+", and its source, as in 4 seed")
}

// markWords are the words of a price and of a threshold.
var markWords = []string{"weapon", "combat defence", "armoured defence", "grapple defence"}

// parseMark reads a number or one of [markWords], each with its source; wrong says what is wrong with any other text.
func parseMark(s string) (m Mark, wrong string) {
	if s == "" {
		return Mark{}, ""
	}
	for _, w := range markWords {
		if source, ok := strings.CutPrefix(s, w); ok && (source == "" || source[0] == ' ') {
			n, wrong := book.ParseNum("0" + source)
			return Mark{Num: n, Word: w}, wrong
		}
	}
	n, wrong := book.ParseNum(s)
	return Mark{Num: n}, wrong
}

// DiceMax is how many dice the damage of a weapon may have.
const DiceMax = 6

// Roll is the damage of a weapon with its source: "2d6+1 ruling".
type Roll struct {
	Dice, Plus int
	Source     string
}

func (r Roll) String() string {
	return fmt.Sprintf("%dd6", r.Dice) + text.Either(r.Plus != 0, fmt.Sprintf("%+d", r.Plus), "") + " " + r.Source
}

// MarshalText writes the one text.
func (r Roll) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalJSON reads what MarshalText wrote.
func (r *Roll) UnmarshalJSON(data []byte) error {
	return book.FromText(data, r, parseRoll, "damage, as in \"2d6+1 ruling\"")
}

// UnmarshalNode reads the same from a person's file.
func (r *Roll) UnmarshalNode(node *strict.Node) {
	book.FromNode(node, r, parseRoll, fmt.Sprintf("1 to %d d6 and what is added to them, as in 2d6+1", DiceMax))
}

// parseRoll reads damage with its source, "2d6+1 seed"; wrong says what is wrong with any other text.
func parseRoll(s string) (r Roll, wrong string) {
	txt, source, _ := strings.Cut(s, " ")
	n, wrong := book.ParseNum(strings.TrimSpace("0 " + source))
	h, err := dice.ParseHand(txt)
	if wrong != "" || err != nil || h.String() != txt || len(h.Terms) > 1 || h.Terms[0] != (dice.Term{Count: h.Terms[0].Count, Sides: 6}) {
		return Roll{}, fmt.Sprintf("%q is no damage", s)
	}
	r = Roll{h.Terms[0].Count, h.Mod, n.Source}
	if r.Dice < 1 || r.Dice > DiceMax || r.Plus < -20 || r.Plus > 40 {
		return Roll{}, fmt.Sprintf("damage %s is out of range", txt)
	}
	return r, ""
}

// Forms returns a number or one of the words, with or without its source.
func (Mark) Forms() []book.Form {
	return []book.Form{
		{Number: true, Least: -book.NumMax, Most: book.NumMax},
		{Pattern: "^(0|-?[1-9][0-9]?|" + strings.Join(markWords, "|") + ")( (seed|site|ruling|house))?$", Says: "a number or a word, and its source: weapon seed"},
	}
}

// Forms returns the one form: dice and what is added to them.
func (Roll) Forms() []book.Form {
	return []book.Form{{Pattern: fmt.Sprintf("^[1-%d]d6([+-][1-9][0-9]?)?( (seed|site|ruling|house))?$", DiceMax),
		Says: "damage and its source: 2d6+1 ruling"}}
}
