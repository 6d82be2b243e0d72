package breath

import (
	"fmt"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// §One Breath, §Overload, §One-Breath Expansion.

// A breath holds 5 Energy unless something raises it.
// EB-12: the default limit of one breath is 5.
// EB-41: spending exactly the limit is no overload.
// EB-40: spending more than the limit is one.
func TestABreathHoldsFive(t *testing.T) {
	b := duel(t, "", "")
	b.play("horizontal cut > Kojiro", d{1, 2})
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 5, Left: 10})
	b.play("horizontal cut > Kojiro", d{1, 2}, "reserve parry")
	b.wantEvents("overload")
	b.wantNumber("Musashi", "energy", 5)
	b.wantWaits("Musashi decides")
	if o, _ := b.option("reserve parry"); o.Phase != "overload" {
		t.Errorf("a sixth Energy: got phase %q, want overload", o.Phase)
	}
	b.play("reserve parry")
	b.wantEvents("overload", rules.Event{Seat: "Musashi", N: 1})
	b.wantWaits("Musashi rolls overload")
}

// The breaths the document gives as examples cost what it says.
// EB-15: a breath combines several maneuvers of one's own list.
// EB-22: horizontal cut 2, horizontal cut 2, reserved parry 1: 5.
// EB-23: sprint 3 and ninjato straight thrust 2: 5.
// EB-24: spear wall 2 and reserved suyari harry 2: 4.
// EB-25: kodachi flurry cut three times and a reserved emergency dodge: 4.
// EB-27: demon-cleave 3 and rising cut 3: 6, an overload.
// a breath need not fill its limit.
func TestTheDocumentsBreathsAddUp(t *testing.T) {
	for _, c := range []struct {
		name, row, zone string
		breath          []any
		total           int
		over            int // excess, 0 for none
	}{
		{"balanced", "", "", []any{"horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "reserve parry"}, 5, 0},
		{"mobile strike", "weapons: [ninjato]", "first rear", []any{"sprint > first front", "straight thrust > Kojiro", d{1, 2}}, 5, 0},
		{"front guard", "weapons: [suyari]", "", []any{"take up spear wall", "reserve harry"}, 4, 0},
		{"Core melee", "weapons: [kodachi]", "", []any{"flurry cut > Kojiro", d{1, 2}, "flurry cut > Kojiro",
			d{1, 2}, "flurry cut > Kojiro", d{1, 2}, "reserve emergency dodge"}, 4, 0},
		{"overload", "weapons: [zanbato]", "", []any{"demon-cleave > Kojiro", d{1, 2}, "rising cut > Kojiro"}, 6, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := setup{us: []man{{name: "Musashi", row: c.row, zone: c.zone}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
			b.play(c.breath...)
			if got := 10 - b.energy("Musashi"); got != c.total {
				t.Errorf("%v: got %d Energy, want %d", c.breath, got, c.total)
			}
			if c.over > 0 {
				b.wantEvents("overload", rules.Event{Seat: "Musashi", N: c.over})
				b.wantWaits("Musashi rolls overload")
				return
			}
			b.wantEvents("overload")
			b.offers("end the breath")
		})
	}
}

// Everything the document allows in a breath, in one breath: both attacks, a reservation, a Kata, a move, a stance
// taken and let go.
// EB-16: Attack A and Attack B.
// EB-17: reserving a weapon's defence.
// EB-18: Kata.
// EB-19: movement.
// EB-21: declaring or releasing a stance.
// maneuvers are chosen one at a time, each seeing the result of the one before.
func TestABreathMayHoldEveryKindOfManeuver(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 20, traits: [samurai, tennen rishin school]"}},
		them: []man{{name: "Kojiro", row: "wounds: 9"}}, zones: everywhere,
		rows: "traits: {boundless: {limit: 20}}"}.begin(t)
	kinds := map[string]string{"horizontal cut > Kojiro": "attack", "thrust > Kojiro": "attack", "mugaishin strike > Kojiro": "attack",
		"reserve parry": "reserve", "take up guard stance": "stance", "walk > first rear": "move", "close the round": "wait"}
	for words, want := range kinds {
		if o, ok := b.option(words); !ok || o.Phase != want {
			t.Errorf("%q: got %v %q, want it offered as %s", words, ok, o.Phase, want)
		}
	}
	b = setup{us: []man{{name: "Musashi", row: "energy: 20, traits: [samurai, tennen rishin school, boundless]"}},
		them: []man{{name: "Kojiro", row: "wounds: 9"}}, zones: everywhere,
		rows: "traits: {boundless: {limit: 20}}"}.begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8}, "take the blow", "thrust > Kojiro", d{1, 2}, "mugaishin strike > Kojiro", d{1, 2}, "reserve parry",
		"take up guard stance", "release guard stance", "walk > first rear")
	b.wantNumber("Musashi", "energy", 20-2-2-3-1-2-2)
	b.wantWaits("Musashi decides")
	if n := len(b.events("breath")); n != 1 {
		t.Errorf("breaths: got %d, want the whole in one", n)
	}
	// The next choice knows that the target is down.
	b = setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro", row: "wounds: 1"}, {name: "Gonta"}}}.begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8}, "take the blow")
	b.refuses("horizontal cut > Kojiro")
	b.offers("horizontal cut > Gonta")
}

// Reserved Energy counts into the breath like any other.
// EB-28: reserved Energy counts into the breath's total.
// reserving may overload.
func TestReservingCountsIntoTheBreath(t *testing.T) {
	b := duel(t, "weapons: [suyari]", "")
	b.play("reserve harry", "reserve harry", "reserve harry")
	b.wantEvents("overload", rules.Event{Seat: "Musashi", N: 1})
	b.wantCheck("overload", -1, 11)
}

// Skills, equipment and effects raise the limit; of different sources they add up, and nothing caps them.
// EB-13: skills, gear and special effects may raise the limit.
// EB-100: Speed at the licence, +1.
// EB-101: Speed at mastery, +2 in all.
// EB-102: Asura, +2 in the Core only.
// EB-104: swift-decision armour, +1.
// EB-105: bonuses of different sources stack, of one name they do not.
// EB-106: there is no absolute cap.
func TestTheLimitGrowsWithItsSources(t *testing.T) {
	plain := "swordsmanship: 1"
	for _, c := range []struct {
		name, row, zone string
		want            int
	}{
		{"nothing", "", "core", 5},
		{"Speed trained", "skills: {" + plain + ", speed: 2}", "", 5},
		{"Speed licensed", "skills: {" + plain + ", speed: 3}", "", 6},
		{"Speed master", "skills: {" + plain + ", speed: 4}", "", 7},
		{"Speed saint", "skills: {" + plain + ", speed: 5}", "", 7},
		{"swift-decision armour", "armour: swift-decision", "", 6},
		{"Asura outside the Core", "traits: [asura]", "", 5},
		{"Asura in the Core", "traits: [asura]", "core", 7},
		{"Asura twice", "traits: [asura, asura]", "core", 7},
		{"Speed master and Asura", "skills: {" + plain + ", speed: 4}, traits: [asura]", "core", 9},
		{"all of them", "skills: {" + plain + ", speed: 4}, traits: [asura, wide as a gate], armour: swift-decision", "core", 11},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := setup{us: []man{{name: "Musashi", row: c.row, zone: c.zone}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
			b.play("reserve parry")
			b.wantEvents("breath", rules.Event{Seat: "Musashi", N: c.want, Left: 10})
		})
	}
}

// Swift-decision armour is Defense 11 as well.
// EB-104: one breath +1, Defense 11.
func TestSwiftDecisionArmourIsDefenseEleven(t *testing.T) {
	b := duel(t, "armour: swift-decision", "")
	b.wantNumber("Musashi", "defense", 11)
	b.play("close the round", "horizontal cut > Musashi")
	b.wantCheck("attack", 0, 11)
}

// The descent lifts the limit for the round it is called in.
// EB-103: Kamuy Descent, +2 for one round.
// EB-57: what is always on costs nothing; the descent is a Kata and does.
func TestKamuyDescentLiftsTheLimitForOneRound(t *testing.T) {
	b := duel(t, "energy: 20, traits: [kamuy descent]", "")
	b.wantCost("Kamuy Descent", 2)
	b.play("Kamuy Descent", "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "reserve parry")
	b.wantEvents("overload") // 7 of 7
	b.wantWaits("Musashi decides")
	b.play("end the breath", "reserve parry")
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 7, Left: 13})
	b.play("end the breath")
	b.lull()
	b.play("reserve parry")
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 5, Left: 20})
}

// The descent is called once a round at most, and in the next again; a table may make it once a fight.
//
// EB-103: during the descent, one round.
func TestKamuyDescentComesOnceARound(t *testing.T) {
	for rulings, again := range map[string]bool{"": true, "{descent: fight}": false} {
		b := setup{us: []man{{name: "Musashi", row: "energy: 12, traits: [kamuy descent]"}}, them: []man{{name: "Kojiro"}}, rulings: rulings}.begin(t)
		b.play("Kamuy Descent")
		b.refuses("Kamuy Descent")
		b.play("end the breath", "close the round")
		b.refuses("Kamuy Descent")
		b.lull()
		if _, ok := b.option("Kamuy Descent"); ok != again {
			t.Errorf("%s: a second round offers the descent: %v, want %v", rulings, ok, again)
		}
	}
}

// Aptitudes work without being paid for.
// EB-57: always-on aptitudes cost 0.
func TestAptitudesCostNothing(t *testing.T) {
	b := duel(t, "traits: [tough, hard to find, wide as a gate, quick to the hilt, ronin], skills: {swordsmanship: 1, speed: 4}", "")
	b.wantSheet("Musashi", "energy", "10 of 10")
	b.wantSheet("Musashi", "wounds", "4 of 4")
	b.wantNumber("Musashi", "defense", 11)
	b.play("reserve parry")
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 8, Left: 10})
	b.wantNumber("Musashi", "energy", 9)
}

// A raised limit raises the overload threshold with it.
// EB-14: the threshold is the current limit.
// EB-107: the threshold follows the raised limit.
func TestTheOverloadThresholdFollowsTheLimit(t *testing.T) {
	b := duel(t, "armour: swift-decision", "")
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2})
	b.wantEvents("overload")
	b.play("reserve parry")
	b.wantEvents("overload", rules.Event{Seat: "Musashi", N: 1}) // 7 against 6
	b = duel(t, "traits: [kamuy descent]", "")                   // what raises it once it is called up does not before
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro")
	b.wantEvents("overload", rules.Event{Seat: "Musashi", N: 1}) // 6 against 5
}

// The limit is read at each payment: who leaves the Core leaves Asura's two behind.
// EB-14: the threshold is always the current limit.
// a limit that changes mid-breath is read at each payment.
func TestTheLimitIsReadAtEachPayment(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "traits: [asura]", zone: "core"}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
	b.play("fight free > first front", "reserve parry")
	b.wantEvents("overload")
	b.play("reserve parry")
	b.wantEvents("overload", rules.Event{Seat: "Musashi", N: 1}) // 6 against 5, no longer 7
}

// The overload check is 2d10 + Physique - excess against 11; its odds, counted over the hundred throws.
// EB-42: 2d10 + Physique - excess >= 11.
// the excess is the new total less the limit.
func TestTheOverloadCheck(t *testing.T) {
	for _, c := range []struct{ physique, excess, percent int }{
		{-1, 1, 36}, {0, 1, 45}, {1, 1, 55}, {2, 1, 64}, {3, 1, 72},
		{-1, 2, 28}, {0, 2, 36}, {1, 2, 45}, {2, 2, 55}, {3, 2, 64},
		{0, 3, 28}, {3, 3, 55},
	} {
		b := setup{us: []man{{name: "Musashi", row: fmt.Sprintf("physique: %d, weapons: [anvil]", c.physique)}}, them: []man{{name: "Kojiro"}},
			rows: fmt.Sprintf("weapons: {anvil: {family: blade, skill: swordsmanship, attack: [{name: lift, energy: 5, check: courage}, {name: drop, energy: %d, check: courage}]}}", c.excess)}.begin(t)
		b.play("lift > Kojiro", d{1, 2}, "drop > Kojiro")
		b.wantCheck("overload", c.physique-c.excess, 11)
		if got, want := b.f.Check().P, float64(c.percent)/100; got != want {
			t.Errorf("Physique %+d, excess %d: got a chance of %v, want %v", c.physique, c.excess, got, want)
		}
		// The least throw that holds holds, one less breaks.
		need := 11 - c.physique + c.excess
		low := max(1, need-1-10)
		b.play(d{low, need - 1 - low})
		if b.events("check")[0].OK {
			t.Errorf("Physique %+d, excess %d: got %d held, want it broken", c.physique, c.excess, need-1)
		}
	}
}

// An overload that holds: the maneuver is performed, and the next breath, only that one, has the limit 3.
// EB-43: success, the maneuver is performed.
// EB-44: success, straight after the limit is 3 for one breath only.
// the check is made when the maneuver is declared, before it resolves.
// the overload ends its breath; the limit of 3 is the next one's.
// one breath cannot overload twice.
func TestAHeldOverloadStrainsTheNextBreathOnly(t *testing.T) {
	b := duel(t, "weapons: [zanbato], energy: 20, courage: 3, physique: 1", "energy: 1, wounds: 9")
	b.play("demon-cleave > Kojiro", d{1, 2}, "rising cut > Kojiro")
	b.wantWaits("Musashi rolls overload")
	b.wantNumber("Musashi", "energy", 14)
	b.play(d{5, 6}) // 11 + 1 - 1
	b.wantEvents("check", rules.Event{Seat: "Musashi", What: "overload", Total: 11, Need: 11, OK: true})
	b.wantWaits("Musashi rolls attack")
	b.play(d{9, 8})
	b.wantNumber("Kojiro", "wounds", 8)
	b.wantWaits("Musashi counts") // the breath is over, Energy 14 still the highest
	b.wantSheet("Musashi", "is", "strained")

	b.play("reserve haft guard")
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 3, Left: 14})
	b.wantSheet("Musashi", "is", "")
	b.play("reserve haft guard", "reserve haft guard", "end the breath", "reserve haft guard")
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 5, Left: 11})
}

// An overload that breaks: the maneuver is performed all the same, then the round's Energy is gone and the combatant
// Defenseless while the round lasts.
// EB-45: failure, the maneuver is performed.
// EB-46: failure, all remaining Energy of the round is lost.
// EB-47: failure, Defenseless for this round.
// Defenseless and Energy 0 until the end of the round.
// the result is known before the maneuver resolves.
func TestABrokenOverloadSpendsTheRound(t *testing.T) {
	b := duel(t, "weapons: [zanbato], energy: 15, courage: 3", "energy: 4, wounds: 9")
	b.play("demon-cleave > Kojiro", d{1, 2}, "rising cut > Kojiro", d{6, 5}) // 11 - 1
	b.wantEvents("check", rules.Event{Seat: "Musashi", At: "Kojiro", What: "attack", With: "zanbato", Of: "blade", Total: 7, Need: 10},
		rules.Event{Seat: "Musashi", What: "overload", Total: 10, Need: 11})
	b.wantWaits("Musashi rolls attack")
	b.wantNumber("Musashi", "energy", 9)
	b.wantNumber("Musashi", "defense", 10)
	b.play(d{9, 8}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 8)
	b.wantNumber("Musashi", "energy", 0)
	b.wantSheet("Musashi", "is", "defenseless")
	b.wantNumber("Musashi", "defense", 6)
	b.wantWaits("Kojiro counts")
	b.play("horizontal cut > Musashi")
	b.wantCheck("attack", 0, 6)
	b.play(d{1, 2}, "end the breath")
	b.wantSheet("Musashi", "is", "defenseless") // Kojiro's breath does not end it
	b.play("close the round")
	b.wantSheet("Musashi", "energy", "15 of 15")
	b.wantSheet("Musashi", "is", "")
	b.play("reserve haft guard") // and the next round's limit is the ordinary one
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 5, Left: 15})
}

// Energy that comes back in the round of a broken overload does not end Defenseless.
// Defenseless lasts to the end of the round, whatever else.
// from overload until the round ends, no new reservation or stance.
func TestABrokenOverloadOutlastsAnotherBreath(t *testing.T) {
	b := duel(t, "weapons: [suyari], energy: 15", "")
	b.play("reserve harry", "reserve harry", "reserve harry", d{1, 2})
	b.wantSheet("Musashi", "reserved", "harry x3") // paid is paid
	b.edit("Musashi energy=12")
	b.wantWaits("Musashi counts")
	b.refuses("reserve harry", "take up spear wall")
	b.play("spear thrust > Kojiro", d{1, 2})
	b.wantSheet("Musashi", "is", "defenseless")
	b.refuses("reserve harry", "take up spear wall")
}

// A failed check does not undo the reservation that called for it.
// reserving may overload, and stays though the check fails.
// Defenseless cancels no reservation.
// a reservation works at 0 Energy and while Defenseless.
func TestAReservationOutlivesItsOwnBrokenOverload(t *testing.T) {
	b := duel(t, "", "")
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "reserve parry", "reserve parry", d{1, 2})
	b.wantNumber("Musashi", "energy", 0)
	b.wantSheet("Musashi", "is", "defenseless")
	b.wantSheet("Musashi", "reserved", "parry x2")
	b.play("horizontal cut > Musashi", d{9, 8})
	b.wantOptions("parry (reserved)", "take the blow")
	b.play("parry (reserved)", d{9, 8})
	b.wantNumber("Musashi", "wounds", 3)
}

// The strained limit waits for the next breath, in this round or a later one; a table may let it go with the round.
// the limit of 3 is spent by the next breath, whenever that comes.
func TestTheStrainedLimitCrossesTheRound(t *testing.T) {
	for _, c := range []struct {
		rulings string
		want    int
	}{{"", 3}, {"{strain lasts: breath}", 3}, {"{strain lasts: round}", 5}} {
		b := setup{us: []man{{name: "Musashi", row: "energy: 6"}}, them: []man{{name: "Kojiro", row: "energy: 3"}}, rulings: c.rulings}.begin(t)
		b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{9, 8}, d{1, 2})
		b.lull()
		b.play("reserve parry")
		b.wantEvents("breath", rules.Event{Seat: "Musashi", N: c.want, Left: 6})
	}
}

// Three is three: what expands a breath adds nothing to the strained limit, unless the table says so.
// the strained limit is 3 flat.
func TestNothingAddsToTheStrainedLimit(t *testing.T) {
	for _, c := range []struct {
		rulings string
		want    int
	}{{"", 3}, {`{strained adds: "no"}`, 3}, {`{strained adds: "yes"}`, 6}} {
		b := setup{us: []man{{name: "Musashi", row: "energy: 20, armour: swift-decision, skills: {swordsmanship: 1, speed: 4}"}},
			them: []man{{name: "Kojiro"}}, rulings: c.rulings}.begin(t)
		for range 9 {
			b.play("reserve parry")
		}
		b.wantWaits("Musashi rolls overload") // 9 against 8
		b.play(d{9, 8})
		b.play("horizontal cut > Kojiro", d{1, 2})
		b.wantEvents("breath", rules.Event{Seat: "Musashi", N: c.want, Left: 11})
	}
}

// A strained breath may be strained again, measured against 3.
// overloading inside a limit-3 breath is measured against 3.
func TestAStrainedBreathMayOverload(t *testing.T) {
	b := duel(t, "energy: 20", "energy: 1")
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{9, 8}, d{1, 2})
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro")
	b.wantEvents("overload", rules.Event{Seat: "Musashi", N: 1})
	b.play(d{9, 8}, d{1, 2}, "reserve parry")
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 3, Left: 10})
}

// Overload stretches the breath, never the purse.
// every cost needs that much Energy left.
func TestNobodySpendsEnergyItDoesNotHave(t *testing.T) {
	b := duel(t, "energy: 5, weapons: [zanbato]", "energy: 4")
	b.offers("demon-cleave > Kojiro")
	b.play("demon-cleave > Kojiro", d{1, 2})
	b.wantOptions("reserve haft guard", "end the breath")
	b = duel(t, "energy: 6, weapons: [zanbato]", "energy: 4")
	b.play("demon-cleave > Kojiro", d{1, 2})
	b.offers("rising cut > Kojiro")
}

// Doubles mean nothing on the overload check: neither 1-1 nor 10-10 does more than fail or hold.
// a double adds nothing on the overload check.
// doubles mean something on attack and defence rolls only.
func TestDoublesMeanNothingOnTheOverloadCheck(t *testing.T) {
	b := duel(t, "energy: 12", "energy: 1")
	b.play("reserve parry", "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 1}, d{1, 2})
	b.wantSheet("Musashi", "is", "defenseless")
	b.wantSheet("Musashi", "weapon", "uchigatana") // not dropped
	b.wantSheet("Musashi", "reserved", "parry x1")

	b = duel(t, "energy: 12", "energy: 1")
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{10, 10}, d{1, 2})
	b.wantSheet("Kojiro", "is", "")
	b.wantSheet("Musashi", "is", "strained")
}

// EB-47: the Defenseless of a failed overload lasts the round: no breath ends it, not one's own, as it ends a Fumble's; the
// lull does.
func TestABrokenOverloadLastsTheRound(t *testing.T) {
	b := duel(t, "energy: 15, weapons: [suyari]", "")
	b.play("reserve harry", "reserve harry", "reserve harry", d{1, 2})
	b.edit("Musashi energy=12")
	for range 2 {
		b.play("spear thrust > Kojiro", d{1, 2}, "end the breath")
		b.wantSheet("Musashi", "is", "defenseless")
		b.wantNumber("Musashi", "defense", 6)
		b.edit("Musashi energy=12")
	}
	b.lull()
	b.wantSheet("Musashi", "is", "")
	b.wantNumber("Musashi", "defense", 10)
}

// the strained limit waits over as many lulls as there are until one's next breath, and is then used up.
// EB-44: for one breath.
func TestTheStrainedLimitWaitsForItsBreath(t *testing.T) {
	b := duel(t, "energy: 6", "energy: 3")
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{9, 8}, d{1, 2})
	b.wantSheet("Musashi", "is", "strained")
	b.lull()
	b.wantSheet("Musashi", "is", "strained")
	b.lull()
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro")
	b.wantWaits("Musashi rolls overload") // 4 against 3
	b.play(d{1, 2}, d{1, 2})
	b.lull()
	b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2})
	b.wantEvents("overload")
}

// EB-15: a maneuver that is over leaves nothing of itself behind: equal situations are equal positions.
func TestAManeuverLeavesNothingBehind(t *testing.T) {
	sc := setup{us: []man{{name: "Musashi", row: "energy: 14", zone: "first front"}, {name: "Hanzo", row: "weapons: [suyari]", zone: "core"}},
		them:  []man{{name: "Kojiro", row: "energy: 12, weapons: [suyari]", zone: "core"}, {name: "Gonta", row: "weapons: [yumi]", zone: "second front"}},
		zones: everywhere}
	g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	rulestest.VisitReached(g, 20, func(s State) {
		if s.phase != phBreath && s.phase != phCount && s.phase != phOver {
			return
		}
		if s.phase == phOver && (s.actor != 0 || s.spent != 0 || s.attacks != 0 || s.breath != 0 || s.overload != 0) {
			t.Errorf("a fight that is over still knows whose breath it was: %+v", s)
		}
		if s.blowDepth != 0 || s.cursor != 0 || s.maneuver != (maneuver{}) || s.blow != ([2]blow{}) || s.pausedPhase != 0 || s.shownFaces != ([2]uint8{}) {
			t.Errorf("a decision of %s still knows the last maneuver: %+v", g.name(int(s.actor)), s)
		}
	})
}

// Check remarks on whoever's limit can be more than the usual most, with all that lifts it at once, and on nobody else's.
// EB-106: 7 is the usual most, 8 and more are exceptional.
func TestAHighLimitIsRemarkedOn(t *testing.T) {
	const master = "skills: {swordsmanship: 1, speed: 4}"
	guard := mageOf(lights, "four gods' guard")
	for _, c := range []struct {
		name  string
		stage setup
		want  string // the sentence up to the law; empty for none
	}{
		{"Speed master", setup{us: []man{{name: "Musashi", row: master}}}, ""},
		{"Asura without a Core", setup{us: []man{{name: "Musashi", row: master + ", traits: [asura]"}}}, ""},
		{"Asura, a Core in reach", setup{us: []man{{name: "Musashi", row: master + ", traits: [asura]"}}, zones: everywhere},
			"the limit of Musashi can reach 9 in the Core"},
		{"swift armour", setup{us: []man{{name: "Musashi", row: master + ", armour: swift-decision"}}}, "the limit of Musashi can reach 8"},
		{"a descent", setup{us: []man{{name: "Musashi", row: master + ", traits: [kamuy descent]"}}}, "the limit of Musashi can reach 9 while it descends"},
		{"a friend's guard, and another's of that name",
			setup{us: []man{{name: "Musashi", row: master}, {name: "Seimei", row: guard}, {name: "Doji", row: guard}}},
			"the limit of Musashi can reach 8 under four gods' guard"},
		{"a foe's guard", setup{us: []man{{name: "Musashi", row: master}}, them: []man{{name: "Seimei", row: guard}}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.stage.them == nil {
				c.stage.them = []man{{name: "Kojiro"}}
			}
			g, err := Load("setup.yaml", []byte(c.stage.text()), c.stage.book(t))
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			if c.want != "" {
				want = []string{c.want + "; 7 is the usual most, more is for rare occasions (EB-106)"}
			}
			if got := remarks(g, false); !slices.Equal(got, want) {
				t.Errorf("remarks %q, want %q", got, want)
			}
		})
	}
}
