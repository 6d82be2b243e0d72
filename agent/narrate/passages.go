package narrate

import (
	"kokyu/agent/narrate/english"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Passage is one paragraph of a told record, with the law of what it tells.
type Passage struct {
	Text  string   `json:"text"`
	By    string   `json:"by"`    // whose sentences are in it: [ByProgram] or [ByModel]
	Steps []int    `json:"steps"` // of the record, that it tells
	Round int      `json:"round"` // it begins in; 0 before the first
	From  int      `json:"from"`  // the first step of its stretch of the fight
	To    int      `json:"to"`    // the last
	Facts []string `json:"facts"` // the kinds of what it tells, in order
	Law   []string `json:"law"`   // every die, chance and price of the stretch, guards and waits folded

	Fortune bool `json:"fortune"` // somebody falls in it, or the fight ends
}

// Whose words a passage has.
const (
	ByProgram = "templates"
	ByModel   = "voice" // and the program's between them
)

// Facts returns all facts of a record in their order, told or not: what a tale is held against.
func Facts(o Options, d rules.Dialect, steps []rules.Step) []rules.Fact {
	return factsOf(o, d, fight.Standing(steps), func(rules.Step) []rules.Fact { return nil })
}

// factsOf returns all facts of steps in their order, before those of each what else there is of it.
func factsOf(o Options, d rules.Dialect, standing []rules.Step, also func(rules.Step) []rules.Fact) (facts []rules.Fact) {
	r := newReader(&tongue{d}, o)
	take := func(done []*passage) {
		for _, p := range done {
			facts = append(facts, p.Facts...)
		}
	}
	for _, s := range standing {
		facts = append(facts, also(s)...)
		if !s.Says() {
			take(r.read(s))
		}
	}
	take(r.flush())
	return facts
}

// WonBy says who won; no side is a draw.
func WonBy(side string) string {
	if side == "" {
		return "Nobody wins"
	}
	return "Won by " + english.SideOf(side)
}
