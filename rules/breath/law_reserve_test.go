package breath

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// §Reservation.

// A defence is reserved in one's own breath and at no other time.
// EB-29: a defence technique may be reserved only during one's own breath.
// EB-30: its Energy is paid when reserved.
func TestADefenseIsReservedAndPaidInOnesOwnBreath(t *testing.T) {
	b := duel(t, "", "")
	b.wantCost("reserve parry", 1)
	b.play("reserve parry")
	b.wantEvents("spend", rules.Event{Seat: "Musashi", Of: "energy", N: 1, Left: 9})
	b.wantEvents("reserve", rules.Event{Seat: "Musashi", What: "parry", With: "uchigatana", N: 1})
	b.wantSheet("Musashi", "reserved", "parry x1")
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantOptions("parry (improvised)", "take the blow") // Kojiro answers; nothing to reserve
}

// A reserved defence triggers for nothing: it has been paid.
// EB-31: a reserved defence costs 0 when it triggers.
// EB-49: a triggered reservation is an exception to the floor of 1.
// EB-60: the 0-Energy effect names its source: reservation.
func TestAReservedDefenseCostsNothingWhenItTriggers(t *testing.T) {
	b := duel(t, "", "")
	b.play("reserve parry", "end the breath", "horizontal cut > Musashi", d{9, 8})
	b.wantCost("parry (reserved)", 0)
	b.play("parry (reserved)")
	b.wantEvents("react", rules.Event{Seat: "Musashi", At: "Kojiro", What: "parry", With: "uchigatana", Of: "blade", Paid: 0})
	b.wantEvents("spend")
	b.wantNumber("Musashi", "energy", 9)
}

// A defence in haste costs one and a half times its base, rounded: 1 2, 2 3, 3 5, 4 6.
// EB-32: an improvised defence costs 1.5 times base, rounded.
// .5 is rounded up.
func TestADefenseInHasteCostsHalfAsMuchAgain(t *testing.T) {
	for base, want := range map[int]int{1: 2, 2: 3, 3: 5, 4: 6, 5: 8, 6: 9} {
		if got := hastePrice(base); got != want {
			t.Errorf("improvised(%d): got %d, want %d", base, got, want)
		}
	}
	for _, c := range []struct {
		row, words string
		want       int
	}{
		{"weapons: [uchigatana]", "parry (improvised)", 2},
		{"weapons: [suyari]", "harry (improvised)", 3},
		{"weapons: [gatepost]", "lean (improvised)", 5},
		{"weapons: [oak]", "stand (improvised)", 6},
	} {
		b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro", row: c.row}},
			rows: "weapons: {gatepost: {family: staff, skill: staff, defense: [{name: lean, energy: 3, check: physique}]}, oak: {family: staff, skill: staff, defense: [{name: stand, energy: 4, check: physique}]}}"}.begin(t)
		b.play("horizontal cut > Kojiro", d{9, 8})
		b.wantCost(c.words, c.want)
		b.play(c.words)
		if got := b.events("react")[0].Paid; got != c.want {
			t.Errorf("%s: got %d paid, want %d", c.words, got, c.want)
		}
		b.wantEvents("spend", rules.Event{Seat: "Kojiro", Of: "energy", N: c.want, Left: 10 - c.want})
	}
}

// In haste the price is worked out from 1.5 times base, then the zone and the reductions, then the floor.
// 1.5 times base, then penalties and reductions, then the floor 1.
// EB-96: the Seal takes 1 off a defence in haste.
func TestAPriceInHasteIsRaisedFirstAndReducedAfter(t *testing.T) {
	for _, c := range []struct {
		row, words string
		want       int
	}{
		{"weapons: [suyari]", "harry (improvised)", 4},                            // 2 is 3, the Core 1 more
		{"weapons: [suyari], traits: [mikkyo monk]", "harry (improvised)", 3},     // and 1 off by the Seal
		{"weapons: [kodachi]", "emergency dodge (improvised)", 1},                 // 1 is 2, 1 off
		{"weapons: [staff]", "turn aside (improvised)", 2},                        // no short weapon
		{"weapons: [staff], traits: [mikkyo monk]", "turn aside (improvised)", 1}, // 2, 1 off
		{"weapons: [kodachi], traits: [mikkyo monk]", "emergency dodge (improvised)", 1},
		{"weapons: [suyari], traits: [takenouchi licence]", "harry (improvised)", 3},
	} {
		b := setup{us: []man{{name: "Musashi", zone: "core"}}, them: []man{{name: "Kojiro", row: c.row, zone: "core"}}, zones: everywhere}.begin(t)
		b.play("horizontal cut > Kojiro", d{9, 8})
		b.wantCost(c.words, c.want)
	}
}

// A reservation ends when its owner's next breath begins.
// EB-33: a reservation ends at the start of its owner's next breath.
// old reservations expire as the breath starts, before its first decision takes effect.
// it survives other people's breaths.
func TestAReservationEndsWithTheNextBreathOfItsOwner(t *testing.T) {
	b := duel(t, "", "")
	b.play("reserve parry", "end the breath")
	b.play("horizontal cut > Musashi", d{1, 2}, "end the breath")
	b.wantSheet("Musashi", "reserved", "parry x1")
	b.play("horizontal cut > Kojiro", d{1, 2})
	b.wantSheet("Musashi", "reserved", "")
	b.play("end the breath", "horizontal cut > Musashi", d{9, 8})
	b.wantOptions("parry (improvised)", "take the blow")
	// A reservation made as the first maneuver of the next breath is a new one, not one more.
	b = duel(t, "energy: 20", "energy: 1")
	b.play("reserve parry", "reserve parry", "end the breath", "reserve parry")
	b.wantSheet("Musashi", "reserved", "parry x1")
}

// A reservation ends with the round.
// EB-34: a reservation ends at the end of the round.
func TestAReservationEndsWithTheRound(t *testing.T) {
	b := duel(t, "energy: 3", "energy: 3, finesse: 1")
	b.play("close the round", "reserve parry", "end the breath")
	b.wantSheet("Musashi", "reserved", "parry x1")
	b.lull()
	b.wantSheet("Musashi", "reserved", "")
	b.play("horizontal cut > Musashi", d{9, 8})
	b.refuses("parry (reserved)")
}

// A reserved defence is spent after one trigger.
// EB-35: a reservation is used up by one trigger.
// EB-36: the same technique again costs the improvised price.
// it is spent by being triggered, whether or not it succeeds.
func TestReservedDefenseIsSpentAfterOneTrigger(t *testing.T) {
	for _, c := range []struct {
		dice   d
		wounds int
	}{{d{9, 8}, 3}, {d{1, 2}, 2}} {
		b := duel(t, "", "")
		b.play("reserve parry", "end the breath", "horizontal cut > Musashi", d{9, 8}, "parry (reserved)", c.dice)
		b.wantNumber("Musashi", "wounds", c.wounds)
		b.wantSheet("Musashi", "reserved", "")
		b.play("horizontal cut > Musashi", d{9, 8})
		b.wantOptions("parry (improvised)", "take the blow")
		b.wantCost("parry (improvised)", 2)
	}
}

// A blow that misses triggers nothing.
// a defence is declared after the attack is known to hit.
func TestAMissTriggersNoReservation(t *testing.T) {
	b := duel(t, "", "")
	b.play("reserve parry", "end the breath", "horizontal cut > Musashi", d{1, 2})
	b.wantWaits("Kojiro decides")
	b.wantSheet("Musashi", "reserved", "parry x1")
}

// To answer twice one reserves twice and pays twice.
// EB-37: several blocks, several reservations, each paid.
// the same technique may be reserved twice, each paid and consumed separately.
func TestAnsweringTwiceTakesTwoReservations(t *testing.T) {
	b := duel(t, "", "")
	b.play("reserve parry", "reserve parry", "end the breath")
	b.wantNumber("Musashi", "energy", 8)
	b.wantSheet("Musashi", "reserved", "parry x2")
	b.play("horizontal cut > Musashi", d{9, 8}, "parry (reserved)", d{9, 8})
	b.wantSheet("Musashi", "reserved", "parry x1")
	b.play("horizontal cut > Musashi", d{9, 8}, "parry (reserved)", d{9, 8})
	b.wantSheet("Musashi", "reserved", "")
	b.wantNumber("Musashi", "wounds", 3)
	b.wantNumber("Musashi", "energy", 8)
}

// A yari harries as a suyari does: 2 reserved, 3 in haste.
//
// EB-38: the harry is the spear's.
// EB-32.
func TestEveryYariHarries(t *testing.T) {
	for _, spear := range []string{"yari", "suyari"} {
		b := duel(t, first, "weapons: ["+spear+"]")
		b.play("horizontal cut > Kojiro", d{9, 8})
		b.wantCost("harry (improvised)", 3)
		b.play("take the blow", "end the breath", "close the round")
		b.wantCost("reserve harry", 2)
	}
}

// What is reserved is a weapon's own defence technique.
// EB-38: a reservation attaches to a weapon's defence technique.
// only defence techniques are reserved, and for oneself.
func TestAReservationBelongsToAWeapon(t *testing.T) {
	for _, c := range []struct {
		row  string
		want []string
	}{
		{"weapons: [uchigatana]", []string{"reserve parry"}},
		{"weapons: [suyari]", []string{"reserve harry"}},
		{"weapons: [uchigatana, shield]", []string{"reserve parry", "reserve shield defense"}},
		{"weapons: [yumi]", nil},
		{"weapons: [teppo]", nil}, // its reload fills the slot
	} {
		b := setup{us: []man{{name: "Musashi", row: c.row}, {name: "Denshichi", row: "energy: 1"}}, them: []man{{name: "Kojiro"}}}.begin(t)
		var got []string
		for _, o := range b.f.Options() {
			if o.Phase == "reserve" {
				got = append(got, o.Words)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: reservations got %q, want %q", c.row, got, c.want)
		}
	}
}

// Two defence techniques are two reservations; either may answer, one to a blow.
// with a weapon and a shield either may answer, one per attack.
// EB-38: each reservation is of one weapon.
func TestWeaponAndShieldAreReservedApart(t *testing.T) {
	b := duel(t, "weapons: [uchigatana, shield]", "")
	b.play("reserve shield defense", "end the breath", "horizontal cut > Musashi", d{9, 8})
	b.wantOptions("shield defense (reserved)", "parry (improvised)", "take the blow")
	b.play("parry (improvised)")
	b.wantWaits("Musashi rolls defense")
	b.play(d{1, 2})
	b.wantWaits("Kojiro decides") // no second answer to the same blow
	b.wantSheet("Musashi", "reserved", "shield defense x1")
	b.wantNumber("Musashi", "wounds", 2)
}

// While a reservation of a technique stands, answering with it is the reservation; a table may leave the choice.
// with a standing reservation the technique cannot be improvised.
func TestAStandingReservationIsTheAnswer(t *testing.T) {
	for _, c := range []struct {
		rulings string
		want    []string
	}{
		{"", []string{"parry (reserved)", "take the blow"}},
		{`{reservation first: "yes"}`, []string{"parry (reserved)", "take the blow"}},
		{`{reservation first: "no"}`, []string{"parry (reserved)", "parry (improvised)", "take the blow"}},
	} {
		b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}}, rulings: c.rulings}.begin(t)
		b.play("reserve parry", "end the breath", "horizontal cut > Musashi", d{9, 8})
		b.wantOptions(c.want...)
	}
}

// Without a weapon there is the shove and nothing else; a dropped weapon takes its reservation with it.
// EB-39: with no weapon there is nothing to reserve, except the unarmed shove.
// a reservation belongs to technique and weapon in hand; a dropped weapon's is lost without refund.
// who drops a weapon fights unarmed, untrained at -2, and may reserve the shove.
func TestWithoutAWeaponOnlyTheShoveIsLeft(t *testing.T) {
	b := duel(t, "skills: {swordsmanship: 1}", "energy: 9")
	b.refuses("reserve shove")
	b.play("reserve parry", "horizontal cut > Kojiro", d{1, 1}) // Retribution: the sword falls
	b.wantSheet("Musashi", "weapon", "bare hands")
	b.wantSheet("Musashi", "reserved", "")
	b.wantNumber("Musashi", "energy", 7)
	b.play("end the breath", "horizontal cut > Musashi", d{9, 8})
	b.wantOptions("shove (improvised)", "take the blow")
	b.play("take the blow", "end the breath")
	b.offers("reserve shove", "strike > Kojiro", "grapple throw > Kojiro")
	b.refuses("reserve parry", "horizontal cut > Kojiro", "thrust > Kojiro")
	b.play("reserve shove", "end the breath", "horizontal cut > Musashi", d{9, 8})
	b.offers("shove (reserved)")
	b.play("shove (reserved)")
	b.wantCheck("defense", -2, 17)
}

// A weapon taken up again does not bring its old reservation back, nor keep the bare hands'.
// the reservation of a weapon that left the hand is lost.
func TestPickingAWeaponUpEndsTheShovesReservation(t *testing.T) {
	b := duel(t, "", "")
	b.play("reserve parry", "horizontal cut > Kojiro", d{1, 1}, "end the breath", "close the round")
	b.play("reserve shove")
	b.wantSheet("Musashi", "reserved", "shove x1")
	b.wantCost("pick up uchigatana", 2)
	b.play("pick up uchigatana")
	b.wantSheet("Musashi", "reserved", "")
	b.wantSheet("Musashi", "weapon", "uchigatana")
}

// The defence roll must equal or beat the attack's total; success undoes the blow whole, a critical included.
// the attack total exists before the defence; one defence to a blow.
// success negates the hit wholly, critical included; a tie goes to the defence.
func TestTheDefenseRollMustReachTheAttackTotal(t *testing.T) {
	for _, c := range []struct {
		attack, defense d
		wounds          int
	}{
		{d{8, 5}, d{6, 7}, 3}, // 14 against 14
		{d{8, 5}, d{5, 7}, 2}, // 13 against 14
		{d{7, 7}, d{8, 7}, 3}, // a critical of 15, met
		{d{7, 7}, d{5, 8}, 1}, // a critical of 15, not met
	} {
		b := duel(t, "courage: 1", "courage: 1, energy: 9")
		b.play("horizontal cut > Kojiro", c.attack, "parry (improvised)")
		b.wantCheck("defense", 1, c.attack[0]+c.attack[1]+1)
		b.play(c.defense)
		b.wantNumber("Kojiro", "wounds", c.wounds)
	}
}

// A defence that fails on a double is a Fumble: the blow lands and the defender is Defenseless; a good double is only
// a success.
// a fumbled defence lands the hit and leaves the defender Defenseless.
// on a defence roll success is only success; 1-1 also drops the weapon.
func TestAFumbledDefense(t *testing.T) {
	for _, c := range []struct {
		defense            d
		wounds             int
		is, weapon, enemys string
	}{
		{d{3, 3}, 2, "defenseless", "uchigatana", ""},
		{d{1, 1}, 2, "defenseless", "bare hands", ""},
		{d{9, 9}, 3, "", "uchigatana", ""},
		{d{10, 10}, 3, "", "uchigatana", ""},
		{d{2, 4}, 2, "", "uchigatana", ""},
	} {
		b := duel(t, "", "")
		b.play("horizontal cut > Kojiro", d{9, 8}, "parry (improvised)", c.defense)
		b.wantNumber("Kojiro", "wounds", c.wounds)
		b.wantSheet("Kojiro", "is", c.is)
		b.wantSheet("Kojiro", "weapon", c.weapon)
		b.wantSheet("Musashi", "is", c.enemys)
	}
}

// 1-1 with bare hands or a shield drops nothing: it spoils what that hand or that shield held ready.
// 1-1 spoils the reservation of a bare hand.
// a shield's 1-1 spoils only the shield's reservations.
func TestOneOneSpoilsWhatABareHandOrAShieldHeldReady(t *testing.T) {
	b := duel(t, "weapons: [unarmed]", "")
	b.play("reserve shove", "reserve shove", "end the breath", "horizontal cut > Musashi", d{9, 8}, "shove (reserved)", d{1, 1})
	b.wantSheet("Musashi", "reserved", "")
	b.wantSheet("Musashi", "weapon", "unarmed")
	b.offers("horizontal cut > Musashi")

	b = duel(t, "weapons: [uchigatana, shield]", "energy: 9")
	b.play("reserve shield defense", "reserve shield defense", "reserve parry", "end the breath",
		"horizontal cut > Musashi", d{9, 8}, "shield defense (reserved)", d{1, 1})
	b.wantSheet("Musashi", "reserved", "parry x1")
	b.play("end the breath", "reserve shield defense") // the shield is still on the arm
	b.wantSheet("Musashi", "reserved", "shield defense x1")
}

// An attack's 1-1 leaves ready what bare hands hold ready, and natural arms, and worn ones whatever their family; what is worn is not
// dropped. A shield spoils its own as ever. Where a table has it so the hand spoils it too.
//
func TestAnAttacksOneOneLeavesReadyWhatAHandHoldsReady(t *testing.T) {
	const claws = "weapons: {iron claws: {family: short, skill: unarmed combat, tags: [short, worn], attack: [{name: rake, energy: 1, check: courage}], defense: [{name: catch, energy: 1, check: courage}]}}"
	for _, c := range []struct{ weapon, attack, defense, rulings, left string }{
		{"unarmed", "strike", "shove", "", "shove x1"},
		{"unarmed", "strike", "shove", "{fumbled hand: spoils}", ""},
		{"tekko", "iron knuckle", "knuckle block", "", "knuckle block x1"},
		{"iron claws", "rake", "catch", "", "catch x1"},
		{"iron claws", "rake", "catch", "{fumbled hand: spoils}", ""},
		{"uchigatana", "horizontal cut", "parry", "", ""},
	} {
		b := setup{us: []man{{name: "Musashi", row: "weapons: [" + c.weapon + "]"}}, them: []man{{name: "Kojiro"}}, rows: claws, rulings: c.rulings}.begin(t)
		b.play("reserve "+c.defense, c.attack+" > Kojiro", d{1, 1})
		b.wantSheet("Musashi", "is", "defenseless")
		b.wantSheet("Musashi", "reserved", c.left)
		weapon := c.weapon
		if weapon == "uchigatana" {
			weapon = "bare hands"
		}
		b.wantSheet("Musashi", "weapon", weapon)
	}
}

// Reacting is no breath: it never overloads, but it lowers Energy, and with it the place in the count, at once.
// reaction costs do not count toward a breath; they lower the count.
func TestReactionsAreNoBreath(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 10"}}, them: []man{{name: "Kojiro", row: "energy: 9"}, {name: "Gonta", row: "energy: 8"}}}.begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8}, "parry (improvised)", d{9, 8}, "horizontal cut > Kojiro", d{9, 8}, "parry (improvised)", d{9, 8}, "end the breath")
	b.wantNumber("Kojiro", "energy", 5)
	b.wantWaits("Gonta counts")
	b.play("close the round")
	b.wantWaits("Musashi counts")
	b.play("close the round")
	b.play("horizontal cut > Musashi", d{1, 2}, "horizontal cut > Musashi", d{1, 2}, "reserve parry") // 5 of its own
	b.wantEvents("overload")
}

// A combatant without the Energy for haste and without a reservation has no answer to give.
// a cost needs that much Energy left.
// a reservation works at 0 Energy.
func TestWithoutEnergyOnlyAReservationAnswers(t *testing.T) {
	b := duel(t, "", "energy: 1")
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantWaits("Musashi decides")
	b = duel(t, "energy: 9", "energy: 10")
	b.edit("Kojiro energy=10")
	b.play("reserve parry", "end the breath")
	b.edit("Kojiro energy=0")
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantOptions("parry (reserved)", "take the blow")
}

// What strips a stance or leaves one Defenseless strips no reservation.
// Defenseless or a stance loss cancels no reservation.
func TestAToppledDefenderKeepsItsReservations(t *testing.T) {
	b := duel(t, "weapons: [uchigatana], traits: [samurai]", "weapons: [staff]")
	b.play("take up guard stance", "reserve parry", "reserve parry", "end the breath", "sweep > Musashi", d{9, 8}, "take the blow")
	b.wantSheet("Musashi", "is", "defenseless")
	b.wantSheet("Musashi", "stance", "")
	b.wantSheet("Musashi", "reserved", "parry x2")
	b.play("heavy strike > Musashi", d{9, 8})
	b.offers("parry (reserved)")
}

// A reservation that lapses before anybody can strike at it comes to nothing: with the lull, where nobody else stands in the
// count, or as its holder, still above everybody, breathes again.
func TestAReservationBeforeAnybodyIsVain(t *testing.T) {
	for _, c := range []struct {
		foe  string
		want bool
	}{
		{"Kojiro energy=10", false}, // at 9 Musashi lets Kojiro pass
		{"Kojiro energy=9", true},   // even with Kojiro, of the same Finesse, the allied side breathes first
		{"Kojiro energy=4", true},
		{"Kojiro energy=1", true},
		{"Kojiro energy=0", true},
	} {
		b := duel(t, "", "")
		b.edit(c.foe)
		parry, _ := b.option("reserve parry")
		cut, _ := b.option("horizontal cut > Kojiro")
		sys, s, _ := fight.At[State](b.f)
		g := sys.(*Game)
		if got := g.hasNoEffect(&s, parry.Action); got != c.want {
			t.Errorf("%s: a parry reserved at 10 Energy has no effect: got %v, want %v", c.foe, got, c.want)
		}
		if g.hasNoEffect(&s, cut.Action) {
			t.Errorf("%s: a cut has no effect", c.foe)
		}
	}
	b := duel(t, "", "")
	b.edit("Kojiro energy=8")
	b.play("horizontal cut > Kojiro", d{1, 2})
	parry, _ := b.option("reserve parry")
	sys, s, _ := fight.At[State](b.f)
	if sys.(*Game).hasNoEffect(&s, parry.Action) {
		t.Errorf("with %d Energy against 8: a parry has no effect", b.energy("Musashi"))
	}
	b = duel(t, "", "")
	b.edit("Kojiro energy=4")
	b.edit("Musashi +strained")
	parry, _ = b.option("reserve parry")
	if sys, s, _ = fight.At[State](b.f); sys.(*Game).hasNoEffect(&s, parry.Action) { // EB-44: the breath of 3 is over with it
		t.Error("a parry for all of a breath with the strained limit has no effect")
	}
}

// A stance let go in the middle of a breath comes to nothing, unless it roots its holder, strikes by itself or is no stance but
// a spell; as a breath of its own it lets time pass, unless its holder breathes again.
func TestAStanceLetGoIsVain(t *testing.T) {
	for _, c := range []struct {
		stance string
		want   bool
	}{
		{"still-water guard", true},
		{"checking stance", true}, // rooted it stays this round, whether it is held or not
		{"immovable formation", false},
		{"guard stance", false},
	} {
		b := setup{us: []man{{name: "Musashi", row: "traits: [samurai, still water, immovable formation]"}},
			them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
		noEffect := func() bool {
			release, ok := b.option("release " + c.stance)
			if !ok {
				t.Fatalf("%s is not to be released: %q", c.stance, b.words())
			}
			sys, s, _ := fight.At[State](b.f)
			return sys.(*Game).hasNoEffect(&s, release.Action)
		}
		b.play("take up " + c.stance)
		if got := noEffect(); got != c.want {
			t.Errorf("to let a %s go in the breath it was taken up in has no effect: got %v, want %v", c.stance, got, c.want)
		}
		b.play("end the breath", "close the round")
		if !noEffect() {
			t.Errorf("to let a %s go, and to be next again, has an effect", c.stance)
		}
	}
}

// A stance that could be taken up as well in the next breath, as that comes before any foe's, comes to nothing: 2 Energy for it are spent
// to let time pass. To a side that has only to last that is something.
func TestAStanceBeforeAnybodyIsVain(t *testing.T) {
	for _, c := range []struct {
		edit, goal string
		want       bool
	}{
		{"Kojiro energy=9", "", false}, // at 8 Musashi lets Kojiro pass
		{"Kojiro energy=8", "", true},  // even with Kojiro, of the same Finesse, the allied side breathes first
		{"Kojiro energy=1", "", true},
		{"Musashi energy=3", "", false}, // with 1 left it cannot be taken up later
		{"Kojiro energy=1", "objective: {for: us, goal: last, rounds: 3}", false},
		{"Kojiro energy=1", "objective: {for: them, goal: last, rounds: 3}", true},
	} {
		b := setup{us: []man{{name: "Musashi", row: "traits: [samurai]"}}, them: []man{{name: "Kojiro"}}, zones: everywhere, more: c.goal}.begin(t)
		b.edit("Kojiro energy=1")
		b.edit(c.edit)
		stance, _ := b.option("take up guard stance")
		sys, s, _ := fight.At[State](b.f)
		if got := sys.(*Game).hasNoEffect(&s, stance.Action); got != c.want {
			t.Errorf("%s, %s: a stance taken up at %d Energy has no effect: got %v, want %v", c.edit, c.goal, b.energy("Musashi"), got, c.want)
		}
	}
}

// What acts is listed before what waits for others to act: of equal values the search takes the first.
func TestReservationsAreListedAfterWhatActs(t *testing.T) {
	b := duel(t, "", "")
	words := b.words()
	first := slices.Index(words, "reserve parry")
	if first < 1 || words[len(words)-1] != closeWords {
		t.Fatalf("got %q", words)
	}
	for _, w := range words[first : len(words)-1] {
		if !strings.HasPrefix(w, "reserve ") {
			t.Errorf("%s comes after a reservation: %q", w, words)
		}
	}
}

// what a reaction costs is no part of a breath, not of the foe's and not of one's own, when a stance strikes into it.
// EB-40: what counts is what is spent within the breath.
func TestAReactionInOnesOwnBreathIsNoPartOfIt(t *testing.T) {
	b := duel(t, "energy: 14", "traits: [samurai], energy: 9")
	b.edit("Kojiro stance=guard stance")
	b.play("horizontal cut > Kojiro", d{1, 2}, d{9, 4}, "parry (improvised)", d{9, 8}) // 2, and 2 to answer
	b.wantNumber("Musashi", "energy", 10)
	b.play("horizontal cut > Kojiro", d{9, 4}, "parry (improvised)", d{9, 8}) // 4, and Kojiro's 2
	b.play("reserve parry")
	b.wantEvents("overload") // 5 of 5
	b.wantWaits("Musashi decides")
	b.play("reserve parry")
	b.wantWaits("Musashi rolls overload")
}

// EB-37: each further reservation is paid, and stands until one's next breath: no more than nine of a weapon are kept.
func TestNineReservationsStand(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 20, traits: [boundless]"}}, them: []man{{name: "Kojiro"}},
		rows: "traits: {boundless: {limit: 20}}"}.begin(t)
	for range 9 {
		b.play("reserve parry")
	}
	b.wantSheet("Musashi", "reserved", "parry x9")
	b.refuses("reserve parry")
}

// A reservation has an effect while a foe in the count could strike before its holder breathes again: with the Energy for its
// cheapest blow, wherever that may be, or with a squad to strike for it.
func TestWhoCouldStrikeAtAReservation(t *testing.T) {
	noEffect := func(b *bout) bool {
		b.t.Helper()
		parry, ok := b.option("reserve parry")
		if !ok {
			b.t.Fatalf("%s: no parry to reserve", b.waits())
		}
		sys, s, _ := fight.At[State](b.f)
		return sys.(*Game).hasNoEffect(&s, parry.Action)
	}
	for _, c := range []struct {
		foe    string
		energy int // of both: Musashi is first, and no longer after a parry for 1
		want   bool
	}{
		{"weapons: [tusks]", 2, false},
		{"weapons: [tusks]", 1, true}, // to parry, not to strike
		{"weapons: [kodachi]", 1, false},
		{"", 1, false}, // a bare hand strikes for 1
		{"closed", 3, true},
	} {
		b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro", row: "finesse: -3" + comma(strings.TrimPrefix(c.foe, "closed"))}},
			rows: "weapons:\n  tusks:\n    family: claw\n    skill: unarmed combat\n    attack: [{name: gore, energy: 2, check: physique}]\n    defense: [{name: butt, energy: 1, check: physique}]\n"}.begin(t)
		if c.foe == "closed" {
			b.play("horizontal cut > Kojiro", d{1, 2}, "horizontal cut > Kojiro", d{1, 2}, "end the breath", "close the round")
		}
		b.edit(fmt.Sprintf("Kojiro energy=%d", c.energy))
		b.edit(fmt.Sprintf("Musashi energy=%d", c.energy))
		b.wantWaits("Musashi counts")
		if got := noEffect(b); got != c.want {
			t.Errorf("with %d Energy each, against %s: got %v, want %v", c.energy, c.foe, got, c.want)
		}
	}
	b := setup{zones: fields, us: []man{{name: "Musashi", zone: "first front"}},
		them: []man{{name: "Kojiro", row: "finesse: -3, command: 1", zone: "second front"}, squad("Levies", levies, 3, "Kojiro", "second front")}}.begin(t)
	b.edit("Kojiro energy=1")
	b.edit("Musashi energy=1")
	b.wantWaits("Musashi counts")
	if noEffect(b) {
		t.Error("a parry that Levies may test has no effect")
	}
}

// A stance is too early if whoever takes it up breathes again before any foe, without the initiative of a first breath,
// which is over by then (MA-17).
func TestAStanceBeforeTheFirstFoeIsTooEarly(t *testing.T) {
	for foe, want := range map[int]bool{1: true, 5: false} { // Musashi has 3 Energy left of 5, and 6 with her initiative
		b := setup{us: []man{{name: "Musashi", row: "weapons: [suyari], traits: [quick]"}}, them: []man{{name: "Kojiro"}},
			rows: "traits: {quick: {initiative: 3}}"}.begin(t)
		b.edit(fmt.Sprintf("Kojiro energy=%d", foe))
		b.edit("Musashi energy=5")
		b.wantWaits("Musashi counts")
		take, ok := b.option("take up spear wall")
		if !ok {
			t.Fatalf("%s: no stance", b.waits())
		}
		sys, s, _ := fight.At[State](b.f)
		if got := sys.(*Game).hasNoEffect(&s, take.Action); got != want {
			t.Errorf("against %d Energy: got %v, want %v", foe, got, want)
		}
	}
}
