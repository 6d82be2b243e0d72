package tempo

import (
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/tempo/rows"
)

// CarryOut returns what seat i takes out of a fight into the next: the boxes filled, and the weapons lost. A weapon
// that lies on the field is lost only to the side that has not won.
func (g *Game) CarryOut(s *State, i rules.Seat, _ []rules.Event) book.CarryOver {
	f, c := &g.seats[i], &s.seats[i]
	out := book.CarryOver{Who: g.Cast[i].Kind, Down: c.status == out}
	if out.Down {
		return out // what it took besides is forgotten
	}
	for _, n := range c.boxes {
		out.Boxes = append(out.Boxes, int(n))
	}
	for k, at := range c.lostAt {
		// who holds the field picks up what lies there
		if at == nowhere || at != 0 && !rules.HasWon(g, s, g.Side(i)) {
			out.LostWeapons = append(out.LostWeapons, f.slots[k].name)
		}
	}
	return out
}

// CarryIn gives seat i what it has taken out of the fight before. A weapon that it has lost is nowhere on this map, and
// cannot be picked up.
func (g *Game) CarryIn(s *State, i rules.Seat, in book.CarryOver) (bad strict.Complaints) {
	c := &s.seats[i]
	if n := len(in.Boxes); n != len(c.boxes) {
		bad.Wrong(strict.Path{"boxes"}, fmt.Sprintf("%d numbers", n), "minor, moderate and severe wounds")
		return bad
	}
	for k := range c.boxes {
		c.boxes[k] = uint8(bad.Within(strict.Path{"boxes", k}, rows.CategoryNames[k+1]+" wounds",
			in.Boxes[k], 0, int(g.seats[i].boxes[k])))
	}
	c.ap = min(c.ap, g.apMax(c))
	f := &g.seats[i]
	for k, name := range in.LostWeapons {
		var own []string
		for _, sl := range f.slots {
			if sl.present {
				own = append(own, sl.name)
			}
		}
		if !bad.OneOf(strict.Path{"lost weapons", k}, "weapon", name, own) {
			continue
		}
		slot := slices.IndexFunc(f.slots[:], func(sl slot) bool { return sl.present && sl.name == name })
		c.lostAt[slot] = nowhere
		if int(c.hand) == slot {
			c.hand = slotNone
		}
	}
	return bad
}
