package narrate

import (
	"kokyu/rules"
	"kokyu/rules/fight"
)

// AllFacts are all facts of a finished fight, told or not.
func AllFacts(o Options, d rules.Dialect, steps []rules.Step) (facts []rules.Fact) {
	r := newReader(&tongue{d}, o)
	var done []*passage
	for _, s := range fight.Standing(steps) {
		done = append(done, r.read(s)...)
	}
	for _, p := range append(done, r.flush()...) {
		facts = append(facts, p.Facts...)
	}
	return facts
}
