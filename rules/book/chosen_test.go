package book

import (
	"fmt"
	"strings"
	"testing"

	"kokyu/rules/strict"
)

// A ruling misspelt in the program is found the first time it is asked for, by its name: it is neither 0 nor false.
func TestARulingMisspeltInTheProgramIsFound(t *testing.T) {
	among := []Ruling{{Name: "fatigue", Default: "flat", Choices: []string{"flat", "step"}}, {Name: "cap", Default: "20", Range: "1..200"}}
	var bad strict.Complaints
	c := Choose(map[string]Choice{"cap": "7"}, among, &bad)
	if len(bad) > 0 || c.Number("cap") != 7 || !c.Is("fatigue", "flat") || c.Is("fatigue", "step") {
		t.Fatalf("the rulings are %+v (%v), want fatigue flat and cap 7", c, bad)
	}
	for want, ask := range map[string]func(){
		`no ruling is called "fatige"`:        func() { c.Is("fatige", "step") },
		`"fatigue" is never "stepp"`:          func() { c.Is("fatigue", "stepp") },
		`no ruling is called "kap"`:           func() { c.Number("kap") },
		`the ruling "fatigue" is no number`:   func() { c.Number("fatigue") },
		`no ruling is called ""`:              func() { c.Number("") },
		`the ruling "cap" is never "lots", w`: func() { c.Is("cap", "lots") },
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, want) {
					t.Errorf("asking panics with %q, want %q", said, want)
				}
			}()
			ask()
		}()
	}
}

// A house asks for a preset by its name alone or beside rulings of its own, which stand over it. Nobody's is a mistake at its place.
func TestAPresetStandsBetweenDefaultsAndChoices(t *testing.T) {
	among := []Ruling{
		{Name: "fatigue", Default: "flat", Choices: []string{"flat", "step"}, Presets: map[string]string{"printed": "step"}},
		{Name: "cap", Default: "20", Range: "1..200", Presets: map[string]string{"printed": "100", "plain": "1"}},
	}
	type file struct {
		Rulings HouseRulings `yaml:"rulings"`
	}
	for text, want := range map[string]string{
		"rulings: {}":                              "flat 20",
		"rulings: printed":                         "step 100",
		"rulings: plain":                           "flat 1",
		"rulings: {preset: printed}":               "step 100",
		"rulings: {preset: printed, cap: 7}":       "step 7",
		"rulings: {cap: 7, fatigue: flat}":         "flat 7",
		"rulings: printd":                          `a.yaml:1:10: no preset of rulings is called "printd": want one of plain, printed; did you mean printed?`,
		"rulings: {preset: plian, cap: 7}":         `a.yaml:1:19: no preset of rulings is called "plian": want one of plain, printed; did you mean plain?`,
		"rulings: {fatigue: step, prest: printed}": `a.yaml:1:26: no ruling is called "prest": want one of fatigue, cap`,
		"rulings: [printed]":                       "a.yaml:1:10: rulings is a list: want a group of keys (key: value)",
	} {
		var f file
		var bad strict.Complaints
		doc, err := strict.Decode("a.yaml", []byte(text+"\n"), &f)
		got := ""
		if err == nil {
			c := Choose(f.Rulings, among, &bad)
			if err = bad.In(doc); err == nil {
				got = fmt.Sprintf("%s %d", c.value("fatigue"), c.Number("cap"))
			}
		}
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), "\n")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if _, err := strict.Decode("a.yaml", []byte("rulings: printed\n"), new(file)); err != nil {
		t.Error(err)
	}
}
