package tempo

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Carried is what seat i takes out of a fight into the next: the boxes filled.
func (g *Game) Carried(s *State, i rules.Seat, _ []rules.Event) book.Carried {
	out := book.Carried{Who: g.seats[i].kind, Down: !s.up(int(i))}
	if out.Down {
		return out // what it took besides is forgotten
	}
	for _, n := range s.seats[i].boxes {
		out.Boxes = append(out.Boxes, int(n))
	}
	return out
}

// Carry brings it into the next fight.
func (g *Game) Carry(s *State, i rules.Seat, in book.Carried) (bad strict.Complaints) {
	c := &s.seats[i]
	if n := len(in.Boxes); n != len(c.boxes) {
		bad.Wrong(strict.Path{"boxes"}, fmt.Sprintf("%d numbers", n), "minor, moderate and severe wounds")
		return bad
	}
	for k := range c.boxes {
		c.boxes[k] = uint8(bad.Within(strict.Path{"boxes", k}, categoryNames[k+1]+" wounds", in.Boxes[k], 0, int(g.seats[i].boxes[k])))
	}
	c.ap = min(c.ap, g.apMax(c))
	return bad
}
