package search

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

func solve[S comparable](t interface{ Fatalf(string, ...any) }, g Solvable[S], s S, lim SolveLimits) *Solution[S] {
	sol, err := Solve(context.Background(), g, s, lim)
	if err != nil {
		t.Fatalf("solve: %v", err)
	}
	return sol
}

// A solved value is the value of the plain walk to the end of every line.
func TestSolvingFindsTheLiteralValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawBush(t)
		g.plies = min(g.plies, 8) // the plain walk remembers nothing
		for g.Turn(&s).Kind == rules.Over {
			s.Node++
		}
		sol := solve(t, Solvable[bushState](g), s, SolveLimits{Threads: rapid.IntRange(1, 3).Draw(t, "threads")})
		want := literal(rules.Game[bushState](g), s, math.MaxInt)
		low, high, ok := sol.Bounds(s)
		if !ok || low > want+1e-12 || high < want-1e-12 || high-low > 1e-9 {
			t.Fatalf("got bounds %.15f to %.15f (%v), want %.15f between", low, high, ok, want)
		}
	})
}

// On a small fight, searching every line to its end finds what solving finds, with every switch on and off, at the
// start and in the middle of exchanges.
func TestSearchToTheEndEqualsTheSolver(t *testing.T) {
	g, start := newBrawl(1, 1, 2, 2, 1)
	sol := solve(t, Solvable[brawlState](g), start, SolveLimits{})
	rng := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		s := start
		for range rng.IntN(9) {
			if g.Turn(&s).Kind == rules.Over {
				break
			}
			options := rootOptions(g, &s, g.Turn(&s))
			g.Play(&s, options[rng.IntN(len(options))].Action, nil)
		}
		want, ok := sol.Value(s)
		if !ok {
			t.Fatalf("the solution does not hold %+v", s)
		}
		for _, sw := range allSwitches {
			if !sw.table {
				continue // without a table the lines of two rounds are too many
			}
			sw.entries = 1 << 16
			r := search(t, g, s, sw, Limits{Depth: depthMax})
			if !r.Solved || math.Abs(r.Value-want) > 1e-9 {
				t.Fatalf("%+v at %+v: search finds %.12f (solved: %v), the solver %.12f", sw, s, r.Value, r.Solved, want)
			}
		}
	}
}

// Without a table, on a fight short enough for it.
func TestSearchWithoutATableEqualsTheSolver(t *testing.T) {
	g, start := newBrawl(1, 1, 1, 2, 1)
	want, _ := solve(t, Solvable[brawlState](g), start, SolveLimits{}).Value(start)
	for _, sw := range allSwitches {
		r := search(t, g, start, sw, Limits{Depth: depthMax})
		if !r.Solved || math.Abs(r.Value-want) > 1e-9 {
			t.Errorf("%+v: search finds %.12f (solved: %v), the solver %.12f", sw, r.Value, r.Solved, want)
		}
	}
}

// However many threads solve it, a solution is the same to the byte.
func TestASolutionIsTheSameForAnyNumberOfThreads(t *testing.T) {
	g, start := newBrawl(1, 1, 4, 6, 3)
	var first []byte
	for _, threads := range []int{1, 3, 2, 8}[:rulestest.Few(2, 4)] {
		var b bytes.Buffer
		if err := solve(t, Solvable[brawlState](g), start, SolveLimits{Threads: threads}).Save(t.Context(), &b, nil); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b.Bytes()
		}
		if !bytes.Equal(first, b.Bytes()) {
			t.Errorf("%d threads write another table than 1", threads)
		}
	}
}

// A table read back knows what was solved: every value, at nodes and between them, and its bounds.
func TestATableReadBackHoldsEveryValue(t *testing.T) {
	g, start := newBrawl(1, 1, 3, 4, 3)
	for _, endless := range []bool{false, true} {
		sol := solve(t, Solvable[brawlState](g), start, SolveLimits{Endless: endless})
		var b bytes.Buffer
		if err := sol.Save(t.Context(), &b, []byte(`{"what":"a brawl"}`)); err != nil {
			t.Fatal(err)
		}
		if about, err := ReadAbout(bytes.NewReader(b.Bytes())); err != nil || string(about) != `{"what":"a brawl"}` {
			t.Errorf("it is about %s, %v", about, err)
		}
		back, err := Load(t.Context(), Solvable[brawlState](g), &b)
		if err != nil {
			t.Fatal(err)
		}
		if back.Size() != sol.Size() || back.Endless() != endless {
			t.Errorf("read back as %+v, want %+v", back.Size(), sol.Size())
		}
		rng := rand.New(rand.NewPCG(3, 4))
		for range 200 {
			s := start
			for g.Turn(&s).Kind != rules.Over {
				al, ah, aok := sol.Bounds(s)
				bl, bh, bok := back.Bounds(s)
				if al != bl || ah != bh || !aok || !bok {
					t.Fatalf("%+v: %v %v %v, read back %v %v %v", s, al, ah, aok, bl, bh, bok)
				}
				options := rootOptions(g, &s, g.Turn(&s))
				g.Play(&s, options[rng.IntN(len(options))].Action, nil)
			}
		}
	}
}

// Nothing that is not exactly what was written passes for a table, and nothing makes reading it panic.
func TestADamagedTableIsRefused(t *testing.T) {
	g, start := newBrawl(1, 1, 1, 2, 2)
	var b bytes.Buffer
	if err := solve(t, Solvable[brawlState](g), start, SolveLimits{}).Save(t.Context(), &b, nil); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	for i := 0; i < len(whole); i += 1 + i/40 {
		if _, err := Load(t.Context(), Solvable[brawlState](g), bytes.NewReader(whole[:i])); !errors.Is(err, ErrTablebase) {
			t.Fatalf("cut to %d of %d bytes: %v", i, len(whole), err)
		}
		flipped := bytes.Clone(whole)
		flipped[i] ^= 4
		if _, err := Load(t.Context(), Solvable[brawlState](g), bytes.NewReader(flipped)); !errors.Is(err, ErrTablebase) {
			t.Fatalf("byte %d of %d flipped: %v", i, len(whole), err)
		}
	}
}

// A fight without a last round is solved as the limit: who has a good coin throws it at once.
func TestAnEndlessFightIsItsLimit(t *testing.T) {
	g := duelToss{wins: [2]float64{0.8, 0.7}} // side 1 would only win with 0.3: it pays to throw first
	sol := solve(t, Solvable[tossState](g), tossState{Round: 1}, SolveLimits{})
	low, high, _ := sol.Bounds(tossState{Round: 1})
	if math.Abs(low-0.6) > 1e-9 || math.Abs(high-0.6) > 1e-9 {
		t.Errorf("bounds %v to %v, want 0.6", low, high)
	}
}

// If both would rather wait for ever the bounds cannot meet, and that is what is reported: no value.
func TestAStandOffIsReportedAsAGap(t *testing.T) {
	g := duelToss{wins: [2]float64{0.3, 0.7}} // whoever throws is likely to lose
	low, high, _ := solve(t, Solvable[tossState](g), tossState{Round: 1}, SolveLimits{}).Bounds(tossState{Round: 1})
	if low > -0.4+1e-9 || high < 0.4-1e-9 {
		t.Errorf("bounds %v to %v, want the whole of -0.4 to 0.4", low, high)
	}
	g.cap = 5 // a last round that nobody wins settles it: nobody throws
	low, high, _ = solve(t, Solvable[tossState](g), tossState{Round: 1}, SolveLimits{}).Bounds(tossState{Round: 1})
	if math.Abs(low) > 1e-9 || math.Abs(high) > 1e-9 {
		t.Errorf("capped: bounds %v to %v, want 0", low, high)
	}
}

// A fight that does not fit the memory it may use is given up before it is there, with figures.
func TestTooLargeAFightIsGivenUpWithAnEstimate(t *testing.T) {
	g, start := newBrawl(1, 1, 9, 6, 3)
	_, err := Solve(context.Background(), Solvable[brawlState](g), start, SolveLimits{Memory: 3 << 20})
	if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "decisions found so far") {
		t.Errorf("got %v", err)
	}
}

// A fight of more states, or of more positions between decisions, than asked for is given up on any number of threads; one of
// exactly so many is solved.
func TestTooManyStatesOrPositionsAreGivenUp(t *testing.T) {
	g, start := newBrawl(1, 1, 3, 4, 2)
	z := solve(t, Solvable[brawlState](g), start, SolveLimits{}).Size()
	for threads := 1; threads <= 2; threads++ {
		for _, c := range []struct {
			states, inner int
			want          error
		}{{z.States, z.Inner, nil}, {z.States - 1, z.Inner, ErrStates}, {z.States, z.Inner - 1, ErrInner}, {1, 0, ErrStates}, {0, 1, ErrInner}} {
			_, err := Solve(context.Background(), Solvable[brawlState](g), start, SolveLimits{Threads: threads, States: c.states, Inner: c.inner})
			if !errors.Is(err, c.want) || c.want != nil && !errors.Is(err, ErrTooLarge) {
				t.Errorf("%d threads, %d states, %d positions: %v, want %v", threads, c.states, c.inner, err, c.want)
			}
		}
	}
}

// The options of a decision are worth what playing them leads to, and the best is worth the position.
func TestTheBestOptionIsWorthThePosition(t *testing.T) {
	g, start := newBrawl(1, 1, 3, 4, 2)
	sol := solve(t, Solvable[brawlState](g), start, SolveLimits{})
	v, _ := sol.Value(start)
	options, ok := sol.Best(start)
	if !ok || options[0].Value != v {
		t.Errorf("the best of %v is worth %v, the position %v", options, options[0].Value, v)
	}
	if _, ok := sol.Value(brawlState{Phase: brawlCount, Seats: [12]brawler{{Wounds: 99}}}); ok {
		t.Error("a position that cannot be reached has a value")
	}
}

// A cancelled context ends solving.
func TestSolvingCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g, start := newBrawl(1, 1, 3, 4, 2)
	if _, err := Solve(ctx, Solvable[brawlState](g), start, SolveLimits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Values solved from within the last rounds are those of the same rounds solved from the start.
func TestSolvingFromALaterRoundAgrees(t *testing.T) {
	g, start := newBrawl(1, 1, 3, 4, 3)
	sol := solve(t, Solvable[brawlState](g), start, SolveLimits{})
	for round := 2; round <= 3; round++ {
		s := start
		g.SetRound(&s, round)
		want, _ := sol.Value(s)
		if got, _ := solve(t, Solvable[brawlState](g), s, SolveLimits{}).Value(s); math.Abs(got-want) > 1e-12 {
			t.Errorf("round %d: %v from there, %v from the start", round, got, want)
		}
	}
}

// A position that takes more rounds to come to than there have been is not in the table, saved or not; once there have
// been so many, it is.
func TestWhatTakesMoreRoundsIsNotHeld(t *testing.T) {
	g, start := newBrawl(1, 1, 2, 4, 2)
	sol := solve(t, Solvable[brawlState](g), start, SolveLimits{})
	var b bytes.Buffer
	if err := sol.Save(t.Context(), &b, nil); err != nil {
		t.Fatal(err)
	}
	back, err := Load(t.Context(), Solvable[brawlState](g), &b)
	if err != nil {
		t.Fatal(err)
	}
	hurt := func(round, wounds int) (s brawlState) {
		s = start
		s.refill()
		s.Seats[0].Wounds, s.Seats[1].Wounds = uint8(wounds), uint8(wounds)
		g.next(&s)
		g.SetRound(&s, round)
		return s
	}
	for _, c := range []struct {
		round, wounds int
		held          bool
	}{{1, 1, false}, {2, 1, true}, {2, 2, true}, {3, 2, false}} {
		for _, sol := range []*Solution[brawlState]{sol, back} {
			if _, ok := sol.Value(hurt(c.round, c.wounds)); ok != c.held {
				t.Errorf("round %d with %d Wounds each: held %v, want %v", c.round, c.wounds, ok, c.held)
			}
		}
	}
	z := sol.Size()
	for _, i := range []int{0, z.States / 3, z.States / 2, z.States - 1} {
		s, err := sol.State(i)
		if _, ok := sol.Value(s); err != nil || !ok {
			t.Errorf("state %d of %d, %+v, is not held (%v)", i, z.States, s, err)
		}
	}
}

// A table in the format before this one is refused as such.
func TestATableOfAnotherFormatIsRefused(t *testing.T) {
	_, err := ReadAbout(strings.NewReader("kokyu table 1\n\x00\x00\x00\x00"))
	if want := `not a sound table: it is of another format, "kokyu table 1", want "kokyu table 2"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
