package evals

import (
	"math"
	"testing"

	"kokyu/agent"
	"kokyu/search"
)

// blamed returns the fight of a seed with what its decisions lost, and the table of the fight.
func blamed(t *testing.T, seed uint64, nodes int) (smallFight, *agent.Tablebase) {
	t.Helper()
	x := small(nil, 1, &agent.Search{Limits: search.Limits{Nodes: nodes}})
	x.Seed, x.Fights, x.Why = seed, 4, true
	r, err := x.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	table, err := agent.Solve(t.Context(), begin(t, r.Fights[0].File, 1), search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Fights[0], table
}

// What is said to have lost a decision did: searched again without it, from the position that is kept, the loss is gone
// by half or more, and with what was tried before it is not.
func TestTheCauseOfALossIsWhatTakesItAway(t *testing.T) {
	met := map[cause]int{}
	for _, of := range []struct {
		seed  uint64
		nodes int
	}{{21, 2000}, {36, 500}} {
		f, table := blamed(t, of.seed, of.nodes)
		total := 0.0
		for _, b := range f.Lost[0].Choices {
			total += b.Regret * float64(b.Times)
			if b.Cause == unexamined {
				if b.Regret >= 5 {
					t.Errorf("seed %d: nobody looked at %+v", of.seed, b)
				}
				continue
			}
			if met[b.Cause]++; b.Position == "" || b.Width > 0 {
				continue
			}
			g := begin(t, b.Position, 1)
			values, ok := table.Options(g)
			if !ok {
				t.Fatalf("seed %d: %s has no values", of.seed, b.Position)
			}
			options := g.Options()
			lost := func(r search.Result) float64 {
				side, best, own := g.Side(g.Turn().Seat), math.Inf(-1), 0.0
				top := r.Options[0]
				for _, o := range r.Options {
					if (side == 0) == (o.Value > top.Value) && o.Value != top.Value {
						top = o
					}
				}
				for i, o := range options {
					v := values[i]
					if side == 1 {
						v = 1 - v
					}
					if best = max(best, v); o.Action == top.Action {
						own = v
					}
				}
				return 1000 * (best - own)
			}
			var finder agent.Finder
			look := func(lim search.Limits) search.Result {
				r, err := finder.Search(t.Context(), g, lim)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			first := look(search.Limits{Nodes: of.nodes})
			gone := map[cause]bool{byTies: lost(first) <= b.Regret/2}
			deeper := look(search.Limits{Depth: b.Depth + 1, Full: true})
			gone[byCut] = lost(deeper) <= b.Regret/2
			exact, err := finder.SearchWithTable(t.Context(), g, search.Limits{Nodes: of.nodes}, table)
			if err != nil {
				t.Fatal(err)
			}
			gone[byLeaf] = lost(exact) <= b.Regret/2
			for _, c := range []cause{byTies, byCut, byLeaf} {
				if gone[c] != (c == b.Cause) {
					t.Errorf("seed %d: %+v, and without %v the loss is gone: %v", of.seed, b, c, gone[c])
				}
				if c == b.Cause {
					break
				}
			}
		}
		sum := 0.0
		for _, x := range f.Lost[0].Fights {
			sum += x
		}
		if math.Abs(sum-total) > 1e-6 {
			t.Errorf("seed %d: its fights lost %v, its decisions %v", of.seed, sum, total)
		}
	}
	if met[byCut] == 0 || met[byLeaf] == 0 {
		t.Errorf("only %v were met", met)
	}
}

// A search with exact values at its leaves has the exact values, however little it sees, as long as it leaves nothing
// out.
func TestASearchWithExactLeavesIsExact(t *testing.T) {
	f, table := blamed(t, 10, 300)
	var finder agent.Finder
	for seed := range uint64(5) {
		g := begin(t, f.File, 1).Again(seed)
		for n := 0; g.Turn().Kind != 0; n++ {
			if options := g.Options(); len(options) > 1 {
				r, err := finder.SearchWithTable(t.Context(), g, search.Limits{Nodes: 3000, Depth: 1}, table)
				if err != nil {
					t.Fatal(err)
				}
				want, ok := table.Value(g)
				if !ok || r.Exact && math.Abs((r.Value+1)/2-want) > 1e-9 {
					t.Fatalf("%v, want %v (%v)", (r.Value+1)/2, want, ok)
				}
			}
			var err error
			if options := g.Options(); len(options) > 0 {
				_, err = g.Play(options[n%len(options)].Action)
			} else {
				_, err = g.Roll()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
