package breath

import (
	"encoding/json"
	"errors"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// Who joins and who leaves in the middle of a fight. A Game never changes, so the fight goes on in another one, whose
// encounter is a file of those who are there.

var _ rules.Mustering[State] = (*Game)(nil)

// Join returns the game in which the combatants of one more line stand beside the others, with full Energy and their
// place in the count. line is one as encounter files have it; its rows may come from the catalogue.
func (g *Game) Join(s *State, side rules.Side, line string, catalogue json.RawMessage) (rules.System[State], error) {
	if g.duel.on {
		return nil, errDuelRoster
	}
	coming, known, err := book.ReadJoiners[rows.FighterFile](line, g.Names(), g.Rows, catalogue)
	if err != nil {
		return nil, err
	}
	sides := g.sidesWithout(-1)
	sides[side].Fighters = append(sides[side].Fighters, coming...)
	return g.recast(s, sides, known)
}

// Leave returns the game without a combatant. If it was its breath, the count goes on. It leaves as one who has lost
// all Wounds, so that whatever depends on it ends: a boon, a command, a unit.
func (g *Game) Leave(s *State, who rules.Seat, log *rules.Log) (rules.System[State], error) {
	if g.duel.on {
		return nil, errDuelRoster
	}
	if err := g.mayMuster(s); err != nil {
		return nil, err
	}
	t, i := *s, int(who)
	if t.isUp(i) {
		if err := g.edit(&t, i, "wounds=0"); err != nil {
			return nil, err
		}
	}
	if g.isDecided(t) {
		return nil, fmt.Errorf("without %s the fight is decided, want its end instead", g.name(i))
	}
	g.callNext(&t, log)
	if g.goOn(&t, log); !rules.Boundary[State](g, &t) {
		return nil, rules.Busy{What: fmt.Sprintf("without %s the round ends and its lull waits for %s", g.name(i), rows.Phases[t.phase]),
			Until: "the next round has begun"}
	}
	return g.recast(&t, g.sidesWithout(i), g.Rows)
}

// mayMuster returns an error unless nothing is under way that a change of the roster would break: such a change waits
// for all of a breath.
func (g *Game) mayMuster(s *State) error {
	if s.phase == phCount || s.phase == phOver {
		return nil
	}
	busy := rules.UnderWay(underWay(s))
	if phases[s.phase].UnderWay != theLull {
		busy.Until = rules.UnderWay(theBreath).Until
	}
	return busy
}

var errDuelRoster = errors.New("a duel is between two: nobody comes or goes")

// sidesWithout returns the sides with a line for each combatant except seat but; none is left out for -1.
func (g *Game) sidesWithout(but int) []rows.SideFile {
	return book.LinePerSeat(g.Encounter.Sides, g.Names(),
		func(i int, line rows.FighterFile) (rows.FighterFile, bool) { return line, i != but })
}

// recast returns the game of these sides in the position s. The position goes by way of a now: block, in which seats
// have names, since their numbers may differ in the new game. Whoever is new is as at the start.
func (g *Game) recast(s *State, sides []rows.SideFile, catalogue rows.Book) (rules.System[State], error) {
	file := g.Encounter
	file.Head, file.Sides, file.Rows, file.Now = file.Midway(), sides, nil, nil
	next, bad := build(catalogue, file)
	if len(bad) > 0 {
		return nil, bad.Plain()
	}
	if busy := g.mayMuster(s); busy != nil {
		return next, busy
	}
	now := g.now(s)
	book.UpdateSeats(now.Seats, next.Names(), func(i int) rows.NowSeat { return next.nowSeat(&next.First, i) })
	if s.phase == phCount { // a new combatant may be higher in the count
		r := &nowReader{g: next, s: State{round: s.round}}
		r.readSeats(now)
		now.Seat = next.name(next.nextAfter(&r.s, -1))
	}
	next.Encounter.Now = now
	return next, next.readNow().Plain()
}
