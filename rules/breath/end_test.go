package breath

import (
	"testing"

	"kokyu/rules"
)

// A search that comes to the end of a fight asks for no memory, whatever the reason is called.
func TestAnEndWithoutALogAllocatesNothing(t *testing.T) {
	g := known(t, "arioka") // whose goal names a combatant
	for why := whyFallen; why <= whyAway; why++ {
		s := g.First
		if n := testing.AllocsPerRun(10, func() { g.endFight(&s, rules.EndFirst, why, nil) }); n > 0 {
			t.Errorf("the end %d allocates %v times", why, n)
		}
	}
}
