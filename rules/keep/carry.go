package keep

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Carried is what seat i takes out of a fight into the next: Wounds and Void Points.
func (g *Game) Carried(s *State, i rules.Seat, _ []rules.Event) book.Carried {
	f, c := &g.seats[i], &s.seats[i]
	out := book.Carried{Who: f.kind, Down: !g.conscious(s, int(i)), Wounds: new(int(c.wounds)), Hungry: f.hungry}
	if !f.mook {
		out.Void = &book.Pool{Left: int(c.void), Of: f.void}
	}
	return out
}

// Carry brings it into the next fight.
func (g *Game) Carry(s *State, i rules.Seat, in book.Carried) (bad strict.Complaints) {
	f, c := &g.seats[i], &s.seats[i]
	if in.Wounds != nil {
		c.wounds = uint8(bad.Within(strict.Path{"wounds"}, "wounds", *in.Wounds, 0, int(g.outFrom(c, int(i)))-1))
	}
	switch {
	case in.Void == nil:
	case f.mook:
		bad.Wrong(strict.Path{"void"}, f.name+" is a mook, without Void Points", "no void:")
	default:
		c.void = uint8(bad.Within(strict.Path{"void", "left"}, "Void Points", in.Void.Left, 0, f.void))
	}
	return bad
}

// rested gives back the Void Points of a night, and none to the Hungry (RK-193). How fast Wounds heal no table of these rules
// says, so they stay.
func rested(c book.Carried, r book.Rest) book.Carried {
	if c.Void == nil || !r.Long() {
		return c
	}
	_, regained := nightsRest(0, 0, max(0, c.Void.Of-c.Void.Left), c.Hungry > 0)
	c.Void = &book.Pool{Left: c.Void.Left + regained, Of: c.Void.Of}
	return c
}
