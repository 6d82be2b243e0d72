package keep

import (
	"fmt"
	"testing"
)

// A foe who comes into reach by a Free Move strikes in its next turn: at a leaf of groups it deals as much as one
// beside. So nobody walks on to where all foes are a Free Move away. A square more costs it a turn, and so does the
// Free Move that it has made already.
func TestAFreeMoveDelaysNoBlow(t *testing.T) {
	const row = "attributes: {}, mook: true, weapons: []"
	force := func(gap int, before func(g *Game, s *State)) float64 {
		at := func(column int) string { return fmt.Sprintf("%c1", 'a'+column) }
		sc := setup{us: []man{{name: "Ann", row: row, at: at(0)}, {name: "Eve", row: row, at: at(11)}},
			them: []man{{name: "Bea", row: row, at: at(1 + gap)}}, ground: `["............"]`}
		g := sc.game(t)
		s := g.Start()
		for i := range g.n {
			s.seats[i].stance = water
		}
		before(g, &s)
		v := view{weights: &groupWeights}
		g.fillView(&s, &v)
		return g.meanDamage(&s, 2, &v)
	}
	none := func(*Game, *State) {}
	free := 0
	beside := force(0, func(g *Game, _ *State) { free = stepSquares * g.seats[2].rings[ringWater] })
	if got := force(free, none) / beside; got < 0.98 {
		t.Errorf("a Free Move away: %.3f of the force beside, want about all of it", got)
	}
	if got := force(free+1, none) / beside; got > 0.92 {
		t.Errorf("a square more away: %.3f of the force beside, want a turn's walk less", got)
	}
	moved := force(free, func(_ *Game, s *State) { s.phase, s.actor, s.simpleLeft, s.did = phAct, 2, 2, didMove })
	if got := moved / beside; got > 0.92 {
		t.Errorf("a Free Move away after the Free Move: %.3f of the force beside, want a turn's walk less", got)
	}
}
