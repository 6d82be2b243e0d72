package breath

import (
	"testing"

	"kokyu/rules"
)

// A search that comes to the end of a fight asks for no memory, whatever the reason is called.
func TestAnEndWithoutALogAllocatesNothing(t *testing.T) {
	g := known(t, "arioka") // whose goal names a combatant
	for _, why := range []string{whyFallen, whyPoints, whyNobody, whyHeld, whyDown, rules.EndAway, cappedWords} {
		s := g.First
		if n := testing.AllocsPerRun(10, func() { g.finish(&s, rules.EndFirst, why, nil) }); n > 0 {
			t.Errorf("the end %q allocates %v times", why, n)
		}
	}
}
