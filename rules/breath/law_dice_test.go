package breath

import (
	"math"
	"testing"

	"kokyu/rules/rulestest"
)

// The dice: how often they show what, what comes of it, and a Lord who shifts them.

// of a hundred throws of two dice, as many lead to each consequence as a table counts with real dice: a check that is
// made or not, a double that is a critical or a Fumble, a total of 20, a blow that kills, an exact parry, a near miss, a tie
// of half-steps.
// EB-42, MA-09.
func TestTheDiceAreCountedByWhatComesOfThem(t *testing.T) {
	const able = "courage: 4, finesse: 4, physique: 3, energy: 16, wounds: 4"
	const master = "courage: 6, finesse: 6, physique: 6, energy: 16, skills: {swordsmanship: 5, footwork: 5}"
	for name, sc := range map[string]setup{
		"a scene": {us: []man{{name: "Musashi", row: able + ", weapons: [nodachi, dagger]"}, {name: "Hanzo", row: able + ", weapons: [kanabo]"}},
			them: []man{{name: "Kojiro", row: able + ", weapons: [suyari]"}, {name: "Gonta", row: "weapons: [staff]"}}},
		"no Mandate": {us: []man{{name: "Musashi", row: able}}, them: []man{{name: "Kojiro", row: able}}, rulings: "{mandate: off, retribution: off}"},
		"the zones": {us: []man{{name: "Musashi", row: able, zone: "first front"}, {name: "Hanzo", row: able + ", weapons: [yumi]", zone: "first rear"}},
			them: []man{{name: "Kojiro", row: able, zone: "core"}, {name: "Gonta", row: able + ", weapons: [teppo, ninjato]", zone: "second rear"}}, zones: everywhere},
		"a great cut":  {us: []man{{name: "Musashi", row: able + ", weapons: [nodachi]"}}, them: []man{{name: "Kojiro", row: "energy: 1, wounds: 9"}}},
		"a master":     {us: []man{{name: "Musashi", row: master}}, them: []man{{name: "Kojiro", row: "weapons: [unarmed]"}}},
		"fate":         {us: []man{{name: "Musashi", row: able + ", fate: 1"}}, them: []man{{name: "Kojiro", row: "weapons: [suyari]"}}, rulings: "{fate: on}"},
		"the ladder":   ladderStage("", able, able+", weapons: [suyari]"),
		"uneven steps": ladderStage("start: far range", "finesse: 5, energy: 14", "finesse: 1"),
		"slow steps":   ladderStage("start: far range", "energy: 20", "finesse: 4, energy: 1"),
		"locked":       ladderStage("start: close fighting", able+", weapons: [wakizashi]", "courage: 4, finesse: 4, energy: 14, wounds: 4, weapons: [wakizashi]"),
		"a long blow":  ladderStage("start: near range", able+", weapons: [nodachi]", "courage: 3, finesse: 3, energy: 12, guard: 2, wounds: 4"),
		"squads":       theLine("energy: 12", "energy: 11, presence: 1, skills: {swordsmanship: 1, intimidation: 3}, traits: [roar]"),
		"units":        theStrings(""),
		"spells": {us: []man{{name: "Seimei", row: mageOf(lights,
			"great fireball, talisman knot, paper shackle, eight-petal lotus, talisman burst, butterfly dream, goma flame king")}},
			them: []man{{name: "Ren", row: mageOf(barrows, "returning mirror, foreseen blow, the open moment, hour of the rat, four-stake ring")},
				{name: "Jubei", row: able}}},
		"far better": ladderStage("start: close fighting", master, "physique: 1"),
	} {
		t.Run(name, func(t *testing.T) {
			g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
			if err != nil {
				t.Fatal(err)
			}
			rulestest.Run(t, g, rulestest.Options[State]{Walks: 6, Looks: 250, Only: []string{"walks", "odds", "fine", "dice"}})
		})
	}
}

// a check without doubles is made as often as two dice show what it needs, from always to never.
//
func TestAPlainCheckIsMadeAsOftenAsTheDiceShowIt(t *testing.T) {
	for stray, want := range map[string]float64{"2": 1, "3": 0.99, "4": 0.97, "11": 0.55, "19": 0.03, "20": 0.01, "21": 0} {
		b := setup{us: []man{{name: "Yoichi", row: "weapons: [yumi], energy: 12", zone: "first front"}, {name: "Hanbei", zone: "core"}},
			them: []man{{name: "Kojiro", zone: "core"}}, zones: everywhere, rulings: `{stray: "` + stray + `"}`}.begin(t)
		b.play("loose > Kojiro", d{1, 2})
		struck, all := 0.0, 0.0
		for _, o := range b.f.Outcomes() {
			all += o.P
			after, err := b.f.After(o.Action)
			if err != nil {
				t.Fatal(err)
			}
			if (&bout{t: t, f: after}).wounds("Hanbei") == 2 {
				struck += o.P
			}
		}
		if math.Abs(struck-want) > 1e-12 || math.Abs(all-1) > 1e-12 {
			t.Errorf("stray at %s: Hanbei is struck with the chance %v of %v, want %v of 1", stray, struck, all, want)
		}
	}
}

// the 55 throws a table tells apart are told by their faces, each with its sum and its chance.
func TestFacesAreToldAsTheyLie(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "fate: 1"}}, them: []man{{name: "Kojiro"}}, rulings: "{fate: on}"}.begin(t)
	b.play("horizontal cut > Kojiro")
	met := map[d]bool{}
	for _, o := range b.f.Outcomes() {
		lo, hi := int(o.With), int(o.To)
		met[d{lo, hi}] = true
		want := rollAction(int8(lo+hi), lo == hi)
		want.With, want.To = o.With, o.To
		if lo < 1 || lo > hi || hi > 10 || o.Action != want || o.P != map[bool]float64{true: 0.01, false: 0.02}[lo == hi] {
			t.Errorf("%+v, want %+v", o, want)
		}
	}
	if len(met) != 55 {
		t.Errorf("%d throws, want 55", len(met))
	}
}

// one die by one face, either of them, up or down, and no face is below 1 or above 10; the dice may lie.
// the shifted faces are the faces.
func TestALordShiftsOneDieByOne(t *testing.T) {
	for dice, want := range map[d][]string{
		{4, 6}:   {"let 4 and 6 lie", "shift fate to 3 and 6", "shift fate to 5 and 6", "shift fate to 4 and 5", "shift fate to 4 and 7"},
		{1, 2}:   {"let 1 and 2 lie", "shift fate to 2 and 2", "shift fate to 1 and 1", "shift fate to 1 and 3"},
		{10, 10}: {"let 10 and 10 lie", "shift fate to 9 and 10"},
		{9, 9}:   {"let 9 and 9 lie", "shift fate to 8 and 9", "shift fate to 9 and 10"},
		{9, 10}:  {"let 9 and 10 lie", "shift fate to 8 and 10", "shift fate to 10 and 10", "shift fate to 9 and 9"},
		{1, 1}:   {"let 1 and 1 lie", "shift fate to 1 and 2"},
	} {
		b := setup{us: []man{{name: "Musashi", row: "fate: 1"}}, them: []man{{name: "Kojiro"}}, rulings: "{fate: on}"}.begin(t)
		b.play("horizontal cut > Kojiro", dice)
		b.wantOptions(want...)
	}
}

// as often a fight as the lord's Fate says, and dice that lie cost nothing.
func TestFateIsUsedUp(t *testing.T) {
	for fate, row := range []string{"fate: 0", "fate: 1", "fate: 2", "fate: 3"} {
		b := setup{us: []man{{name: "Musashi", row: row + ", energy: 20"}}, them: []man{{name: "Kojiro"}}, rulings: "{fate: on}"}.begin(t)
		used := 0
		for range 5 {
			b.play("horizontal cut > Kojiro", d{4, 1})
			if b.waits() == "Musashi decides" && b.words()[0] == "let 1 and 4 lie" {
				if used == 0 {
					b.play("let 1 and 4 lie", "horizontal cut > Kojiro", d{4, 1})
				}
				b.play("shift fate to 1 and 5")
				used++
			}
			b.play("end the breath")
			b.edit("Musashi energy=20")
		}
		if want := max(fate, 1); used != want { // at least once
			t.Errorf("%s: %d dice shifted, want %d", row, used, want)
		}
	}
}

// only the lord whose dice they are is asked, whatever they are for: a blow, an answer, a strain; K-12: not in a contest.
func TestFateIsAskedOfWhoThrew(t *testing.T) {
	fated := setup{us: []man{{name: "Musashi", row: "energy: 12, grade: elite"}}, them: []man{{name: "Kojiro", row: "fate: 1"}}, rulings: "{fate: on}"}
	b := fated.begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantWaits("Kojiro decides")
	b.wantOptions("parry (improvised)", "take the blow")
	b.play("parry (improvised)", d{9, 7})
	b.wantWaits("Kojiro decides")
	b.offers("let 7 and 9 lie")
	b.play("shift fate to 8 and 9")
	b.wantNumber("Kojiro", "wounds", 3) // 17 against 17
	b = setup{us: []man{{name: "Musashi", row: "fate: 1"}}, them: []man{{name: "Kojiro"}}, rulings: "{fate: on}"}.begin(t)
	b.play("reserve parry", "reserve parry", "reserve parry", "reserve parry", "reserve parry", "reserve parry", d{5, 6})
	b.wantOptions("let 5 and 6 lie", "shift fate to 4 and 6", "shift fate to 5 and 5", "shift fate to 6 and 6", "shift fate to 5 and 7")
	b.play("shift fate to 6 and 6")
	b.wantSheet("Musashi", "is", "strained") // 12 - 1 is 11
	sc := ladderStage("", first+", fate: 1", "")
	sc.rulings = "{fate: on}"
	b = sc.begin(t)
	b.play("half-step in", "resist", dd{9, 8, 1, 2})
	b.wantDistance("near range")
}

// A Prophecy that reads the air lets its caster shift one die of its own throws by one, once in the fight, after what Fate a Lord
// has of its own.
func TestTheAirIsReadOnce(t *testing.T) {
	for _, c := range []struct {
		rulings, fate string
		shifts        int
	}{{"", "", 1}, {"{fate: on}", ", fate: 1", 2}, {"{fate: on}", ", fate: 2", 3}} {
		b := setup{us: []man{{name: "Seimei", row: mageOf(barrows, "air-current sense") + c.fate, line: "before: [air-current sense]"}},
			them: []man{{name: "Kojiro", row: "grade: veteran, wounds: 9"}}, rulings: c.rulings}.begin(t)
		for n := range c.shifts {
			b.play("horizontal cut > Kojiro", d{4, 3})
			b.wantWaits("Seimei decides")
			b.wantOptions("let 3 and 4 lie", "shift fate to 2 and 4", "shift fate to 4 and 4", "shift fate to 3 and 3", "shift fate to 3 and 5")
			if n == 0 {
				b.play("let 3 and 4 lie", "horizontal cut > Kojiro", d{4, 3}) // what is not used is not used up
			}
			b.play("shift fate to 2 and 4")
			if b.waits() == "Seimei decides" {
				b.play("end the breath")
			}
			if b.waits() == "Kojiro counts" {
				b.play("horizontal cut > Seimei", d{1, 2}) // nobody else reads it
				b.wantWaits("Kojiro decides")
				b.play("end the breath")
			}
		}
		b.until("Seimei counts")
		b.play("horizontal cut > Kojiro", d{4, 3})
		if _, ok := b.option("let 3 and 4 lie"); ok {
			t.Errorf("rulings %q%s: a shift more than %d", c.rulings, c.fate, c.shifts)
		}
	}
}
