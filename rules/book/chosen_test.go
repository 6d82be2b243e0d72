package book

import (
	"strings"
	"testing"

	"kokyu/rules/strict"
)

// A ruling misspelt in the program is found the first time it is asked for, by its name: it is neither 0 nor false.
func TestARulingMisspeltInTheProgramIsFound(t *testing.T) {
	among := []Ruling{{Name: "fatigue", Default: "flat", Choices: []string{"flat", "step"}}, {Name: "cap", Default: "20", Range: "1..200"}}
	var bad strict.Complaints
	c := Choose(map[string]Choice{"cap": "7"}, among, &bad)
	if len(bad) > 0 || c.Number("cap") != 7 || !c.Is("fatigue", "flat") || c.Is("fatigue", "step") || !c.Given("cap") || c.Given("fatigue") {
		t.Fatalf("the rulings are %+v (%v), want fatigue flat and cap 7", c, bad)
	}
	for want, ask := range map[string]func(){
		`no ruling is called "fatige"`:        func() { c.Is("fatige", "step") },
		`"fatigue" is never "stepp"`:          func() { c.Is("fatigue", "stepp") },
		`no ruling is called "kap"`:           func() { c.Number("kap") },
		`the ruling "fatigue" is no number`:   func() { c.Number("fatigue") },
		`no ruling is called ""`:              func() { c.Given("") },
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
