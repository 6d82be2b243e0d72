package breath

import (
	"math"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// Laws of what seldom comes up: found by changing rule lines one at a time, each of these fails where a law would be broken
// unseen.

// of a hundred throws of two dice, as many lead to each consequence as a table counts with real dice: a check that is
// made or not, a double that is a critical or a Fumble, a total of 20, a blow that kills, an exact parry, a near miss, a tie
// of half-steps.
// EB-42, MA-09.
func TestTheDiceAreCountedByWhatComesOfThem(t *testing.T) {
	const able = "courage: 4, finesse: 4, physique: 3, energy: 16, wounds: 4"
	const master = "courage: 6, finesse: 6, physique: 6, energy: 16, skills: {swordsmanship: 5, footwork: 5}"
	for name, sc := range map[string]stage{
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
		"far better":   ladderStage("start: close fighting", master, "physique: 1"),
	} {
		t.Run(name, func(t *testing.T) {
			g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
			if err != nil {
				t.Fatal(err)
			}
			rulestest.Run(t, g, rulestest.Options[State]{Walks: 6, Looks: 250, Only: []string{"walks", "odds", "fine", "dice"}})
		})
	}
}

// one die by one face, either of them, up or down, and no face is below 1 or above 10; the dice may lie.
// the shifted faces are the faces.
func TestALordShiftsOneDieByOne(t *testing.T) {
	for dice, want := range map[d][]string{
		{4, 6}:   {"let 4 and 6 lie", "shift fate to 3 and 6", "shift fate to 5 and 6", "shift fate to 4 and 5", "shift fate to 4 and 7"},
		{1, 2}:   {"let 1 and 2 lie", "shift fate to 2 and 2", "shift fate to 1 and 1", "shift fate to 1 and 3"},
		{10, 10}: {"let 10 and 10 lie", "shift fate to 9 and 10"},
		{1, 1}:   {"let 1 and 1 lie", "shift fate to 1 and 2"},
	} {
		b := stage{us: []man{{name: "Musashi", row: "fate: 1"}}, them: []man{{name: "Kojiro"}}, rulings: "{fate: on}"}.begin(t)
		b.play("horizontal cut > Kojiro", dice)
		b.wantOptions(want...)
	}
}

// as often a fight as the lord's Fate says, and dice that lie cost nothing.
func TestFateIsUsedUp(t *testing.T) {
	for fate, row := range []string{"fate: 0", "fate: 1", "fate: 2", "fate: 3"} {
		b := stage{us: []man{{name: "Musashi", row: row + ", energy: 20"}}, them: []man{{name: "Kojiro"}}, rulings: "{fate: on}"}.begin(t)
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
	fated := stage{us: []man{{name: "Musashi", row: "energy: 12, grade: elite"}}, them: []man{{name: "Kojiro", row: "fate: 1"}}, rulings: "{fate: on}"}
	b := fated.begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantWaits("Kojiro decides")
	b.wantOptions("parry (improvised)", "take the blow")
	b.play("parry (improvised)", d{9, 7})
	b.wantWaits("Kojiro decides")
	b.offers("let 7 and 9 lie")
	b.play("shift fate to 8 and 9")
	b.wantNumber("Kojiro", "wounds", 3) // 17 against 17
	b = stage{us: []man{{name: "Musashi", row: "fate: 1"}}, them: []man{{name: "Kojiro"}}, rulings: "{fate: on}"}.begin(t)
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

// EB-37: each further reservation is paid, and stands until one's next breath: no more than nine of a weapon are kept.
func TestNineReservationsStand(t *testing.T) {
	b := stage{us: []man{{name: "Musashi", row: "energy: 20, traits: [boundless]"}}, them: []man{{name: "Kojiro"}}, rows: "traits: {boundless: {limit: 20}}"}.begin(t)
	for range 9 {
		b.play("reserve parry")
	}
	b.wantSheet("Musashi", "reserved", "parry x9")
	b.refuses("reserve parry")
}

// the strain of a maneuver holds though its target is gone before it is made: a GM has taken it away. The breath ends
// as it would have.
func TestABlowAtNobodyIsOverAtOnce(t *testing.T) {
	b := stage{us: []man{{name: "Musashi", row: "energy: 14"}}, them: []man{{name: "Kojiro"}, {name: "Gonta"}}}.begin(t)
	b.play("reserve parry", "reserve parry", "reserve parry", "reserve parry", "horizontal cut > Kojiro")
	b.wantWaits("Musashi rolls overload")
	b.edit("Kojiro wounds=0")
	b.play(d{9, 8})
	b.wantWaits("Gonta counts")
	b.wantSheet("Musashi", "is", "strained")
	b.wantNumber("Musashi", "energy", 8)
}

// The word of the table ends a fight: who concedes has lost.
func TestWhoConcedesHasLost(t *testing.T) {
	for team, winner := range map[string]string{"us": "them", "them": "us"} {
		b := duel(t, "", "")
		if _, err := b.f.Concede(team, "enough"); err != nil {
			t.Fatal(err)
		}
		b.wantWaits("over")
		if side, draw, over := b.f.Winner(); draw || !over || []string{"us", "them"}[side] != winner {
			t.Errorf("%s concede: side %d wins (draw %t, over %t), want %s", team, side, draw, over, winner)
		}
	}
}

// R-76, MA-46: in sparring a Wound is a point for the other one, bleeding too, which only a GM can bring there.
func TestBleedingInSparringIsTheOthersPoint(t *testing.T) {
	b := onLadder(t, "points: 3", first, "")
	b.edit("Kojiro +bleeding")
	b.lull2(t)
	b.wantEvents("point", rules.Event{Seat: "Musashi", At: "Kojiro", What: "bleeding", N: 1, Left: 2})
}

// a stray shot strikes a friend in the Core, of several by lot, and the only one there without.
func TestAStrayShotStrikesTheOnlyFriendThere(t *testing.T) {
	b := stage{us: []man{{name: "Yoichi", row: "weapons: [yumi], energy: 14", zone: "first rear"}, {name: "Musashi", zone: "core"}, {name: "Tsuna", zone: "first front"}},
		them: []man{{name: "Kojiro", zone: "core"}, {name: "Gonta", zone: "core"}}, zones: everywhere}.begin(t)
	b.play("loose > Kojiro", d{1, 2}, d{9, 8})
	b.wantNumber("Musashi", "wounds", 2)
	b.wantNumber("Tsuna", "wounds", 3)
	b.wantWaits("Yoichi decides")
}

// EB-63: a technique that strips Defense by 1 strips 1.
func TestAnExposureOfOne(t *testing.T) {
	b := duel(t, "weapons: [carrying pole]", "")
	b.play("swing the load > Kojiro", d{9, 8}, "take the blow")
	b.wantNumber("Kojiro", "defense", 9)
}

// of locations only the torso counts in sparring, and once, in a match to one point as in any.
func TestALocationInAMatchToOnePoint(t *testing.T) {
	for _, points := range []string{"1", "2", "5"} {
		b := onLadder(t, "points: "+points, first, "")
		b.offers("horizontal cut at the torso > Kojiro")
		for _, where := range []string{"wrist", "arm", "face", "leg", "throat"} {
			b.refuses("horizontal cut at the " + where + " > Kojiro")
		}
	}
}

// EB-15: a maneuver that is over leaves nothing of itself behind: equal situations are equal positions.
func TestAManeuverLeavesNothingBehind(t *testing.T) {
	sc := stage{us: []man{{name: "Musashi", row: "energy: 14", zone: "first front"}, {name: "Hanzo", row: "weapons: [suyari]", zone: "core"}},
		them: []man{{name: "Kojiro", row: "energy: 12, weapons: [suyari]", zone: "core"}, {name: "Gonta", row: "weapons: [yumi]", zone: "second front"}}, zones: everywhere}
	g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	rulestest.Reached(g, 20, func(s State) {
		if s.phase != phBreath && s.phase != phCount {
			return
		}
		if s.deep != 0 || s.scan != 0 || s.task != (task{}) || s.blow != ([2]exchange{}) || s.paused != 0 || s.shown != ([2]uint8{}) {
			t.Errorf("a decision of %s still knows the last maneuver: %+v", g.name(int(s.actor)), s)
		}
	})
}

// a check without doubles is made as often as two dice show what it needs, from always to never.
//
func TestAPlainCheckIsMadeAsOftenAsTheDiceShowIt(t *testing.T) {
	for stray, want := range map[string]float64{"2": 1, "3": 0.99, "4": 0.97, "11": 0.55, "19": 0.03, "20": 0.01, "21": 0} {
		b := stage{us: []man{{name: "Yoichi", row: "weapons: [yumi], energy: 12", zone: "first front"}, {name: "Hanbei", zone: "core"}},
			them: []man{{name: "Kojiro", zone: "core"}}, zones: everywhere, rulings: `{stray: "` + stray + `"}`}.begin(t)
		b.play("loose > Kojiro", d{1, 2})
		struck := 0.0
		for _, o := range b.f.Outcomes() {
			after, err := b.f.After(o.Action)
			if err != nil {
				t.Fatal(err)
			}
			if (&bout{t: t, f: after}).wounds("Hanbei") == 2 {
				struck += o.P
			}
		}
		if math.Abs(struck-want) > 1e-12 {
			t.Errorf("stray at %s: Hanbei is struck with the chance %v, want %v", stray, struck, want)
		}
	}
}

// the 55 throws a table tells apart are told by their faces, each with its sum and its chance.
func TestFacesAreToldAsTheyLie(t *testing.T) {
	all := pairs(nil)
	if len(all) != 55 {
		t.Errorf("%d throws, want 55", len(all))
	}
	for _, o := range all {
		double := o.With == o.To
		want := rolled(int8(o.With+o.To), double)
		want.With, want.To = o.With, o.To
		if o.With > o.To || o.Action != want || o.P != map[bool]float64{true: 0.01, false: 0.02}[double] {
			t.Errorf("%+v, want %+v", o, want)
		}
	}
}

// a stance that goes with a weapon goes with it out of the hand.
// MA-40.
func TestAStanceFallsWithItsWeapon(t *testing.T) {
	b := onLadder(t, "start: near range", "energy: 10, weapons: [nodachi]", "energy: 14, weapons: [suyari]")
	b.play("take up spear wall", "end the breath")
	b.wantSheet("Kojiro", "stance", "spear wall")
	b.edit("Kojiro energy=5")
	b.play("great cut at the wrist > Kojiro", d{9, 8}, "take the blow", d{1, 2})
	b.wantSheet("Kojiro", "weapon", "bare hands")
	b.wantSheet("Kojiro", "stance", "")
}

// a nocked arrow is 1 better for the next shot of the breath, whatever is done in between.
func TestANockedArrowWaitsForItsShot(t *testing.T) {
	b := duel(t, "weapons: [yumi, dagger], energy: 20", "energy: 1, wounds: 9")
	b.play("nock", "dagger thrust > Kojiro", d{1, 2})
	b.play("loose > Kojiro")
	b.wantCheck("attack", 1, 10)
}

// the way out of the zones is free once a round.
// EB-51: each source of 0 Energy once.
func TestTheWayOutIsFreeOnce(t *testing.T) {
	b := stage{us: []man{{name: "Hanzo", row: "energy: 20, traits: [shinobi], weapons: [suyari]", zone: "flank"}}, them: []man{{name: "Kojiro", zone: "second rear"}}, zones: everywhere}.begin(t)
	b.wantCost("slip away > outside", 0)
	b.play("slip away > outside", "walk > flank")
	b.refuses("slip away > outside")
	b.play("end the breath")
	b.lull()
	b.wantCost("slip away > outside", 0)
}

// the window belongs to its opening: the next one has its own, and lasts its own round.
// MA-32, MA-34.
func TestEachOpeningHasItsWindow(t *testing.T) {
	b := onLadder(t, "", "energy: 20", "wounds: 9, wisdom: 1")
	b.edit("Kojiro guard=1")
	for _, wounds := range []int{7, 5} {
		b.play("feint with the horizontal cut", d{9, 4}, "take the blow", "horizontal cut > Kojiro", d{9, 4}, "take the blow")
		b.wantNumber("Kojiro", "wounds", wounds)
		b.wantEvents("opening", rules.Event{Seat: "Kojiro", What: "used"})
		b.lull()
		b.wantGuard("Kojiro", 1)
	}
}

// MA-17, R-63: what counts is the longest weapon in hand, and bare hands without any.
func TestTheLongestWeaponInHandCounts(t *testing.T) {
	for _, c := range []struct {
		weapons string
		lost    uint8 // slots, as bits
		want    string
	}{
		{"nodachi, dagger", 0, "nodachi"},
		{"dagger, nodachi", 0, "nodachi"},
		{"nodachi, dagger", 1, "dagger"},
		{"nodachi, dagger", 2, "nodachi"},
		{"wakizashi", 0, "wakizashi"},
		{"wakizashi", 1, "unarmed"},
	} {
		sc := ladderStage("", "weapons: ["+c.weapons+"]", "")
		g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
		if err != nil {
			t.Fatal(err)
		}
		s := g.Start()
		s.seats[0].lost = c.lost
		if got := g.blade(&s, 0).name; got != c.want {
			t.Errorf("%s without %b: the blade is %q, want %q", c.weapons, c.lost, got, c.want)
		}
	}
}

// a Saint's spear wall strikes without a roll, and who falls to it strikes no blow.
func TestASaintsWallNeedsNoDice(t *testing.T) {
	b := stage{us: []man{{name: "Musashi", row: "weapons: [suyari], skills: {spearmanship: 5}"}}, them: []man{{name: "Kojiro", row: "energy: 2, wounds: 1"}, {name: "Gonta", row: "energy: 1"}}}.begin(t)
	b.play("take up spear wall", "end the breath", "close the round", "horizontal cut > Musashi")
	b.wantWaits("Gonta counts")
	b.wantSheet("Kojiro", "state", "down")
	b.wantNumber("Musashi", "wounds", 3)
}

// any Domination is at least twice none.
func TestOneOutnumbersNobody(t *testing.T) {
	b := stage{us: []man{{name: "Musashi", row: "courage: 1"}}, them: []man{{name: "Kojiro", row: "grade: veteran"}}, zones: everywhere}.begin(t)
	b.play("break through > second front")
	b.wantCheck("breakthrough", 1, 13)
}
