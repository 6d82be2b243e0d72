package search

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"kokyu/rules"
)

// stopping is a game that cancels a context with one of its own Plays, so that no test needs a clock.
type stopping[S comparable] struct {
	Solvable[S]
	cancel context.CancelFunc
	after  int
	plays  int
}

func (g *stopping[S]) Play(s *S, a rules.Action, log *rules.Log) {
	if g.plays++; g.plays == g.after {
		g.cancel()
	}
	g.Solvable.Play(s, a, log)
}

func stop(t *testing.T, after int) (context.Context, *stopping[brawlState], brawlState) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	g, start := newBrawl(2, 2, 3, 4, 4)
	return ctx, &stopping[brawlState]{Solvable: g, cancel: cancel, after: after}, start
}

// lateMost is how many Plays may be made after the one that cancels.
const lateMost = 2 * lateEvery

// A search that is cancelled says so with the answer of the stages it had finished: the one that as many nodes as
// those stages took would give.
func TestACancelledSearchAnswersWithItsFinishedStages(t *testing.T) {
	for _, after := range []int{1, 1500, 5_000, 40_000, 150_000} {
		ctx, g, start := stop(t, after)
		r, err := New[brawlState](g).Search(ctx, start, Limits{Nodes: 10_000_000})
		if !errors.Is(err, context.Canceled) || r.Repeatable {
			t.Fatalf("%d plays: error %v, repeatable %v", after, err, r.Repeatable)
		}
		if g.plays > after+lateMost {
			t.Errorf("%d plays: %d more after the context was cancelled", after, g.plays-after)
		}
		whole, err := New[brawlState](g.Solvable).Search(t.Context(), start, Limits{Depth: r.Coverage.Depth})
		if err != nil {
			t.Fatal(err)
		}
		if r.Exact && r.Coverage.Depth > 0 && !slices.EqualFunc(r.Options, whole.Options, func(a, b Option) bool { return a.Action == b.Action && a.Value == b.Value }) {
			t.Errorf("%d plays: depth %d answers\n%v, want\n%v", after, r.Coverage.Depth, r.Options, whole.Options)
		}
		if legal := g.Actions(&start, nil); len(r.Options) != len(legal) || !slices.Contains(legal, r.Best) {
			t.Errorf("%d plays: %d options, the best %v, of %v", after, len(r.Options), r.Best, legal)
		}
	}
}

// A context that is cancelled already leaves a search its fallback, and a solver, a count and a trial nothing.
func TestWhatIsCancelledBeforeItBeginsDoesNothing(t *testing.T) {
	ctx, g, start := stop(t, 0)
	g.cancel()
	r, err := New[brawlState](g).Search(ctx, start, Limits{Nodes: 1_000_000})
	if !errors.Is(err, context.Canceled) || !r.IsBlind() || len(r.Options) != len(g.Actions(&start, nil)) || g.plays != 0 {
		t.Errorf("search: error %v after %d plays, %+v", err, g.plays, r)
	}
	if _, err := Solve(ctx, Solvable[brawlState](g), start, SolveLimits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("solve: %v", err)
	}
	for depth := range 4 {
		if c, err := Perft[brawlState](ctx, g, start, depth); !errors.Is(err, context.Canceled) {
			t.Errorf("perft of depth %d: %+v, %v", depth, c, err)
		}
	}
}

// A count and a solver leave off wherever they are.
func TestACancelledCountOrSolverLeavesOff(t *testing.T) {
	for _, after := range []int{1, 5_000, 60_000} {
		ctx, g, start := stop(t, after)
		if c, err := Perft[brawlState](ctx, g, start, 30); !errors.Is(err, context.Canceled) || g.plays > after+lateMost {
			t.Errorf("perft: %+v, %v, %d plays after %d", c, err, g.plays, after)
		}
		ctx, g, start = stop(t, after)
		if _, err := Solve(ctx, Solvable[brawlState](g), start, SolveLimits{}); !errors.Is(err, context.Canceled) || g.plays > after+lateMost {
			t.Errorf("solve: %v, %d plays after %d", err, g.plays, after)
		}
	}
}

// A solver leaves off in those of its phases that play nothing too.
func TestACancelledSolverLeavesOffInEveryPhase(t *testing.T) {
	g, start := newBrawl(1, 1, 2, 4, 3)
	for _, stage := range []string{"exploring", "solving", "closing in"} {
		ctx, cancel := context.WithCancel(t.Context())
		told := 0
		_, err := Solve(ctx, Solvable[brawlState](g), start, SolveLimits{Endless: stage == "closing in", Progress: func(p Progress) {
			if p.Stage == stage {
				told++
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || told != 1 {
			t.Errorf("%s: %v, told %d times", stage, err, told)
		}
	}
}

// upTo reads and cancels with the first bytes.
type upTo struct {
	io.Reader
	cancel context.CancelFunc
}

func (r upTo) Read(b []byte) (int, error) {
	r.cancel()
	return r.Reader.Read(b)
}

// A table is neither written nor read, and no policy tried, once the context is cancelled.
func TestTablesAndTrialsLeaveOff(t *testing.T) {
	g, start := newBrawl(1, 1, 2, 4, 3)
	sol := solve(t, Solvable[brawlState](g), start, SolveLimits{})
	ctx, cancel := context.WithCancel(t.Context())
	var b bytes.Buffer
	if err := sol.Save(ctx, &b, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(ctx, Solvable[brawlState](g), upTo{&b, cancel}); !errors.Is(err, context.Canceled) {
		t.Errorf("load: %v", err)
	}
	if err := sol.Save(ctx, io.Discard, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("save: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	_, _, err := sol.Try(ctx, start, Trial[brawlState]{Progress: func(int) { cancel() }, Policy: func() Policy[brawlState] { return evenly[brawlState] }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("try: %v", err)
	}
}
