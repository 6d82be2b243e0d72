package narrate

import (
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Moments are all moments of a finished fight, told or not.
func Moments(o Options, d rules.Dialect, steps []rules.Step) (moments []rules.Moment) {
	each(o, d, steps, func(_ *tongue, m rules.Moment, _ Stage, _ bool) { moments = append(moments, m) })
	return moments
}

// AllFacts are what a voice may know of them.
func AllFacts(o Options, d rules.Dialect, steps []rules.Step) (facts []Facts) {
	each(o, d, steps, func(t *tongue, m rules.Moment, stage Stage, match bool) {
		facts = append(facts, t.facts(m, stage, match))
	})
	return facts
}

func each(o Options, d rules.Dialect, steps []rules.Step, take func(t *tongue, m rules.Moment, stage Stage, match bool)) {
	t := newTongue(d)
	r := newReader(t, o)
	var done []*passage
	for _, s := range fight.Standing(steps) {
		done = append(done, r.read(s)...)
	}
	for _, p := range append(done, r.flush()...) {
		for _, m := range p.Moments {
			take(t, m, p.stage, r.Match)
		}
		if p.turning != nil {
			take(t, *p.turning, Turning, r.Match)
		}
	}
}

// Fits counts the lines that could be chosen for a moment.
func Fits(v *Scent, f Facts) (n int) {
	lines := v.of(f.Frame)
	for i := range lines {
		if v.tongue.fits(&lines[i], f) {
			n++
		}
	}
	return n
}
