package breath

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// Attack rolls, doubles, states, stances: what the rulings decide about them.

// An attack reaches its target with a total equal to Defense.
func TestAnAttackHitsAtATotalEqualToDefense(t *testing.T) {
	for total, wounds := range map[int]int{9: 3, 10: 2} {
		b := duel(t, "", "energy: 1")
		b.play("horizontal cut > Kojiro", d{total - 6, 6})
		b.wantNumber("Kojiro", "wounds", wounds)
	}
}

// A double that hits is a critical: 2 Wounds, or what the technique prints, and 1 where it prints none.
// a double with success is a critical.
// the greater of 2 Wounds and the technique's; a technique of 0 Wounds does 1 besides its effect.
func TestACriticalTakesTwoWoundsOrWhatIsPrinted(t *testing.T) {
	for _, c := range []struct {
		weapon, words string
		hit, critical int
	}{
		{"uchigatana", "horizontal cut", 1, 2},
		{"zanbato", "demon-cleave", 2, 2},
		{"kanabo", "smash", 2, 3},
		{"suyari", "check", 0, 1},
		{"staff", "sweep", 0, 1},
		{"ozutsu", "hand cannon", 3, 3},
	} {
		for dice, want := range map[d]int{{9, 8}: c.hit, {8, 8}: c.critical} {
			b := duel(t, "weapons: ["+c.weapon+"]", "energy: 1, wounds: 9")
			b.play(c.words+" > Kojiro", dice)
			if got := 9 - b.wounds("Kojiro"); got != want {
				t.Errorf("%s on %v: got %d Wounds, want %d", c.words, dice, got, want)
			}
		}
	}
}

// The nodachi's cut takes 2 Wounds on a total of 20 or more; with a critical as well it is still the greater of the two.
// great cut, 2 Wounds on a total of 20 or more.
// a critical takes the greater.
func TestAGreatCutOfTwenty(t *testing.T) {
	for dice, want := range map[d]int{{9, 7}: 1, {8, 9}: 1, {10, 8}: 2, {8, 8}: 2, {9, 9}: 2} {
		b := duel(t, "weapons: [nodachi]", "energy: 1, wounds: 9")
		b.play("great cut > Kojiro", dice) // +2
		if got := 9 - b.wounds("Kojiro"); got != want {
			t.Errorf("great cut +2 on %v: got %d Wounds, want %d", dice, got, want)
		}
	}
	for dice, want := range map[d]int{{9, 9}: 2, {10, 9}: 1, {10, 10}: 4} { // a total of 20 that is a critical too
		b := setup{us: []man{{name: "Musashi", row: "weapons: [cleaver]"}}, them: []man{{name: "Kojiro", row: "energy: 1, wounds: 9"}},
			rows: "weapons: {cleaver: {family: blade, skill: swordsmanship, attack: [{name: split, energy: 2, check: courage, twenty: 4}]}}"}.begin(t)
		b.play("split > Kojiro", dice)
		if got := 9 - b.wounds("Kojiro"); got != want {
			t.Errorf("4 Wounds on 20, on %v: got %d Wounds, want %d", dice, got, want)
		}
	}
}

// The odds of a technique that wounds on a total of 20 alone tell those throws from other hits.
//
func TestAHitOfTwentyAloneIsAnOutcome(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "weapons: [tangle]"}}, them: []man{{name: "Kojiro", row: "energy: 1, wounds: 9"}},
		rows: "weapons: {tangle: {family: blade, skill: swordsmanship, attack: [{name: snare, energy: 2, check: courage, bonus: 3, wounds: 0, twenty: 1}]}}"}.begin(t)
	b.play("snare > Kojiro")
	sys, s, _ := fight.At[State](b.f)
	g := sys.(*Game)
	meanWounds := func(list []rules.Odds) (mean float64) {
		for _, o := range list {
			next := s
			g.Play(&next, o.Action, nil)
			mean += o.P * float64(s.seats[1].wounds-next.seats[1].wounds)
		}
		return mean
	}
	if got, want := meanWounds(g.Odds(&s, nil)), meanWounds(g.fineOdds(&s, nil)); want == 0 || math.Abs(got-want) > 1e-12 {
		t.Errorf("the classes of throws take %v Wounds, single throws %v", got, want)
	}
}

// 10-10 that hits leaves the target Defenseless as well, unless the table plays without the Mandate; parried it is
// nothing.
// Mandate, critical and the target Defenseless.
// a Mandate that is parried is negated whole.
func TestTheHeavenlyMandate(t *testing.T) {
	for rulings, want := range map[string]string{"": "defenseless", "{mandate: on}": "defenseless", "{mandate: off}": ""} {
		b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}}, rulings: rulings}.begin(t)
		b.play("horizontal cut > Kojiro", d{10, 10}, "take the blow")
		b.wantNumber("Kojiro", "wounds", 1)
		b.wantSheet("Kojiro", "is", want)
	}
	b := duel(t, "", "")
	b.play("horizontal cut > Kojiro", d{10, 10}, "parry (improvised)", d{10, 10})
	b.wantNumber("Kojiro", "wounds", 3)
	b.wantSheet("Kojiro", "is", "")
}

// A double that misses is a Fumble: the roller is Defenseless; 1-1 drops the weapon too, unless the table plays
// without Retribution.
// a double with failure leaves the roller Defenseless; 1-1 also drops the weapon.
func TestAFumbleAndRetribution(t *testing.T) {
	for _, c := range []struct {
		dice               d
		rulings, is, armed string
	}{
		{d{2, 2}, "", "defenseless", "uchigatana"},
		{d{1, 1}, "", "defenseless", "bare hands"},
		{d{1, 1}, "{retribution: on}", "defenseless", "bare hands"},
		{d{1, 1}, "{retribution: off}", "defenseless", "uchigatana"},
		{d{1, 2}, "", "", "uchigatana"},
	} {
		b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}}, rulings: c.rulings}.begin(t)
		b.play("horizontal cut > Kojiro", c.dice)
		b.wantSheet("Musashi", "is", c.is)
		b.wantSheet("Musashi", "weapon", c.armed)
		b.wantNumber("Kojiro", "wounds", 3)
	}
}

// Picking a weapon up costs Energy inside a breath; in the lull it is free, unless the table says otherwise.
// picking it up costs 2 Energy inside a breath.
// picking up in the lull is free.
func TestPickingAWeaponUp(t *testing.T) {
	for rulings, want := range map[string]int{"": 2, `{pick up: "2"}`: 2, `{pick up: "3"}`: 3} {
		b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}}, rulings: rulings}.begin(t)
		b.play("horizontal cut > Kojiro", d{1, 1})
		b.wantCost("pick up uchigatana", want)
		b.play("pick up uchigatana")
		b.wantNumber("Musashi", "energy", 8-want)
		b.offers("horizontal cut > Kojiro")
		b.refuses("pick up uchigatana")
	}
	for rulings, want := range map[string]string{"": "uchigatana", "{lull pick up: free}": "uchigatana", `{lull pick up: "no"}`: "bare hands"} {
		b := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}}, rulings: rulings}.begin(t)
		b.play("horizontal cut > Kojiro", d{1, 1})
		b.lull()
		b.wantSheet("Musashi", "weapon", want)
	}
}

// Defenseless is Defense -4, never under 2; the held stance drops and nothing new is reserved or declared. It makes no
// hit automatic.
// what Defenseless is.
func TestDefenselessIsDefenseLessFour(t *testing.T) {
	for rulings, want := range map[string]int{"": 10, `{defenseless: "4"}`: 10, `{defenseless: "0"}`: 14, `{defenseless: "7"}`: 7} {
		b := setup{us: []man{{name: "Musashi", row: "armour: heavy, traits: [samurai], energy: 15"}}, them: []man{{name: "Kojiro"}}, rulings: rulings}.begin(t)
		b.play("take up guard stance", "horizontal cut > Kojiro", d{3, 3})
		b.wantNumber("Musashi", "defense", want)
		b.wantSheet("Musashi", "stance", "")
		b.refuses("take up guard stance", "reserve parry")
		b.offers("horizontal cut > Kojiro", "end the breath")
		b.play("end the breath")
		b.edit("Musashi energy=5")
		b.play("horizontal cut > Musashi")
		b.wantCheck("attack", 0, want)
		b.play(d{want - 1 - want/2, want / 2})
		b.wantNumber("Musashi", "wounds", 3) // still a roll, and one short of it misses
	}
	b := duel(t, "defense: 5", "")
	b.play("horizontal cut > Kojiro", d{3, 3})
	b.wantNumber("Musashi", "defense", 2)
	b.play("end the breath", "horizontal cut > Musashi")
	b.wantCheck("attack", 0, 2)
}

// Defenseless of a Fumble lasts until one's next breath begins, or the lull.
// from a Fumble until the start of the victim's next breath.
// the lull clears it.
func TestDefenselessOfAFumbleEndsWithTheNextBreath(t *testing.T) {
	b := duel(t, "", "")
	b.play("horizontal cut > Kojiro", d{3, 3}, "end the breath", "horizontal cut > Musashi", d{1, 2}, "end the breath")
	b.wantSheet("Musashi", "is", "defenseless")
	b.offers("reserve parry") // as the first maneuver of the breath that ends it
	b.play("reserve parry")
	b.wantSheet("Musashi", "is", "")
	b = duel(t, "", "")
	b.play("horizontal cut > Kojiro", d{3, 3}, "end the breath")
	b.lull()
	b.wantSheet("Musashi", "is", "")
}

// A loosened guard lasts until the victim's next breath, or the lull; it goes no lower than Defense 2.
// check, Defense -2 until the target's next breath.
// the lull clears "Defense -N until the next breath".
func TestALoosenedGuardLastsUntilTheNextBreath(t *testing.T) {
	b := duel(t, "weapons: [suyari]", "")
	b.play("check > Kojiro", d{9, 8}, "take the blow")
	b.wantNumber("Kojiro", "defense", 8)
	b.wantNumber("Kojiro", "wounds", 3)
	b.play("spear thrust > Kojiro")
	b.wantCheck("attack", 0, 8)
	b.play(d{1, 2}, "end the breath", "reserve parry")
	b.wantNumber("Kojiro", "defense", 10)
	b = duel(t, "weapons: [suyari]", "")
	b.play("check > Kojiro", d{9, 8}, "take the blow", "end the breath")
	b.lull()
	b.wantNumber("Kojiro", "defense", 10)
}

// What a stance adds to Defense a blow must reach, in a duel unless a longer weapon is over it.
// MA-17.
func TestABlowMustReachTheStancesDefense(t *testing.T) {
	b := duel(t, "energy: 9", "traits: [still water], energy: 14")
	b.play("take up still-water guard", "end the breath", "close the round", "horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 11)
	for weapon, need := range map[string]int{"uchigatana": 11, "nodachi": 10} {
		b = onLadder(t, "start: issoku itto", "energy: 9, weapons: ["+weapon+"]", "traits: [still water], energy: 14")
		plain := b.number("Kojiro", "defense")
		b.play("take up still-water guard", "end the breath", "close the round")
		b.play(b.words()[0])
		if c := b.f.Check(); c.Need != need || plain != 10 {
			t.Errorf("a %s must reach %d, want %d, and without the stance %d, want 10", weapon, c.Need, need, plain)
		}
	}
}

// What strips Defense goes down to 2, the least that two dice show, and no further.
// EB-63.
func TestDefenseIsNeverBelowTwo(t *testing.T) {
	for expose, want := range map[string]int{"7": 3, "8": 2, "9": 2} {
		sc := setup{us: []man{{name: "Musashi", row: "weapons: [hook]"}}, them: []man{{name: "Kojiro"}},
			rows: "weapons: {hook: {family: blade, skill: swordsmanship, attack: [{name: hook, energy: 1, check: courage, expose: " + expose + "}]}}"}
		b := sc.begin(t)
		b.play("hook > Kojiro", d{9, 8}, "take the blow", "hook > Kojiro")
		b.wantCheck("attack", 0, want)
	}
}

// Pierce passes armour and shield, Direct passes evasion, stance and cover; neither takes what is not there.
func TestPierceAndDirectPassOnlyTheirOwn(t *testing.T) {
	techniques := "weapons: {awl: {family: blade, skill: swordsmanship, attack: [{name: plain, energy: 1, check: courage}, {name: pierce, energy: 1, check: courage, pierce: 3}," +
		" {name: direct, energy: 1, check: courage, direct: 2}, {name: through, energy: 1, check: courage, pierce: 99}, {name: ghost, energy: 1, check: courage, effects: [incorporeal]}]}}"
	for _, c := range []struct {
		row  string
		need map[string]int
	}{
		{"", map[string]int{"plain": 10, "pierce": 10, "direct": 10, "through": 10, "ghost": 10}},
		{"armour: heavy, energy: 10", map[string]int{"plain": 14, "pierce": 11, "direct": 14, "through": 10, "ghost": 10}},
		{"weapons: [uchigatana, shield], armour: light", map[string]int{"plain": 13, "pierce": 10, "direct": 13, "through": 10}},
		{"traits: [hard to find, fox shape]", map[string]int{"plain": 12, "pierce": 12, "direct": 10, "through": 12, "ghost": 10}},
		{"traits: [hard to find], armour: light", map[string]int{"plain": 13, "pierce": 11, "direct": 12, "through": 11, "ghost": 10}},
	} {
		for words, want := range c.need {
			b := setup{us: []man{{name: "Musashi", row: "weapons: [awl]"}}, them: []man{{name: "Kojiro", row: c.row}}, rows: techniques}.begin(t)
			b.edit("Musashi energy=20") // before any initiative
			b.play(words + " > Kojiro")
			if got := b.f.Check().Need; got != want {
				t.Errorf("%s against {%s}: got %d to reach, want %d", words, c.row, got, want)
			}
		}
	}
}

// Wounds weaken nobody before the last one.
// no wound penalties.
func TestWoundsDoNotWeaken(t *testing.T) {
	b := duel(t, "courage: 1", "")
	b.edit("Musashi wounds=1")
	b.play("horizontal cut > Kojiro")
	b.wantCheck("attack", 1, 10)
	b.wantSheet("Musashi", "energy", "8 of 10")
}

// In one scene without zones everyone is beside everyone, and nothing moves.
// a one-scene fight is one zone; all are adjacent.
func TestOneSceneIsOneZone(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "traits: [shinobi, mounted, lightfoot]"}, {name: "Yoichi", row: "weapons: [yumi]"}},
		them: []man{{name: "Kojiro"}, {name: "Gonta"}}}.begin(t)
	b.wantOptions("horizontal cut > Kojiro", "horizontal cut > Gonta", "thrust > Kojiro", "thrust > Gonta", "reserve parry", "wait", "close the round")
	b = setup{us: []man{{name: "Yoichi", row: "weapons: [yumi]"}, {name: "Tsuna", row: "weapons: [suyari]"}},
		them: []man{{name: "Kojiro"}, {name: "Gonta"}}}.begin(t)
	b.offers("loose > Kojiro", "loose > Gonta")
	b.play("loose > Kojiro")
	b.wantCheck("attack", 0, 10)
}

// Spear wall is 2 in the Core as anywhere, though a long weapon's techniques are 1 more there.
// EB-119: declaring a stance costs what the stance says.
//
func TestAStanceCostsInTheCoreWhatItSays(t *testing.T) {
	for rulings, want := range map[string]int{"": 2, "{stance in the core: as its weapon}": 3} {
		b := setup{us: []man{{name: "Musashi", row: "weapons: [suyari]", zone: "core"}},
			them: []man{{name: "Kojiro", zone: "core"}}, zones: everywhere, rulings: rulings}.begin(t)
		b.wantCost("take up spear wall", want)
		b.wantCost("spear thrust > Kojiro", 3)
	}
}

// A stance holds over the lull, paid once; another one replaces it.
// stances hold until released, stripped or replaced.
// EB-119: declaring a stance costs what the stance says.
// EB-120: only one stance may be held.
func TestOneStanceIsHeldUntilReplaced(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "traits: [samurai, still water, immovable formation]"}}, them: []man{{name: "Kojiro"}}, zones: everywhere,
		rows: "stances: {costly calm: {energy: 4, defense: 1}}\ntraits: {calm: {stance: costly calm}}"}.begin(t)
	for _, words := range []string{"take up guard stance", "take up still-water guard", "take up checking stance", "take up immovable formation"} {
		b.wantCost(words, 2)
	}
	b.play("take up guard stance", "take up still-water guard")
	b.wantSheet("Musashi", "stance", "still-water guard")
	b.wantEvents("stance", rules.Event{Seat: "Musashi", What: "guard stance", OK: true}, rules.Event{Seat: "Musashi", What: "guard stance"},
		rules.Event{Seat: "Musashi", What: "still-water guard", OK: true})
	b.wantNumber("Musashi", "defense", 11)
	b.refuses("take up still-water guard", "release guard stance")
	b.play("end the breath")
	b.lull()
	b.wantSheet("Musashi", "stance", "still-water guard")
	b.wantSheet("Musashi", "energy", "10 of 10")

	// What a stance gave goes with it: the way into Musashi's zone is harder while the formation, or the wall, is held, not after.
	through := func(stances ...any) int {
		b := setup{us: []man{{name: "Musashi", row: "presence: 1, weapons: [suyari], traits: [samurai, immovable formation]", zone: "first front"}},
			them: []man{{name: "Kojiro", zone: "second front"}}, zones: everywhere}.begin(t)
		b.play(stances...)
		b.until("Kojiro counts")
		b.play("break through > first front")
		return b.f.Check().Need
	}
	plain := through()
	for _, stance := range []string{"take up immovable formation", "take up spear wall"} {
		if held, gone := through(stance), through(stance, "take up guard stance"); held <= plain || gone != plain {
			t.Errorf("breaking through needs %d, after %s %d, after another stance %d", plain, stance, held, gone)
		}
	}

	b = setup{us: []man{{name: "Musashi", row: "traits: [calm]"}}, them: []man{{name: "Kojiro"}},
		rows: "stances: {costly calm: {energy: 4, defense: 1}}\ntraits: {calm: {stance: costly calm}}"}.begin(t)
	b.wantCost("take up costly calm", 4)
	b.play("take up costly calm")
	b.wantNumber("Musashi", "energy", 6)
}

// What strips a stance does so when it lands, and only then.
// rising cut and check strip a held stance.
// a stance holds until stripped.
func TestAStanceIsStripped(t *testing.T) {
	for dice, want := range map[d]string{{9, 8}: "", {1, 2}: "still-water guard"} {
		b := duel(t, "traits: [still water]", "weapons: [suyari]")
		b.play("take up still-water guard", "end the breath", "check > Musashi", dice)
		if dice == (d{9, 8}) {
			b.play("take the blow")
			b.wantEvents("stance", rules.Event{Seat: "Musashi", At: "Kojiro", What: "still-water guard"})
		}
		b.wantSheet("Musashi", "stance", want)
	}
}

// The spear wall thrusts into the first blow of a round that comes hand to hand with a shorter weapon, and not at a
// long one's.
// spear wall, a thrust at once for 0 Energy, once a round.
// shorter means not tagged long.
// the stance's blow comes before the blow that called it.
func TestTheSpearWallThrustsIntoAShorterWeaponsBlow(t *testing.T) {
	b := duel(t, "weapons: [suyari]", "")
	b.play("take up spear wall", "end the breath", "horizontal cut > Musashi")
	b.wantEvents("counter", rules.Event{Seat: "Musashi", At: "Kojiro", What: "spear thrust", With: "suyari", Of: "spear"})
	b.wantWaits("Musashi rolls attack")
	b.play(d{9, 8}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantNumber("Musashi", "energy", 8)
	b.wantWaits("Kojiro rolls attack")
	b.play(d{9, 8}, "take the blow")
	b.wantNumber("Musashi", "wounds", 2)
	b.play("horizontal cut > Musashi")
	b.wantEvents("counter")
	b.wantWaits("Kojiro rolls attack")

	for _, weapon := range []string{"naginata", "nodachi", "suyari"} {
		b = duel(t, "weapons: [suyari]", "weapons: ["+weapon+"]")
		b.play("take up spear wall", "end the breath")
		b.play(b.words()[0])
		b.wantEvents("counter")
		b.wantWaits("Kojiro rolls attack")
	}
	b = duel(t, "weapons: [suyari]", "weapons: [yumi]") // a shot is not hand to hand
	b.play("take up spear wall", "end the breath", "loose > Musashi")
	b.wantWaits("Kojiro rolls attack")
}

// A stance's blow may be defended, and may stop what called it: by felling the attacker or disarming it.
// the blow may be defended and may stop what called it.
func TestAStancesBlowMayStopTheAttack(t *testing.T) {
	b := duel(t, "weapons: [suyari]", "")
	b.play("take up spear wall", "end the breath", "horizontal cut > Musashi", d{9, 8})
	b.wantOptions("parry (improvised)", "take the blow")
	b.play("parry (improvised)", d{9, 8})
	b.wantWaits("Kojiro rolls attack")

	b = duel(t, "weapons: [suyari]", "")
	b.play("take up spear wall", "end the breath", "horizontal cut > Musashi", d{9, 8}, "parry (improvised)", d{1, 1})
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantSheet("Kojiro", "weapon", "bare hands")
	b.wantWaits("Kojiro decides") // without the sword there is no cut
	b.wantNumber("Musashi", "wounds", 3)
	b.wantNumber("Kojiro", "energy", 6)

	b = setup{us: []man{{name: "Musashi", row: "weapons: [suyari]"}}, them: []man{{name: "Kojiro", row: "wounds: 1"}, {name: "Gonta"}}}.begin(t)
	b.play("take up spear wall", "end the breath", "horizontal cut > Musashi", d{9, 8}, "take the blow")
	b.wantNumber("Musashi", "wounds", 3)
	b.wantWaits("Gonta counts")
}

// The spear wall goes with the spear.
// the spear wall drops with the spear.
func TestTheSpearWallDropsWithTheSpear(t *testing.T) {
	b := duel(t, "weapons: [suyari], energy: 15", "")
	b.play("take up spear wall", "spear thrust > Kojiro", d{1, 1}, "end the breath")
	b.wantSheet("Musashi", "stance", "")
	b.wantSheet("Musashi", "weapon", "bare hands")
	b.refuses("take up spear wall")
}

// A stance's blow calls no other stance.
// exchanges nest at most two deep.
func TestAStancesBlowCallsNoOther(t *testing.T) {
	// Both hold guard stances: Kojiro's miss calls Musashi's, whose miss calls nothing.
	b := duel(t, "traits: [samurai]", "traits: [samurai]")
	b.play("take up guard stance", "end the breath", "take up guard stance", "horizontal cut > Musashi", d{1, 2}, d{1, 2})
	b.wantEvents("counter", rules.Event{Seat: "Musashi", At: "Kojiro", What: "horizontal cut", With: "uchigatana", Of: "blade"})
	b.wantWaits("Kojiro decides")
	// A guard stance's cut at a man behind a spear wall meets no spear.
	b = duel(t, "traits: [samurai]", "weapons: [suyari]")
	b.play("take up guard stance", "end the breath", "take up spear wall", "spear thrust > Musashi", d{1, 2})
	b.wantEvents("counter", rules.Event{Seat: "Musashi", At: "Kojiro", What: "horizontal cut", With: "uchigatana", Of: "blade"})
	b.wantWaits("Musashi rolls attack")
}

// A Fumble is felt after the counter it provoked: the counter still meets the whole Defense.
// a Fumble is applied after a stance's counter-blow.
func TestAFumbleIsFeltAfterTheCounter(t *testing.T) {
	b := duel(t, "traits: [samurai]", "")
	b.play("take up guard stance", "end the breath", "horizontal cut > Musashi", d{1, 1})
	b.wantCheck("attack", 0, 10)
	b.play(d{9, 8})
	b.wantOptions("parry (improvised)", "take the blow") // the sword is still in hand
	b.play("take the blow")
	b.wantSheet("Kojiro", "is", "defenseless")
	b.wantSheet("Kojiro", "weapon", "bare hands")
	b.wantNumber("Kojiro", "wounds", 2)
}

// Combo Fatigue is the breath's: the next breath starts fresh.
// the counter restarts with the next breath.
func TestFatigueRestartsWithTheBreath(t *testing.T) {
	b := duel(t, "energy: 20, weapons: [kodachi]", "energy: 1")
	for range 4 {
		b.play("flurry cut > Kojiro", d{1, 2})
	}
	b.play("end the breath", "flurry cut > Kojiro")
	b.wantCheck("attack", -4, 10)
}

// The bleeding lose a Wound at each lull, then try once to stop it, with the easier check; doubles mean nothing.
// in the lull lose 1, then one automatic try with the better of the two checks.
// no doubles on bleeding checks.
func TestBleedingInTheLull(t *testing.T) {
	for _, c := range []struct {
		row  string
		need int
	}{
		{"physique: 0, wounds: 5, skills: {medicine: 0}", 13}, // 13 against 11 + 2 untrained
		{"physique: 2, wounds: 5", 11},                        // by Physique
		{"wisdom: 3, wounds: 5, skills: {medicine: 2}", 7},    // by Wisdom and Medicine
	} {
		b := duel(t, "", c.row)
		b.edit("Kojiro +bleeding")
		b.play("close the round", "close the round")
		b.wantNumber("Kojiro", "wounds", 4)
		b.wantCheck("bleeding", 0, c.need)
		b.play(d{1, 1})
		b.wantSheet("Kojiro", "is", "bleeding")
		b.wantSheet("Kojiro", "weapon", "uchigatana")
		b.play("close the round", "close the round", d{10, 10})
		b.wantNumber("Kojiro", "wounds", 3)
		b.wantSheet("Kojiro", "is", "")
		b.lull()
		b.wantNumber("Kojiro", "wounds", 3)
	}
}

// The last Wound lost in the lull ends the fight like any other.
// bleeding loses a Wound at the lull.
// the fallen are out at once.
func TestOneMayBleedOut(t *testing.T) {
	b := duel(t, "", "wounds: 1")
	b.edit("Kojiro +bleeding")
	b.play("close the round", "close the round")
	b.wantWaits("over")
	b.wantEvents("end", rules.Event{Seat: "us", What: "nobody stands against them", N: 1})
}

// A gun fires once and must be loaded; a nocked arrow is 1 better, for the next shot of the breath.
// shot, then unloaded; reload 3 fills the defence slot; nock 1, +1 to the next shot of this breath.
func TestGunsAreLoadedAndArrowsNocked(t *testing.T) {
	b := duel(t, "weapons: [teppo]", "energy: 1, armour: o-yoroi")
	b.play("shot > Kojiro")
	b.wantCheck("attack", 0, 10) // Pierce all
	b.play(d{9, 8})
	b.wantNumber("Kojiro", "wounds", 1)
	b.refuses("shot > Kojiro")
	b.wantCost("reload", 3)
	b.play("end the breath", "reload")
	b.offers("shot > Kojiro")
	b.refuses("reload")

	b = duel(t, "weapons: [yumi], energy: 20", "energy: 1, wounds: 9")
	b.wantCost("nock", 1)
	b.play("nock", "loose > Kojiro")
	b.wantCheck("attack", 1, 10)
	b.play(d{1, 2}, "loose > Kojiro")
	b.wantCheck("attack", 0, 10)
	b.play(d{1, 2}, "end the breath", "nock", "end the breath", "loose > Kojiro")
	b.wantCheck("attack", 0, 10)
}

// Armour's Energy penalty falls away before positive Physique, point for point.
// the penalty lowers maximum Energy, after Physique has cancelled it.
func TestPhysiqueCarriesTheArmour(t *testing.T) {
	for _, c := range []struct {
		armour   string
		physique int
		want     int
	}{{"heavy", 0, 9}, {"heavy", 1, 10}, {"heavy", -1, 9}, {"o-yoroi", 0, 8}, {"o-yoroi", 1, 9}, {"o-yoroi", 2, 10}, {"o-yoroi", 3, 10}, {"light", 0, 10}} {
		b := duel(t, fmt.Sprintf("armour: %s, physique: %d", c.armour, c.physique), "")
		b.wantSheet("Musashi", "energy", fmt.Sprintf("%d of %d", c.want, c.want))
	}
}

// Wounds are 3 and Physique, proficiency -2, 0, 1, 2, 3.
// cuts use Courage and the weapon's skill, thrusts Finesse; defences the pair of Attack A.
// whoever has not learnt a weapon uses it at -2.
func TestWhatAnAttackRollAdds(t *testing.T) {
	for points, want := range []int{-2, 0, 1, 2, 3} {
		for words, attribute := range map[string]int{"horizontal cut > Kojiro": 2, "thrust > Kojiro": -1} {
			b := duel(t, fmt.Sprintf("courage: 2, finesse: -1, physique: 1, energy: 12, skills: {swordsmanship: %d}", points), "")
			b.wantSheet("Musashi", "wounds", "4 of 4")
			b.play(words)
			b.wantCheck("attack", attribute+want, 10)
		}
	}
	b := duel(t, "", "courage: 2, skills: {swordsmanship: 0}, energy: 9")
	b.play("horizontal cut > Kojiro", d{9, 8}, "parry (improvised)")
	b.wantCheck("defense", 0, 17)
}

// The reference weapons have the costs of the document and the numbers decided after solving.
// the default catalogue.
// the numbers that replaced it.
func TestTheReferenceWeapons(t *testing.T) {
	type row struct {
		energy, bonus, wounds, critical, twenty, pierce, direct, expose int
		check                                                           string
	}
	want := map[string]map[string]row{
		"uchigatana": {"horizontal cut": {2, 0, 1, 0, 0, 0, 0, 0, "courage"}, "thrust": {2, 0, 1, 0, 0, 2, 0, 0, "finesse"},
			"parry": {1, 0, 1, 0, 0, 0, 0, 0, "courage"}},
		"nodachi": {"great cut": {3, 2, 1, 0, 2, 0, 0, 0, "courage"}, "step-through cut": {2, -1, 1, 0, 0, 0, 0, 0, "finesse"},
			"block": {1, 1, 1, 0, 0, 0, 0, 0, "courage"}},
		"zanbato": {"demon-cleave": {3, 1, 2, 0, 0, 0, 0, 0, "courage"}, "rising cut": {3, 0, 1, 0, 0, 0, 2, 0, "courage"},
			"haft guard": {1, 1, 1, 0, 0, 0, 0, 0, "physique"}},
		"kodachi": {"flurry cut": {1, -4, 1, 0, 0, 0, 0, 0, "finesse"}, "close thrust": {2, 0, 1, 0, 0, 2, 0, 0, "finesse"},
			"emergency dodge": {1, 0, 1, 0, 0, 0, 0, 0, "finesse"}},
		"ninjato": {"straight thrust": {2, 0, 1, 0, 0, 2, 0, 0, "finesse"}, "reverse draw": {1, -4, 1, 0, 0, 1, 0, 0, "finesse"},
			"deflect": {1, 0, 1, 0, 0, 0, 0, 0, "finesse"}},
		"dagger": {"dagger thrust": {1, -4, 1, 0, 0, 1, 0, 0, "finesse"}, "gap stab": {2, 0, 1, 0, 0, 4, 0, 0, "finesse"},
			"slip": {1, -1, 1, 0, 0, 0, 0, 0, "finesse"}},
		"suyari": {"spear thrust": {2, 0, 1, 0, 0, 2, 0, 0, "courage"}, "check": {2, 0, 0, 0, 0, 0, 0, 2, "finesse"}, "harry": {2, 2, 1, 0, 0, 0, 0, 0, "courage"}},
		"staff": {"heavy strike": {2, 0, 1, 0, 0, 0, 0, 0, "courage"}, "sweep": {2, -1, 0, 0, 0, 0, 0, 0, "finesse"},
			"turn aside": {1, 0, 1, 0, 0, 0, 0, 0, "finesse"}},
		"yumi":  {"loose": {2, 0, 1, 0, 0, 1, 0, 0, "finesse"}, "aimed shot": {4, 2, 1, 0, 0, 2, 0, 0, "finesse"}},
		"teppo": {"shot": {3, 0, 2, 0, 0, 99, 0, 0, "finesse"}, "butt stroke": {2, 0, 1, 0, 0, 0, 0, 0, "courage"}},
		"kanabo": {"smash": {3, 2, 2, 3, 0, 0, 0, 0, "physique"}, "iron sweep": {3, -1, 1, 0, 0, 2, 0, 0, "physique"},
			"shoulder in": {1, 0, 1, 0, 0, 0, 0, 0, "physique"}},
		"unarmed": {"strike": {1, -4, 1, 0, 0, 0, 0, 0, "courage"}, "grapple throw": {2, 0, 0, 0, 0, 0, 0, 0, "physique"},
			"shove": {1, 0, 1, 0, 0, 0, 0, 0, "physique"}},
		"shield": {"shield defense": {1, 1, 1, 0, 0, 0, 0, 0, "physique"}},
	}
	value := func(n *rows.Num, otherwise int) int {
		if n == nil {
			return otherwise
		}
		return n.N
	}
	for weapon, techniques := range want {
		w := rows.DefaultBook().Weapons[weapon]
		got := map[string]row{}
		for _, x := range slices.Concat(w.Attack, w.Defense) {
			got[x.Name] = row{x.Energy.N, x.Bonus.N, value(x.Wounds, 1), value(x.Critical, 0), value(x.Twenty, 0), x.Pierce.N, x.Direct.N, x.Expose.N, x.Check}
		}
		if len(got) != len(techniques) {
			t.Errorf("%s: got techniques %v, want %v", weapon, got, techniques)
		}
		for name, want := range techniques {
			if got[name] != want {
				t.Errorf("%s of the %s: got %+v, want %+v", name, weapon, got[name], want)
			}
		}
	}
}

// One-handed are the sword and what is shorter: beside anything else there is no room for a shield.
// one-handed: uchigatana, kodachi, ninjato, dagger, unarmed.
func TestAShieldNeedsAOneHandedWeapon(t *testing.T) {
	for weapon, want := range map[string]bool{"uchigatana": true, "kodachi": true, "ninjato": true, "dagger": true, "unarmed": true,
		"nodachi": false, "zanbato": false, "suyari": false, "staff": false, "yumi": false, "teppo": false, "kanabo": false} {
		sc := setup{us: []man{{name: "Musashi", row: "weapons: [" + weapon + ", shield]"}}, them: []man{{name: "Kojiro"}}}
		_, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
		if got := err == nil; got != want {
			t.Errorf("a shield beside a %s: got allowed %v (%v), want %v", weapon, got, err, want)
		}
	}
	b := duel(t, "weapons: [kodachi, shield]", "")
	b.wantNumber("Musashi", "defense", 11)
}

// Nothing is hidden in a breath: reservations, stances, Energy and Wounds are on the sheet for all to see, and no
// choice is made in secret.
// Energy, reservations, stances and Wounds are public.
func TestNothingIsSecret(t *testing.T) {
	b := duel(t, "traits: [samurai]", "")
	b.play("take up guard stance", "reserve parry", "reserve parry")
	want := rules.Sheet{{Name: "wounds", Value: "3 of 3"}, {Name: "energy", Value: "6 of 10"}, {Name: "defense", Value: "10"},
		{Name: "stance", Value: "guard stance"}, {Name: "reserved", Value: "parry x2"}, {Name: "weapon", Value: "uchigatana"}}
	if got := b.f.Sheet(b.seat("Musashi")); !slices.Equal(got, want) {
		t.Errorf("Musashi's sheet:\ngot  %v\nwant %v", got, want)
	}
	b.play("end the breath", "horizontal cut > Musashi")
	for _, step := range b.f.Steps() {
		if step.Secret {
			t.Errorf("step %q: got it secret, want it open", step.Do)
		}
	}
}

// A second weapon is at hand beside the first, with its own techniques, and changing to it is no maneuver.
// K-02: both weapons a combatant wears are at hand.
func TestBothWeaponsAreAtHand(t *testing.T) {
	b := duel(t, "weapons: [yumi, wakizashi]", "")
	b.wantOptions("loose > Kojiro", "aimed shot > Kojiro", "nock", "companion cut > Kojiro", "indoor thrust > Kojiro", "reserve short parry", "close the round")
	b.wantCost("companion cut > Kojiro", 2)
	b.play("loose > Kojiro", d{1, 2}, "companion cut > Kojiro", d{1, 2})
	b.wantNumber("Musashi", "energy", 6)
}

// Wits is Wisdom under another name: there is no seventh attribute.
// Wits and Wisdom are one attribute.
func TestThereIsNoSeventhAttribute(t *testing.T) {
	for attribute, want := range map[string]bool{"wisdom": true, "wits": false} {
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\ncombatants: {sage: {grade: lord, weapons: [staff], "+attribute+": 2}}"))
		if got := err == nil; got != want {
			t.Errorf("a row with %s: got loaded %v (%v), want %v", attribute, got, err, want)
		}
	}
}

// a gun at the side is loaded and empty by itself, like one in the main hand.
func TestAGunAtTheSideIsLoadedByItself(t *testing.T) {
	b := duel(t, "weapons: [teppo, bajozutsu], energy: 20", "energy: 1, wounds: 9")
	b.play("pistol shot > Kojiro", d{1, 2})
	b.refuses("pistol shot > Kojiro")
	b.offers("shot > Kojiro")
	b.edit("Musashi energy=20")
	b.play("end the breath", "shot > Kojiro", d{1, 2})
	b.refuses("shot > Kojiro", "pistol shot > Kojiro")
}

// a nocked arrow is 1 better for the next shot of the breath, whatever is done in between.
func TestANockedArrowWaitsForItsShot(t *testing.T) {
	b := duel(t, "weapons: [yumi, dagger], energy: 20", "energy: 1, wounds: 9")
	b.play("nock", "dagger thrust > Kojiro", d{1, 2})
	b.play("loose > Kojiro")
	b.wantCheck("attack", 1, 10)
}

// the strain of a maneuver holds though its target is gone before it is made: a GM has taken it away. The breath ends
// as it would have.
func TestABlowAtNobodyIsOverAtOnce(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 14"}}, them: []man{{name: "Kojiro"}, {name: "Gonta"}}}.begin(t)
	b.play("reserve parry", "reserve parry", "reserve parry", "reserve parry", "horizontal cut > Kojiro")
	b.wantWaits("Musashi rolls overload")
	b.edit("Kojiro wounds=0")
	b.play(d{9, 8})
	b.wantWaits("Gonta counts")
	b.wantSheet("Musashi", "is", "strained")
	b.wantNumber("Musashi", "energy", 8)
}

// EB-63: a technique that strips Defense by 1 strips 1.
func TestAnExposureOfOne(t *testing.T) {
	b := duel(t, "weapons: [carrying pole]", "")
	b.play("swing the load > Kojiro", d{9, 8}, "take the blow")
	b.wantNumber("Kojiro", "defense", 9)
	b.play("end the breath", "reserve parry")
	b.wantNumber("Kojiro", "defense", 10)
	b = duel(t, "weapons: [carrying pole]", "")
	b.play("swing the load > Kojiro", d{9, 8}, "take the blow", "end the breath")
	b.lull()
	b.wantNumber("Kojiro", "defense", 10)
}

// a stance that goes with a weapon goes with it out of the hand; a Fumble ends any.
// MA-40.
func TestAStanceFallsWithItsWeapon(t *testing.T) {
	b := onLadder(t, "start: near range", "energy: 10, weapons: [nodachi]", "energy: 14, weapons: [suyari]")
	b.play("take up spear wall", "end the breath")
	b.wantSheet("Kojiro", "stance", "spear wall")
	b.edit("Kojiro energy=5")
	b.play("great cut at the wrist > Kojiro", d{9, 8}, "take the blow", d{1, 2})
	b.wantSheet("Kojiro", "weapon", "bare hands")
	b.wantSheet("Kojiro", "stance", "")
	b.wantEvents("stance", rules.Event{Seat: "Kojiro", What: "spear wall"}) // nobody has stripped it

	b = duel(t, "traits: [still water], energy: 14", "")
	b.play("take up still-water guard", "horizontal cut > Kojiro", d{2, 2}) // a Fumble: Defenseless, the stance is gone
	b.wantSheet("Musashi", "stance", "")
	b.wantEvents("stance", rules.Event{Seat: "Musashi", What: "still-water guard", OK: true}, rules.Event{Seat: "Musashi", What: "still-water guard"})
}

// a Saint's spear wall strikes without a roll, and who falls to it strikes no blow.
func TestASaintsWallNeedsNoDice(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "weapons: [suyari], skills: {spearmanship: 5}"}},
		them: []man{{name: "Kojiro", row: "energy: 2, wounds: 1"}, {name: "Gonta", row: "energy: 1"}}}.begin(t)
	b.play("take up spear wall", "end the breath", "close the round", "horizontal cut > Musashi")
	b.wantWaits("Gonta counts")
	b.wantSheet("Kojiro", "state", "down")
	b.wantNumber("Musashi", "wounds", 3)
}
