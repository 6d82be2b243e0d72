package search

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// drawFeints returns a random game with secret choices and a position a few plies into it.
func drawFeints(t *rapid.T) (feints, feintState) {
	g, s := drawBush(t)
	g.plies = min(g.plies, 8) // the literal walk tries every kernel
	for g.Turn(&s).Kind == rules.Over {
		s.Node++
	}
	g.wide = min(g.wide, 3)
	return feints{g}, feintState{bushState: s}
}

// secretRoot looks for a secret choice to stand at.
func secretRoot(t *rapid.T) (feints, feintState) {
	g, s := drawFeints(t)
	for g.Turn(&s).Kind != rules.Commit {
		s.Node++
	}
	return g, s
}

// However it is searched, with secret choices at the root or below, the value is that of the plain walk.
func TestEveryWayToSearchFindsTheLiteralValueWithSecrets(t *testing.T) {
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawFeints(t)
		if g.Turn(&s).Kind == rules.Commit {
			return // the next test
		}
		depth := rapid.IntRange(1, 3).Draw(t, "depth")
		first := ""
		for i, sw := range allSwitches {
			sw.entries = 1 << rapid.IntRange(1, 9).Draw(t, "table")
			r := search(t, g, s, sw, Limits{Depth: depth})
			if !r.Exact || r.Coverage.Depth > depth || r.Coverage.Depth < depth && !r.Solved {
				t.Fatalf("%+v: not exact to depth %d: %+v", sw, depth, r.Coverage)
			}
			if checkTruth(t, g, s, r); i == 0 {
				first = values(r)
			}
			if got := values(r); got != first {
				t.Fatalf("%+v: got %s, want %s", sw, got, first)
			}
			for _, o := range r.Options {
				checkLine(t, g, s, o.Line)
				for _, p := range o.Line {
					if p.Kind == rules.Commit {
						met++
					}
				}
			}
		}
	})
	if rulestest.Long() && met < 100 { // a sample draws fewer games
		t.Errorf("only %d secret choices met on expected lines", met)
	}
}

// values returns what no way to search may change.
func values(r Result) string {
	text := fmt.Sprintf("%v %b", r.Best, r.Value)
	for _, o := range r.Options {
		text += fmt.Sprintf(" %v:%b:%b", o.Action.Do, o.Value, o.Mix)
	}
	return text
}

func checkLine[S comparable](t interface{ Fatalf(string, ...any) }, g rules.Game[S], s S, line []Ply) {
	for i, p := range line {
		if turn := g.Turn(&s); turn.Kind != p.Kind || turn.Seat != p.Seat || !legal(g, &s, p) {
			t.Fatalf("line %v: step %d cannot be played", line, i)
		}
		g.Play(&s, p.Action, nil)
	}
}

// A secret choice at the root gets the value of its game and a mix that no answer exploits; asked for the answers, a mix
// that no secret exploits; each option is valued against the other side's mix.
func TestASecretRootGetsBothMixes(t *testing.T) {
	mixed := 0
	rapid.Check(t, func(t *rapid.T) {
		g, s := secretRoot(t)
		side := g.Side(g.Turn(&s).Seat)
		depth := rapid.IntRange(1, 2).Draw(t, "depth")
		cells, rows, cols := literalCells(g, s, depth-1)
		want := game(cells, rows, cols, side)
		first := [2]string{}
		for i, sw := range allSwitches {
			var mixes [2][]float64
			sw.entries = 64
			for k, answer := range []bool{false, true} {
				r := search(t, g, s, sw, Limits{Depth: depth, Answer: answer})
				if math.Abs(r.Value-want) > 1e-9 || !r.Exact || r.Best != r.Options[0].Action {
					t.Fatalf("%+v: value %v, want %v: %+v", sw, r.Value, want, r)
				}
				if i == 0 {
					first[k] = values(r)
				}
				if got := values(r); got != first[k] {
					t.Fatalf("%+v: got %s, want %s", sw, got, first[k])
				}
				mixes[k] = make([]float64, [2]int{rows, cols}[k])
				for _, o := range r.Options {
					at := int(o.Action.Do)
					if answer {
						at -= 20
					}
					mixes[k][at] = o.Mix
					if checkLine(t, g, s, o.Line); o.Line[k].Action != o.Action {
						t.Fatalf("option %v has the line %v", o.Action, o.Line)
					}
					if o.Mix > r.Options[0].Mix+2e-9 {
						t.Fatalf("%v is likelier than the best, %v", o, r.Options[0])
					}
				}
			}
			if off := offOf(cells, mixes[0], mixes[1], want, side); off > 1e-9 {
				t.Fatalf("%+v: mixes off by %v", sw, off)
			}
			for k, answer := range []bool{false, true} {
				if i > 0 {
					break // they have the same values
				}
				r := search(t, g, s, sw, Limits{Depth: depth, Answer: answer})
				for _, o := range r.Options {
					sum := 0.0
					for i, p := range mixes[1-k] {
						if answer {
							sum += p * cells[i*cols+int(o.Action.Do)-20]
						} else {
							sum += p * cells[int(o.Action.Do)*cols+i]
						}
					}
					if math.Abs(sum-o.Value) > 1e-9 {
						t.Fatalf("option %v: value %v, want %v", o.Action, o.Value, sum)
					}
				}
				if r.Options[0].Mix < 1 {
					mixed++
				}
			}
		}
	})
	if rulestest.Long() && mixed < 20 { // a sample draws fewer games
		t.Errorf("only %d mixes of more than one action", mixed)
	}
}

// At any budget there is a complete answer within it, and nothing but position and limits changes it.
func TestASecretRootAnswersAtAnyBudget(t *testing.T) {
	g := feints{bush{seed: 5, nodes: 400, plies: 60, wide: 4}}
	s := feintState{}
	for s.Ply = 5; g.Turn(&s).Kind != rules.Commit || len(g.Actions(&s, nil)) < 2; s.Node++ {
	}
	x := New(g)
	for _, answer := range []bool{false, true} {
		for nodes := 0; nodes < 3000; nodes += 1 + nodes/9 {
			lim := Limits{Nodes: nodes, Answer: answer}
			r, err := x.Search(t.Context(), s, lim)
			sum := 0.0
			for _, o := range r.Options {
				sum += o.Mix
			}
			if err != nil || r.Coverage.Nodes > nodes || math.Abs(sum-1) > 1e-12 {
				t.Fatalf("nodes %d: %+v, %v", nodes, r, err)
			}
			if again, _ := New(g).Search(t.Context(), s, lim); fmt.Sprint(again) != fmt.Sprint(r) {
				t.Fatalf("nodes %d:\n got %v\nwant %v", nodes, again, r)
			}
		}
	}
}

// Narrowing leaves out neither secrets nor answers, and what it leaves out below them it says.
func TestNarrowedValueWithSecretsIsThatOfTheNarrowedTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawFeints(t)
		depth, width := rapid.IntRange(1, 2).Draw(t, "depth"), rapid.IntRange(1, 2).Draw(t, "width")
		var want []Option
		for _, sw := range []switches{{}, {table: true}, {prune: true}, {table: true, prune: true}} {
			x := New(g)
			x.switches = sw
			x.begin(t.Context(), s, g.Turn(&s), Limits{Depth: depth})
			if ok, err := x.runStage(depth, width); !ok {
				t.Fatalf("unfinished: %v", err)
			}
			for i, o := range x.finished {
				if want != nil && want[i].Value != o.Value {
					t.Fatalf("%+v: option %v: got %v, want %v", sw, o.Action, o.Value, want[i].Value)
				}
			}
			want = x.finished
			if x.seen.Width > 0 == (x.seen.Depth == depth) {
				t.Fatalf("seen %+v", x.seen)
			}
		}
	})
}

// A hundred times the nodes allocate nothing more, with a secret choice every few plies.
func TestSecretNodesAllocateNothing(t *testing.T) {
	g := feints{bush{seed: 5, nodes: 4000, plies: 200, wide: 4}}
	s := feintState{bushState: bushState{Node: 3, Ply: 4}}
	x := New(g)
	x.switches.entries = 1 << 14
	x.Search(t.Context(), s, Limits{Nodes: 200_000})
	few := testing.AllocsPerRun(3, func() { x.Search(t.Context(), s, Limits{Nodes: 2_000}) })
	many := testing.AllocsPerRun(3, func() { x.Search(t.Context(), s, Limits{Nodes: 200_000}) })
	if many > few+200 {
		t.Fatalf("%v allocations in 2,000 nodes, %v in 200,000", few, many)
	}
}

// A draw takes each action with its share.
func TestPickDrawsFromTheMix(t *testing.T) {
	a, b, c := rules.Action{Do: 1}, rules.Action{Do: 2}, rules.Action{Do: 3}
	r := Result{Best: a, Options: []Option{{Action: a, Mix: 0.5}, {Action: b, Mix: 0.25}, {Action: c, Mix: 0.25}}}
	for draw, want := range map[float64]rules.Action{0: a, 0.49: a, 0.5: b, 0.74: b, 0.75: c, 0.999: c} {
		if got := r.Pick(draw); got != want {
			t.Errorf("a draw of %v takes %v, want %v", draw, got, want)
		}
	}
	if r := (Result{Best: a, Options: []Option{{Action: a}}}); r.Pick(0.3) != a {
		t.Errorf("without a mix: %v", r.Pick(0.3))
	}
}
