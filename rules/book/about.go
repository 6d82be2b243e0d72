package book

import (
	"strings"

	"kokyu/rules/text"
)

// About is what a rule system says of itself that depends on no type of its own: its part of the description that
// package rules completes.
type About struct {
	Name string // as encounters and records give it
	Says string // what its fights are like, one sentence for whoever chooses among systems
	Shipped
	Document           tables         // the tables of its documents that nobody lays rows over, and their headings, with their laws
	Schemas            map[string]any // a value of the Go type of each kind of file, by the name of its schema
	OddsSamples        []Sample       // questions about its dice
	Span               string         // what a stretch of one seat's decisions is called: breath, turn
	Idle               []string       // the decisions that do nothing more
	Held               []string       // the phases of decisions that only keep something ready or let others go first; nil if there are none
	Paced              []string       // the phases of decisions that only change place, where nothing else is gained by it; nil if there are none
	Capped             []string       // what its end event says when nothing but time has ended a fight
	Advice             int            // what advice looks at where nobody says, in steps: what takes a second; 0 for what all systems have
	TemperaturePercent int            // how much of a level's temperature is meant here, in percent: less where each of many decisions loses little, more where the dice decide most; 0 for all of it
	IdleHeats          int            // how many heats of a level count against doing less than there is to be done, where a blow is worth less than the heat; 0 for none
	Smaller            string         // what makes a fight smaller for the solver

	// Rested is what rest gives back to one who is carried from fight to fight, and what days take; nil if it gives back nothing.
	Rested func(c Carried, r Rest) Carried
	// Fasts says that days without food or sleep come to something.
	Fasts bool
}

// Whole returns the description with something in the place of each function that it may leave out: see package rules.
func (a About) Whole() About {
	none := func() []string { return nil }
	if a.Encounters == nil {
		a.Encounters = none
	}
	if a.Benched == nil {
		a.Benched = none
	}
	if a.Encounter == nil {
		a.Encounter = func(string) ([]byte, bool) { return nil, false }
	}
	if a.Laws == nil {
		a.Laws = func() []Law { return nil }
	}
	if a.Rulings == nil {
		a.Rulings = func() []Ruling { return nil }
	}
	if a.Rested == nil {
		a.Rested = func(c Carried, _ Rest) Carried { return c }
	}
	return a
}

// Begun returns the system's first encounter under another title, for a file of that name. The error says that it has none.
func (a About) Begun(file, title string) (string, error) {
	if a.Starter == "" {
		return "", text.Problem{What: a.Name + " has no first encounter to begin from", Want: "a copy of one of its own, or one of another rule system"}
	}
	return strings.NewReplacer("FILE", file, "TITLE", title).Replace(a.Starter), nil
}

// Sample is a question about dice, and what it asks.
type Sample struct{ Question, Says string }
