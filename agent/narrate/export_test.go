package narrate

import (
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Facts returns the facts of a record but for the GM's, in their order, told or not: what a tale is held against.
func Facts(o Options, d rules.Dialect, steps []rules.Step) (facts []rules.Fact) {
	r := newReader(d, o)
	var done []*passage
	for _, s := range fight.StandingSteps(steps) {
		done = append(done, r.read(s)...)
	}
	for _, p := range append(done, r.flush()...) {
		facts = append(facts, p.Facts...)
	}
	return facts
}
