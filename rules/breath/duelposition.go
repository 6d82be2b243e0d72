package breath

import (
	"fmt"

	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// A duel under way as a file: its distance, guard and struck locations.

// readDuel reads what a position says of a duel. What cannot matter where it stands is let go.
func (r *nowReader) readDuel(n *rows.Now) {
	g, d := r.g, &r.s.duel
	if n.Distance == "" {
		r.Wrong([]any{"now", "distance"}, "a duel under way without its distance", "distance: with "+text.OneOf("", rows.Rungs))
		return
	}
	d.rung = uint8(r.Index([]any{"now", "distance"}, "rung", n.Distance, rows.Rungs))
	if d.rung < g.duel.first {
		r.Wrong([]any{"now", "distance"}, "far range on a narrow path", text.OneOf("", rows.Rungs[issoku:]))
	}
	if n.Met && g.duel.high != [2]int8{} {
		d.highUsed = 1
	}
	for i := range d.guard {
		ns, at := n.Seats[g.name(i)], strict.Path{"now", "seats", g.name(i)}
		switch {
		case ns.Guard == nil:
			r.Wrong(at.And("guard"), "a duelist without guard", fmt.Sprintf("guard: 0 to %d", g.seats[i].guard))
		case *ns.Guard < 0 || *ns.Guard > int(g.seats[i].guard):
			r.Wrong(at.And("guard"), fmt.Sprintf("guard %d", *ns.Guard), fmt.Sprintf("0 to %d", g.seats[i].guard))
		default:
			d.guard[i] = int8(*ns.Guard)
		}
		d.hurt[i] |= uint8(r.Bits(at.And("hurt"), "location", ns.Hurt, rows.Locations))
		d.is[i] |= uint8(r.Bits(at.And("mind"), "state", ns.Mind, rows.Minds))
		if g.duel.points > 0 {
			d.hurt[i] &= hurtTorso
		}
		if g.rule.LostSteps == 0 {
			d.is[i] &^= duelLost
		}
		if g.rule.StandOff == 0 {
			d.is[i] &^= duelStill | duelStood
		}
		if !g.rule.OpenRound {
			d.is[i] &^= duelUsed
		}
	}
	d.clearUnneeded()
	if r.s.phase == phCount {
		g.fadeOpenings(&r.s)
	}
}

// refuseDuel refuses what a now: block says of a duel in a fight that is none.
func (r *nowReader) refuseDuel(n *rows.Now) {
	const want = "a duel: block, or nothing of one"
	if n.Distance != "" || n.Met {
		r.Wrong([]any{"now", "distance"}, "a distance in a fight that is no duel", want, strict.Path{"duel"})
	}
	for name, ns := range n.Seats {
		if ns.Guard != nil || len(ns.Hurt)+len(ns.Mind) > 0 {
			r.Wrong([]any{"now", "seats", name}, "guard or struck locations in a fight that is no duel", want, strict.Path{"duel"})
		}
	}
}

// clearUnneeded clears what does not matter: an opening's fading where there is none, what only far range remembers
// elsewhere, the breaking away of two.
func (d *duelState) clearUnneeded() {
	for i := range d.is {
		if !d.isBroken(i) {
			d.is[i] &^= duelFading | duelUsed
		}
		if d.rung != farRange {
			d.is[i] &^= duelAtFar
		}
	}
	if d.is[0]&d.is[1]&duelAway != 0 {
		d.is[1] &^= duelAway
	}
}
