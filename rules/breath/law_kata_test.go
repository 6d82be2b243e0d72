package breath

import (
	"fmt"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// §0-Energy Kata: the closed list, the caps, what is paid instead.

// A Kata written as 0 Energy takes none.
// EB-50: a Kata whose text says 0 Energy spends none.
func TestAKataOfZeroEnergyTakesNone(t *testing.T) {
	b := setup{zones: fields, us: []man{{name: "Hafuri", row: "traits: [blessing], faith: 2", zone: "first front"}, {name: "Musashi", zone: "first front"}},
		them: []man{{name: "Kojiro", zone: "second front"}}}.begin(t)
	b.wantCost("blessing > Musashi", 0)
	b.play("blessing > Musashi")
	b.wantNumber("Hafuri", "energy", 10)
	b.wantEvents("spend", rules.Event{Seat: "Hafuri", Of: "faith", N: 1, Left: 1})
}

// Shikigami command waives the price of an order to a squad under it, added costs too: once a breath, each time one of the two uses of
// the round. Who leads no squad has nothing of it, and commanding shikigami is as it was.
//
// EB-73: a squad order explicitly run as 0 Energy Kata does follow that cap.
// EB-86: shikigami command belongs here.
func TestShikigamiCommandWaivesAnOrderABreath(t *testing.T) {
	seimei := func(command int, rulings string) *bout {
		return setup{zones: fields, rulings: rulings,
			us: []man{{name: "Seimei", row: fmt.Sprintf("command: %d, energy: 14, traits: [shikigami command]", command), zone: "first front"},
				{name: "Tiger", row: "grade: veteran, unit: shikigami, energy: 0, wounds: 2, defense: 11, weapons: [tiger claws]", zone: "first front", line: "of: Seimei"},
				squad("Spears", spearmen, 5, map[int]string{1: "Seimei"}[command], "first front"), {name: "Musashi", row: "command: 1"}},
			them: []man{{name: "Kojiro", row: "energy: 13", zone: "second front"}}}.begin(t)
	}
	b := seimei(1, "")
	b.wantCost("shikigami command", 0)
	b.wantCost("order Spears: charge > Kojiro", 3)
	b.play("shikigami command")
	b.wantCost("order Spears: charge > Kojiro", 0)
	b.play("order Spears: shield wall")
	b.wantNumber("Seimei", "energy", 14)
	b.refuses("shikigami command") // once a breath
	b.play("command Tiger: ward")  // the second use is as ever
	b.wantNumber("Seimei", "energy", 13)

	b = seimei(1, "")
	b.play("shikigami command", "order Spears: shield wall", "horizontal cut > Kojiro", d{1, 2}, "end the breath")
	b.wantWaits("Kojiro counts")
	b.play("horizontal cut > Tiger", d{1, 2}, "end the breath")
	b.wantWaits("Seimei counts")
	b.play("shikigami command", "order Spears: close ranks") // a new breath, the second of two uses
	b.refuses("command Tiger: ward")
	b.lull()
	b.offers("shikigami command", "command Tiger: ward")

	seimei(0, "").refuses("shikigami command")
	seimei(1, "{shikigami command: label}").refuses("shikigami command")
}

// All of a seat's uses together are two a round, whatever they are.
// EB-51: such 0-Energy Kata are capped at two uses per round.
// EB-85: all 0-Energy maneuvers together: at most two per round, whatever their sources.
func TestAllUsesTogetherAreTwo(t *testing.T) {
	b := setup{zones: fields, us: []man{{name: "Chobei",
		row: "command: 1, gold: 9, wisdom: 2, skills: {bribery: 3, swordsmanship: 1}, traits: [mercenary hire, war bonds, scatter silver]", zone: "first front"},
		squad("Spears", spearmen, 5, "Chobei", "first front")}, them: []man{{name: "Kojiro", zone: "second front"}}}.begin(t)
	b.edit("Spears wounds=4")
	b.play("mercenary hire > Spears", "war bonds", "order Spears: shield wall")
	b.wantSheet("Chobei", "gold", "5")
	b.refuses("scatter silver > second front")
	b.lull()
	b.play("scatter silver > second front")
	b.wantSheet("Chobei", "gold", "4")
}

// What one source has given leaves the others theirs: the wall of spears, the guard, the Outside and each row of a sheet.
// EB-84: each is used once a round, not one for another.
func TestEachSourceOfZeroEnergyIsUsedByItself(t *testing.T) {
	b := setup{us: []man{{name: "Chobei", row: "command: 1, gold: 9, wisdom: 2, skills: {bribery: 3}, traits: [mercenary hire, war bonds, scatter silver]"},
		squad("Spears", spearmen, 5, "Chobei", "")}, them: []man{{name: "Kojiro"}}}.begin(t)
	g, _, _ := fight.At[State](b.f)
	taken := zeroCountMask | zeroWall | zeroGuard | zeroOutside
	katas := g.(*Game).fighters[b.seat("Chobei")].katas
	if len(katas) != 3 {
		t.Fatalf("%d rows of 0 Energy, want 3", len(katas))
	}
	for _, k := range katas {
		if taken&k.bit != 0 || k.bit == 0 {
			t.Errorf("%s is marked as used with what others use", k.name)
		}
		taken |= k.bit
	}
}

// One of them serves once a round, whatever its text sets.
// EB-84: a 0-Energy Kata may be used once per round even if its text sets no limit.
func TestANamedKataServesOnceARound(t *testing.T) {
	b := setup{us: []man{{name: "Hafuri", row: "traits: [blessing], faith: 4"}, {name: "Musashi"}, {name: "Ganryu"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.play("blessing > Musashi")
	b.refuses("blessing > Ganryu", "blessing > Musashi")
	b.lull()
	b.offers("blessing > Ganryu", "blessing > Musashi")
}

// Paid in gold, Faith or a condition, it counts among them; without the price it is not offered.
// EB-58: a Kata paying gold, Faith or a condition instead of Energy counts among the 0-Energy Kata.
// EB-86: paid Kata belong here.
func TestWhatIsPaidOtherwiseCountsAmongThem(t *testing.T) {
	for _, c := range []struct{ row, play, purse, left string }{
		{"command: 1, gold: 3, traits: [mercenary hire]", "mercenary hire > Spears", "gold", "1"},
		{"command: 1, faith: 1, traits: [blessing]", "blessing > Spears", "faith", "0"},
	} {
		b := setup{us: []man{{name: "Chobei", row: c.row}, squad("Spears", spearmen, 5, "Chobei", "")}, them: []man{{name: "Kojiro"}}}.begin(t)
		b.edit("Spears wounds=3")
		b.play(c.play)
		if used := seatOf(t, b, "Chobei").zeroUses & zeroCountMask; used != 1 {
			t.Errorf("%s: uses %d, want 1", c.play, used)
		}
		b.wantSheet("Chobei", c.purse, c.left)
		b.lull()
		b.edit("Spears wounds=3")
		b.refuses(c.play) // not enough left
	}
	b := setup{us: []man{{name: "Musashi", row: "traits: [open the collar]"}}, them: []man{{name: "Kojiro", row: "armour: light"}}}.begin(t)
	b.play("horizontal cut > Kojiro", d{1, 3})
	b.wantOptions("open the collar > Kojiro", "let it be")
	b.wantCost("open the collar > Kojiro", 0)
	b.play("open the collar > Kojiro")
	b.wantCheck("attack", -2, 12)
	b.wantNumber("Musashi", "defense", 7)
	b.play(d{1, 3})
	b.wantWaits("Musashi decides")
	b.wantNumber("Musashi", "energy", 8)
	b.play("horizontal cut > Kojiro", d{1, 3})
	b.wantWaits("Musashi decides")
	b.offers("end the breath") // not asked again this round
	if used := seatOf(t, b, "Musashi").zeroUses & zeroCountMask; used != 1 {
		t.Errorf("uses %d, want 1", used)
	}
}

// A row may take its 0 from a source on the list and from no other.
// EB-59: only sources on the closed list may be 0 Energy; a new one must be added first.
func TestOnlyAListedSourceIsZeroEnergy(t *testing.T) {
	refusedRow(t, "zero: {source: goodwill, trigger: own breath, limit: round, pays: none, does: boost}",
		`unknown source "goodwill": want one of kata, control, reservation, transfer, stance release`)
	refusedRow(t, "zero: {source: transfer, trigger: own breath, limit: round, pays: none, does: boost}",
		`source "transfer" for what does "boost": want control for control, kata for all else a row can do`)
	refusedRow(t, "zero: {source: kata, trigger: after own miss, limit: round, pays: none, does: strike, bonus: 10}", `bonus 10: want -9 to 9`)
	refusedRow(t, "kata: {name: gift of air, energy: 0, check: courage}", `energy 0: want 1 to 9; what may take none is a trait whose zero: block says source`)
}

// refusedRow is a trait that check refuses, with these words among others.
func refusedRow(t *testing.T, trait, want string) {
	t.Helper()
	_, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\ntraits:\n  odd: {"+trait+"}\n"))
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s\ngot error  %v\nwant %s", trait, err, want)
	}
}

// Each names its source label, for whoever reads the row.
// EB-60: each 0-Energy effect names its source label.
func TestEveryZeroEnergyRowNamesItsSource(t *testing.T) {
	refusedRow(t, "zero: {trigger: own breath, limit: round, pays: none, does: boost}", "0 Energy and no source: want")
	for name, row := range rows.DefaultBook().Traits {
		if row.Zero != nil && row.Zero.Source != "kata" && row.Zero.Source != "control" {
			t.Errorf("%s has the source %q", name, row.Zero.Source)
		}
	}
}

// Words make nothing 0: a technique that is called free costs what it says.
// EB-61: words like free, no cost, immediate do not make a maneuver 0 Energy.
func TestWordsMakeNothingZero(t *testing.T) {
	sc := setup{us: []man{{name: "Musashi", row: "weapons: [air]"}}, them: []man{{name: "Kojiro"}},
		rows: "weapons: {air: {family: blade, skill: swordsmanship, notes: 'Immediate, free, at no cost.', attack: [{name: free cut, energy: 2, check: courage}]}}"}
	b := sc.begin(t)
	b.wantCost("free cut > Kojiro", 2)
	b.play("free cut > Kojiro", d{1, 2})
	b.wantNumber("Musashi", "energy", 8)
}

// A row says its trigger, its limit and its price too, or it is refused.
// EB-122: every 0-Energy effect must state its trigger, its limit and its permitted source.
func TestAZeroEnergyRowStatesTriggerLimitAndPrice(t *testing.T) {
	whole := map[string]string{"source": "kata", "trigger": "own breath", "limit": "round", "pays": "none", "does": "boost"}
	row := func(change, to string) string {
		text := "zero: {"
		for _, key := range []string{"source", "trigger", "limit", "pays", "does"} {
			value := whole[key]
			if key == change {
				value = to
			}
			if value != "" {
				text += key + ": " + value + ", "
			}
		}
		return strings.TrimSuffix(text, ", ") + "}"
	}
	for key := range whole {
		refusedRow(t, row(key, ""), fmt.Sprintf("0 Energy and no %s: want", key))
	}
	refusedRow(t, row("trigger", "whenever"), `unknown trigger "whenever": want one of own breath, after a parry, after own miss`)
	refusedRow(t, row("limit", "day 2"), `unknown limit "day": want one of round, fight`)
	refusedRow(t, row("limit", "fight"), `limit "fight": want round or none alone, the others with a number`)
	refusedRow(t, row("pays", "gold"), `pays "gold": want round or none alone, the others with a number`)
	refusedRow(t, row("pays", "gold -1"), `pays "gold -1": want gold and a number from 1 to 15`)
	refusedRow(t, row("pays", "honour 1"), `unknown pays "honour": want one of none, gold, faith, exposed`)
	refusedRow(t, row("does", "win"), `unknown does "win": want one of strike, order, control, head, domination, boost, cleanse`)
	refusedRow(t, row("does", "strike"), `"strike" own breath: want a strike after a parry or a miss, all else in its own breath`)
	if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\ntraits:\n  odd: {"+row("", "")+"}\n")); err != nil {
		t.Errorf("a whole row: %v", err)
	}
}

// A parry of one's own blade that succeeds may be followed by a strike, for nothing, at -2, once a round.
// EB-86: some capstone counters belong here.
func TestTheBladeThatWasAlreadyThere(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 9, traits: [blade that was already there]"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.play("horizontal cut > Musashi", d{6, 7}, "parry (improvised)", d{9, 8})
	b.wantWaits("Musashi decides")
	b.wantOptions("blade that was already there > Kojiro", "let it be")
	b.play("blade that was already there > Kojiro")
	b.wantCheck("attack", -2, 10)
	b.wantEvents("counter", rules.Event{Seat: "Musashi", At: "Kojiro", What: "horizontal cut", With: "uchigatana", Of: "blade"})
	b.play(d{9, 8})
	b.wantWaits("Kojiro decides") // he may answer it like any blow
	b.play("take the blow")
	b.wantNumber("Kojiro", "wounds", 2)
	b.wantWaits("Kojiro decides") // his breath goes on
	b.play("horizontal cut > Musashi", d{6, 7}, "parry (improvised)", d{9, 8})
	b.wantWaits("Kojiro decides") // once a round
}

// A blessing is two on the next attack or defence roll, and no longer than the lull.
//
func TestABlessing(t *testing.T) {
	sc := setup{us: []man{{name: "Hafuri", row: "energy: 12, traits: [blessing], faith: 4"}, {name: "Musashi"}}, them: []man{{name: "Kojiro", row: "energy: 9"}}}
	b := sc.begin(t)
	b.play("blessing > Musashi", "end the breath")
	b.wantSheet("Musashi", "under a", "blessing")
	b.play("close the round", "horizontal cut > Kojiro")
	b.wantCheck("attack", 2, 10)
	b.play(d{1, 3}, "horizontal cut > Kojiro")
	b.wantCheck("attack", 0, 10)

	b = sc.begin(t)
	b.play("blessing > Musashi", "end the breath", "close the round", "close the round", "horizontal cut > Musashi", d{9, 8}, "parry (improvised)")
	b.wantCheck("defense", 2, 17)

	b = sc.begin(t)
	b.play("blessing > Musashi")
	b.lull()
	b.wantSheet("Musashi", "under a", "")
}

// Clear water washes off what lays open, what exposes and what bleeds.
//
func TestClearingTheWaters(t *testing.T) {
	b := setup{us: []man{{name: "Hafuri", row: "energy: 12, traits: [clear the waters], faith: 2"}, {name: "Musashi"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.refuses("clear the waters > Musashi")
	for _, ill := range []string{"+bleeding", "+shaken"} { // each of them alone
		one := setup{us: []man{{name: "Hafuri", row: "energy: 12, traits: [clear the waters], faith: 2"}, {name: "Musashi"}}, them: []man{{name: "Kojiro"}}}.begin(t)
		one.edit("Musashi " + ill)
		one.play("clear the waters > Musashi")
		one.wantNumber("Musashi", "defense", 10)
		one.wantSheet("Musashi", "is", "")
		one.refuses("clear the waters > Musashi")
	}
	one := setup{us: []man{{name: "Hafuri", row: "energy: 12, traits: [clear the waters], faith: 2"}, {name: "Musashi", row: "energy: 9"}},
		them: []man{{name: "Kojiro", row: "energy: 14, weapons: [suyari]"}}}.begin(t)
	one.play("check > Musashi", d{9, 8}, "take the blow", "end the breath")
	one.until("Hafuri counts")
	one.wantNumber("Musashi", "defense", 8)
	one.play("clear the waters > Musashi")
	one.wantNumber("Musashi", "defense", 10)
	b.edit("Musashi +bleeding", "Musashi +shaken")
	b.wantNumber("Musashi", "defense", 6)
	b.play("clear the waters > Musashi")
	b.wantNumber("Musashi", "defense", 10)
	b.wantSheet("Musashi", "is", "")
	b.wantSheet("Hafuri", "faith", "0")
}

// Silver among the enemy's men loosens their hold on a zone by two, till the lull.
//
func TestScatteredSilver(t *testing.T) {
	b := setup{zones: fields, us: []man{{name: "Chobei", row: "gold: 2, skills: {bribery: 3}, traits: [scatter silver]", zone: "first front"}},
		them: []man{{name: "Kojiro", row: "grade: elite", zone: "second front"}}}.begin(t)
	b.offers("break through > second front")
	b.refuses("scatter silver > first front", "scatter silver > second rear")
	hold := func() int {
		sys, s, _ := fight.At[State](b.f)
		return sys.(*Game).roundedDomination(&s, 1, zoneSecondFront)
	}
	if hold() != 4 {
		t.Fatalf("an elite holds %d, want 4", hold())
	}
	b.play("scatter silver > second front")
	if hold() != 2 {
		t.Errorf("silver leaves %d, want 2", hold())
	}
	b.lull()
	if hold() != 4 {
		t.Errorf("after the lull %d, want 4", hold())
	}
}

// Gold buys a man back into a squad within order, never above its start.
//
func TestMercenaryHire(t *testing.T) {
	b := setup{us: []man{{name: "Chobei", row: "command: 1, gold: 4, traits: [mercenary hire]"},
		squad("Spears", "grade: veteran, weapons: [yari]", 3, "Chobei", "")}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.refuses("mercenary hire > Spears")
	b.edit("Spears wounds=3")
	b.wantNumber("Spears", "heads", 2)
	b.play("mercenary hire > Spears")
	b.wantEvents("heads", rules.Event{Seat: "Spears", N: 1, Left: 3, OK: true})
	b.wantSheet("Spears", "wounds", "5 of 6")
}

// What wounds everybody in a zone takes twice as much of a squad, or as the house says.
//
func TestWhatWoundsAZoneTakesMoreOfASquad(t *testing.T) {
	for area, want := range map[string]int8{"1": 3, "2": 6, "4": 12} {
		sc := theLine("", "")
		sc.rulings = "{area: " + area + "}"
		sys, _, _ := fight.At[State](sc.begin(t).f)
		g := sys.(*Game)
		if squad, man := g.areaWounds(1, 3), g.areaWounds(0, 3); squad != want || man != 3 {
			t.Errorf("area %s: 3 Wounds take %d of a squad and %d of a man, want %d and 3", area, squad, man, want)
		}
	}
}

// A blessing waits for the squad's own blow at an order: set spears thrust without it, as stances do.
//
func TestABlessingWaitsForTheOrderedBlow(t *testing.T) {
	sc := theLine("", "energy: 9")
	sc.us[0].row = "command: 2, faith: 2, traits: [blessing]"
	b := sc.begin(t)
	b.play("blessing > Spears", "order Spears: spear wall", "end the breath")
	b.until("Kojiro counts")
	b.play("horizontal cut > Spears")
	b.wantCheck("attack", 1-1, 10)
	b.play(d{1, 3}, d{1, 3})
	b.wantSheet("Spears", "under a", "blessing")
	b.until("Musashi counts")
	b.play("order Spears: strike > Levies")
	b.wantCheck("attack", 1-1+2, 10)
	b.play(d{1, 3})
	b.wantSheet("Spears", "under a", "")
}

// What a zero: block may say is on closed lists, and its parts belong together.
// EB-59, EB-122.
func TestWhatAZeroBlockMaySay(t *testing.T) {
	for _, zero := range []string{
		"source: kata, trigger: own breath, limit: fight 1, pays: gold 15, does: order",
		"source: kata, trigger: own breath, limit: fight 15, pays: faith 1, does: head",
		"source: kata, trigger: own breath, limit: round, pays: exposed 3, does: cleanse",
		"source: kata, trigger: own breath, limit: round, pays: none, does: domination",
		"source: kata, trigger: after a parry, limit: round, pays: none, does: strike, bonus: 9",
		"source: kata, trigger: after own miss, limit: round, pays: none, does: strike, bonus: -9",
		"source: control, trigger: own breath, limit: round, pays: none, does: control",
	} {
		if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\ntraits:\n  odd: {zero: {"+zero+"}}\n")); err != nil {
			t.Errorf("{%s}: %v", zero, err)
		}
	}
	for zero, want := range map[string]string{
		"source: kata, trigger: own breath, limit: round 2, pays: none, does: boost":               `limit "round 2": want round or none alone, the others with a number`,
		"source: kata, trigger: own breath, limit: round, pays: none 1, does: boost":               `pays "none 1": want round or none alone, the others with a number`,
		"source: kata, trigger: own breath, limit: fight 0, pays: none, does: boost":               `limit "fight 0": want fight and a number from 1 to 15`,
		"source: kata, trigger: own breath, limit: fight 16, pays: none, does: boost":              `limit "fight 16": want fight and a number from 1 to 15`,
		"source: kata, trigger: own breath, limit: round, pays: exposed, does: boost":              `pays "exposed": want round or none alone, the others with a number`,
		"source: kata, trigger: after a parry, limit: round, pays: none, does: boost":              `"boost" after a parry: want a strike after a parry or a miss, all else in its own breath`,
		"source: kata, trigger: after own miss, limit: round, pays: none, does: order":             `"order" after own miss: want a strike after a parry or a miss, all else in its own breath`,
		"source: control, trigger: own breath, limit: round, pays: none, does: boost":              `source "control" for what does "boost": want control for control, kata for all else a row can do`,
		"source: kata, trigger: own breath, limit: round, pays: none, does: control":               `source "kata" for what does "control": want control for control, kata for all else a row can do`,
		"source: reservation, trigger: own breath, limit: round, pays: none, does: boost":          `source "reservation" for what does "boost": want control for control, kata for all else a row can do`,
		"source: kata, trigger: after a parry, limit: round, pays: none, does: strike, bonus: -10": `bonus -10: want -9 to 9`,
	} {
		refusedRow(t, "zero: {"+zero+"}", want)
	}
}

// One combatant knows three Kata of 0 Energy and no more; the control of its units is none of the three.
//
func TestThreeKataOfZeroEnergy(t *testing.T) {
	four := []string{"blessing", "clear the waters", "one voice", "open the collar"}
	load := func(traits ...string) error {
		sc := setup{us: []man{{name: "Hafuri", row: "faith: 4, command: 1, traits: [shikigami command, " + strings.Join(traits, ", ") + "]"}, {name: "Musashi"}},
			them: []man{{name: "Kojiro"}}}
		_, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
		return err
	}
	if err := load(four[:3]...); err != nil {
		t.Errorf("three: %v", err)
	}
	if err := load(four...); err == nil || !strings.Contains(err.Error(), "Hafuri knows more than 3 Kata of 0 Energy: want at most three") {
		t.Errorf("four: %v", err)
	}
}

// A strike after a parry or a miss is the main weapon's Attack A: with it in hand, in its reach, after its own parry.
//
func TestWhatAStrikeOfZeroEnergyTakes(t *testing.T) {
	them := []man{{name: "Kojiro", row: "energy: 12"}}
	for _, c := range []struct {
		says  string
		sc    setup
		steps []any
		asked bool
	}{
		{"the main weapon has parried", setup{us: []man{{name: "Musashi", row: "weapons: [uchigatana, wakizashi], traits: [blade that was already there]"}},
			them: them},
			[]any{"horizontal cut > Musashi", d{6, 7}, "parry (improvised)", d{9, 8}}, true},
		{"the side arm has parried", setup{us: []man{{name: "Musashi", row: "weapons: [uchigatana, wakizashi], traits: [blade that was already there]"}}, them: them},
			[]any{"horizontal cut > Musashi", d{6, 7}, "short parry (improvised)", d{9, 8}}, false},
		{"a weapon without an attack", setup{us: []man{{name: "Musashi", row: "weapons: [jingasa], traits: [blade that was already there]"}}, them: them},
			[]any{"horizontal cut > Musashi", d{6, 7}, "war-hat catch (improvised)", d{9, 8}}, false},
		{"it lies on the ground", setup{us: []man{{name: "Musashi", row: "energy: 13, traits: [open the collar]"}}, them: them,
			more: "now: {round: 1, waits for: count, seat: Musashi, seats: {Musashi: {energy: 13, wounds: 3, dropped: [uchigatana]}, Kojiro: {energy: 12, wounds: 3}}}"},
			[]any{"strike > Kojiro", d{1, 3}}, false},
		{"a shot", setup{us: []man{{name: "Musashi", row: "energy: 13, weapons: [yumi], traits: [open the collar]"}}, them: them},
			[]any{"loose > Kojiro", d{1, 3}}, false},
		{"a blow on both", setup{us: []man{{name: "Musashi", row: "energy: 13, traits: [open the collar]"}}, them: them}, []any{"thrust > Kojiro", d{1, 3}}, true},
		{"a parry in a duel, in reach", setup{us: []man{{name: "Musashi", row: "traits: [blade that was already there]"}},
			them: them, more: "duel: {start: issoku itto}"},
			[]any{"horizontal cut > Musashi", d{6, 7}, "parry (improvised)", d{9, 8}}, true},
		{"a parry in a duel, out of reach", setup{us: []man{{name: "Musashi", row: "weapons: [tanto], traits: [blade that was already there]"}},
			them: them, more: "duel: {start: issoku itto}"},
			[]any{"horizontal cut > Musashi", d{9, 8}, "slip aside (improvised)", d{10, 10}}, false},
	} {
		b := c.sc.begin(t)
		b.play(c.steps...)
		if got := b.can("let it be"); got != c.asked {
			t.Errorf("%s: asked %v, want %v; the fight waits for %s", c.says, got, c.asked, b.waits())
		}
	}
}

// In a duel the strike after a parry is as much worse for the distance as any: from a rung outside its band 2.
// MA-15, R-149.
func TestAStrikeAfterAParryMindsTheDistance(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "weapons: [kodachi], traits: [blade that was already there]"}},
		them: []man{{name: "Kojiro", row: "energy: 12"}}, more: "duel: {start: issoku itto}"}.begin(t)
	b.play("horizontal cut > Musashi", d{4, 7}, "emergency dodge (improvised)", d{9, 8}, "blade that was already there > Kojiro")
	b.wantCheck("attack", -4-2-2, 10)
}

// What a row of a unit or a squad knows of this kind nobody uses: they strike at another's word.
//
func TestAUnitOpensNoCollar(t *testing.T) {
	sc := theStrings("command: 1")
	sc.us[1].row += ", traits: [open the collar]"
	sc.us = append(sc.us, squad("Spears", spearmen+", traits: [open the collar]", 4, "Seimei", "first front"))
	b := sc.begin(t)
	b.play("command Tiger: rend > Kojiro", d{1, 3})
	b.wantWaits("Seimei decides")
	b.play("order Spears: strike > Kojiro", d{1, 3})
	b.wantWaits("Seimei decides")
}

// Clear water puts out fire and does nothing against exhaustion, which alone is not worth its price.
//
func TestWhatWaterWashesOff(t *testing.T) {
	sc := setup{us: []man{{name: "Hafuri", row: "traits: [clear the waters], faith: 2"},
		{name: "Seimei", row: "skills: {sorcery: 3}, caster: {mode: spells, dan: 1, class: onmyoji, lists: [{skill: sorcery, since: 1}], known: [great fireball, talisman bullet, talisman knot]}"}},
		them: []man{{name: "Kojiro"}}}
	sys, s, _ := fight.At[State](sc.begin(t).f)
	g := sys.(*Game)
	const hafuri, seimei = 0, 1
	for _, c := range []struct {
		says  string
		ill   func(s *State)
		helps bool
		left  flags
	}{
		{"nothing", func(s *State) {}, false, 0},
		{"fire", func(s *State) { s.marks[seimei] |= markBurning }, true, 0},
		{"bleeding", func(s *State) { s.seats[seimei].flags |= isBleeding }, true, 0},
		{"a failed overload", func(s *State) { s.seats[seimei].flags |= isSpent }, true, 0},
		{"exposure", func(s *State) { s.seats[seimei].exposed = 1 }, true, 0},
		{"exhaustion", func(s *State) { s.seats[seimei].flags |= isSpent; s.casters[0].flags |= exhaustedNow }, false, isSpent},
		{"exhaustion and a fumble", func(s *State) { s.seats[seimei].flags |= isSpent | isShaken; s.casters[0].flags |= exhaustedNow }, true, isSpent},
	} {
		now := s
		c.ill(&now)
		if got := g.helpsAlly(&now, hafuri, seimei, kataCleanse); got != c.helps {
			t.Errorf("%s: water helps %v, want %v", c.says, got, c.helps)
		}
		g.cleanse(&now, seimei, nil)
		if x := now.seats[seimei]; x.flags&(isDefenseless|isBleeding) != c.left || x.exposed != 0 || now.marks[seimei] != 0 {
			t.Errorf("%s: after the water %+v, marks %b", c.says, x, now.marks[seimei])
		}
	}
}

// Silver on the ground is no gate and no fire, on whosever side.
//
func TestSilverIsNoGate(t *testing.T) {
	for side := range rules.Side(2) {
		l := silverOn(side)
		if l.fire() != 0 || l.gate(0) != 0 || l.gate(1) != 0 || l&silverOn(1-side) != 0 || l == 0 {
			t.Errorf("silver of side %d: fire %d, gates %d and %d", side, l.fire(), l.gate(0), l.gate(1))
		}
	}
}
