package breath

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// §The Dual Role of Energy, §Count Progression.

// Maximum Energy is 10 and Finesse.
// EB-01: maximum Energy = 10 + Finesse.
func TestMaximumEnergyIsTenAndFinesse(t *testing.T) {
	for finesse := -3; finesse <= 4; finesse++ {
		b := duel(t, fmt.Sprintf("finesse: %d", finesse), "")
		b.wantSheet("Musashi", "energy", fmt.Sprintf("%d of %d", 10+finesse, 10+finesse))
		for round := range 2 { // it is what a round begins with, and no more comes of one that was not spent
			for b.waits() != "Musashi counts" {
				b.play("close the round")
			}
			if round == 0 {
				b.play("horizontal cut > Kojiro", d{1, 2})
				b.wantSheet("Musashi", "energy", fmt.Sprintf("%d of %d", 8+finesse, 10+finesse))
			}
			b.lull()
			b.wantSheet("Musashi", "energy", fmt.Sprintf("%d of %d", 10+finesse, 10+finesse))
		}
	}
}

// Each executed maneuver spends its Energy and says so.
// EB-02: Energy is spent each time a maneuver is executed.
func TestEveryManeuverSpendsItsEnergy(t *testing.T) {
	b := duel(t, "", "")
	for _, m := range []struct {
		steps []any
		left  int
	}{
		{[]any{"horizontal cut > Kojiro", d{1, 2}}, 8},
		{[]any{"reserve parry"}, 7},
		{[]any{"horizontal cut > Kojiro", d{1, 2}}, 5},
	} {
		before := b.energy("Musashi")
		b.play(m.steps...)
		b.wantEvents("spend", rules.Event{Seat: "Musashi", Of: "energy", N: before - m.left, Left: m.left})
		b.wantNumber("Musashi", "energy", m.left)
	}
}

// Who has more Energy left stands earlier in the count, whichever side it is on.
// EB-03: higher remaining Energy acts earlier.
// EB-05: the count falls from the highest Energy downward.
// EB-06: who stands at the count takes one breath.
// EB-07: the breath's cost is deducted, then the next count is taken.
// EB-08: foes breathe in the same count, between allied breaths.
func TestTheCountFallsFromTheHighestEnergyAndFoesBreatheBetween(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "finesse: 2"}, {name: "Denshichi", row: "finesse: -1"}},
		them: []man{{name: "Kojiro", row: "finesse: 1"}, {name: "Gonta"}}}.begin(t)
	var called []string
	for b.f.Round() == 1 {
		name := b.f.Name(b.f.Turn().Seat)
		called = append(called, fmt.Sprintf("%s %d", name, b.energy(name)))
		b.play("reserve parry")
		if b.waits() == name+" decides" {
			b.play("reserve parry")
		}
		if b.waits() == name+" decides" {
			b.play("reserve parry")
		}
		if b.waits() == name+" decides" {
			b.play("end the breath")
		}
	}
	// Three Energy a breath. Equal Energy: the higher Finesse, then the allied side.
	want := []string{"Musashi 12", "Kojiro 11", "Gonta 10", "Musashi 9", "Denshichi 9", "Kojiro 8", "Gonta 7",
		"Musashi 6", "Denshichi 6", "Kojiro 5", "Gonta 4", "Musashi 3", "Denshichi 3", "Kojiro 2", "Gonta 1"}
	if !slices.Equal(called, want) {
		t.Errorf("breaths of round 1:\ngot  %q\nwant %q", called, want)
	}
}

// When the round ends everyone is back at the maximum, whatever was left.
// EB-04: Energy returns to maximum at each round's start.
func TestEnergyReturnsToMaximumAtEachRound(t *testing.T) {
	b := duel(t, "finesse: 1", "")
	b.play("reserve parry", "end the breath", "close the round", "close the round")
	if b.f.Round() != 2 {
		t.Fatalf("round: got %d, want 2", b.f.Round())
	}
	b.wantSheet("Musashi", "energy", "11 of 11")
	b.wantSheet("Kojiro", "energy", "10 of 10")
	b.wantEvents("round", rules.Event{N: 2})
}

// Equal Energy is decided by Finesse, even against the allied side and the roster.
// EB-09: equal Energy, higher Finesse first.
func TestEqualEnergyHigherFinesseFirst(t *testing.T) {
	b := duel(t, "energy: 12, finesse: 1", "energy: 12, finesse: 2")
	b.wantWaits("Kojiro counts")
	b = duel(t, "energy: 12, finesse: 2", "energy: 12, finesse: 1")
	b.wantWaits("Musashi counts")
}

// Equal Energy and equal Finesse are decided by side: the allied one, which is the first listed unless the encounter
// says the second.
// EB-10: equal Energy and Finesse, allies first.
// the side set up first is the allied one.
// the first side listed is the allied side.
func TestEqualFinesseTheAlliedSideFirst(t *testing.T) {
	sc := setup{us: []man{{name: "Musashi"}}, them: []man{{name: "Kojiro"}}}
	sc.begin(t).wantWaits("Musashi counts")
	sc.more = "allied: 2"
	sc.begin(t).wantWaits("Kojiro counts")
}

// Of one side, Energy and Finesse, the roster decides.
// the third tie-break is the order of setting up.
func TestTheRosterBreaksTheLastTie(t *testing.T) {
	b := setup{us: []man{{name: "Seijuro"}, {name: "Denshichi"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	b.wantWaits("Seijuro counts")
	b.play("close the round")
	b.wantWaits("Denshichi counts")
}

// The last point of Energy brings the lull, and not before.
// EB-11: everyone at Energy 0, the lull.
func TestTheLullComesWhenNobodyHasEnergy(t *testing.T) {
	b := duel(t, "energy: 2", "energy: 3")
	b.play("horizontal cut > Musashi", d{1, 2}, "reserve parry")
	if len(b.events("lull")) != 0 {
		t.Errorf("Kojiro at 0, Musashi at 2: got the lull, want it to wait for Musashi")
	}
	b.wantWaits("Musashi counts")
	b.play("horizontal cut > Kojiro", d{1, 2})
	b.wantEvents("lull", rules.Event{N: 1})
	b.wantEvents("round", rules.Event{N: 2})
}

// Who is still highest after its breath breathes again: a new breath with a new limit, without the old reservation.
// the same actor may take the next count, in a new breath.
// Combo Fatigue restarts with it.
func TestWhoIsStillHighestBreathesAgain(t *testing.T) {
	b := duel(t, "finesse: 3, weapons: [kodachi]", "energy: 2")
	b.play("reserve emergency dodge", "flurry cut > Kojiro", d{1, 2}, "flurry cut > Kojiro", d{1, 2}, "flurry cut > Kojiro", d{1, 2})
	b.play("flurry cut > Kojiro")
	b.wantCheck("attack", -1-2, 10) // Finesse 3, the cut's own -4, fatigue -2
	b.play(d{1, 2}, "end the breath")
	b.wantWaits("Musashi counts")
	b.wantSheet("Musashi", "reserved", "emergency dodge x1")
	b.play("flurry cut > Kojiro")
	b.wantSheet("Musashi", "reserved", "")
	b.wantEvents("breath", rules.Event{Seat: "Musashi", N: 5, Left: 8})
	b.wantCheck("attack", -1, 10)
}

// Without a way to decline, one point of Energy that buys nothing would hold the count for ever: a combatant may close.
// at one's count one may close the round; when all have, the lull comes.
// closing leaves the count and keeps the Energy for reactions.
func TestClosingLeavesTheCountAndKeepsEnergyForReactions(t *testing.T) {
	b := duel(t, "", "finesse: 1")
	b.play("close the round")
	b.wantEvents("close", rules.Event{Seat: "Kojiro", Of: "energy", Left: 11})
	b.wantWaits("Musashi counts")
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantOptions("parry (improvised)", "take the blow")
	b.play("parry (improvised)", d{9, 8}, "end the breath")
	b.wantNumber("Kojiro", "energy", 9)
	b.wantWaits("Musashi counts") // 8 against 9, but Kojiro has left
	b.play("close the round")
	if b.f.Round() != 2 {
		t.Errorf("both have closed: got round %d, want the next", b.f.Round())
	}
}

// Closing and waiting come before a breath begins: they end no reservation, and cure nothing.
// a breath begins with its first maneuver.
func TestClosingBeginsNoBreath(t *testing.T) {
	b := duel(t, "energy: 12", "energy: 8")
	b.play("reserve parry", "horizontal cut > Kojiro", d{3, 3}, "end the breath") // a Fumble
	b.wantWaits("Musashi counts")
	b.play("close the round")
	b.wantEvents("breath")
	b.wantWaits("Kojiro counts")
	b.wantSheet("Musashi", "is", "defenseless, closed")
	b.wantSheet("Musashi", "reserved", "parry x1")
	b.play("horizontal cut > Musashi", d{9, 8})
	b.offers("parry (reserved)")
}

// A wait puts one just below the next lower in the count, at no cost and with no loss of Energy.
// a waiter stands just below the next lower actor, its Energy unchanged; one wait between two of its breaths.
// the place is fixed when taken; the lull gives the wait back.
func TestAWaiterStandsJustBelowTheNextLower(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "finesse: 2"}, {name: "Denshichi"}}, them: []man{{name: "Kojiro", row: "finesse: 1"}}}.begin(t)
	b.wantCost("wait", 0)
	b.play("wait")
	b.wantNumber("Musashi", "energy", 12)
	b.wantWaits("Kojiro counts")
	b.play("reserve parry", "end the breath") // Kojiro at 10, Musashi just below 11
	b.wantWaits("Musashi counts")
	b.refuses("wait")
	b.play("reserve parry", "end the breath") // his own breath: Energy 11, and a wait again
	b.wantWaits("Musashi counts")
	b.offers("wait")
	b.play("wait")
	b.lull()
	b.wantWaits("Musashi counts")
	b.offers("wait")
}

// A waiter's place never lies above its own Energy: what it spends on answers lowers it.
// a waiter's place is never above its own Energy.
// a reaction lowers the place in the count at once.
func TestAWaiterWhoAnswersSinksToItsEnergy(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 10"}, {name: "Denshichi", row: "energy: 8"}}, them: []man{{name: "Kojiro", row: "energy: 9"}}}.begin(t)
	b.play("wait")
	b.wantWaits("Kojiro counts")
	b.play("horizontal cut > Musashi", d{9, 8}, "parry (improvised)", d{9, 9}, // 10 becomes 8
		"horizontal cut > Musashi", d{9, 8}, "parry (improvised)", d{9, 9}, "end the breath") // and 6
	b.wantNumber("Musashi", "energy", 6)
	b.wantWaits("Denshichi counts") // 8, above Musashi's 6 (not his waiting place below 9)
}

// Who waits before its first breath keeps its initiative, and stands just below the next lower: to wait is no breath.
// just below the next lower place. R-104: never above its Energy, with its initiative until its first breath.
func TestAWaiterKeepsItsInitiativeUntilItsFirstBreath(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 9, traits: [quick to the hilt]"}, {name: "Denshichi", row: "energy: 9, finesse: 2"}},
		them: []man{{name: "Kojiro", row: "energy: 10"}}}.begin(t)
	b.wantWaits("Musashi counts") // 9 and 2 against 10
	b.play("wait")                // just below 10
	b.wantWaits("Kojiro counts")
	b.play("reserve parry", "end the breath")
	b.wantWaits("Musashi counts") // before Denshichi, who has 9 and more Finesse
	b.play("reserve parry", "end the breath")
	b.wantWaits("Denshichi counts")
}

// Where nobody lower is left there is nothing to wait for; with two combatants standing nobody waits.
// waiting is not offered where nobody lower remains.
// with only two combatants waiting is not offered.
// two combatants means two standing.
func TestNobodyWaitsForNobody(t *testing.T) {
	b := duel(t, "", "")
	b.refuses("wait")
	b = setup{us: []man{{name: "Musashi"}, {name: "Denshichi"}}, them: []man{{name: "Kojiro", row: "grade: minion, wounds: 1, energy: 4"}}}.begin(t)
	b.offers("wait")
	b.play("close the round", "close the round")
	b.wantWaits("Kojiro counts")
	b.refuses("wait") // the others have left the count
	b.play("close the round")
	b.play("horizontal cut > Kojiro", d{9, 8}, "take the blow")
	if _, _, over := b.f.Winner(); !over {
		t.Fatalf("Kojiro is down: got %s, want the end", b.waits())
	}
	b = setup{us: []man{{name: "Musashi"}, {name: "Denshichi"}},
		them: []man{{name: "Kojiro", row: "grade: minion, wounds: 1, energy: 4"}, {name: "Gonta", row: "energy: 4"}}}.begin(t)
	b.edit("Denshichi wounds=0")
	b.offers("wait")
	b.edit("Kojiro wounds=0")
	b.refuses("wait")
}

// A table without waiting offers none.
// the switch "waiting".
func TestWaitingCanBeTurnedOff(t *testing.T) {
	for _, c := range []struct {
		rulings string
		want    bool
	}{{"", true}, {"{waiting: on}", true}, {"{waiting: off}", false}} {
		b := setup{us: []man{{name: "Musashi"}, {name: "Denshichi"}}, them: []man{{name: "Kojiro"}}, rulings: c.rulings}.begin(t)
		if _, got := b.option("wait"); got != c.want {
			t.Errorf("rulings %q: waiting offered %v, want %v", c.rulings, got, c.want)
		}
	}
}

// Initiative lifts the count of the first breath of the fight, not Energy, and is gone after it.
func TestInitiativeLiftsTheFirstBreathOnly(t *testing.T) {
	b := duel(t, "energy: 9, traits: [quick to the hilt]", "energy: 10")
	b.wantWaits("Musashi counts") // 9 and 2 against 10
	b.wantNumber("Musashi", "energy", 9)
	b.play("reserve parry", "end the breath")
	b.wantWaits("Kojiro counts")
	b.lull()
	b.wantWaits("Kojiro counts")
}

// Energy that comes in mid-round counts at once: who had none is back in the count, and more than the maximum is kept
// until the reset.
// gained Energy counts at once and may exceed the maximum until the reset.
// one who left at 0 returns when it gains Energy.
func TestEnergyGainedInMidRoundCountsAtOnce(t *testing.T) {
	b := duel(t, "energy: 2", "energy: 9")
	b.play("close the round", "horizontal cut > Kojiro", d{1, 2})
	if b.f.Round() != 2 {
		t.Fatalf("both out: got round %d, want 2", b.f.Round())
	}
	b.play("reserve parry", "horizontal cut > Musashi", d{1, 2}, "end the breath") // Kojiro at 6
	b.wantWaits("Kojiro counts")
	b.edit("Musashi energy=7")
	b.wantWaits("Musashi counts")
	b.wantSheet("Musashi", "energy", "7 of 2")
	b.play("close the round", "close the round")
	b.wantSheet("Musashi", "energy", "2 of 2")

	b = setup{us: []man{{name: "Musashi", row: "energy: 2"}}, them: []man{{name: "Kojiro", row: "energy: 2"}, {name: "Gonta", row: "energy: 1"}}}.begin(t)
	b.play("horizontal cut > Kojiro", d{1, 2})
	b.wantNumber("Musashi", "energy", 0)
	b.wantWaits("Kojiro counts")
	b.edit("Musashi energy=3")
	b.wantWaits("Musashi counts")
}

// The fallen leave nothing in the count; if they were the last in it, the lull is there.
// the fallen lose Energy, reservations and stance, and the count skips them.
func TestTheFallenLeaveTheCount(t *testing.T) {
	b := setup{us: []man{{name: "Musashi", row: "energy: 2"}},
		them: []man{{name: "Kojiro", row: "grade: minion, wounds: 1, energy: 1"}, {name: "Gonta", row: "energy: 1"}}}.begin(t)
	b.play("horizontal cut > Kojiro", d{9, 8})
	b.wantEvents("down", rules.Event{Seat: "Kojiro", At: "Musashi"})
	b.wantWaits("Gonta counts")
	b.wantSheet("Kojiro", "state", "down")
	b.play("reserve parry")
	if b.f.Round() != 2 {
		t.Errorf("nobody in the count: got round %d, want 2", b.f.Round())
	}
	b.wantWaits("Musashi counts")
	b.refuses("horizontal cut > Kojiro")
}

// A fight ends when one side has nobody standing, when an objective is met, or when the rounds are over: then for the
// side the objective favours, else as a draw.
// the ways a fight ends; twenty rounds unless the table or the encounter says otherwise.
func TestAFightEnds(t *testing.T) {
	type end struct {
		seat, what string
	}
	cut := []any{"horizontal cut > Kojiro", d{9, 8}, "take the blow"}
	for _, c := range []struct {
		name  string
		sc    setup
		steps []any
		lulls int
		want  end
	}{
		{"nobody left", setup{}, cut, 0, end{"us", "nobody stands against them"}},
		{"round cap of the table", setup{rulings: `{rounds: "2"}`}, nil, 2, end{"", "the rounds are over"}},
		{"round cap of the encounter", setup{more: "rounds: 1"}, nil, 1, end{"", "the rounds are over"}},
		{"twenty rounds", setup{}, nil, 20, end{"", "the rounds are over"}},
		{"they last", setup{more: "objective: {for: them, goal: last, rounds: 3}"}, nil, 3, end{"them", "they held to the last"}},
		{"protected to the end", setup{more: "rounds: 1\nobjective: {for: us, goal: protect, who: Musashi}"}, nil, 1, end{"us", "the rounds are over"}},
		{"not brought down in time", setup{more: "rounds: 1\nobjective: {for: us, goal: down, who: Kojiro}"}, nil, 1, end{"them", "the rounds are over"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.sc.us, c.sc.them = []man{{name: "Musashi"}}, []man{{name: "Kojiro", row: "wounds: 1"}}
			b := c.sc.begin(t)
			b.play(c.steps...)
			for range c.lulls {
				b.wantWaits("Musashi counts")
				b.lull()
			}
			b.wantWaits("over")
			if ends := b.events("end"); len(ends) != 1 || (end{ends[0].Seat, ends[0].What}) != c.want {
				t.Errorf("ending: got %+v, want %+v", ends, c.want)
			}
		})
	}
}

// Bringing down the one it is about decides a fight while others still stand; so does losing the one protected.
// an objective met ends the fight.
func TestTheOneItIsAboutDecides(t *testing.T) {
	for _, c := range []struct{ objective, want string }{
		{"{for: us, goal: down, who: Kojiro}", "us"},
		{"{for: them, goal: protect, who: Kojiro}", "us"},
		{"{for: them, goal: down, who: Musashi}", "them"},
		{"{for: us, goal: protect, who: Musashi}", "them"},
	} {
		b := setup{us: []man{{name: "Musashi", row: "wounds: 1"}, {name: "Hanzo"}}, them: []man{{name: "Kojiro", row: "wounds: 1"}, {name: "Gonta"}},
			more: "objective: " + c.objective}.begin(t)
		who, foe := "Kojiro", "Musashi"
		if c.want == "them" {
			who, foe = foe, who
			b.play("close the round", "close the round")
		}
		b.play("horizontal cut > "+who, d{9, 8}, "take the blow")
		b.wantWaits("over")
		b.wantSheet(foe, "state", "")
		b.wantEvents("end", rules.Event{Seat: c.want, What: who + " is down", N: 1})
	}
}

// A written position has at the count whom the Energies, Finesse, sides and waits put there; else the file is told who.
//
// EB-03: more Energy acts earlier.
// EB-09, EB-10.
func TestAWrittenCountIsWhoseItIs(t *testing.T) {
	sc := setup{us: []man{{name: "Musashi"}, {name: "Seijuro"}}, them: []man{{name: "Kojiro", row: "finesse: 1"}}}
	for seats, first := range map[string]string{
		"Musashi: {energy: 5, wounds: 3}, Seijuro: {energy: 4, wounds: 3}, Kojiro: {energy: 5, wounds: 3}":                          "Kojiro",
		"Musashi: {energy: 6, wounds: 3}, Seijuro: {energy: 4, wounds: 3}, Kojiro: {energy: 5, wounds: 3}":                          "Musashi",
		"Musashi: {energy: 4, wounds: 3}, Seijuro: {energy: 4, wounds: 3}, Kojiro: {energy: 3, wounds: 3}":                          "Musashi",
		"Musashi: {energy: 4, wounds: 3, is: [closed]}, Seijuro: {energy: 4, wounds: 3}, Kojiro: {energy: 3, wounds: 3}":            "Seijuro",
		"Musashi: {energy: 6, wounds: 3, place: 31, is: [waited]}, Seijuro: {energy: 4, wounds: 3}, Kojiro: {energy: 2, wounds: 3}": "Seijuro",
		"Musashi: {energy: 0, wounds: 3}, Seijuro: {energy: 1, wounds: 3}, Kojiro: {energy: 1, wounds: 3, is: [closed]}":            "Seijuro",
	} {
		for _, who := range []string{"Musashi", "Seijuro", "Kojiro"} {
			text := sc.text() + "now:\n  round: 1\n  waits for: count\n  seat: " + who + "\n  seats: {" + seats + "}\n"
			_, err := Load("setup.yaml", []byte(text), sc.book(t))
			switch {
			case who == first && err != nil:
				t.Errorf("%s at the count of %s: %v, want it read", who, seats, err)
			case who != first && err == nil:
				t.Errorf("%s at the count of %s is read, want %s", who, seats, first)
			case who != first && !strings.Contains(err.Error(), first) && !strings.Contains(err.Error(), "not in the count"):
				t.Errorf("%s at the count of %s: %v, want it to say %s", who, seats, err, first)
			}
		}
	}
}

// The word of the table ends a fight: who concedes has lost.
func TestWhoConcedesHasLost(t *testing.T) {
	for team, winner := range map[string]string{"us": "them", "them": "us"} {
		b := duel(t, "", "")
		if _, err := b.f.Edit(team+" concedes", "enough"); err != nil {
			t.Fatal(err)
		}
		b.wantWaits("over")
		if side, draw, over := b.f.Winner(); draw || !over || []string{"us", "them"}[side] != winner {
			t.Errorf("%s concede: side %d wins (draw %t, over %t), want %s", team, side, draw, over, winner)
		}
	}
}

// Nobody has more than twenty Energy, nor less than none.
func TestEnergyIsTwentyAtMost(t *testing.T) {
	for energy, ok := range map[string]bool{"0": true, "1": true, "20": true, "21": false} {
		sc := setup{us: []man{{name: "Musashi", row: "energy: " + energy}}, them: []man{{name: "Kojiro"}}}
		catalogue := "version: 1\ncombatants:\n" + sc.us[0].text() + sc.them[0].text()
		book, err := rows.DefaultBook().Overlay("rows.yaml", []byte(catalogue))
		if err == nil {
			_, err = Load("setup.yaml", []byte(sc.text()), book)
		}
		if (err == nil) != ok {
			t.Errorf("Energy %s: got %v, want it to load: %v", energy, err, ok)
		}
	}
}
