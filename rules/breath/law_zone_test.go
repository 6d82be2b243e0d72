package breath

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// §Energy Cost Reference (movement), zones, Domination.

// moves returns where one may go, by which way: "walk > flank" under flank.
func (b *bout) moves() map[string][]string {
	ways := map[string][]string{}
	for _, o := range b.f.Options() {
		if way, to, ok := strings.Cut(o.Words, " > "); ok && o.Phase == "move" {
			ways[to] = append(ways[to], way)
		}
	}
	return ways
}

// at returns one man of ours in a zone, and Kojiro somewhere out of the way.
func at(t *testing.T, row, zone, foe, zones string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Musashi", row: row, zone: zone}},
		them: []man{{name: "Kojiro", row: "grade: minion, wounds: 9, energy: 1", zone: foe}}, zones: zones}.begin(t)
}

// Which zones touch which.
// the seven zones and their neighbours.
func TestWhichZonesTouch(t *testing.T) {
	for zone, want := range map[string][]string{
		"first rear":   {"first front", "flank", "outside"},
		"first front":  {"core", "first rear", "flank", "second front"},
		"core":         {"first front", "flank", "second front"},
		"second front": {"core", "first front", "flank", "second rear"},
		"second rear":  {"flank", "outside", "second front"},
		"flank":        {"core", "first front", "first rear", "outside", "second front", "second rear"},
		"outside":      {"first rear", "flank", "second rear"},
	} {
		b := at(t, "traits: [infiltration master]", zone, "core", everywhere)
		if got := slices.Sorted(maps.Keys(b.moves())); !slices.Equal(got, want) {
			t.Errorf("from the %s: got %q, want %q", zone, got, want)
		}
	}
	// A scene may have fewer.
	b := at(t, "", "first front", "second front", "{first front: {}, second front: {}}")
	if got, want := slices.Sorted(maps.Keys(b.moves())), []string{"second front"}; !slices.Equal(got, want) {
		t.Errorf("two Fronts only: got %q, want %q", got, want)
	}
}

// What each way of moving costs, and who may go that way.
// EB-19: movement is a maneuver of the breath.
// EB-108: walk to an adjacent zone, 2.
// EB-109: sprint, 3.
// EB-110: leap between high ground and normal, 3, with Lightfoot.
// EB-111: mounted gallop, 1.
// EB-112: stealth movement, 3.
// EB-113: breakthrough into an enemy-held zone, 3.
// EB-114: free entry into the Core (ronin, Mikkyo monk, shinobi), 2.
// EB-115: forced entry into the Core, 3.
// EB-116: forced exit from the Core, 4.
// EB-117: entering the Outside, 0 for a shinobi, 2 for an infiltration master.
func TestWhatMovingCosts(t *testing.T) {
	const hill = "{first rear: {high: true}, first front: {}, core: {}, second front: {}, flank: {}, outside: {}}"
	for _, c := range []struct {
		name, row, zone, zones, to string
		want                       map[string]int
	}{
		{"anyone", "", "first rear", everywhere, "first front", map[string]int{"walk": 2, "sprint": 3}},
		{"a rider", "traits: [mounted]", "first rear", everywhere, "first front", map[string]int{"walk": 2, "sprint": 3, "gallop": 1}},
		{"an infiltrator", "traits: [infiltration master]", "first rear", everywhere, "first front", map[string]int{"walk": 2, "sprint": 3, "steal": 3}},
		{"a shinobi", "traits: [shinobi]", "first rear", everywhere, "first front", map[string]int{"walk": 2, "sprint": 3, "steal": 3}},
		{"down the hill without Lightfoot", "", "first rear", hill, "first front", nil},
		{"down the hill", "traits: [lightfoot]", "first rear", hill, "first front", map[string]int{"leap": 3}},
		{"up the hill", "traits: [lightfoot]", "first front", hill, "first rear", map[string]int{"leap": 3}},
		{"through enemies", "", "first front", everywhere, "second front", map[string]int{"break through": 3}},
		{"through enemies as a ronin", "traits: [ronin]", "first front", everywhere, "second front", map[string]int{"break through": 3}},
		{"a ronin into the Core", "traits: [ronin]", "first front", everywhere, "core", map[string]int{"enter": 2}},
		{"a Mikkyo monk into the Core", "traits: [mikkyo monk]", "first front", everywhere, "core", map[string]int{"enter": 2}},
		{"a shinobi into the Core", "traits: [shinobi]", "first front", everywhere, "core", map[string]int{"enter": 2}},
		{"a samurai into the Core", "traits: [samurai]", "first front", everywhere, "core", map[string]int{"force a way": 3}},
		{"anyone out of the Core", "", "core", everywhere, "first front", map[string]int{"fight free": 4}},
		{"a shinobi out of the Core", "traits: [shinobi]", "core", everywhere, "flank", map[string]int{"fight free": 4}},
		{"a shinobi into the Outside", "traits: [shinobi]", "flank", everywhere, "outside", map[string]int{"slip away": 0}},
		{"an infiltration master into the Outside", "traits: [infiltration master]", "flank", everywhere, "outside", map[string]int{"slip away": 2}},
		{"anyone into the Outside", "traits: [ronin, samurai]", "flank", everywhere, "outside", nil},
	} {
		b := at(t, c.row, c.zone, "second front", c.zones)
		got := map[string]int{}
		for _, way := range b.moves()[c.to] {
			o, _ := b.option(way + " > " + c.to)
			got[way] = o.Cost
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s (%s to %s): got %v, want %v", c.name, c.zone, c.to, got, c.want)
		}
		for way, cost := range got {
			b := at(t, c.row, c.zone, "second front", c.zones)
			b.play(way + " > " + c.to)
			b.wantNumber("Musashi", "energy", 10-cost)
		}
	}

	// A spell leads up and down as Lightfoot does, and into the Core no differently than its caster could without.
	mage := setup{us: []man{{name: "Jimon", row: "traits: [ronin], " + mageOf(barrows, "soles of wind"), zone: "first front"}},
		them: []man{{name: "Kojiro", row: "grade: minion, energy: 1", zone: "second front"}}, zones: hill}.begin(t)
	mage.refuses("leap > first rear")
	mage.play("cast soles of wind > Jimon", d{9, 6})
	mage.wantCost("leap > first rear", 3)
	mage.wantCost("enter > core", 2)
	mage.play("enter > core")
	mage.wantSheet("Jimon", "zone", "core")
}

// A walk moves one zone; in a swamp it costs one more.
// EB-108: walk, to an adjacent zone.
func TestAWalkMovesOneZone(t *testing.T) {
	b := at(t, "", "first rear", "second front", everywhere)
	b.play("walk > first front")
	b.wantSheet("Musashi", "zone", "first front")
	b.wantEvents("move", rules.Event{Seat: "Musashi", From: "first rear", To: "first front", What: "walk"})
	b = at(t, "", "first rear", "second front", "{first rear: {}, first front: {slow: true}, second front: {}, flank: {}}")
	b.wantCost("walk > first front", 3)
	b.wantCost("walk > flank", 2)
}

// A sprint makes the next attack or Kata check of its breath 1 better and itself no dearer.
// EB-109: next attack or Kata check of the same breath +1.
// the +1 is to the check; the cost stays 3.
func TestASprintHelpsTheNextCheckOfItsBreath(t *testing.T) {
	begin := func() *bout {
		return at(t, "energy: 20, traits: [tennen rishin school], armour: swift-decision, skills: {swordsmanship: 1, speed: 4}",
			"first rear", "second front", everywhere)
	}
	b := begin()
	b.play("sprint > first front")
	b.wantNumber("Musashi", "energy", 17)
	b.wantCost("horizontal cut > Kojiro", 2)
	b.play("reserve parry", "horizontal cut > Kojiro")
	b.wantCheck("attack", 1, 10)
	b.play(d{1, 2}, "horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 10)
	b = begin()
	b.play("sprint > first front", "mugaishin strike > Kojiro")
	b.wantCheck("attack", 5+1, 11)
	b = begin()
	b.play("sprint > first front", "end the breath", "horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 10)
}

// A breakthrough calls for Courage; thrown back one stays where one was, with the Energy gone.
// EB-113: breakthrough, 3 and a Courage check.
// against 11, or 13 where the enemy's Domination is at least twice ours, with that of the one who breaks through; or without it.
// a failed one costs the Energy and leaves the actor where it was.
func TestABreakthroughCallsForCourage(t *testing.T) {
	begin := func(rulings string, ours ...man) *bout {
		return setup{us: append([]man{{name: "Musashi", row: "courage: 1"}}, ours...),
			them: []man{{name: "Kojiro"}, {name: "Gonta"}}, zones: everywhere, rulings: rulings}.begin(t)
	}
	beside := man{name: "Seijuro", row: "grade: lord, energy: 1", zone: "second front"} // 2 against their 3
	for _, c := range []struct {
		rulings string
		ours    []man
		need    int
	}{
		{"", nil, 11}, {`{breakthrough: "9"}`, nil, 9}, {`{breakthrough outnumbered: "15"}`, nil, 11}, // two lords' 3 against his 2
		{"{breakthrough counts: zone}", []man{beside}, 11}, {`{breakthrough counts: zone, breakthrough: "9"}`, []man{beside}, 9},
		{"{breakthrough counts: zone}", nil, 13}, {`{breakthrough counts: zone, breakthrough outnumbered: "15"}`, nil, 15},
		{`{breakthrough counts: zone, breakthrough: "9"}`, nil, 13},
	} {
		b := begin(c.rulings, c.ours...)
		b.play("break through > second front")
		b.wantCheck("breakthrough", 1, c.need)
	}
	// A lord's 2 against a veteran's 1 is exactly twice; so is an elite's 4 against a lord's 2, and with a veteran beside not.
	for _, c := range []struct {
		ours, theirs string
		beside       []man
		need         int
	}{{"veteran", "lord", nil, 13}, {"lord", "elite", nil, 13},
		{"lord", "elite", []man{{name: "Seijuro", row: "grade: veteran, energy: 1", zone: "second front"}}, 11}} {
		b := setup{us: append([]man{{name: "Musashi", row: "courage: 1, grade: " + c.ours}}, c.beside...),
			them: []man{{name: "Kojiro", row: "grade: " + c.theirs}}, zones: everywhere}.begin(t)
		b.play("break through > second front")
		b.wantCheck("breakthrough", 1, c.need)
	}
	b := begin("")
	b.play("break through > second front", d{1, 1}) // doubles mean nothing here
	b.wantSheet("Musashi", "zone", "first front")
	b.wantNumber("Musashi", "energy", 7)
	b.wantSheet("Musashi", "is", "")
	b.wantWaits("Musashi decides")
	b = begin("")
	b.play("break through > second front", d{6, 6})
	b.wantSheet("Musashi", "zone", "second front")
}

// a zone nobody of them stands in is not theirs, however little a house's stance leaves of ours.
func TestNobodyHoldsAZoneFromAfar(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", zone: "first rear"}, {name: "Hanzo", row: "energy: 14, traits: [meek]", zone: "first front"}},
		them: []man{{name: "Kojiro", zone: "second rear"}}, zones: everywhere,
		rows: "stances: {bowed head: {energy: 1, domination: -4}}\ntraits: {meek: {stance: bowed head}}"}.begin(t)
	b.play("take up bowed head", "end the breath", "close the round")
	b.offers("walk > first front")
	b.refuses("break through > first front")
}

// twice nobody's Domination is nobody's: where a GM takes away who held the Front before the dice fall, the way is no
// harder than any.
func TestAFrontThatIsLeftIsNotDominated(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "courage: 1"}}, them: []man{{name: "Kojiro", row: "grade: elite"}, {name: "Gonta", zone: "second rear"}},
		zones: everywhere}.begin(t)
	b.play("break through > second front")
	b.wantCheck("breakthrough", 1, 13)
	b.edit("Kojiro wounds=0")
	b.wantCheck("breakthrough", 1, 11)
	b.play(d{6, 4})
	b.wantSheet("Musashi", "zone", "second front")
}

// What nobody holds is walked into, the opposing Front as well; the Core's own entry stays.
//
// EB-113: a breakthrough is into a zone the enemy holds.
// EB-108.
func TestAnEmptyFrontIsWalkedInto(t *testing.T) {
	b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro", zone: "second rear"}}, zones: everywhere}.begin(t)
	b.refuses("break through > second front")
	b.wantCost("walk > second front", 2)
	b.offers("sprint > second front", "force a way > core")
	b.play("walk > second front")
	b.wantSheet("Musashi", "zone", "second front")

	b = setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
	b.offers("break through > second front")
	b.refuses("walk > second front")
}

// The way into the Core is forced against 13, with Courage; thrown back one is Defenseless until one's next breath,
// unless the table spares that.
// EB-115: forced entry, 3 and 2d10 + Courage >= 13, whatever stands there.
// failed, the Energy is spent, the actor stays and is Defenseless.
func TestTheWayIntoTheCoreIsForced(t *testing.T) {
	for _, c := range []struct {
		rulings  string
		dice     d
		zone, is string
	}{
		{"", d{6, 5}, "core", ""}, {"", d{5, 5}, "first front", "defenseless"}, {"{core failure: defenseless}", d{5, 4}, "first front", "defenseless"},
		{"{core failure: nothing}", d{5, 4}, "first front", ""}, {"", d{1, 1}, "first front", "defenseless"},
	} {
		b := setup{us: []man{{name: "Musashi", row: "courage: 2"}}, them: []man{{name: "Kojiro"}}, zones: everywhere, rulings: c.rulings + "\n"}.begin(t)
		b.play("force a way > core")
		b.wantCheck("breakthrough", 2, 13)
		b.play(c.dice)
		b.wantSheet("Musashi", "zone", c.zone)
		b.wantSheet("Musashi", "is", c.is)
		b.wantSheet("Musashi", "weapon", "uchigatana")
		b.wantNumber("Musashi", "energy", 7)
	}
}

// Out of the Core one goes for 4 and without a check, even through enemies.
// EB-116: forced exit, automatic, no check.
func TestLeavingTheCoreNeedsNoCheck(t *testing.T) {
	b := at(t, "", "core", "second front", everywhere)
	b.play("fight free > second front")
	b.wantEvents("check")
	b.wantSheet("Musashi", "zone", "second front")

	// Its 4 are of the breath's limit, which for an Asura is 7 in the Core: a cut, the way out, and no overload before the eighth.
	b = setup{us: []man{{name: "Musashi", row: "traits: [asura], energy: 12", zone: "core"}},
		them: []man{{name: "Kojiro", row: "wounds: 9, energy: 1", zone: "core"}}, zones: everywhere}.begin(t)
	b.play("horizontal cut > Kojiro", d{1, 2})
	o, ok := b.option("fight free > first front")
	if !ok || o.Cost != 4 || o.Phase != "move" {
		t.Errorf("the way out behind a cut is %+v, want a move for 4", o)
	}
	b.play("fight free > first front")
	b.wantNumber("Musashi", "energy", 6)
	b.wantEvents("check")
}

// A zone is the enemy's while enemies stand in it and outweigh us there.
// an enemy-held zone.
func TestWhoHoldsAZone(t *testing.T) {
	for _, c := range []struct {
		name       string
		ours, foes []man
		want       string
	}{
		{"nobody", nil, nil, "walk"},
		{"one of theirs", nil, []man{{name: "Gonta", row: "grade: minion", zone: "flank"}}, "break through"},
		{"one each", []man{{name: "Seijuro", zone: "flank"}}, []man{{name: "Gonta", zone: "flank"}}, "walk"},
		{"two to one", []man{{name: "Seijuro", row: "grade: veteran", zone: "flank"}},
			[]man{{name: "Gonta", row: "grade: veteran", zone: "flank"}, {name: "Matashichi", row: "grade: veteran", zone: "flank"}}, "break through"},
		{"an elite against two lords", []man{{name: "Seijuro", row: "grade: elite", zone: "flank"}},
			[]man{{name: "Gonta", zone: "flank"}, {name: "Matashichi", zone: "flank"}}, "walk"},
	} {
		b := setup{us: append([]man{{name: "Musashi", row: "energy: 12"}}, c.ours...), them: append([]man{{name: "Kojiro"}}, c.foes...), zones: everywhere}.begin(t)
		if got := b.moves()["flank"]; len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: into the flank got %q, want %q", c.name, got, c.want)
		}
	}
	// Leaving is free.
	b := setup{us: []man{{name: "Musashi", zone: "flank"}}, them: []man{{name: "Kojiro", zone: "flank"}, {name: "Gonta", zone: "flank"}},
		zones: everywhere}.begin(t)
	b.wantCost("walk > first rear", 2)
}

// Domination: grade and Presence of those who stand there, stances, the set spear in a Front; rounded once; nothing in
// the Core.
// the sum over a side's standing in the zone.
func TestDomination(t *testing.T) {
	mob, minion := "grade: mob, energy: 0, wounds: 0, weapons: [torch]", "grade: minion"
	for _, c := range []struct {
		name string
		ours []string
		do   string
		zone string
		want int
	}{
		{"a Mob, 0.5", []string{mob}, "", "first front", 1},
		{"two Mobs, 1", []string{mob, mob}, "", "first front", 1},
		{"three Mobs, 1.5", []string{mob, mob, mob}, "", "first front", 2},
		{"a lone Minion, 0.5", []string{minion}, "", "first front", 1},
		{"a Veteran", []string{"grade: veteran"}, "", "first front", 1},
		{"an Elite", []string{"grade: elite"}, "", "first front", 4},
		{"a Lord, 1.5", []string{""}, "", "first front", 2},
		{"a Lord and a Minion", []string{"", minion}, "", "first front", 2},
		{"a Lord of Presence 2", []string{"presence: 2"}, "", "first front", 4},
		{"a Lord of Presence -2", []string{"presence: -2"}, "", "first front", 2},
		{"a Lord checking", []string{""}, "take up checking stance", "first front", 4},
		{"an immovable Lord", []string{"traits: [immovable formation]"}, "take up immovable formation", "flank", 6},
		{"a set spear in the Front", []string{"weapons: [suyari]"}, "take up spear wall", "first front", 3},
		{"a set spear elsewhere", []string{"weapons: [suyari]"}, "take up spear wall", "flank", 2},
		{"in the Core", []string{"presence: 3"}, "take up checking stance", "core", 0},
		{"a figure printed", []string{"domination: 5"}, "", "first front", 5},
	} {
		sc := setup{them: []man{{name: "Kojiro", row: "grade: veteran, energy: 1", zone: "second rear"}}, zones: everywhere}
		for i, row := range c.ours {
			sc.us = append(sc.us, man{name: fmt.Sprintf("Man%d", i), row: row, zone: c.zone})
		}
		b := sc.begin(t)
		if c.do != "" {
			b.play(c.do)
		}
		sys, s, _ := fight.At[State](b.f)
		if got := sys.(*Game).roundedDomination(&s, 0, uint8(slices.Index(rows.Zones, c.zone))); got != c.want {
			t.Errorf("%s in the %s: got %d, want %d", c.name, c.zone, got, c.want)
		}
	}
}

// Hand to hand reaches the same zone and, from a Front, the other Front.
// melee reach.
func TestHandToHandReach(t *testing.T) {
	want := map[string][]string{"first front": {"first front", "second front"}, "second front": {"first front", "second front"}}
	for _, from := range rows.Zones[:zoneScene] {
		var got []string
		for _, to := range rows.Zones[:zoneScene] {
			if _, ok := at(t, "", from, to, everywhere).option("horizontal cut > Kojiro"); ok {
				got = append(got, to)
			}
		}
		w := want[from]
		if w == nil {
			w = []string{from}
		}
		if from == "outside" { // one who is hidden is reached in the same zone all the same
			w = []string{"outside"}
		}
		if !slices.Equal(got, w) {
			t.Errorf("from the %s: got %q, want %q", from, got, w)
		}
	}
}

// Bows and thrown weapons reach two steps, guns three; a table may measure otherwise.
// the reach of shots, in steps between zones.
func TestHowFarShotsReach(t *testing.T) {
	for _, c := range []struct {
		weapon, shot, rulings string
		reach                 int
	}{
		{"yumi", "loose", "", 2}, {"shuriken", "wheel blade", "", 2}, {"teppo", "shot", "", 3}, {"bajozutsu", "pistol shot", "", 1},
		{"yumi", "loose", `{bow reach: "1"}`, 1}, {"shuriken", "wheel blade", `{thrown reach: "0"}`, 0}, {"teppo", "shot", `{gun reach: "2"}`, 2},
	} {
		line := []string{"first rear", "first front", "core", "second front", "second rear"}
		steps := map[string]int{"first rear": 0, "first front": 1, "core": 2, "second front": 2, "second rear": 2} // the last by way of the Flank
		for _, to := range line {
			b := setup{us: []man{{name: "Yoichi", row: "weapons: [" + c.weapon + "]", zone: "first rear"}},
				them: []man{{name: "Kojiro", zone: to}}, zones: everywhere, rulings: c.rulings}.begin(t)
			if _, got := b.option(c.shot + " > Kojiro"); got != (steps[to] <= c.reach) {
				t.Errorf("%s of the %s %s into the %s (%d steps): got offered %v, want reach %d", c.shot, c.weapon, c.rulings, to, steps[to], got, c.reach)
			}
		}
	}
}

// A shot into the Core from outside that misses may strike one of the shooter's side there, drawn evenly.
// on 2d10 >= 11, one friend in the Core loses 1 Wound.
func TestAShotIntoTheCoreMayStray(t *testing.T) {
	begin := func(rulings, zone string) *bout {
		return setup{us: []man{{name: "Yoichi", row: "weapons: [yumi], energy: 12", zone: zone}, {name: "Hanbei", zone: "core"}, {name: "Benkei", zone: "core"}},
			them: []man{{name: "Kojiro", zone: "core"}}, zones: everywhere, rulings: rulings}.begin(t)
	}
	for rulings, need := range map[string]int{"": 11, `{stray: "11"}`: 11, `{stray: "14"}`: 14} {
		b := begin(rulings, "first front")
		b.play("loose > Kojiro", d{1, 2})
		b.wantCheck("stray shot", 0, need)
		b.play(d{need - 1 - need/2, need / 2})
		b.wantWaits("Yoichi decides")
	}
	for lot, want := range map[int]string{1: "Hanbei", 2: "Benkei"} {
		b := begin("", "first front")
		b.play("loose > Kojiro", d{1, 2}, d{6, 5})
		if got := b.f.Check().Dice; !slices.Equal(got, []int{2}) {
			t.Errorf("the lot between two: got dice %v, want one of 2 sides", got)
		}
		b.play(lot)
		b.wantNumber(want, "wounds", 2)
		b.wantNumber("Kojiro", "wounds", 3)
		b.wantNumber("Hanbei", "wounds", map[bool]int{true: 2, false: 3}[want == "Hanbei"])
	}
	// Not from within the Core, not on a hit, not where no friend stands.
	b := begin("", "core")
	b.play("loose > Kojiro", d{1, 2})
	b.wantWaits("Yoichi decides")
	b = begin("", "first front")
	b.play("loose > Kojiro", d{9, 8}, "take the blow")
	b.wantWaits("Yoichi decides")
	b = at(t, "weapons: [yumi]", "first front", "core", everywhere)
	b.play("loose > Kojiro", d{1, 2})
	b.wantWaits("Musashi decides")
}

// From the Flank one surprises whoever has not breathed yet this round: Direct 2.
// the Flank.
func TestTheFlankSurprisesThoseWhoHaveNotBreathed(t *testing.T) {
	for rulings, want := range map[string]int{"": 11, `{surprise: "2"}`: 11, `{surprise: "1"}`: 12, `{surprise: "9"}`: 10} {
		sc := setup{us: []man{{name: "Yoichi", row: "weapons: [yumi], energy: 12", zone: "flank"}},
			them: []man{{name: "Kojiro", row: "traits: [smoke]"}}, zones: everywhere, rulings: rulings,
			rows: "traits: {smoke: {evasion: 3}}"}
		b := sc.begin(t)
		b.wantNumber("Kojiro", "defense", 13)
		b.play("loose > Kojiro")
		b.wantCheck("attack", 0, want)
		b.play(d{1, 2}, "end the breath") // 10 and 10: Yoichi again
		b.edit("Yoichi energy=9")
		b.play("reserve parry", "end the breath")
		b.edit("Kojiro energy=5")
		b.play("loose > Kojiro")
		b.wantCheck("attack", 0, 13)
		b.play(d{1, 2})
		b.lull()
		b.play("loose > Kojiro") // a new round: not yet breathed
		b.wantCheck("attack", 0, want)

		sc.us[0].zone = "first front" // and not from a Front
		b = sc.begin(t)
		b.play("loose > Kojiro")
		b.wantCheck("attack", 0, 13)
	}
}

// A surprise's Direct and a technique's are one name: the larger counts.
//
// EB-63.
func TestASurpriseAddsNoDirectToATechniques(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 12, weapons: [zanbato]", zone: "flank"}},
		them:  []man{{name: "Kojiro", row: "traits: [eye]", zone: "flank"}},
		zones: everywhere, rows: "traits: {eye: {evasion: 4}}"}.begin(t)
	b.play("rising cut > Kojiro")
	b.wantCheck("attack", 0, 12)
}

// From high ground an attack into another zone is 1 better; up and down is a leap unless a path leads there.
// high ground.
// EB-110: the leap needs Lightfoot or magic.
func TestHighGround(t *testing.T) {
	for rulings, want := range map[string]int{"": 1, `{high ground: "1"}`: 1, `{high ground: "3"}`: 3} {
		b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}, {name: "Gonta", zone: "first front"}},
			zones: "{first front: {high: true}, second front: {}, first rear: {}}", rulings: rulings}.begin(t)
		b.play("horizontal cut > Kojiro")
		b.wantCheck("attack", want, 10)
		b.play(d{1, 2}, "horizontal cut > Gonta")
		b.wantCheck("attack", 0, 10)
		b.play(d{1, 2})
		if got := b.moves()["first rear"]; got != nil {
			t.Errorf("down from the high ground without Lightfoot: got %q, want no way", got)
		}
	}
	b := at(t, "", "first front", "second front", "{first front: {high: true, path: true}, first rear: {}, second front: {}}")
	if got, want := b.moves()["first rear"], []string{"walk", "sprint"}; !slices.Equal(got, want) {
		t.Errorf("down a path: got %q, want %q", got, want)
	}
}

// Cover is terrain: it lifts Defense, and Direct passes it.
func TestCoverLiftsDefense(t *testing.T) {
	b := at(t, "weapons: [zanbato]", "first front", "second front", "{first front: {}, second front: {cover: 3}}")
	b.wantNumber("Kojiro", "defense", 13)
	b.play("demon-cleave > Kojiro")
	b.wantCheck("attack", 1, 13)
	b = at(t, "weapons: [zanbato]", "first front", "second front", "{first front: {}, second front: {cover: 3}}")
	b.play("rising cut > Kojiro")
	b.wantCheck("attack", 0, 11)
}

// One who is hidden cannot be attacked from another zone; the first attack is a surprise and ends it.
// EB-112: stealth movement keeps one hidden.
// what hiding does.
func TestTheHidden(t *testing.T) {
	sc := setup{us: []man{{name: "Hanzo", row: "energy: 14, traits: [shinobi], weapons: [uchigatana, yumi]", zone: "first front"}},
		them: []man{{name: "Kojiro", row: "weapons: [yumi], traits: [smoke]"}}, zones: everywhere, rows: "traits: {smoke: {evasion: 3}}"}
	b := sc.begin(t)
	b.wantCost("steal > first rear", 3)
	b.play("steal > first rear", "end the breath")
	b.wantSheet("Hanzo", "is", "hidden")
	b.edit("Hanzo energy=9")
	b.refuses("loose > Hanzo")
	b.play("nock", "end the breath") // somewhere else: it ends nothing
	b.wantSheet("Hanzo", "is", "hidden")
	b.edit("Hanzo energy=20")
	b.play("loose > Kojiro")
	b.wantCheck("attack", 1, 11) // a Rear's +1; Direct 2 of the 3
	b.wantSheet("Hanzo", "is", "")
	b.play(d{1, 2}, "loose > Kojiro")
	b.wantCheck("attack", 1, 13)
	b.play(d{1, 2}, "end the breath")
	b.edit("Hanzo energy=1")
	b.offers("loose > Hanzo")
}

// The Outside hides; an enemy in the same zone finds the hidden at its next breath, and may strike at once.
// standing in the Outside hides; sharing a zone with a standing enemy ends it at that enemy's next breath.
func TestAnEnemyBesideThemFindsTheHidden(t *testing.T) {
	b := at(t, "traits: [shinobi]", "flank", "second front", everywhere)
	b.play("slip away > outside")
	b.wantSheet("Musashi", "is", "hidden")
	b = setup{us: []man{{name: "Hanzo", row: "energy: 8, traits: [shinobi]", zone: "outside"}},
		them: []man{{name: "Kojiro", row: "weapons: [yumi]"}, {name: "Gonta", row: "energy: 9", zone: "outside"}}, zones: everywhere}.begin(t)
	b.wantSheet("Hanzo", "is", "hidden") // who starts Outside
	b.play("nock", "end the breath")
	b.wantSheet("Hanzo", "is", "hidden")
	b.edit("Kojiro energy=1")
	b.offers("horizontal cut > Hanzo")
	b.play("reserve parry")
	b.wantSheet("Hanzo", "is", "")
}

// Who enters a zone meets the spear walls there, even in mid-move through a breakthrough.
// spear wall, the first enemy each round who enters the holder's zone takes a thrust at once.
func TestWhoEntersMeetsTheSpearWall(t *testing.T) {
	b := setup{us: []man{{name: "Tsuna", row: "weapons: [suyari]"}},
		them: []man{{name: "Kojiro", row: "courage: 3"}, {name: "Gonta", row: "courage: 3"}}, zones: everywhere}.begin(t)
	b.play("take up spear wall", "end the breath")
	b.play("break through > first front", d{9, 9})
	b.wantEvents("counter", rules.Event{Seat: "Tsuna", At: "Kojiro", What: "spear thrust", With: "suyari", Of: "spear"})
	b.wantCheck("attack", 1, 10) // a spear in the Front
	b.play(d{9, 8}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantSheet("Kojiro", "zone", "first front")
	b.wantWaits("Kojiro decides")
	b.play("end the breath", "break through > first front", d{9, 9})
	b.wantEvents("counter") // once a round
	b.wantWaits("Gonta decides")
}

// The checking stance roots for the round it is taken in, the immovable formation while it is held.
func TestSomeStancesRoot(t *testing.T) {
	b := at(t, "traits: [immovable formation]", "first front", "second front", everywhere)
	b.play("take up checking stance", "release checking stance")
	if got := b.moves(); len(got) != 0 {
		t.Errorf("after a checking stance, this round: got %v, want no way", got)
	}
	b.lull()
	if len(b.moves()) == 0 {
		t.Errorf("after a checking stance, next round: got no way, want some")
	}
	b.play("take up immovable formation")
	if got := b.moves(); len(got) != 0 {
		t.Errorf("in the immovable formation: got %v, want no way", got)
	}
	b.play("release immovable formation")
	if len(b.moves()) == 0 {
		t.Errorf("out of the immovable formation: got no way, want some")
	}
}

// In a Rear, upkeep costs 1 less, and nothing else does; never less than 1.
func TestUpkeepIsEasierInARear(t *testing.T) {
	for zone, reload := range map[string]int{"first rear": 2, "second rear": 2, "first front": 3, "core": 3, "flank": 3} {
		b := setup{us: []man{{name: "Musashi", row: "weapons: [teppo], energy: 20", zone: zone}, {name: "Hanzo", row: "weapons: [yumi], energy: 19", zone: zone}},
			them: []man{{name: "Kojiro", row: "energy: 1", zone: zone}}, zones: everywhere}.begin(t)
		b.wantCost("shot > Kojiro", 3)
		b.play("shot > Kojiro", d{1, 2})
		b.wantCost("reload", reload)
		b.wantCost("butt stroke > Kojiro", 2)
		b.play("end the breath")
		b.wantCost("nock", 1)
	}
}

// What the zones add to weapons.
// S-01: spears in a Front, +1.
// S-02: dagger and tanto attacks in a Front, -1.
// S-03: bow and gun in a Rear, +1.
// S-04: bare-handed grapples in the Core, +2.
func TestWhatZonesAddToWeapons(t *testing.T) {
	for _, c := range []struct {
		weapon, words, zone, rulings string
		want                         int
	}{
		{"suyari", "spear thrust > Kojiro", "first front", "", 1},
		{"suyari", "spear thrust > Kojiro", "flank", "", 0},
		{"suyari", "spear thrust > Kojiro", "first front", `{spear front: "3"}`, 3},
		{"dagger", "gap stab > Kojiro", "first front", "", -1},
		{"tanto", "find the seam > Kojiro", "first front", "", -1},
		{"dagger", "gap stab > Kojiro", "core", "", 0},
		{"kodachi", "close thrust > Kojiro", "first front", "", 0},
		{"dagger", "gap stab > Kojiro", "first front", `{short front: "0"}`, 0},
		{"yumi", "loose > Kojiro", "first rear", "", 1},
		{"teppo", "shot > Kojiro", "first rear", "", 1},
		{"yumi", "loose > Kojiro", "first front", "", 0},
		{"yumi", "loose > Kojiro", "first rear", `{ranged rear: "2"}`, 2},
		{"unarmed", "grapple throw > Kojiro", "core", "", 2},
		{"unarmed", "grapple throw > Kojiro", "first front", "", 0},
		{"unarmed", "strike > Kojiro", "core", "", -4},
		{"unarmed", "grapple throw > Kojiro", "core", `{grapple core: "0"}`, 0},
	} {
		b := setup{us: []man{{name: "Musashi", row: "weapons: [" + c.weapon + "]", zone: c.zone}},
			them: []man{{name: "Kojiro", zone: c.zone}}, zones: everywhere, rulings: c.rulings}.begin(t)
		b.play(c.words)
		if got := b.f.Check().Mod; got != c.want {
			t.Errorf("%s in the %s %s: got %+d, want %+d", c.words, c.zone, c.rulings, got, c.want)
		}
	}
}

// Getting away is an objective of its own: the side whose standing are all Outside has won.
// an objective met ends the fight.
func TestGettingAway(t *testing.T) {
	b := setup{us: []man{{name: "Hanzo", row: "traits: [shinobi]", zone: "flank"}, {name: "Sute", row: "energy: 1", zone: "outside"}},
		them: []man{{name: "Kojiro"}}, zones: everywhere,
		more: "objective: {for: us, goal: escape}"}.begin(t)
	b.play("slip away > outside")
	b.wantEvents("end", rules.Event{Seat: "us", What: "they are away", N: 1})
	b.wantWaits("over")
}

// of several friends in the Core each is as likely to be struck as another.
func TestAStrayShotIsDrawnEvenly(t *testing.T) {
	us := []man{{name: "Yoichi", row: "weapons: [yumi], energy: 14", zone: "first rear"}, {name: "Tsuna", zone: "first front"}}
	for n, name := range []string{"Musashi", "Hanzo", "Hanbei"} {
		us = append(us, man{name: name, zone: "core"})
		if n == 0 {
			continue // a lot of one is not drawn
		}
		b := setup{us: us, them: []man{{name: "Kojiro", zone: "core"}}, zones: everywhere}.begin(t)
		b.play("loose > Kojiro", d{1, 2}, d{9, 8})
		struck := map[string]float64{}
		for _, o := range b.f.Outcomes() {
			struck[b.f.Name(o.At)] = o.P
		}
		for _, m := range us[2:] {
			if want := 1 / float64(n+1); math.Abs(struck[m.name]-want) > 1e-12 || len(struck) != n+1 {
				t.Errorf("of %d friends: %v, want each struck with %v", n+1, struck, want)
			}
		}
	}
}

// a stray shot strikes a friend in the Core, of several by lot, and the only one there without.
func TestAStrayShotStrikesTheOnlyFriendThere(t *testing.T) {
	b := setup{us: []man{{name: "Yoichi", row: "weapons: [yumi], energy: 14", zone: "first rear"},
		{name: "Musashi", zone: "core"}, {name: "Tsuna", zone: "first front"}},
		them: []man{{name: "Kojiro", zone: "core"}, {name: "Gonta", zone: "core"}}, zones: everywhere}.begin(t)
	b.play("loose > Kojiro", d{1, 2}, d{9, 8})
	b.wantNumber("Musashi", "wounds", 2)
	b.wantNumber("Tsuna", "wounds", 3)
	b.wantWaits("Yoichi decides")
}

// the way out of the zones is free once a round.
// EB-51: each source of 0 Energy once.
func TestTheWayOutIsFreeOnce(t *testing.T) {
	b := setup{us: []man{{name: "Hanzo", row: "energy: 20, traits: [shinobi], weapons: [suyari]", zone: "flank"}},
		them: []man{{name: "Kojiro", zone: "second rear"}}, zones: everywhere}.begin(t)
	b.wantCost("slip away > outside", 0)
	b.play("slip away > outside", "walk > flank")
	b.refuses("slip away > outside")
	b.play("end the breath")
	b.lull()
	b.wantCost("slip away > outside", 0)
}

// any Domination is at least twice none: so it is where who breaks through does not count.
func TestOneOutnumbersNobody(t *testing.T) {
	for rulings, need := range map[string]int{"": 11, "{breakthrough counts: zone}": 13} {
		b := setup{us: []man{{name: "Musashi", row: "courage: 1"}}, them: []man{{name: "Kojiro", row: "grade: veteran"}},
			zones: everywhere, rulings: rulings}.begin(t)
		b.play("break through > second front")
		b.wantCheck("breakthrough", 1, need)
	}
}

// Who falls to one spear wall meets no second one. R-86: nothing of the fallen stays.
func TestTheFallenMeetNoSpearWall(t *testing.T) {
	b := setup{us: []man{{name: "Tsuna", row: "weapons: [suyari]", zone: "second front"}, {name: "Kagesue", row: "weapons: [suyari]", zone: "first rear"}},
		them: []man{{name: "Kojiro", row: "courage: 3, wounds: 1", zone: "core"}, {name: "Gonta", zone: "second rear"}}, zones: everywhere}.begin(t)
	b.play("take up spear wall", "end the breath", "take up spear wall", "end the breath", "fight free > second front", d{9, 8}, "take the blow")
	b.wantSheet("Kojiro", "state", "down")
	if got := b.events("counter"); len(got) != 1 {
		t.Errorf("counters: got %+v, want Tsuna's alone", got)
	}
	b.wantWaits("Gonta counts")
}
