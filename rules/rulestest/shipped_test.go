package rulestest

import (
	"os"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// A law that needs what an option has is skipped without it, and by name.
func TestALawWithoutItsOptionIsSkippedAloud(t *testing.T) {
	o := &Options[int]{}
	for law, want := range map[string]string{"swapped": "Swapped", "renamed": "Renamed", "position": "Load", "left out": "Load", "turns": ""} {
		if got := o.lacks(law); got != want {
			t.Errorf("%s: it lacks %q, want %q", law, got, want)
		}
	}
	o.Load = func([]byte) (rules.System[int], error) { return nil, nil }
	if got := o.lacks("position"); got != "" {
		t.Errorf("with Load it lacks %q", got)
	}
}

// reversed is a catalogue whose Check takes the rows it is given for the whole.
type reversed struct {
	Version int
	Weapons map[string]string `yaml:"weapons"` // each with one that it is like
}

func (b reversed) Check(all reversed) (bad strict.Complaints) {
	for name, like := range b.Weapons {
		if _, ok := all.Weapons[like]; !ok {
			bad.Wrong(strict.Path{"weapons", name}, "no weapon is called "+like, "another")
		}
	}
	return bad
}

// A Check the wrong way round is seen.
func TestACheckTheWrongWayRoundIsSeen(t *testing.T) {
	about := rules.About[int, rules.Encounter[int], reversed]{About: book.About{Name: "x"},
		Rows: func() reversed { return reversed{1, map[string]string{"a": "b", "b": "a"}} }}
	if lacks := strings.Join(Lacks(about, "."), "\n"); !strings.Contains(lacks, "a Check that judges the catalogue it is called on") {
		t.Errorf("nobody says so: %s", lacks)
	}
}

// The steps that are named are those of CONTRIBUTING.md.
func TestTheStepsAreThoseOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{stepRows, stepDeeds, stepFiles, stepTests, stepList, stepGenerate, stepPage} {
		number, name, _ := strings.Cut(strings.TrimPrefix(step, "step "), ", ")
		if line := number + ". **" + text.Capital(name); !strings.Contains(string(page), "\n"+line) {
			t.Errorf("CONTRIBUTING.md has no step %q", line)
		}
	}
}
