package narrate

import "kokyu/rules"

// Moments are all facts of a finished fight, told or not, and the law line each stands under.
func Moments(o Options, steps []rules.Step) (facts []Facts) {
	r := reader{cast: o.Roster, scene: scene{match: o.Match}}
	var done []*passage
	for _, s := range rules.Standing(steps) {
		done = append(done, r.read(s)...)
	}
	for _, p := range append(done, r.flush()...) {
		facts = append(facts, p.moments...)
		if p.turning != nil {
			facts = append(facts, *p.turning)
		}
	}
	return facts
}

// Fits counts the lines that could be chosen for a moment.
func Fits(v *Scent, f Facts) (n int) {
	for i := range v.lines[f.Frame] {
		if v.lines[f.Frame][i].fits(f) {
			n++
		}
	}
	return n
}
