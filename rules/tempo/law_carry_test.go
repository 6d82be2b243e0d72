package tempo

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
)

// What is taken from fight to fight.

// A weapon struck from the hand is lost while nobody has won; in the next fight it lies nowhere, and so it is in a file.
func TestALostWeaponLiesNowhere(t *testing.T) {
	b := inBind(t, "", "")
	b.play("disarm > Bea", "no reaction", d{4})
	sys, now, _ := rules.At[State](b.f)
	g := sys.(*Game)
	c := g.Carried(&now, b.seat("Bea"), nil)
	if !slices.Equal(c.Lost, []string{"long sword"}) {
		t.Fatalf("lost: got %q, want the long sword", c.Lost)
	}
	s := g.start
	for i := range g.n { // the next fight begins apart
		s.seats[i].status, s.seats[i].partner = onGuard, 0
	}
	if bad := g.Carry(&s, b.seat("Bea"), c); len(bad) > 0 {
		t.Fatal(bad)
	}
	file, err := g.Position(&s)
	if err != nil {
		t.Fatal(err)
	}
	next, err := Load("next.yaml", file, g.book)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	if got := next.start.seats[b.seat("Bea")]; got.lost[slotMain] != nowhere || got.hand != slotNone {
		t.Errorf("in the next fight: %+v, want empty hands and a sword that lies nowhere", got)
	}
	if again := next.Carried(&next.start, b.seat("Bea"), nil); !slices.Equal(again.Lost, c.Lost) {
		t.Errorf("carried once more: got %q, want %q", again.Lost, c.Lost)
	}
	c.Lost = []string{"harpoon"}
	if bad := g.Carry(&s, b.seat("Bea"), c); len(bad) == 0 {
		t.Error("Bea loses a harpoon she never had, want a refusal")
	}
}

// Wounds that no sheet has room for are not carried, and the sentence says which: minor, moderate, severe (R-TP-37).
func TestWoundsCarriedFitTheSheet(t *testing.T) {
	b := inBind(t, "", "")
	sys, now, _ := rules.At[State](b.f)
	g := sys.(*Game)
	for k, category := range []string{"minor", "moderate", "severe"} {
		c := g.Carried(&now, b.seat("Bea"), nil)
		c.Boxes[k] = int(g.seats[b.seat("Bea")].boxes[k]) + 1
		s := now
		if bad := g.Carry(&s, b.seat("Bea"), c); len(bad) != 1 || !strings.Contains(bad[0].What, category+" wounds") {
			t.Errorf("one too many of %s wounds: got %v", category, bad)
		}
	}
}
