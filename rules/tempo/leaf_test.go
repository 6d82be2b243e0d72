package tempo

import (
	"math"
	"testing"
)

// What a leaf sees besides the score: which weapon is in hand, how far the foe is, and what AP are still good for.
func TestALeafSeesWhatIsToCome(t *testing.T) {
	g := aimless(t, "archers")
	fresh := g.Start()
	for i := range g.n {
		if fresh.seats[i].status == out {
			t.Fatalf("%s is out at the start", g.name(i))
		}
		fresh.seats[i].ap = uint8(g.rule.ActionPoints)
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
	better("a foe a Move nearer is worth more to a sword", 4, func(c *seat) { c.square = g.ground.squareOf("g3") },
		func(c *seat) { c.square = g.ground.squareOf("l3") })
	better("AP for two blows more than for one", 0, as, func(c *seat) { c.ap = 5 })

	// A spear costs 4, and the foe is a Move away: of 6 AP one blow is left, of 9 no more.
	few, many := fresh, fresh
	few.seats[0].ap, many.seats[0].ap = 6, 9
	timeless := g.leafView.weights
	timeless.Pace = 0 // of the round AP are a part, and of a lead the less is left the later it is
	if a, b := g.viewScore(&few, g.newView(timeless)), g.viewScore(&many, g.newView(timeless)); a != b {
		t.Errorf("AP short of a blow are worth something: %v with 6, %v with 9", a, b)
	}
	if a, b := g.Score(&few), g.Score(&many); a >= b {
		t.Errorf("the score takes 6 AP for as much as 9: %v, %v", a, b)
	}
}

// A lead is worth more the more rounds there are to make good of it; with the last turn of the
// last round under way it is next to nothing, since the fight then is a draw.
func TestALeafKnowsHowLateItIs(t *testing.T) {
	g := aimless(t, "crossing")
	s := g.Start()
	s.phase, s.actor, s.first = phTurn, 1, 0
	s.seats[0].ap, s.seats[1].ap = 12, 0
	s.seats[1].boxes[2] = 1
	before := 2.0
	for _, left := range []uint8{20, 6, 3, 2, 1} {
		s.round = g.rounds - left
		v := g.Leaf(&s)
		if v >= before {
			t.Errorf("with %d rounds left the lead is worth %.4f, with more %.4f", left, v, before)
		}
		before = v
	}
	if before > 0.05 {
		t.Errorf("with nothing left of the last round but the end of a turn the lead is worth %.4f", before)
	}
}

// So it is with two against one, and the fewer points there are to a round, the less it decides.
func TestALeafOfGroupsKnowsHowLateItIs(t *testing.T) {
	leads := func(points string) (leads []float64) {
		g, s, _ := setup{
			us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "c1"}}, them: []man{{name: "Bea", at: "b1"}},
			ground: `["..."]`, rulings: "initiative: by rating, action points: " + points, more: "rounds: 20",
		}.begin(t).position()
		s.phase, s.actor, s.first = phTurn, g.order[g.n-1], g.order[0]
		for i := range g.n {
			s.seats[i].ap = 0
		}
		for _, left := range []uint8{20, 6, 3, 2, 1} {
			s.round = g.rounds - left
			leads = append(leads, g.Leaf(&s))
		}
		return leads
	}
	long, short := leads("12"), leads("6")
	for k := range long {
		if k > 0 && (long[k] >= long[k-1] || short[k] >= short[k-1] || short[k]/short[0] > long[k]/long[0]) {
			t.Errorf("two lead against one by %.4f, with half the points by %.4f: want less the later it is, and of those a lesser share", long, short)
			break
		}
	}
	if last := len(long) - 1; long[0] < 0.5 || long[last] > 0.05 {
		t.Errorf("two lead against one by %.4f, want next to nothing at the end", long)
	}
}

// Who has only to last is the better off the less time there is, and in the end has won; dealing more brings the end no nearer.
func TestALeafKnowsWhoHasOnlyToLast(t *testing.T) {
	g := builtin(t, "crossing") // the second side
	s := g.Start()
	s.phase, s.actor, s.first = phTurn, 1, 0
	s.seats[0].ap, s.seats[1].ap = 12, 0
	before := 2.0
	for _, left := range []uint8{8, 6, 3, 2, 1} {
		s.round = uint8(g.Rounds()) - left
		for name, v := range map[string]float64{"leaf": g.Leaf(&s), "score": g.Score(&s)} {
			if name == "leaf" {
				if v >= before {
					t.Errorf("with %d rounds left the hurried stand at %.4f, with more at %.4f", left, v, before)
				}
				before = v
			}
			if v > 0.9 || left == 1 && v > -0.95 {
				t.Errorf("with %d rounds left the %s is %.4f", left, name, v)
			}
		}
	}
}

// An empty bow counts for less than a full one in the hand of one of several: it is not worth what its bearer's side arm is.
func TestALeafOfGroupsKnowsAnEmptyBow(t *testing.T) {
	g := builtin(t, "archers")
	s := g.Start()
	for i := range g.n {
		if g.leafView.ratings[i].bow < 0 {
			continue
		}
		empty := s
		empty.seats[i].shots = 0
		loss := (g.Leaf(&s) - g.Leaf(&empty)) * float64(1-2*int(g.seats[i].side))
		if s.seats[i].shots == 0 || loss < 0.02 {
			t.Errorf("%s, with %d to shoot, loses %.4f if it is shot", g.name(i), s.seats[i].shots, loss)
		}
	}
}

// A leaf knows whose turns come next: the sooner those of a side come, the better it stands, and nobody waits for a
// seat that is out.
func TestALeafKnowsWhoseTurnsComeNext(t *testing.T) {
	sword := "weapons: [long sword]"
	sc := setup{us: []man{{"Ann", sword, "a1"}, {"Cid", sword, "a2"}}, them: []man{{"Bea", sword, "d1"}, {"Dan", sword, "d2"}},
		ground: `["....", "...."]`}
	g, s, _ := sc.begin(t).position()
	s.phase = phTurn
	const nobodyOut = -1
	for _, c := range []struct {
		name  string
		order [4]uint8 // seats 0 and 1 are ours
		isOut int
		lead  float64
	}{
		{"both of ours come first", [4]uint8{0, 1, 2, 3}, nobodyOut, 0.5},
		{"turn by turn", [4]uint8{0, 2, 1, 3}, nobodyOut, 0.25},
		{"one of ours first and one last", [4]uint8{0, 2, 3, 1}, nobodyOut, 0},
		{"both of theirs come first", [4]uint8{3, 2, 1, 0}, nobodyOut, -0.5},
		{"who comes second is out", [4]uint8{0, 2, 1, 3}, 2, 0.5},
	} {
		p := s
		for rank, i := range c.order {
			g.order[rank], g.rank[i] = i, uint8(rank)
		}
		p.actor = c.order[0]
		if c.isOut != nobodyOut {
			p.seats[c.isOut].status = out
		}
		if lead := g.turnOrderLead(&p, g.leafView); math.Abs(lead-c.lead) > 0.002 {
			t.Errorf("%s: the lead is %.3f, want %.3f", c.name, lead, c.lead)
		}
		without := g.leafView.weights
		without.Order = 0
		if gain := g.Leaf(&p) - g.viewScore(&p, g.newView(without)); gain*c.lead < 0 || gain == 0 && c.lead != 0 {
			t.Errorf("%s: it adds %.3f to the leaf", c.name, gain)
		}
	}
}

// To a leaf one more foe to be taken out is one more way to win, and one more to be protected one more way to lose.
func TestALeafKnowsThatAGoalIsAWayToWin(t *testing.T) {
	leaf := func(more string) float64 {
		sword := "weapons: [long sword]"
		g, s, _ := setup{us: []man{{"Ann", sword, "a1"}, {"Cid", sword, "a2"}}, them: []man{{"Bea", sword, "d1"}, {"Dan", sword, "d2"}},
			ground: `["....", "...."]`, more: more}.begin(t).position()
		s.phase = phTurn
		return g.Leaf(&s)
	}
	even := leaf("")
	if hunts := leaf("objective: {for: us, goal: down, who: Dan}"); hunts <= even {
		t.Errorf("to want Dan down makes %.3f of %.3f", hunts, even)
	}
	if guards := leaf("objective: {for: us, goal: protect, who: Cid}"); guards >= even {
		t.Errorf("to have to protect Cid makes %.3f of %.3f", guards, even)
	}
}
