package book

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

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

// Takes says whether a switch can be set to value, and what it can be set to.
func (r Ruling) Takes(value string) (want string, ok bool) {
	if lo, hi, found := strings.Cut(r.Range, ".."); found {
		a, _ := strconv.Atoi(lo)
		b, _ := strconv.Atoi(hi)
		n, err := strconv.Atoi(value)
		return fmt.Sprintf("a number from %d to %d", a, b), err == nil && n >= a && n <= b && strconv.Itoa(n) == value
	}
	return strict.OneOf(value, r.Choices), slices.Contains(r.Choices, value)
}

// RulingsFile is a system's data/rulings.yaml.
type RulingsFile struct {
	Version int      `yaml:"version"`
	Rulings []Ruling `yaml:"rulings"`
}

// ReadRulings reads a system's decided readings, document by document, from its embedded files.
func ReadRulings(files fs.FS) []Ruling {
	var f RulingsFile
	mustDecode(files, "data/rulings.yaml", &f)
	return f.Rulings
}

// RulingNamed finds a switch by its name.
func RulingNamed(name string, among []Ruling) (Ruling, bool) {
	i := slices.IndexFunc(among, func(r Ruling) bool { return r.Name == name && name != "" })
	if i < 0 {
		return Ruling{}, false
	}
	return among[i], true
}

// RulingNames are the names of those that are switches.
func RulingNames(among []Ruling) (names []string) {
	for _, r := range among {
		if r.Name != "" {
			names = append(names, r.Name)
		}
	}
	return names
}

// Choice is what a house ruling is set to: a word or a number, quoted or not.
type Choice string

// Forms is a number or a word: what a switch takes is checked against its ruling.
func (Choice) Forms() []Form {
	return []Form{{Number: true, Least: -NumMax, Most: NumMax}, {Pattern: "^.+$", Says: "what kokyu rulings lists for it"}}
}

// UnmarshalNode reads it as it is written.
func (c *Choice) UnmarshalNode(n *strict.Node) {
	if n.Kind() != strict.Text {
		n.Problem("a ruling that is not one word", "a word or a number")
		return
	}
	*c = Choice(n.Text())
}
