package search

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// Secret choices of whose breath it is are nodes, those of others lie between nodes: either way the value is that of the
// plain walk, and so is every option's at a secret choice and at its answer.
func TestSolvingFindsTheLiteralValueWithSecrets(t *testing.T) {
	own, others := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawFeints(t)
		sol := solve(t, Solvable[feintState](g), s, SolveLimits{Threads: rapid.IntRange(1, 3).Draw(t, "threads")})
		for range 12 {
			turn := g.Turn(&s)
			if turn.Kind == rules.Over {
				break
			}
			if turn.Kind == rules.Commit && turn.Seat == g.Owner(&s) {
				own++
			} else if turn.Kind == rules.Commit {
				others++
			}
			if s.Secret == 0 {
				want := literal(rules.Game[feintState](g), s, math.MaxInt)
				if low, high, ok := sol.Bounds(s); !ok || low > want+1e-12 || high < want-1e-12 || high-low > 1e-9 {
					t.Fatalf("%+v %v: got bounds %.15f to %.15f (%v), want %.15f between", s, turn, low, high, ok, want)
				}
			}
			checkMix(t, sol, g, s)
			wander(t, g, &s)
		}
	})
	if rulestest.Long() && (own < 50 || others < 10) { // a sample draws fewer games
		t.Errorf("met %d secret choices at nodes and %d between", own, others)
	}
}

// checkMix checks the options of a secret choice or an answer against the plain walk.
func checkMix(t *rapid.T, sol *Solution[feintState], g feints, s feintState) {
	at := g.Veil(&s)
	turn := g.Turn(&at)
	if turn.Kind != rules.Commit {
		return
	}
	cells, _, cols := literalCells(rules.Game[feintState](g), at, math.MaxInt)
	secrets, ok := sol.Options(at)
	answers, ok2 := sol.Answers(at)
	if !ok || !ok2 {
		t.Fatalf("no mixes at %+v", at)
	}
	var x, y []float64
	for _, o := range secrets {
		x = append(x, o.Mix)
	}
	for _, o := range answers {
		y = append(y, o.Mix)
	}
	v, _ := sol.Value(at)
	if off := offOf(cells, x, y, v, g.Side(turn.Seat)); off > 1e-9 {
		t.Fatalf("%+v: mixes off by %v", at, off)
	}
	for i, o := range secrets {
		want := 0.0
		for j := range y {
			want += y[j] * cells[i*cols+j]
		}
		c := at
		g.Play(&c, o.Action, nil)
		low, high, ok := sol.Bounds(c)
		if math.Abs(o.Value-want) > 1e-9 || !ok || low > want+1e-9 || high < want-1e-9 {
			t.Fatalf("%+v: secret %v is worth %v (%v to %v), want %v", at, o.Action, o.Value, low, high, want)
		}
		seen, ok := sol.Options(c)
		for j := range seen {
			if !ok || seen[j].Value != answers[j].Value || seen[j].Mix != answers[j].Mix {
				t.Fatalf("%+v: the answers to secret %v are %v, want %v", at, o.Action, seen, answers)
			}
		}
		checkLine(t, g, at, sol.Line(at, o.Action, 20))
		for _, a := range answers {
			line := sol.Line(c, a.Action, 20)
			if checkLine(t, g, at, line); line[1].Action != a.Action || line[1].P != a.Mix {
				t.Fatalf("%+v: answer %v has the line %v", at, a.Action, line)
			}
		}
	}
}

// Round after round without end, the bounds of hide and seek meet at the value that its rule gives by itself.
func TestAnEndlessFightOfSecretsIsItsLimit(t *testing.T) {
	want := 0.0 // f's fixed point: f moves half as far as v
	for range 200 {
		found := -0.5 + 0.5*want
		want = (found*found - 0.2) / (2*found - 1.2)
	}
	start := penniesState{Round: 1}
	sol := solve(t, Solvable[penniesState](pennies{}), start, SolveLimits{})
	low, high, ok := sol.Bounds(start)
	if !ok || math.Abs(low-want) > 1e-9 || math.Abs(high-want) > 1e-9 || low > want || high < want {
		t.Errorf("bounds %.15f to %.15f, want %.15f", low, high, want)
	}
	for cap := 1; cap < 6; cap++ {
		v := 0.0
		for range cap {
			found := -0.5 + 0.5*v
			v = (found*found - 0.2) / (2*found - 1.2)
		}
		capped := solve(t, Solvable[penniesState](pennies{cap}), start, SolveLimits{})
		if got, ok := capped.Value(start); !ok || math.Abs(got-v) > 1e-12 {
			t.Errorf("%d rounds: got %v, want %v", cap, got, v)
		}
		r := search(t, rules.Game[penniesState](pennies{cap}), start, allSwitches[8], Limits{Depth: 9})
		if !r.Solved || math.Abs(r.Value-v) > 1e-12 {
			t.Errorf("%d rounds: search finds %v, want %v", cap, r.Value, v)
		}
	}
}

// What a solution says its rounding may be covers the error of its matrix games, and is small.
func TestASolutionOwnsUpToTheErrorOfItsMatrixGames(t *testing.T) {
	sol := solve(t, Solvable[penniesState](pennies{9}), penniesState{Round: 1}, SolveLimits{})
	if off := sol.graph.scratch[0].matrix.gap; off > 1e-15 || sol.roundingError < 9*(off+4*4*0x1p-53) || sol.roundingError > 1e-12 {
		t.Errorf("mixes up to %g apart, an error of up to %g", off, sol.roundingError)
	}
	nested := form{code: []op{{do: opPush}, {do: opCell, leaf: 2}, {do: opPush}, {do: opCell, leaf: 3},
		{do: opSecret1, leaf: 2, rows: 1, cols: 2}, {do: opCell}, {do: opPush}, {do: opCell, leaf: 1}, {do: opSecret0, rows: 2, cols: 1}}}
	if nested.measure(); nested.nested != 2 || nested.cells != 4 || nested.stackDepth != 1 || nested.roundingError(1e-9) < 2e-9 {
		t.Errorf("one game in another is measured as %+v", nested)
	}
}

// Threads change no byte of a solution with secrets, and it can be read back.
func TestASolutionWithSecretsIsTheSameForAnyNumberOfThreads(t *testing.T) {
	g := feints{bush{seed: 4, nodes: 6000, plies: 40, wide: 2}}
	s := feintState{bushState: bushState{Node: 1, Ply: 4}}
	var first []byte
	for _, threads := range []int{1, 2, 5} {
		sol := solve(t, Solvable[feintState](g), s, SolveLimits{Threads: threads})
		var b bytes.Buffer
		if err := sol.Save(t.Context(), &b, nil); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b.Bytes()
			t.Logf("%+v", sol.Size())
		}
		if !bytes.Equal(first, b.Bytes()) {
			t.Errorf("%d threads write another table than 1", threads)
		}
		back, err := Load(t.Context(), Solvable[feintState](g), &b)
		if err != nil {
			t.Fatal(err)
		}
		for node := range uint64(60) {
			at := feintState{bushState: bushState{Node: node, Ply: 5}}
			al, ah, aok := sol.Bounds(at)
			bl, bh, bok := back.Bounds(at)
			if al != bl || ah != bh || aok != bok {
				t.Fatalf("%+v: %v %v %v, read back %v %v %v", at, al, ah, aok, bl, bh, bok)
			}
		}
	}
}

// An evaluation allocates nothing.
func TestEvaluatingASecretAllocatesNothing(t *testing.T) {
	g := feints{bush{seed: 4, nodes: 500, plies: 20, wide: 4}}
	s := feintState{bushState: bushState{Node: 1, Ply: 4}}
	sol := solve(t, Solvable[feintState](g), s, SolveLimits{})
	ctx, x, values := t.Context(), sol.graph, make([]float64, len(sol.graph.nodes))
	if n := testing.AllocsPerRun(5, func() { x.sweepNodes(ctx, x.order, values, x.lastRoundValues, &x.scratch[0]) }); n != 0 {
		t.Errorf("%v allocations in %d nodes", n, len(x.order))
	}
}
