package search

import (
	"reflect"
	"testing"
)

// Whether leaves are remembered changes nothing that a search says, its nodes and what it has seen included; and of the
// leaves of a search of several stages most are remembered.
func TestRememberedLeavesChangeNothing(t *testing.T) {
	g, s := newBrawl(3, 3, 4, 6, 3)
	for _, nodes := range []int{200, 2_000, 20_000} {
		valued := [2]int{}
		results := [2]Result{}
		for k, leaves := range []bool{false, true} {
			x := New[brawlState](g)
			x.switches.leaves = leaves
			x.SetLeaf(func(s *brawlState) float64 { valued[k]++; return g.Score(s) })
			r, err := x.Search(t.Context(), s, Limits{Nodes: nodes})
			if err != nil {
				t.Fatal(err)
			}
			results[k] = r
		}
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("%d nodes: %+v where leaves are remembered, want %+v", nodes, results[1], results[0])
		}
		if nodes > 2_000 && valued[1]*2 > valued[0] {
			t.Errorf("%d nodes: %d leaves were valued, %d where none is remembered; want at most half", nodes, valued[1], valued[0])
		}
	}
}

// A leaf is told from another one in its place, and a new search knows none.
func TestALeafIsKnownByItsDigest(t *testing.T) {
	var l leaves
	l.reset(4)
	*l.slot(5) = leafEntry{tag: 7, value: 0.5}
	if at := l.slot(1); at != l.slot(5) || at.tag == 8 {
		t.Errorf("another leaf of the same place: %+v", *at)
	}
	if l.reset(2); l.slot(5).tag != 0 {
		t.Errorf("a new search knows %+v", *l.slot(5))
	}
}
