package rulestest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// The tests of a law play a fight in the words that people use. The tests of each system have a type that sets up an
// encounter (a stage); a Bout plays it and checks sheets, options and events.

// Row returns a catalogue row on one line, for a stage. It adds the defaults whose keys inside does not set.
func Row(kind, inside string, defaults ...string) string {
	for _, entry := range defaults {
		if key, _, _ := strings.Cut(entry, ":"); !strings.Contains(inside, key+":") {
			inside += ", " + entry
		}
	}
	return fmt.Sprintf("  %s: {%s}\n", kind, strings.Trim(inside, ", "))
}

// Bout plays a fight for a test and remembers the events of the last Play.
type Bout struct {
	T    testing.TB
	F    *fight.Fight
	Told []rules.Event // by the last Play
}

// Play makes decisions and throws dice in order, and keeps their events in Told. A step that is a string is a decision;
// for any other step facesOf returns the faces of the dice. It also checks that the chances of each throw add up to 1.
func (b *Bout) Play(facesOf func(step any) []int, steps ...any) {
	b.T.Helper()
	b.Told = nil
	for _, step := range steps {
		var made rules.Step
		var err error
		if words, ok := step.(string); ok {
			made, err = b.F.Do(words)
		} else {
			sum := 0.0
			for _, o := range b.F.Outcomes() {
				sum += o.P
			}
			if math.Abs(sum-1) > 1e-9 {
				b.T.Errorf("%v: %s: the chances of the throw add up to %v, want 1", step, b.F.Check().What, sum)
			}
			made, err = b.F.Dice(facesOf(step)...)
		}
		if err != nil {
			b.T.Fatalf("%v: %v", step, err)
		}
		b.Told = append(b.Told, made.Events...)
	}
}

// Edit makes the change that a GM types.
func (b *Bout) Edit(changes ...string) {
	b.T.Helper()
	for _, c := range changes {
		if _, err := b.F.Edit(c, "to show a law"); err != nil {
			b.T.Fatalf("edit %q: %v", c, err)
		}
	}
}

// Seat returns a combatant by its name.
func (b *Bout) Seat(name string) rules.Seat {
	b.T.Helper()
	i := slices.IndexFunc(b.F.Roster(), func(f rules.Fighter) bool { return f.Name == name })
	if i < 0 {
		b.T.Fatalf("nobody is called %s", name)
	}
	return rules.Seat(i)
}

// Sheet returns one line of a combatant's sheet, empty if it has none.
func (b *Bout) Sheet(name, line string) string {
	b.T.Helper()
	for _, e := range b.F.Sheet(b.Seat(name)) {
		if e.Name == line {
			return e.Value
		}
	}
	return ""
}

// WantSheet fails the test unless a line of a combatant's sheet is want.
func (b *Bout) WantSheet(name, line, want string) {
	b.T.Helper()
	if got := b.Sheet(name, line); got != want {
		b.T.Errorf("%s's %s: got %q, want %q", name, line, got, want)
	}
}

// Number returns the first number of a line of a sheet: "7 of 10" is 7.
func (b *Bout) Number(name, line string) int {
	b.T.Helper()
	value := b.Sheet(name, line)
	word, _, _ := strings.Cut(value, " ")
	n, err := strconv.Atoi(word)
	if err != nil {
		b.T.Fatalf("%s's %s: got %q, want a number", name, line, value)
	}
	return n
}

// WantNumber fails the test unless the first number of a line of a sheet is want.
func (b *Bout) WantNumber(name, line string, want int) {
	b.T.Helper()
	if got := b.Number(name, line); got != want {
		b.T.Errorf("%s's %s: got %d, want %d", name, line, got, want)
	}
}

// Option returns a legal decision by its words.
func (b *Bout) Option(words string) (fight.Option, bool) {
	options := b.F.Options()
	i := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == words })
	if i < 0 {
		return fight.Option{}, false
	}
	return options[i], true
}

// Words returns all legal decisions.
func (b *Bout) Words() []string {
	return text.Each(b.F.Options(), func(o fight.Option) string { return o.Words })
}

// WantOffered fails the test unless each of these decisions is legal now, or with yes false, unless none of them is.
func (b *Bout) WantOffered(yes bool, words ...string) {
	b.T.Helper()
	for _, w := range words {
		if _, ok := b.Option(w); ok != yes {
			b.T.Errorf("%q is legal: %v, want %v; legal: %q", w, ok, yes, b.Words())
		}
	}
}

// WantCost fails the test unless a decision is legal and costs want.
func (b *Bout) WantCost(words string, want int) {
	b.T.Helper()
	o, ok := b.Option(words)
	switch {
	case !ok:
		b.T.Errorf("%q is not legal, want it at %d; legal: %q", words, want, b.Words())
	case o.Cost != want:
		b.T.Errorf("%q costs: got %d, want %d", words, o.Cost, want)
	}
}

// Events returns the events of one kind in Told.
func (b *Bout) Events(kind string) []rules.Event {
	return text.Keep(b.Told, func(e rules.Event) bool { return e.Kind == kind })
}
