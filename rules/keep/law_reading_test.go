package keep

import (
	"math"
	"testing"

	"kokyu/rules"
)

// What a second reading of document 001 found.

// A Void stance that lying on the ground forbids gives nothing to the round it begins, neither initiative nor the bonus, until
// another is chosen.
// RK-93, RK-94. R-RK-09.
func TestAVoidStanceOnTheGroundGivesNothing(t *testing.T) {
	b := setup{us: []man{{name: "Ann", line: "initiative: 21"}}, them: []man{{name: "Bea", line: "initiative: 18, stance: void"}}}.begin(t)
	b.until("Ann")
	b.wantSheet("Bea", "initiative", "23")
	b.play("katana > Bea", "knockdown", "roll", to{30}, "no more", to{20, 11}, to{8})
	b.wantStatus("Bea", "prone", true)
	b.until("Ann")
	b.wantSheet("Bea", "initiative", "18")
}

// A guard who cannot act guards nobody, and is the easier to strike for nobody's sake.
// RK-158, RK-159. R-RK-67.
func TestAGuardWhoCannotActGuardsNobody(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "c1"}}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.play("guard > Cid")
	b.wantATN("Cid", 30)
	b.wantATN("Ann", 15)
	b.kit().Edit("Ann incapacitated")
	b.wantATN("Cid", 20)
	b.wantATN("Ann", 5)
}

// A Free Raise lowers the number below the ATN where no raise is called.
// R-RK-58. R-RK-59: as many as the Insight Rank.
func TestAFreeRaiseGoesBelowTheATN(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Dan", at: "b2"}, {name: "Eve", at: "d1"}, {name: "Cid", at: "c2", row: "rank: 2"}},
		them: []man{{name: "Bea", at: "c1"}}, ground: `["....", "...."]`}.begin(t)
	for _, name := range []string{"Ann", "Dan", "Eve"} {
		b.until(name)
		b.play("katana > Bea", "tactical strike")
		if name != "Ann" { // there is a pool by then
			b.play("roll")
		}
		b.play(to{30}, to{4})
	}
	b.until("Cid")
	b.wantSheet("Cid", "tactics", "3")
	b.play("katana > Bea")
	b.wantOffered(false, "tactics, 3 raises")
	b.play("tactics, 2 raises")
	b.wantCheck("5k3 >= 10")
}

// Who begins a round in Void comes behind all whose value is not lower, however many do so at once.
// RK-05, RK-94. R-RK-05, R-RK-72.
func TestSeveralInVoidStandByTheirValues(t *testing.T) {
	b := setup{us: []man{{name: "Ann", line: "initiative: 20"}},
		them: []man{{name: "Bea", row: "rank: 2", line: "initiative: 15, stance: void"},
			{name: "Eve", row: "rank: 3", line: "initiative: 14, stance: void"}}}.begin(t)
	for _, name := range []string{"Eve", "Bea", "Ann"} { // 29, 25, 20
		b.wantTurn(name, rules.Decide)
		b.play("end the turn")
	}
}

// Who has swapped stands by the value it has now, and so does the other.
// RK-05, RK-180. R-RK-72.
func TestBothWhoSwapStandByTheirValues(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "rank: 2, void points: 1", line: "initiative: 40, stance: void"}, {name: "Cid", line: "initiative: 10"}},
		them: []man{{name: "Bea", line: "initiative: 15"}}}.begin(t)
	b.play("swap > Cid")
	for _, name := range []string{"Cid", "Ann", "Bea"} { // 40, 10 and 10, 15
		b.wantTurn(name, rules.Decide)
		b.play("end the turn")
	}
}

// A chain holds by what its damage came to, armour or not.
// RK-192. R-RK-79.
func TestAChainHoldsByItsRollThroughArmour(t *testing.T) {
	g := setup{us: []man{{name: "Ann", row: "weapons: [kusarigama], skills: {chain: 3}", at: "a1"}},
		them: []man{{name: "Bea", row: "armour: heavy", at: "c1"}}}.game(t)
	b := begun(t, g)
	b.play("kusarigama weight > Bea", "roll", to{32})
	_, s := b.position()
	chances := map[uint8]float64{}
	for _, o := range g.Odds(&s, nil) {
		next := s
		g.Play(&next, o.Action, nil)
		chances[next.seats[1].escapeNumber] += o.P
	}
	if got, want := chances[3], 19.0/1000; math.Abs(got-want) > 1e-9 { // three dice, the highest kept
		t.Errorf("a chain holds by 3 with %.3f, want %.3f: %v", got, want, chances)
	}
}

// It is told of whoever gains initiative by the Void stance, and how much it is then.
// RK-94.
func TestInitiativeByVoidIsTold(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "rank: 2", line: "initiative: 20, stance: chosen"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.play("void")
	if told := b.events("value"); len(told) != 1 || told[0].Seat != "Ann" || told[0].N != 30 {
		t.Errorf("told %+v, want that Ann is at 30", told)
	}
}
