package tempo

import (
	"testing"
)

// A bind ends when one of the two yields, and the other is On Guard.
// R-TP-69, R-TP-23.
func TestAYieldEndsABind(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}, {name: "Cid", at: "a3"}}, them: []man{{name: "Bea"}}}.begin(t)
	b.play("long sword cut > Bea", "melee attack", "parry", d{4, 0})
	b.wantSheet("Bea", "status", "bound with Ann")
	if _, err := b.f.Edit("Ann yields", "a test"); err != nil {
		t.Fatal(err)
	}
	b.wantSheet("Bea", "status", "on guard")
	b.wantSheet("Ann", "status", "yielded")
}

// From the edge of the map, out of everybody's reach, one leaves the field; alone nobody does whose side is to get away.
// R-TP-70, K-03.
func TestWhereOneFlees(t *testing.T) {
	for _, c := range []struct {
		ann, more string
		may       bool
	}{
		{"a1", "", true}, {"a2", "", true}, {"b2", "", false}, {"e1", "", false}, {"a1", "objective: {for: us, goal: escape, to: [a3]}", false},
		{"a1", "objective: {for: us, goal: last, rounds: 3}", true},
	} {
		sc := meadow(c.more, man{name: "Ann", at: c.ann}, man{name: "Cid", at: "c1"})
		if _, err := sc.begin(t).f.Edit("Ann flees", "a test"); (err == nil) != c.may {
			t.Errorf("%+v: Ann flees: %v", c, err)
		}
	}
	if _, err := duel(t, "", "").f.Edit("Ann flees", "a test"); err == nil {
		t.Error("one flees from a fight without a map")
	}
}

// The one an objective is about is lost by yielding, and a side of which all have yielded has lost.
// R-TP-69.
func TestAnObjectiveKnowsWhoHasYielded(t *testing.T) {
	for _, c := range []struct {
		more string
		who  []string
		side int // that has won; -1: nobody yet
	}{
		{"objective: {for: them, goal: down, who: Ann}", []string{"Ann"}, 1}, {"objective: {for: us, goal: protect, who: Ann}", []string{"Ann"}, 1},
		{"objective: {for: us, goal: last, rounds: 3}", []string{"Ann"}, -1}, {"objective: {for: us, goal: last, rounds: 3}", []string{"Ann", "Cid"}, 1},
	} {
		b := meadow(c.more, man{name: "Ann", at: "a1"}, man{name: "Cid", at: "c1"}).begin(t)
		for _, name := range c.who {
			if _, err := b.f.Edit(name+" yields", "a test"); err != nil {
				t.Fatal(err)
			}
		}
		if side, _, over := b.f.Winner(); over != (c.side >= 0) || over && int(side) != c.side {
			t.Errorf("%s, %v yield: over %v, won by %d", c.more, c.who, over, side)
		}
	}
}
