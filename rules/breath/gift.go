package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// §Transfer: whoever has the trait gives Energy to an ally, point for point. To receive it is no 0-Energy use (EB-52,
// EB-53, EB-75 to EB-77, EB-87).

// giftActions appends each amount that seat i can give, to each ally who may receive it. The amount is paid in the
// breath and may exceed what is left of its limit; but no gift is larger than the whole limit.
func (g *Game) giftActions(s *State, i int, buf []rules.Action) []rules.Action {
	f, c := &g.fighters[i], &s.seats[i]
	if !f.canGive || s.marks[i]&markReceived != 0 && !g.rule.Relay {
		return buf
	}
	most := uint8(max(limitBase, g.limit(s, i)))
	for k := range g.n {
		if k == i || !g.mayReceive(s, i, k) {
			continue
		}
		for n := uint8(1); n <= most; n++ {
			if g.rule.FewGifts && n != 1 && n != 2 && n != 4 {
				continue
			}
			if int8(n) <= c.energy && s.seats[k].energy+int8(n) <= rows.EnergyMax {
				buf = append(buf, rules.Action{Do: doGift, With: n, At: rules.Seat(k)})
			}
		}
	}
	return buf
}

// mayReceive reports whether seat i may give Energy to seat k: an ally who breathes on its own, in the same or the next
// zone, however much Energy it has (EB-75, EB-76, EB-123). A called unit breathes, but is given none.
func (g *Game) mayReceive(s *State, i, k int) bool {
	f := &g.fighters[k]
	return !g.foes(k, i) && s.isUp(k) && f.breathes() && f.nature == natureOwn && g.stepsBetween(s, i, k) <= 1
}

// giveEnergy hands over the Energy that has been paid. The receiver is higher in the count at once, unless it waits
// . If a GM's edit has taken it away meanwhile, the Energy is lost.
func (g *Game) giveEnergy(s *State, log *rules.Log) {
	k, n := int(s.maneuver.at), int8(s.maneuver.with)
	if c := &s.seats[k]; c.flags&isDown == 0 {
		c.energy = min(rows.EnergyMax, c.energy+n)
		s.marks[k] |= markReceived
		log.Add(rules.Event{Kind: "give", Seat: g.name(int(s.actor)), At: g.name(k), N: int(n), Left: int(c.energy)})
	}
}
