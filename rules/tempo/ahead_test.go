package tempo

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// What nobody may know, the estimate does not know: before the answer, and while it is waited for, an attack and a feint
// are worth the same, which is what the position before the choice is worth.
func TestTheEstimateKeepsASecret(t *testing.T) {
	secrets := 0
	mirrorGames(t, func(t *testing.T, g *Game) {
		rulestest.VisitReached(g, 24, func(s State) {
			if !g.hidesFeint(&s) {
				return
			}
			secrets++
			other, veiled := s, g.veil(&s)
			other.feint = 1 - s.feint
			for name, worth := range map[string]func(*State) float64{"score": g.Score, "leaf": g.Leaf} {
				if a, b, c := worth(&s), worth(&other), worth(&veiled); a != b || a != c {
					t.Fatalf("%s of attack or feint: %v and %v, before the choice %v\n%+v", name, a, b, c, s)
				}
			}
		})
	})
	if secrets < 50 {
		t.Fatalf("%d secrets: this shows nothing", secrets)
	}
}

// Whoever answers is taken to answer as is best for its side: what is done in a bind or a grapple is worth before its answer
// what it is worth after the best one.
func TestTheEstimateReckonsWithTheBestAnswer(t *testing.T) {
	pins := grappling(t, "", "")
	g, s, _ := pins.position()
	s.seats[0].status = pinned
	pins = at(t, g, &s)
	for words, b := range map[string]*bout{
		"disarm > Bea":                inBind(t, "", "skills: {blades: 12}"),
		"press, long sword cut > Bea": inBind(t, "", ""),
		"pin > Bea":                   inGrapple(t),
		"unarmed attack > Bea":        inGrapple(t),
		"escape > Bea":                pins,
	} {
		b.play(words)
		g, s, _ := b.position()
		best := 1.0
		for _, a := range g.Actions(&s, nil) {
			then := s
			g.Play(&then, a, nil)
			best = min(best, g.Score(&then))
		}
		if before := g.Score(&s); before != best {
			t.Errorf("%s before its answer is worth %.4f, after the best of %q %.4f", words, before, b.words(), best)
		}
	}
}

// A blow under way counts by its chances: always more than its AP gone, and the more the less its target can choose from.
func TestABlowUnderWayCounts(t *testing.T) {
	g := aimless(t, "crossing")
	s := g.Start()
	g.Play(&s, rules.Action{Do: doWinner, At: 0}, nil)
	g.Play(&s, rules.Action{Do: doBegin, At: 0}, nil)
	quiet := g.Score(&s)
	var worth [3]float64
	for k, ap := range []uint8{12, 2, 0} { // any answer, only to evade, none
		at := s
		at.seats[1].ap = ap
		spent := at
		g.Play(&at, g.Actions(&at, nil)[0], nil)
		if at.do != uint8(doMelee) {
			t.Fatalf("the first of the actions is %s", rows.ActionNames[at.do])
		}
		spent.seats[0].ap = at.seats[0].ap
		worth[k] = g.Score(&at) - g.Score(&spent)
	}
	if !(worth[1] > worth[0]+0.01 && worth[0] > 0.05 && worth[2] > 0.05) {
		t.Errorf("a blow declared from %.3f on is worth %.3f against any answer, %.3f against evading, %.3f against none", quiet, worth[0], worth[1], worth[2])
	}
}

// Nothing is allocated, whatever is under way. Ten runs, so that what others allocate meanwhile is rounded off.
func TestTheEstimateAllocatesNothing(t *testing.T) {
	mirrorGames(t, func(t *testing.T, g *Game) {
		var all []State
		rulestest.VisitReached(g, 1, func(s State) { all = append(all, s) })
		if n := testing.AllocsPerRun(10, func() {
			for i := range all {
				g.Score(&all[i])
			}
		}); n != 0 {
			t.Errorf("%v allocations in %d positions", n, len(all))
		}
	})
}
