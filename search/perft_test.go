package search

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"kokyu/rules"
)

// literalPerft walks every line by itself.
func literalPerft[S comparable](g rules.Game[S], s S, depth int, ends map[S]bool, ended *uint64) uint64 {
	if depth == 0 {
		ends[s] = true
		return 1
	}
	turn := g.Turn(&s)
	if turn.Kind == rules.Over {
		*ended++
		return 0
	}
	n := uint64(0)
	for _, o := range rootOptions(g, &s, turn) {
		c := s
		g.Play(&c, o.Action, nil)
		n += literalPerft(g, c, depth-1, ends, ended)
	}
	return n
}

// count is Perft, which nothing cancels here.
func count[S comparable](t tester, g rules.Game[S], s S, depth int) Count {
	c, err := Perft(t.Context(), g, s, depth)
	if err != nil {
		t.Fatalf("perft: %v", err)
	}
	return c
}

// Counts are those of the plain walk, and the parts add up.
func TestPerftCountsEveryLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, s := drawBush(t)
		depth := rapid.IntRange(0, 7).Draw(t, "depth")
		got, ends, ended, sum := count(t, g, s, depth), map[bushState]bool{}, uint64(0), uint64(0)
		want := literalPerft(g, s, depth, ends, &ended)
		if got.Nodes != want || got.States != uint64(len(ends)) || got.EndedLines != ended {
			t.Fatalf("got %+v, want %d nodes, %d states, %d ended", got, want, len(ends), ended)
		}
		for _, p := range got.Divide {
			sum += p.Nodes
		}
		if depth > 0 && sum != want {
			t.Fatalf("the parts add up to %d, want %d", sum, want)
		}
	})
}

// fineBush tells twice as many outcomes apart as it has consequences.
type fineBush struct{ bush }

func (g fineBush) Hooks() rules.Hooks[bushState] {
	return rules.Hooks[bushState]{Owner: g.Owner, FineOdds: g.FineOdds}
}

func (g fineBush) FineOdds(s *bushState, buf []rules.Odds) []rules.Odds {
	for _, o := range g.Odds(s, nil) {
		o.P /= 2
		buf = append(buf, o, o)
	}
	return buf
}

// Perft counts the outcomes a table could tell apart.
func TestPerftCountsFineOutcomes(t *testing.T) {
	g := bush{seed: 1, nodes: 50, plies: 9, wide: 4}
	for node := range uint64(20) {
		s := bushState{Node: node, Ply: 1}
		plain, fine := count(t, g, s, 1), count(t, fineBush{g}, s, 1)
		want := plain.Nodes
		if g.Turn(&s).Kind == rules.Chance {
			want *= 2
		}
		if fine.Nodes != want || fine.States != plain.States {
			t.Fatalf("%v: %+v, coarse %+v", s, fine, plain)
		}
	}
}

// A position that is over has one line, of no length.
func TestPerftOfAFightThatIsOver(t *testing.T) {
	g, s := newBrawl(1, 1, 1, 1, 0)
	if got := count(t, g, s, 3); !reflect.DeepEqual(got, Count{EndedLines: 1}) {
		t.Fatalf("%+v", got)
	}
}
