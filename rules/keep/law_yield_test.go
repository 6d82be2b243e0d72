package keep

import (
	"strings"
	"testing"
)

// A rider who yields takes its steed and what it carries out of the fight; the steed itself does not yield.
// R-RK-89.
func TestARiderYieldsWithItsSteed(t *testing.T) {
	ash := man{name: "Ash", row: "steed: true, four legs: true, weapons: [kick]", at: "b1"}
	b := setup{us: []man{{name: "Ann", line: "rides: Ash"}, ash, {name: "Cid", at: "f1"}}, them: []man{{name: "Bea", at: "c1"}}}.begin(t)
	if _, err := b.f.Edit("Ash yields", "a test"); err == nil || !strings.Contains(err.Error(), "is a steed") {
		t.Errorf("a steed yields: %v", err)
	}
	if _, err := b.f.Edit("Ann yields", "a test"); err != nil {
		t.Fatal(err)
	}
	_, s := b.position()
	for i := range 2 {
		if c := s.seats[i]; c.status != gone|yielded || c.mount != 0 {
			t.Errorf("seat %d is %+v, want gone and yielded, and no longer riding", i, c)
		}
	}
	for k, it := range s.items[:2*weaponsMax] {
		if it.at != itemGone && it.at&itemHolder < 2 && it.at&(itemReady|itemLying) != 0 {
			t.Errorf("item %d is still there: %+v", k, it)
		}
	}
	b.wantSheet("Ann", "rank", "yielded")
}

// A grapple is over for who yields, and with two in it for the other.
// R-RK-89, RK-138.
func TestAYieldEndsAGrapple(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}, {name: "Cid", at: "f1"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.play("grapple > Bea", to{25})
	b.wantStatus("Bea", "grappled", true)
	if _, err := b.f.Edit("Ann yields", "a test"); err != nil {
		t.Fatal(err)
	}
	b.wantStatus("Bea", "grappled", false)
}

// Who yields has not got away: a side that is to get away has lost when its last yields, and has won when the last of those who
// are left leaves.
// R-RK-89, R-RK-81.
func TestWhoYieldsHasNotGotAway(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "f1"}}, them: []man{{name: "Bea", at: "h1"}},
		more: "exits: [a1]\nobjective: {for: us, goal: escape}"}
	b := sc.begin(t)
	for _, name := range []string{"Ann", "Cid"} {
		if _, err := b.f.Edit(name+" yields", "a test"); err != nil {
			t.Fatal(err)
		}
	}
	if side, _, over := b.f.Winner(); !over || side != 1 {
		t.Errorf("both have yielded: over %v, won by %d, want the other side", over, side)
	}
	b = sc.begin(t)
	if _, err := b.f.Edit("Cid yields", "a test"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.f.Edit("Ann flees", "a test"); err != nil {
		t.Fatal(err)
	}
	if side, _, over := b.f.Winner(); !over || side != 0 {
		t.Errorf("the last has fled: over %v, won by %d, want those who are to get away", over, side)
	}
}

// Who leaves the field takes its Wounds along, and is alive.
// R-RK-75, RK-54.
func TestWhoLeavesIsAsHurtAsItWas(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "f1"}}, them: []man{{name: "Bea", at: "h1"}}, more: "exits: [a1]"}.begin(t)
	b.f.Edit("Ann wounds=9", "a test")
	b.play("leave the field")
	g, s := b.position()
	if c := g.CarryOut(&s, 0, nil); c.Down || *c.Wounds != 9 {
		t.Errorf("who left takes along %+v, want 9 Wounds", c)
	}
}
