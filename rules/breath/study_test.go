package breath

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/bones"
	"kokyu/rules/breath/rows"
	"kokyu/search"
)

// cold is an encounter that nobody has thought about.
func cold(t testing.TB, name string) *Game {
	t.Helper()
	data, _ := rows.Encounter(name)
	g, err := Load(name+".yaml", data, rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// anyDug says whether any of a fight's bones are dug so far.
func anyDug(g *Game) bool {
	for _, foes := range g.bones {
		for _, k := range foes {
			for place := 0; k != nil && place < len(k.places); place++ {
				if b := k.places[place].Bones; b != nil && b.Dug([2]int{1, 1}) != nil {
					return true
				}
			}
		}
	}
	return false
}

// lone are the bones of a fight of one against one with nothing dropped.
func lone(g *Game) *bones.Bones { return g.laid(g.last(&g.start), 0) }

// patient is a context that is cancelled once it was asked so many times.
type patient struct {
	context.Context
	times *atomic.Int64
}

func (c patient) Err() error {
	if c.times.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// What a budget of nodes answers does not depend on what was worked out before: not by larger budgets, nor by smaller
// ones, nor by one that was broken off in the middle of it.
func TestColdAndWarmAnswersAreAlike(t *testing.T) {
	answer := func(g *Game, lim search.Limits) string {
		r, err := search.New[State](g).Search(t.Context(), g.Start(), lim)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v", r)
	}
	for name, patience := range map[string]int64{"mirror": 600, "alley": 300} { // for some of their Wounds
		want := map[int]string{}
		budgets := []int{50, 20_000, rules.PrepareNodes - 1, rules.PrepareNodes}
		for _, nodes := range budgets {
			want[nodes] = answer(cold(t, name), search.Limits{Nodes: nodes})
		}
		if want[rules.PrepareNodes] == want[rules.PrepareNodes-1] {
			t.Errorf("%s: one node more than %d changes nothing, want the bones", name, rules.PrepareNodes-1)
		}
		warm := cold(t, name)
		s := warm.Start()
		ctx := patient{t.Context(), new(atomic.Int64)}
		ctx.times.Store(patience)
		if v := warm.Study(ctx)(&s); v != warm.Plain(&s) || !anyDug(warm) {
			t.Errorf("%s: half dug the start is worth %v, dug %v, want the formula's %v", name, v, anyDug(warm), warm.Plain(&s))
		}
		for _, nodes := range []int{50, 20_000, 50, rules.PrepareNodes, rules.PrepareNodes - 1, 20_000} {
			if got := answer(warm, search.Limits{Nodes: nodes}); got != want[nodes] {
				t.Errorf("%s: %d nodes answer\n%s, cold\n%s", name, nodes, got, want[nodes])
			}
		}
	}
}

// A small budget digs nothing, and no budget at all does not either.
func TestASmallBudgetDigsNothing(t *testing.T) {
	for _, name := range []string{"mirror", "dojo"} {
		g := cold(t, name)
		for _, lim := range []search.Limits{{}, {Nodes: 1}, {Nodes: 50}, {Nodes: rules.PrepareNodes - 1}} {
			if _, err := search.New[State](g).Search(t.Context(), g.Start(), lim); err != nil || anyDug(g) {
				t.Errorf("%s, %+v: dug %v, error %v", name, lim, anyDug(g), err)
			}
		}
	}
}

// Who has no time left gets the formula for what is not dug, and the bones where they are.
func TestLeavesWithoutTimeUseWhatIsDug(t *testing.T) {
	g := cold(t, "mirror")
	s := g.Start()
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if v := g.Study(late)(&s); v != g.Plain(&s) || anyDug(g) {
		t.Errorf("nothing dug, no time: %v, want the formula's %v", v, g.Plain(&s))
	}
	s.seats[0].wounds, s.seats[1].wounds = 1, 1
	exact := g.Leaf(&s)
	if v := g.Study(late)(&s); v != exact || exact == g.Plain(&s) {
		t.Errorf("dug for one Wound each: %v, want the bones' %v, not the formula's %v", v, exact, g.Plain(&s))
	}
	s = g.Start()
	if v := g.Study(late)(&s); v != g.Plain(&s) {
		t.Errorf("dug for one Wound each: %v at the start, want the formula's %v", v, g.Plain(&s))
	}
}

// A search that is cancelled while it digs leaves off and answers with what it has: the fallback.
func TestACancelledSearchStopsDigging(t *testing.T) {
	g := cold(t, "crossroads")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := search.New[State](g).Search(ctx, g.Start(), search.Limits{Nodes: 1_000_000})
	if !errors.Is(err, context.Canceled) || !r.Blind() || anyDug(g) {
		t.Errorf("error %v, dug %v, seen %+v", err, anyDug(g), r.Seen)
	}
}

// Fights opened from one catalogue, and from what is laid over it, share their bones; two catalogues share nothing.
func TestBonesBelongToTheCatalogue(t *testing.T) {
	data, _ := rows.Encounter("mirror")
	catalogue := rows.DefaultBook()
	more, err := catalogue.Overlay("more.yaml", []byte("version: 1\narmours: {felt: {defense: 11 ruling}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	var games []*Game
	for _, from := range []rows.Book{catalogue, catalogue, more, rows.DefaultBook()} {
		g, err := Load("mirror.yaml", data, from)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if lone(games[0]) != lone(games[1]) || lone(games[0]) != lone(games[2]) || lone(games[0]) == lone(games[3]) {
		t.Error("want the bones shared by the fights of one catalogue, and by them only")
	}
}
