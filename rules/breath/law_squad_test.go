package breath

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// §Squad orders: squads, their orders and what breaks them.

// fields are the two Fronts and the two Rears; allFields the Core besides.
const (
	fields    = "{first rear: {}, first front: {}, second front: {}, second rear: {}}"
	allFields = "{first rear: {}, first front: {}, core: {}, second front: {}, second rear: {}}"
)

// men are the rows of squads.
const (
	spearmen = "grade: minion, weapons: [yari]"
	bowmen   = "grade: minion, weapons: [yumi]"
	gunners  = "grade: minion, weapons: [teppo]"
	levies   = "grade: minion, weapons: [kama]"
)

// squad returns a man who is several.
func squad(name, row string, heads int, under, zone string) man {
	line := fmt.Sprintf("heads: %d", heads)
	if under != "" {
		line += ", under: " + under
	}
	return man{name: name, row: row, zone: zone, line: line}
}

// theLine is Musashi with five Spears and four Bows against Kojiro with six Levies, all but the Bows in the Fronts.
func theLine(musashi, kojiro string) setup {
	return setup{zones: fields,
		us: []man{{name: "Musashi", row: "command: 2" + comma(musashi), zone: "first front"},
			squad("Spears", spearmen, 5, "Musashi", "first front"), squad("Bows", bowmen, 4, "Musashi", "first rear")},
		them: []man{{name: "Kojiro", row: "command: 1" + comma(kojiro), zone: "second front"}, squad("Levies", levies, 6, "Kojiro", "second front")}}
}

func comma(row string) string {
	if row == "" {
		return ""
	}
	return ", " + row
}

// A breath may hold orders to a squad, beside the commander's own blade.
// EB-20: legal kinds in a breath: squad orders.
func TestABreathMayHoldOrdersToASquad(t *testing.T) {
	b := theLine("", "").begin(t)
	b.offers("order Spears: strike > Levies", "order Spears: strike > Kojiro", "order Spears: advance > first rear", "order Spears: advance > second front",
		"order Spears: shield wall", "order Spears: spear wall", "order Spears: close ranks", "order Spears: withdraw", "order Bows: volley fire > Levies",
		"order Bows: shield wall", "order Bows: advance > first front", "order Spears: charge > Levies", "order all: shield wall")
	b.refuses("order Bows: strike > Levies", "order Bows: close ranks", "order Bows: spear wall",
		"order Spears: rally", "order Bows: withdraw", "order Levies: shield wall")
	b.play("horizontal cut > Kojiro", d{1, 3}, "order Spears: shield wall")
	b.wantEvents("spend", rules.Event{Seat: "Musashi", Of: "energy", N: 2, Left: 8}, rules.Event{Seat: "Musashi", Of: "energy", N: 2, Left: 6})
	b.wantEvents("obey", rules.Event{Seat: "Spears", What: "shield wall"})
	b.wantSheet("Spears", "formation", "shield wall")
}

// Advance and volley fire are the document's breath of a commander, for one squad after the other command.
// EB-26: squad advance 2 + squad volley fire 2 = 4.
func TestAnAdvanceAndAVolleyAreABreathOfFour(t *testing.T) {
	b := theLine("", "").begin(t)
	b.wantCost("order Bows: advance > first front", 2)
	b.play("order Bows: advance > first front")
	b.wantCost("order Bows: volley fire > Levies", 2)
	b.play("order Bows: volley fire > Levies", d{9, 8})
	if got := 10 - b.energy("Musashi"); got != 4 {
		t.Errorf("advance and volley cost %d, want 4", got)
	}
	b.wantSheet("Bows", "zone", "first front")
	b.wantNumber("Levies", "heads", 5)
}

// An order costs 2, for the wise 1.
// EB-118: a squad order: 2, or 1 at Wisdom +2.
// EB-71: squad orders are a separate track costing 1 or 2.
func TestAnOrderCostsTwoOrOneForTheWise(t *testing.T) {
	for wisdom, want := range map[int]int{0: 2, 1: 2, 2: 1, 3: 1} {
		b := theLine(fmt.Sprintf("wisdom: %d", wisdom), "").begin(t)
		b.wantCost("order Spears: shield wall", want)
		b.wantCost("order Bows: volley fire > Levies", want)
		b.wantCost("order Spears: charge > Levies", want+1)
		b.wantCost("order all: shield wall", want+1)
	}
}

// Orders are paid in Energy and leave the two 0-Energy uses alone.
// EB-72: basic squad orders do not touch the 0-Energy cap.
func TestAnOrderIsNoUseOfZeroEnergy(t *testing.T) {
	sc := theLine("wisdom: 2, traits: [one voice]", "")
	b := sc.begin(t)
	b.play("order Spears: shield wall", "order Spears: spear wall", "order Bows: advance > first front", "order Bows: shield wall")
	if zero := seatOf(t, b, "Musashi").zeroUses; zero != 0 {
		t.Errorf("four orders have used 0 Energy: %b", zero)
	}
}

// seatOf returns a combatant's changing part.
func seatOf(t *testing.T, b *bout, name string) seat {
	t.Helper()
	_, s, _ := fight.At[State](b.f)
	return s.seats[b.seat(name)]
}

// An order that a Kata waives counts among the 0-Energy uses.
// EB-73: a squad order explicitly run as 0 Energy Kata does follow that cap.
func TestAnOrderWaivedByAKataIsAUseOfZeroEnergy(t *testing.T) {
	b := theLine("traits: [one voice]", "").begin(t)
	b.wantCost("one voice", 0)
	b.wantSheet("Musashi", "one voice", "2 of 2 uses left")
	b.play("one voice")
	b.wantCost("order Bows: volley fire > Levies", 0)
	b.refuses("order all: shield wall", "end the breath")
	b.play("order Bows: volley fire > Levies", d{1, 3})
	b.wantEvents("spend")
	b.wantSheet("Musashi", "one voice", "1 of 2 uses left")
	b.refuses("one voice") // once a round (EB-84)
	if used := seatOf(t, b, "Musashi").zeroUses & zeroCountMask; used != 1 {
		t.Errorf("uses of 0 Energy: %d, want 1", used)
	}
	b.lull()
	b.play("one voice", "order Spears: charge > Levies", d{9, 8}, d{9, 8}) // added costs too are waived
	b.lull()
	for _, w := range b.words() {
		if strings.HasPrefix(w, "one voice") {
			t.Errorf("%q is offered a third time in the fight", w)
		}
	}
}

// What discounts orders leaves the commander's own cut as dear as it was.
// EB-83: a squad-order discount never lowers a personal attack (horizontal cut stays 2).
func TestADiscountOnOrdersLowersNoCut(t *testing.T) {
	b := theLine("traits: [retainer command]", "").begin(t)
	b.wantCost("order Spears: shield wall", 1)
	b.wantCost("horizontal cut > Kojiro", 2)
	b.wantCost("order Spears: charge > Levies", 2)
	b.wantCost("order all: shield wall", 2) // of two kinds of squad
	b.play("order Spears: shield wall")
	b.wantNumber("Musashi", "energy", 9)
	b.play("horizontal cut > Kojiro", d{1, 2})
	b.wantNumber("Musashi", "energy", 7)

	b = theLine("traits: [retainer command]", "").begin(t)
	b.play("order Spears: shield wall")
	b.edit("Musashi energy=1") // enough for an order and not for the cut
	b.refuses("horizontal cut > Kojiro")
	b.play("order Bows: shield wall")
	b.wantNumber("Musashi", "energy", 0)
	b.wantWaits("Kojiro counts") // with its last Energy the order ends the breath

	sc := theLine("traits: [retainer command]", "")
	sc.us[2].zone = "first front"
	b = sc.begin(t)
	b.wantCost("order all: advance > second front", 2)
	b.wantCost("order all: advance > first rear", 2)
	b.wantCost("horizontal cut > Kojiro", 2)
}

// Discounts and added costs of an order are one sum that stops at 1.
// EB-79: all penalties and bonuses are summed before the result.
// EB-80: the final cost is raised to 1 if lower.
func TestAnOrdersCostIsOneSumOfAtLeastOne(t *testing.T) {
	b := theLine("wisdom: 2, traits: [retainer command]", "").begin(t)
	b.wantCost("order Spears: shield wall", 1)
	b.wantCost("order Spears: charge > Levies", 1) // 1 + 1 - 1
	b.wantCost("order all: shield wall", 1)
	b.edit("Spears cohesion=2")
	b.wantCost("order Spears: rally", 1)
	b.wantCost("order all: shield wall", 2) // 1 + 1 for all + 1 for the wavering - 1
	b.play("order all: shield wall")
	b.wantNumber("Musashi", "energy", 8)
	b.wantCost("order Spears: rally", 1)
	b.play("order Spears: rally")
	b.wantNumber("Musashi", "energy", 7)
}

// Where something was added to an order in the Core, the Seal of Shura takes one off.
// EB-96: the Seal keeps working as -1 where something else raised the cost.
func TestTheSealTakesWhatWasAddedToAnOrder(t *testing.T) {
	for traits, want := range map[string][2]int{"": {2, 3}, "traits: [mikkyo monk]": {2, 2}} {
		sc := setup{zones: allFields, us: []man{{name: "Musashi", row: "command: 1" + comma(traits), zone: "core"}, squad("Spears", spearmen, 5, "Musashi", "core")},
			them: []man{{name: "Kojiro", zone: "core"}}}
		b := sc.begin(t)
		b.wantCost("order Spears: advance > first front", want[0])
		b.wantCost("order Spears: strike > Kojiro", want[1]) // a long weapon in the Core
	}
}

// Who is in the Core hears nobody outside, and nobody outside hears him; a squad two steps away hears a student of war.
//
func TestHowFarAnOrderCarries(t *testing.T) {
	for _, c := range []struct {
		row, at, squad string
		hears          bool
	}{
		{"", "first front", "first front", true},
		{"", "first front", "first rear", true},
		{"", "first front", "core", false},
		{"", "core", "first front", false},
		{"", "core", "core", true},
		{"", "first rear", "second front", false},
		{"skills: {military science: 2}", "first rear", "second front", true},
	} {
		sc := setup{zones: allFields, us: []man{{name: "Musashi", row: "command: 1" + comma(c.row), zone: c.at},
			squad("Spears", spearmen, 5, "Musashi", c.squad)}, them: []man{{name: "Kojiro", zone: "second rear"}}}
		_, got := sc.begin(t).option("order Spears: advance > " + map[bool]string{true: "first rear", false: "first front"}[c.squad == "first front"])
		if c.squad == "core" || c.squad == "second front" {
			_, got = sc.begin(t).option("order Spears: advance > " + map[string]string{"core": "first front", "second front": "core"}[c.squad])
		}
		if got != c.hears {
			t.Errorf("%s from the %s to the %s: hears %t, want %t", c.row, c.at, c.squad, got, c.hears)
		}
	}
}

// Whoever is Defenseless commands nothing.
//
func TestTheDefenselessGiveNoOrders(t *testing.T) {
	b := theLine("", "").begin(t)
	b.play("horizontal cut > Kojiro", d{2, 2}) // a fumble
	for _, w := range b.words() {
		if strings.HasPrefix(w, "order") {
			t.Errorf("a Defenseless commander may %q", w)
		}
	}
}

// A squad obeys two orders a round, one of them an attack, and rallies once.
//
func TestASquadObeysTwoOrdersARound(t *testing.T) {
	b := theLine("wisdom: 2", "").begin(t)
	b.edit("Bows cohesion=3")
	b.play("order Bows: volley fire > Levies", d{1, 3})
	b.refuses("order Bows: volley fire > Levies", "order Bows: volley fire > Kojiro")
	b.play("order Bows: rally")
	b.wantNumber("Bows", "cohesion", 4)
	b.refuses("order Bows: rally", "order Bows: shield wall", "order Bows: advance > first front")
	b.lull()
	b.offers("order Bows: rally", "order Bows: volley fire > Levies")
}

// A volley is one roll: attribute, proficiency and Attack A, less the fallen, and Attack A's own Pierce and Wounds.
//
func TestABlowWeakensWithEveryFallenMan(t *testing.T) {
	for heads := 6; heads >= 3; heads-- {
		sc := theLine("", "")
		sc.us[1] = squad("Spears", "grade: minion, courage: 1, weapons: [yari], skills: {spearmanship: 2}", heads, "Musashi", "first front")
		b := sc.begin(t)
		b.play("order Spears: strike > Kojiro")
		b.wantCheck("attack", 1+1+1+heads-6, 10) // the last 1 is a spear's in a Front
	}
	b := theLine("", "").begin(t)
	b.edit("Spears wounds=1", "Spears cohesion=2")
	b.play("order Spears: strike > Kojiro")
	b.wantCheck("attack", 1+1-6-1, 10) // one head, wavering
}

// Every Wound comes off the pool, a man for each; of veterans two to the man.
//
func TestWoundsTakeHeads(t *testing.T) {
	sc := theLine("", "")
	sc.them[1] = squad("Levies", "grade: veteran, weapons: [kama]", 4, "Kojiro", "second front")
	b := sc.begin(t)
	b.wantSheet("Levies", "wounds", "8 of 8")
	b.play("horizontal cut > Levies", d{6, 7})
	b.wantSheet("Levies", "wounds", "7 of 8")
	b.wantNumber("Levies", "heads", 4)
	b.play("horizontal cut > Levies", d{7, 7}) // a critical takes two
	b.wantSheet("Levies", "wounds", "5 of 8")
	b.wantNumber("Levies", "heads", 3)
	b.wantEvents("heads", rules.Event{Seat: "Levies", N: 1, Left: 3})
	b.wantNumber("Levies", "cohesion", 5)
}

// Two men lost to one blow cost a Cohesion, the first time that only half are left another, both together two.
//
func TestWhatCostsCohesion(t *testing.T) {
	b := theLine("", "").begin(t)
	b.play("horizontal cut > Levies", d{7, 7}) // 6 to 4
	b.wantNumber("Levies", "cohesion", 4)
	b.wantEvents("cohesion", rules.Event{Seat: "Levies", What: "the fallen", N: 1, Left: 4})
	b.play("horizontal cut > Levies", d{7, 7}) // 4 to 2: two at once, and half
	b.wantNumber("Levies", "cohesion", 2)
	b.lull()
	b.play("horizontal cut > Levies", d{6, 7}) // 2 to 1: below half once more
	b.wantNumber("Levies", "cohesion", 2)
}

// A squad whose Cohesion is gone breaks, and those beside it lose heart, at once.
//
func TestABrokenLineBreaksTheOneBesideIt(t *testing.T) {
	sc := theLine("", "")
	sc.them[0].row = "command: 2"
	sc.them = append(sc.them, squad("Peasants", levies, 3, "Kojiro", "second front"), squad("Rearguard", levies, 3, "Kojiro", "second rear"))
	sc.them[0].row = "command: 3"
	b := sc.begin(t)
	b.edit("Levies cohesion=1", "Peasants cohesion=1")
	b.play("horizontal cut > Levies", d{7, 7})
	b.wantEvents("rout", rules.Event{Seat: "Levies"}, rules.Event{Seat: "Peasants"})
	b.wantSheet("Levies", "state", "down")
	b.wantNumber("Rearguard", "cohesion", 5)
}

// A lord's fall costs his side's squads a Cohesion, their own commander's one more, and leaves them without orders.
//
func TestACommandersFallCostsTwo(t *testing.T) {
	sc := theLine("", "wounds: 1")
	sc.them = append(sc.them, man{name: "Ganryu", row: "command: 1", zone: "second rear"}, squad("Reserve", levies, 4, "Ganryu", "second rear"))
	b := sc.begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8}, "take the blow")
	b.wantNumber("Levies", "cohesion", 3)
	b.wantSheet("Levies", "under", "nobody")
	b.wantNumber("Reserve", "cohesion", 4)
	b.lull()
	b.wantNumber("Levies", "cohesion", 2) // each lull without a commander
	b.wantNumber("Reserve", "cohesion", 4)
}

// A leaderless squad in reach comes under who has a place free.
// R-135 (take over).
func TestALeaderlessSquadIsTakenOver(t *testing.T) {
	sc := theLine("command: 3", "")
	sc.us[0].row = "command: 3"
	sc.us = append(sc.us, squad("Strays", levies, 3, "", "first rear"))
	b := sc.begin(t)
	b.wantSheet("Strays", "under", "nobody")
	b.refuses("order Strays: shield wall")
	b.play("order Strays: take over")
	b.wantSheet("Strays", "under", "Musashi")
	b.play("order Strays: shield wall")
	b.wantSheet("Strays", "formation", "shield wall")

	sc.us[0].row = "command: 2"
	full := sc.begin(t)
	full.refuses("order Strays: take over")
}

// A shield wall is harder to hit and heavier to pass, and strikes worse; Direct ignores it; moving ends it.
//
func TestAShieldWall(t *testing.T) {
	b := theLine("", "").begin(t)
	hold := func() int {
		_, s, _ := fight.At[State](b.f)
		sys, _, _ := fight.At[State](b.f)
		return sys.(*Game).domination(&s, 0, zoneFirstFront)
	}
	b.wantNumber("Spears", "defense", 10)
	loose := hold()
	b.play("order Spears: shield wall")
	b.wantNumber("Spears", "defense", 11)
	if got := hold(); got != loose+2 { // 2 becomes 3
		t.Errorf("twice the hold behind shields: %d, want %d", got, loose+2)
	}
	b.play("order Spears: strike > Levies")
	b.wantCheck("attack", 1-1-1, 10)
	b.play(d{1, 3})
	b.lull()
	b.wantSheet("Spears", "formation", "shield wall")
	b.play("order Spears: withdraw")
	b.wantSheet("Spears", "formation", "")
	b.wantNumber("Spears", "defense", 10)
}

// A squad's spear wall strikes the first enemy of the round who comes with a shorter weapon, on nobody's 0 Energy.
//
func TestASquadsSpearWall(t *testing.T) {
	b := theLine("", "").begin(t)
	b.play("order Spears: spear wall", "end the breath", "horizontal cut > Spears")
	b.wantWaits("Spears rolls attack")
	b.play(d{1, 3})
	b.wantWaits("Kojiro rolls attack")
	b.play(d{1, 3}, "horizontal cut > Spears") // once a round
	b.wantWaits("Kojiro rolls attack")
	if used := seatOf(t, b, "Musashi").zeroUses; used != 0 {
		t.Errorf("the commander has used 0 Energy: %b", used)
	}
}

// Close ranks take the first blow that lands on their commander, before he could answer, and open with it.
//
func TestCloseRanksTakeTheBlowThatLands(t *testing.T) {
	b := theLine("", "").begin(t)
	b.play("order Spears: close ranks", "reserve parry", "end the breath", "horizontal cut > Musashi", d{9, 8})
	b.wantEvents("wound", rules.Event{Seat: "Spears", At: "Kojiro", What: "horizontal cut", With: "uchigatana", Of: "blade", N: 1, Left: 4})
	b.wantSheet("Spears", "formation", "")
	b.wantNumber("Musashi", "wounds", 3)
	b.wantSheet("Musashi", "reserved", "parry x1")
	b.play("horizontal cut > Musashi", d{9, 8})
	b.wantWaits("Musashi decides")
}

// A charge advances, strikes at +1 and stands open till the lull; one that fails has spent the attack and stands open too.
//
func TestACharge(t *testing.T) {
	sc := theLine("", "")
	sc.them[1].zone, sc.them[0].zone = "second front", "second rear"
	b := sc.begin(t)
	b.play("order Spears: charge > Levies")
	b.wantCheck("breakthrough", -1, 11) // Courage and heads - 6, against the levies' 2 with their own
	b.play(d{9, 8})
	b.wantSheet("Spears", "zone", "second front")
	b.wantCheck("attack", 1-1+1, 10)
	b.play(d{9, 8})
	b.wantNumber("Spears", "defense", 8)
	b.lull()
	b.wantNumber("Spears", "defense", 10)

	b = sc.begin(t)
	b.play("order Spears: charge > Levies", d{1, 3})
	b.wantSheet("Spears", "zone", "first front")
	b.wantNumber("Spears", "defense", 8)
	b.refuses("order Spears: strike > Levies", "order Spears: charge > Levies")
	b.offers("order Spears: shield wall")
}

// A wavering squad does not charge, does not go where the enemy holds, and takes an order worse.
//
func TestAWaveringSquad(t *testing.T) {
	b := theLine("", "").begin(t)
	b.edit("Spears cohesion=2")
	b.refuses("order Spears: charge > Levies", "order Spears: advance > second front")
	b.wantCost("order Spears: strike > Levies", 3)
	b.play("order Spears: strike > Levies")
	b.wantCheck("attack", 1-1-1, 10)
}

// A blow that goes wrong with a double costs a squad Cohesion, 1-1 two, and never lays it open.
//
func TestAFumbleCostsCohesion(t *testing.T) {
	for dice, want := range map[d]int{{2, 2}: 4, {1, 1}: 3, {1, 3}: 5} {
		b := theLine("", "").begin(t)
		b.play("order Spears: strike > Kojiro", dice)
		b.wantNumber("Spears", "cohesion", want)
		b.wantNumber("Spears", "defense", 10)
	}
}

// What topples or bleeds a man passes a squad by, but for its formation; what exposes it lasts till the lull.
//
func TestASquadIsNotToppled(t *testing.T) {
	sc := theLine("", "")
	sc.them[0].row = "command: 1, weapons: [net], courage: 3"
	sc.rows = "weapons: {net: {family: staff, skill: staff, attack: [{name: cast, energy: 2, check: courage, wounds: 0, expose: 2, effects: [topple, bleed]}]}}"
	b := sc.begin(t)
	b.play("order Spears: shield wall", "end the breath", "cast > Spears", d{9, 8})
	b.wantSheet("Spears", "formation", "")
	b.wantNumber("Spears", "defense", 8)
	b.wantSheet("Spears", "is", "")
	b.lull()
	b.wantNumber("Spears", "defense", 10)
}

// Guns are empty after a volley, and loaded at an order.
// R-135 (reload).
func TestGunsAreLoadedAtAnOrder(t *testing.T) {
	sc := theLine("", "")
	sc.us[2] = squad("Guns", gunners, 4, "Musashi", "first rear")
	b := sc.begin(t)
	b.refuses("order Guns: reload")
	b.play("order Guns: volley fire > Levies", d{9, 8})
	b.wantSheet("Guns", "is", "unloaded")
	b.wantNumber("Levies", "heads", 4)
	b.lull()
	b.refuses("order Guns: volley fire > Levies")
	b.play("order Guns: reload", "order Guns: volley fire > Levies", d{9, 8})
	b.wantNumber("Levies", "heads", 2)
}

// One word moves all squads that hear it, each for one of its two.
//
func TestAGeneralCommand(t *testing.T) {
	b := theLine("", "").begin(t)
	b.wantCost("order all: shield wall", 3)
	b.play("order all: shield wall")
	b.wantEvents("obey", rules.Event{Seat: "Spears", What: "shield wall"}, rules.Event{Seat: "Bows", What: "shield wall"})
	b.wantSheet("Spears", "orders", "1 of 2")
	b.wantSheet("Bows", "orders", "1 of 2")
	b.lull()
	b.edit("Spears cohesion=3", "Bows cohesion=4")
	b.play("order all: rally")
	b.wantNumber("Spears", "cohesion", 4)
	b.wantNumber("Bows", "cohesion", 5)
}

// An advance of all goes squad by squad, each with its own dice where the enemy holds.
//
func TestAGeneralAdvance(t *testing.T) {
	sc := theLine("", "")
	sc.us[2].zone = "first front"
	b := sc.begin(t)
	b.play("order all: advance > second front")
	b.wantWaits("Spears rolls breakthrough")
	b.play(d{9, 8})
	b.wantWaits("Bows rolls breakthrough")
	b.play(d{1, 3})
	b.wantSheet("Spears", "zone", "second front")
	b.wantSheet("Bows", "zone", "first front")
	b.wantWaits("Musashi decides")
}

// Rally gives one Cohesion back, for a student of war two, never above where it began.
//
func TestRally(t *testing.T) {
	for points, want := range map[int]int{0: 4, 2: 4, 3: 5} {
		b := theLine(fmt.Sprintf("skills: {swordsmanship: 1, military science: %d}", points), "").begin(t)
		b.edit("Spears cohesion=3")
		b.play("order Spears: rally")
		b.wantNumber("Spears", "cohesion", want)
	}
}

// Squads have no place in the count, wait for nothing and hold nobody up.
// R-129; EB-123: a unit whose nature is Energy 0.
func TestASquadHasNoPlaceInTheCount(t *testing.T) {
	b := theLine("", "").begin(t)
	b.refuses("wait") // of all who breathe only two stand
	for _, name := range []string{"Spears", "Bows", "Levies"} {
		b.wantSheet(name, "energy", "")
	}
	b.play("close the round", "close the round")
	if b.f.Round() != 2 {
		t.Errorf("round %d after both who breathe have closed, want 2", b.f.Round())
	}
}

// A side of squads that nobody leads has lost, however many they are.
//
func TestASideOfLeaderlessSquadsHasLost(t *testing.T) {
	b := theLine("", "wounds: 1").begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8}, "take the blow")
	b.wantWaits("over")
	b.wantEvents("end", rules.Event{Seat: "us", What: "nobody stands against them", N: 1})
}

// A hold is counted by heads: 2 for a whole squad of minions, 3 for veterans, spears set in a Front one more.
//
func TestASquadsHoldIsByItsHeads(t *testing.T) {
	for _, c := range []struct {
		row    string
		heads  int
		wounds int
		order  string
		want   int // twice the hold
	}{
		{spearmen, 6, 6, "", 4}, {spearmen, 6, 3, "", 2}, {spearmen, 5, 4, "", 3}, {spearmen, 4, 1, "", 1},
		{"grade: veteran, weapons: [suyari]", 4, 8, "", 6}, {"grade: veteran, weapons: [suyari]", 4, 4, "", 3},
		{spearmen, 6, 6, "spear wall", 6}, {spearmen, 6, 6, "shield wall", 6},
	} {
		sc := theLine("", "")
		sc.us[1] = squad("Spears", c.row, c.heads, "Musashi", "first front")
		b := sc.begin(t)
		b.edit(fmt.Sprintf("Spears wounds=%d", c.wounds))
		if c.order != "" {
			b.play("order Spears: " + c.order)
		}
		sys, s, _ := fight.At[State](b.f)
		g := sys.(*Game)
		if got := g.squadDomination(&s, int(b.seat("Spears"))); got != c.want {
			t.Errorf("%+v: twice the hold is %d, want %d", c, got, c.want)
		}
	}
}

// An order to all is for two at least who can obey it, in the words of each order.
// two orders a round, one rally.
func TestAnOrderToAllIsForTwo(t *testing.T) {
	sc := theLine("energy: 20", "")
	sc.us = append(sc.us, squad("Guns", gunners, 4, "Musashi", "first front"))
	sc.us[0].row += ", command: 3"
	sc.us[0].row = strings.Replace(sc.us[0].row, "command: 2, ", "", 1)
	b := sc.begin(t)
	b.offers("order all: shield wall", "order all: withdraw") // two stand in the Front
	b.refuses("order all: rally")
	b.play("order Spears: shield wall", "order Guns: shield wall")
	b.refuses("order all: shield wall") // one is left to obey
	b = sc.begin(t)
	b.edit("Guns wounds=0")
	b.refuses("order all: withdraw") // one has somewhere to go
	b.offers("order all: shield wall")
	b = sc.begin(t)
	b.edit("Spears cohesion=3", "Guns cohesion=3", "Bows cohesion=5")
	b.offers("order all: rally")
	b.play("order Spears: shield wall", "order Spears: spear wall")
	b.refuses("order all: rally") // Spears have had their two
}

// What a roar's dice come to shakes a squad, a double twice; spirits are raised in the lull, from the Energy to come.
// Section 4 of the rulings: roar, raise morale.
func TestRoarAndRaisedSpirits(t *testing.T) {
	sc := theLine("", "presence: 1, skills: {swordsmanship: 1, intimidation: 3}, traits: [roar]")
	sc.us[0].row = "command: 2, skills: {swordsmanship: 1, agitation: 3}, traits: [raise morale]"
	for dice, want := range map[d]int{{3, 4}: 5, {4, 5}: 4, {6, 6}: 3} {
		b := sc.begin(t)
		b.play("close the round")
		b.wantCost("roar > Spears", 2)
		b.refuses("roar > Bows", "roar > Levies")
		b.play("roar > Spears")
		b.wantCheck("roar", 1+2, 11)
		b.play(dice)
		b.wantNumber("Spears", "cohesion", want)
		if want == 5 {
			continue
		}
		b.play("end the breath", "close the round")
		b.wantOptions("raise morale", "let it be")
		b.play("raise morale")
		b.wantNumber("Spears", "cohesion", want+1)
		b.wantNumber("Musashi", "energy", 8)
		b.wantNumber("Bows", "cohesion", 5)
	}
}

// What is said wrong of a squad is refused in one sentence, with its place.
// EB-74.
func TestMistakesAboutSquads(t *testing.T) {
	line := func(who, rest string) string {
		return fmt.Sprintf("version: 1\nsystem: breath\ntitle: X\nsides:\n- name: a\n  fighters:\n  - {who: house commander, name: Lord}\n  - {who: %s, name: Men%s}\n- {name: b, fighters: [{who: ronin, name: B}]}\n", who, rest)
	}
	for text, want := range map[string]string{
		line("spear squad", ", heads: 2, under: Lord"):     `line.yaml:8:42: heads is 2: want a whole number from 3 to 6`,
		line("spear squad", ", heads: 7, under: Lord"):     `line.yaml:8:42: heads is 7: want a whole number from 3 to 6`,
		line("samurai", ", heads: 4, under: Lord"):         `line.yaml:8:38: a squad of the row samurai, whose grade is lord: want a row of grade minion or veteran`,
		line("oak puppet", ", under: Lord"):                `line.yaml:8:41: Men under a commander, and no order reaches a puppet (EB-74): want of: and its master's name`,
		line("ronin", ", under: Lord"):                     `line.yaml:8:36: Men under a commander and no squad: want heads: 3 to 6 beside it`,
		line("spear squad", ", heads: 4, under: B"):        `line.yaml:8:52: B is no commander of Men: want Lord`,
		line("archer ashigaru", ", heads: 4, under: Lord"): `a squad with two weapons, yumi and wakizashi: want one weapon`,
		line("paper tiger", ""):                            `Men moves on its master's Energy and has no master: want of: and a name of its side`,
		line("paper tiger", ", of: Lord"):                  `Lord is no master of Men: want one on its own side, and there is none`,
		line("ronin", ", of: Lord"):                        `a master for Men, who acts on its own: want a shikigami or puppet of Energy 0, or no of:`,
		line("great shikigami", ""):                        `Men has Energy of its own and nobody who calls it: want calls: [Men] on its caster's line`,
		line("onmyoji", ", calls: [Nobody]"):               `Nobody is no shikigami to call of Men: want one on its own side, and there is none`,
		line("onmyoji", ", calls: [Lord]"):                 `Lord is no shikigami to call of Men: want one on its own side, and there is none`,
	} {
		_, err := Load("line.yaml", []byte(text), rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot error  %v\nwant %s", text, err, want)
		}
	}
	three := strings.Replace(line("spear squad", ", heads: 4, under: Lord, count: 3"), ", name: Men", "", 1)
	if _, err := Load("line.yaml", []byte(three), rows.DefaultBook()); err == nil || !strings.Contains(err.Error(), "Lord commands 3 squads: want at most 2") {
		t.Errorf("three squads under one who leads two: got %v", err)
	}
}

// No decision offers more than 64 things to choose from, in the largest fights of squads, units and spells there are.
func TestNoChoiceIsLongerThanSixtyFour(t *testing.T) {
	for _, name := range []string{"tedori", "strings", "arioka"} {
		g, most := builtin(t, name), 0
		var where string
		for seed := range uint64(60) {
			s := g.Start()
			walk(g, &s, seed, func(s *State) {
				if g.Turn(s).Kind == rules.Decide {
					if n := len(g.Actions(s, nil)); n > most {
						most, where = n, positionText(g, s)
					}
				}
			})
		}
		if most > 64 {
			t.Errorf("%s: %d choices at\n%s", name, most, where)
		}
		t.Logf("%s: at most %d choices", name, most)
	}
}

// walk plays a fight at random and shows every position.
func walk(g *Game, s *State, seed uint64, see func(*State)) {
	r := rand.New(rand.NewPCG(seed, 1))
	for g.Turn(s).Kind != rules.Over {
		see(s)
		if g.Turn(s).Kind == rules.Chance {
			odds := g.Odds(s, nil)
			g.Play(s, odds[r.IntN(len(odds))].Action, nil)
			continue
		}
		legal := g.Actions(s, nil)
		if n := len(legal); n > 1 && legal[n-1].Do == doCloseRound && r.IntN(4) > 0 {
			legal = legal[:n-1]
		}
		g.Play(s, legal[r.IntN(len(legal))], nil)
	}
}

// A squad that breaks at its own thrust is no longer there to be struck: nobody rolls, and nobody loses heart twice.
//
func TestASquadThatBreaksAtItsOwnThrustIsNotStruck(t *testing.T) {
	sc := theLine("", "")
	sc.us = append(sc.us, squad("Strays", levies, 3, "", "first rear"))
	b := sc.begin(t)
	b.play("order Spears: spear wall", "end the breath")
	b.edit("Spears cohesion=2")
	b.play("horizontal cut > Spears", d{1, 1}) // the thrust
	b.wantEvents("rout", rules.Event{Seat: "Spears"})
	b.wantSheet("Spears", "state", "down")
	b.wantWaits("Kojiro decides")
	b.wantNumber("Strays", "cohesion", 5)
}

// What comes from the Flank surprises whoever has not breathed this round, and squads, which never do; whoever strikes.
//
func TestASquadOrAUnitSurprisesFromTheFlank(t *testing.T) {
	for _, c := range []struct {
		energy int // Kojiro breathes first at 10
		order  string
		want   int
	}{
		{11, "order Bows: volley fire > Kojiro", 12}, {9, "order Bows: volley fire > Kojiro", 14},
		{9, "order Bows: volley fire > Spears", 10},
		{11, "command Tiger: rend > Kojiro", 12}, {9, "command Tiger: rend > Kojiro", 14},
	} {
		sc := theStrings(fmt.Sprintf("command: 1, energy: %d", c.energy))
		sc.zones = everywhere
		sc.us[0].zone, sc.us[1].zone = "flank", "flank"
		sc.us = append(sc.us, squad("Bows", bowmen, 6, "Seimei", "flank"))
		sc.them = []man{{name: "Kojiro", row: "command: 1, traits: [reads the blade]", zone: "flank"}, squad("Spears", spearmen, 4, "Kojiro", "second front")}
		b := sc.begin(t)
		if c.energy < 10 {
			b.play("order Spears: shield wall", "end the breath")
		}
		b.until("Seimei counts")
		b.play(c.order)
		if got := b.f.Check().Need; got != c.want {
			t.Errorf("%s with %d Energy: must reach %d, want %d", c.order, c.energy, got, c.want)
		}
	}
}

// What a GM takes away while the dice of an overload are out obeys nothing and is struck by nobody: the price is paid.
//
func TestAnOrderToWhatIsTakenAwayComesToNothing(t *testing.T) {
	for _, c := range []struct {
		order, gone string
		fought      bool // dice of the order follow
	}{
		{"order Spears: strike > Levies", "Spears", false}, {"order Spears: shield wall", "Spears", false}, {"order Spears: strike > Levies", "Levies", false},
		{"order Spears: charge > Levies", "Levies", true}, {"order all: shield wall", "Spears", false},
	} {
		sc := theLine("", "")
		sc.them = append(sc.them, squad("Peasants", levies, 6, "", "second front"))
		b := sc.begin(t)
		b.play("horizontal cut > Kojiro", d{1, 3}, "horizontal cut > Kojiro", d{1, 3}, c.order)
		b.wantWaits("Musashi rolls overload")
		b.edit(c.gone + " wounds=0")
		if b.play(d{9, 8}); c.fought {
			b.wantWaits("Spears rolls breakthrough")
			b.play(d{9, 8})
			b.wantSheet("Spears", "zone", "second front")
		}
		if gone := seatOf(t, b, c.gone); gone != (seat{flags: isDown}) {
			t.Errorf("%s, and %s are gone: %+v is left of them", c.order, c.gone, gone)
		}
		b.wantWaits("Kojiro counts")
	}
}

// Who obeys, what, at whom and where to is told.
//
func TestObedienceIsTold(t *testing.T) {
	for order, want := range map[string]rules.Event{
		"order Levies: strike > Musashi":      {Seat: "Levies", What: "strike", At: "Musashi", With: "kama", Of: "makeshift"},
		"order Bows: volley fire > Spears":    {Seat: "Bows", What: "volley fire", At: "Spears", With: "yumi", Of: "bow"},
		"order Levies: charge > Musashi":      {Seat: "Levies", What: "charge", At: "Musashi", With: "kama", Of: "makeshift", To: "first front"},
		"order Bows: advance > second front":  {Seat: "Bows", What: "advance", To: "second front"},
		"order Levies: withdraw":              {Seat: "Levies", What: "withdraw", To: "second rear"},
		"order Levies: shield wall":           {Seat: "Levies", What: "shield wall"},
		"command Tiger: rend > Musashi":       {Seat: "Tiger", What: "rend", At: "Musashi", With: "tiger claws", Of: "claw"},
		"command Crane: weigh down > Musashi": {Seat: "Crane", What: "weigh down", At: "Musashi", With: "talons of its own", Of: "claw"},
	} {
		sc := setup{zones: fields, us: []man{{name: "Musashi", row: "energy: 8"}, squad("Spears", spearmen, 3, "", "first front")},
			them: []man{{name: "Kojiro", row: "command: 2, traits: [shikigami command]"}, squad("Levies", levies, 6, "Kojiro", "second front"),
				squad("Bows", bowmen, 6, "Kojiro", "second rear"),
				{name: "Tiger", row: tiger, line: "of: Kojiro"}, {name: "Crane", row: strings.Replace(crane, "crane beak", "talons of its own", 1), line: "of: Kojiro"}},
			rows: "weapons: {talons of its own: {family: claw, skill: unarmed combat, tags: [natural], attack: [{name: rake, energy: 2, check: courage}, {name: weigh down, energy: 2, check: courage}]}}"}
		b := sc.begin(t)
		b.play(order)
		b.wantEvents("obey", want)
	}
}

// A fight that is about a squad ends as it breaks: at a roar, in the lull, of its own blow.
//
func TestAFightAboutASquadEndsAsItBreaks(t *testing.T) {
	for says, steps := range map[string][]any{
		"a roar":       {"roar > Spears", d{9, 8}},
		"the lull":     nil,
		"its own blow": {"close the round", "order Spears: strike > Levies", d{1, 1}},
	} {
		sc := theLine("energy: 9", "presence: 1, skills: {swordsmanship: 1, intimidation: 3}, traits: [roar]")
		sc.more = "objective: {for: them, goal: down, who: Spears}"
		if says == "the lull" {
			sc.us[1].line = "heads: 5"
		}
		b := sc.begin(t)
		if b.edit("Spears cohesion=1"); steps == nil {
			b.lull()
		} else {
			b.play(steps...)
		}
		b.wantWaits("over")
		b.wantEvents("end", rules.Event{Seat: "them", What: "Spears is down", N: 1})
	}
}

// Why a squad loses heart, and how much of it there was to lose, is told; what is not lost or won is not.
//
func TestLostHeartIsTold(t *testing.T) {
	sc := theLine("", "wounds: 1")
	sc.them[0].row = "command: 2, wounds: 1"
	sc.them = append(sc.them, man{name: "Ganryu", zone: "second rear"}, squad("Peasants", levies, 3, "Kojiro", "second front"))
	b := sc.begin(t)
	b.edit("Levies cohesion=1", "Levies wounds=2")
	b.play("horizontal cut > Levies", d{6, 7}) // to the last: half of them
	b.wantEvents("cohesion", rules.Event{Seat: "Levies", What: "the fallen", N: 1, Left: 0},
		rules.Event{Seat: "Peasants", What: "a squad lost beside them", N: 1, Left: 4})
	b.play("horizontal cut > Kojiro", d{9, 8}, "take the blow")
	b.wantEvents("cohesion", rules.Event{Seat: "Peasants", What: "a leader lost", N: 2, Left: 2})

	b = theLine("", "").begin(t)
	b.edit("Spears cohesion=1")
	b.play("order Spears: strike > Levies", d{1, 1}) // two of one
	b.wantEvents("cohesion", rules.Event{Seat: "Spears", What: "a blow gone wrong", N: 1, Left: 0})

	sc = theLine("skills: {swordsmanship: 1, agitation: 3}, traits: [raise morale]", "")
	b = sc.begin(t)
	b.edit("Spears cohesion=3")
	b.until("Musashi decides")
	b.play("raise morale")
	b.wantEvents("cohesion", rules.Event{Seat: "Spears", What: "spirits raised", N: 1, Left: 4, OK: true})
}

// Only a formation that there was is told to end.
//
func TestOnlyAFormationEnds(t *testing.T) {
	b := theLine("wisdom: 2", "").begin(t)
	b.play("order Spears: withdraw")
	b.wantEvents("stance")
	b.play("order Bows: shield wall", "order Bows: advance > first front")
	b.wantEvents("stance", rules.Event{Seat: "Bows", What: "shield wall", OK: true}, rules.Event{Seat: "Bows", What: "shield wall"})
}

// A charge strikes home where it was sent and nowhere else, whomever a GM has moved meanwhile.
//
func TestAChargeStrikesWhereItWasSent(t *testing.T) {
	sc := theLine("energy: 9", "command: 2")
	sc.them[0].row = "command: 2"
	sc.them = append(sc.them, squad("Pikes", spearmen, 4, "Kojiro", "second front"))
	for moved, strikes := range map[string]bool{"": true, "Levies zone=second rear": false} {
		b := sc.begin(t)
		b.play("order Pikes: spear wall", "end the breath")
		b.until("Musashi counts")
		b.play("order Spears: charge > Levies")
		b.wantWaits("Spears rolls breakthrough")
		if moved != "" {
			b.edit(moved)
		}
		b.play(d{9, 8}, d{1, 3}) // the way through, set spears that miss
		b.wantSheet("Spears", "zone", "second front")
		if got := b.waits() == "Spears rolls attack"; got != strikes {
			t.Errorf("%q: the charge waits for %s", moved, b.waits())
		}
	}
}

// A shot strays into the Core from outside only, though the squad that has shot it breaks at it.
//
func TestAShotStraysFromWhereItWasLoosed(t *testing.T) {
	for from, strays := range map[string]bool{"first front": true, "core": false} {
		sc := setup{zones: allFields, us: []man{{name: "Musashi", row: "command: 1", zone: from}, squad("Bows", bowmen, 4, "Musashi", from),
			{name: "Iori", zone: "core"}}, them: []man{{name: "Kojiro", zone: "core"}}}
		b := sc.begin(t)
		b.edit("Bows cohesion=1")
		b.play("order Bows: volley fire > Kojiro", d{1, 1})
		b.wantSheet("Bows", "state", "down")
		if got := b.waits() == "Bows rolls stray shot"; got != strays {
			t.Errorf("from the %s: the fight waits for %s", from, b.waits())
		}
	}
}
