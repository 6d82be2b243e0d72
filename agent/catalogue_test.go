package agent

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/breath/rows"
)

// Rows laid over a catalogue leave the one below as it was; what is wrong with them is said with its place.
func TestCatalogueWith(t *testing.T) {
	paper := func(c Catalogue) int {
		return c.rows(systems[slices.Index(Systems(), "breath")]).(rows.Book).Armours["paper"].Defense.N
	}
	below := Builtin()
	c, err := below.With("own", []byte("version: 1\narmours: {paper: {defense: 11 house}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if paper(c) != 11 || paper(below) != 0 {
		t.Errorf("above %v, below %v", paper(c), paper(below))
	}
	if _, err := below.With("own", []byte("version: 1\narmours: {paper: {defense: 50 house}}\n")); err == nil ||
		err.Error() != "own:2:28: Defense 50: want 10 to 20" {
		t.Errorf("got %v, want the place and 10 to 20", err)
	}
}

// A file is known for an encounter however its YAML is written.
func TestAnEncounterInBracesIsOne(t *testing.T) {
	for _, c := range []struct{ file, kind string }{
		{"{version: 1, system: breath, title: T, sides: [{name: a, fighters: [{who: ronin, name: Aki}]}, {name: b, fighters: [{bandit: 2}]}]}\n", "encounter"},
		{"# a fight\n---\n{\n  \"version\": 1, \"system\": \"breath\", \"title\": \"T\",\n  \"sides\": [{\"name\": \"a\", \"fighters\": [{\"who\": \"ronin\", \"name\": \"Aki\"}]}, {\"name\": \"b\", \"fighters\": [{\"bandit\": 2}]}]}\n", "encounter"},
		{"{version: 1, armours: {paper: {defense: 12}}}\n", "catalogue"},
		{"version: 1\narmours: {paper: {defense: 12}}\n", "catalogue"},
	} {
		if kind, err := Builtin().Check("file.yaml", []byte(c.file)); kind != c.kind || err != nil {
			t.Errorf("%s is taken for: %s, %v", c.file, kind, err)
		}
	}
}

// Whatever its lines end with and whatever mark it begins with, an encounter is taken for one, and mistakes have the same places.
func TestLineEndsMakeNoCatalogueOfAnEncounter(t *testing.T) {
	for _, name := range Encounters() {
		_, data, err := ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		wrong := string(data) + "carry: nowhere.yaml\nmore: 1\n"
		_, want := Builtin().Check("x.yaml", []byte(wrong))
		for _, end := range []string{"\r", "\r\n"} {
			for _, mark := range []string{"", "\uFEFF", "\uFEFF# note" + end} {
				file := mark + strings.ReplaceAll(string(data), "\n", end)
				if kind, err := Builtin().Check("x.yaml", []byte(file)); kind != "encounter" || err != nil {
					t.Errorf("%s, lines that end with %q after %q: %s, %v", name, end, mark, kind, err)
				}
			}
			if _, err := Builtin().Check("x.yaml", []byte(strings.ReplaceAll(wrong, "\n", end))); fmt.Sprint(err) != fmt.Sprint(want) {
				t.Errorf("%s, lines that end with %q: %v, want %v", name, end, err, want)
			}
		}
	}
}
