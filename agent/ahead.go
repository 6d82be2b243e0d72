package agent

import (
	"context"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// PlayUntil plays until seat (or, with [rules.Nobody], any seat) has to decide. All others play the search's choice,
// and each throw has its most likely outcome. It returns the steps it made.
func PlayUntil(ctx context.Context, f *fight.Fight, seat rules.Seat, limits search.Limits) (steps []rules.Step, err error) {
	seats := slices.Repeat(Seating{&Search{Limits: limits}}, len(f.Roster()))
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
			step, err = Next(ctx, f, seats)
		}
		if err != nil {
			return steps, err
		}
		steps = append(steps, step)
	}
	return steps, fmt.Errorf("nobody has decided after %d steps", StepsMax)
}

// throwsTried is how many throws are tried to find the likeliest outcome of dice without a fixed number.
const throwsTried = 60

// likeliestThrow returns the faces of the likeliest outcome of the dice that a fight waits for. Dice that only the
// system can throw are thrown a number of times; the likeliest outcome is the position that most of these throws lead
// to.
func likeliestThrow(f *fight.Fight) []int {
	c := f.Check()
	if c.Says == "" {
		return likeliestFaces(c)
	}
	var outcomes []*fight.Fight
	var faces [][]int // that lead to each outcome
	var count []int   // of throws that do
	most := 0         // the outcome with the highest count
	for seed := range uint64(throwsTried) {
		next := f.Again(seed)
		step, err := next.Roll()
		if err != nil {
			continue
		}
		i := slices.IndexFunc(outcomes, next.Same)
		if i < 0 {
			i = len(outcomes)
			outcomes, faces, count = append(outcomes, next), append(faces, step.Roll), append(count, 0)
		}
		if count[i]++; count[i] > count[most] {
			most = i
		}
	}
	return faces[most]
}

// likeliestContestFaces is likeliestFaces for a contest: the first half of the dice, which are one side's, wins or
// loses by one. The sums are as near to the middle as that allows.
func likeliestContestFaces(c rules.Check) []int {
	margin := c.Need - c.Mod - 1
	if c.P >= 0.5 {
		margin += 2
	}
	half := len(c.Dice) / 2
	least, most := half, 0
	for _, sides := range c.Dice[:half] {
		most += sides
	}
	margin = min(max(margin, least-most), most-least)
	own := min(max((least+most+margin)/2, least), most)
	other := min(max(own-margin, least), most)
	own = other + margin
	return append(spreadSum(own, c.Dice[:half]), spreadSum(other, c.Dice[half:])...)
}

// likeliestFaces returns faces with which a check succeeds or fails, whichever is likelier, with a sum as near to the
// middle as that allows. Two dice do not show the same face if they need not.
func likeliestFaces(c rules.Check) []int {
	if c.Contest {
		return likeliestContestFaces(c)
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
	dice := spreadSum(sum, c.Dice)
	if len(dice) == 2 && dice[0] == dice[1] && dice[1] > 1 && dice[0] < c.Dice[0] {
		dice[0]++
		dice[1]--
	}
	return dice
}

// spreadSum returns faces of these dice with a sum, as even as possible. The dice must be able to show the sum.
func spreadSum(sum int, sides []int) []int {
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
