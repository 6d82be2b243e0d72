package keep

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Combatants who yield stop fighting and those who flee leave the field, by a GM's edit (R-RK-89); there is also an
// action that leaves it (R-RK-75). Both are lost to their side like the Downed.

// yield takes seat i out of the fight as it is, and its steed with it.
func (g *Game) yield(s *State, i int, change string, log *rules.Log) error {
	c := &s.seats[i]
	switch {
	case g.seats[i].steed:
		return fmt.Errorf("%s is a steed, want its rider to yield, or an edit", g.name(i))
	case change == rules.EditFlees && (!g.ground.exit[c.square] || c.grapple != 0 || c.escapeNumber != 0 || c.status&(prone|incapacitated) != 0):
		return fmt.Errorf("%s cannot flee from where it is, want it on its feet and free on a square that leads away (exits:), or a yield", g.name(i))
	}
	g.leaveGrapple(s, i, byNobody, log)
	as := gone
	if change == rules.EditYields {
		as |= yielded
	}
	g.removeFromField(s, i, as, log)
	return nil
}

// outWord words how a seat with the status gone is out of the fight: it has yielded, or left the field.
func outWord(c *seat) string { return text.Either(c.status&yielded != 0, "yielded", "gone") }
