package book

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules/strict"
)

// Num is a number with its source, one word in a file: "2 seed". Seed is the rule document, site the wider canon,
// ruling this engine's own; a bare number in a table's own file is the house's.
type Num struct {
	N      int
	Source string
}

// Sources is the closed list of where a [Num] may come from.
var Sources = []string{"seed", "site", "ruling", "house"}

// NumMax bounds every number of the catalogue.
const NumMax = 99

// String returns the one word that ParseNum reads.
func (n Num) String() string { return fmt.Sprintf("%d %s", n.N, n.Source) }

// MarshalJSON writes the one word.
func (n Num) MarshalJSON() ([]byte, error) { return json.Marshal(n.String()) }

// MarshalYAML writes a number with its source. A number that no file has, for its row leaves it out, is the house's
// like a bare one, so that what is written reads back as itself.
func (n Num) MarshalYAML() (any, error) { return Num{n.N, cmp.Or(n.Source, "house")}.String(), nil }

// UnmarshalJSON reads a number with its source from a record.
func (n *Num) UnmarshalJSON(data []byte) error {
	return FromText(data, n, ParseNum, "a number and its source, as in \"2 seed\"")
}

// UnmarshalNode reads a number with its source from a person's file.
func (n *Num) UnmarshalNode(node *strict.Node) {
	FromNode(node, n, ParseNum, "a whole number from -99 to 99 and its source, as in 2 seed; the sources are seed, site, ruling, house")
}

// FromText reads from JSON what is written as one text. Its parser says what a text is instead; want is what would be
// right.
func FromText[T any](data []byte, to *T, parse func(string) (v T, wrong string), want string) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	v, wrong := parse(s)
	if wrong != "" {
		return fmt.Errorf("%s, want %s", wrong, want)
	}
	*to = v
	return nil
}

// FromNode reads the same from a person's file, and complains where it stands.
func FromNode[T any](node *strict.Node, to *T, parse func(string) (v T, wrong string), want string) {
	v, wrong := parse(node.Text())
	if wrong != "" {
		node.Problem(wrong, want)
		return
	}
	*to = v
}

// ParseNum reads the one word; wrong says what it is instead.
func ParseNum(s string) (n Num, wrong string) {
	digits, source, _ := strings.Cut(s, " ")
	source = cmp.Or(source, "house")
	v, err := strconv.Atoi(digits)
	switch {
	case err != nil || strconv.Itoa(v) != digits:
		return Num{}, fmt.Sprintf("%q is not a number", s)
	case !slices.Contains(Sources, source):
		return Num{}, fmt.Sprintf("%q is no source", source)
	case v < -NumMax || v > NumMax:
		return Num{}, fmt.Sprintf("%d is out of range", v)
	}
	return Num{N: v, Source: source}, ""
}

// Forms returns a bare number, or one with its source.
func (Num) Forms() []Form {
	return []Form{
		{Number: true, Least: -NumMax, Most: NumMax},
		{Pattern: "^(0|-?[1-9][0-9]?)( (seed|site|ruling|house))?$", Says: "a number and its source: 2 seed"},
	}
}

// sourceLetters say in lists where a number comes from; w is the wider canon of the site.
var sourceLetters = map[string]string{"seed": "s", "site": "w", "ruling": "r", "house": "h"}

// Short returns the number with the letter of its source, as lists have it: 2s.
func (n Num) Short() string { return fmt.Sprintf("%d%s", n.N, sourceLetters[n.Source]) }

// Letter returns the letter of the source alone.
func (n Num) Letter() string { return sourceLetters[n.Source] }

// Bonus returns a number that is added, as lists have it: +2s, empty for none.
func (n Num) Bonus() string {
	if n.N == 0 {
		return ""
	}
	return fmt.Sprintf("%+d%s", n.N, sourceLetters[n.Source])
}
