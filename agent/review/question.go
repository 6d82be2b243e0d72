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

// Question is a recorded fight to analyse.
type Question struct {
	Start     *fight.Fight     // as the record begins, without steps
	Steps     []rules.Step     // those that stand, see [fight.StandingSteps]
	Table     *agent.Tablebase // exact values where it has them; nil is none
	Nodes     int              // of one position; 0 is nodesPerPosition
	Cores     int              // changes how long it takes, nothing else
	TimeLimit time.Duration    // ends it with what is known; 0 is no limit
	Progress  func(n, of int)  // progress in positions, one call at a time; may be nil
}

// ErrStopped is the error of a review that was ended before two positions were assessed: a step lies between two.
var ErrStopped = errors.New("stopped before a step was looked at")

// nodesPerPosition returns the default budget of a position: 12 seconds of search for the whole record, divided by its
// positions, but at most a fifth of a second and at least 2,000 nodes. A fight of 60 steps takes a few seconds.
func nodesPerPosition(f *fight.Fight, positions int) int {
	second := cmp.Or(agent.AboutFight(f).AdviceSteps, 500_000) // nodes
	return max(2_000, min(second/5, 12*second/max(1, positions)))
}

// Run reviews the record. Without a time limit the same question has the same answer on any number of cores. If ctx is
// done it returns its error with the review of what was assessed until then, and [ErrStopped] if that is nothing.
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
	var assessed []assessment
	worker := func() func(k int) (assessment, error) {
		j := positionJudge{table: q.Table, limits: search.Limits{Nodes: nodes}}
		return func(k int) (assessment, error) { return j.assess(within, moments[k]) }
	}
	err = jobs.RunOrdered(within, len(moments), q.Cores, worker, func(k int, a assessment) bool {
		assessed = append(assessed, a)
		if q.Progress != nil {
			q.Progress(k+1, len(moments))
		}
		return false
	})
	late := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	switch {
	case err != nil && !late:
		return nil, err
	case len(assessed) == 0 || len(assessed) < 2 && len(moments) > 1:
		return nil, ErrStopped
	}
	r := reviewOf(moments[:len(assessed)], assessed, nodes, len(moments))
	r.Repeatable = !late
	r.Forecast = assessed[0].forecast
	return r, ctx.Err()
}

// moment is a position of the record with the step made there; the last has none.
type moment struct {
	position *fight.Fight
	step     rules.Step
	picture  picture.Picture
	banned   fight.Bans // by the GM, at that time
}

// positionsOf replays the steps and returns every position on the way.
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
