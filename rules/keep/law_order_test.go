package keep

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/dice"
)

// §Initiative, §Rounds.

// A fight begins with the Initiative Values, then the opening stances, then the rounds.
// RK-01: values, then stances, then rounds.
// RK-03: Insight Rank and Reflexes rolled, Reflexes kept.
// RK-08: the values are rolled once.
func TestAFightBeginsWithInitiativeAndOpeningStances(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", row: "rank: 2", line: "stance: chosen"}}, them: []man{{name: "Bea", line: "stance: chosen"}}}
	text := strings.NewReplacer(", initiative: 90", "", ", initiative: 80", "").Replace(sc.text())
	g, err := Load("setup.yaml", []byte(text), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	b := begun(t, g)
	b.wantCheck("5k3")
	if c := b.f.Check(); c.What != "initiative" || b.f.Name(c.Seat) != "Ann" {
		t.Errorf("the first dice are %s of %s", c.What, b.f.Name(c.Seat))
	}
	b.play(to{21})
	b.wantCheck("4k3")
	b.play(to{17})
	b.wantOptions("water", "air", "earth", "fire", "void")
	b.play("water", "fire")
	b.wantSheet("Ann", "stance", "fire")
	b.wantSheet("Ann", "initiative", "21")
	b.wantSheet("Bea", "initiative", "17")
	b.wantTurn("Ann", rules.Decide)
	b.until("Bea")
	b.play("end the turn")
	b.wantTurn("Ann", rules.Decide) // round 2, and no initiative
	if b.f.Round() != 2 {
		t.Errorf("round %d, want 2", b.f.Round())
	}
	b.wantSheet("Ann", "initiative", "21")
}

// A rank 2 character with Reflexes 3 rolls 5k3, and neither Wounds nor Void Points change it.
// RK-03. R-RK-01: initiative is neither test nor contest.
func TestTheInitiativeIsNoTest(t *testing.T) {
	g := setup{us: []man{{name: "Ann", row: "rank: 2"}}, them: []man{{name: "Bea"}}}.game(t)
	if p := g.initiativePool(0); p != (dice.Pool{Roll: 5, Keep: 3, Explode: true}) {
		t.Errorf("rank 2 and Reflexes 3 roll %+v, want 5k3", p)
	}
}

// Whoever rolls higher than any value that is told apart has the highest: the chances of all values add up to 1, however many
// dice there are.
// RK-03.
func TestNoInitiativeIsTooHighToBeRolled(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", row: "rank: 5, attributes: {reflexes: 10}"}}, them: []man{{name: "Bea"}}}
	g, err := Load("setup.yaml", []byte(strings.Replace(sc.text(), ", initiative: 90", "", 1)), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	s := g.Start()
	sum, highest := 0.0, int16(0)
	for _, o := range g.Odds(&s, nil) {
		sum, highest = sum+o.P, max(highest, o.N)
	}
	if math.Abs(sum-1) > 1e-12 || highest != 150 {
		t.Errorf("10k10 comes to at most %d with %v in all, want 150 and 1", highest, sum)
	}
}

// Equal values are drawn for once, with even chances, and the order stays.
// RK-04.
func TestTiesAreDrawnOnce(t *testing.T) {
	three := setup{us: []man{{name: "Ann", line: "initiative: 20"}, {name: "Cid", line: "initiative: 20"}}, them: []man{{name: "Bea", line: "initiative: 20"}}}
	b := three.begin(t)
	for _, o := range b.f.Outcomes() {
		if math.Abs(o.P-1.0/3) > 1e-15 {
			t.Errorf("the draw falls on %v with %v", o.At, o.P)
		}
	}
	b.play(d{3})
	if n := len(b.f.Outcomes()); n != 2 {
		t.Fatalf("the second draw is among %d, want 2", n)
	}
	b.play(d{2})
	for range 3 {
		for _, name := range []string{"Bea", "Cid", "Ann"} {
			b.until(name)
			b.wantTurn(name, rules.Decide)
			if slices.Contains(b.words(), "water") {
				b.play("water")
			}
			b.play("end the turn")
			if b.f.Turn().Kind == rules.Over {
				return // nobody strikes: three quiet rounds
			}
		}
	}
}

// Who comes to a value that others have acts after all of them, and the next after that.
// RK-05.
func TestWhoChangesGoesToTheBackOfTheLine(t *testing.T) {
	void := "void points: 2"
	b := setup{us: []man{{name: "Ann", line: "initiative: 30"}, {name: "Cid", row: void, line: "initiative: 20"}},
		them: []man{{name: "Bea", row: void, line: "initiative: 20"}, {name: "Eve", line: "initiative: 10"}}}.begin(t)
	b.play(d{2}) // Bea before Cid
	b.wantTurn("Cid", rules.Decide)
	b.play("accelerate", "no more") // 30, behind Ann
	b.wantTurn("Bea", rules.Decide)
	b.play("accelerate", "no more") // 30, behind Cid
	g, s := b.position()
	if got, want := g.seatNames(g.roundOrder(&s)), []string{"Ann", "Cid", "Bea", "Eve"}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
	b.wantTurn("Ann", rules.Decide)
}

// An effect that a round begins puts all whom it makes slower into their places before anybody acts, in the first round too, where
// the file says all initiatives and stances; each is told once.
// RK-05, RK-10.
func TestSeveralAreSlowedAtOnce(t *testing.T) {
	rows := "techniques:\n  din: {effects: [{when: round, does: initiative, by: -25, on: foes, lasts: round}]}\n"
	b := setup{rows: rows, us: []man{{name: "Ann", row: "techniques: [din]", line: "initiative: 90"}, {name: "Cid", line: "initiative: 40"}},
		them: []man{{name: "Bea", line: "initiative: 60"}, {name: "Dan", line: "initiative: 50"}}}.begin(t)
	for round := range 2 {
		g, s := b.position()
		if got, want := g.seatNames(g.roundOrder(&s)), []string{"Ann", "Cid", "Bea", "Dan"}; !slices.Equal(got, want) {
			t.Errorf("round %d: the order is %v, want %v", round+1, got, want)
		}
		var told []string
		for _, e := range b.events("value") {
			told = append(told, e.Seat)
		}
		if round == 1 && !slices.Equal(told, []string{"Bea", "Dan"}) {
			t.Errorf("told of %v", told)
		}
		b.again("Ann")
	}
}

// Opening stances are chosen from the last in the order to the first, equals too, and stand until round 2.
// RK-06: in reverse order. RK-07: until the second round. RK-16: then at the start of each turn. RK-17: until the next.
func TestOpeningStancesComeInReverse(t *testing.T) {
	chosen := func(n string, i string) man { return man{name: n, line: "stance: chosen, initiative: " + i} }
	b := setup{us: []man{chosen("Ann", "30"), chosen("Cid", "20")}, them: []man{chosen("Bea", "20")}}.begin(t)
	b.play(d{1}) // Cid before Bea
	for _, name := range []string{"Bea", "Cid", "Ann"} {
		b.wantTurn(name, rules.Decide)
		b.wantOptions("water", "air", "earth", "fire", "void")
		b.play("air")
	}
	b.wantTurn("Ann", rules.Decide)
	b.wantOffered(false, "water") // not in round 1
	b.until("Ann")
	b.play("end the turn")
	b.until("Ann")
	b.wantOptions("water", "air", "earth", "fire", "void")
	b.wantSheet("Ann", "stance", "air")
	b.play("fire")
	b.wantSheet("Ann", "stance", "fire")
}

// A round is everybody's turn in order, once each, then the Readying Phase, then the next.
// RK-09, RK-12, RK-14.
func TestARoundIsEverybodysTurn(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}, {name: "Cid"}}, them: []man{{name: "Bea"}}}.begin(t)
	var order []string
	for range 5 {
		turn := b.f.Turn()
		order = append(order, b.f.Name(turn.Seat))
		if slices.Contains(b.words(), "water") {
			b.play("water")
		}
		b.play("end the turn")
	}
	if want := []string{"Ann", "Cid", "Bea", "Ann", "Cid"}; !slices.Equal(order, want) {
		t.Errorf("turns of %v, want %v", order, want)
	}
}

// The Readying Phase sets things off from the lowest initiative up, before anything is counted down.
// RK-25. R-RK-46.
func TestTheReadyingPhaseGoesInReverse(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.kit().Edit("Ann stunned", "Bea stunned")
	b.play("end the turn", "end the turn")
	b.wantTurn("Bea", rules.Chance) // the lower one first
	b.play(to{21})
	b.wantTurn("Ann", rules.Chance)
	if b.f.Round() != 1 {
		t.Errorf("round %d before the phase is over", b.f.Round())
	}
}

// Who is to be brought down, or kept from it, decides the fight.
// R-RK-75.
func TestAnObjectiveDecides(t *testing.T) {
	for _, tc := range []struct {
		objective, down string
		over            bool
		won             rules.Side
	}{
		{"goal: down, who: Dan", "Dan", true, 0}, {"goal: down, who: Dan", "Bea", false, 0},
		{"goal: protect, who: Cid", "Cid", true, 1}, {"goal: protect, who: Cid", "Ann", false, 0},
	} {
		b := setup{us: []man{{name: "Ann"}, {name: "Cid"}}, them: []man{{name: "Bea"}, {name: "Dan"}}, more: "objective: {for: us, " + tc.objective + "}"}.begin(t)
		b.kit().Edit(tc.down + " wounds=46")
		if won, _, over := b.f.Winner(); over != tc.over || over && won != tc.won {
			t.Errorf("%s, and %s is down: over %v, won by %v, want %v and %v", tc.objective, tc.down, over, won, tc.over, tc.won)
		}
	}
}

// A side stands while one of it does, whoever is down.
// R-RK-75.
func TestASideStandsWhileOneOfItDoes(t *testing.T) {
	for _, down := range []string{"Ann", "Cid"} {
		b := setup{us: []man{{name: "Ann"}, {name: "Cid"}}, them: []man{{name: "Bea"}}}.begin(t)
		b.kit().Edit(down + " wounds=46")
		if _, _, over := b.f.Winner(); over {
			t.Errorf("over with %s", down)
		}
	}
}

// Three whole rounds in which nobody strikes or is hurt are a draw, and so is the last round.
// R-RK-74.
func TestAStandOffIsADraw(t *testing.T) {
	b := duel(t, "", "")
	for range 3 {
		b.until("Bea")
		if slices.Contains(b.words(), "water") {
			b.play("water")
		}
		b.play("end the turn")
	}
	if _, draw, over := b.f.Winner(); !over || !draw || b.f.Round() != 3 {
		t.Errorf("over %v, drawn %v in round %d, want a draw after round 3", over, draw, b.f.Round())
	}
	b = duel(t, "", "") // a blow only puts it off
	b.until("Ann")
	if slices.Contains(b.words(), "water") {
		b.play("water")
	}
	b.play("katana > Bea", "roll", to{9})
	for _, _, over := b.f.Winner(); !over; _, _, over = b.f.Winner() {
		b.pass()
	}
	if _, draw, _ := b.f.Winner(); !draw || b.f.Round() != 4 {
		t.Errorf("drawn %v in round %d, want a draw after round 4: in the first there was a blow", draw, b.f.Round())
	}
	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, more: "rounds: 2"}.begin(t)
	for range 2 {
		b.until("Ann")
		if slices.Contains(b.words(), "water") {
			b.play("water")
		}
		b.play("katana > Bea", "roll", to{9})
		b.until("Bea")
		if slices.Contains(b.words(), "water") {
			b.play("water")
		}
		b.play("end the turn")
	}
	if _, draw, over := b.f.Winner(); !over || !draw {
		t.Errorf("over %v, drawn %v after the last round", over, draw)
	}
}

// A fight that is over is over: of quiet rounds, of who acted and of the pools nothing is left that could tell two ends apart.
// R-RK-75.
func TestAnEndForgetsWhatWasUnderWay(t *testing.T) {
	b := duel(t, "", "")
	b.play("katana > Bea", "tactical strike", to{30}, to{100})
	if _, _, over := b.f.Winner(); !over {
		t.Fatal("not over")
	}
	if _, s := b.position(); s.quietRounds != 0 || s.eventful != 0 || s.actor != 0 || s.tacticsPools != [2]uint8{} || s.do != 0 {
		t.Errorf("left of it: %d quiet rounds, eventful %d, actor %d, pools %v, doing %d", s.quietRounds, s.eventful, s.actor, s.tacticsPools, s.do)
	}
}
