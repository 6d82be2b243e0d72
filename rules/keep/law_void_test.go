package keep

import (
	"slices"
	"testing"

	"kokyu/rules"
)

// §Void Points.

// No Initiative Value is above 255, whoever is accelerated there: nobody falls to the end of the order by acting sooner.
// RK-172.
func TestAccelerateEndsAtTheHighestValue(t *testing.T) {
	b := duel(t, "", "void points: 3")
	b.wantTurn("Bea", rules.Decide)
	g, s := b.position()
	bea := b.seat("Bea")
	s.seats[bea].initiative = 250
	a, err := rules.ParseAction(g, &s, "accelerate")
	if err != nil {
		t.Fatal(err)
	}
	if g.Play(&s, a, nil); s.seats[bea].initiative != 255 {
		t.Errorf("ten above 250 is %d, want 255", s.seats[bea].initiative)
	}
}

// Accelerate adds ten to the Initiative Value for the rest of the fight.
// RK-172. RK-171: each use once a round, and R-RK-26 different ones together. R-RK-41: the sheet says how many there are.
func TestAccelerate(t *testing.T) {
	b := duel(t, "", "void points: 3")
	b.wantTurn("Bea", rules.Decide)
	b.play("accelerate")
	b.wantEvent("value", "Bea", "accelerated")
	b.wantSheet("Bea", "void", "2")
	b.wantSheet("Bea", "initiative", "90")
	b.wantOffered(false, "accelerate")
	b.play("deflect")
	b.until("Ann")
	b.play("end the turn")
	b.until("Bea")
	b.play("end the turn")
	b.play("accelerate")
	b.wantSheet("Bea", "initiative", "100") // for the rest of the fight
}

// Deflect adds ten to the ATN until the end of the round, and nothing takes it away.
// RK-175, RK-176. R-RK-11.
func TestDeflect(t *testing.T) {
	b := duel(t, "", "void points: 1, armour: light")
	b.play("deflect")
	b.wantATN("Bea", 35)
	b.play("grapple > Bea", to{60}, "end the turn")
	b.wantATN("Bea", 20) // 5, armour, and the ten
	b.play(to{30, 11}, "break", "end the turn")
	b.wantATN("Bea", 25)
}

// Endure takes ten off a damage roll before Reduction, and is decided once it is known.
// RK-177, RK-178.
func TestEndure(t *testing.T) {
	b := duel(t, "", "void points: 1, armour: heavy")
	b.play("no more", "katana > Bea", "roll", to{40}, to{19})
	b.wantTurn("Bea", rules.Decide)
	b.wantOptions("take it", "endure")
	b.play("endure")
	b.wantWounds("Bea", 4)
	b.wantSheet("Bea", "void", "0")
	b = duel(t, "", "void points: 1, armour: heavy")
	b.play("no more", "katana > Bea", "roll", to{40}, to{5})
	b.wantTurn("Ann", rules.Decide) // stopped by the armour: nothing to Endure
	b = duel(t, "", "void points: 1")
	b.play("no more", "katana > Bea", "roll", to{40}, to{6}, "endure")
	b.wantWounds("Bea", 0)
}

// Boost adds +1k1 to a test or a contest whose dice can explode; Strive +1k0 to one whose dice cannot, and then they can.
// RK-174, RK-179. R-RK-49: before the roll, and in a contest the active one first.
func TestBoostAndStrive(t *testing.T) {
	b := duel(t, "void points: 2", "void points: 1")
	b.play("no more", "no more", "katana > Bea", "knockdown")
	b.wantOffered(true, "boost")
	b.wantOffered(false, "strive")
	b.play("boost")
	b.wantCheck("6k4 >= 30")
	b.play(to{30})
	b.wantTurn("Bea", rules.Decide) // Ann's Boost of the round is used
	b.play("boost")
	b.wantCheck("Ann's 3k3 against Bea's 4k4")
	b = duel(t, "void points: 1, skills: {}", "")
	b.play("no more", "katana > Bea")
	b.wantOffered(true, "strive")
	b.wantOffered(false, "boost")
	b.play("strive")
	b.wantCheck("4k3 >= 20") // no "flat": they explode
	b.wantSheet("Ann", "void", "0")
	b = duel(t, "skills: {}", "")
	b.play("katana > Bea", "roll")
	b.wantCheck("3k3 flat >= 20")
}

// What is added to one contest is not added to the next of the same attack.
// RK-174. RK-171: once a round.
func TestWhatIsAddedToAContestIsUsed(t *testing.T) {
	b := duel(t, "", "void points: 1")
	b.play("no more", "katana > Bea", "knockdown", "push 5 feet", "roll", to{40}, "boost")
	b.wantCheck("Ann's 3k3 against Bea's 4k4")
	b.play(to{20, 12})
	b.wantCheck("Ann's 3k3 against Bea's 3k3")
}

// Swap exchanges Initiative Values with a willing friend; whoever was swapped may Accelerate the other in place of itself.
// RK-180, RK-173.
func TestSwap(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}, {name: "Cid", row: "void points: 2"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.wantTurn("Cid", rules.Decide)
	b.wantOffered(true, "swap > Ann")
	b.wantOffered(false, "swap > Bea", "swap > Cid", "accelerate > Ann")
	b.play("swap > Ann")
	b.wantSheet("Cid", "initiative", "90")
	b.wantSheet("Ann", "initiative", "80")
	b.wantOffered(true, "accelerate", "accelerate > Ann")
	b.play("accelerate > Ann")
	b.wantSheet("Ann", "initiative", "90")
	g, s := b.position()
	if got, want := g.seatNames(g.roundOrder(&s)), []string{"Cid", "Ann", "Bea"}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

// Each of the two who have swapped may Accelerate the other.
// RK-173.
func TestEitherOfASwapMayAccelerateTheOther(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "void points: 1"}, {name: "Cid", row: "void points: 1"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.play("swap > Ann")
	b.wantTurn("Ann", rules.Decide)
	b.wantOffered(true, "accelerate", "accelerate > Cid")
}

// Both who swap take the places of their new values, whoever stands between them.
// RK-180, RK-05.
func TestSwapPastAFoe(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}, {name: "Cid", row: "void points: 1", line: "initiative: 70"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.play("swap > Ann")
	g, s := b.position()
	fight, round := g.orders(&s)
	for _, o := range []order{fight, round} {
		if got, want := g.seatNames(o), []string{"Cid", "Bea", "Ann"}; !slices.Equal(got, want) {
			t.Errorf("the order is %v, want %v", got, want)
		}
	}
}

// From the lowest initiative up each declares once, all it wants; then the order of the round stands.
// R-RK-50.
func TestDeclaringAtTheBeginningOfARound(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "void points: 1"}, {name: "Cid", row: "void points: 2"}}, them: []man{{name: "Bea", row: "void points: 1"}}}.begin(t)
	for _, name := range []string{"Bea", "Cid", "Ann"} {
		b.wantTurn(name, rules.Decide)
		b.play("no more")
	}
	b.wantTurn("Ann", rules.Decide)
	b.wantOffered(false, "no more")
	_, now := b.position()
	for _, c := range now.seats { // what no longer matters is forgotten, so that equal positions are equal values
		if c.turnMarks&declared != 0 {
			t.Error("who has declared is remembered after the declarations")
		}
	}
	for b.f.Round() == 1 {
		b.pass()
	}
	for _, name := range []string{"Bea", "Cid", "Ann"} { // and so in every round
		b.wantTurn(name, rules.Decide)
		b.wantOffered(true, "no more")
		b.play("no more")
	}
}
