package rulestest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules/book"
)

// Rulings fails a test unless every ruling with a name changes the rules in force if it is set to another value than
// its default. load returns the rules of an encounter with this rulings: line, as a value that == compares.
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

// otherwise returns a value of a ruling that is not its default.
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

// Presets fails a test unless every preset of a system gives the same rules as its values set one by one, and others
// than the defaults. Every system must have the preset printed.
func Presets(t *testing.T, all []book.Ruling, load func(rulings string) any) {
	t.Helper()
	names := book.PresetNames(all)
	if !slices.Contains(names, book.Printed) {
		t.Errorf("the presets are %q, want %s among them", names, book.Printed)
	}
	for _, name := range names {
		var parts []string
		for _, r := range all {
			value, ok := r.Presets[name]
			if !ok {
				continue
			}
			if want, ok := r.Takes(value); !ok || value == r.Default {
				t.Errorf("%s sets %q to %q; it takes %s, and its default is %q", name, r.Name, value, want, r.Default)
			}
			parts = append(parts, fmt.Sprintf("%s: %q", r.Name, value))
		}
		got, want := load("rulings: "+name), load("rulings: {"+strings.Join(parts, ", ")+"}")
		if got != want || got == load("") {
			t.Errorf("rulings: %s is %+v, want %+v", name, got, want)
		}
	}
}
