package book

import (
	"reflect"
	"strings"

	"kokyu/rules/text"
)

// About is the part of a system's description that does not depend on its Go types; package rules has the rest.
type About struct {
	Name string // as encounters and records give it
	Says string // what its fights are like, one sentence by which people choose a system
	Shipped
	// Document is data/tables.yaml: the tables of the system's documents for which no file can have rows, and the
	// headings, with their laws.
	Document    tables
	Schemas     map[string]any // a value of the Go type of each kind of file, by the name of its schema
	OddsSamples []Sample       // questions about its dice
	TurnWord    string         // what a seat's turn to act is called: breath, turn
	// IdleDecisions are the decisions that do nothing, as options name them: to end the turn, to stay.
	IdleDecisions []string
	// HoldPhases are the kinds of decisions, as Words.Phase returns them, that only keep something ready or let others go
	// first; may be nil.
	HoldPhases []string
	// MovePhases are the kinds of decisions that only change the place; may be nil.
	MovePhases     []string
	TimeoutReasons []string // the reasons in the end events of fights that ended by the last round
	// AdviceSteps is the default budget of advice in nodes, about a second's; 0 is the default of all systems.
	AdviceSteps int
	// TemperaturePercent scales the temperature of agents' levels: above 100 where the dice decide most. 0 is 100.
	TemperaturePercent int
	// IdlePenalty is what agents subtract from an option that does less than the search's choice, in temperatures of
	// their level.
	IdlePenalty int
	SmallerHint string // how to make a fight smaller, for the error that it is too large to solve

	// AfterRest returns c after a rest. Nil: a rest changes nothing.
	AfterRest func(c CarryOver, r Rest) CarryOver
	// FastingMatters is true if days without food or sleep change a combatant; else such days are an error.
	FastingMatters bool
}

// Whole returns the description with a default for each function that is nil.
func (a About) Whole() About {
	SetIfNil(&a.Encounters, func() []string { return nil })
	SetIfNil(&a.BenchEncounters, func() []string { return nil })
	SetIfNil(&a.Encounter, func(string) ([]byte, bool) { return nil, false })
	SetIfNil(&a.Laws, func() []Law { return nil })
	SetIfNil(&a.Rulings, func() []Ruling { return nil })
	SetIfNil(&a.AfterRest, func(c CarryOver, _ Rest) CarryOver { return c })
	return a
}

// SetIfNil sets a function that is nil to a default.
func SetIfNil[F any](function *F, other F) {
	if reflect.ValueOf(function).Elem().IsNil() {
		*function = other
	}
}

// FirstEncounter returns the text of the system's starter encounter with a title, for a file of that name. It returns
// an error if the system has none.
func (a About) FirstEncounter(file, title string) (string, error) {
	if a.Starter == "" {
		return "", text.Problem{What: a.Name + " has no first encounter to begin from",
			Want: "a copy of one of its own, or one of another rule system"}
	}
	return strings.NewReplacer("FILE", file, "TITLE", title).Replace(a.Starter), nil
}

// Sample is an example of a question about dice, and what it asks.
type Sample struct{ Question, Says string }
