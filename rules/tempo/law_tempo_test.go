package tempo

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// Feints and counter-tempo.

// A feint is declared as an attack; what it is, only its owner knows until the answer.
// TP-50: a feint may be declared as a regular attack and recorded privately.
// TP-49: it costs what the weapon costs.
// R-TP-07, R-TP-47: price, weapon and answers are those of the attack.
func TestAFeintLooksLikeAnAttack(t *testing.T) {
	var seen [2][]string
	var ap [2]string
	var events [2][]rules.Event
	for k, secret := range []string{"melee attack", "feint"} {
		b := duel(t, "", "")
		b.play("long sword cut > Bea")
		b.wantTurn("Ann", rules.Commit)
		b.wantOptions("melee attack", "feint")
		b.play(secret)
		b.wantTurn("Bea", rules.Decide)
		seen[k], ap[k] = b.words(), b.sheet("Ann", "ap")
		steps := fight.SeenBy(b.f.Steps(), "Bea")
		last := steps[len(steps)-1]
		events[k] = last.Events
		if last.Do != "" {
			t.Errorf("Bea sees that Ann chose %q", last.Do)
		}
		g, s, _ := b.position()
		if v := g.veil(&s); v.phase != phSecret || v.feint != 0 {
			t.Errorf("veiled, the fight waits for %s", rows.PhaseNames[v.phase])
		}
		b.play("no reaction")
		if got := b.events("reveal"); len(got) != 1 || got[0].What != secret {
			t.Errorf("told %+v, want the reveal of %s", got, secret)
		}
	}
	if !slices.Equal(seen[0], seen[1]) || ap[0] != ap[1] || !slices.Equal(events[0], events[1]) {
		t.Errorf("Bea sees %v, %v, %v; want the same of both", seen, ap, events)
	}
}

// Carried through, a feint does nothing, whatever the dice would be.
// TP-51: its table has only a miss.
// R-TP-06: against Evade or nothing nothing replaces it.
func TestAFeintCarriedThroughDoesNothing(t *testing.T) {
	for _, answer := range []string{"no reaction", "evade"} {
		b := duel(t, "", "")
		b.play("long sword cut > Bea", "feint", answer)
		b.wantTurn("Ann", rules.Decide)
		b.wantOutcome("Ann", "feint", "miss")
		b.wantWounds("Bea", 0, 0, 0)
		b.wantAP("Ann", 8)
	}
}

// A feint that draws a Parry becomes a counter-attack at 3 more, and the Parry still opposes it.
// TP-52: Feint answered by a Parry may be replaced by a Counter-Attack with +3.
// TP-07: the actor may replace its action because of a reaction.
// TP-18: that is done on one's own turn, in answer to a reaction.
// TP-19: the feint no longer resolves.
// R-TP-05.
func TestAFeintDrawsAParry(t *testing.T) {
	b := duel(t, "", "")
	b.play("long sword cut > Bea", "feint", "parry")
	b.wantTurn("Ann", rules.Decide)
	b.wantOptions("ct counter-attack, long sword cut", "ct counter-attack, long sword thrust", "no counter-tempo")
	b.wantCost("ct counter-attack, long sword cut", 0)
	b.play("ct counter-attack, long sword cut")
	if c := b.check(); c.What != "ct counter-attack" || c.Mod != 4+3 {
		t.Errorf("the check is %+v, want a ct counter-attack at 7", c)
	}
	b.play(d{2, 0}, d{1, 1}) // 9 against 8
	b.wantOutcome("Ann", "ct counter-attack", "critical hit")
	b.wantWounds("Bea", 1, 0, 0)

	b = duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "parry")
	b.wantTurn("Ann", rules.Chance) // an attack in earnest has no counter-tempo to a Parry
}

// What a counter-tempo action replaces is gone: an attack that would have hit hits nobody, nothing is thrown or told of it, its
// damage is not the replacement's, and the turn goes on from there.
// TP-19: the replaced action does not resolve.
func TestWhatIsReplacedDoesNotResolve(t *testing.T) {
	for _, secret := range []string{"melee attack", "feint"} {
		kept := duel(t, "", "")
		kept.play("long sword thrust > Bea", secret, "counter-attack, long sword cut", "no counter-tempo", d{9, 0}) // 9 more is a hit
		kept.wantOutcome("Ann", secret, map[string]string{"melee attack": "critical hit", "feint": "miss"}[secret])

		parried := duel(t, "", "")
		parried.play("long sword thrust > Bea", secret, "counter-attack, long sword cut", "ct parry", d{9, 0})
		parried.wantOutcome("Ann", "ct parry", "success")
		parried.wantTurn("Ann", rules.Decide)
		parried.wantWounds("Bea", 0, 0, 0)
		parried.wantAP("Ann", 8)
		parried.wantOffered(true, "long sword thrust > Bea")

		struck := duel(t, "", "")
		struck.play("long sword thrust > Bea", secret, "counter-attack, long sword cut", "ct counter-attack, long sword cut", d{9, 0})
		struck.wantOutcome("Ann", "ct counter-attack", "critical hit")
		if got := struck.check(); got.What != "damage" || !strings.Contains(got.Says, "2d") {
			t.Errorf("%s: the check is %+v, want the damage of a cut", secret, got)
		}
		struck.play(d{1, 1})
		for _, b := range []*bout{parried, struck} {
			for _, e := range b.told {
				if e.What == secret && (e.Kind == "check" || e.Kind == "outcome") {
					t.Errorf("%s was replaced, and told is %+v", secret, e)
				}
			}
		}
		if hurt := len(struck.events("harm")); hurt != 1 {
			t.Errorf("%s: %d are hurt, want one by the replacement alone", secret, hurt)
		}
		struck.wantTurn("Ann", rules.Decide)
	}
}

// CT Counter-Attack: a blow against a counter-attack, with its own table; it stops nothing.
// TP-142: CT Counter-Attack takes the weapon's AP on guard, with a check.
// TP-143: it answers Counter-Attack.
// TP-144: it replaces Feint or Melee Attack.
// TP-145: hit from Combat Defence, critical from its armoured figure.
// TP-146: a miss does nothing.
// TP-147: a hit does damage less armour.
// TP-148: a critical hit ignores it.
// R-TP-08: both tables are read.
func TestACounterTempoCounterAttack(t *testing.T) {
	for _, c := range []struct {
		ann, bea int
		of       string
		total    int
	}{{0, 3, "miss", -1}, {2, 4, "hit", 4}, {7, 4, "critical hit", 8}} {
		b := duel(t, "", "armour: mail")
		b.play("long sword thrust > Bea", "feint", "counter-attack, long sword cut")
		b.wantOptions("ct counter-attack, long sword cut", "ct counter-attack, long sword thrust", "ct parry", "no counter-tempo")
		b.play("ct counter-attack, long sword cut", d{c.ann, c.bea}) // 4 against 2
		b.wantOutcome("Ann", "ct counter-attack", c.of)
		if c.total < 0 {
			b.wantOutcome("Bea", "counter-attack", "critical hit")
			continue
		}
		b.play(d{4, 4})
		if got := b.events("harm"); got[0].Total != c.total {
			t.Errorf("%+v, want %d damage of 8", got, c.total)
		}
	}
	b := duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut")
	b.wantOptions("ct counter-attack, long sword thrust", "ct parry", "no counter-tempo") // the same cut would be the same thing
}

// CT Parry: it stops the counter-attack at 0 and binds there.
// TP-149: CT Parry takes the weapon's AP on guard, with a check.
// TP-150: it answers Counter-Attack.
// TP-151: it replaces Feint or Melee Attack.
// TP-152: DT 0 bind, DT 1 success.
// TP-153: failed, it does nothing.
// TP-154: a bind stops the counter-attack.
// TP-155: a bind leaves both bound.
// TP-156: success stops it without a bind.
func TestACounterTempoParry(t *testing.T) {
	for _, secret := range []string{"melee attack", "feint"} {
		for _, c := range []struct {
			bea    int
			of     string
			status string
			hits   bool
		}{{9, "failure", "on guard", true}, {8, "bind", "bound with Bea", false}, {7, "success", "on guard", false}} {
			b := duel(t, "", "")
			b.play("long sword cut > Bea", secret, "counter-attack, long sword cut", "ct parry", d{2, c.bea}) // 4 + 4 against 2
			b.wantOutcome("Ann", "ct parry", c.of)
			b.wantSheet("Ann", "status", c.status)
			if hits := b.f.Turn().Kind == rules.Chance; hits != c.hits {
				t.Errorf("a ct parry with %s: the counter-attack lands %v, want %v", c.of, hits, c.hits)
			}
			b.wantWounds("Bea", 0, 0, 0) // the attack itself no longer resolves
		}
	}
}

// In the catalogue at least a third of the melee weapons with two surfaces price them differently, so that the larger of two
// prices is met in play: out of a halberd's spike, its cut costs 1 AP more.
// R-TP-65.
// TP-08, TP-09.
func TestSomeWeaponsPriceTheirSurfacesApart(t *testing.T) {
	two, apart := 0, 0
	for _, w := range rows.DefaultBook().Weapons {
		if len(w.Surfaces) < 2 {
			continue
		}
		two++
		if w.Surfaces[0].AP.N != w.Surfaces[1].AP.N {
			apart++
		}
	}
	if 3*apart < two || apart == 0 {
		t.Errorf("%d of %d weapons with two surfaces price them differently, want a third or more", apart, two)
	}
	b := duel(t, "weapons: [halberd]", "")
	b.play("halberd spike > Bea", "melee attack", "counter-attack, long sword cut")
	b.wantCost("ct counter-attack, halberd cut", 1)
	b.play("ct counter-attack, halberd cut")
	b.wantAP("Ann", 7)
}

// Unreplaced, the attack and the counter-attack are read against each other; the feint only opposes.
// TP-94: both may be hit by then.
// R-TP-06: an unreplaced feint's check still opposes the reaction.
func TestAnUnreplacedFeintStillOpposes(t *testing.T) {
	b := duel(t, "", "")
	b.play("long sword cut > Bea", "feint", "counter-attack, long sword cut", "no counter-tempo", d{9, 3})
	b.wantOutcome("Ann", "feint", "miss")
	b.wantOutcome("Bea", "counter-attack", "miss")
	b.wantTurn("Ann", rules.Decide)
}

// The price of a replaced action is the larger of both.
// TP-08: only the difference by which the replacement is dearer.
// TP-09: in all the larger cost.
// R-TP-03, R-TP-04.
func TestAReplacementCostsTheLargerOfBoth(t *testing.T) {
	catalogue := "version: 1\nweapons:\n  odd sword: {hands: 2h, skill: blades, guard: 4, surfaces: [{name: point, ap: 3, damage: 1d6, type: pierce, reach: [1, 1]}, {name: edge, ap: 5, damage: 2d6, type: slash, reach: [1, 1]}]}\ncombatants:\n  odd: {weapons: [odd sword], skills: {blades: 4, endurance: 4}}\n  plain: {weapons: [long sword], skills: {blades: 4, endurance: 4}}\n"
	book, err := book.Overlay(rows.DefaultBook(), "rows.yaml", []byte(catalogue))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("e.yaml", []byte("version: 1\nsystem: tempo\ntitle: T\nrulings: {initiative: by rating, beginner: winner}\nsides:\n- {name: us, status: on guard, fighters: [{who: odd, name: Ann}]}\n- {name: them, status: on guard, fighters: [{who: plain, name: Bea}]}\n"), book)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		first, then  string
		extra, whole int
	}{{"odd sword point > Bea", "ct counter-attack, odd sword edge", 2, 5}, {"odd sword edge > Bea", "ct counter-attack, odd sword point", 0, 5}} {
		b := begun(t, g)
		b.play(c.first, "melee attack", "counter-attack, long sword cut")
		b.wantCost(c.then, c.extra)
		b.play(c.then)
		b.wantAP("Ann", 12-c.whole)
		if got := b.events("tempo"); len(got) != 1 || got[0].Paid != c.extra {
			t.Errorf("told %+v, want a surcharge of %d", got, c.extra)
		}
	}
}

// TP-08: who has nothing left can still replace an action by one that is no dearer.
func TestAReplacementForNothingNeedsNothing(t *testing.T) {
	b := duel(t, "", "")
	g, s, _ := b.position()
	s.seats[0].ap = 4
	b = at(t, g, &s)
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut")
	b.wantAP("Ann", 0)
	b.wantOffered(true, "ct parry")
}

// TP-151: what a counter-tempo action replaces is its own row's word, and no other row bars it: in a house whose CT
// Counter-Attack replaces nothing but a Feint, a Melee Attack still becomes a CT Parry.
func TestEachCounterTempoActionReplacesForItself(t *testing.T) {
	sc := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}
	book, err := book.Overlay(sc.book(t), "house.yaml",
		[]byte("version: 1\nactions: {ct counter-attack: {kind: counter-tempo, ap: weapon, status: [on guard], answers: [counter-attack], replaces: [feint], "+
			"outcomes: [{is: miss}, {from: combat defence, is: hit}, {from: armoured defence, is: critical hit}]}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("setup.yaml", []byte(sc.text()), book)
	if err != nil {
		t.Fatal(err)
	}
	b := begun(t, g)
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut")
	b.wantOptions("ct parry", "no counter-tempo")
}

// TP-50: what others know of an attack that waits for its answer is the position before its secret was chosen, whichever it is.
// R-TP-07.
func TestASecretIsVeiledAsItWasBefore(t *testing.T) {
	secrets := 0
	for _, name := range []string{"brawl", "archers"} {
		g := builtin(t, name)
		rulestest.VisitReached(g, 20, func(s State) {
			if s.phase != phSecret {
				return
			}
			for _, a := range g.Actions(&s, nil) {
				chosen := s
				g.Play(&chosen, a, nil)
				if chosen.phase != phReact {
					continue
				}
				secrets++
				if veiled := g.veil(&chosen); veiled != s {
					t.Errorf("%s leaves a trace: %+v, want %+v", g.Format(&s, a), veiled, s)
				}
			}
		})
	}
	if secrets == 0 {
		t.Error("nobody had a secret: this shows nothing")
	}
}
