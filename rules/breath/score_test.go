package breath

import (
	"math"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
)

// What lasts until the next breath weighs on nobody whose breath is at hand (EB-33 of reservations, R-46 of the Defenseless):
// an estimate at the count that still holds it against him takes ending a breath before him for a gift.
func TestTheEstimateForgetsWhatANextBreathEnds(t *testing.T) {
	g := known(t, "oni")
	start := g.Start()
	if start.phase != phCount {
		t.Fatalf("the fight waits for phase %d, want the count", start.phase)
	}
	at, other := int(start.actor), -1
	for i := range g.n {
		if i != at && g.fighters[i].side == g.fighters[at].side {
			other = i
		}
	}
	for what, change := range map[string]func(c *seat){
		"shaken":            func(c *seat) { c.flags |= isShaken },
		"a lowered Defense": func(c *seat) { c.exposed = 2 },
	} {
		for _, score := range []func(*State) float64{g.Score, g.Leaf} {
			due, waits := start, start
			change(&due.seats[at])
			change(&waits.seats[other])
			if a, b := score(&start), score(&due); a != b {
				t.Errorf("%s at the count: from %.4f to %.4f", what, a, b)
			}
			if a, b := score(&start), score(&waits); a == b {
				t.Errorf("%s and not at the count: %.4f as without", what, a)
			}
		}
	}
	spent := start
	spent.seats[at].flags |= isSpent
	if a, b := g.Leaf(&start), g.Leaf(&spent); a == b {
		t.Errorf("spent until the round ends: %.4f as without", a)
	}
}

// A lead is worth no more than the rounds left make of it: nobody wins when time is up. Where somebody has only to last, less
// time is no loss to that side.
func TestALeafOfGroupsKnowsHowLateItIs(t *testing.T) {
	g := loaded(t, "oni")
	s := g.First
	for i := range g.n {
		if g.fighters[i].side == 1 {
			s.seats[i].wounds = 1
		}
	}
	last := 1.0
	for _, left := range []uint8{19, 6, 3, 2, 1, 0} {
		s.round = g.rounds - left
		lead := g.Leaf(&s)
		if lead <= 0 || lead >= last {
			t.Errorf("%d rounds before the end the lead is %.4f, want something, and less than %.4f", left, lead, last)
		}
		last = lead
	}
	for i := range g.n {
		s.seats[i].flags |= hasClosed
	}
	if lead := g.Leaf(&s); lead != 0 {
		t.Errorf("with nobody left in the count of the last round the lead is %v, want 0: nobody wins", lead)
	}
}

// A reservation waits until its holder is struck: one alone is whom the foes must strike, where there are several they strike
// another. A leaf of groups that gave both alike had one alone end its breath with the price of a parry left.
func TestALeafOfGroupsTrustsAReservationOfOneAlone(t *testing.T) {
	g := known(t, "oni")
	lift := func(standing int) float64 {
		s := g.Start()
		holds, foes := -1, standing+1
		for i := range g.n {
			switch c := &s.seats[i]; {
			case g.fighters[i].side == 1 && foes > 0 && g.fighters[i].wounds == 1:
				foes--
			case g.fighters[i].side == 1:
				*c = seat{flags: isDown}
			case standing == 0:
				*c = seat{flags: isDown}
			default:
				holds, standing = i, standing-1
				c.energy = 1 // foes breathe before it does again
			}
		}
		without := g.Leaf(&s)
		s.seats[holds].held[0]++
		return g.Leaf(&s) - without
	}
	alone, two, four := lift(1), lift(2), lift(4)
	if alone <= 0 || alone < 2*two || two < 2*four {
		t.Errorf("a reservation lifts one alone by %.5f, one of two by %.5f, one of four by %.5f: want each to be more than twice the next", alone, two, four)
	}
}

// A point short of a blow strikes nobody. A leaf of groups that counted it as half a blow had a guard keep it rather than reserve
// a parry with it. In zones it is a step, and counts as before.
func TestALeafOfGroupsGivesLittleForEnergyShortOfABlow(t *testing.T) {
	g := known(t, "oni")
	s := g.Start()
	holds := -1
	for i := range g.n {
		c := &s.seats[i]
		if g.fighters[i].side == 0 && g.ratings[i].blowCost == 2 && holds < 0 {
			holds = i
			continue
		}
		c.flags |= hasClosed
		c.energy = 0
	}
	worth := func(energy int8) float64 {
		s.seats[holds].energy = energy
		return g.Leaf(&s)
	}
	none, one, two := worth(0), worth(1), worth(2)
	if !(none < one && one-none < (two-none)/8) {
		t.Errorf("a point is worth %.5f, the two of a blow %.5f: want something, and less than an eighth of it", one-none, two-none)
	}
	for name, changes := range map[string]bool{"oni": true, "gate": false} {
		g := known(t, name)
		s := g.Start()
		for i := range g.n {
			s.seats[i].energy = 1
		}
		for _, whole := range []float64{0, 0.5} {
			with := func(stub float64) float64 {
				w := groupWeights
				w.Whole, w.Stub = whole, stub
				return g.withWeights(w).Leaf(&s)
			}
			if got := with(0) != with(0.6); got != changes {
				t.Errorf("%s, whole %g: that a point is short of a blow changes the leaf: %v, want %v", name, whole, got, changes)
			}
		}
	}
}

// Two whom a zone parts strike each other only if one comes, and nobody has to: solved exactly, the better of two so parted wins
// not a half more than time does. A leaf of groups that took his whole lead had both wait until time was up.
func TestALeafOfGroupsKnowsThatAStandoffMayLast(t *testing.T) {
	g := *known(t, "gate")
	g.goal = rules.Goal{}
	share := func(first, second string, zone uint8) float64 { // of a lead that is left, one of each side standing
		s := g.Start()
		for i := range g.n {
			switch g.name(i) {
			case first:
				s.seats[i].zone = zoneFirstFront
			case second:
				s.seats[i].zone, s.seats[i].wounds = zone, 1
			default:
				s.seats[i] = seat{flags: isDown}
			}
		}
		w := groupWeights
		w.Apart, w.Pace = 0, 0
		whole := g.withWeights(w).Leaf(&s)
		w.Apart = 0.4
		return g.withWeights(w).Leaf(&s) / whole
	}
	for _, c := range []struct {
		first, second string
		zone          uint8
		left          float64
	}{
		{"Katsuie", "Nagamasa", zoneFirstFront, 1},
		{"Katsuie", "Nagamasa", zoneSecondFront, 1}, // front strikes at front
		{"Katsuie", "Nagamasa", zoneSecondRear, 0.6},
		{"Yoichi", "Nagamasa", zoneSecondRear, 1}, // a bow on either side
		{"Katsuie", "Sae", zoneSecondRear, 1},
	} {
		if left := share(c.first, c.second, c.zone); math.Abs(left-c.left) > 1e-9 {
			t.Errorf("%s in the first front, %s in zone %d: %.3f of a lead is left, want %.1f", c.first, c.second, c.zone, left, c.left)
		}
	}
	if groupWeights.Apart <= 0 {
		t.Error("a standoff is worth all of a lead")
	}
}

// Energy in the hand of one who reaches nobody wounds nobody: to walk with it, or to close the round, costs less than it would in reach.
// Played out, such a breath is worth as much as one that waits, where leaves held it for 9 points less. Who has to win in time spends the
// way whatever it costs.
func TestEnergyCountsLittleWhereNobodyIsInReach(t *testing.T) {
	gate := known(t, "gate")
	if gate.goal.Kind != book.GoalLast {
		t.Fatal("in gate nobody has only to last")
	}
	open := *gate.withWeights(groupWeights)
	open.goal = rules.Goal{}
	for _, g := range []*Game{gate, &open} {
		worth := func(zone uint8) float64 { // of six points
			s := g.Start()
			for i := range g.n {
				switch g.name(i) {
				case "Katsuie":
					s.seats[i].zone = zoneFirstFront
				case "Nagamasa":
					s.seats[i].zone = zone
				default:
					s.seats[i] = seat{flags: isDown}
				}
			}
			i := slices.IndexFunc(g.fighters[:g.n], func(f fighter) bool { return f.name == "Katsuie" })
			s.seats[i].energy = 2
			few := g.formulaLeaf(&s)
			s.seats[i].energy = 8
			return math.Abs(g.formulaLeaf(&s) - few)
		}
		parted, near := worth(zoneSecondRear), worth(zoneSecondFront)
		if less := parted < near/3; less != (g == &open) {
			t.Errorf("goal %v: six points of Energy are worth %.3f where nobody is in reach, %.3f in reach", g.goal.Kind, parted, near)
		}
	}
}

// withWeights returns the same fight judged by other weights: for fitting and for comparing.
func (g *Game) withWeights(w weights) *Game {
	other := *g
	other.scoreWeights, other.leafWeights = w.withPays(), w.withPays()
	return &other
}

// To a leaf of groups one more foe to be taken out is one more way to win, and one more to be protected one more way to
// lose.
func TestALeafKnowsThatAGoalIsAWayToWin(t *testing.T) {
	leaf := func(more string) float64 {
		b := setup{us: []man{{name: "Musashi"}, {name: "Jin"}}, them: []man{{name: "Kojiro"}, {name: "Gonta"}}, more: more}.begin(t)
		g, s, _ := fight.At[State](b.f)
		return g.(*Game).Leaf(&s)
	}
	even := leaf("")
	if hunts := leaf("objective: {for: us, goal: down, who: Gonta}"); hunts <= even {
		t.Errorf("to want Gonta down makes %.3f of %.3f", hunts, even)
	}
	if guards := leaf("objective: {for: us, goal: protect, who: Jin}"); guards >= even {
		t.Errorf("to have to protect Jin makes %.3f of %.3f", guards, even)
	}
}
