package book

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"kokyu/rules/strict"
)

// Checker checks the rows of a catalogue. A value that a row leaves out is not wrong.
type Checker struct {
	strict.Complaints
	Lists map[string]WordList // by the names that tags have for them
}

// Fields checks the numbers and words of a row at a path by the tags of its fields: within:"0..40" is the range of a
// number, among:"tags" the list that must have a word, or each of several words; with a ! the word must not be empty.
// as:"Armor Bonus" is what messages call the value, if not by its key.
func (c *Checker) Fields(at strict.Path, row any) {
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		var least, most int
		_, _ = fmt.Sscanf(f.Tag.Get("within"), "%d..%d", &least, &most) // both stay 0 without the tag
		among, must := strings.CutSuffix(f.Tag.Get("among"), "!")
		if least == most && among == "" {
			continue
		}
		path, what := at.And(strict.KeyOf(f)), cmp.Or(f.Tag.Get("as"), strict.KeyOf(f))
		switch x := v.Field(i).Interface().(type) {
		case Num:
			c.Num(path, what, x, least, most)
		case *Num:
			if x != nil {
				c.Num(path, what, *x, least, most)
			}
		case string:
			if must || x != "" {
				c.OneOf(path, what, x, c.Lists[among].Words)
			}
		case []string:
			for k, word := range x {
				c.OneOf(path.And(k), what, word, c.Lists[among].Words)
			}
		}
	}
}

// EachOf calls check with each row of a kind, in the order of their names.
func EachOf[R any](kind string, rows map[string]R, check func(at strict.Path, row R)) {
	for _, name := range Keys(rows) {
		check(strict.Path{kind, name}, rows[name])
	}
}

// FieldsOf checks each row of a kind as [Checker.Fields] does.
func FieldsOf[R any](c *Checker, kind string, rows map[string]R) {
	EachOf(kind, rows, func(at strict.Path, row R) { c.Fields(at, row) })
}

// Num complains about a number out of range.
func (c *Checker) Num(at strict.Path, what string, n Num, least, most int) {
	c.Within(at, what, n.N, least, most)
}

// Skill complains about an unknown skill and reports whether it is known. weapon is the name of the weapon whose skill
// it is, for the message, or empty.
func (c *Checker) Skill(at strict.Path, name string, known []string, weapon string) bool {
	if weapon != "" && !slices.Contains(known, name) {
		c.Wrong(at, fmt.Sprintf("unknown skill %q", name), weapon+", the skill of that weapon")
		return false
	}
	return c.OneOf(at, "skill", name, known)
}
