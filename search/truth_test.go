package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kokyu/rules"
)

// literal returns the definition of the search, written for reading: no bounds, no memory, matrix games by trying every
// kernel. breaths may still begin.
func literal[S comparable](g rules.Game[S], s S, breaths int) float64 {
	t := g.Turn(&s)
	if t.Kind == rules.Over {
		return g.Score(&s)
	}
	if t.Begins {
		if breaths == 0 {
			return g.Score(&s)
		}
		breaths--
	}
	after := func(a rules.Action) float64 {
		c := s
		g.Play(&c, a, nil)
		return literal(g, c, breaths)
	}
	if t.Kind == rules.Chance {
		sum := 0.0
		for _, o := range g.Odds(&s, nil) {
			sum += o.P * after(o.Action)
		}
		return sum
	}
	if t.Kind == rules.Commit {
		cells, rows, cols := literalCells(g, s, breaths)
		return game(cells, rows, cols, g.Side(t.Seat))
	}
	values := []float64{}
	for _, a := range g.Actions(&s, nil) {
		values = append(values, after(a))
	}
	best := values[0]
	for _, v := range values {
		if g.Side(t.Seat) == 0 {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}

// literalCells returns what every secret with every answer is worth.
func literalCells[S comparable](g rules.Game[S], s S, breaths int) (cells []float64, rows, cols int) {
	for _, a := range g.Actions(&s, nil) {
		c := s
		g.Play(&c, a, nil)
		for _, b := range g.Actions(&c, nil) {
			d := c
			g.Play(&d, b, nil)
			cells = append(cells, literal(g, d, breaths))
		}
		rows++
	}
	return cells, rows, len(cells) / rows
}

// game returns the value of a matrix game by its kernel.
func game(cells []float64, rows, cols int, side rules.Side) float64 {
	if side == 0 {
		return kernel(cells, rows, cols)
	}
	negated := make([]float64, len(cells))
	for i, v := range cells {
		negated[i] = -v
	}
	return -kernel(negated, rows, cols)
}

// literalOptions returns the values of the root's options to a depth, in the game's order.
func literalOptions[S comparable](g rules.Game[S], s S, depth int) map[rules.Action]float64 {
	values := map[rules.Action]float64{}
	for _, o := range rootOptions(g, &s, g.Turn(&s)) {
		c := s
		g.Play(&c, o.Action, nil)
		values[o.Action] = literal(g, c, depth-1)
	}
	return values
}

func checkTruth[S comparable](t interface{ Fatalf(string, ...any) }, g rules.Game[S], s S, r Result) {
	want := literalOptions(g, s, r.Coverage.Depth)
	if len(want) != len(r.Options) {
		t.Fatalf("got %d options, want %d", len(r.Options), len(want))
	}
	for _, o := range r.Options {
		if d := math.Abs(o.Value - want[o.Action]); d > 1e-12 {
			t.Fatalf("option %v: got %.15f, want %.15f", o.Action, o.Value, want[o.Action])
		}
		if len(o.Line) == 0 || o.Line[0].Action != o.Action {
			t.Fatalf("option %v begins with the line %v", o.Action, o.Line)
		}
	}
	if g.Turn(&s).Kind == rules.Decide {
		for _, v := range want {
			if g.Side(g.Turn(&s).Seat) == 0 && v > r.Value+1e-9 || g.Side(g.Turn(&s).Seat) == 1 && v < r.Value-1e-9 {
				t.Fatalf("best %v is worth %v, another option %v", r.Best, r.Value, v)
			}
		}
	}
}

// allSwitches are the ways to search that must agree.
var allSwitches = []way{
	{},
	{switches: switches{table: true}},
	{switches: switches{prune: true}},
	{switches: switches{prune: true, star2: true}},
	{narrow: true},
	{switches: switches{table: true, prune: true}},
	{switches: switches{table: true, prune: true, star2: true}},
	{narrow: true, switches: switches{table: true, prune: true}},
	{switches: switches{leaves: true}},
	{switches: switches{table: true, prune: true, star2: true, leaves: true}},
	{narrow: true, switches: switches{table: true, prune: true, star2: true}},
	{narrow: true, switches: switches{table: true, prune: true, star2: true, leaves: true}},
}

// way is one of them; without narrow the search is Full of [Limits].
type way struct {
	switches
	narrow bool
}

// tester is a test, or one check of rapid's.
type tester interface {
	Context() context.Context
	Fatalf(format string, args ...any)
}

func search[S comparable](t tester, g rules.Game[S], s S, sw way, lim Limits) Result {
	x := New(g)
	x.switches, lim.Full = sw.switches, !sw.narrow
	r, err := x.Search(t.Context(), s, lim)
	if err != nil {
		t.Fatalf("search: %v", err)
	}
	return r
}

// drawBush returns a random game and a position a few plies into it.
func drawBush(t *rapid.T) (bush, bushState) {
	g := bush{
		seed:  rapid.Uint64().Draw(t, "seed"),
		nodes: rapid.Uint64Range(2, 200).Draw(t, "nodes"),
		plies: uint8(rapid.IntRange(6, 13).Draw(t, "plies")),
		wide:  rapid.Uint64Range(2, 5).Draw(t, "wide"),
	}
	s := bushState{Node: rapid.Uint64Range(0, 9).Draw(t, "node"), Ply: rapid.Uint64Range(0, 4).Draw(t, "ply")}
	for g.Turn(&s).Kind == rules.Over {
		s.Node++
	}
	return g, s
}

// However it is searched, an option's value at full width is the value of the plain walk.
func TestEveryWayToSearchFindsTheLiteralValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawBush(t)
		depth := rapid.IntRange(1, 3).Draw(t, "depth")
		first := Result{}
		for i, sw := range allSwitches {
			sw.entries = 1 << rapid.IntRange(1, 9).Draw(t, "table")
			r := search(t, g, s, sw, Limits{Depth: depth})
			if !r.Exact || r.Coverage.Depth > depth || r.Coverage.Depth < depth && !r.Solved {
				t.Fatalf("%+v: not exact to depth %d: %+v", sw, depth, r.Coverage)
			}
			checkTruth(t, g, s, r)
			if i == 0 {
				first = r
			}
			if r.Best != first.Best || r.Value != first.Value {
				t.Fatalf("%+v: best %v %v, want %v %v", sw, r.Best, r.Value, first.Best, first.Value)
			}
		}
	})
}

// The same on a fight with breaths, reactions and dice, from positions of real play.
func TestFightValueIsTheLiteralValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := newBrawl(1, rapid.IntRange(1, 2).Draw(t, "foes"), 3, 2, 1)
		for range rapid.IntRange(0, 12).Draw(t, "plies") {
			wander(t, g, &s)
		}
		if g.Turn(&s).Kind == rules.Over {
			return
		}
		for _, sw := range allSwitches[5:] {
			checkTruth(t, g, s, search(t, g, s, sw, Limits{Depth: 1}))
		}
	})
}

// wander plays a random legal action or outcome.
func wander[S comparable](t *rapid.T, g rules.Game[S], s *S) {
	turn := g.Turn(s)
	if turn.Kind == rules.Over {
		return
	}
	options := rootOptions(g, s, turn)
	g.Play(s, options[rapid.IntRange(0, len(options)-1).Draw(t, "play")].Action, nil)
}

// A narrowed stage is a well-defined game tree: given what was known before it, bounds and table change nothing.
func TestNarrowedValueIsThatOfTheNarrowedTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawBush(t)
		turn := g.Turn(&s)
		known := newHistory()
		for range rapid.IntRange(0, 20).Draw(t, "known") {
			known.observe(rules.Seat(rapid.IntRange(0, 2).Draw(t, "seat")), rules.Action{Do: uint16(rapid.IntRange(0, 4).Draw(t, "do"))},
				rapid.Float64Range(0, 1).Draw(t, "loss"), rapid.Bool().Draw(t, "ends"))
		}
		depth, width := rapid.IntRange(1, 2).Draw(t, "depth"), rapid.IntRange(1, 3).Draw(t, "width")
		var want []Option
		for _, sw := range []switches{{}, {table: true}, {prune: true}, {table: true, prune: true}} {
			x := New(g)
			x.switches = sw
			x.begin(t.Context(), s, turn, Limits{Depth: depth})
			x.known.add(known)
			if ok, err := x.runStage(depth, width); !ok {
				t.Fatalf("unfinished: %v", err)
			}
			for i, o := range x.finished {
				if want != nil && want[i].Value != o.Value {
					t.Fatalf("%+v: option %v: got %v, want %v", sw, o.Action, o.Value, want[i].Value)
				}
			}
			want = x.finished
		}
	})
}

// At a narrow decision to end the breath is looked at, though nothing was learned of it.
func TestNoEndingIsLeftOut(t *testing.T) {
	g, s := newBrawl(1, 1, 3, 5, 2)
	x := New(g)
	x.begin(t.Context(), s, g.Turn(&s), Limits{Nodes: 1000})
	seat := g.Turn(&s).Seat
	g.Play(&s, rules.Action{Do: doGuard}, nil)
	if turn := g.Turn(&s); turn.Kind != rules.Decide || turn.Seat != seat || turn.Begins {
		t.Fatalf("after a guard: %+v", turn)
	}
	x.worker.start(stage{number: 1, depth: 1, width: 1}, 1000)
	first, kept := x.worker.listActions(&s, seat, place{owner: seat}, rules.Action{})
	looked := x.worker.actions[first : first+kept]
	if all := len(g.Actions(&s, nil)); kept >= all || !slices.Contains(looked, rules.Action{Do: doEnd}) {
		t.Errorf("of %d actions it looks at %v, want the ending among them, and not all", all, looked)
	}
}

// The answer depends on position and limits alone, not on what was searched before.
func TestResultRepeats(t *testing.T) {
	g, s := newBrawl(2, 3, 4, 6, 2)
	_, small := newBrawl(2, 2, 2, 3, 1)
	used := New(g)
	for _, nodes := range []int{0, 1, 2, 3, 7, 30, 100, 1000, 5000, 20_000, 60_000} {
		lim := Limits{Nodes: nodes}
		want := fmt.Sprint(New(g).Search(t.Context(), s, lim))
		used.switches.entries = 0
		if got := fmt.Sprint(used.Search(t.Context(), s, lim)); got != want {
			t.Fatalf("nodes %d, searcher used before:\n got %s\nwant %s", nodes, got, want)
		}
		used.switches.entries = 64
		used.Search(t.Context(), small, Limits{Nodes: 3000})
	}
}

// unanswered returns what a blow of side 0 does if nobody answers it: the mean over its dice.
func unanswered(g *brawl, s brawlState) (v float64) {
	switch t := g.Turn(&s); {
	case t.Kind == rules.Chance:
		for _, o := range g.Odds(&s, nil) {
			next := s
			g.Play(&next, o.Action, nil)
			v += o.P * unanswered(g, next)
		}
		return v
	case s.Phase == brawlReact:
		g.Play(&s, rules.Action{Do: doTake}, nil)
	}
	return g.Score(&s)
}

// A blow that the budget does not settle is worth what it does, and not the position in which nothing has come of it yet.
func TestAGlanceCountsWhatABlowDoes(t *testing.T) {
	g, s := newBrawl(1, 1, 3, 5, 2)
	r, err := New(g).Search(t.Context(), s, Limits{Nodes: 40})
	if err != nil || !r.Coverage.Glance {
		t.Fatalf("with 40 nodes: %+v, %v, want a glance", r.Coverage, err)
	}
	if cut := (rules.Action{Do: doCut}); r.Best != cut {
		t.Errorf("with 40 nodes it does %v, want the cut %v: %v", r.Best, cut, r.Options)
	}
}

// A result is complete and within its budget at any budget.
func TestAnyBudgetAnswers(t *testing.T) {
	g, s := newBrawl(2, 2, 3, 5, 2)
	legal := len(g.Actions(&s, nil))
	x := New(g)
	glances := 0
	for nodes := range 600 {
		r, err := x.Search(t.Context(), s, Limits{Nodes: nodes})
		if err != nil || len(r.Options) != legal || r.Coverage.Nodes > nodes || !r.Repeatable {
			t.Fatalf("nodes %d: %+v, %v", nodes, r, err)
		}
		if r.Coverage.Glance {
			glances++
			for _, o := range r.Options {
				if !o.Coverage.Glance {
					continue
				}
				next := s
				g.Play(&next, o.Action, nil)
				if v := unanswered(g, next); o.Coverage.Nodes == 1 && o.Value != g.Score(&next) || o.Coverage.Nodes > 1 && o.Value > v+1e-12 {
					t.Fatalf("nodes %d: at a glance %v is worth %v, want %v, or %v less what answers take", nodes, o.Action, o.Value, g.Score(&next), v)
				}
			}
			continue
		}
		if !r.Coverage.Exchange && r.Coverage.Depth+r.Coverage.Width == 0 && (r.Value != g.Score(&s) || r.Best != g.Actions(&s, nil)[0]) {
			t.Fatalf("nodes %d: the fallback is %v at %v", nodes, r.Best, r.Value)
		}
	}
	if glances == 0 {
		t.Error("no budget is large enough for a glance and too small for a first stage")
	}
}

// What a result claims to have seen grows with the budget, and narrowing is always admitted.
func TestSeenTellsHowMuchWasLookedAt(t *testing.T) {
	g, s := newBrawl(3, 3, 3, 6, 2)
	x := New(g)
	wide := Result{}
	for nodes := 1 << 8; nodes <= 1<<19; nodes *= 2 {
		r, _ := x.Search(t.Context(), s, Limits{Nodes: nodes})
		if share := r.Coverage.Share; share[0] < 0 || share[0] > 1 || r.Coverage.Width > 0 && r.Coverage.Depth == 0 && share[0] == 1 {
			t.Fatalf("nodes %d: width %d, share %v", nodes, r.Coverage.Width, share)
		}
		if r.IsBlind() && r.Coverage.Width > 0 {
			t.Fatalf("nodes %d: blind after %+v", nodes, r.Coverage)
		}
		if r.Exact != (r.Coverage.Width == 0 && r.Coverage.Depth > 0) || r.Exact && r.Coverage.Share[0] != 1 {
			t.Fatalf("nodes %d: exact %v with %+v", nodes, r.Exact, r.Coverage)
		}
		if r.Coverage.Depth < wide.Coverage.Depth {
			t.Fatalf("nodes %d: depth %d after %d", nodes, r.Coverage.Depth, wide.Coverage.Depth)
		}
		sum, spent, least := 0.0, 0, math.MaxInt
		for _, o := range r.Options {
			sum, spent, least = sum+o.Coverage.Share[0], spent+o.Coverage.Nodes, min(least, o.Coverage.Depth)
		}
		if mean := sum / float64(len(r.Options)); math.Abs(mean-r.Coverage.Share[0]) > 1e-6 {
			t.Fatalf("nodes %d: options were looked at to %v, all of them to %v", nodes, mean, r.Coverage.Share[0])
		}
		if least != r.Coverage.Depth || spent > r.Coverage.Nodes {
			t.Fatalf("nodes %d: options were looked through for %d breaths and %d nodes, all of them for %d and %d", nodes, least, spent, r.Coverage.Depth, r.Coverage.Nodes)
		}
		wide = r
	}
}

// A position that is over, one that waits for dice, and faulty ones.
func TestKindsOfRoot(t *testing.T) {
	g := bush{seed: 3, nodes: 50, plies: 9, wide: 3}
	for node := range uint64(40) {
		s := bushState{Node: node, Ply: 4}
		r := search(t, g, s, allSwitches[7], Limits{Depth: 2})
		if g.Turn(&s).Kind == rules.Over {
			if r.Value != g.Score(&s) || len(r.Options) != 0 || !r.Solved {
				t.Fatalf("over: %+v", r)
			}
			continue
		}
		checkTruth(t, g, s, r)
		if want := literal(g, s, 2); math.Abs(r.Value-want) > 1e-12 {
			t.Fatalf("%v: value %v, want %v", g.Turn(&s), r.Value, want)
		}
	}
	s := bushState{Node: 1, Ply: 5}
	if _, err := New(faulty{g}).Search(t.Context(), s, Limits{Depth: 1}); err != ErrCommit {
		t.Fatalf("a commit without an answer at the root: %v", err)
	}
	s.Ply = 3
	if _, err := New(faulty{g}).Search(t.Context(), s, Limits{Depth: 2}); err != ErrCommit {
		t.Fatalf("a commit without an answer below: %v", err)
	}
	if _, err := New(g).Search(t.Context(), s, Limits{Depth: 1, Answer: true}); err != ErrAnswer {
		t.Fatalf("the answer to nothing: %v", err)
	}
}

// A time limit ends the search soon after, with a finished stage, and is owned up to.
func TestTimeLimit(t *testing.T) {
	g, s := newBrawl(4, 4, 4, 8, 3)
	start := time.Now()
	r, err := New(g).Search(t.Context(), s, Limits{Time: 50 * time.Millisecond})
	if took := time.Since(start); err != nil || took > 500*time.Millisecond || r.Repeatable || !r.Coverage.Exchange && r.Coverage.Depth+r.Coverage.Width == 0 {
		t.Fatalf("%v: %+v, %v", took, r.Coverage, err)
	}
}

// Lines can be played from the root, and a solved game is known to be.
func TestLinesArePlayable(t *testing.T) {
	g, s := newBrawl(1, 1, 2, 3, 1)
	r := search(t, g, s, allSwitches[7], Limits{Nodes: 1 << 20})
	if !r.Solved || r.Coverage.Nodes > 100_000 {
		t.Fatalf("a tiny fight is not solved: %+v", r.Coverage)
	}
	for _, o := range r.Options {
		c := s
		for i, p := range o.Line {
			turn := g.Turn(&c)
			if turn.Kind != p.Kind || turn.Seat != p.Seat || !legal(g, &c, p) {
				t.Fatalf("line %v: step %d cannot be played", o.Line, i)
			}
			g.Play(&c, p.Action, nil)
		}
		if g.Turn(&c).Kind != rules.Over && len(o.Line) < lineMax {
			t.Fatalf("line %v of a solved game ends early", o.Line)
		}
	}
}

func legal[S comparable](g rules.Game[S], s *S, p Ply) bool {
	for _, o := range rootOptions(g, s, g.Turn(s)) {
		if o.Action == p.Action {
			return true
		}
	}
	return false
}

// A search allocates for its result: a line for each option of each stage. A hundred times the nodes add stages only.
func TestNodesAllocateNothing(t *testing.T) {
	g, s := newBrawl(3, 3, 4, 6, 3)
	x := New(g)
	x.switches.entries = 1 << 14
	x.Search(t.Context(), s, Limits{Nodes: 200_000})
	few := testing.AllocsPerRun(3, func() { x.Search(t.Context(), s, Limits{Nodes: 2_000}) })
	many := testing.AllocsPerRun(3, func() { x.Search(t.Context(), s, Limits{Nodes: 200_000}) })
	if perStage := float64(20 * len(g.Actions(&s, nil))); many > few+perStage {
		t.Fatalf("%v allocations in 2,000 nodes, %v in 200,000", few, many)
	}
}

// The layouts a state must not have.
func TestStatesMustBePlain(t *testing.T) {
	for _, f := range []func(){
		checkPlain[struct{ X float64 }],
		checkPlain[struct{ X *int }],
		checkPlain[struct{ X string }],
		checkPlain[struct {
			A uint8
			B uint16
		}],
		checkPlain[struct {
			A uint16
			B uint8
		}],
		checkPlain[struct {
			A uint8
			_ uint8
		}],
		checkPlain[struct{ A [2]struct{ B any } }],
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("accepted")
				}
			}()
			f()
		}()
	}
	checkPlain[brawlState]()
	checkPlain[[3]uint8]()
}

// Share is what its definition says: counted line by line on a fight small enough, with the narrowing of the stage; of
// each option too, and an option of which nothing was left out was looked at in full.
func TestShareIsTheChanceOfALineThatWasLookedAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawBush(t)
		x := New(g)
		x.switches.prune, x.switches.star2 = false, false
		x.begin(t.Context(), s, g.Turn(&s), Limits{Depth: 1})
		width := rapid.IntRange(1, 3).Draw(t, "width")
		if ok, err := x.runStage(1, width); !ok {
			t.Fatalf("unfinished: %v", err)
		}
		n, want := rootOptions(g, &s, g.Turn(&s)), 0.0
		for i, o := range n {
			c := s
			g.Play(&c, o.Action, nil)
			share := lookedAt(g, c, x.owner, width)
			want += share / float64(len(n))
			if got := x.finished[i].Coverage; math.Abs(got.Share[0]-share) > 1e-6 {
				t.Fatalf("width %d, option %d: got %v, want %v", width, i, got.Share[0], share)
			} else if whole := share > 1-1e-9; whole != (got.Width == 0) || whole != (got.Depth == 1) {
				t.Fatalf("width %d, option %d: %+v, of which %v was looked at", width, i, got, share)
			}
		}
		if math.Abs(x.seen.Share[0]-want) > 1e-6 {
			t.Fatalf("width %d: got %v, want %v", width, x.seen.Share[0], want)
		}
	})
}

// lookedAt returns the chance that an even line from s stays among the first width actions of owner and those that end the
// breath, to its end.
func lookedAt(g bush, s bushState, owner rules.Seat, width int) float64 {
	t := g.Turn(&s)
	if t.Kind == rules.Over || t.Begins {
		return 1
	}
	sum, odds := 0.0, map[rules.Action]float64{}
	options := rootOptions(g, &s, t)
	for i, o := range options {
		odds[o.Action] = o.P
		if t.Kind == rules.Decide {
			odds[o.Action] = 1 / float64(len(options))
		}
		c := s
		g.Play(&c, o.Action, nil)
		if t.Kind == rules.Decide && t.Seat == owner && i >= width && !g.Turn(&c).Begins {
			continue
		}
		sum += odds[o.Action] * lookedAt(g, c, owner, width)
	}
	return sum
}
