package keep

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
)

// §Stances.

// opens returns a duel in which Ann opens in a stance, and Bea in another.
func opens(t *testing.T, ann, bea, annRow, beaRow string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Ann", row: annRow, line: "stance: " + ann}}, them: []man{{name: "Bea", row: beaRow, line: "stance: " + bea}}}.begin(t)
}

// offeredLike reports whether an option that begins so is legal now.
func (b *bout) offeredLike(prefix string) bool {
	return slices.ContainsFunc(b.words(), func(w string) bool { return strings.HasPrefix(w, prefix) })
}

func (b *bout) wantOfferedLike(yes bool, prefixes ...string) {
	b.t.Helper()
	for _, p := range prefixes {
		if got := b.offeredLike(p); got != yes {
			b.t.Errorf("%q is offered: %v, want %v among %q", p, got, yes, b.words())
		}
	}
}

// Air adds the Air Ring and the ranks of Defense to the ATN; who is in it moves and does not attack.
// RK-79, RK-80, RK-81. RK-104: Air and Earth give the Stance Bonus. R-RK-07: nor begins a grapple.
func TestAirEvades(t *testing.T) {
	b := opens(t, "air", "water", "skills: {defense: 4}", "")
	b.wantATN("Ann", 20+3+4)
	b.wantOffered(false, "katana > Bea", "unarmed > Bea", "grapple > Bea")
	b = setup{us: []man{{name: "Ann", line: "stance: air", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.wantOffered(true, "step > d1", "move > g1")
}

// Earth tests Defense with Reflexes against 0 as a Complex Action, and adds half of it to the ATN until the next turn.
// RK-82, RK-83. R-RK-06: rounded down.
func TestEarthWardsOff(t *testing.T) {
	b := opens(t, "earth", "water", "", "")
	b.wantATN("Ann", 20)
	b.play("defend")
	b.wantSimple(0)
	b.wantCheck("5k3 >= 0")
	b.play(to{25})
	b.wantATN("Ann", 32)
	b.wantATN("Bea", 20) // who is in Water wards off nothing
	b.until("Bea")
	b.play("end the turn")
	b.wantATN("Ann", 20) // her next turn has begun
	b = opens(t, "earth", "water", "", "")
	b.kit().Edit("Ann wounds=28")
	b.play("defend", to{4 - 10})
	b.wantATN("Ann", 20) // a total below 0 is no success
}

// In Earth one neither moves nor attacks with Simple or Complex Actions; the Free Move is left, and Guard may be free.
// RK-84. RK-85, RK-160: a guard for nothing, once a turn.
func TestEarthStandsFast(t *testing.T) {
	b := setup{us: []man{{name: "Ann", line: "stance: earth", at: "b2"}, {name: "Cid", at: "a2"}, {name: "Dan", at: "b3"}},
		them: []man{{name: "Bea", at: "c2"}}, ground: `["....", "....", "...."]`}.begin(t)
	b.wantOffered(false, "katana > Bea", "grapple > Bea")
	b.wantOfferedLike(false, "move > ")
	b.wantOffered(true, "step > b1", "defend", "guard freely > Cid", "guard freely > Dan")
	b.play("guard freely > Cid")
	b.wantSimple(2)
	b.wantOffered(false, "guard freely > Dan")
	b.wantOffered(true, "guard > Dan", "defend")
}

// Fire steps five feet farther, strikes with +2k1, and has an ATN ten lower.
// RK-86, RK-87, RK-88. RK-167: the five feet count under the cap.
func TestFireIsReckless(t *testing.T) {
	b := setup{us: []man{{name: "Ann", line: "stance: fire", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.wantATN("Ann", 10)
	b.wantOffered(true, "step > e1")
	b.wantOffered(false, "step > f1") // five squares of Water 3
	b.play("step > e1")
	b.wantOffered(true, "move > g1")
	b = opens(t, "fire", "water", "", "")
	b.play("katana > Bea", "roll")
	b.wantCheck("7k4 >= 20")
	b = opens(t, "fire", "water", "weapons: [tanto]", "")
	b.play("tanto thrown > Bea", "roll")
	b.wantCheck("5k3 >= 20") // a throw is no melee attack
}

// Fire does not guard, and no step of it leads away from a foe who could strike.
// RK-89, RK-90. R-RK-08.
func TestFireDoesNotGiveWay(t *testing.T) {
	b := setup{us: []man{{name: "Ann", line: "stance: fire", at: "c1"}, {name: "Cid", at: "b1"}},
		them: []man{{name: "Bea", at: "d1"}}, ground: `["......", "......"]`}.begin(t)
	b.wantOffered(false, "guard > Cid")
	b.wantOffered(false, "step > a2", "step > b2") // away from Bea
	b.wantOffered(true, "step > c2", "step > d2", "step > e2", "step > e1")
	b = setup{us: []man{{name: "Ann", line: "stance: fire", at: "c1"}}, them: []man{{name: "Bea", at: "e1"}}, ground: `["......", "......"]`}.begin(t)
	b.wantOffered(true, "step > b1") // Bea does not reach her
}

// Void does not move, and takes both Simple Actions of the turn.
// RK-91, RK-92. R-RK-03: in round 1 for the opening stance.
func TestVoidWaits(t *testing.T) {
	b := setup{us: []man{{name: "Ann", line: "stance: void", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.wantSimple(0)
	b.wantOptions("let go of katana", "end the turn")
	b.wantOfferedLike(false, "step > ")
	b.until("Bea")
	b.play("end the turn")
	b.until("Ann")
	b.play("void")
	b.wantSimple(0)
}

// A round begun in Void gives one roll, test or contest +1k1 and the Void Ring, once, and the damage too if it is that.
// RK-93. R-RK-04: an opening Void counts as begun in round 1.
func TestVoidGathers(t *testing.T) {
	b := setup{us: []man{{name: "Ann", line: "stance: void"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.play("end the turn")
	b.until("Bea")
	b.play("end the turn")
	b.until("Ann")
	b.play("water", "katana > Bea")
	b.wantOffered(true, "void stance")
	b.play("void stance")
	b.wantCheck("6k4+2 >= 20")
	b.play(to{30})
	b.wantCheck("6k2") // it is used
	b.until("Bea")
	b.play("water", "end the turn")
	b.until("Ann")
	b.play("water", "katana > Bea")
	b.wantOffered(false, "void stance") // this round began in Water

	b = setup{us: []man{{name: "Ann", line: "stance: void"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.play("end the turn")
	b.until("Ann")
	b.play("water", "katana > Bea", "roll", to{30}, "void stance")
	b.wantCheck("7k3+2")

	b = opens(t, "water", "void", "", "") // in a contest it helps who is asked, the struck as well
	b.play("katana > Bea", "knockdown", "roll", to{30})
	b.wantTurn("Bea", rules.Decide)
	b.play("void stance")
	b.wantCheck("Ann's 3k3 against Bea's 4k4+2")
}

// In such a round initiative is five an Insight Rank higher, and then what it was.
// RK-94. R-RK-05: behind those who have that value already, and the old place is there again.
func TestVoidComesFirst(t *testing.T) {
	b := setup{us: []man{{name: "Ann", line: "initiative: 20"}},
		them: []man{{name: "Bea", row: "rank: 2", line: "stance: void, initiative: 15"}, {name: "Dan", line: "initiative: 25"}}}.begin(t)
	b.wantSheet("Bea", "initiative", "25")
	g, s := b.position()
	if got, want := g.seatNames(g.roundOrder(&s)), []string{"Dan", "Bea", "Ann"}; !slices.Equal(got, want) {
		t.Errorf("the order of round 1 is %v, want %v", got, want)
	}
	b.until("Bea")
	b.play("end the turn")
	b.until("Bea")
	b.wantSheet("Bea", "initiative", "25") // round 2 began in Void too
	b.play("water", "end the turn")
	b.until("Bea")
	b.wantSheet("Bea", "initiative", "15")
	if g, s = b.position(); !slices.Equal(g.seatNames(g.roundOrder(&s)), []string{"Dan", "Ann", "Bea"}) {
		t.Errorf("the order of round 3 is %v", g.seatNames(g.roundOrder(&s)))
	}
}

// Water has neither bonus nor restriction.
// RK-95.
func TestWaterIsPlain(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "a1"}}, them: []man{{name: "Bea", at: "c1"}}}.begin(t)
	b.wantATN("Ann", 20)
	b.wantOffered(true, "katana > Bea", "grapple > Bea", "guard > Cid")
	b.play("katana > Bea", "roll")
	b.wantCheck("5k3 >= 20")
}

// A stance that a condition forbids by now is kept: what it gives is gone, what it forbids stays. Then only legal ones are
// offered.
// R-RK-09.
func TestAForbiddenStanceGivesNothing(t *testing.T) {
	b := opens(t, "water", "fire", "", "")
	b.kit().Edit("Bea prone")
	b.until("Bea")
	b.wantATN("Bea", 20-10-10) // Fire's ten and Prone's
	b.wantOffered(true, "katana > Ann")
	b.play("katana > Ann", "roll")
	b.wantCheck("3k3 >= 20") // no +2k1, and two fewer
	b = opens(t, "water", "fire", "", "")
	b.kit().Edit("Ann prone", "Ann stunned")
	b.play("end the turn")
	b.until("Ann")
	b.wantOptions("air")
}

// A table may forbid Void twice running, and to mooks.
// R-RK-74, R-RK-77.
func TestVoidByRuling(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", line: "stance: void"}}, them: []man{{name: "Bea", row: "mook: true"}}, rulings: `void twice: "no", mook void: "no"`}
	b := sc.begin(t)
	b.until("Bea")
	b.play("end the turn")
	b.until("Ann")
	b.wantOptions("water", "air", "earth", "fire")
	b.play("water", "end the turn")
	b.until("Bea")
	b.wantOptions("water", "air", "earth", "fire")
	b.play("water", "end the turn")
	b.until("Ann")
	b.wantOptions("water", "air", "earth", "fire", "void")

	sc.us[0].line = ""
	b = sc.begin(t)
	b.until("Bea")
	b.play("end the turn")
	b.until("Ann")
	b.play("void") // chosen in a turn it is not chosen again in the next
	b.until("Ann")
	b.wantOptions("water", "air", "earth", "fire")
}
