package breath

import "testing"

// Laws and rulings that were broken once, each with the case that showed it.

// A table that plays with Fate Intervention decides, after a lord's dice, whether one of them moves by one face.
// with fate: on it is a decision after the dice, for lords only.
func TestFateOnAsksALordAfterTheDice(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "fate: 1"}}, them: []man{{name: "Kojiro"}}, rulings: "{fate: on}"}.begin(t)
	b.play("horizontal cut > Kojiro", d{4, 5}) // 9 against 10: one face would do
	b.wantWaits("Musashi decides")
	if len(b.events("check")) != 0 {
		t.Errorf("dice 4 and 5 of a lord with Fate 1: got the check settled (%+v), want the lord asked first", b.events("check"))
	}
}

// Two techniques strip Defense by 2 and by 3: both make the one state exposed, of which the greater stands.
// K-03, EB-63: of one name and type only the most favourable applies.
func TestOfTwoExposuresTheGreaterStands(t *testing.T) {
	b := setup{us: []man{{name: "Tsuna", row: "weapons: [suyari]"}, {name: "Gonta", row: "weapons: [kama]"}},
		them: []man{{name: "Kojiro"}}}.begin(t)
	b.play("check > Kojiro", d{9, 8}, "take the blow", "end the breath")
	b.wantNumber("Kojiro", "defense", 8)
	b.play("hook the wrist > Kojiro", d{9, 8}, "take the blow", "end the breath")
	b.wantNumber("Kojiro", "defense", 7)
}

// Without a weapon nothing can be reserved but the shove, whatever the art is called.
// EB-39: the one weaponless defence technique is the martial arts' shove.
func TestMartialArtsReserveTheShoveOnly(t *testing.T) {
	b := duel(t, "weapons: [martial arts]", "")
	b.offers("reserve shove")
	b.refuses("reserve open the door")
}

// One who is hidden may pay 3 to move and stay so.
// EB-112: stealth movement costs 3 and keeps infiltration.
func TestTheHiddenMayMoveByStealth(t *testing.T) {
	b := setup{us: []man{{name: "Hanzo", row: "traits: [shinobi]", zone: "outside"}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
	b.wantSheet("Hanzo", "is", "hidden")
	b.wantCost("steal > flank", 3)
}

// What stealth movement buys for 3 a walk does not give for 2: who walks out of hiding is seen.
// EB-112: it is stealth movement that maintains infiltration.
func TestWalkingGivesUpHiding(t *testing.T) {
	b := setup{us: []man{{name: "Hanzo", row: "traits: [shinobi]", zone: "outside"}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
	b.play("walk > flank")
	b.wantSheet("Hanzo", "is", "")
}

// A rider may steal along as well as gallop.
// EB-112: stealth movement costs 3; nothing bars the mounted.
func TestTheMountedMayMoveByStealth(t *testing.T) {
	b := setup{us: []man{{name: "Hanzo", row: "traits: [mounted, shinobi]"}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
	b.offers("gallop > first rear", "steal > first rear")
}

// A stance's blow from high ground into another zone has the height like any other attack.
// attacks from a high zone into another zone +1.
func TestStanceStrikesDownFromHighGround(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "traits: [samurai]"}}, them: []man{{name: "Kojiro"}},
		zones: "{first front: {high: true}, second front: {}}"}.begin(t)
	b.play("take up guard stance", "end the breath")
	b.play("horizontal cut > Musashi", d{1, 2}) // a miss: the guard stance answers
	b.wantCheck("attack", 1, 10)
}

// Two weapons on the ground are two weapons to pick up.
// picking a dropped weapon up costs 2 Energy inside a breath.
func TestEachDroppedWeaponIsPickedUpForItself(t *testing.T) {
	b := duel(t, "weapons: [uchigatana, kodachi]", "")
	b.play("horizontal cut > Kojiro", d{1, 1}) // Retribution: the sword falls
	b.play("flurry cut > Kojiro", d{1, 1})     // and the kodachi
	b.wantSheet("Musashi", "weapon", "bare hands")
	b.play("pick up uchigatana")
	b.refuses("flurry cut > Kojiro")
}

// Two Kata of different sources are two effects; using one does not use up the other.
// EB-62: effects of different names from different sources stand side by side.
func TestASchoolKataLeavesTheDescent(t *testing.T) {
	b := duel(t, "finesse: 2, traits: [kamuy descent, swallow school]", "")
	b.offers("Kamuy Descent", "swallow returns > Kojiro")
	b.play("Kamuy Descent")
	b.offers("swallow returns > Kojiro")
}

// A breath in which a stance was released is a breath taken, not the round closed.
// only ending a breath with nothing done closes the round.
func TestABreathWithOnlyAReleaseIsABreath(t *testing.T) {
	b := duel(t, "traits: [samurai]", "")
	b.play("take up guard stance", "end the breath", "close the round")
	b.wantWaits("Musashi counts")
	b.play("release guard stance", "end the breath")
	if b.f.Round() != 1 || b.sheet("Musashi", "is") != "" {
		t.Errorf("a breath of one release: got round %d with Musashi %q, want him in the count of round 1", b.f.Round(), b.sheet("Musashi", "is"))
	}
}

// A trait written down twice is one trait: its Kata is offered once.
// EB-63: of one name and one type only the most favourable applies.
func TestATraitTwiceOffersItsKataOnce(t *testing.T) {
	b := duel(t, "traits: [swallow school, swallow school, samurai, samurai]", "")
	b.wantOptions("horizontal cut > Kojiro", "thrust > Kojiro", "reserve parry", "swallow returns > Kojiro", "take up guard stance", "close the round")
}
