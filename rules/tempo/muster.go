package tempo

import (
	"encoding/json"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
)

// Combatants who join or leave in the middle of a fight. A Game never changes: the fight goes on as another game, whose
// encounter has one line for each combatant who is there now, and whose now: block has the position. So everything that
// reading a position checks is checked here too.

var _ rules.Mustering[State] = (*Game)(nil)

// Join returns the game in which the combatants of one more line stand where it says. They have all their AP, and their
// turns in the order of their Reactions.
func (g *Game) Join(s *State, side rules.Side, line string, own json.RawMessage) (rules.System[State], error) {
	coming, known, err := book.ReadJoiners[rows.FighterFile](line, g.Names(), g.Rows, own)
	if err != nil {
		return nil, err
	}
	stands := g.standsOf(s)
	book.PlaceJoiners(stands, g.ground.square(4+int8(side), 0), len(g.Encounter.Map) == 0, coming)
	sides := g.separateLines(s, stands, -1)
	sides[side].Fighters = append(sides[side].Fighters, coming...)
	return g.recast(s, sides, known)
}

// Leave returns the game without a combatant. If it was that one's turn, the next turn begins.
func (g *Game) Leave(s *State, who rules.Seat, log *rules.Log) (rules.System[State], error) {
	if err := g.mayMuster(s); err != nil {
		return nil, err
	}
	t, i := *s, int(who)
	t.remove(i, seat{})
	// Asked of a copy, since it closes the fight if it is decided.
	if u := t; g.endIfDecided(&u, nil) {
		return nil, fmt.Errorf("without %s the fight is decided, want its end instead", g.name(i))
	}
	if !t.isInFight(int(t.actor)) {
		g.beginNextTurn(&t, log)
		if t.phase != phTurn && t.phase != phOver {
			return nil, rules.Busy{What: fmt.Sprintf("without %s %s is next", g.name(i), rows.PhaseNames[t.phase]),
				Until: "another turn begins"}
		}
	}
	if int(t.first) == i { // a round begins with whoever comes after him
		t.first = g.order[(int(g.rank[i])+1)%g.n]
	}
	return g.recast(&t, g.separateLines(&t, g.standsOf(&t), i), g.Rows)
}

// mayMuster returns an error unless the fight is between two actions: with another roster it goes on from there.
func (g *Game) mayMuster(s *State) error {
	if s.phase != phTurn && s.phase != phOver {
		return rules.UnderWay(phases[s.phase].UnderWay)
	}
	return nil
}

// standsOf returns the squares of a position that are taken.
func (g *Game) standsOf(s *State) book.Stands {
	on := g.takenSquares(s)
	return book.Stands{Grid: &g.ground.Grid, On: &on}
}

// separateLines returns the sides with a line of its own for each combatant except seat but; -1 leaves out nobody. Each
// stands on its square; one that is out of the fight gets a free square, since two may have fallen on one.
func (g *Game) separateLines(s *State, stands book.Stands, but int) []rows.SideFile {
	return book.LinePerSeat(g.Encounter.Sides, g.Names(), func(i int, line rows.FighterFile) (rows.FighterFile, bool) {
		sq := s.seats[i].square
		if !s.isInFight(i) {
			sq = g.seats[i].square
		}
		line.At = g.ground.Name(stands.TakeSquare(sq, !s.isInFight(i)))
		return line, i != but
	})
}

// recast returns the game of these sides, in the position that s has. New combatants stand as at the start.
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
	next.Encounter.Now = now
	if bad := next.readValues(true); len(bad) > 0 {
		return next, bad.Plain()
	}
	return next, next.Follow(next, &next.First, nil).Plain()
}
