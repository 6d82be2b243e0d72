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

// Num is a number of the catalogue with its source. A file has both as one text, "2 seed". The source is seed for the
// rule document, site for the wider canon, ruling for a decision of this program, and house, or none, for the people
// who play.
type Num struct {
	N      int
	Source string
}

// Sources is the closed list of the sources of a [Num].
var Sources = []string{"seed", "site", "ruling", "house"}

// NumMax bounds every number of the catalogue.
const NumMax = 99

// Or returns the number, or the usual one for a field that a row leaves out, which is nil.
func (n *Num) Or(usual int) int {
	if n == nil {
		return usual
	}
	return n.N
}

// String returns the text that ParseNum parses.
func (n Num) String() string { return fmt.Sprintf("%d %s", n.N, n.Source) }

// MarshalJSON writes the text.
func (n Num) MarshalJSON() ([]byte, error) { return json.Marshal(n.String()) }

// MarshalYAML writes the text. A number without a source, which a row has left out, is written as the house's.
func (n Num) MarshalYAML() (any, error) { return Num{n.N, cmp.Or(n.Source, "house")}.String(), nil }

// UnmarshalJSON reads a number with its source from a record.
func (n *Num) UnmarshalJSON(data []byte) error {
	return FromText(data, n, ParseNum, "a number and its source, as in \"2 seed\"")
}

// UnmarshalNode reads a number with its source from a person's file.
func (n *Num) UnmarshalNode(node *strict.Node) {
	FromNode(node, n, ParseNum, "a whole number from -99 to 99, alone or with its source, as in 2 seed; "+
		"the sources are seed, site, ruling, house")
}

// FromText reads a value from a JSON string. parse returns the value or what is wrong with the text; want says in the
// error what would be right.
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

// FromNode is FromText for a node of a file, to which it reports a mistake.
func FromNode[T any](node *strict.Node, to *T, parse func(string) (v T, wrong string), want string) {
	v, wrong := parse(node.Text())
	if wrong != "" {
		node.Problem(wrong, want)
		return
	}
	*to = v
}

// ParseNum parses the text of a number; wrong says what is wrong with it, empty if nothing is.
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

// Forms returns the ways to write a Num for the JSON schema of a file: a bare number, or a text with its source.
func (Num) Forms() []Form {
	return []Form{
		{Number: true, Least: -NumMax, Most: NumMax},
		{Pattern: "^(0|-?[1-9][0-9]?)( (seed|site|ruling|house))?$", Says: "a number and its source: 2 seed"},
	}
}

// sourceLetters are the letters of the sources in lists; w stands for site, the wider canon.
var sourceLetters = map[string]string{"seed": "s", "site": "w", "ruling": "r", "house": "h"}

// Short returns the number with the letter of its source, as lists show it: "2s".
func (n Num) Short() string { return fmt.Sprintf("%d%s", n.N, sourceLetters[n.Source]) }

// Letter returns the letter of the source alone.
func (n Num) Letter() string { return sourceLetters[n.Source] }

// Bonus returns a number that is added to another, as lists show it: "+2s"; empty for 0.
func (n Num) Bonus() string {
	if n.N == 0 {
		return ""
	}
	return fmt.Sprintf("%+d%s", n.N, sourceLetters[n.Source])
}
