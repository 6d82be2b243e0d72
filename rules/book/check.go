package book

import (
	"fmt"
	"slices"

	"kokyu/rules/strict"
)

// Checker gathers what is wrong with the rows of a catalogue. What a row does not say is not wrong.
type Checker struct{ strict.Complaints }

// Num complains about a number out of range.
func (c *Checker) Num(at strict.Path, what string, n Num, least, most int) {
	c.Within(at, what, n.N, least, most)
}

// Said complains about a number out of range, where the row says one.
func (c *Checker) Said(at strict.Path, what string, n *Num, least, most int) {
	if n != nil {
		c.Num(at, what, *n, least, most)
	}
}

// Word complains about a word outside a closed list, where the row says one.
func (c *Checker) Word(at strict.Path, what, word string, known []string) {
	if word != "" {
		c.OneOf(at, what, word, known)
	}
}

// Skill complains about a skill outside those that are known. Of a weapon's name it says which skill that weapon asks for.
func (c *Checker) Skill(at strict.Path, name string, known []string, weapon string) bool {
	if weapon != "" && !slices.Contains(known, name) {
		c.Wrong(at, fmt.Sprintf("unknown skill %q", name), weapon+", the skill of that weapon")
		return false
	}
	return c.OneOf(at, "skill", name, known)
}
