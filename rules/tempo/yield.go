package tempo

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
)

// Combatants who yield stop fighting and those who flee leave the field, by the GM's word, for no action does either
// (R-TP-69, R-TP-70). Both are out of the fight, and as hurt as they were.

// yield takes seat i out of the fight, as hurt as it is; its bind or grapple ends (R-TP-23).
func (g *Game) yield(s *State, i int, change string, log *rules.Log) error {
	as := yielded
	if change == rules.EditFlees {
		if err := g.fleeError(s, i); err != nil {
			return err
		}
		as = fled
	}
	if k := s.remove(i, seat{status: as, boxes: s.seats[i].boxes, lostAt: s.seats[i].lostAt}); k >= 0 {
		g.logStatus(log, k, "on guard", -1)
	}
	return nil
}

// fleeError returns an error unless seat i can leave the field from where it stands (R-TP-70): free, at the edge of the
// map, on a square that no foe threatens.
func (g *Game) fleeError(s *State, i int) error {
	c, m := &s.seats[i], &g.ground
	edge := len(g.Encounter.Map) > 0 && m.IsEdge(c.square)
	if g.goal.Kind == book.GoalEscape && g.goal.Side == g.seats[i].side {
		return fmt.Errorf("%s is to get away with all of its side, want it where they get away (K-03), or a yield", g.name(i))
	}
	var threats [seatsMax]threat
	n := g.gatherThreats(s, i, &threats)
	for _, t := range threats[:n] {
		edge = edge && t.within&(1<<m.Distance(t.square, c.square)) == 0
	}
	if !edge || c.partner != 0 {
		return fmt.Errorf("%s cannot flee from where it stands, "+
			"want it free on a square at the edge of the map that no foe threatens (R-TP-70), or a yield", g.name(i))
	}
	return nil
}
