package agent

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Plan is what a seat would do in its next breath or turn.
type Plan struct {
	Seat  string   `json:"seat"`
	Do    []string `json:"do"`
	Check *Odds    `json:"check"` // of the first maneuver; nil if nothing is thrown for it
}

// planStepsMax is how many steps Plans plays ahead at most.
const planStepsMax = 500

// Plans returns what some seats would do, each in its next breath or turn of this round, in the order of their turns.
// of selects the seats, as returns the character of a seat, and banned reports whether the GM has banned a decision for
// it. There is one search for each breath; dice have their most likely outcome, and all other seats do nothing but
// answer. The fight is not changed.
func Plans(ctx context.Context, f *fight.Fight, limits search.Limits, of func(rules.Seat) bool, as func(rules.Seat) book.Character,
	banned func(rules.Seat, fight.Option) bool) (plans []Plan, err error) {
	f, round, idle := f.Fork(), f.Round(), AboutFight(f).IdleDecisions
	var begun []rules.Seat
	var line []string // the rest of the plan under way; of a seat without a plan, only what passes its turn
	for n := range planStepsMax {
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
		isBanned := func(o fight.Option) bool { return banned(turn.Seat, o) }
		if turn.Begins {
			begun, line = append(begun, turn.Seat), idle
		}
		if of(turn.Seat) && (turn.Begins || n == 0) {
			v, err := Look(f)
			if err != nil {
				return plans, err
			}
			a, err := searchAdvice(ctx, f, v.Without(isBanned), limits, as(turn.Seat))
			if err != nil {
				return plans, err
			}
			line, plans = a.Plan, append(plans, Plan{a.Seat, a.Plan, a.Check})
		}
		if line, err = playAlong(ctx, f, isBanned, line); err != nil {
			return plans, err
		}
	}
	return plans, ctx.Err()
}

// playAlong makes the next decision: the first one of the line that is legal, otherwise the greedy one. It returns the
// rest of the line.
func playAlong(ctx context.Context, f *fight.Fight, isBanned func(fight.Option) bool, line []string) ([]string, error) {
	options := f.Options()
	for i, words := range line {
		if k := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == words && !isBanned(o) }); k >= 0 {
			_, err := f.Play(options[k].Action)
			return line[i+1:], err
		}
	}
	v, err := Look(f)
	if err != nil {
		return nil, err
	}
	a, err := Greedy{}.Choose(ctx, v.Without(isBanned))
	if err != nil {
		return nil, err
	}
	_, err = f.Play(a)
	return line, err
}
