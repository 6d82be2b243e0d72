package agent

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Plan is what a seat would do with its next breath or turn.
type Plan struct {
	Seat  string   `json:"seat"`
	Do    []string `json:"do"`
	Check *Odds    `json:"check"` // of the first, if it is rolled for
}

// plansMax is how many steps plans reach ahead.
const plansMax = 500

// Plans returns what some seats would do in the present position, each with its next breath or turn of this round, in the
// order of their turns. It makes one search per breath. Dice have their most likely outcome, and other seats do nothing but
// answer. of selects the seats, as returns the character of a seat, and closed reports whether a decision is closed to it. The
// fight is not changed.
func Plans(ctx context.Context, f *fight.Fight, lim search.Limits, of func(rules.Seat) bool, as func(rules.Seat) book.Character,
	closed func(rules.Seat, fight.Option) bool) (plans []Plan, err error) {
	f, round, idle := f.Fork(), f.Round(), Of(f).IdleDecisions
	var begun []rules.Seat
	var line []string // what is left of the last plan
	for n := range plansMax {
		turn := f.Turn()
		if turn.Kind == rules.Over || turn.Begins && (f.Round() != round || slices.Contains(begun, turn.Seat)) {
			break
		}
		if turn.Kind == rules.Chance {
			if _, err := f.Dice(likeliestThrow(f)...); err != nil {
				return plans, err
			}
			continue
		}
		shut := func(o fight.Option) bool { return closed(turn.Seat, o) }
		if turn.Begins {
			begun, line = append(begun, turn.Seat), idle
		}
		if of(turn.Seat) && (turn.Begins || n == 0) {
			a, err := planAdvice(ctx, f, lim, as(turn.Seat), shut)
			if err != nil {
				return plans, err
			}
			line, plans = a.Plan, append(plans, Plan{a.Seat, a.Plan, a.Check})
		}
		if line, err = along(ctx, f, shut, line); err != nil {
			return plans, err
		}
	}
	return plans, ctx.Err()
}

// along makes the next decision: the first that a line has and that is legal, else what gains most at once.
func along(ctx context.Context, f *fight.Fight, shut func(fight.Option) bool, line []string) ([]string, error) {
	options := f.Options()
	for i, words := range line {
		if k := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == words && !shut(o) }); k >= 0 {
			_, err := f.Play(options[k].Action)
			return line[i+1:], err
		}
	}
	v, err := Look(f)
	if err != nil {
		return nil, err
	}
	a, err := Greedy{}.Choose(ctx, v.Without(shut))
	if err != nil {
		return nil, err
	}
	_, err = f.Play(a)
	return line, err
}
