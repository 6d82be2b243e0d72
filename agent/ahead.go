package agent

import (
	"context"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// PlayUntil plays until seat (or, with [rules.Nobody], any seat) has to decide. All others play the search's choice,
// and each throw has its most likely outcome. It returns the steps it made.
func PlayUntil(ctx context.Context, f *fight.Fight, seat rules.Seat,
	limits search.Limits) (steps []rules.Step, err error) {
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
			step, err = MakeStep(ctx, f, seats)
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

// likeliestThrow returns the faces of the likeliest outcome of the dice that a fight waits for. Where the number of
// dice is not fixed the dice are thrown throwsTried times; the likeliest outcome is the position to which most throws
// lead.
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
// loses by one, with sums as near to the middle as that allows.
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
// middle as that allows. Two dice show different faces if they can: in some systems doubles mean more than their sum.
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
	dice := slices.Repeat([]int{1}, len(sides))
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

// Plan is what a seat would do in its next breath or turn.
type Plan struct {
	Seat  string   `json:"seat"`
	Do    []string `json:"do"`
	Check *Odds    `json:"check"` // of the first decision; nil if nothing is thrown for it
	// Against is what a foe throws first against the first decision; nil if none does.
	Against *Odds `json:"against"`
}

// planStepsMax is how many steps Plans plays ahead at most.
const planStepsMax = 500

// Plans returns what some seats would do, each in its next breath or turn of this round, in the order of their turns.
// isPlanned selects the seats, characterOf returns the character of a seat, and banned reports whether the GM has
// banned a decision for it. Each breath is searched once; dice have their likeliest outcome, and all other seats only
// answer. The fight is not changed.
func Plans(ctx context.Context, f *fight.Fight, limits search.Limits, isPlanned func(rules.Seat) bool,
	characterOf func(rules.Seat) book.Character, banned func(rules.Seat, fight.Option) bool) (plans []Plan, err error) {
	f, round, idle := f.Fork(), f.Round(), AboutFight(f).IdleDecisions
	var begun []rules.Seat
	// line is the rest of the plan under way; for a seat without a plan, the decisions that pass its turn.
	var line []string
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
		if isPlanned(turn.Seat) && (turn.Begins || n == 0) {
			v, err := Look(f)
			if err != nil {
				return plans, err
			}
			a, err := searchAdvice(ctx, f, v.Without(isBanned), limits, characterOf(turn.Seat))
			if err != nil {
				return plans, err
			}
			line, plans = a.Plan, append(plans, Plan{a.Seat, a.Plan, a.Check, a.Against})
		}
		if line, err = playNextOf(ctx, f, isBanned, line); err != nil {
			return plans, err
		}
	}
	return plans, ctx.Err()
}

// playNextOf makes the first decision of the line that is legal, otherwise the greedy one, and returns the rest of the
// line. A decision of the line need not be legal, since the plan may assume other dice than the likeliest.
func playNextOf(ctx context.Context, f *fight.Fight, isBanned func(fight.Option) bool,
	line []string) ([]string, error) {
	options := f.Options()
	for i, words := range line {
		isNext := func(o fight.Option) bool { return o.Words == words && !isBanned(o) }
		if k := slices.IndexFunc(options, isNext); k >= 0 {
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
