package book

import (
	"reflect"
	"strings"

	"kokyu/rules/text"
)

// About is the part of a system's description that depends on none of its Go types; package rules has the rest.
type About struct {
	Name string // as encounters and records give it
	Says string // what its fights are like, one sentence for whoever chooses among systems
	Shipped
	// Document is data/tables.yaml: the tables of the system's documents that no file can have rows for, and the headings,
	// with their laws.
	Document    tables
	Schemas     map[string]any // a value of the Go type of each kind of file, by the name of its schema
	OddsSamples []Sample       // questions about its dice
	TurnWord    string         // what a stretch of one seat's decisions is called: breath, turn
	// IdleDecisions are those by which nothing more is done, as options name them: to end the turn, to stay.
	IdleDecisions []string
	// HoldPhases are the kinds of decisions, as Words.Phase returns them, that only keep something ready or let others go
	// first; may be nil.
	HoldPhases []string
	// MovePhases are the kinds of decisions that only change the place, where nothing else is gained by it; may be nil.
	MovePhases     []string
	TimeoutReasons []string // the reasons in the end events of fights that only the last round has ended
	// AdviceSteps is the default budget of advice in search steps, about a second's; 0 is that of all systems.
	AdviceSteps int
	// TemperaturePercent scales the temperature of agents' levels: above 100 where the dice decide most. 0 is 100.
	TemperaturePercent int
	// IdlePenalty is what agents subtract from an option that does less than the choice of the search, in temperatures of
	// their level; 0 is nothing.
	IdlePenalty int
	SmallerHint string // how to make a fight smaller, for the error that it is too large to solve

	// AfterRest returns c with what a rest gives back and what its days take. Nil: a rest changes nothing.
	AfterRest func(c CarryOver, r Rest) CarryOver
	// FastingMatters is true if days without food or sleep change a combatant; else asking for such days is an error.
	FastingMatters bool
}

// Whole returns the description with a function in the place of each nil, so that callers need not test for nil.
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

// FirstEncounter returns the text of the system's first encounter with another title, for a file of that name. It
// returns an error if the system has none.
func (a About) FirstEncounter(file, title string) (string, error) {
	if a.Starter == "" {
		return "", text.Problem{What: a.Name + " has no first encounter to begin from",
			Want: "a copy of one of its own, or one of another rule system"}
	}
	return strings.NewReplacer("FILE", file, "TITLE", title).Replace(a.Starter), nil
}

// Sample is a question about dice, and what it asks.
type Sample struct{ Question, Says string }
