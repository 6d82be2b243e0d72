package narrate

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Passage is one paragraph of a told record, with the law of what it tells.
type Passage struct {
	Told
	Round int      `json:"round"` // it begins in; 0 before the first
	From  int      `json:"from"`  // the first step of its stretch of the fight
	To    int      `json:"to"`    // the last
	Facts []string `json:"facts"` // the kinds of what it tells, in order
	Law   []string `json:"law"`   // every die, chance and price of the stretch, guards and waits folded

	Fortune bool `json:"fortune"` // somebody falls in it, or the fight ends
}

// Passages tells a finished record: what stands of it, without what was taken back. Law that no words follow stands with a
// last passage without text.
func Passages(ctx context.Context, o Options, d rules.Dialect, steps []rules.Step) ([]Passage, error) {
	t, err := newWriting(o, d)
	if err != nil {
		return nil, err
	}
	var told []Passage
	t.heard = func(p Paragraph, words Told) {
		told = append(told, Passage{Told: words, Round: p.Round, From: p.From, To: p.To, Facts: kinds(p), Law: []string{}, Fortune: fortune(p)})
	}
	var all []Passage
	var law []Line
	take := func(lines []Line) {
		for _, l := range lines {
			if l.Kind != Tale {
				if l.Step > 0 {
					law = append(law, l)
				}
				continue
			}
			next := told[0]
			told = told[1:]
			next.Law = texts(Fold(law))
			all, law = append(all, next), nil
		}
	}
	for _, s := range fight.Standing(steps) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		take(t.Step(ctx, s))
	}
	take(t.Close(ctx))
	if len(law) > 0 {
		all = append(all, Passage{Told: Told{By: ByTemplates, Verdict: accepted, Steps: []int{}}, From: law[0].Step,
			To: law[len(law)-1].Step, Facts: []string{}, Law: texts(Fold(law))})
	}
	return all, nil
}

func texts(lines []Line) []string {
	list := []string{}
	for _, l := range lines {
		list = append(list, l.Text)
	}
	return list
}

func kinds(p Paragraph) (list []string) {
	list = []string{}
	for _, f := range p.Facts {
		list = append(list, f.Kind)
	}
	return list
}

// fortune reports whether somebody falls in a paragraph, or the fight ends.
func fortune(p Paragraph) bool {
	return p.end || slices.ContainsFunc(p.Facts, func(f Fact) bool { return f.Kind == "fall" || f.Kind == "sunk" })
}

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
