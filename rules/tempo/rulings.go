package tempo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kokyu/rules/strict"
)

// Ruling is one decided reading: what the documents leave open, what we do, and, if it is a switch, how a table
// chooses otherwise (an encounter's rulings: block).
type Ruling struct {
	ID      string   `yaml:"id" json:"id"`
	Open    string   `yaml:"open" json:"open"`
	Decided string   `yaml:"decided" json:"decided"`
	Name    string   `yaml:"name" json:"name,omitempty"`
	Default string   `yaml:"default" json:"default,omitempty"`
	Choices []string `yaml:"choices" json:"choices,omitempty"`
	Range   string   `yaml:"range" json:"range,omitempty"` // "0..10"
	Source  string   `yaml:"source" json:"source,omitempty"`
}

type rulingsFile struct {
	Version int      `yaml:"version"`
	Rulings []Ruling `yaml:"rulings"`
}

// AllRulings lists every decided reading of document 004, in the order of their numbers.
var AllRulings = sync.OnceValue(func() []Ruling {
	var f rulingsFile
	mustDecode("data/rulings.yaml", &f)
	return f.Rulings
})

func rulingNamed(name string) (Ruling, bool) {
	for _, r := range AllRulings() {
		if r.Name == name && name != "" {
			return r, true
		}
	}
	return Ruling{}, false
}

func rulingNames() (names []string) {
	for _, r := range AllRulings() {
		if r.Name != "" {
			names = append(names, r.Name)
		}
	}
	return names
}

// takes says whether a switch can be set to value, and what it can be set to.
func (r Ruling) takes(value string) (want string, ok bool) {
	if lo, hi, found := strings.Cut(r.Range, ".."); found {
		a, _ := strconv.Atoi(lo)
		b, _ := strconv.Atoi(hi)
		n, err := strconv.Atoi(value)
		return fmt.Sprintf("a number from %d to %d", a, b), err == nil && n >= a && n <= b && strconv.Itoa(n) == value
	}
	return strict.OneOf(value, r.Choices), slices.Contains(r.Choices, value)
}

// Choice is what a house ruling is set to: a word or a number, quoted or not.
type Choice string

// UnmarshalNode reads it as it is written.
func (c *Choice) UnmarshalNode(n *strict.Node) {
	if n.Kind() != strict.Text {
		n.Problem("a ruling that is not one word", "a word or a number")
		return
	}
	*c = Choice(n.Text())
}
