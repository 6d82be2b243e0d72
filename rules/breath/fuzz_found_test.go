package breath

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
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

// zonedText is three in zones; a hole for the block of a fight under way.
const zonedText = `
version: 1
system: breath
title: The Yard
zones: {first rear: {}, first front: {}, core: {}, second front: {}}
sides:
  - {name: one, fighters: [{who: archer, name: A, zone: first rear}, {who: samurai, name: C, zone: first front}]}
  - {name: other, fighters: [{who: ronin, name: B, zone: core}]}
now:
  round: 1
  seats:
    A: {energy: 5, wounds: 3, zone: first rear}
    B: {energy: 5, wounds: 3, zone: core, stance: %s}
    C: {energy: 5, wounds: 3, zone: first front}
  %s
`

// ladderText is a duel under way at issoku itto, with A in its breath, and B as it is given.
func ladderText(waits, b string) string {
	return fmt.Sprintf(duelText, "{who: ronin, name: A}", "{who: ronin, name: B}") + "duel: {}\nnow: {round: 1, seat: A, distance: issoku itto, " + waits +
		", seats: {A: {energy: 5, wounds: 3, guard: 3}, B: {" + b + "}}}\n"
}

// A position that no fight can reach is refused where it would lead the engine astray.
func TestPositionsNoFightReachesAreRefused(t *testing.T) {
	crowd := fmt.Sprintf(duelText, "{bandit: 6}", "{gaki: 6}")
	g := mirrorLoad(t, crowd)
	s := g.Start()
	twelve := strings.Replace(positionText(g, &s), "waits for: count", "waits for: bleed\n  breath: {spent: 0, scan: %d}", 1)
	for _, c := range []struct{ why, text string }{
		{"a breakthrough that is no move", fmt.Sprintf(zonedText, `""`, "waits for: force\n  seat: A\n  breath: {spent: 3, task: [3, 0, 2, 200, 200]}")},
		{"a breakthrough without zones", fmt.Sprintf(duelText, "{who: ronin, name: A}", "{who: ronin, name: B}") +
			"now:\n  round: 1\n  waits for: force\n  seat: A\n  seats: {A: {energy: 5, wounds: 3}, B: {energy: 5, wounds: 3}}\n  breath: {spent: 2, task: [3, 0, 1, 0, 0]}\n"},
		{"a stray shot with no friend in the Core", fmt.Sprintf(zonedText, `""`, "waits for: stray\n  seat: A\n  blows: [{by: A, at: B, with: loose, mod: 0}]")},
		{"a second blow that is no stance's", fmt.Sprintf(strings.Replace(zonedText, "{who: ronin, name: B", "{who: samurai, name: B", 1), "guard stance",
			"waits for: strike\n  seat: C\n  blows: [{by: C, at: B, with: horizontal cut, mod: 0, is: 8}, {by: C, at: B, with: horizontal cut, mod: 0}]")},
		{"a duel with one who is down", ladderText("waits for: count", "is: [down], energy: 0, wounds: 0, guard: 3")},
		{"a contest outside a duel", fmt.Sprintf(duelText, "{who: ronin, name: A}", "{who: ronin, name: B}") +
			"now:\n  round: 1\n  waits for: contest\n  seat: A\n  seats: {A: {energy: 5, wounds: 3}, B: {energy: 5, wounds: 3}}\n  breath: {spent: 1, task: [11, 0, 255, 0, 0]}\n"},
		{"a contest with one who cannot resist", ladderText("waits for: contest, breath: {spent: 1, task: [11, 0, 255, 0, 0]}", "energy: 5, wounds: 3, guard: 0")},
		{"a push where no blades are locked", ladderText("waits for: contest, breath: {spent: 1, task: [12, 0, 255, 0, 0]}", "energy: 5, wounds: 3, guard: 3")},
		{"a wrist that holds nothing", ladderText("waits for: grip, blows: [{by: A, at: B, with: horizontal cut, mod: 0, aim: wrist}], breath: {spent: 3, task: [3, 0, 1, 0, 1]}",
			"energy: 5, wounds: 3, guard: 3, dropped: [uchigatana]")},
		{"a feint at a broken guard", ladderText("waits for: strike, blows: [{by: A, at: B, with: horizontal cut, mod: 0, aim: feint}], breath: {spent: 1, task: [3, 0, 1, 0, 6]}",
			"energy: 5, wounds: 3, guard: 0")},
		{"more guard than there is", ladderText("waits for: count", "energy: 5, wounds: 3, guard: 30")},
		{"a duel without its distance", strings.Replace(ladderText("waits for: count", "energy: 5, wounds: 3, guard: 3"), "distance: issoku itto, ", "", 1)},
		{"a guard outside a duel", strings.Replace(ladderText("waits for: count", "energy: 5, wounds: 3, guard: 3"), "duel: {}\n", "", 1)},
		{"a duelist without guard", ladderText("waits for: count", "energy: 5, wounds: 3")},
		{"a lull that bleeds nobody", fmt.Sprintf(twelve, 12)},
		{"a lull that asks one and bleeds another", fmt.Sprintf(twelve, 3)},
	} {
		t.Run(c.why, func(t *testing.T) {
			g, err := Load("position.yaml", []byte(c.text), rows.DefaultBook())
			if err != nil {
				t.Log(err)
				return
			}
			t.Errorf("accepted")
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("and it panics: %v", p)
				}
			}()
			s := g.Start()
			for _, o := range g.Odds(&s, nil) {
				u := s
				g.Play(&u, o.Action, &rules.Log{})
				if g.Turn(&u).Kind == rules.Chance && len(g.Odds(&u, nil)) == 0 {
					t.Errorf("and it comes to dice without outcomes")
				}
				g.Actions(&u, nil)
			}
		})
	}
}

// What a fight waits for has its own word in positions.
func TestPositionsNameWhatIsWaitedFor(t *testing.T) {
	for word, p := range map[string]phase{"over": phOver, "count": phCount, "breath": phBreath, "overload": phStrain, "force": phForce, "strike": phStrike,
		"answer": phAnswer, "defend": phDefend, "stray": phStray, "draw": phDraw, "bleed": phBleed, "fate": phFate,
		"resist": phResist, "contest": phContest, "grip": phGrip} {
		if rows.Phases[p] != word {
			t.Errorf("a position that waits for %s says %s", word, rows.Phases[p])
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
	labels := g.labels(0)
	for i, l := range labels {
		if slices.Contains(labels[i+1:], l) {
			t.Errorf("two techniques are called %q", l)
		}
	}
	s := g.Start()
	s.seats[0].lost = 2 // the second one lies on the ground
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
	if n := len(g.seats[0].stances); n != 1 {
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
		{"an exposure past what a position holds", "weapons: {net: {family: thrown, skill: throwing, attack: [{name: cast, energy: 2, check: finesse, wounds: 0, expose: 50}]}}\ncombatants: {x: {grade: lord, weapons: [net]}}"},
		{"a stance that strikes with a weapon that cannot", "weapons: {buckler: {family: shield, skill: main, defense: [{name: push, energy: 1, check: courage}]}}\ncombatants: {x: {grade: lord, weapons: [buckler], traits: [samurai]}}"},
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
			for _, st := range g.seats[0].stances {
				if a := &g.seats[0].arms[g.stances[st].arm]; g.stances[st].strikes != 0 && (a.kind != isAttack || a.reach != 0) {
					t.Errorf("accepted: %s strikes with %s", g.stances[st].name, a.name)
				}
			}
			s := g.Start()
			w := &watch{g: g, last: s}
			if err := w.look(&s); err != nil {
				t.Errorf("accepted: %v", err)
				return
			}
			s.seats[1].bare = g.seats[0].arms[0].expose
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
		file := mirrorFile(t, mirrorLoad(t, fmt.Sprintf(duelText, "{who: ronin, name: A}, {who: bandit, name: D}", "{who: ronin, name: B}")).file)
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
	g.Play(&s, rules.Action{Do: doClose, At: rules.Nobody}, nil)
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
				s.seats[i].is |= isBleeding
			}
		}
		g.call(&s, nil)
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
	g := mirrorLoad(t, fmt.Sprintf(strings.Replace(zonedText, "C: {energy: 5, wounds: 3, zone: first front}", "C: {energy: 5, wounds: 3, zone: core}", 1),
		`""`, "waits for: strike\n  seat: A\n  blows: [{by: A, at: B, with: loose, mod: 0}]"))
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

// What a position says of a breath while nobody breathes is dropped: equal situations are equal values.
func TestPositionsKeepNoLeftovers(t *testing.T) {
	g := mirrorLoad(t, fmt.Sprintf(zonedText, `""`, "waits for: count\n  seat: A\n  breath: {spent: 0, strikes: 2, scan: 3, tight: true}"))
	s := g.Start()
	h, err := Load("again.yaml", []byte(positionText(g, &s)), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	if h.Start() != s {
		t.Errorf("it comes back as\n%+v, want\n%+v", h.Start(), s)
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
