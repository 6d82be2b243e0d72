package breath

import (
	"math"
	"math/rand/v2"
	"testing"

	"kokyu/rules/breath/endgame"
	"kokyu/rules/breath/rows"
)

// The tablebases value a fight to two points: the numbers are the solver's, with everything in force.
func TestEndgameLeavesAreNearTheSolvedFight(t *testing.T) {
	for encounter, exact := range map[string]float64{"mirror": 0.593161856, "dojo": 1 - 0.607717} {
		g := loaded(t, encounter)
		s := g.Start()
		if win := (g.Leaf(&s) + 1) / 2; math.Abs(win-exact) > 0.02 {
			t.Errorf("%s: side 0 is given %.3f, want %.3f", encounter, win, exact)
		}
	}
}

func loaded(t *testing.T, encounter string) *Game {
	t.Helper()
	data, _ := rows.Shipped.Encounter(encounter)
	g, err := Load(encounter+".yaml", data, rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The junior is at the count, both with all their Energy. The more shaken the senior's guard, the better; and a step
// beyond the band of both swords takes its advantage away.
func TestEndgameLeavesKnowDistanceAndGuard(t *testing.T) {
	g := loaded(t, "dojo")
	s := g.Start()
	at := func(rung uint8, guard int8) float64 {
		s := s
		s.duel.rung, s.duel.guard[0] = rung, guard
		return -g.Leaf(&s)
	}
	if whole, shaved, broken := at(issoku, 2), at(issoku, 1), at(issoku, 0); whole > shaved || shaved > broken {
		t.Errorf("with the senior's guard whole, shaved, broken the junior stands at %.3f, %.3f, %.3f: want no fall", whole, shaved, broken)
	}
	if within, beyond := at(nearRange, 2), at(closeFighting, 2); within < 0.1 || beyond > 0 {
		t.Errorf("the junior stands at %.3f within the band of its sword and %.3f a step beyond: want 0.1 or more, and 0 or less", within, beyond)
	}
}

// solvedFor returns the values of a tablebase with this key, solved so far.
func solvedFor(t *testing.T, j endgame.Key, w [2]int) *endgame.Values {
	t.Helper()
	m, err := new(endgame.Cache).Get(j).Solve(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Seen from the other side a tablebase's value is the opposite.
func TestEndgameValuesAreSymmetric(t *testing.T) {
	g := loaded(t, "mirror")
	j := g.endgameKey(g.lastPair(&g.First), 0)
	b := solvedFor(t, j, [2]int{1, 2})
	j.Sides[0], j.Sides[1] = j.Sides[1], j.Sides[0]
	j.First = 1 - j.First
	c := solvedFor(t, j, [2]int{2, 1})
	for e := range j.Sides[0].Energy + 1 {
		s := endgame.Position{Wounds: [2]int{1, 2}, Energy: [2]int{e, 5}, Held: [2]int{1, 0}, Shaken: [2]int{0, 1}}
		o := endgame.Position{Wounds: [2]int{2, 1}, Energy: [2]int{5, e}, Held: [2]int{0, 1}, Shaken: [2]int{1, 0}}
		if v, w := b.Value(&s), c.Value(&o); math.Abs(float64(v+w)) > 1e-6 {
			t.Errorf("with Energy %d against 5 the first stands at %.6f, swapped at %.6f: want the opposite", e, v, w)
		}
	}
}

// Whose breath it is decides much: with the same Wounds and Energy, the one at the count stands better.
func TestEndgameLeavesKnowWhoseBreathItIs(t *testing.T) {
	g := loaded(t, "mirror")
	s := g.Start()
	s.seats[0].wounds, s.seats[1].wounds = 1, 1
	first := g.Leaf(&s)
	s.seats[0].energy--
	g.callNext(&s, nil)
	g.goOn(&s, nil)
	if second := g.Leaf(&s); first < 0.6 || second > -0.6 {
		t.Errorf("at the count %.2f, with a point less and the other at the count %.2f: want more than 0.6 and less than -0.6", first, second)
	}
}

// However many Wounds a giant has, its tablebase tells at most six apart: the estimate costs no more.
func TestEndgameOfAGiantIsNoLarger(t *testing.T) {
	g := loaded(t, "mirror")
	g.fighters[0].wounds = 99
	g.First.seats[0].wounds = 99
	s := g.First
	if win := (g.Leaf(&s) + 1) / 2; win < 0.9 || win > 0.99 {
		t.Errorf("with 99 Wounds against 3 the estimate is %.3f", win)
	}
	if b := pairTablebase(g); b.Sides[0].Wounds > 6 || b.Sides[1].Wounds < 1 {
		t.Errorf("the tablebase tells %d and %d Wounds apart", b.Sides[0].Wounds, b.Sides[1].Wounds)
	}
}

// The last two of more are one against one: who has fallen is no part of what their fight is worth.
func TestLeavesOfThePairThatIsLeft(t *testing.T) {
	open := func(band string) *Game {
		t.Helper()
		g, err := Load("left.yaml", []byte("version: 1\nsystem: breath\ntitle: Left\nsides:\n"+
			"  - {name: band, fighters: ["+band+"]}\n  - {name: road, fighters: [{who: samurai, name: Aki}]}\n"), rows.DefaultBook())
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	alone, more := open("{who: bandit, name: Gonta}"), open("{who: bandit, name: Sute}, {who: road ronin, name: Jubei}, {who: bandit, name: Gonta}")
	left := more.First
	left.seats[0], left.seats[1] = seat{flags: isDown}, seat{flags: isDown}
	draw := rand.New(rand.NewPCG(7, 0))
	for range 200 {
		a, b := alone.First, left
		for _, who := range [][2]int{{0, 2}, {1, 3}} {
			c := a.seats[who[0]]
			c.energy, c.wounds = int8(draw.IntN(int(c.energy)+1)), 1+int8(draw.IntN(int(c.wounds)))
			c.held[0] = uint8(draw.IntN(3))
			c.flags = []flags{0, hasClosed, isShaken, isStrained, isBleeding, isSpent}[draw.IntN(6)]
			a.seats[who[0]], b.seats[who[1]] = c, c
		}
		actor := draw.IntN(2)
		a.actor, b.actor = uint8(actor), uint8(2+actor)
		if got, want := more.Leaf(&b), alone.Leaf(&a); got != want {
			t.Fatalf("left of three: %v, want %v as one against one: %+v", got, want, a.seats[:2])
		}
		if got, want := more.formulaLeaf(&b), more.groupEstimate(&b, &more.leafWeights); got != want {
			t.Fatalf("by formula: %v, want the formula's %v", got, want)
		}
	}
	left.seats[0] = more.First.seats[0]
	if got, want := more.Leaf(&left), more.groupEstimate(&left, &more.leafWeights); got != want {
		t.Errorf("two against one: %v, want the formula's %v", got, want)
	}
}

// Where a giant is left the formula of groups goes on: a tablebase that tells some of its Wounds apart is no
// better.
func TestLeavesOfAGiantThatIsLeft(t *testing.T) {
	g := loaded(t, "oni")
	s := g.First
	for i := range g.n {
		if name := g.fighters[i].name; name != "Shuten" && name != "Raiko" {
			s.seats[i] = seat{flags: isDown}
		}
	}
	if g.lastPair(&s) == nil || g.endgameOf(&s) != nil {
		t.Fatalf("want a tablebase that does not tell all of the giant's Wounds apart, and is not used")
	}
	if got, want := g.Leaf(&s), g.groupEstimate(&s, &g.leafWeights); got != want {
		t.Errorf("%v, want the formula's %v", got, want)
	}
}
