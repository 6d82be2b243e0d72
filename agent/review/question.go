package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Question is a recorded fight to go over.
type Question struct {
	Start     *fight.Fight     // as the record begins, without steps
	Steps     []rules.Step     // those that stand, see [fight.StandingSteps]
	Table     *agent.Tablebase // exact values where it has them; nil is none
	Nodes     int              // of one position; 0: a share of what advice looks at, see [budgetWhole]
	Cores     int              // changes how long it takes, nothing else
	TimeLimit time.Duration    // ends it with what is known; 0 is no limit
	Progress  func(n, of int)  // progress in positions, one call at a time; may be nil
}

// ErrStopped is the error of a review that was ended before two positions were looked at: a step lies between two.
var ErrStopped = errors.New("stopped before a step was looked at")

// Shares of what advice looks at in a second, see AdviceSteps of [book.About]: of the positions of a whole review, of
// one at most.
const (
	adviceUsual = 500_000 // where a system says nothing
	budgetWhole = 12
	budgetMost  = 5     // a part of it
	budgetLeast = 2_000 // nodes, however long the record is
)

// nodesPerPosition returns how many nodes a review looks at for each position of a record, if nobody says: a whole
// budget divided by the positions, so that a fight of 60 steps takes a few seconds.
func nodesPerPosition(f *fight.Fight, positions int) int {
	advice := cmp.Or(agent.AboutFight(f).AdviceSteps, adviceUsual)
	return max(budgetLeast, min(advice/budgetMost, budgetWhole*advice/max(1, positions)))
}

// Run goes over the record. Without a time limit the same question has the same answer on any number of cores. If ctx
// is done it returns its error with the review of what was looked at until then, and [ErrStopped] if that is nothing.
func (q *Question) Run(ctx context.Context) (*Review, error) {
	if q.Table != nil {
		if _, _, err := q.Table.Bounds(q.Start); errors.Is(err, agent.ErrOtherFight) {
			return nil, err
		}
	}
	moments, err := positionsOf(q.Start, q.Steps)
	if err != nil {
		return nil, err
	}
	nodes := cmp.Or(q.Nodes, nodesPerPosition(q.Start, len(moments)))
	within := ctx
	if q.TimeLimit > 0 {
		var end context.CancelFunc
		within, end = context.WithTimeout(ctx, q.TimeLimit)
		defer end()
	}
	var looks []assessment
	worker := func() func(k int) (assessment, error) {
		j := positionJudge{table: q.Table, limits: search.Limits{Nodes: nodes}}
		return func(k int) (assessment, error) { return j.assess(within, moments[k]) }
	}
	err = jobs.RunOrdered(within, len(moments), q.Cores, worker, func(k int, l assessment) bool {
		looks = append(looks, l)
		if q.Progress != nil {
			q.Progress(k+1, len(moments))
		}
		return false
	})
	late := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	switch {
	case err != nil && !late:
		return nil, err
	case len(looks) == 0 || len(looks) < 2 && len(moments) > 1:
		return nil, ErrStopped
	}
	r := reviewOf(moments[:len(looks)], looks, nodes, len(moments))
	r.Repeatable = !late
	r.Forecast = looks[0].forecast
	return r, ctx.Err()
}

// moment is a position of the record with the step made there; the last has none.
type moment struct {
	position *fight.Fight // the position
	step     rules.Step   // made there
	picture  picture.Picture
	banned   fight.Bans // what the GM has forbidden by then
}

// positionsOf makes the steps again and keeps every position on the way, and the bans that were in force there: a
// decision that the GM had forbidden was no choice.
func positionsOf(start *fight.Fight, steps []rules.Step) (moments []moment, err error) {
	f, title := start.Copy(), agent.Title(start)
	var banned fight.Bans
	for _, s := range steps {
		if banned = banned.After(s); !s.Says() {
			moments = append(moments, moment{f.Fork(), s, picture.Of(f, title), banned})
		}
		if _, err := f.Repeat(s); err != nil {
			return nil, fmt.Errorf("step %d: %w", s.N, err)
		}
	}
	return append(moments, moment{f.Fork(), rules.Step{}, picture.Of(f, title), banned}), nil
}

// isBanned reports whether the GM has banned a decision for who decides.
func (m moment) isBanned(words string) bool {
	return m.banned.Forbids(m.position.Roster()[m.position.Turn().Seat], words)
}
