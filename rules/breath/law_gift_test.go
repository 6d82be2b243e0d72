package breath

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Transfer of Energy.

// theScholar is Razan, who hands on breath, with Musashi in his zone and a puppet and a squad beside, against Kojiro.
func theScholar(musashi string) setup {
	return setup{zones: fields,
		us: []man{{name: "Razan", row: "energy: 12, command: 1, traits: [hands on breath, puppet strings]", zone: "first front"},
			{name: "Musashi", row: musashi, zone: "first front"},
			{name: "Oak", row: puppet, zone: "first front", line: "of: Razan"}, squad("Spears", spearmen, 4, "Razan", "first front"),
			{name: "Far", zone: "second rear"}},
		them: []man{{name: "Kojiro", row: "energy: 9", zone: "second front"}}}
}

// A scholar hands an ally Energy, one for one: what leaves the one comes to the other.
// EB-52: a scholar gives Energy to an ally at 1:1, the sum unchanged.
func TestEnergyIsHandedOnOneForOne(t *testing.T) {
	for _, n := range []struct {
		words  string
		amount int
	}{{"give 1 Energy > Musashi", 1}, {"give 2 Energy > Musashi", 2}, {"give 3 Energy > Musashi", 3},
		{"give 4 Energy > Musashi", 4}, {"give 5 Energy > Musashi", 5}} {
		b := theScholar("").begin(t)
		b.wantCost(n.words, n.amount)
		b.play(n.words)
		b.wantNumber("Razan", "energy", 12-n.amount)
		b.wantNumber("Musashi", "energy", 10+n.amount) // above the maximum is allowed
		b.wantEvents("give", rules.Event{Seat: "Razan", At: "Musashi", N: n.amount, Left: 10 + n.amount})
	}
}

// What is received is ordinary Energy: it pays for a cut, raises the place in the count, and is lost with the round.
// EB-53: received Energy is ordinary Energy and outside the 0-Energy limit.
func TestReceivedEnergyIsOrdinary(t *testing.T) {
	b := theScholar("").begin(t)
	b.play("give 4 Energy > Musashi", "end the breath")
	b.wantWaits("Musashi counts") // 14 stands before 8
	b.play("horizontal cut > Kojiro", d{1, 3})
	b.wantNumber("Musashi", "energy", 12)
	b.lull()
	b.wantNumber("Musashi", "energy", 10)
}

// A gift may fill its receiver above the maximum, to 20 and no further.
//
func TestAGiftFillsToTwenty(t *testing.T) {
	b := theScholar("energy: 18").begin(t)
	b.play("close the round")
	b.wantWaits("Razan counts")
	b.offers("give 1 Energy > Musashi", "give 2 Energy > Musashi")
	b.refuses("give 3 Energy > Musashi", "give 4 Energy > Musashi")
	b.play("give 2 Energy > Musashi")
	b.wantNumber("Musashi", "energy", 20)
}

// Any whole amount that a breath holds is given at once, more where more is held; where a table has it so, 1, 2 or 4.
// 3 and 5 too.
// EB-52: a scholar gives Energy to an ally at 1:1, the sum unchanged.
func TestAnyWholeAmountIsGiven(t *testing.T) {
	for _, c := range []struct {
		row, rulings string
		want         []int
	}{
		{"energy: 12", "", []int{1, 2, 3, 4, 5}},
		{"energy: 3", "", []int{1, 2, 3}},
		{"energy: 12, armour: swift-decision", "", []int{1, 2, 3, 4, 5, 6}},
		{"energy: 12", "{transfer: few}", []int{1, 2, 4}},
	} {
		b := setup{us: []man{{name: "Razan", row: c.row + ", traits: [hands on breath]"}, {name: "Musashi", row: "energy: 2"}},
			them: []man{{name: "Kojiro", row: "energy: 2"}}, rulings: c.rulings}.begin(t)
		for n := 1; n <= 8; n++ {
			b.kit().WantOffered(slices.Contains(c.want, n), fmt.Sprintf("give %d Energy > Musashi", n))
		}
		if last := c.want[len(c.want)-1]; last == 5 { // what is left of the breath does not bound it: it overloads
			b.play("horizontal cut > Kojiro", d{1, 2}, "give 5 Energy > Musashi")
			b.wantCheck("overload", -2, 11)
		}
	}
}

// Who had nothing left and has not closed stands in the count again.
//
func TestAGiftBringsBackWhoHadNothingLeft(t *testing.T) {
	b := theScholar("energy: 13").begin(t)
	b.edit("Musashi energy=0")
	b.play("give 2 Energy > Musashi")
	sys, s, _ := fight.At[State](b.f)
	if g := sys.(*Game); !g.isInCount(&s, int(b.seat("Musashi"))) {
		t.Error("with 2 Energy given Musashi has no place in the count")
	}
}

// Only to an ally with Energy of its own, point for point.
// EB-75: Energy transfers only 1:1 and only to an ally that has its own Energy.
func TestOnlyAnAllyOfItsOwnBreathReceives(t *testing.T) {
	b := theScholar("").begin(t)
	var got []string
	for _, w := range b.words() {
		if strings.HasPrefix(w, "give") {
			got = append(got, w)
		}
	}
	if want := []string{"give 1 Energy > Musashi", "give 2 Energy > Musashi", "give 3 Energy > Musashi", "give 4 Energy > Musashi",
		"give 5 Energy > Musashi"}; strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("gifts offered: %q, want %q: not to himself, to foes, to one two zones away", got, want)
	}
}

// Whatever is given leaves the one and comes to the other whole, from any Energy to any: no gift makes or loses a point, or
// touches anybody else. Only allies with Energy of their own are offered one, whatever they have left of it.
// EB-75: Energy transfers only 1:1 and only to an ally that has its own Energy.
func TestNoGiftMakesOrLosesEnergy(t *testing.T) {
	sc := theScholar("traits: [hands on breath]")
	names := []string{}
	for _, m := range slices.Concat(sc.us, sc.them) {
		names = append(names, m.name)
	}
	given := 0
	for _, left := range []int{0, 1, 9, 11} {
		for _, held := range []int{12, 18} {
			b := sc.begin(t)
			b.edit(fmt.Sprintf("Musashi energy=%d", left), fmt.Sprintf("Razan energy=%d", held))
			b.wantWaits("Razan counts")
			for _, words := range b.words() {
				var n int
				var to string
				if _, err := fmt.Sscanf(words, "give %d Energy > %s", &n, &to); err != nil {
					continue
				}
				given++
				next := &bout{t: t, f: b.f.Fork()}
				before := map[string]string{}
				for _, name := range names {
					before[name] = b.sheet(name, "energy")
				}
				next.play(words)
				if to != "Musashi" || n < 1 {
					t.Errorf("%q is offered: to one without Energy of its own, or no gift", words)
				}
				next.wantNumber("Razan", "energy", held-n)
				next.wantNumber("Musashi", "energy", left+n)
				for _, name := range names {
					if got := next.sheet(name, "energy"); name != "Razan" && name != "Musashi" && got != before[name] {
						t.Errorf("%q: %s's energy goes from %q to %q", words, name, before[name], got)
					}
				}
			}
		}
	}
	if given < 20 {
		t.Errorf("only %d gifts were offered", given)
	}
}

// Shikigami, puppets and squads receive none.
// EB-76: no transfer to shikigami, puppets or squads.
func TestNoGiftToUnitsAndSquads(t *testing.T) {
	b := theScholar("").begin(t)
	b.refuses("give 1 Energy > Oak", "give 1 Energy > Spears")
}

// What never has Energy cannot be given any, whatever state it is in: a called shikigami with Energy neither.
// EB-123: Energy cannot be given to a unit whose nature is Energy 0, whatever its current state.
func TestNoGiftToWhatHasNoEnergyByNature(t *testing.T) {
	sc := theScholar("")
	sc.us = append(sc.us, man{name: "Talon", row: "grade: veteran, unit: shikigami, energy: 8, wounds: 2, defense: 9, weapons: [spirit talons]",
		zone: "first front"})
	sc.us[0].line = "calls: [Talon]"
	b := sc.begin(t)
	sys, s, _ := fight.At[State](b.f)
	g := sys.(*Game)
	g.callUnit(&s, int(b.seat("Razan")), "the talon", nil)
	s.seats[b.seat("Talon")].energy = 5
	for _, name := range []string{"Oak", "Spears", "Talon"} {
		if g.mayReceive(&s, int(b.seat("Razan")), int(b.seat(name))) {
			t.Errorf("%s may be given Energy", name)
		}
	}
	if _, err := b.f.Edit("Spears energy=4", "a gift"); err == nil {
		t.Error("a GM may give a squad Energy")
	}
}

// A gift leaves the receiver its two uses, and takes none.
// EB-77: transfer does not raise the receiver's two-use cap.
// EB-87: transferred Energy never counts as a 0-Energy use.
func TestAGiftTakesAndRaisesNoUse(t *testing.T) {
	sc := theScholar("traits: [blessing, clear the waters, one voice], faith: 4, command: 1")
	sc.us[4].zone = "first front"
	b := sc.begin(t)
	b.play("give 4 Energy > Musashi", "end the breath")
	if used := seatOf(t, b, "Musashi").zeroUses; used != 0 {
		t.Errorf("receiving has used 0 Energy: %b", used)
	}
	if used := seatOf(t, b, "Razan").zeroUses; used != 0 {
		t.Errorf("giving has used 0 Energy: %b", used)
	}
	b.edit("Far +bleeding")
	b.play("blessing > Razan", "clear the waters > Far")
	for _, w := range b.words() {
		if strings.HasPrefix(w, "blessing") || strings.HasPrefix(w, "clear") {
			t.Errorf("a third use: %q", w)
		}
	}
}

// Who has received gives none in that round, unless the house lets Energy go round.
//
func TestWhoHasReceivedGivesNone(t *testing.T) {
	for relay, gives := range map[string]bool{"no": false, "yes": true} {
		sc := theScholar("energy: 11, traits: [hands on breath]")
		sc.rulings = `{relay: "` + relay + `"}`
		b := sc.begin(t)
		b.play("give 2 Energy > Musashi", "end the breath")
		if _, ok := b.option("give 1 Energy > Razan"); ok != gives {
			t.Errorf("relay %s: Musashi may give on: %t", relay, ok)
		}
		b.lull()
		b.play("close the round")
		b.offers("give 1 Energy > Razan")
	}
}

// Giving counts in the giver's breath, and may overload it.
//
func TestGivingCountsInTheBreath(t *testing.T) {
	b := theScholar("").begin(t)
	b.play("give 4 Energy > Musashi", "give 2 Energy > Musashi")
	b.wantWaits("Razan rolls overload")
	b.play(d{1, 3})
	b.wantNumber("Razan", "energy", 0)
	b.wantNumber("Musashi", "energy", 16)
}

// What is given to one whom a GM takes away while the dice of an overload are out is lost.
//
func TestAGiftToWhoIsTakenAwayIsLost(t *testing.T) {
	b := theScholar("").begin(t)
	b.play("give 4 Energy > Musashi", "give 2 Energy > Musashi")
	b.edit("Musashi wounds=0")
	b.play(d{9, 8})
	if gone := seatOf(t, b, "Musashi"); gone != (seat{flags: isDown}) {
		t.Errorf("%+v is left of who is gone", gone)
	}
	b.wantNumber("Razan", "energy", 6)
}
