package agent

import (
	"context"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/strict"
	"kokyu/search"
)

// Ahead plays on until a seat decides, or with [rules.Nobody] until anybody does: everyone makes the search's own choice
// and the dice fall as is likeliest. It answers with the steps it made up.
func Ahead(ctx context.Context, f *rules.Fight, seat rules.Seat, lim search.Limits) (steps []rules.Step, err error) {
	mind := &Search{Limits: lim}
	for range StepsMax {
		turn := f.Turn()
		switch {
		case ctx.Err() != nil:
			return steps, ctx.Err()
		case turn.Kind == rules.Over && seat == rules.Nobody:
			return steps, fmt.Errorf("the fight is over, want a position where somebody decides")
		case turn.Kind == rules.Over:
			return steps, fmt.Errorf("the fight is likely to be over before %s decides, want another seat", strict.Escape(f.Name(seat)))
		case turn.Kind != rules.Chance && (seat == rules.Nobody || turn.Seat == seat):
			return steps, nil
		}
		var step rules.Step
		if turn.Kind == rules.Chance {
			step, err = f.Dice(likeliest(f.Check())...)
		} else {
			var a rules.Action
			if a, err = mind.Choose(ctx, f); err == nil {
				step, err = f.Play(a)
			}
		}
		if err != nil {
			return steps, err
		}
		steps = append(steps, step)
	}
	return steps, fmt.Errorf("nobody has decided after %d steps", StepsMax)
}

// likeliest is a throw that succeeds or fails, whichever is likelier, as near to the middle as that goes. Two dice are
// not equal if they need not be.
func likeliest(c rules.Check) []int {
	sum, least, most := 0, len(c.Dice), 0
	for _, sides := range c.Dice {
		most += sides
		sum += sides + 1
	}
	sum /= 2
	if need := c.Need - c.Mod; c.P >= 0.5 {
		sum = max(sum, need)
	} else {
		sum = min(sum, need-1)
	}
	sum = min(max(sum, least), most)
	dice := make([]int, len(c.Dice))
	for i := range dice {
		dice[i] = 1
	}
	for left := sum - least; left > 0; { // spread it evenly
		for i := range dice {
			if left > 0 && dice[i] < c.Dice[i] {
				dice[i]++
				left--
			}
		}
	}
	if len(dice) == 2 && dice[0] == dice[1] && dice[1] > 1 && dice[0] < c.Dice[0] {
		dice[0]++
		dice[1]--
	}
	return dice
}
