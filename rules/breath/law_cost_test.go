package breath

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// §Energy Cost Handling: rules 1 to 4, stacking.

// Costs are base and penalties less bonuses, summed whole, then raised to 1.
// EB-78: reductions and penalties apply to the base cost.
// EB-79: all are summed before the result.
// EB-80: base + penalties - bonuses, at least 1.
// EB-81: dagger thrust 1 - 1 is 1.
// EB-82: yari thrust 2 + 1 - 1 is 2.
// EB-97: dagger thrust 1 - 1 - 1 is 1.
// EB-98: staff heavy strike 2 - 1 is 1.
// EB-99: dagger thrust 1 - 1 - 1 + 1 is 1.
// same names first reduced to the best, the rest summed, one floor at the end.
func TestCostsAreSummedAndThenRaisedToOne(t *testing.T) {
	short, long := costMod{"short weapon in the Core", -1}, costMod{"long weapon in the Core", 1}
	seal, licence, outside := costMod{"Seal of Shura", -1}, costMod{"Takenouchi licence", -1}, costMod{"into the Outside", 1}
	for _, c := range []struct {
		name string
		base int
		mods []costMod
		want int
	}{
		{"nothing", 2, nil, 2},
		{"dagger in the Core", 1, []costMod{short}, 1},
		{"yari in the Core, licensed", 2, []costMod{long, licence}, 2},
		{"dagger in the Core under the Seal", 1, []costMod{short, seal}, 1},
		{"staff under the Seal", 2, []costMod{seal}, 1},
		{"dagger, Core, Seal, Outside", 1, []costMod{short, seal, outside}, 1},
		{"the order is no matter", 1, []costMod{outside, short, seal}, 1},
		{"bonuses are not stopped one by one", 1, []costMod{short, seal, outside, long}, 1},
		{"a sum of 3 less 3", 3, []costMod{short, seal, licence}, 1},
		{"a sum of 4 less 2", 4, []costMod{short, seal}, 2},
		{"one name twice", 3, []costMod{seal, seal}, 2},
		{"the better of one name", 4, []costMod{{"licence", -1}, {"licence", -2}}, 2},
		{"the worse of one penalty", 2, []costMod{{"mud", 1}, {"mud", 2}}, 4},
		{"one name both ways", 3, []costMod{{"fate", 1}, {"fate", -1}}, 3},
	} {
		if got := finalCost(c.base, c.mods...); got != c.want {
			t.Errorf("%s: %d with %v: got %d, want %d", c.name, c.base, c.mods, got, c.want)
		}
	}
}

// What techniques cost in the hand and on the spot, in the fight itself.
// EB-55: the short weapon's -1 in the Core stops at 1.
// EB-81: dagger thrust in the Core costs 1.
// EB-82: a licensed yari thrust in the Core costs 2.
// EB-88: a short weapon's 1 stays 1 in the Core.
// EB-91: staff and vajra are not short weapons.
// EB-93: the Seal of Shura takes 1 off melee in the Core.
// EB-94: short weapon and Seal together stop at 1.
// EB-96: the Seal takes 1 off what something else raised.
// EB-97: dagger 1 - 1 - 1 is 1.
// EB-98: staff heavy strike 2 - 1 is 1.
// a short weapon's technique of 2 costs 1 in the Core.
// a discount meant for one kind never reaches another.
func TestWhatATechniqueCostsWhere(t *testing.T) {
	const monk, licence = "traits: [mikkyo monk]", "traits: [takenouchi licence]"
	for _, c := range []struct {
		weapon, traits, words string
		front, core           int
	}{
		{"dagger", "", "dagger thrust > Kojiro", 1, 1},
		{"dagger", monk, "dagger thrust > Kojiro", 1, 1},
		{"dagger", "", "gap stab > Kojiro", 2, 1},
		{"kodachi", "", "flurry cut > Kojiro", 1, 1},
		{"ninjato", "", "straight thrust > Kojiro", 2, 1},
		{"ninjato", monk, "straight thrust > Kojiro", 2, 1},
		{"unarmed", "", "grapple throw > Kojiro", 2, 1},
		{"yari", "", "yari thrust > Kojiro", 2, 3},
		{"yari", licence, "yari thrust > Kojiro", 1, 2},
		{"yari", monk, "yari thrust > Kojiro", 2, 2},
		{"nodachi", "", "great cut > Kojiro", 3, 4},
		{"staff", "", "heavy strike > Kojiro", 2, 2},
		{"staff", monk, "heavy strike > Kojiro", 2, 1},
		{"vajra", "", "thunder jab > Kojiro", 2, 2},
		{"vajra", monk, "thunder jab > Kojiro", 2, 1},
		{"uchigatana", "", "horizontal cut > Kojiro", 2, 2},
		{"uchigatana", monk, "horizontal cut > Kojiro", 2, 1},
		{"uchigatana", licence, "horizontal cut > Kojiro", 2, 2}, // a spear's licence is a spear's
		{"yumi", monk, "loose > Kojiro", 2, 2},                   // a shot is no melee
		{"wakizashi", "", "companion cut > Kojiro", 2, 2},
	} {
		for zone, want := range map[string]int{"first front": c.front, "core": c.core} {
			row := "weapons: [" + c.weapon + "]"
			if c.traits != "" {
				row += ", " + c.traits
			}
			b := setup{us: []man{{name: "Musashi", row: row, zone: zone}}, them: []man{{name: "Kojiro", zone: zone}}, zones: everywhere}.begin(t)
			b.wantCost(c.words, want)
			b.play(c.words)
			if got := 10 - b.energy("Musashi"); got != want {
				t.Errorf("%s in the %s with %q: got %d Energy spent, want %d", c.words, zone, c.traits, got, want)
			}
		}
	}
}

// The Seal of Shura takes 1 off a defence in the Core as well, reserved or in haste, of a weapon and of bare hands; not off
// a shield's, nor off a stance.
//
// EB-96: the Seal keeps working where something else raised the cost, as haste does.
// EB-93.
func TestTheSealLowersDefencesInTheCore(t *testing.T) {
	for _, c := range []struct {
		weapons, defense string
		reserved, haste  int
	}{
		{"suyari", "harry", 2, 3}, // 2 and 3, +1 for length, -1
		{"uchigatana", "parry", 1, 1},
		{"unarmed", "shove", 1, 1}, // 1 and 2, -1 short, -1: floor
		{"uchigatana, shield", "shield defense", 1, 2},
	} {
		b := setup{us: []man{{name: "Musashi", zone: "core"}},
			them: []man{{name: "Enkai", row: "weapons: [" + c.weapons + "], traits: [mikkyo monk, samurai]", zone: "core"}}, zones: everywhere}.begin(t)
		b.play("horizontal cut > Enkai", d{9, 8})
		b.wantCost(c.defense+" (improvised)", c.haste)
		b.play("take the blow", "end the breath")
		b.wantCost("reserve "+c.defense, c.reserved)
		b.wantCost("take up guard stance", 2)
	}
}

// Whoever has left or entered the Outside pays 1 more for each later technique of that breath, within the one sum: the floor
// still holds. The next breath is free of it.
//
// EB-99: dagger thrust 1 - 1 in the Core - 1 by the Seal + 1 is 1.
// EB-79.
func TestTheOutsideIsPaidForInItsBreath(t *testing.T) {
	const ninja = "energy: 20, weapons: [dagger], traits: [shinobi"
	begin := func(traits string) *bout {
		return setup{us: []man{{name: "Hanzo", row: ninja + traits + "]", zone: "outside"}},
			them: []man{{name: "Kojiro", zone: "core"}, {name: "Gonta", zone: "flank"}}, zones: everywhere}.begin(t)
	}
	b := begin("")
	b.wantCost("reserve slip", 1)
	b.play("break through > flank", d{9, 9})
	b.wantCost("dagger thrust > Gonta", 2)
	b.wantCost("gap stab > Gonta", 3)
	b.wantCost("reserve slip", 2)
	b.play("enter > core")
	b.wantCost("dagger thrust > Kojiro", 1) // 1 - 1 + 1
	b.wantCost("gap stab > Kojiro", 2)
	b.play("end the breath")
	b.edit("Hanzo energy=20")
	b.wantCost("gap stab > Kojiro", 1)

	b = begin(", mikkyo monk")
	b.play("break through > flank", d{9, 9}, "enter > core")
	b.wantCost("dagger thrust > Kojiro", 1) // 1 - 1 - 1 + 1
	b.wantCost("gap stab > Kojiro", 1)

	b = begin("")
	b.play("break through > flank", d{9, 9}, "end the breath")
	b.edit("Hanzo energy=20")
	b.wantCost("dagger thrust > Gonta", 1)
	b.play("slip away > outside")
	b.wantCost("reserve slip", 2)
	b.play("reserve slip")
	b.wantNumber("Hanzo", "energy", 18)
}

// No bonus takes a maneuver under 1, and nothing outside the closed list costs 0: over many fights every decision that
// costs nothing is no maneuver, a triggered reservation, a stance let go, or the shinobi's way out.
// EB-48: every maneuver costs at least 1.
// EB-59: only sources on the closed list may be 0 Energy.
// EB-56: releasing a stance is free.
// EB-37: a further reservation is never free.
func TestOnlyTheClosedListCostsNothing(t *testing.T) {
	bouts := []*bout{
		setup{us: []man{{name: "Hanzo", row: "traits: [shinobi, samurai, takenouchi licence], weapons: [suyari]", zone: "core"},
			{name: "Kintoki", row: "traits: [mikkyo monk, lightfoot, mounted], weapons: [kodachi]", zone: "core"}},
			them: []man{{name: "Kojiro", row: "traits: [mikkyo monk, shinobi], weapons: [dagger, shield]", zone: "core"},
				{name: "Gonta", row: "weapons: [teppo, ninjato], traits: [infiltration master]"}}, zones: everywhere}.begin(t),
		duel(t, "weapons: [dagger], traits: [samurai, still water]", "weapons: [unarmed]"),
	}
	for _, name := range rows.Shipped.Encounters() {
		bouts = append(bouts, &bout{t: t, f: fight.New[State](builtin(t, name), fight.Header{Seed: 5})})
	}
	seen := map[string]int{}
	for i, b := range bouts {
		rand := rand.New(rand.NewPCG(uint64(i), 0))
		waived := false // one voice or war bonds has been declared, and the next order is its
		for range 600 {
			options := b.f.Options()
			if len(options) == 0 {
				if _, err := b.f.Roll(); err != nil {
					break
				}
				continue
			}
			for _, o := range options {
				source := zeroSource(o.Words)
				if strings.HasPrefix(o.Words, "order ") && !waived {
					source = ""
				}
				if o.Cost < 1 && source == "" {
					t.Fatalf("%s: %q costs %d, want 1 or more: it is on no list", b.waits(), o.Words, o.Cost)
				}
				if o.Cost < 1 {
					seen[source]++
				}
			}
			chosen := options[rand.IntN(len(options))]
			if _, err := b.f.Play(chosen.Action); err != nil {
				t.Fatal(err)
			}
			waived = strings.HasPrefix(chosen.Words, "one voice") || strings.HasPrefix(chosen.Words, "war bonds")
		}
	}
	for _, source := range []string{"no maneuver", "reservation", "stance release", "into the Outside"} {
		if seen[source] == 0 {
			t.Errorf("0 Energy by %s: never seen, want it among the fights", source)
		}
	}
}

// zeroSource returns what lets a decision cost nothing, by its words; empty if nothing does.
func zeroSource(words string) string {
	switch {
	case slices.Contains([]string{"wait", "close the round", "end the breath", "take the blow", "resist", "let it be"}, words):
		return "no maneuver"
	case strings.HasSuffix(words, " (reserved)"):
		return "reservation"
	case strings.HasPrefix(words, "release "):
		return "stance release"
	case strings.HasPrefix(words, "let go of "):
		return "casting let go"
	case slices.ContainsFunc([]string{"mercenary hire", "war bonds", "scatter silver", "blessing", "clear the waters",
		"one voice", "blade that was already there", "open the collar", "order "},
		func(kata string) bool { return strings.HasPrefix(words, kata) }):
		return "kata"
	case words == "slip away > outside":
		return "into the Outside"
	}
	return ""
}

// A row cannot give itself 0 Energy, whatever words it uses for it.
// EB-59: a new 0-Energy execution must be on the list first.
// EB-61: free, no cost, immediate are not 0 Energy.
// EB-48: a technique costs at least 1.
// EB-122: every 0-Energy effect states its trigger.
func TestNoRowMakesItselfFree(t *testing.T) {
	for catalogue, want := range map[string]string{
		"weapons: {air: {family: blade, skill: swordsmanship, attack: [{name: free cut, energy: 0, check: courage}]}}":                                             "energy 0: want 1 to 9",
		"traits: {haste: {kata: {name: no cost, energy: 0, check: courage}}}":                                                                                      "energy 0: want 1 to 9",
		"stances: {ease: {energy: 0, strikes: miss}}":                                                                                                              "energy 0: want 1 to 9",
		"stances: {ease: {energy: 2, strikes: always}}":                                                                                                            `unknown word "always": want`,
		"weapons: {air: {family: blade, skill: swordsmanship, attack: [{name: cut, energy: 2, check: courage, effects: [free]}]}}":                                 `unknown effect "free": want`,
		"weapons: {air: {family: blade, skill: swordsmanship, attack: [{name: cut, energy: free, check: courage}]}}":                                               `"free" is not a number`,
		"weapons: {air: {family: blade, skill: swordsmanship, attack: [{name: cut, energy: 2, check: courage}], defense: [{name: p, energy: 0, check: courage}]}}": "energy 0: want 1 to 9",
	} {
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\n"+catalogue))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot error %v\nwant one with %q", catalogue, err, want)
		}
	}
	b := setup{us: []man{{name: "Musashi", row: "weapons: [air]"}}, them: []man{{name: "Kojiro"}},
		rows: `weapons: {air: {family: blade, skill: swordsmanship, attack: [{name: free immediate cut at no cost, energy: 2, check: courage}]}}`}.begin(t)
	b.wantCost("free immediate cut at no cost > Kojiro", 2)
	b = setup{us: []man{{name: "Sute", row: "traits: [ronin]"}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
	b.wantCost("enter > core", 2) // free entry is not free of Energy
}

// Every stance of the catalogue that strikes by itself says what calls it.
// EB-122: a 0-Energy effect states its trigger, its limit and its source.
func TestEveryStanceThatStrikesSaysWhatCallsIt(t *testing.T) {
	triggers := map[string]string{}
	for name, st := range rows.DefaultBook().Stances {
		if st.Strikes != "" {
			triggers[name] = st.Strikes
		}
	}
	want := map[string]string{"spear wall": "shorter", "guard stance": "miss"}
	if fmt.Sprint(triggers) != fmt.Sprint(want) {
		t.Errorf("stances that strike: got %v, want %v", triggers, want)
	}
}

// A stance is let go for nothing, in one's own breath, and counts as no 0-Energy use.
// EB-56: releasing a stance is free.
// EB-121: releasing a stance: 0.
// EB-60: the 0-Energy effect names its source: stance release.
// reserved triggers and stance release do not count to the cap of two.
func TestReleasingAStanceIsFree(t *testing.T) {
	b := duel(t, "energy: 20, traits: [samurai]", "energy: 11")
	b.play("take up guard stance")
	b.wantCost("release guard stance", 0)
	b.play("release guard stance")
	b.wantEvents("spend")
	b.wantEvents("stance", rules.Event{Seat: "Musashi", What: "guard stance"})
	b.wantNumber("Musashi", "energy", 18)
	b.wantSheet("Musashi", "stance", "")
	b.play("take up guard stance", "release guard stance", "end the breath", "take up guard stance", "release guard stance", "take up guard stance",
		"end the breath", "reserve parry", "reserve parry", "reserve parry", "end the breath")
	// Three releases, then three reserved triggers: the guard stance still has its use.
	for range 2 {
		b.play("horizontal cut > Musashi", d{9, 8}, "parry (reserved)", d{9, 8})
	}
	b.play("end the breath", "close the round", "horizontal cut > Musashi", d{9, 8}, "parry (reserved)", d{9, 8}, "horizontal cut > Musashi", d{1, 2})
	b.wantEvents("counter", rules.Event{Seat: "Musashi", At: "Kojiro", What: "horizontal cut", With: "uchigatana", Of: "blade"})

	// What a mage prepares or holds is let go of like a stance, also where boons would last by themselves.
	b = setup{us: []man{{name: "Seimei", row: mageOf(lights, "vajra guard")}}, them: []man{{name: "Kojiro"}}, rulings: "{boons: lasting}"}.begin(t)
	b.until("Seimei counts")
	b.play("begin vajra guard")
	b.wantCost("let go of vajra guard", 0)
	b.play("end the breath")
	b.until("Seimei counts")
	b.play("complete vajra guard", d{9, 8})
	b.wantSheet("Seimei", "holds", "vajra guard")
	energy := b.number("Seimei", "energy")
	b.wantCost("let go of vajra guard", 0)
	b.play("let go of vajra guard")
	b.wantEvents("spend")
	b.wantNumber("Seimei", "energy", energy)
	b.wantSheet("Seimei", "holds", "")
}

// The guard stance answers a miss with Attack A, paid by nobody. (The Kata of 0 Energy it belongs to are not in the game yet.)
// EB-60: the 0-Energy effect names its source: the counter of a stance.
// the stance was paid when declared; each counter is a 0-Energy use.
// EB-119: declaring a stance costs what the stance says.
func TestTheGuardStanceStrikesForNothing(t *testing.T) {
	b := duel(t, "traits: [samurai]", "")
	b.wantCost("take up guard stance", 2)
	b.play("take up guard stance", "end the breath")
	b.wantNumber("Musashi", "energy", 8)
	b.play("horizontal cut > Musashi", d{1, 2})
	b.wantEvents("counter", rules.Event{Seat: "Musashi", At: "Kojiro", What: "horizontal cut", With: "uchigatana", Of: "blade"})
	b.wantWaits("Musashi rolls attack")
	b.play(d{9, 8}, "take the blow")
	b.wantEvents("spend")
	b.wantNumber("Musashi", "energy", 8)
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantWaits("Kojiro decides") // the breath goes on
}

// Once a round, though the text sets no limit; the next round again.
// EB-84: a 0-Energy Kata may be used once per round even if its text sets no limit.
// each named 0-Energy Kata once per round.
func TestEachZeroEnergyKataOnceARound(t *testing.T) {
	b := duel(t, "traits: [samurai]", "")
	b.play("take up guard stance", "end the breath")
	b.play("horizontal cut > Musashi", d{1, 2}, d{1, 2})
	b.play("horizontal cut > Musashi", d{1, 2})
	b.wantEvents("counter")
	b.lull()
	b.wantSheet("Musashi", "stance", "guard stance") // held over the round's start
	b.play("close the round", "horizontal cut > Musashi", d{1, 2})
	b.wantEvents("counter", rules.Event{Seat: "Musashi", At: "Kojiro", What: "horizontal cut", With: "uchigatana", Of: "blade"})
}

// Two 0-Energy maneuvers a round are the most, whatever their sources.
// EB-51: capped at two uses per round.
// EB-85: all 0-Energy maneuvers together, two per round.
// the shinobi's way into the Outside is charged against the two.
// all of them together at most twice.
func TestTwoZeroEnergyManeuversARound(t *testing.T) {
	hanzo := man{name: "Hanzo", row: "energy: 20, traits: [shinobi, samurai], weapons: [suyari]", zone: "flank"}
	sc := setup{us: []man{hanzo, {name: "Sute", row: "energy: 1", zone: "flank"}},
		them: []man{{name: "Kojiro", row: "energy: 15", zone: "flank"}}, zones: everywhere}

	// The wall's thrust, the guard's counter: the way out is no longer free.
	b := sc.begin(t)
	b.wantCost("slip away > outside", 0)
	b.play("take up spear wall", "end the breath")
	b.edit("Hanzo energy=9")
	b.play("horizontal cut > Hanzo", d{1, 2}, d{1, 2}, "end the breath")
	if n := len(b.events("counter")); n != 1 {
		t.Fatalf("first 0-Energy use: got %d counters, want 1", n)
	}
	b.edit("Hanzo energy=20")
	b.offers("slip away > outside")
	b.play("take up guard stance", "end the breath")
	b.edit("Hanzo energy=9")
	b.play("horizontal cut > Hanzo", d{1, 2}, d{1, 2}, "end the breath")
	if n := len(b.events("counter")); n != 1 {
		t.Fatalf("second 0-Energy use: got %d counters, want 1", n)
	}
	b.edit("Hanzo energy=20")
	b.refuses("slip away > outside")
	b.lull()
	b.offers("slip away > outside")

	// The way out, the guard's counter: the wall no longer strikes.
	b = sc.begin(t)
	b.play("slip away > outside", "walk > flank", "take up guard stance", "end the breath")
	b.edit("Hanzo energy=9")
	b.play("horizontal cut > Hanzo", d{1, 2}, d{1, 2}, "end the breath")
	if n := len(b.events("counter")); n != 1 {
		t.Fatalf("second 0-Energy use: got %d counters, want 1", n)
	}
	b.edit("Hanzo energy=20")
	b.play("take up spear wall", "end the breath")
	b.edit("Hanzo energy=9")
	b.play("horizontal cut > Hanzo")
	b.wantEvents("counter")
	b.wantWaits("Kojiro rolls attack")
}

// The cap is each actor's own.
// the cap is per actor.
func TestTheCapIsEachActorsOwn(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "traits: [samurai], finesse: 2"}, {name: "Seijuro", row: "traits: [samurai], finesse: 1"}},
		them: []man{{name: "Kojiro", row: "wounds: 9"}}}.begin(t)
	b.play("take up guard stance", "end the breath", "take up guard stance", "end the breath", "close the round")
	b.edit("Kojiro energy=10", "Kojiro -closed")
	b.play("horizontal cut > Musashi", d{1, 2}, d{1, 2}, "horizontal cut > Seijuro", d{1, 2})
	if got := b.events("counter"); len(got) != 2 || got[0].Seat != "Musashi" || got[1].Seat != "Seijuro" {
		t.Errorf("two guard stances of two men: got counters %+v, want one of each", got)
	}
}

// Effects of different names from different sources add up: attribute, proficiency, technique, zone, height, sprint.
// EB-62: different names from different sources stack.
// everything is added, then capped at +10.
func TestDifferentEffectsAddUp(t *testing.T) {
	b := setup{us: []man{{name: "Tsuna", row: "weapons: [suyari], courage: 2, skills: {spearmanship: 3}", zone: "first rear"}}, them: []man{{name: "Kojiro"}},
		zones: "{first rear: {}, first front: {high: true, path: true}, second front: {}}"}.begin(t)
	b.play("sprint > first front", "spear thrust > Kojiro")
	b.wantCheck("attack", 2+2+1+1+1, 10) // Courage, Licensed, spear in a Front, height, sprint

	licences := "traits: {long spear licence: {discount: 1, family: spear}}"
	b = setup{us: []man{{name: "Tsuna", row: "weapons: [pike], traits: [takenouchi licence, long spear licence]", zone: "core"}},
		them: []man{{name: "Kojiro", zone: "core"}}, zones: everywhere, rows: licences}.begin(t)
	b.wantCost("pike push > Kojiro", 3+1-1-1)
}

// The sum of modifiers ends at +10.
// attack modifiers cap at +10 in sum; there is no lower cap.
func TestModifiersAreCapped(t *testing.T) {
	for rulings, want := range map[string]int{"": 10, `{modifier cap: "10"}`: 10, `{modifier cap: "6"}`: 6, `{modifier cap: "40"}`: 13} {
		b := setup{us: []man{{name: "Shuten", row: "courage: 6, weapons: [hammer], skills: {staff: 4}"}}, them: []man{{name: "Kojiro"}}, rulings: rulings,
			rows: "weapons: {hammer: {family: staff, skill: staff, attack: [{name: ring, energy: 1, check: courage, bonus: 4}]}}"}.begin(t)
		b.play("ring > Kojiro")
		b.wantCheck("attack", want, 10)
	}
	// Fatigue is added before the cap: 13 - 2 is still over it, 13 - 4 is not.
	b := setup{us: []man{{name: "Shuten", row: "courage: 6, weapons: [hammer], skills: {staff: 4}"}}, them: []man{{name: "Kojiro", row: "energy: 1, wounds: 20"}},
		rows: "weapons: {hammer: {family: staff, skill: staff, attack: [{name: ring, energy: 1, check: courage, bonus: 4}]}}"}.begin(t)
	b.play("ring > Kojiro", d{1, 2}, "ring > Kojiro", d{1, 2}, "ring > Kojiro", d{1, 2}, "ring > Kojiro")
	b.wantCheck("attack", 10, 10)
	b.play(d{1, 2}, "ring > Kojiro")
	b.wantCheck("attack", 9, 10)
	b = duel(t, "courage: -3, skills: {swordsmanship: 0}, weapons: [nodachi], finesse: -3", "")
	b.play("close the round", "step-through cut > Kojiro")
	b.wantCheck("attack", -3-2-1, 10)
}

// Of one name and one type only the most favourable applies: a licence written down twice is one licence.
// EB-63: same name and same type, only the most favourable.
func TestOneNameCountsOnce(t *testing.T) {
	for _, traits := range []string{"[takenouchi licence]", "[takenouchi licence, takenouchi licence]"} {
		b := setup{us: []man{{name: "Tsuna", row: "weapons: [pike], traits: " + traits}}, them: []man{{name: "Kojiro"}}, zones: everywhere}.begin(t)
		b.wantCost("pike push > Kojiro", 2)
	}
	b := duel(t, "traits: [tough, tough, hard to find, hard to find, wide as a gate, wide as a gate]", "")
	b.wantSheet("Musashi", "wounds", "4 of 4")
	b.wantNumber("Musashi", "defense", 11)
	b.play("reserve parry")
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 6, Left: 10})
}

// A Saint does not miss and a Mob dies when attacked: two certainties, one result, and no dice.
// EB-64: of two automatic results of one type one remains.
func TestTwoCertaintiesAreOne(t *testing.T) {
	for _, points := range []int{1, 5} {
		b := setup{us: []man{{name: "Musashi", row: fmt.Sprintf("skills: {swordsmanship: %d}", points)}},
			them: []man{{name: "Villager", row: "grade: mob, energy: 0, wounds: 0, weapons: [torch]"}, {name: "Kojiro"}}}.begin(t)
		b.play("horizontal cut > Villager")
		b.wantEvents("check")
		b.wantEvents("wound", rules.Event{Seat: "Villager", At: "Musashi", What: "horizontal cut", With: "uchigatana", Of: "blade", N: 1})
		b.wantEvents("down", rules.Event{Seat: "Villager", At: "Musashi"})
		b.wantWaits("Musashi decides")
	}
}

// An automatic success sheds every penalty on its check, Combo Fatigue with them; it is neither critical nor Fumble,
// and a defence against it faces 20 and the modifiers.
// EB-65: an automatic success removes all penalties applied to the check.
// a Saint hits without a roll; a defence faces 20 + modifiers.
func TestAnAutomaticSuccessShedsItsPenalties(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 20, courage: 1, skills: {swordsmanship: 5}, traits: [boundless]"}},
		them: []man{{name: "Kojiro", row: "energy: 20, finesse: -1, wounds: 9"}},
		rows: "traits: {boundless: {limit: 20}}"}.begin(t)
	for cut := 1; cut <= 5; cut++ {
		b.play("horizontal cut > Kojiro", "parry (improvised)")
		b.wantCheck("defense", 0, 20+1+3) // no fatigue at the fourth and fifth
		b.play(d{1, 2})
		b.wantNumber("Kojiro", "wounds", 9-cut)
	}
	b = duel(t, "courage: -2, skills: {swordsmanship: 5}", "")
	b.play("horizontal cut > Kojiro", "parry (improvised)")
	b.wantCheck("defense", 0, 20+3) // an attribute below 0 is a penalty too
}

// Extras of different sources come together: the critical's second Wound, the technique's bleeding and loosened
// guard, the Mandate's Defenseless.
// EB-66: independent extras of different sources still stack.
// 10-10 is a critical that leaves the target Defenseless.
func TestExtrasOfDifferentSourcesComeTogether(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "weapons: [thorn]"}}, them: []man{{name: "Kojiro", row: "energy: 1"}},
		rows: "weapons: {thorn: {family: blade, skill: swordsmanship, attack: [{name: tear, energy: 2, check: courage, expose: 2, effects: [bleed on critical]}]}}"}.begin(t)
	b.play("tear > Kojiro", d{10, 10})
	b.wantNumber("Kojiro", "wounds", 1)
	b.wantNumber("Kojiro", "defense", 10-2-4)
	b.wantSheet("Kojiro", "is", "defenseless, bleeding")
}

// Every extra that one blow and what lies on its target can have comes on top of the others, and none without its source: a
// critical its Wound, the technique its loosened guard, its bleeding where it is a critical, the Mandate its Defenseless, a spell
// what it takes off Defense.
// EB-66: independent extras of different sources still stack.
func TestEveryExtraIsAddedToTheOthers(t *testing.T) {
	for n := range 2 * 2 * 2 * 3 {
		exposes, bleeds, cursed, throw := n%2, n/2%2, n/4%2, n/8
		dice := []d{{9, 8}, {8, 8}, {10, 10}}[throw]
		effects := []string{"", ", effects: [bleed on critical]"}[bleeds]
		spells := "spells: {doom: {list: sorcery, dan: 1, form: 2, at: foe, for: fight, does: {exposed: 3}}}\n"
		b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "doom")}, {name: "Musashi", row: "energy: 11, weapons: [thorn]"}},
			them: []man{{name: "Kojiro", row: "energy: 1, wounds: 5, defense: 13"}},
			rows: spells + fmt.Sprintf("weapons: {thorn: {family: blade, skill: swordsmanship, attack: [{name: tear, energy: 2, check: courage, expose: %d%s}]}}",
				2*exposes, effects)}.begin(t)
		if cursed == 1 {
			b.play("cast doom > Kojiro", d{9, 8}, "end the breath")
		}
		b.until("Musashi counts")
		b.play("tear > Kojiro", dice)
		critical, mandate := min(throw, 1), throw/2
		what := fmt.Sprintf("exposes %d, bleeds %d, cursed %d, dice %v", exposes, bleeds, cursed, dice)
		if got, want := b.number("Kojiro", "wounds"), 5-1-critical; got != want {
			t.Errorf("%s: %d Wounds left, want %d", what, got, want)
		}
		if got, want := b.number("Kojiro", "defense"), 13-2*exposes-3*cursed-4*mandate; got != want {
			t.Errorf("%s: Defense %d, want %d", what, got, want)
		}
		var is []string
		if mandate == 1 {
			is = append(is, "defenseless")
		}
		if bleeds*critical == 1 {
			is = append(is, "bleeding")
		}
		if got := b.sheet("Kojiro", "is"); got != strings.Join(is, ", ") {
			t.Errorf("%s: is %q, want %q", what, got, is)
		}
	}
}

// A unit acts with its own Energy: a breath takes from nobody else, and who has none of its own is never called.
// EB-67: a unit acts with its own Energy.
func TestAUnitActsWithItsOwnEnergy(t *testing.T) {
	b := setup{us: []man{{name: "Musashi"}, {name: "Villager", row: "grade: mob, energy: 0, wounds: 0, weapons: [torch]"}},
		them: []man{{name: "Kojiro", row: "energy: 9"}, {name: "Gonta", row: "energy: 8"}}}.begin(t)
	b.play("horizontal cut > Kojiro", d{1, 2}, "reserve parry", "end the breath")
	for name, want := range map[string]int{"Musashi": 7, "Villager": 0, "Kojiro": 9, "Gonta": 8} {
		b.wantNumber(name, "energy", want)
	}
	var called []string
	for b.f.Round() == 1 {
		called = append(called, b.f.Name(b.f.Turn().Seat))
		b.play("close the round")
	}
	if want := []string{"Kojiro", "Gonta", "Musashi"}; !slices.Equal(called, want) {
		t.Errorf("called: got %q, want %q", called, want)
	}
}

// The short weapons are those the document lists.
// EB-90: dagger, tanto, kaiken, makiri, martial arts, bare hands, kodachi, ninjato.
// EB-91: staff and vajra are not short weapons.
// EB-78: what is saved comes off the blow's base.
func TestTheShortWeaponsAreTheListedOnes(t *testing.T) {
	var short []string
	for _, name := range book.Keys(rows.DefaultBook().Weapons) {
		if hasTag(rows.DefaultBook().Weapons[name], "short") {
			short = append(short, name)
		}
	}
	want := []string{"dagger", "kaiken", "kodachi", "makiri", "martial arts", "ninjato", "tanto", "unarmed"}
	if !slices.Equal(short, want) {
		t.Errorf("short weapons: got %q, want %q", short, want)
	}
	// In the Core their blows are 1 cheaper, down to 1; those of a staff and a vajra are not.
	for _, weapon := range append(want, "staff", "vajra") {
		spent := map[string]int{}
		for _, zone := range []string{"first front", "core"} {
			b := setup{us: []man{{name: "Musashi", row: "weapons: [" + weapon + "]", zone: zone}}, them: []man{{name: "Kojiro", zone: zone}}, zones: everywhere}.begin(t)
			dearest := ""
			for _, w := range b.words() {
				if o, _ := b.option(w); strings.HasSuffix(w, " > Kojiro") && o.Cost > spent[zone] {
					dearest, spent[zone] = w, o.Cost
				}
			}
			b.play(dearest, d{1, 2})
			b.wantNumber("Musashi", "energy", 10-spent[zone])
		}
		less := 1
		if weapon == "staff" || weapon == "vajra" {
			less = 0
		}
		if spent["core"] != max(1, spent["first front"]-less) {
			t.Errorf("%s: a blow costs %d, in the Core %d", weapon, spent["first front"], spent["core"])
		}
	}
}

// fatigueOf returns what the first n attacks of a breath suffer with one technique, in the Core or in the Front.
func fatigueOf(t *testing.T, row, words, zone, rulings string, n int) (series []int) {
	t.Helper()
	b := setup{us: []man{{name: "Musashi", row: "energy: 20, traits: [boundless, mikkyo monk], " + row, zone: zone}},
		them:  []man{{name: "Kojiro", row: "energy: 1", zone: zone}},
		zones: everywhere, rows: "traits: {boundless: {limit: 20}}", rulings: rulings}.begin(t)
	first := 0
	for k := range n {
		b.play(words)
		if k == 0 {
			first = b.f.Check().Mod
		}
		series = append(series, b.f.Check().Mod-first)
		b.play(d{1, 2})
	}
	return series
}

// Combo Fatigue weighs 2 more with each attack after the third; for a short weapon in the Core 1 more, however many
// sources relieve it, and for no other weapon.
// EB-89: a short weapon's fatigue in the Core is -1, -2, -3 at the 4th, 5th, 6th attack.
// EB-55: the Core's -1 turns into weaker Combo Fatigue, from -2 to -1.
// EB-95: relief does not accumulate: Seal and short weapon relieve one step.
// EB-98: a staff's fatigue is not relieved.
// the series is stepwise; flat is a table's choice.
// relief for every technique of a short weapon; floored only where the floor swallowed the reduction.
// fatigue relief from two sources, once.
func TestComboFatigue(t *testing.T) {
	step, relief, flat := []int{0, 0, 0, -2, -4, -6}, []int{0, 0, 0, -1, -2, -3}, []int{0, 0, 0, -2, -3, -4}
	for _, c := range []struct {
		row, words, zone, rulings string
		want                      []int
	}{
		{"weapons: [kodachi]", "flurry cut > Kojiro", "first front", "", step},
		{"weapons: [kodachi]", "flurry cut > Kojiro", "core", "", relief},
		{"weapons: [ninjato]", "straight thrust > Kojiro", "core", "", relief},
		{"weapons: [ninjato]", "straight thrust > Kojiro", "core", "{short core: all}", relief},
		{"weapons: [ninjato]", "straight thrust > Kojiro", "core", "{short core: floored}", step},
		{"weapons: [ninjato]", "reverse draw > Kojiro", "core", "{short core: floored}", relief},
		{"weapons: [unarmed]", "strike > Kojiro", "core", "", relief},
		{"weapons: [staff]", "heavy strike > Kojiro", "core", "", step},
		{"weapons: [vajra]", "thunder jab > Kojiro", "core", "", step},
		{"weapons: [uchigatana]", "horizontal cut > Kojiro", "core", "{fatigue: step}", step},
		{"weapons: [uchigatana]", "horizontal cut > Kojiro", "core", "{fatigue: flat}", flat},
		{"weapons: [kodachi]", "flurry cut > Kojiro", "core", "{fatigue: flat}", relief},
	} {
		if got := fatigueOf(t, c.row, c.words, c.zone, c.rulings, 6); !slices.Equal(got, c.want) {
			t.Errorf("%s of %s in the %s %s: got %v, want %v", c.words, c.row, c.zone, c.rulings, got, c.want)
		}
	}
}

// What tires is attacks, hit or miss, whatever the target, weapon or technique; nothing else of a breath does.
// fatigue counts attack techniques executed in this breath; reservations and movement do not count.
func TestWhatTires(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 20, weapons: [uchigatana, kodachi], traits: [boundless, samurai, tennen rishin school]",
		zone: "first rear"}},
		them: []man{{name: "Kojiro", row: "energy: 1"}, {name: "Gonta", row: "energy: 1"}}, zones: everywhere, rows: "traits: {boundless: {limit: 20}}"}.begin(t)
	b.play("walk > first front", "reserve parry", "take up guard stance", "horizontal cut > Kojiro", d{9, 8}, "thrust > Gonta",
		d{1, 2}, "flurry cut > Kojiro", d{1, 2}, "release guard stance", "reserve parry")
	b.play("horizontal cut > Gonta")
	b.wantCheck("attack", -2, 10)
	b.play(d{1, 2}, "mugaishin strike > Gonta")
	b.wantCheck("attack", 5-4, 11)
}

// A bow or a gun in the Core reaches only those in the Core, unless the table lifts that.
// EB-92: bow and teppo are ranged; their Core use is limited.
// K-01: who stands in the Core may shoot only at those in it.
func TestShotsFromTheCoreStayThere(t *testing.T) {
	for _, c := range []struct {
		rulings string
		far     bool
	}{{"", false}, {"{core shots: within}", false}, {"{core shots: anywhere}", true}} {
		for weapon, shot := range map[string]string{"yumi": "loose", "teppo": "shot"} {
			b := setup{us: []man{{name: "Yoichi", row: "weapons: [" + weapon + "]", zone: "core"}},
				them: []man{{name: "Kojiro"}, {name: "Gonta", zone: "core"}}, zones: everywhere, rulings: c.rulings}.begin(t)
			b.offers(shot + " > Gonta")
			if _, far := b.option(shot + " > Kojiro"); far != c.far {
				t.Errorf("%s in the Core %s: a shot out of it offered %v, want %v", weapon, c.rulings, far, c.far)
			}
			at := map[bool]string{true: "Kojiro", false: "Gonta"}[c.far]
			b.play(shot+" > "+at, d{9, 8})
			if got := b.events("check"); len(got) != 1 || got[0].At != at {
				t.Errorf("%s: told %+v, want a shot at %s", weapon, got, at)
			}
		}
	}
}
