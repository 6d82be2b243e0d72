package tempo

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
)

// What is taken from fight to fight.

// A weapon struck from the hand is lost while nobody has won; in the next fight it lies nowhere, and so it is in a file.
func TestALostWeaponLiesNowhere(t *testing.T) {
	b := inBind(t, "", "")
	b.play("disarm > Bea", "no reaction", d{4})
	sys, now, _ := fight.At[State](b.f)
	g := sys.(*Game)
	c := g.CarryOut(&now, b.seat("Bea"), nil)
	if !slices.Equal(c.LostWeapons, []string{"long sword"}) {
		t.Fatalf("lost: got %q, want the long sword", c.LostWeapons)
	}
	s := g.First
	for i := range g.n { // the next fight begins apart
		s.seats[i].status, s.seats[i].partner = onGuard, 0
	}
	if bad := g.CarryIn(&s, b.seat("Bea"), c); len(bad) > 0 {
		t.Fatal(bad)
	}
	file, err := g.Position(&s)
	if err != nil {
		t.Fatal(err)
	}
	next, err := Load("next.yaml", file, g.Rows)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	if got := next.First.seats[b.seat("Bea")]; got.lostAt[slotMain] != nowhere || got.hand != slotNone {
		t.Errorf("in the next fight: %+v, want empty hands and a sword that lies nowhere", got)
	}
	if again := next.CarryOut(&next.First, b.seat("Bea"), nil); !slices.Equal(again.LostWeapons, c.LostWeapons) {
		t.Errorf("carried once more: got %q, want %q", again.LostWeapons, c.LostWeapons)
	}
	c.LostWeapons = []string{"harpoon"}
	if bad := g.CarryIn(&s, b.seat("Bea"), c); len(bad) == 0 {
		t.Error("Bea loses a harpoon she never had, want a refusal")
	}
}

// Wounds that no sheet has room for are not carried, and the sentence says which: minor, moderate, severe (R-TP-37).
func TestWoundsCarriedFitTheSheet(t *testing.T) {
	b := inBind(t, "", "")
	sys, now, _ := fight.At[State](b.f)
	g := sys.(*Game)
	for k, category := range []string{"minor", "moderate", "severe"} {
		c := g.CarryOut(&now, b.seat("Bea"), nil)
		c.Boxes[k] = int(g.seats[b.seat("Bea")].boxes[k]) + 1
		s := now
		if bad := g.CarryIn(&s, b.seat("Bea"), c); len(bad) != 1 || !strings.Contains(bad[0].What, category+" wounds") {
			t.Errorf("one too many of %s wounds: got %v", category, bad)
		}
	}
}

// R-TP-37, R-TP-45: who goes into a fight with wounds has their boxes filled, and no more AP than they leave it; a weapon lost
// before is not in its hand, another stays there.
func TestWhatIsCarriedIntoAFight(t *testing.T) {
	for _, c := range []struct {
		boxes []int
		lost  []string
		want  seat
	}{
		{[]int{0, 0, 0}, nil, seat{ap: 12}},
		{[]int{4, 3, 0}, nil, seat{ap: 12, boxes: [3]uint8{4, 3, 0}}},
		{[]int{1, 0, 2}, nil, seat{ap: 11, boxes: [3]uint8{1, 0, 2}}},
		{[]int{0, 0, 0}, []string{"dagger"}, seat{ap: 12, lostAt: [2]uint8{0, nowhere}}},
		{[]int{0, 0, 0}, []string{"long sword"}, seat{ap: 12, lostAt: [2]uint8{nowhere, 0}, hand: slotNone}},
		{[]int{0, 0, 0}, []string{"dagger", "long sword"}, seat{ap: 12, lostAt: [2]uint8{nowhere, nowhere}, hand: slotNone}},
	} {
		b := duel(t, "weapons: [long sword, dagger]", "")
		g, s, _ := b.position()
		c.want.status, c.want.square = s.seats[0].status, s.seats[0].square
		if bad := g.CarryIn(&s, 0, book.CarryOver{Boxes: c.boxes, LostWeapons: c.lost}); len(bad) > 0 || s.seats[0] != c.want {
			t.Errorf("%v and %q are carried as %+v (%v), want %+v", c.boxes, c.lost, s.seats[0], bad, c.want)
		}
	}
}

// What cannot be carried is refused with its place: a chart of other boxes, a weapon of somebody else's.
func TestWhatCannotBeCarriedIntoAFight(t *testing.T) {
	for want, in := range map[string]book.CarryOver{
		"2 numbers":     {Boxes: []int{0, 0}},
		"4 numbers":     {Boxes: []int{0, 0, 0, 0}},
		"minor wounds":  {Boxes: []int{-1, 0, 0}},
		"severe wounds": {Boxes: []int{0, 0, 3}},
		"harpoon":       {Boxes: []int{0, 0, 0}, LostWeapons: []string{"harpoon"}},
		`""`:            {Boxes: []int{0, 0, 0}, LostWeapons: []string{""}},
	} {
		g, s, _ := duel(t, "weapons: [dagger]", "").position()
		before := s.seats[0]
		if bad := g.CarryIn(&s, 0, in); len(bad) != 1 || !strings.Contains(bad[0].What, want) || bad[0].Want == "" {
			t.Errorf("%+v is carried: %v, want a refusal of %s", in, bad, want)
		}
		if s.seats[0] != before {
			t.Errorf("%+v refused leaves %+v, want %+v", in, s.seats[0], before)
		}
	}
}

// What one takes out of a fight: its wounds, and the weapons that lie about, unless its side holds the field; nothing of who is
// down.
func TestWhatIsCarriedOutOfAFight(t *testing.T) {
	for _, c := range []struct {
		over uint8
		want []string
	}{{rules.EndNone, []string{"long sword", "dagger"}}, {rules.EndDraw, []string{"long sword", "dagger"}},
		{rules.EndFirst, []string{"dagger"}}, {rules.EndSecond, []string{"long sword", "dagger"}}} {
		g, s, _ := duel(t, "weapons: [long sword, dagger]", "").position()
		s.seats[0].lostAt, s.seats[0].hand, s.seats[0].boxes = [2]uint8{3, nowhere}, slotNone, [3]uint8{2, 0, 1}
		if c.over != rules.EndNone {
			g.closeFight(&s, c.over, "", nil)
		}
		out := g.CarryOut(&s, 0, nil)
		if !slices.Equal(out.LostWeapons, c.want) || !slices.Equal(out.Boxes, []int{2, 0, 1}) || out.Down || out.Who != g.Cast[0].Kind {
			t.Errorf("out of a fight that ended as %q goes %+v, want %q lost and 2, 0, 1 wounds", book.EndNames[c.over], out, c.want)
		}
		s.seats[0] = seat{}
		if out := g.CarryOut(&s, 0, nil); !out.Down || len(out.Boxes)+len(out.LostWeapons) > 0 {
			t.Errorf("of who is down goes %+v, want that it is down", out)
		}
	}
}
