package keep

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/strict"
)

// CarryOut returns what seat i takes out of a fight into the next: Wounds, Void Points, days without food and sleep,
// and the numbers by which days of rest heal (days.go).
func (g *Game) CarryOut(s *State, i rules.Seat, _ []rules.Event) book.CarryOver {
	f, c := &g.seats[i], &s.seats[i]
	out := book.CarryOver{Who: g.Cast[i].Kind, Down: c.wounds >= g.outFrom(c, int(i)), Wounds: new(int(c.wounds)),
		HungryDays: f.hungryDays, SleeplessDays: f.sleeplessDays,
		Body: &book.Body{Earth: g.earthOf(c, int(i)), Stamina: f.attributes[stamina],
			Willpower: f.attributes[willpower], Rank: f.rank, Mook: f.mook}}
	if !f.mook {
		out.Void = &book.Pool{Left: int(c.voidPoints), Of: f.voidPoints}
	}
	return out
}

// CarryIn gives seat i what it has taken out of the fight before. It brings what the beginning of this one has set off
// up to date, since a Wound may matter to it.
func (g *Game) CarryIn(s *State, i rules.Seat, in book.CarryOver) (bad strict.Complaints) {
	f, c := &g.seats[i], &s.seats[i]
	if in.Wounds != nil {
		c.wounds = uint8(bad.Within(strict.Path{"wounds"}, "wounds", *in.Wounds, 0, int(g.outFrom(c, int(i)))-1))
	}
	switch {
	case in.Void == nil:
	case f.mook:
		bad.Wrong(strict.Path{"void"}, f.name+" is a mook, without Void Points", "no void:")
	default:
		c.voidPoints = uint8(bad.Within(strict.Path{"void", "left"}, "Void Points", in.Void.Left, 0, f.voidPoints))
	}
	g.setOffAgain(s)
	hungry := bad.Within(strict.Path{"hungry days"}, "days", in.HungryDays, 0, daysMax)
	sleepless := bad.Within(strict.Path{"sleepless days"}, "days", in.SleeplessDays, 0, daysMax)
	if hungry != f.hungryDays || sleepless != f.sleeplessDays {
		g.writeDays(s, int(i), hungry, sleepless)
	}
	return bad
}

// daysMax is the most days without food or sleep that a combatant carries into a fight.
const daysMax = 9

// writeDays writes the days without food and sleep into the line of one combatant: they are part of the encounter,
// since no fight changes them. If a line has several combatants, each gets its own first.
func (g *Game) writeDays(s *State, who, hungry, sleepless int) {
	stands := g.standsOf(s)
	isSplit := slices.ContainsFunc(g.Encounter.Sides, func(sf rows.SideFile) bool {
		return slices.ContainsFunc(sf.Fighters, func(ff rows.FighterFile) bool { return ff.Count > 1 })
	})
	g.Encounter.Sides = book.LinePerSeat(g.Encounter.Sides, g.Names(), func(i int, line rows.FighterFile) (rows.FighterFile, bool) {
		if isSplit {
			line = g.lineOf(s, i, line, stands)
		}
		if i == who {
			line.Hungry, line.Sleepless = &hungry, &sleepless
		}
		return line, true
	})
	g.Page = strict.NewPage(g.head)
}
