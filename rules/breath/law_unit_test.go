package breath

import (
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Shikigami and puppets: who moves them, on whose Energy, how often.

// theStrings is Seimei, who moves a Tiger and a Crane, against Kojiro.
func theStrings(seimei string) setup {
	return setup{zones: allFields,
		us: []man{{name: "Seimei", row: "traits: [shikigami command]" + comma(seimei), zone: "first front"},
			{name: "Tiger", row: tiger, zone: "first front", line: "of: Seimei"}, {name: "Crane", row: crane, zone: "first rear", line: "of: Seimei"}},
		them: []man{{name: "Kojiro", zone: "second front"}}}
}

const (
	tiger  = "grade: minion, unit: shikigami, energy: 0, wounds: 2, defense: 11, weapons: [tiger claws]"
	crane  = "grade: minion, unit: shikigami, energy: 0, wounds: 1, defense: 12, weapons: [crane beak]"
	puppet = "grade: veteran, unit: puppet, energy: 0, wounds: 3, defense: 13, weapons: [oak arms]"
)

// A shikigami has no Energy: its master pays what its block asks, in his own breath, inside his limit.
// EB-54: shikigami and puppets act on the caster's Energy and have 0 of their own.
// EB-68: a unit with no Energy of its own is moved by a controller's control action.
func TestAShikigamiActsOnItsMastersEnergy(t *testing.T) {
	b := theStrings("").begin(t)
	b.wantSheet("Tiger", "energy", "")
	b.wantSheet("Tiger", "of", "Seimei")
	b.wantCost("command Tiger: rend > Kojiro", 2)
	b.wantCost("command Tiger: ward", 1)
	b.wantCost("command Tiger: walk > first rear", 2)
	b.play("command Tiger: rend > Kojiro")
	b.wantEvents("spend", rules.Event{Seat: "Seimei", Of: "energy", N: 2, Left: 8})
	b.wantEvents("obey", rules.Event{Seat: "Tiger", At: "Kojiro", What: "rend", With: "tiger claws", Of: "claw"})
	b.wantCheck("attack", 4, 10)
	b.play(d{9, 8}, "take the blow")
	b.wantEvents("wound", rules.Event{Seat: "Kojiro", At: "Tiger", What: "rend", With: "tiger claws", Of: "claw", N: 2, Left: 1})
}

// Control takes the master's uses of 0 Energy, whichever unit it moves.
// EB-69: control of shikigami and puppets draws on the shared cap of two 0-Energy Kata per round.
// EB-86: shikigami command belongs here.
func TestControlDrawsOnTheTwoUses(t *testing.T) {
	b := theStrings("").begin(t)
	b.play("command Tiger: ward", "command Tiger: rend > Kojiro", d{1, 3}) // even the same unit twice
	if used := seatOf(t, b, "Seimei").zeroUses & zeroCountMask; used != 2 {
		t.Errorf("uses of 0 Energy after two controls: %d, want 2", used)
	}
	b.refuses("command Crane: beak > Kojiro", "command Tiger: ward")
	b.lull()
	b.offers("command Crane: beak > Kojiro", "command Tiger: ward")
	b.play("command Tiger: walk > first rear") // a walk is a use like a blow
	b.wantSheet("Tiger", "zone", "first rear")
	if used := seatOf(t, b, "Seimei").zeroUses & zeroCountMask; used != 1 {
		t.Errorf("uses of 0 Energy after a walk: %d, want 1", used)
	}
	b.play("command Tiger: walk > first front")
	b.refuses("command Tiger: walk > first rear", "command Crane: beak > Kojiro", "command Tiger: ward")
}

// Two units or three, there are two controls a round.
// EB-70: however many such units, at most two controls per round.
func TestTwoControlsARoundHoweverManyUnits(t *testing.T) {
	sc := theStrings("")
	sc.us = append(sc.us, man{name: "Fox", row: tiger, zone: "first front", line: "of: Seimei"})
	b := sc.begin(t)
	b.play("command Tiger: rend > Kojiro", d{1, 3}, "command Crane: beak > Kojiro", d{1, 3})
	for _, w := range b.words() {
		if strings.HasPrefix(w, "command") {
			t.Errorf("a third control is offered: %q", w)
		}
	}
}

// No squad order, no general command reaches a puppet.
// EB-74: puppets are individual units, not squads.
func TestNoOrderReachesAPuppet(t *testing.T) {
	sc := theLine("", "")
	sc.us = append(sc.us, man{name: "Oak", row: puppet, zone: "first front", line: "of: Musashi"})
	sc.us[0].row += ", traits: [puppet strings]"
	b := sc.begin(t)
	for _, w := range b.words() {
		if strings.HasPrefix(w, "order Oak") {
			t.Errorf("%q is offered", w)
		}
	}
	b.play("order all: shield wall")
	b.wantEvents("obey", rules.Event{Seat: "Spears", What: "shield wall"}, rules.Event{Seat: "Bows", What: "shield wall"})
	b.wantSheet("Oak", "formation", "")
}

// Who has Energy of its own acts with it; a called shikigami too, from the round after its call.
// EB-67: a unit acts with its own Energy.
func TestACalledShikigamiActsWithItsOwnEnergy(t *testing.T) {
	sc := setup{zones: fields, us: []man{{name: "Seimei", zone: "first front", line: "calls: [Talon]"},
		{name: "Talon", row: "grade: veteran, unit: shikigami, energy: 8, wounds: 2, defense: 9, weapons: [spirit talons]", zone: "first front"}},
		them: []man{{name: "Kojiro", zone: "second front"}}}
	b := sc.begin(t)
	b.wantSheet("Talon", "state", "down")
	sys, s, _ := fight.At[State](b.f)
	g := sys.(*Game)
	caster, talon := int(b.seat("Seimei")), int(b.seat("Talon"))
	if g.callableSeat(&s, caster, "lesser shikigami") >= 0 {
		t.Error("a call of another row has a seat")
	}
	if g.callUnit(&s, caster, "the talon", nil) < 0 || g.callUnit(&s, caster, "the talon", nil) >= 0 {
		t.Error("one may be called, and one at a time")
	}
	if c := s.seats[talon]; c.energy != 0 || c.wounds != 2 || c.zone != zoneFirstFront {
		t.Errorf("called: %+v, want 2 Wounds, no Energy yet, beside its caller", c)
	}
	s.seats[caster].energy, s.seats[1-caster].energy = 0, 0
	for i := range g.n {
		s.seats[i].energy = 0
	}
	g.callNext(&s, nil)
	g.goOn(&s, nil)
	if got := s.seats[talon].energy; s.round != 2 || got != 8 {
		t.Errorf("round %d, Energy %d: want round 2 and its own 8", s.round, got)
	}
	if g.takeOut(&s, caster, nil); s.isUp(talon) {
		t.Error("its caller is down and it stands")
	}
}

// A ward answers one hit on the master, free when it triggers, while the unit stands by him; it goes with the unit.
// R-141; EB-49: a triggered reservation costs 0.
func TestAWardAnswersForTheMaster(t *testing.T) {
	b := theStrings("").begin(t)
	b.play("command Tiger: ward", "end the breath", "horizontal cut > Seimei", d{6, 7})
	b.offers("ward by Tiger", "take the blow")
	b.wantCost("ward by Tiger", 0)
	b.play("ward by Tiger")
	b.wantWaits("Tiger rolls defense")
	b.wantCheck("defense", 4, 13)
	b.play(d{6, 7})
	b.wantNumber("Seimei", "wounds", 3)
	b.play("horizontal cut > Seimei", d{6, 7}) // used up
	b.refuses("ward by Tiger")

	b = theStrings("").begin(t)
	b.play("command Crane: ward", "end the breath", "horizontal cut > Seimei", d{6, 7})
	b.refuses("ward by Crane") // it stands in the Rear

	b = theStrings("").begin(t)
	b.play("command Tiger: ward")
	b.lull()
	if held := seatOf(t, b, "Tiger").held[0]; held != 0 {
		t.Errorf("%d wards outlast the round, want none (R-196)", held)
	}
}

// What a unit holds before its master lapses as its next breath begins, as reservations do.
// EB-33.
func TestWardsLapseAsTheMasterBreathesAgain(t *testing.T) {
	b := theStrings("").begin(t)
	b.play("command Tiger: ward", "end the breath")
	b.until("Seimei counts")
	if held := seatOf(t, b, "Tiger").held[0]; held != 1 {
		t.Fatalf("%d wards are held, want 1", held)
	}
	b.play(b.reservation())
	if held := seatOf(t, b, "Tiger").held[0]; held != 0 {
		t.Errorf("%d wards outlast the next breath's beginning, want none", held)
	}
}

// reservation returns the first that is offered.
func (b *bout) reservation() string {
	b.t.Helper()
	for _, w := range b.words() {
		if strings.HasPrefix(w, "reserve ") {
			return w
		}
	}
	b.t.Fatalf("nothing to reserve among %q", b.words())
	return ""
}

// The last Energy will do for a walk.
//
func TestAUnitWalksOnTheLastEnergy(t *testing.T) {
	for energy, walks := range map[string]bool{"1": false, "2": true} {
		b := theStrings("").begin(t)
		b.edit("Seimei energy=" + energy)
		b.until("Seimei counts")
		if got := b.can("command Tiger: walk > first rear"); got != walks {
			t.Errorf("with %s Energy a walk of 2 is open: %v, want %v", energy, got, walks)
		}
	}
}

// A ward that goes wrong exposes the unit; a unit has no answers of its own, and what it strikes answers the unit.
//
func TestAUnitAnswersForNobodyElse(t *testing.T) {
	b := theStrings("").begin(t)
	b.play("command Tiger: ward", "end the breath", "horizontal cut > Seimei", d{9, 8}, "ward by Tiger", d{2, 2})
	b.wantNumber("Tiger", "defense", 7)
	b.wantNumber("Seimei", "wounds", 2)
	b.play("horizontal cut > Tiger", d{6, 7})
	b.wantNumber("Tiger", "wounds", 1) // nobody was asked
	b.lull()
	b.wantNumber("Tiger", "defense", 11)
}

// A ward that goes wrong exposes the unit even as its master falls, and that is among what its dice may lead to.
//
func TestAWardThatFailsIsExposedThoughTheMasterFalls(t *testing.T) {
	sc := theStrings("")
	sc.us[0].row = "traits: [puppet strings]"
	sc.us = append(sc.us[:1], man{name: "Oak", row: puppet, zone: "first front", line: "of: Seimei"}, man{name: "Tadanobu", zone: "first rear"})
	b := sc.begin(t)
	b.edit("Seimei wounds=1", "Tadanobu energy=4")
	b.play("command Oak: ward", "end the breath", "horizontal cut > Seimei", d{9, 8}, "ward by Oak")
	sys, s, _ := fight.At[State](b.f)
	g := sys.(*Game)
	may := map[State]bool{}
	for _, o := range g.Odds(&s, nil) {
		after := s
		g.Play(&after, o.Action, nil)
		may[after] = true
	}
	for _, o := range g.fineOdds(&s, nil) {
		after := s
		g.Play(&after, o.Action, nil)
		if !may[after] {
			t.Errorf("dice of %d lead where none of the %d outcomes leads", o.N, len(may))
		}
	}
	if len(may) < 3 {
		t.Errorf("%d outcomes: a failed ward and one that exposes the unit are two", len(may))
	}
}

// Strings carry two steps to paper, one to oak, and never across the Core's edge; a Defenseless master moves nothing.
//
func TestTheReachOfTheStrings(t *testing.T) {
	for _, c := range []struct {
		master, unit, kind string
		carries            bool
	}{
		{"first rear", "first front", tiger, true}, {"first rear", "second front", tiger, true},
		{"first rear", "first front", puppet, true}, {"first rear", "second front", puppet, false},
		{"first front", "core", tiger, false}, {"core", "first front", tiger, false}, {"core", "core", tiger, true},
	} {
		sc := theStrings("")
		sc.us[0].row, sc.us[0].zone = "traits: [shikigami command]", c.master
		if c.kind == puppet {
			sc.us[0].row = "traits: [puppet strings]"
		}
		sc.us = []man{sc.us[0], {name: "Tiger", row: c.kind, zone: c.unit, line: "of: Seimei"}}
		b := sc.begin(t)
		if _, got := b.option("command Tiger: ward"); got != c.carries {
			t.Errorf("from the %s to the %s: %t, want %t", c.master, c.unit, got, c.carries)
		}
	}
	b := theStrings("").begin(t)
	b.play("horizontal cut > Kojiro", d{2, 2})
	b.refuses("command Tiger: ward")
}

// Shikigami fall with their master; a puppet stands still and counts for nothing.
//
func TestUnitsWithoutAMaster(t *testing.T) {
	sc := theStrings("wounds: 1")
	sc.us = append(sc.us, man{name: "Ally", zone: "first rear"})
	b := sc.begin(t)
	b.play("close the round", "wait", "horizontal cut > Seimei", d{9, 8}, "take the blow")
	b.wantSheet("Tiger", "state", "down")
	b.wantSheet("Crane", "state", "down")

	sc = theStrings("wounds: 1")
	sc.us = []man{{name: "Seimei", row: "traits: [puppet strings], wounds: 1", zone: "first front"},
		{name: "Oak", row: puppet, zone: "first front", line: "of: Seimei"}}
	b = sc.begin(t)
	b.play("close the round", "horizontal cut > Seimei", d{9, 8}, "take the blow")
	b.wantWaits("over")
	b.wantSheet("Oak", "wounds", "3 of 3")
}

// What a GM takes away while the dice of an overload are out does nothing, and nothing is done to it: the price is paid.
//
func TestAControlOfWhatIsTakenAwayComesToNothing(t *testing.T) {
	for _, c := range []struct{ control, gone string }{
		{"command Tiger: rend > Kojiro", "Tiger"}, {"command Tiger: ward", "Tiger"},
		{"command Tiger: walk > first rear", "Tiger"}, {"command Tiger: rend > Ganryu", "Ganryu"},
	} {
		sc := theStrings("")
		sc.them = append(sc.them, man{name: "Ganryu", zone: "second front"})
		b := sc.begin(t)
		b.play("horizontal cut > Kojiro", d{1, 3}, "horizontal cut > Kojiro", d{1, 3}, "reserve parry", c.control)
		b.wantWaits("Seimei rolls overload")
		b.edit(c.gone + " wounds=0")
		b.play(d{9, 8})
		if gone := seatOf(t, b, c.gone); gone != (seat{flags: isDown}) {
			t.Errorf("%s, and it is gone: %+v is left of it", c.control, gone)
		}
		b.wantWaits("Kojiro counts")
		if used := seatOf(t, b, "Seimei").zeroUses & zeroCountMask; used != 1 {
			t.Errorf("%s: %d uses, want the one it took", c.control, used)
		}
	}
}

// A call fills the first free seat of its row that the encounter names for the caster, and none while one of them stands.
//
func TestACallFillsTheFirstFreeSeatOfItsRow(t *testing.T) {
	talon := "grade: veteran, unit: shikigami, energy: 8, wounds: 2, defense: 9, weapons: [spirit talons]"
	sc := setup{zones: fields, us: []man{{name: "Talon", row: talon}, {name: "Abe", zone: "first rear", line: "calls: [Cut, Talon, Claw]"},
		{name: "Cut", row: strings.Replace(talon, "energy: 8", "energy: 3", 1)},
		{name: "Claw", row: talon}, {name: "Seimei", line: "calls: [Wing]"}, {name: "Wing", row: talon}}, them: []man{{name: "Kojiro"}}}
	sys, s, _ := fight.At[State](sc.begin(t).f)
	g := sys.(*Game)
	g.fighters[3].kind = "the talon" // two of one row
	const talonSeat, abe, cut, claw, seimei, wing = 0, 1, 2, 3, 4, 5
	for _, c := range []struct {
		who  int
		row  string
		want int
	}{{abe, "the talon", talonSeat}, {abe, "the cut", cut}, {abe, "the wing", -1}, {seimei, "the wing", wing}, {seimei, "the talon", -1}} {
		now := s
		if got := g.callableSeat(&now, c.who, c.row); got != c.want {
			t.Errorf("%s calls %s: seat %d, want %d", g.name(c.who), c.row, got, c.want)
		}
		if got := g.callUnit(&now, c.who, c.row, nil); got != c.want {
			t.Errorf("%s calls %s: %v", g.name(c.who), c.row, got)
		}
		if c.want >= 0 && now.seats[c.want] != (seat{wounds: 2, zone: s.seats[c.who].zone}) {
			t.Errorf("%s has called %+v, want 2 Wounds beside the caller and no Energy yet", g.name(c.who), now.seats[c.want])
		}
	}
	for _, up := range []int{talonSeat, cut, claw} { // one at a time, whichever it is
		now := s
		now.seats[up] = seat{wounds: 1}
		if got := g.callableSeat(&now, abe, "the talon"); got >= 0 {
			t.Errorf("%s stands and %s may be called", g.name(up), g.name(got))
		}
		if got := g.callableSeat(&now, seimei, "the wing"); got != wing {
			t.Errorf("%s stands and Seimei's call fills seat %d, want his own", g.name(up), got)
		}
	}
}

// A unit whose blow has gone wrong stands open till the lull, and does what it is led to do all the same.
//
func TestAUnitThatHasFumbledIsLedOn(t *testing.T) {
	b := theStrings("").begin(t)
	b.play("command Tiger: rend > Kojiro", d{2, 2})
	b.wantNumber("Tiger", "defense", 7)
	b.offers("command Tiger: rend > Kojiro", "command Tiger: ward", "command Tiger: walk > first rear")
	b.play("command Tiger: walk > first rear")
	b.wantSheet("Tiger", "zone", "first rear")
	b.wantNumber("Tiger", "defense", 7)
	b.lull()
	b.wantNumber("Tiger", "defense", 11)
}
