package agent

import (
	"context"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// PlayUntil plays until seat (or, with [rules.Nobody], anyone) has to decide. All others play the search's choice, and each
// throw has its most likely outcome. It returns the steps it made.
func PlayUntil(ctx context.Context, f *fight.Fight, seat rules.Seat, lim search.Limits) (steps []rules.Step, err error) {
	minds := slices.Repeat(Seating{&Search{Limits: lim}}, len(f.Roster()))
	for range StepsMax {
		turn := f.Turn()
		switch {
		case ctx.Err() != nil:
			return steps, ctx.Err()
		case turn.Kind == rules.Over && seat == rules.Nobody:
			return steps, fmt.Errorf("the fight is over, want a position where somebody decides")
		case turn.Kind == rules.Over:
			return steps, fmt.Errorf("the fight is likely to be over before %s decides, want another seat", f.Name(seat))
		case turn.Kind != rules.Chance && (seat == rules.Nobody || turn.Seat == seat):
			return steps, nil
		}
		var step rules.Step
		if turn.Kind == rules.Chance {
			step, err = f.Dice(likeliestThrow(f)...)
		} else {
			step, err = Next(ctx, f, minds)
		}
		if err != nil {
			return steps, err
		}
		steps = append(steps, step)
	}
	return steps, fmt.Errorf("nobody has decided after %d steps", StepsMax)
}

// throwsTried is how many throws of dice without a fixed number are tried for the likeliest.
const throwsTried = 60

// likeliestThrow returns what the dice a fight waits for show if they fall as is likeliest. Dice that the system throws itself
// are thrown a number of times, and what most of those lead to is likeliest.
func likeliestThrow(f *fight.Fight) []int {
	c := f.Check()
	if c.Says == "" {
		return likeliest(c)
	}
	var shown [][]int
	var led []*fight.Fight
	var count []int
	most := 0
	for seed := range uint64(throwsTried) {
		next := f.Again(seed)
		step, err := next.Roll()
		if err != nil {
			continue
		}
		i := slices.IndexFunc(led, next.Same)
		if i < 0 {
			i = len(led)
			shown, led, count = append(shown, step.Roll), append(led, next), append(count, 0)
		}
		if count[i]++; count[i] > count[most] {
			most = i
		}
	}
	return shown[most]
}

// likeliestContest returns the same for the dice of two: the first half wins or loses by one, as near to the middle as goes.
func likeliestContest(c rules.Check) []int {
	by := c.Need - c.Mod - 1
	if c.P >= 0.5 {
		by += 2
	}
	half := len(c.Dice) / 2
	least, most := half, 0
	for _, sides := range c.Dice[:half] {
		most += sides
	}
	by = min(max(by, least-most), most-least)
	own := min(max((least+most+by)/2, least), most)
	other := min(max(own-by, least), most)
	own = other + by
	return append(spread(own, c.Dice[:half]), spread(other, c.Dice[half:])...)
}

// likeliest returns a throw that succeeds or fails, whichever is likelier, as near to the middle as that goes. Two dice are
// not equal if they need not be.
func likeliest(c rules.Check) []int {
	if c.Contest {
		return likeliestContest(c)
	}
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
	dice := spread(sum, c.Dice)
	if len(dice) == 2 && dice[0] == dice[1] && dice[1] > 1 && dice[0] < c.Dice[0] {
		dice[0]++
		dice[1]--
	}
	return dice
}

// spread shares a sum that these dice can show out among them, evenly.
func spread(sum int, sides []int) []int {
	dice := make([]int, len(sides))
	for i := range dice {
		dice[i] = 1
	}
	for left := sum - len(dice); left > 0; {
		for i := range dice {
			if left > 0 && dice[i] < sides[i] {
				dice[i]++
				left--
			}
		}
	}
	return dice
}
