package breath

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// What fuzzing and mirroring have found, each as the smallest case that shows it.

// duelText is two combatants in one scene; a hole for each.
const duelText = `
version: 1
system: breath
title: A Duel
sides:
  - {name: one, fighters: [%s]}
  - {name: other, fighters: [%s]}
`

// ladderText returns a duel under way at issoku itto, with A first in the count, and B as it is given.
func ladderText(b string) string {
	return fmt.Sprintf(duelText, "{who: ronin, name: A}", "{who: ronin, name: B}") + "duel: {}\n" +
		"now: {round: 1, waits for: count, seat: A, distance: issoku itto, seats: {A: {energy: 5, wounds: 3, guard: 3}, B: {" + b + "}}}\n"
}

// A position that no fight can reach is refused where it would lead the engine astray.
func TestPositionsNoFightReachesAreRefused(t *testing.T) {
	sound := ladderText("energy: 5, wounds: 3, guard: 3")
	mirrorLoad(t, sound)
	for _, c := range []struct{ text, want string }{
		{ladderText("is: [down], energy: 0, wounds: 0, guard: 3"), "position.yaml:9:28: the fight is decided: want both sides standing, or waits for: over"},
		{ladderText("energy: 5, wounds: 3, guard: 30"), "position.yaml:9:145: guard 30: want 0 to 6"},
		{strings.Replace(sound, "distance: issoku itto, ", `distance: "", `, 1), "position.yaml:9:54: a duel under way without its distance: want distance: with"},
		{strings.Replace(sound, "duel: {}\n", "", 1), "a distance in a fight that is no duel"},
		{strings.Replace(ladderText("energy: 0, wounds: 3, guard: 3"), "A: {energy: 5", "A: {energy: 0", 1),
			"position.yaml:9:28: nobody is in the count: want one with Energy left who has not closed"},
		{ladderText("energy: 6, wounds: 3, guard: 3"), "A at the count, behind B: want B, by Energy, Finesse, sides and waits"},
	} {
		_, err := Load("position.yaml", []byte(c.text), rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// What positions said of the middle of an exchange before since: did is refused with a sentence that says what is right.
func TestTheMiddleOfAnExchangeIsNoBoundary(t *testing.T) {
	for _, c := range []struct{ now, want string }{
		{"{waits for: strike}", `yard.yaml:4:18: a position that waits for "strike": want count or over; in the middle of an exchange ` + book.MidwayWant},
		{"{blows: [{by: Ume, at: Bandit 1, with: thrust, mod: 0}]}", "yard.yaml:4:7: blows is of the middle of an exchange: want " + book.MidwayWant},
		{"{breath: {spent: 2, task: [3, 0, 1, 0, 0]}}", "yard.yaml:4:7: breath is of the middle of an exchange: want "},
		{"{dice: [3, 9], for: strike}", "yard.yaml:4:7: dice is of the middle of an exchange: want "},
		{"{dice: [3, 9], for: strike}", "yard.yaml:4:21: for is of the middle of an exchange: want "},
		{"{seats: {Ume: {focus: 2}}}", "yard.yaml:4:21: focus is of the middle of an exchange: want "},
	} {
		_, err := Load("yard.yaml", []byte(strings.Replace(yard, "title: The Yard", "title: The Yard\nnow: "+c.now, 1)), rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.now, err, c.want)
		}
	}
}

// Positions changed at random are refused or can be played: what FuzzPosition does, for a fixed seed.
func TestPositionsChangedAtRandomAreRefusedOrPlayable(t *testing.T) {
	games := fuzzGames(t)
	for n := range 800 {
		r := rand.New(rand.NewPCG(5, uint64(n)))
		g := games[r.IntN(len(games))]
		s := g.Start()
		for range r.IntN(80) {
			if g.Turn(&s).Kind == rules.Over {
				break
			}
			g.Play(&s, rulestest.AnyMove(r, g, &s), nil)
		}
		mangledPlays(t, g, s, &rulestest.Choices{Rest: r}, 1+r.IntN(3), &rulestest.Choices{Rest: r})
	}
}

// Whoever wears two blades of one kind has two of each technique, told apart in words and in positions.
func TestTwoWeaponsOfOneKindAreToldApart(t *testing.T) {
	g := mirrorLoad(t, fmt.Sprintf(duelText, "{who: ronin, name: A, weapons: [kodachi, kodachi]}", "{who: hatamoto, name: B}"))
	arms := g.fighters[0].techniques
	for i := range arms {
		if slices.ContainsFunc(arms[i+1:], func(a technique) bool { return a.label == arms[i].label }) {
			t.Errorf("two techniques are called %q", arms[i].label)
		}
	}
	s := g.Start()
	s.seats[0].lost = lostDropped << slotSide // the second one lies on the ground
	if h, err := Load("position.yaml", []byte(positionText(g, &s)), rows.DefaultBook()); err != nil || h.Start() != s {
		t.Errorf("with the second kodachi dropped the position comes back with the first dropped, %v", err)
	}
}

// One stance from two sources is one stance (EB-63): it is offered once.
func TestOneStanceFromTwoSourcesIsOfferedOnce(t *testing.T) {
	book, err := rows.DefaultBook().Overlay("house.yaml", []byte(`
version: 1
traits: {drilled: {stance: spear wall}}
combatants: {sergeant: {grade: veteran, weapons: [suyari], skills: {spearmanship: 1}, traits: [drilled]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("duel.yaml", []byte(fmt.Sprintf(duelText, "{who: sergeant, name: A}", "{who: bandit, name: B}")), book)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(g.fighters[0].stances); n != 1 {
		t.Errorf("it has %d stances, want 1", n)
	}
}

// A row may have a name in any script, and lends it to a combatant without one.
func TestARowMayBeNamedInAnyScript(t *testing.T) {
	book, err := rows.DefaultBook().Overlay("house.yaml", []byte("version: 1\ncombatants: {鬼: {grade: minion, energy: 10, wounds: 1, weapons: [unarmed]}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("duel.yaml", []byte(fmt.Sprintf(duelText, "{who: 鬼}", "{who: bandit}")), book)
	if err != nil {
		t.Fatal(err)
	}
	if g.name(0) != "鬼" {
		t.Errorf("it is called %q", g.name(0))
	}
}

// Numbers of a row that the engine's bytes cannot hold, or that mean nothing, are refused with their place.
func TestNumbersOutOfReasonAreRefused(t *testing.T) {
	for _, c := range []struct{ why, rows string }{
		{"Wounds taken away to less than 1", "traits: {frail: {wounds: -9}}\ncombatants: {x: {grade: lord, weapons: [uchigatana], traits: [frail]}}"},
		{"a lord of no Wounds", "combatants: {x: {grade: lord, wounds: 0, weapons: [uchigatana]}}"},
		{"Wounds past 127", "traits: {giant: {wounds: 99}, titan: {wounds: 99}}\ncombatants: {x: {grade: lord, weapons: [uchigatana], traits: [giant, titan]}}"},
		{"Wounds past what a position holds", "traits: {giant: {wounds: 99}}\ncombatants: {x: {grade: lord, weapons: [uchigatana], traits: [giant]}}"},
		{"an exposure past what a position holds",
			"weapons: {net: {family: thrown, skill: throwing, attack: [{name: cast, energy: 2, check: finesse, wounds: 0, expose: 50}]}}\ncombatants: {x: {grade: lord, weapons: [net]}}"},
		{"a stance that strikes with a weapon that cannot",
			"weapons: {buckler: {family: shield, skill: main, defense: [{name: push, energy: 1, check: courage}]}}\ncombatants: {x: {grade: lord, weapons: [buckler], traits: [samurai]}}"},
		{"a guard stance that answers with a shot", "combatants: {x: {grade: lord, weapons: [yumi], traits: [samurai]}}"},
	} {
		t.Run(c.why, func(t *testing.T) {
			book, err := rows.DefaultBook().Overlay("house.yaml", []byte("version: 1\n"+c.rows+"\n"))
			if err != nil {
				t.Log(err)
				return
			}
			g, err := Load("duel.yaml", []byte(fmt.Sprintf(duelText, "{who: x, name: A}", "{who: samurai, name: B}")), book)
			if err != nil {
				t.Log(err)
				return
			}
			for _, st := range g.fighters[0].stances {
				if a := &g.fighters[0].techniques[g.stances[st].technique]; g.stances[st].strikes != 0 && (a.kind != kindAttack || a.reach != 0) {
					t.Errorf("accepted: %s strikes with %s", g.stances[st].name, a.name)
				}
			}
			s := g.Start()
			w := &watch{g: g, last: s}
			if err := w.look(&s); err != nil {
				t.Errorf("accepted: %v", err)
				return
			}
			s.seats[1].exposed = g.fighters[0].techniques[0].exposes
			if err := w.look(&s); err != nil {
				t.Errorf("accepted: %v", err)
			}
			if _, err := Load("position.yaml", []byte(positionText(g, &s)), book); err != nil {
				t.Errorf("accepted, and its positions are not: %v", err)
			}
		})
	}
}

// A GM's edit leaves a position that can be printed, read and played, whatever the fight waits for.
func TestAnEditLeavesAPlayablePosition(t *testing.T) {
	t.Run("the target of a strained blow falls", func(t *testing.T) {
		g := mirrorLoad(t, fmt.Sprintf(duelText, "{who: ronin, name: A}", "{who: bandit, name: B}, {who: bandit, name: D}"))
		f := fight.New(g, fight.Header{System: rows.System})
		for _, do := range []string{"reserve parry (uchigatana)", "reserve parry", "reserve parry", "reserve parry", "reserve parry", "horizontal cut > B"} {
			if _, err := f.Do(do); err != nil && do != "reserve parry (uchigatana)" {
				t.Fatal(err)
			}
		}
		edited(t, f, "B wounds=0")
		for n := 0; f.Turn().Kind == rules.Chance; n++ {
			step, err := f.Dice(10, 9)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range step.Events {
				if e.Kind == "check" && e.What == "attack" || e.Kind == "wound" && e.Seat == "B" {
					t.Errorf("the fallen is struck: %+v", e)
				}
			}
		}
	})
	t.Run("one who bleeds falls in the lull", func(t *testing.T) {
		file := mirrorFile(t, mirrorLoad(t, fmt.Sprintf(duelText, "{who: ronin, name: A}, {who: bandit, name: D}", "{who: ronin, name: B}")).Encounter)
		file.Now = &rows.Now{Round: 1, Wait: "count", Seat: "B", Seats: map[string]rows.NowSeat{
			"A": {Wounds: 3, Energy: 4, Is: []string{"bleeding", "closed"}}, "D": {Wounds: 1}, "B": {Wounds: 3, Energy: 1}}}
		g, bad := build(rows.DefaultBook(), file)
		if bad = append(bad, g.readNow()...); len(bad) > 0 {
			t.Fatal(bad)
		}
		f := fight.New(g, fight.Header{System: rows.System})
		if _, err := f.Do("close the round"); err != nil {
			t.Fatal(err)
		}
		edited(t, f, "A wounds=0")
		if f.Round() != 2 {
			t.Errorf("the lull of round 1 is over and round %d waits for %s", f.Round(), f.Name(f.Turn().Seat))
		}
	})
}

func edited(t *testing.T, f *fight.Fight, change string) {
	t.Helper()
	if _, err := f.Edit(change, "the table says so"); err != nil {
		t.Log("refused:", err)
		return
	}
	file, err := f.Position()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load("position.yaml", file, rows.DefaultBook()); err != nil {
		t.Errorf("after the edit the position does not load: %v", err)
	}
}

// Two who bleed to death in one lull fall together: nobody wins by standing later in the file.
func TestBleedingOutTogetherIsADraw(t *testing.T) {
	g := mirrorLoad(t, fmt.Sprintf(duelText, "{who: ronin, name: A}", "{who: ronin, name: B}")+`
now:
  round: 1
  waits for: count
  seat: A
  seats:
    A: {energy: 1, wounds: 1, is: [bleeding]}
    B: {energy: 0, wounds: 1, is: [bleeding]}
`)
	s := g.Start()
	g.Play(&s, rules.Action{Do: doCloseRound, At: rules.Nobody}, nil)
	if v := g.Score(&s); s.phase != phOver || v != 0 {
		t.Errorf("%s, score %v", rows.Phases[s.phase], v)
	}
}

// The order in which the bleeding are asked does not hang on which side the file lists first: with the sides changed over
// and the allied side what it was, the lull is the same lull.
func TestBleedingTakesNoSides(t *testing.T) {
	g := mirrorLoad(t, bothBleed)
	h := swapped(t, g)
	lull := func(g *Game) (State, string) {
		s := g.Start()
		for i := range g.n {
			s.seats[i].energy = 0
			if g.name(i) == "B" || g.name(i) == "D" {
				s.seats[i].flags |= isBleeding
			}
		}
		g.callNext(&s, nil)
		g.goOn(&s, nil)
		return s, g.name(int(g.Turn(&s).Seat))
	}
	s, ours := lull(g)
	u, theirs := lull(h)
	if v, w := g.Score(&s), h.Score(&u); ours != theirs || math.Abs(v+w) > 1e-12 {
		t.Errorf("%s is asked and the score is %v; with the sides changed over it is %s and %v", ours, v, theirs, w)
	}
}

// A lot of one needs no throw: the stray shot strikes the only friend there is. (The suite asks for dice of two sides or
// more.)
func TestALotOfOneIsNotDrawn(t *testing.T) {
	g := mirrorLoad(t, `
version: 1
system: breath
title: The Yard
zones: {first rear: {}, first front: {}, core: {}, second front: {}}
sides:
  - {name: one, fighters: [{who: archer, name: A, zone: first rear}, {who: samurai, name: C, zone: first front}]}
  - {name: other, fighters: [{who: ronin, name: B, zone: core}]}
now:
  seats:
    A: {energy: 6, zone: first rear}
    B: {energy: 5, zone: core}
    C: {energy: 5, zone: core}
since:
  - loose > B
`)
	f := fight.New(g, fight.Header{System: rows.System})
	for _, faces := range [][]int{{1, 2}, {9, 8}} {
		if _, err := f.Dice(faces...); err != nil {
			t.Fatal(err)
		}
	}
	if c := f.Check(); c.What == "lot" {
		t.Errorf("a shot has strayed to one friend and waits for dice of %v sides", c.Dice)
	}
}

// A position may stand in a round past the one an objective asks for: the estimate is a number there too.
func TestTheScoreIsANumberPastTheLastRoundOfAnObjective(t *testing.T) {
	g := builtin(t, "gate")
	s := g.Start()
	s.round = 17
	if v := g.Score(&s); math.IsNaN(v) || v < -1 || v > 1 {
		t.Errorf("the score in round 17 of an objective of 5 is %v, want a number from -1 to 1", v)
	}
}
