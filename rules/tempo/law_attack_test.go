package tempo

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
)

// Blows and what meets them.

// The three rows of an attack, here of 4 against mail: below 0 it misses, from 0 it hits and armour counts, from 5 it does
// not.
// TP-57: a Melee Attack costs the weapon's AP and has a check.
// TP-58: hit from Combat Defence, critical from its armoured figure.
// TP-59: a miss does nothing.
// TP-60: a hit does damage less armour.
// TP-61: a critical hit ignores it.
func TestAnAttackMissesHitsOrPassesArmour(t *testing.T) {
	for _, c := range []struct {
		result int
		of     string
		total  int
	}{{4, "miss", -1}, {5, "hit", 4}, {9, "hit", 4}, {10, "critical hit", 8}} {
		b := duel(t, "", "armour: mail, skills: {blades: 4, footwork: 4, endurance: 4}")
		b.play("long sword cut > Bea", "melee attack", "evade", d{c.result, 8}) // 4 against 8 + 4 - 2 - 1 = 9: result - 5
		b.wantOutcome("Ann", "melee attack", c.of)
		if c.total < 0 {
			b.wantWounds("Bea", 0, 0, 0)
			b.wantTurn("Ann", rules.Decide)
			continue
		}
		if b.f.Turn().Kind != rules.Chance { // the Evade stopped a 0
			if c.result != 5 {
				t.Errorf("at %d nothing follows", c.result)
			}
			continue
		}
		b.play(d{4, 4})
		if got := b.events("harm"); len(got) != 1 || got[0].Total != c.total || got[0].OK != (c.of == "critical hit") {
			t.Errorf("at %d: %+v, want %d damage of 8", c.result, got, c.total)
		}
	}
}

// Fists: 3 AP, the same table, in and out of a grapple.
// TP-78: an Unarmed Attack takes 3 AP, on guard or grappled.
// TP-80: hit from Combat Defence, critical from its armoured figure.
// TP-81: a miss does nothing.
// TP-82: a hit does damage less armour.
// TP-83: a critical hit ignores it.
func TestAnUnarmedAttack(t *testing.T) {
	b := duel(t, "", "armour: mail")
	b.wantCost("unarmed attack > Bea", 3)
	b.play("unarmed attack > Bea", "evade", d{0, 9})
	b.wantOutcome("Ann", "unarmed attack", "miss")
	b.wantTurn("Ann", rules.Decide)
	b.play("unarmed attack > Bea", "no reaction", d{0}, d{6}) // 4: a hit, 5 less 2
	b.wantOutcome("Ann", "unarmed attack", "hit")
	b.wantWounds("Bea", 1, 0, 0)
	if got := b.events("harm"); got[0].Total != 3 {
		t.Errorf("%+v, want 3 damage of 5", got)
	}
	b.play("unarmed attack > Bea", "no reaction", d{1}, d{6})
	b.wantOutcome("Ann", "unarmed attack", "critical hit")
	b.wantWounds("Bea", 1, 1, 0)
}

// TP-05, TP-78: a table's own price of an Unarmed Attack is the one that must be in hand.
func TestFistsCostWhatTheTableSays(t *testing.T) {
	for _, price := range []int{1, 5} {
		sc := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}
		rows := sc.book(t)
		rows.Actions = maps.Clone(rows.Actions)
		fists := rows.Actions["unarmed attack"]
		fists.AP.N = price
		rows.Actions["unarmed attack"] = fists
		g, err := Load("setup.yaml", []byte(sc.text()), rows)
		if err != nil {
			t.Fatal(err)
		}
		for ap := 1; ap <= 6; ap++ {
			s := begun(t, g).state()
			s.seats[0].ap = uint8(ap)
			offered := slices.ContainsFunc(g.Actions(&s, nil), func(a rules.Action) bool { return a.Do == doUnarmed })
			if offered != (ap >= price) {
				t.Errorf("at a price of %d one with %d AP may strike with fists: %t", price, ap, offered)
			}
		}
	}
}

// A weapon against a fist has 5 more, and 2 less as every counter-attack.
// TP-79: a counter-attack with a melee weapon against an Unarmed Attack gets +5.
// R-TP-26: it is part of the counter's total.
func TestACounterAgainstFistsHasFiveMore(t *testing.T) {
	b := duel(t, "", "")
	b.play("unarmed attack > Bea", "counter-attack, long sword cut", d{0, 0})
	if got := b.events("check")[1]; got.Total != 4+5-2-4 {
		t.Errorf("%+v, want a total of 3", got)
	}
	b = duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut", "no counter-tempo", d{0, 0})
	if got := b.events("check")[1]; got.Total != -2 {
		t.Errorf("%+v, want a total of -2", got)
	}
}

// Evade: 0 is enough, and then the blow does nothing.
// TP-114: Evade takes 2 AP on guard, with a check.
// TP-115: it answers Melee Attack and Unarmed Attack.
// TP-116: DT 0.
// TP-117: failed, it does nothing.
// TP-118: done, the action fails.
// R-TP-17: at 0 the attack would hit too; what is stopped does nothing.
func TestAnEvadeStopsTheBlowAtZero(t *testing.T) {
	b := duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "evade", d{2, 3}) // 6 against 3 + 4 - 1
	b.wantOutcome("Bea", "evade", "success")
	b.wantTurn("Ann", rules.Decide)
	if got := b.events("foil"); len(got) != 1 || got[0].Seat != "Bea" {
		t.Errorf("told %+v, want Bea's Evade to stop the blow", got)
	}
	b.play("long sword cut > Bea", "melee attack", "evade", d{3, 3})
	b.wantOutcome("Bea", "evade", "failure")
	b.wantTurn("Ann", rules.Chance)
}

// Parry: 0 binds, 1 is clean, and neither lets the blow through.
// TP-119: Parry takes the weapon's AP on guard, with a check.
// TP-120: it answers Melee Attack and Unarmed Attack.
// TP-121: DT 0 bind, DT 1 success.
// TP-122: failed, it does nothing.
// TP-123: a bind stops the blow.
// TP-124: a bind leaves both bound.
// TP-125: success stops it without a bind.
func TestAParryFailsBindsOrSucceeds(t *testing.T) {
	for _, c := range []struct {
		bea    int
		of     string
		status string
		hits   bool
	}{{3, "failure", "on guard", true}, {4, "bind", "bound with Ann", false}, {5, "success", "on guard", false}} {
		b := duel(t, "", "")
		b.wantCost("long sword cut > Bea", 4)
		b.play("long sword cut > Bea", "melee attack", "parry", d{8, c.bea}) // 12 against 4 + 4 + bea
		b.wantOutcome("Bea", "parry", c.of)
		b.wantSheet("Bea", "status", c.status)
		if hits := b.f.Turn().Kind == rules.Chance; hits != c.hits {
			t.Errorf("a parry at %d: the blow lands %v, want %v", c.bea-4, hits, c.hits)
		}
	}
}

// A fist cannot be bound.
// R-TP-18, R-TP-61: Parry and CT Parry at 0 are a plain success against fists, and told as one.
func TestAParryDoesNotBindFists(t *testing.T) {
	b := duel(t, "", "")
	b.play("unarmed attack > Bea", "parry", d{8, 4})
	b.wantOutcome("Bea", "parry", "success")
	b.wantSheet("Bea", "status", "on guard")
	b.wantTurn("Ann", rules.Decide)

	b = duel(t, "", "weapons: []")
	b.play("long sword cut > Bea", "melee attack", "counter-attack, unarmed", "ct parry", d{0, 6}) // 4 and 4 against 4 - 2 and 6
	b.wantOutcome("Ann", "ct parry", "success")
	b.wantSheet("Ann", "status", "on guard")
}

// Counter-Attack: its own blow into the other's, with its own table; at an even result both are hit.
// TP-88: Counter-Attack takes the weapon's AP on guard, with a check.
// TP-89: it answers Move, Combat Move, Melee Attack and Unarmed Attack.
// TP-90: hit from Combat Defence, critical from its armoured figure.
// TP-91: a miss does nothing.
// TP-92: a hit does damage less armour.
// TP-93: a critical hit ignores it.
// TP-94: both parties can be hit.
func TestACounterAttackMayHitBoth(t *testing.T) {
	begin := func() *bout {
		b := duel(t, "armour: mail", "armour: mail")
		b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut", "no counter-tempo")
		return b
	}
	b := begin()
	b.wantAP("Bea", 8)
	b.play(d{2, 4}) // 6 against 4 + 4 - 2: even
	b.wantOutcome("Ann", "melee attack", "hit")
	b.wantOutcome("Bea", "counter-attack", "hit")
	b.play(d{4, 4}, d{3, 4})
	b.wantWounds("Ann", 1, 0, 0) // 7 less 4
	b.wantWounds("Bea", 0, 1, 0) // 8 less 4
	b = begin()
	b.play(d{3, 4})
	b.wantOutcome("Bea", "counter-attack", "miss")
	b = begin()
	b.play(d{0, 7}, d{3, 4}) // 5 ahead: the armour does not help
	b.wantOutcome("Bea", "counter-attack", "critical hit")
	b.wantWounds("Ann", 0, 1, 0)
	b.wantWounds("Bea", 0, 0, 0)
	b = duel(t, "", "")
	b.play("move > e2")
	b.wantOffered(true, "counter-attack, long sword cut")
}

// Wounds of one exchange fall together, and both out is a draw.
// R-TP-44: simultaneous wounds.
func TestBothMayFall(t *testing.T) {
	b := duel(t, "weapons: [great sword]", "weapons: [great sword]")
	b.play("great sword > Bea", "melee attack", "counter-attack, great sword", "no counter-tempo", d{2, 4}, d{6, 6}, d{6, 6})
	if _, draw, over := b.f.Winner(); !draw || !over {
		t.Errorf("draw %v, over %v, want a draw: %+v", draw, over, b.told)
	}
}

// Wounds cost AP as they fall, the worst of them weighs on every check, full boxes make the next one worse.
// R-TP-36, R-TP-37, R-TP-45.
func TestWoundsCostPointsAndWeigh(t *testing.T) {
	b := duel(t, "", "")
	g, s := b.game(), b.state()
	for _, c := range []struct {
		category uint8
		boxes    [3]uint8
		ap       uint8
		weak     int8
	}{{minor, [3]uint8{1, 0, 0}, 11, 0}, {moderate, [3]uint8{1, 1, 0}, 9, -1}, {severe, [3]uint8{1, 1, 1}, 9, -5}} {
		g.fillBox(&s, 1, c.category, nil)
		if v := s.seats[1]; v.boxes != c.boxes || v.ap != c.ap || g.woundPenalty(&v) != c.weak {
			t.Errorf("after a %s wound: %+v, penalty %d, want %+v", rows.CategoryNames[c.category], v, g.woundPenalty(&v), c)
		}
	}
	if got := g.apMax(&s.seats[1]); got != 11 {
		t.Errorf("the maximum with a severe wound is %d, want 11", got)
	}
	s.seats[1].boxes = [3]uint8{4, 3, 1}
	h := damageRoll{a: g.arm(0, 0), target: 1}
	if got := g.woundCategory(&s, h, 2); got != severe {
		t.Errorf("a scratch on a full chart is %s, want severe", rows.CategoryNames[got])
	}
	s.seats[1].boxes[2] = 2
	if got := g.woundCategory(&s, h, 2); got != critical {
		t.Errorf("a scratch on a full chart is %s, want critical", rows.CategoryNames[got])
	}
}

// R-TP-45: what one holds above a lowered maximum is lost at once, and nothing below it.
// R-TP-36.
func TestASevereWoundLowersTheMaximumAtOnce(t *testing.T) {
	for _, c := range []struct {
		short string
		ap    uint8
		want  int
	}{{"1", 12, 11}, {"1", 11, 11}, {"1", 10, 10}, {"0", 12, 12}, {"3", 12, 9}, {"3", 10, 9}, {"3", 0, 0}} {
		b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, off: "them", rulings: "severe short: " + c.short}.begin(t)
		g, s, _ := b.position()
		s.seats[1].ap = c.ap
		b = at(t, g, &s)
		b.play("long sword cut > Bea", d{4, 4})
		b.wantWounds("Bea", 0, 0, 1)
		b.wantAP("Bea", c.want)
	}
}

// How much damage is which wound, by kind; a large body takes more of it.
// R-TP-36.
func TestDamageIsAWoundOfACategory(t *testing.T) {
	g := duel(t, "", "size: 2").game()
	for _, c := range []struct {
		kind, target int
		from         []int16 // minor to fatal
	}{{slash, 0, []int16{1, 4, 8, 12, 16}}, {pierce, 0, []int16{1, 5, 8, 11, 14}}, {crush, 0, []int16{1, 4, 9, 14, 19}},
		{energy, 0, []int16{1, 4, 7, 11, 15}}, {slash, 1, []int16{3, 6, 10, 14, 18}}} {
		h := damageRoll{a: &arm{kind: uint8(c.kind)}, target: c.target}
		for k, from := range c.from {
			if below, at := g.damageCategory(&h, from-1), g.damageCategory(&h, from); int(below) != k || int(at) != k+1 {
				t.Errorf("%s: %d is %s and %d is %s, want %s from %d", rows.DamageNames[c.kind], from-1, rows.CategoryNames[below],
					from, rows.CategoryNames[at], rows.CategoryNames[k+1], from)
			}
		}
	}
}

// Shots: from 0 they hit, and the armour counts until 5.
// TP-71: a Ranged Attack takes the weapon's AP on guard, with a check.
// TP-72: hit from Combat Defence, critical from its armoured figure.
// TP-73: a miss does nothing.
// TP-74: a hit does damage less armour.
// TP-75: a critical hit ignores it.
func TestARangedAttack(t *testing.T) {
	for _, c := range []struct {
		dice, total int
		of          string
	}{{1, -1, "miss"}, {2, 5, "hit"}, {7, 8, "critical hit"}} {
		b := archer(t, "", "armour: mail", "h1")
		b.wantCost("long bow > Bea", 5)
		b.play("long bow > Bea", "dodge", d{c.dice, 2}) // 4 - 2 against 2 + 4 - 2
		b.wantOutcome("Ann", "ranged attack", c.of)
		if c.of == "miss" {
			b.wantWounds("Bea", 0, 0, 0)
			continue
		}
		if b.f.Turn().Kind == rules.Chance {
			b.play(d{4, 3})
			if got := b.events("harm"); got[0].Total != c.total {
				t.Errorf("%+v, want %d damage of 8", got, c.total)
			}
		} else if c.dice != 2 {
			t.Error("nothing follows a hit")
		}
	}
	b := archer(t, "", "armour: mail", "d1")
	b.play("long bow > Bea", d{0}, d{4, 3}) // too near to dodge: 2, a hit
	if got := b.events("harm"); got[0].Total != 5 {
		t.Errorf("%+v, want 5 damage of 8", got)
	}
}

// archer is Ann with a long bow at a1 and Bea in a lane.
func archer(t *testing.T, ann, bea, at string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Ann", row: "weapons: [long bow, dagger]" + and(ann), at: "a1"}},
		them: []man{{name: "Bea", row: bea, at: at}}, ground: `["............"]`}.begin(t)
}

func and(row string) string {
	if row == "" {
		return ""
	}
	return ", " + row
}

// Dodge: far enough away, 0 is enough.
// TP-101: Dodge takes 2 AP on guard, with a check.
// TP-102: it answers Ranged Attack.
// TP-103: only at a distance greater than the attack's speed.
// TP-104: DT 0.
// TP-105: failed, it does nothing.
// TP-106: done, the shot does nothing.
func TestADodgeTakesDistance(t *testing.T) {
	b := archer(t, "", "", "f1") // 5 squares, and the speed is 5
	b.play("long bow > Bea")
	b.wantTurn("Ann", rules.Chance)
	b = archer(t, "", "", "g1")
	b.play("long bow > Bea")
	b.wantOptions("dodge", "no reaction")
	b.wantCost("dodge", 2)
	b.play("dodge", d{5, 3}) // 7 against 7
	b.wantOutcome("Bea", "dodge", "success")
	b.wantTurn("Ann", rules.Decide)
	b = archer(t, "", "", "g1")
	b.play("long bow > Bea", "dodge", d{6, 3})
	b.wantOutcome("Bea", "dodge", "failure")
	b.wantTurn("Ann", rules.Chance)
}

// Aim: 4 AP for the better accuracy, for the shots that follow.
// TP-27: Aim takes 4 AP on guard.
// TP-28: no check, DT 0.
// TP-29: failed, it does nothing.
// TP-30: done, the aimed accuracy counts for what follows at once.
func TestAnAimLastsForTheShotsThatFollow(t *testing.T) {
	b := archer(t, "", "", "h1")
	b.wantCost("aim long bow > Bea", 4)
	b.play("aim long bow > Bea")
	b.wantSheet("Ann", "aims at", "Bea")
	b.play("long bow > Bea", "dodge")
	if c := b.check(); c.Mod != 4+4 {
		t.Errorf("aimed the check is %+v, want 8", c)
	}
	b = setup{us: []man{{name: "Ann", row: "weapons: [long bow, dagger]", at: "a1"}},
		them: []man{{name: "Bea", at: "h1"}, {name: "Dan", at: "i1"}}, ground: `["............"]`}.begin(t)
	b.play("aim long bow > Bea", "long bow > Dan") // R-TP-24: an aim at one is none at another
	b.wantSheet("Ann", "aims at", "")
	b = archer(t, "", "", "h1")
	b.play("aim long bow > Bea", "move > b1", "no reaction")
	b.wantSheet("Ann", "aims at", "")
	b.play("long bow > Bea", "dodge")
	if c := b.check(); c.Mod != 4-2 {
		t.Errorf("after a step the check is %+v, want 2", c)
	}
	b = setup{us: []man{{name: "Ann", row: "weapons: [long bow, dagger]", at: "a1"}},
		them: []man{{name: "Bea", row: "boxes: [1, 1, 1, 1]", at: "d1"}, {name: "Dan", at: "i1"}}, ground: `["............"]`}.begin(t)
	b.play("aim long bow > Bea", "long bow > Bea", d{6, 6})
	b.wantSheet("Ann", "aims at", "") // who is aimed at has fallen
	b = archer(t, "", "weapons: [short bow]", "h1")
	b.play("aim long bow > Bea", "counter-fire, short bow") // at 3 and more it hits in every throw, and the aim is gone
	b.wantOutcome("Ann", "aim", "failure")
	b.play(d{1, 1})
	b.wantSheet("Ann", "aims at", "")
}

// R-TP-24: an aim is spoiled by being hit, if only just, and not by being shot at.
func TestAHitSpoilsAnAim(t *testing.T) {
	hits := 0
	for dice := range 8 {
		b := archer(t, "armour: mail", "weapons: [short bow], skills: {bows: 0, footwork: 4}", "h1")
		b.play("aim long bow > Bea", "counter-fire, short bow", d{dice})
		hit := b.f.Turn().Kind == rules.Chance
		if hit {
			hits++
			b.play(d{1, 1})
		}
		b.wantTurn("Ann", rules.Decide)
		b.wantOffered(hit, "aim long bow > Bea") // who has aimed need not aim again
	}
	if hits == 0 || hits == 8 {
		t.Errorf("%d of 8 shots hit: this shows nothing", hits)
	}
}

// Counter-Fire: a shot into an Aim or a move, with a table of its own.
// TP-95: Counter-Fire takes the weapon's AP on guard, with a check.
// TP-96: it answers Aim, Move and Combat Move.
// TP-97: hit from Combat Defence, critical from its armoured figure.
// TP-98: a miss does nothing.
// TP-99: a hit does damage less armour.
// TP-100: a critical hit ignores it.
func TestCounterFireAnswersAimsAndMoves(t *testing.T) {
	for _, c := range []struct {
		dice  int
		of    string
		total int
	}{{0, "hit", 3}, {2, "critical hit", 6}} {
		b := archer(t, "armour: mail", "weapons: [short bow], skills: {bows: 4, footwork: 4}", "h1")
		b.play("aim long bow > Bea")
		b.wantOptions("counter-fire, short bow", "no reaction")
		b.wantCost("counter-fire, short bow", 4)
		b.play("counter-fire, short bow", d{c.dice}, d{4, 3})
		b.wantOutcome("Bea", "counter-fire", c.of)
		if got := b.events("harm"); got[0].Total != c.total {
			t.Errorf("%+v, want %d damage of 6", got, c.total)
		}
	}
	b := archer(t, "", "weapons: [short bow], skills: {bows: 0}", "h1")
	b.play("move > b1", "counter-fire, short bow", d{0})
	b.wantOutcome("Bea", "counter-fire", "miss")
	b.wantSheet("Ann", "square", "b1")
	b.play("combat move > c1")
	b.wantOptions("retreat", "no reaction") // the bow is empty
}

// A crossbow takes 14 AP to load, more than a turn has.
// R-TP-39: instalments over turns.
func TestACrossbowIsLoadedOverTwoTurns(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [crossbow]", at: "a1"}}, them: []man{{name: "Bea", at: "l1"}}, ground: `["............"]`}.begin(t)
	b.play("crossbow > Bea", "no reaction")
	b.play(d{1, 1})
	b.play("reload for 9")
	b.wantSheet("Ann", "weapon", "crossbow (unloaded, 9 of 14 AP spent)")
	b.play("end the turn")
	b.wantCost("reload for 5", 5)
	b.play("reload for 5")
	b.wantSheet("Ann", "weapon", "crossbow (1 loaded)")
}

// A weapon whose shots are not enough for an attack is loaded when its reload is paid in full, whatever is left in it.
// R-TP-39.
func TestAPartOfAReloadLoadsNothing(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [crossbow]", at: "a1"}}, them: []man{{name: "Bea", at: "l1"}}, ground: `["............"]`}.begin(t)
	g, s, _ := b.position()
	sl := &g.seats[0].slots[0]
	sl.shots, g.seats[0].arms[sl.firstArm].shotsUsed, s.seats[0].shots = 3, 2, 1
	var log rules.Log
	g.Play(&s, rules.Action{Do: doReload, N: 9, At: rules.Nobody}, &log)
	i := slices.IndexFunc(log.Events, func(e rules.Event) bool { return e.Kind == "reload" })
	if i < 0 || log.Events[i].Left != 5 || s.seats[0].shots != 1 {
		t.Errorf("%+v, want 5 AP to go", log.Events)
	}
}

// The price of a 1h/2h weapon rises beside a buckler, and the guard with it.
// R-TP-27, R-TP-55.
func TestABucklerGuardsAndCosts(t *testing.T) {
	b := duel(t, "shield: buckler", "shield: buckler, weapons: [axe], skills: {axes: 4, blades: 4}")
	b.wantCost("long sword cut > Bea", 5)
	g := b.game()
	if g.seats[0].slots[0].guard != 4+2 || g.seats[1].slots[0].guard != 3+1 || g.seats[1].slots[0].cost != 4 {
		t.Errorf("guards %d and %d, price %d, want 6, 4 and 4", g.seats[0].slots[0].guard, g.seats[1].slots[0].guard, g.seats[1].slots[0].cost)
	}
}

// The chances people see are those of the closed forms.
func TestTheChanceOfAnAttackAgainstAParry(t *testing.T) {
	b := duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "parry")
	// 4 against 4 + 4: a margin of 4 or more.
	if c := b.check(); math.Abs(c.P-.2630) > 5e-5 || c.Den == 0 {
		t.Errorf("the check is %+v, want .2630", c)
	}
}

// TP-79: the 5 is for a counter-attack with a melee weapon; a fist against a fist has only the 2 less of every
// Counter-Attack.
// R-TP-26.
func TestABareHandedCounterHasNoFiveMore(t *testing.T) {
	b := duel(t, "", "weapons: []")
	b.play("unarmed attack > Bea", "counter-attack, unarmed", d{0, 0})
	if got := b.events("check")[1]; got.Total != 4-2-4 {
		t.Errorf("%+v, want a total of -2", got)
	}
}

// R-TP-32: a wound weighs on a reaction's check as on an action's.
func TestAWoundWeighsOnAReaction(t *testing.T) {
	for k, want := range []int{0, -1, -5} {
		for _, answer := range []string{"evade", "parry", "counter-attack, long sword cut"} {
			total := map[string]int{"evade": 4 - 1, "parry": 4 + 4, "counter-attack, long sword cut": 4 - 2}[answer] - 4
			b := duel(t, "", "")
			g, s, _ := b.position()
			s.seats[1].boxes[k] = 1
			s.seats[1].ap = min(s.seats[1].ap, g.apMax(&s.seats[1]))
			b = at(t, g, &s)
			b.play("long sword cut > Bea", "melee attack", answer)
			if b.f.Turn().Kind == rules.Decide {
				b.play("no counter-tempo")
			}
			b.play(d{0, 0})
			if got := b.events("check")[1]; got.Total != total+want {
				t.Errorf("%s after a %s wound: %+v, want %d", answer, rows.CategoryNames[k+1], got, total+want)
			}
		}
	}
}

// R-TP-32: a shot loses 1 for each started range increment beyond the first, the answering shot too.
// TP-95.
func TestRangeTakesFromAShot(t *testing.T) {
	const row = "armour: mail, weapons: [throwing knives], skills: {throwing: 4, endurance: 4}" // -2 unaimed, increments of 4
	for at, want := range map[string]int{"b1": 2, "e1": 2, "f1": 1, "i1": 1, "j1": 0} {
		b := setup{us: []man{{name: "Ann", row: row, at: "a1"}}, them: []man{{name: "Bea", row: row, at: at}}, ground: `["............"]`}.begin(t)
		b.play("throwing knives > Bea")
		if b.f.Turn().Kind == rules.Decide {
			b.play("no reaction")
		}
		if c := b.check(); c.Mod != want {
			t.Errorf("a throw from a1 to %s is at %+d, want %+d", at, c.Mod, want)
		}
		b = setup{us: []man{{name: "Ann", row: row, at: "a1"}}, them: []man{{name: "Bea", row: row, at: at}}, ground: `["............"]`}.begin(t)
		b.play("aim throwing knives > Bea", "counter-fire, throwing knives")
		if c := b.check(); c.Mod != want {
			t.Errorf("a knife thrown at who aims from a1 at %s is at %+d, want %+d", at, c.Mod, want)
		}
	}
}

// TP-60: a hit does damage less what armour stops: where it stops nothing of this kind, a hit is as good as a critical hit.
func TestArmourThatStopsNothingOfAKind(t *testing.T) {
	sc := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}
	book, err := book.Overlay(sc.book(t), "bark.yaml", []byte("version: 1\narmours: {bark: {rating: 9, protection: {slash: 0, pierce: 4, crush: 4, energy: 4}}}\n"+
		"combatants: {the bea: {armour: bark, weapons: [long sword], skills: {blades: 4}}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("setup.yaml", []byte(sc.text()), book)
	if err != nil {
		t.Fatal(err)
	}
	b := begun(t, g)
	b.play("long sword cut > Bea", "melee attack", "no reaction") // it cannot miss, and dice could add nothing
	if s := b.state(); s.phase != phDamage || s.actorHit != pierced {
		t.Errorf("the cut waits for %s and counts as %d, want damage of a critical hit", rows.PhaseNames[s.phase], s.actorHit)
	}
	b = begun(t, g)
	b.play("long sword thrust > Bea", "melee attack", "no reaction", d{0})
	b.wantOutcome("Ann", "melee attack", "hit")
	if s := b.state(); s.phase != phDamage || s.actorHit != landed {
		t.Errorf("the thrust waits for %s and counts as %d, want damage of a hit", rows.PhaseNames[s.phase], s.actorHit)
	}
}

// R-TP-44: a wound is of the action that dealt it: a blow that misses deals none, nor does a move, whatever came before.
func TestAWoundIsOfItsOwnAction(t *testing.T) {
	b := duel(t, "", "")
	for range 3 {
		b.play("unarmed attack > Bea", "evade", d{0, 9})
		b.wantWounds("Ann", 0, 0, 0)
		b.wantWounds("Bea", 0, 0, 0)
	}
	b = duel(t, "", "")
	b.play("move > d1", "counter-attack, long sword cut", d{1, 1}, "move > d1", "no reaction")
	b.wantWounds("Ann", 1, 0, 0)
}

// R-TP-39: either weapon may be drawn while the other is in hand.
func TestEitherWeaponIsDrawn(t *testing.T) {
	b := duel(t, "weapons: [long sword, dagger]", "")
	b.wantSheet("Ann", "weapon", "long sword")
	b.wantOffered(true, "draw dagger")
	b.play("draw dagger")
	b.wantSheet("Ann", "weapon", "dagger")
	b.wantOffered(true, "draw long sword")
	b.wantOffered(false, "draw dagger")
}

// R-TP-39: a reload is paid at once or by half, rounded up, out of what is left of it and of one's AP.
func TestAReloadIsPaidWholeOrByHalf(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", row: "weapons: [crossbow]", at: "a1"}}, them: []man{{name: "Bea", at: "f1"}}, ground: `["......", "......"]`}
	for _, c := range []struct {
		ap, loading uint8
	}{{12, 0}, {12, 1}, {12, 2}, {5, 0}, {4, 0}, {3, 0}, {2, 0}, {1, 0}, {12, 5}} {
		b := sc.begin(t)
		g, s, _ := b.position()
		s.seats[0].shots, s.seats[0].ap, s.seats[0].loadingAP = 0, c.ap, c.loading
		most := min(int(g.seats[0].slots[0].reload-c.loading), int(c.ap))
		var want, got []string
		if half := int(math.Ceil(float64(most) / 2)); half < most {
			want = append(want, fmt.Sprintf("reload for %d", half))
		}
		want = append(want, fmt.Sprintf("reload for %d", most))
		for _, words := range at(t, g, &s).words() {
			if strings.HasPrefix(words, "reload") {
				got = append(got, words)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("with %d AP, %d paid: got %q, want %q", c.ap, c.loading, got, want)
		}
	}
}

// R-TP-37, R-TP-44: a wound is told with who gave it and the boxes left, a fall with who felled; nobody else's status changes.
func TestAWoundIsToldWithWhoGaveIt(t *testing.T) {
	b := duel(t, "boxes: [2, 1, 1, 1]", "boxes: [3, 2, 1, 1]")
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut", "no counter-tempo", d{0, 2}, d{1, 1}, d{2, 2})
	for k, want := range []rules.Event{{Kind: "wound", Seat: "Bea", At: "Ann", N: 1, Left: 5, Of: "minor"},
		{Kind: "wound", Seat: "Ann", At: "Bea", N: 1, Left: 3, Of: "moderate"}} {
		if got := b.events("wound"); len(got) != 2 || got[k] != want {
			t.Errorf("told %+v, want %+v", got, want)
		}
	}
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut", "no counter-tempo", d{0, 9}, d{6, 6})
	if got := b.events("down"); len(got) != 1 || got[0].Seat != "Ann" || got[0].At != "Bea" || len(b.events("status")) > 0 {
		t.Errorf("told %+v, want that Bea has felled Ann", b.told)
	}
}

// R-TP-23: the fall of one frees the other of a bind, and so it is told, whichever of them it is.
func TestAFallFreesThePartner(t *testing.T) {
	b := inBind(t, "", "")
	b.play("press, long sword cut > Bea", "no reaction", d{6, 6}) // nothing can go wrong
	if got := b.events("status"); len(got) != 1 || got[0].Seat != "Ann" || got[0].What != rows.StatusNames[onGuard] || len(b.events("down")) != 1 {
		t.Errorf("told %+v, want Bea down and Ann on guard", b.told)
	}
	b = inBind(t, "", "")
	b.play("press, long sword cut > Bea", "double, long sword cut", d{0, 9}, d{6, 6})
	if got := b.events("status"); len(got) != 1 || got[0].Seat != "Bea" || got[0].What != rows.StatusNames[onGuard] || len(b.events("down")) != 1 {
		t.Errorf("told %+v, want Ann down and Bea on guard", b.told)
	}
}
