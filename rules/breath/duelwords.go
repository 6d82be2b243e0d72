package breath

import (
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
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
