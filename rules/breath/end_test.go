package breath

import (
	"testing"

	"kokyu/rules"
)

// A search that comes to the end of a fight asks for no memory, whatever the reason is called.
func TestAnEndWithoutALogAllocatesNothing(t *testing.T) {
	g := known(t, "arioka") // whose goal names a combatant
	for _, why := range []string{rules.WhyFallen, rules.WhyPoints, "nobody stands", rules.WhyHeld, rules.WhyAway, rules.WhyTimeUp} {
		s := g.First
		if n := testing.AllocsPerRun(10, func() { g.closeFight(&s, rules.EndFirst, why, nil) }); n > 0 {
			t.Errorf("the end %q allocates %v times", why, n)
		}
	}
	fallen := g.First // also where the end names whoever the objective does
	fallen.seats[g.goal.Who].flags |= isDown
	s := fallen
	if n := testing.AllocsPerRun(10, func() { s = fallen; g.endIfDecided(&s, nil) }); n > 0 || s.phase != phOver {
		t.Errorf("the end of the one whom the objective names allocates %v times", n)
	}
}

// The words with which a GM ends a fight are the GM's, whatever they are.
func TestAGMsWordsEndAFight(t *testing.T) {
	g := known(t, "arioka")
	s := g.First
	var log rules.Log
	g.End(&s, 0, " is down", &log)
	if e := log.Events[len(log.Events)-1]; e.What != " is down" {
		t.Errorf("the GM's words came to %q", e.What)
	}
}
