package narrate

import (
	"context"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Passage is one paragraph of a told record, with the law of what it tells.
type Passage struct {
	Told
	Round   int      `json:"round"`   // it begins in; 0 before the first
	From    int      `json:"from"`    // the first step of its stretch of the fight
	To      int      `json:"to"`      // the last
	Moments []string `json:"moments"` // the frames of what it tells, in order
	Law     []string `json:"law"`     // every die, chance and price of the stretch, guards and waits folded

	Fortune bool `json:"fortune"` // somebody falls in it, or the fight turns or ends
}

// Passages tells a finished record: what stands of it, without what was taken back. Law that no words follow stands with a
// last passage without text.
func Passages(ctx context.Context, o Options, d rules.Dialect, v Voice, steps []rules.Step) ([]Passage, error) {
	t, err := NewTeller(o, d, v)
	if err != nil {
		return nil, err
	}
	var told []Passage
	t.heard = func(p Paragraph, words Told) {
		words.Text = p.Fill(words.Text)
		told = append(told, Passage{Told: words, Round: p.Round, From: p.From, To: p.To, Moments: frames(p), Law: []string{}, Fortune: t.fortune(p)})
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
		all = append(all, Passage{Told: Told{By: ByTemplates, Verdict: Accepted, Steps: []int{}}, From: law[0].Step, To: law[len(law)-1].Step, Moments: []string{}, Law: texts(Fold(law))})
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

func frames(p Paragraph) []string {
	list := []string{}
	for _, f := range p.Facts {
		list = append(list, f.Moment.Frame)
	}
	return list
}

// fortune says whether a paragraph is a turn of fortune.
func (t *Teller) fortune(p Paragraph) bool {
	pieces, _ := t.pieces()
	for _, f := range p.Facts {
		switch f.Moment.Frame {
		case pieces.Turning, pieces.Won, pieces.WonBy, pieces.Draw, t.tongue.Fight.Won:
			return true
		}
		if t.tongue.frame(f.Moment.Frame).Rank >= fortuneRank {
			return true
		}
	}
	return false
}
