package rulestest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules/book"
)

// Rulings wants every switch among a system's rulings to be read: set otherwise, the rules in force are others. load is what an
// encounter with this rulings: line plays by, a value that == compares.
func Rulings(t *testing.T, all []book.Ruling, load func(rulings string) any) {
	t.Helper()
	standard := load("")
	switches := 0
	for _, r := range all {
		if r.Name == "" {
			continue
		}
		switches++
		if set := load(fmt.Sprintf("rulings: {%s: %q}", r.Name, r.Default)); set != standard {
			t.Errorf("%s: %s, which stands anyway, changes the rules from %+v to %+v", r.Name, r.Default, standard, set)
		}
		other := otherwise(r)
		if set := load(fmt.Sprintf("rulings: {%s: %q}", r.Name, other)); set == standard {
			t.Errorf("%s: %s instead of %s changes nothing", r.Name, other, r.Default)
		}
	}
	if switches == 0 {
		t.Error("no ruling is a switch: this shows nothing")
	}
}

// otherwise is a value of a switch that does not stand.
func otherwise(r book.Ruling) string {
	if lo, _, found := strings.Cut(r.Range, ".."); found {
		if lo != r.Default {
			return lo
		}
		n, _ := strconv.Atoi(lo)
		return strconv.Itoa(n + 1)
	}
	for _, c := range r.Choices {
		if c != r.Default {
			return c
		}
	}
	return r.Default
}
