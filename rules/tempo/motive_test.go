package tempo

import (
	"testing"

	"kokyu/rules"
)

// What helps a friend is a blow at the foe who holds it, and a way to the side of one with a foe beside it; not a way past it, nor
// to a friend whom nobody besets, nor to one beside whom the seat stands already.
func TestWhatHelpsAFriend(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "a1"}, {name: "Cid", at: "d1"}, {name: "Eve", at: "a4"}},
		them:   []man{{name: "Bea", at: "b2"}, {name: "Dov", at: "e1"}},
		ground: `["......", "......", "......", "......"]`}
	b := sc.begin(t)
	g, s, _ := b.position()
	s.join(1, 4, bound)
	b = at(t, g, &s)
	helps := map[string]rules.Seat{}
	for _, o := range b.f.Options() {
		helps[o.Words] = g.Motive(&s, o.Action).Helps
	}
	for _, c := range []struct {
		to   string
		want rules.Seat
	}{{"move > c1", 1}, {"move > b1", rules.Nobody}, {"move > a2", rules.Nobody}, {"move > a3", rules.Nobody}, {"long sword cut > Bea", rules.Nobody}} {
		if got, ok := helps[c.to]; !ok || got != c.want {
			t.Errorf("%s helps %d (open: %t), want %d", c.to, got, ok, c.want)
		}
	}

	s.seats[0].square = g.ground.squareOf("e2")
	b = at(t, g, &s)
	for _, o := range b.f.Options() {
		want := rules.Nobody
		if o.Action.At == 4 && o.Action.Do != doCombatMove {
			want = 1
		}
		if got := g.Motive(&s, o.Action).Helps; got != want {
			t.Errorf("beside Cid, %s helps %d, want %d", o.Words, got, want)
		}
	}
}
