package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/breath/tale"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// The words of a duel: its actions, its checks, its part of sheets and positions.

// aimedName returns a technique's name with what it is aimed at.
func aimedName(name string, mode uint8) string {
	switch at := aim(mode); {
	case at == aimFeint:
		return "feint with the " + name
	case at.isLocation():
		return name + " at the " + at.name()
	}
	return name
}

// blowWords words an attack: "horizontal cut at the wrist > Kojiro", "feint with the horizontal cut".
func (g *Game) blowWords(i int, a rules.Action) string {
	text := aimedName(g.seats[i].arms[a.With].label, a.Mode)
	if aim(a.Mode) == aimFeint {
		return text
	}
	return text + " > " + g.name(int(a.At))
}

// contestWord returns the word for the outcome of a contest.
func (g *Game) contestWord(s *State, a rules.Action) string {
	own := int8(a.With) + g.contestMod(s, int(s.actor))
	other := int8(a.To) + g.contestMod(s, 1-int(s.actor))
	switch {
	case own > other, own == other && g.winsTies(s):
		return "won"
	case own == other:
		return "tied"
	}
	return "lost"
}

// describeContest describes the dice of both: the mover's two, then the other's two. P is the mover's chance to win.
func (g *Game) describeContest(s *State, c *rules.Check) {
	i := int(s.actor)
	c.At, c.What, c.Contest = rules.Seat(1-i), contestName(s.task), true
	c.Success = tale.Contest
	c.Dice = []int{10, 10, 10, 10}
	c.Mod, c.Need = int(g.contestMod(s, i)), int(g.contestMod(s, 1-i))
	win, _, _ := g.contestWays(s)
	setChance(c, win, 10_000)
}

// outWords returns the word of a sheet for one who is out of the fight: in a sparring match nobody falls.
func (g *Game) outWords(c *seat) string {
	switch word := c.outWord(); {
	case word == "gone":
		return "fled"
	case word == "down" && g.duel.points > 0:
		return "beaten"
	default:
		return word
	}
}

// woundsWord returns what Wounds are called in this fight.
func (g *Game) woundsWord() string {
	if g.duel.points > 0 {
		return "points to concede"
	}
	return "wounds"
}

// duelSheet adds to seat i's sheet what only a duelist has.
func (g *Game) duelSheet(s *State, i int, add func(name, value string)) {
	d := &s.duel
	guard := fmt.Sprintf("%d of %d", d.guard[i], g.seats[i].guard)
	if d.isBroken(i) {
		guard = "broken: an opening"
	}
	add("guard", guard)
	add("distance", rows.Rungs[d.rung])
	add("hurt", strings.Join(book.BitWords(d.hurt[i], rows.Locations), ", "))
}

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

// editDuel makes a GM's change of guard or distance.
func (g *Game) editDuel(s *State, i int, key, value string) error {
	if !g.duel.on {
		return fmt.Errorf("%s in a fight that is no duel, want wounds=, energy=, zone=, stance=, +state or -state", key)
	}
	if s.phase != phCount && s.phase != phBreath && s.phase != phBleed {
		return rules.UnderWay(underWay(s))
	}
	if key == "distance" {
		to := slices.Index(rows.Rungs, value)
		if to < int(g.duel.first) {
			return fmt.Errorf("no rung %q here, want %s", value, text.OneOf(value, rows.Rungs[g.duel.first:]))
		}
		s.duel.rung = uint8(to)
		s.duel.clearUnneeded()
		return nil
	}
	n, err := rules.Figure(key, value, int(g.seats[i].guard))
	if err != nil {
		return err
	}
	s.duel.guard[i] = int8(n)
	s.duel.clearUnneeded()
	g.fadeOpenings(s)
	return nil
}
