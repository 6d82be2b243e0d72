package keep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
)

// §Guard, §Movement, and what riding makes of it.

// onLane returns a board of Ann and a far Bea.
func onLane(t *testing.T, row, line string, ground string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Ann", row: row, line: line, at: "a1"}}, them: []man{{name: "Bea", at: "p1"}}, ground: ground}.begin(t)
}

const lane = `["................"]`

// Guard lasts until the guard's next turn, within five feet: five off the guard's ATN, ten on the ward's.
// RK-157, RK-158, RK-159. R-RK-23: rechecked all the time, and several add up.
func TestGuard(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b2"}, {name: "Cid", at: "c2"}, {name: "Dan", at: "c3"}}, them: []man{{name: "Bea", at: "h4"}},
		ground: `["........", "........", "........", "........"]`}.begin(t)
	b.play("guard > Cid")
	b.wantATN("Ann", 15)
	b.wantATN("Cid", 30)
	b.play("guard > Dan")
	b.wantATN("Ann", 10)
	b.wantATN("Dan", 30)
	b.play("end the turn")
	b.until("Cid")
	b.play("move > f2")
	b.wantATN("Cid", 20) // too far
	b.wantATN("Ann", 15)
	b.play("move > d2")
	b.wantATN("Cid", 20)
	b.play("end the turn")
	b.until("Dan")
	b.play("guard > Ann")
	b.wantATN("Ann", 25)
	b.until("Ann")
	b.play("water")
	b.wantATN("Dan", 15) // Ann's guard is over, Dan's is not
}

// The Free Move is five feet for each Water, once a turn; a Simple Move ten feet; never Complex.
// RK-161: Free and Simple Actions. RK-164, RK-32: the Free Move. RK-165, RK-38: the Simple Move. RK-163: each is its own.
func TestMovesByWater(t *testing.T) {
	b := onLane(t, "", "", lane)
	b.wantOffered(true, "step > d1", "move > g1")
	b.wantOffered(false, "step > e1", "move > h1")
	b.play("step > b1")
	b.wantOfferedLike(false, "step > ")
	b.play("move > c1")
	b.wantSimple(1)
	b.wantOffered(true, "move > i1")
	b.wantOffered(false, "move > j1")
}

// One's own moves of a turn come to twenty feet for each Water at most.
// RK-166. RK-162: and a stance and conditions that allow it.
func TestTheCapOfMovement(t *testing.T) {
	b := onLane(t, "", "", lane)
	b.play("step > d1", "move > j1")
	b.wantOffered(true, "move > m1") // twelve squares in all
	b.wantOffered(false, "move > n1")
	b = onLane(t, "", "stance: void", lane)
	b.wantOfferedLike(false, "step > ", "move > ")
	b = onLane(t, "", "stance: fire", lane)
	b.play("step > e1", "move > k1") // RK-167: the five feet of Fire count
	b.wantOffered(true, "move > m1")
	b.wantOffered(false, "move > n1")
}

// Rough ground takes one off Water, for the distance and for the cap; the lowest cap rules.
// RK-168, RK-169. R-RK-53.
func TestRoughGround(t *testing.T) {
	b := onLane(t, "", "", `["..,............."]`)
	b.wantOffered(true, "step > c1", "move > e1")
	b.wantOffered(false, "step > d1", "move > f1")
	b.play("step > c1", "move > i1")
	b.wantOffered(false, "move > j1") // eight squares of Water 2, all moved
	b = onLane(t, "attributes: {strength: 1, perception: 1}", "", `["..,............."]`)
	b.wantOffered(true, "move > c1") // one at least
}

// A move that would bring the cap below what is moved already cannot be made.
// RK-170.
func TestNoMoveBringsTheCapBelowWhatIsMoved(t *testing.T) {
	b := onLane(t, "", "", `[".........,......"]`)
	b.play("step > d1", "move > i1")
	b.wantOffered(false, "move > j1") // eight squares moved, and eight is the cap over rough ground
	b = onLane(t, "", "", `[".......,........"]`)
	b.play("step > d1", "move > g1")
	b.wantOffered(true, "move > h1", "move > i1")
	b.wantOffered(false, "move > j1")
}

// Friends let one pass and not stop, foes and walls do not; nobody steps between two walls.
// R-RK-52.
func TestWhoStandsInTheWay(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "b1"}}, them: []man{{name: "Bea", at: "e1"}}}.begin(t)
	b.wantOffered(true, "step > c1", "step > d1")
	b.wantOffered(false, "step > b1", "move > f1")
	b = setup{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "d2"}}, ground: `[".#..", "#..."]`}.begin(t)
	b.wantOfferedLike(false, "step > ", "move > ")
	ash := man{name: "Ash", row: "steed: true, four legs: true, weapons: [kick]", at: "b1"}
	b = setup{us: []man{{name: "Ann", at: "a1"}, ash}, them: []man{{name: "Bea", at: "e1"}}}.begin(t)
	b.wantOffered(true, "step > c1")
	b.wantOffered(false, "step > b1") // a steed without a rider has a square like anybody
}

// A wall blocks the straight line between the centres of two squares, both ways; where it passes between two, one of them counts.
// R-RK-55.
func TestAWallStandsInTheLineOfSight(t *testing.T) {
	for _, tc := range []struct{ from, to, wall, beside string }{
		{"a1", "d3", "b2", "b1"}, {"a1", "d3", "c2", "c3"}, {"a3", "d1", "b2", "b3"}, {"a3", "d1", "c2", "c1"}, {"a1", "d1", "c1", "c2"},
		{"a1", "c2", "b2", "b1"}, {"a2", "c1", "b2", "b1"}, {"a1", "b3", "b2", "a2"}, {"b1", "a3", "b2", "a2"}, {"a1", "d4", "c3", "c2"}, {"d1", "a4", "b3", "c3"},
	} {
		for wall, sees := range map[string]bool{tc.wall: false, tc.beside: true} {
			rows := [4][]byte{[]byte("...."), []byte("...."), []byte("...."), []byte("....")}
			rows[wall[1]-'1'][wall[0]-'a'] = '#'
			ground := fmt.Sprintf("[%q, %q, %q, %q]", rows[0], rows[1], rows[2], rows[3])
			g := setup{us: []man{{name: "Ann", at: tc.from}}, them: []man{{name: "Bea", at: tc.to}}, ground: ground}.game(t)
			from, _ := g.ground.SquareNamed(tc.from)
			to, _ := g.ground.SquareNamed(tc.to)
			if g.ground.Sees(from, to) != sees || g.ground.Sees(to, from) != sees {
				t.Errorf("%s sees %s past a wall at %s: %v, want %v", tc.from, tc.to, wall, !sees, sees)
			}
		}
	}
}

// Crawling is a Complex Action, five feet for each Water; standing up a Simple one.
// RK-214, RK-213, RK-209. R-RK-24: what is crawled counts for the cap.
func TestCrawling(t *testing.T) {
	b := onLane(t, "", "", lane)
	b.kit().Edit("Ann prone")
	b.wantOfferedLike(false, "step > ", "move > ")
	b.wantOffered(true, "crawl > d1", "stand up")
	b.wantOffered(false, "crawl > e1")
	b.play("crawl > d1")
	b.wantStatus("Ann", "prone", true)
	b.until("Ann")
	b.play("water", "stand up")
	b.wantSimple(1)
	b.wantStatus("Ann", "prone", false)
	b.wantOffered(true, "move > j1")
}

// Mounted one moves with the steed's Water, with its actions besides one's own, under one cap.
// RK-207. RK-206: not in Fire. R-RK-42.
func TestRiding(t *testing.T) {
	ash := man{name: "Ash", row: "steed: true, four legs: true, weapons: [kick], attributes: {strength: 4, perception: 4}", at: "a1"}
	sc := setup{us: []man{{name: "Ann", line: "rides: Ash"}, ash}, them: []man{{name: "Bea", at: "p2"}}, ground: `["................", "................"]`}
	b := sc.begin(t)
	b.wantOffered(true, "step > e1", "move > i1", "trot > e1", "ride > i1")
	b.play("trot > e1", "ride > m1")
	b.wantSimple(2)
	b.wantSheet("Ash", "square", "m1")
	b.wantOffered(true, "ride > i1", "step > i1")
	b.wantOffered(false, "ride > h1") // sixteen squares in all
	b.until("Ann")
	b.wantOptions("water", "air", "earth", "void")
	b.wantTurn("Ann", rules.Decide) // and never the steed's

	sc.rulings = `hit and run: "no"`
	sc.them[0].at = "f1"
	b = sc.begin(t)
	b.play("trot > e1", "katana > Bea", "roll", to{9})
	b.wantOfferedLike(false, "ride > ", "step > ")
	b = sc.begin(t)
	b.play("trot > b1", "ride > c1")
	b.wantOfferedLike(true, "ride > ") // nobody has struck
	b = sc.begin(t)
	b.play("ride > e1", "end the turn")
	b.until("Ann")
	b.play("water", "katana > Bea", "roll", to{9})
	b.wantOfferedLike(true, "ride > ")
}

// A steed goes nowhere while it cannot, and goes on whoever else has fallen.
// RK-207, RK-162. R-RK-42.
func TestASteedThatCannotGo(t *testing.T) {
	ash := man{name: "Ash", row: "steed: true, four legs: true, weapons: [kick], attributes: {strength: 4, perception: 4}", at: "a1"}
	ann := man{name: "Ann", line: "rides: Ash"}
	for _, us := range [][]man{{ann, ash}, {ash, ann}} {
		sc := setup{us: us, them: []man{{name: "Bea", at: "o1"}, {name: "Dan", at: "p1"}}, ground: lane}
		b := sc.begin(t)
		b.kit().Edit("Bea wounds=52")
		b.until("Dan")
		b.play("end the turn")
		b.until("Ann")
		b.play("water")
		b.wantOfferedLike(true, "trot > ", "ride > ")
		b.kit().Edit("Ash prone")
		b.wantOfferedLike(false, "trot > ", "ride > ", "step > ")
	}
}

// A steed whose foot is struck has no Free Move; its rider's own foot has nothing to do with that.
// R-RK-62, RK-207.
func TestAHoofStruck(t *testing.T) {
	ash := man{name: "Ash", row: "steed: true, four legs: true, weapons: [kick], attributes: {strength: 4, perception: 4}", at: "a1"}
	b := setup{us: []man{{name: "Ann", line: "rides: Ash"}, ash}, them: []man{{name: "Bea", at: "p1"}}, ground: `["................"]`}.begin(t)
	for who, trots := range map[int]bool{0: true, 1: false} {
		g, s := b.position()
		s.seats[who].focus |= hurtFoot
		if got := g.canMove(&s, doSteedFree); got != trots {
			t.Errorf("the foot of %s struck: a trot is open %v, want %v", g.name(who), got, trots)
		}
	}
}

// A mounted one has a Strong Position against who is not; a charge in a straight line makes a lance terrible.
// RK-203. R-RK-80.
func TestACharge(t *testing.T) {
	ash := man{name: "Ash", row: "steed: true, four legs: true, weapons: [kick], attributes: {strength: 4, perception: 4}", at: "a1"}
	b := setup{us: []man{{name: "Ann", row: "weapons: [lance]", line: "rides: Ash"}, ash}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.play("ride > f1", "lance > Bea", "roll")
	b.wantCheck("6k3 >= 20")
	b.play(to{30})
	b.wantCheck("6k4")
	b = setup{us: []man{{name: "Ann", row: "weapons: [lance]", line: "rides: Ash"}, ash}, them: []man{{name: "Bea", at: "f1"}}}.begin(t)
	b.wantOffered(true, "ride > e1")
	b.play("ride > d1", "lance > Bea", "roll", to{30}) // fifteen feet are too few
	b.wantCheck("4k2")
	b = setup{us: []man{{name: "Ann", row: "weapons: [lance]", line: "rides: Ash"}, ash}, them: []man{{name: "Bea", at: "f1"}}}.begin(t)
	b.play("ride > e1", "lance > Bea", "roll", to{30}) // twenty are enough
	b.wantCheck("6k4")
}

// A rider is unhorsed by a Knockdown of two raises; a steed that is Out leaves its rider Prone beside it.
// R-RK-80.
func TestUnhorsing(t *testing.T) {
	ash := man{name: "Ash", row: "steed: true, four legs: true, weapons: [kick]", at: "a1"}
	sc := setup{us: []man{{name: "Ann", line: "rides: Ash"}, ash}, them: []man{{name: "Bea", at: "b1", row: "weapons: [yari]", line: "initiative: 99"}}}
	b := sc.begin(t)
	b.wantOffered(true, "yari > Ann", "yari > Ash")
	b.play("yari > Ann", "knockdown", "roll")
	b.wantCheck("5k3 >= 30")
	b.play(to{30}, to{20, 12}, to{8})
	b.wantStatus("Ann", "prone", true)
	b.wantStatus("Ann", "mounted", false)
	b = sc.begin(t)
	b.play("yari > Ash", "roll", to{30}, to{52})
	b.wantStatus("Ann", "prone", true)
	b.wantSheet("Ann", "square", "a1")
	b.wantSheet("Ash", "rank", "out")
	if _, _, over := b.f.Winner(); over {
		t.Error("a side is lost with its steed")
	}
}

// From an exit one leaves the field as a Simple Action, lost to the side and not Downed; who wanted to get away has won when
// all are.
// R-RK-75.
func TestLeavingTheField(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}, more: "exits: [a1]\nobjective: {for: us, goal: escape}"}.begin(t)
	b.play("step > b1")
	b.wantOffered(false, "leave the field") // only from an exit
	b.play("move > a1", "leave the field")
	b.wantNoEvent("down")
	if won, _, over := b.f.Winner(); !over || won != 0 {
		t.Errorf("over %v, won by %v, want the side that got away", over, won)
	}
	b = setup{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}, more: "exits: [a1]"}.begin(t)
	b.play("leave the field")
	if won, _, over := b.f.Winner(); !over || won != 1 {
		t.Errorf("over %v, won by %v, want those who stayed", over, won)
	}
	b = setup{us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "b1"}}, them: []man{{name: "Bea", at: "h1"}}, more: "exits: [a1]"}.begin(t)
	b.play("leave the field")
	b.wantTurn("Cid", rules.Decide)                    // it is the next one's turn
	for _, stance := range []string{"void", "earth"} { // who may not move does not leave
		b = setup{us: []man{{name: "Ann", at: "a1", line: "stance: " + stance}}, them: []man{{name: "Bea", at: "h1"}}, more: "exits: [a1]"}.begin(t)
		b.wantOffered(false, "leave the field")
	}
}

// A board has at most 16 rows of 16 squares, and no square fewer serves.
// RK-38. R-RK-52.
func TestABoardIsAtMostSixteenSquaresWide(t *testing.T) {
	for _, c := range []struct {
		wide, high int
		ok         bool
	}{{16, 16, true}, {17, 1, false}, {2, 17, false}} {
		rows := slices.Repeat([]string{fmt.Sprintf("%q", strings.Repeat(".", c.wide))}, c.high)
		sc := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, ground: "[" + strings.Join(rows, ", ") + "]"}
		if _, err := Load("setup.yaml", []byte(sc.text()), sc.book(t)); (err == nil) != c.ok {
			t.Errorf("a board of %d by %d: %v, want it to load: %v", c.wide, c.high, err, c.ok)
		}
	}
}
