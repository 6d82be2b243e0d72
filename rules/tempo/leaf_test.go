package tempo

import "testing"

// What a leaf sees besides the score: which weapon is in hand, how far the foe is, and what AP are still good for.
func TestALeafSeesWhatIsToCome(t *testing.T) {
	g := builtin(t, "archers")
	fresh := g.Start()
	for i := range g.n {
		if fresh.seats[i].status == out {
			t.Fatalf("%s is out at the start", g.name(i))
		}
		fresh.seats[i].ap = uint8(g.rule.Points)
	}
	fresh.phase, fresh.actor = phTurn, 0
	better := func(why string, who int, change, than func(c *seat)) {
		t.Helper()
		a, b := fresh, fresh
		change(&a.seats[who])
		than(&b.seats[who])
		if sign := 1 - 2*float64(g.seats[who].side); sign*(g.Leaf(&a)-g.Leaf(&b)) < 1e-3 {
			t.Errorf("%s: %.4f against %.4f", why, g.Leaf(&a), g.Leaf(&b))
		}
	}
	as := func(*seat) {}
	better("a bow in hand is worth more than the dagger that nobody is near enough for", 2, as, func(c *seat) { c.hand = slotSide })
	better("a foe a Move nearer is worth more to a sword", 4, func(c *seat) { c.square = g.ground.named("g3") }, func(c *seat) { c.square = g.ground.named("l3") })
	better("AP for two blows more than for one", 0, as, func(c *seat) { c.ap = 5 })

	// A spear costs 4, and the foe is a Move away: of 6 AP one blow is left, of 9 no more.
	few, many := fresh, fresh
	few.seats[0].ap, many.seats[0].ap = 6, 9
	if a, b := g.Leaf(&few), g.Leaf(&many); a != b {
		t.Errorf("AP short of a blow are worth something: %v with 6, %v with 9", a, b)
	}
	if a, b := g.Score(&few), g.Score(&many); a >= b {
		t.Errorf("the score takes 6 AP for as much as 9: %v, %v", a, b)
	}
}
