package breath

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/endgame"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// unsolved returns an encounter of which no tablebase is solved.
func unsolved(t testing.TB, name string) *Game {
	t.Helper()
	data, _ := rows.Shipped.Encounter(name)
	g, err := Load(name+".yaml", data, rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	g.initEndgames(new(endgame.Cache))
	return g
}

// anySolved reports whether any of a fight's tablebases is solved to some extent.
func anySolved(g *Game) bool {
	for _, foes := range g.endgames {
		for _, k := range foes {
			for variant := 0; k != nil && variant < len(k.variants); variant++ {
				if b := k.variants[variant].Tablebase; b != nil && b.ValuesAt([2]int{1, 1}) != nil {
					return true
				}
			}
		}
	}
	return false
}

// pairTablebase returns the tablebase of a fight of one against one with nothing dropped.
func pairTablebase(g *Game) *endgame.Tablebase { return g.tablebase(g.lastPair(&g.First), 0) }

// countdown is a context that is cancelled after its error was asked for so many times.
type countdown struct {
	context.Context
	times *atomic.Int64
}

func (c countdown) Err() error {
	if c.times.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// What a budget of nodes answers does not depend on what was solved before: not by larger budgets, nor by smaller
// ones, nor by one that was cancelled in the middle of it.
func TestPrepareDoesNotChangeAnswers(t *testing.T) {
	answer := func(g *Game, lim search.Limits) string {
		r, err := search.New[State](g).Search(t.Context(), g.Start(), lim)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v", r)
	}
	for name, patience := range map[string]int64{"mirror": 600, "alley": 300} { // for some of their Wounds
		if name == "mirror" && !rulestest.Long() {
			continue // takes seconds
		}
		want := map[int]string{}
		budgets := []int{50, 20_000, rules.PrepareNodes - 1, rules.PrepareNodes}
		for _, nodes := range budgets {
			want[nodes] = answer(unsolved(t, name), search.Limits{Nodes: nodes})
		}
		if want[rules.PrepareNodes] == want[rules.PrepareNodes-1] {
			t.Errorf("%s: one node more than %d changes nothing, want the tablebase", name, rules.PrepareNodes-1)
		}
		warm := unsolved(t, name)
		s := warm.Start()
		ctx := countdown{t.Context(), new(atomic.Int64)}
		ctx.times.Store(patience)
		if v := warm.Prepare(ctx)(&s); v != warm.formulaLeaf(&s) || !anySolved(warm) {
			t.Errorf("%s: half solved the start is worth %v, solved %v, want the formula's %v", name, v, anySolved(warm), warm.formulaLeaf(&s))
		}
		for _, nodes := range []int{50, 20_000, 50, rules.PrepareNodes, rules.PrepareNodes - 1, 20_000} {
			if got := answer(warm, search.Limits{Nodes: nodes}); got != want[nodes] {
				t.Errorf("%s: %d nodes answer\n%s, from an unsolved tablebase\n%s", name, nodes, got, want[nodes])
			}
		}
	}
}

// A small budget solves nothing, and neither does no budget at all.
func TestPrepareNeedsABudget(t *testing.T) {
	for _, name := range []string{"mirror", "dojo"} {
		g := unsolved(t, name)
		for _, lim := range []search.Limits{{}, {Nodes: 1}, {Nodes: 50}, {Nodes: rules.PrepareNodes - 1}} {
			if _, err := search.New[State](g).Search(t.Context(), g.Start(), lim); err != nil || anySolved(g) {
				t.Errorf("%s, %+v: solved %v, error %v", name, lim, anySolved(g), err)
			}
		}
	}
}

// Without time left, what is solved is used, and the formula for the rest.
func TestPrepareWithoutTimeUsesWhatIsSolved(t *testing.T) {
	g := unsolved(t, "mirror")
	s := g.Start()
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if v := g.Prepare(late)(&s); v != g.formulaLeaf(&s) || anySolved(g) {
		t.Errorf("nothing solved, no time: %v, want the formula's %v", v, g.formulaLeaf(&s))
	}
	s.seats[0].wounds, s.seats[1].wounds = 1, 1
	exact := g.Leaf(&s)
	if v := g.Prepare(late)(&s); v != exact || exact == g.formulaLeaf(&s) {
		t.Errorf("solved for one Wound each: %v, want the tablebase's %v, not the formula's %v", v, exact, g.formulaLeaf(&s))
	}
	s = g.Start()
	if v := g.Prepare(late)(&s); v != g.formulaLeaf(&s) {
		t.Errorf("solved for one Wound each: %v at the start, want the formula's %v", v, g.formulaLeaf(&s))
	}
}

// A search that is cancelled while it prepares its leaves stops and answers with what it has: the fallback.
func TestPrepareStopsWithTheSearch(t *testing.T) {
	g := unsolved(t, "crossroads")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := search.New[State](g).Search(ctx, g.Start(), search.Limits{Nodes: 1_000_000})
	if !errors.Is(err, context.Canceled) || !r.IsBlind() || anySolved(g) {
		t.Errorf("error %v, solved %v, seen %+v", err, anySolved(g), r.Coverage)
	}
}

// Fights share their tablebases, whatever catalogue they were opened from: what is laid over another, and the rows of a record.
func TestPrepareIsSharedByAllFights(t *testing.T) {
	data, _ := rows.Shipped.Encounter("mirror")
	more, err := rows.DefaultBook().Overlay("more.yaml", []byte("version: 1\narmours: {felt: {defense: 11 ruling}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	var games []*Game
	for _, from := range []rows.Book{rows.DefaultBook(), more} {
		g, err := Load("mirror.yaml", data, from)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	again, err := reloaded(games[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range append(games[1:], again.(*Game)) {
		if pairTablebase(g) != pairTablebase(games[0]) {
			t.Error("want one tablebase for all")
		}
	}
}
