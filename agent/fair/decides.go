package fair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// findDecisive finds what decides the fight. It compares the fight with the party played one level worse and better,
// without each combatant and, if the encounter is a file, without each weapon of a side and each rule of the encounter.
// What cannot be fought is listed with the reason: left out, it would look as if it decided nothing.
func (q *Question) findDecisive(ctx context.Context, answer *Answer) error {
	for _, better := range []int{-1, 1} {
		if !q.canPlayBetter(better) {
			continue
		}
		change := "the party played one level " + text.Either(better < 0, "worse", "better")
		e, err := q.compare(ctx, answer, change, start{fight: q.Fight, better: better})
		if err != nil {
			return err
		}
		answer.Levels = append(answer.Levels, e)
	}
	roster := q.Fight.Roster()
	for i, r := range roster {
		if isAlone(roster, r.Side) {
			continue // without it there is no fight
		}
		f, err := q.without(rules.Seat(i))
		if err := q.compareWithout(ctx, answer, "combatant", "without "+r.Name, f, err); err != nil {
			return err
		}
	}
	if q.Source == nil {
		return nil
	}
	for _, x := range q.removables() {
		f, err := x.file.begin(1) // any seed: the seeds of the comparison are the question's
		err = firstProblem(err)
		if err == nil && f.Turn().Kind == rules.Over {
			err = errors.New("the fight is over as it begins")
		}
		if err := q.compareWithout(ctx, answer, x.sort, x.says, f, err); err != nil {
			return err
		}
	}
	return nil
}

// compareWithout adds to the answer the effect of f, the fight without something. If there is no such fight, the error
// why is added as the reason.
func (q *Question) compareWithout(ctx context.Context, a *Answer, sort, says string, f *fight.Fight, why error) error {
	e := Effect{Change: says}
	if why != nil {
		e.Why = why.Error()
	} else {
		var err error
		if e, err = q.compare(ctx, a, says, start{fight: f}); err != nil {
			return err
		}
	}
	e.Sort = sort
	a.Decides = append(a.Decides, e)
	slices.SortStableFunc(a.Decides, func(x, y Effect) int {
		return cmp.Compare(math.Abs(y.Effect.Mean), math.Abs(x.Effect.Mean))
	})
	return nil
}

// firstProblem returns what is wrong first in a changed file, without its place: nobody sees that file. Other errors
// stay as they are.
func firstProblem(err error) error {
	if problems, ok := errors.AsType[text.Problems](err); ok && len(problems) > 0 {
		return errors.New(text.Escape(problems[0].What))
	}
	return err
}

// canPlayBetter reports whether somebody of the party can be played so many levels better; a negative number is worse.
func (q *Question) canPlayBetter(better int) bool {
	return q.Players[0].Agent == nil && slices.ContainsFunc(q.Fight.Roster(), func(f rules.Fighter) bool {
		return f.Side == q.Party && q.Players[0].characterOf(f, better) != q.Players[0].characterOf(f, 0)
	})
}

// isAlone reports whether a side has one combatant only.
func isAlone(roster []rules.Fighter, side rules.Side) bool {
	isOfSide := func(f rules.Fighter) bool { return f.Side == side }
	first := slices.IndexFunc(roster, isOfSide)
	return first >= 0 && !slices.ContainsFunc(roster[first+1:], isOfSide)
}

// without returns the fight without one of its combatants: begun from the file without it or, if there is no file or
// the file cannot be begun so, the fight after it has left. If both fail, the error is that of the file.
func (q *Question) without(seat rules.Seat) (*fight.Fight, error) {
	f := q.Fight
	var fileErr error
	if q.Source != nil {
		next, err := q.Source.without(seat).begin(1)
		if err == nil && next.Turn().Kind != rules.Over {
			return next, nil
		}
		fileErr = err
	}
	next := f.Copy() // with its steps: a job encodes the fight as a record
	if _, err := next.Edit(fight.LeaveEdit(f.Name(seat)), "taken away"); err != nil {
		return nil, cmp.Or(firstProblem(fileErr), err)
	}
	if next.Turn().Kind == rules.Over {
		return nil, fmt.Errorf("without %s the fight is over as it begins", text.Escape(f.Name(seat)))
	}
	return next, nil
}

// compare fights from another start until it is certain whether that is better or worse for the party, or the interval
// of the difference is as narrow as asked. The seeds are those of the answer, so that few fights are enough.
func (q *Question) compare(ctx context.Context, a *Answer, change string, g start) (Effect, error) {
	e := Effect{Change: change}
	var s fightScores
	err := q.fights(ctx, g, min(compareMax, a.Fights), func(k int, got agent.Account) bool {
		s.add(q.score(got))
		e.Fights = k + 1
		e.Effect = agent.DifferenceOf(s.adjusted, a.base.adjusted)
		if q.Progress != nil {
			q.Progress(Progress{Task: change, Fights: k + 1, Win: moveChance(a.Win, e.Effect)})
		}
		return (k+1)%fightsStep == 0 && (isCertain(e.Effect) || halfWidth(e.Effect) <= q.Within)
	})
	e.Win, e.Certain = moveChance(a.Win, e.Effect), isCertain(e.Effect)
	return e, err
}

// moveChance returns a chance changed by a difference, both with their intervals. The errors of both are taken to be
// independent, and add up as the sides of a right triangle.
func moveChance(from, by agent.Interval) agent.Interval {
	mean := max(0, min(1, from.Mean+by.Mean))
	half := math.Hypot(halfWidth(from), halfWidth(by))
	return agent.Interval{Mean: mean, Low: max(0, mean-half), High: min(1, mean+half)}
}

// isCertain reports whether the sign of a difference is certain.
func isCertain(i agent.Interval) bool { return i.Low > 0 || i.High < 0 }
