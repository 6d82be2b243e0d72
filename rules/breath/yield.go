package breath

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
)

// To yield is to stop fighting, to flee is to leave the field. Both happen by the GM's word, since no maneuver does
// either. Whoever does is out of the fight as the fallen are, and as hurt as it was.

// yield takes seat i out of the fight, as hurt as it is. What it has dropped is carried into the next fight; whether a gun was
// loaded is not.
func (g *Game) yield(s *State, i int, change string, log *rules.Log) error {
	f, was := &g.fighters[i], s.seats[i]
	switch {
	case f.isBound():
		return fmt.Errorf("%s does its master's will, want %s to yield, or an edit", f.name, g.name(int(f.master)))
	case change == rules.EditFlees && !g.mayFlee(s, i):
		return fmt.Errorf("%s cannot flee from where it stands, want it in the Outside, in its own Rear or on the Flank without a foe there (R-217), or a yield", f.name)
	}
	g.takeOut(s, i, log)
	c := &s.seats[i]
	*c = seat{flags: isDown | hasYielded, wounds: was.wounds, lost: was.lost & notInHandMask}
	if change == rules.EditFlees {
		c.zone = zoneOutside
	}
	return nil
}

// mayFlee reports whether seat i can leave the field: it stands in a zone from which a way leads out, with no foe in
// it, and may move. A side whose objective is to escape gets away together, by entering the Outside.
func (g *Game) mayFlee(s *State, i int) bool {
	z := s.seats[i].zone
	if g.goal.Kind == book.GoalEscape && g.goal.Side == g.fighters[i].side {
		return false
	}
	if !g.hasZones || g.isRooted(s, i) || z != zoneOutside && z != zoneFlank && z != rears[g.fighters[i].side] {
		return false
	}
	foes, _ := g.countSeats(func(k int) bool { return s.isUp(k) && g.foes(k, i) && s.seats[k].zone == z })
	return foes == 0
}

// hasFled reports whether one who is out of the fight has left the field. Its zone says so, which the fallen do not
// have.
func (c *seat) hasFled() bool { return c.flags&hasYielded != 0 && c.zone == zoneOutside }

// outWord returns how a seat is out of the fight, in the words of rules.Stand.
func (c *seat) outWord() string {
	switch {
	case c.hasFled():
		return "gone"
	case c.flags&hasYielded != 0:
		return "yielded"
	}
	return "down"
}
