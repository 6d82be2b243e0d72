package keep

import (
	"math"
	"testing"

	"kokyu/rules/keep/rows"
	"kokyu/search"
)

// In the last round whoever has had its turn strikes no more, and what is not decided is a draw: the leaf knows both, and what
// one blow more is worth, almost as the solver does. It allocates nothing.
func TestTheLastRoundIsKnownToBeTheLast(t *testing.T) {
	weak := "attributes: {}, mook: true, weapons: []"
	sc := setup{us: []man{{name: "Ann", row: weak}}, them: []man{{name: "Bea", row: weak}}, ground: `[".."]`,
		rulings: `raise cap: void, focused effects: "no"`, more: "rounds: 1"}
	g := sc.game(t)
	s := g.Start()
	for i := range 2 {
		s.seats[i].wounds, s.seats[i].stance, s.seats[i].turnMarks = 20, water, acted
	}
	s.phase, s.actor, s.simpleLeft = phAct, 1, 0
	if v := g.Leaf(&s); v != 0 {
		t.Errorf("with both turns over the leaf is %v, want the draw that it is", v)
	}
	s.phase, s.simpleLeft, s.seats[1].turnMarks = phStance, 2, 0
	sol, err := search.Solve(t.Context(), search.Solvable[State](g), s, search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	exact, _, _ := sol.Bounds(s)
	if v := g.Leaf(&s); exact > -0.1 || math.Abs(v-exact) > 0.1 {
		t.Errorf("with Bea's blow to come the leaf is %v, want about %v", v, exact)
	}
	if n := testing.AllocsPerRun(100, func() { g.Leaf(&s) }); n != 0 {
		t.Errorf("a leaf allocates %v times", n)
	}
}

// In a fight of one round the opening stances hold for all of it (RK-07): whoever is in Air, Earth or Void strikes nobody, and who is
// held in a grapple hardly anybody. The leaf knows that wherever a stance is to be taken, and what is called on a blow.
func TestOpeningStancesOfTheLastRoundAreKnown(t *testing.T) {
	mook := "attributes: {stamina: 1, willpower: 1, agility: 3, strength: 3}, mook: true, skills: {spears: 2, defense: 2, jujutsu: 1}, weapons: [yari]"
	wrestler := "attributes: {stamina: 1, willpower: 1, agility: 3, strength: 4}, mook: true, skills: {jujutsu: 3, knives: 1}, weapons: []"
	open := func(name, row, at string) man { return man{name: name, row: row, at: at, line: "stance: chosen"} }
	for _, c := range []struct {
		name string
		sc   setup
	}{
		{"spears", setup{us: []man{open("Ann", mook, "a1")}, them: []man{open("Bea", mook, "b1")}}},
		{"a wrestler first", setup{us: []man{open("Ann", wrestler, "a1")}, them: []man{open("Bea", mook+", armour: heavy", "b1")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.sc.ground, c.sc.rulings, c.sc.more = `[".."]`, `raise cap: void, focused effects: "no"`, "rounds: 1"
			g := c.sc.game(t)
			start := g.Start()
			if n := testing.AllocsPerRun(10, func() { g.Leaf(&start) }); n != 0 {
				t.Errorf("a leaf of opening stances allocates %v times", n)
			}
			sol, err := search.Solve(t.Context(), search.Solvable[State](g), start, search.SolveLimits{})
			if err != nil {
				t.Fatal(err)
			}
			var look func(s State, stances string)
			look = func(s State, stances string) {
				exact, _, _ := sol.Bounds(s)
				if v := g.Leaf(&s); math.Abs(v-exact) > 0.1 {
					t.Errorf("after%s the leaf is %.3f, want about %.3f", stances, v, exact)
				}
				for _, a := range g.Actions(&s, nil) {
					if next := s; s.phase == phOpening && stance(a.With) != earth { // of Earth the leaf does not know what its test wards off
						g.Play(&next, a, nil)
						look(next, stances+" "+rows.StanceNames[a.With])
					}
				}
			}
			look(g.Start(), "")
		})
	}
}

// No side needs its steeds to stand: whoever strikes last strikes at the foe whose fall counts, though a steed be the
// easier to Down. The steed is struck at where the objective wants it down.
func TestTheLastBlowIsAtWhoseFallCounts(t *testing.T) {
	for _, more := range []string{"rounds: 1", "rounds: 1\nobjective: {for: us, goal: down, who: Ash}"} {
		lookAtTheLastBlow(t, more)
	}
}

func lookAtTheLastBlow(t *testing.T, more string) {
	sc := setup{us: []man{{name: "Ann", row: "attributes: {agility: 3, strength: 3}, mook: true, skills: {spears: 2}, weapons: [yari]", at: "b1"}},
		them: []man{{name: "Bea", row: "attributes: {}, mook: true, weapons: [], armour: heavy", at: "a1"},
			{name: "Ash", row: "steed: true, four legs: true, attributes: {}, mook: true, weapons: [kick]", at: "c1"}},
		ground: `["..."]`, rulings: `raise cap: void, focused effects: "no"`, more: more}
	g := sc.game(t)
	s := g.Start()
	for i := range 3 {
		s.seats[i].wounds, s.seats[i].stance, s.seats[i].turnMarks = 20, water, acted
	}
	s.phase, s.actor, s.simpleLeft, s.seats[0].turnMarks = phStance, 0, 2, 0
	sol, err := search.Solve(t.Context(), search.Solvable[State](g), s, search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	exact, _, _ := sol.Bounds(s)
	if v := g.Leaf(&s); math.Abs(exact) < 0.1 || math.Abs(v-exact) > 0.1 {
		t.Errorf("%s: with a blow at Bea or at Ash to come the leaf is %v, want about %v", more, v, exact)
	}
}

// A rider who has its turn in the last round strikes, or gets off, so that its steed has a turn too, whichever promises more. It
// needs a square to get off to; in a grapple it first has to win the contest.
func TestARiderGetsOffForItsSteed(t *testing.T) {
	for _, c := range []struct {
		name, ground string
		isHeld       bool
		most, least  float64 // of the exact value for Bea's side
	}{
		{"with room", `["...", "..."]`, false, 1, 0.3},
		{"in a corner", `[".."]`, false, 0.2, 0},
		{"held in a corner", `["..."]`, true, 1, 0.1},
	} {
		sc := setup{us: []man{{name: "Bea", row: "attributes: {strength: 3}, mook: true, skills: {jujutsu: 3}, weapons: []", line: "rides: Ash"},
			{name: "Ash", row: "steed: true, four legs: true, attributes: {agility: 4, strength: 5}, skills: {jujutsu: 3}, mook: true, weapons: [kick]", at: "a1"}},
			them:   []man{{name: "Ann", row: "attributes: {}, mook: true, weapons: []", at: "b1"}},
			ground: c.ground, rulings: `raise cap: void, focused effects: "no"`, more: "rounds: 1"}
		g := sc.game(t)
		s := g.Start()
		for i := range 3 {
			s.seats[i].stance, s.seats[i].turnMarks = water, 0
		}
		s.seats[2].wounds, s.seats[2].turnMarks = 10, acted
		if c.isHeld {
			g.joinGrapple(&s, 2, 0, nil)
		}
		g.begin(&s, 0, nil)
		sol, err := search.Solve(t.Context(), search.Solvable[State](g), s, search.SolveLimits{})
		if err != nil {
			t.Fatal(err)
		}
		exact, _, _ := sol.Bounds(s)
		if v := g.Leaf(&s); exact < c.least || exact > c.most || math.Abs(v-exact) > 0.15 {
			t.Errorf("%s: the leaf is %v, want about %v, from %v to %v", c.name, v, exact, c.least, c.most)
		}
		if n := testing.AllocsPerRun(100, func() { g.Leaf(&s) }); n != 0 {
			t.Errorf("%s: a leaf allocates %v times", c.name, n)
		}
	}
}

// In the last round a leaf knows that a bowman steps away from whoever stands beside him, which arrows care for armour, that one steps
// up to a foe to grapple it, what the test of the Earth stance adds, and where a rider gets off or rides first.
func TestTheLastRoundKnowsWhereToGo(t *testing.T) {
	const (
		weak  = "attributes: {stamina: 1, willpower: 1}, mook: true, "
		quick = "attributes: {agility: 3, perception: 3, reflexes: 3, stamina: 1, strength: 3, willpower: 1}, mook: true, "
	)
	archer := man{name: "Hana", row: quick + "skills: {kyujutsu: 3, defense: 2}, weapons: [yumi], armour: ashigaru"}
	steed := man{name: "Ash", row: "steed: true, four legs: true, attributes: {agility: 3, strength: 5, stamina: 1, willpower: 1}, " +
		"skills: {jujutsu: 2}, mook: true, weapons: [kick]"}
	for _, c := range []struct {
		name     string
		us, them []man
		stances  []stance
		first    int // whose turn it is; the others follow in the order of the file
	}{
		{"a bow beside a blade", []man{archer.standing("b1")},
			[]man{{name: "Aki", row: quick + "weapons: [naginata], armour: heavy", at: "a1"}}, []stance{water, void}, 0},
		{"a grapple after a step", []man{{name: "Emon", row: quick + "weapons: [jo]", at: "a1"}},
			[]man{{name: "Bo", row: weak + "weapons: [yari]", at: "c1"}}, []stance{fire, fire}, 0},
		{"the test of Earth", []man{{name: "Bea", row: quick + "skills: {defense: 4}, weapons: []", at: "a1"}},
			[]man{{name: "Goro", row: quick + "weapons: [katana]", at: "b1"}}, []stance{earth, water}, 0},
		{"a ride to where there is room", []man{{name: "Mori", row: quick + "weapons: [katana]", line: "rides: Ash"}, steed.standing("a1")},
			[]man{{name: "Bo", row: weak + "weapons: []", at: "c1"}}, []stance{air, water, air}, 0},
	} {
		sc := setup{us: c.us, them: c.them, ground: `["..."]`, rulings: `raise cap: void, focused effects: "no"`, more: "rounds: 1"}
		g := sc.game(t)
		s := g.Start()
		for i, st := range c.stances {
			s.seats[i].stance, s.seats[i].turnMarks = st, 0
		}
		g.begin(&s, c.first, nil)
		sol, err := search.Solve(t.Context(), search.Solvable[State](g), s, search.SolveLimits{})
		if err != nil {
			t.Fatal(err)
		}
		exact, _, _ := sol.Bounds(s)
		if leaf := g.Leaf(&s); !(math.Abs(leaf-exact)/2 <= 0.08) {
			t.Errorf("%s: the leaf says %.3f, the solver %.3f", c.name, leaf, exact)
		}
		if n := testing.AllocsPerRun(100, func() { g.Leaf(&s) }); n != 0 {
			t.Errorf("%s: a leaf allocates %v times", c.name, n)
		}
	}
}

// standing returns the man on a square.
func (m man) standing(at string) man {
	m.at = at
	return m
}
