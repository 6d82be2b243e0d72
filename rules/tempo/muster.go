package tempo

import (
	"encoding/json"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
)

// Who comes and who goes in the middle of a fight: another game goes on, its encounter a file of those who are there.

var _ rules.Mustering[State] = (*Game)(nil)

// Joined is the game in which the combatants of one more line stand where it says, with all their AP, and have their turns
// in the order of their Reactions.
func (g *Game) Joined(s *State, side rules.Side, line string, own json.RawMessage) (rules.System[State], error) {
	if err := g.pausing(s); err != nil {
		return nil, err
	}
	coming, known, err := book.Joining[rows.FighterFile](line, g.names(), g.book, own)
	if err != nil {
		return nil, err
	}
	stands := g.stand(s)
	g.arriving(side, coming, &stands)
	sides := g.alone(s, &stands, -1)
	sides[side].Fighters = append(sides[side].Fighters, coming...)
	return g.recast(s, sides, known)
}

// Left is the game without a combatant. If it was his turn, the next one begins.
func (g *Game) Left(s *State, who rules.Seat, log *rules.Log) (rules.System[State], error) {
	if err := g.pausing(s); err != nil {
		return nil, err
	}
	t, i := *s, int(who)
	t.part(i)
	t.seats[i] = seat{}
	if t.aim == uint8(1+i) {
		t.aim = 0
	}
	if u := t; g.decided(&u, nil) {
		return nil, fmt.Errorf("without %s the fight is decided, want to end it instead", g.name(i))
	}
	if !t.up(int(t.actor)) {
		g.next(&t, log)
		if t.phase != phTurn && t.phase != phOver {
			return nil, fmt.Errorf("without %s %s is next, want %[1]s to leave when another turn begins", g.name(i), rows.PhaseNames[t.phase])
		}
	}
	if int(t.first) == i { // a round begins with whoever comes after him
		t.first = g.cycle[(int(g.rank[i])+1)%g.n]
	}
	stands := g.stand(&t)
	return g.recast(&t, g.alone(&t, &stands, i), g.book)
}

// pausing says whether the fight is between two actions: with another roster it goes on from there.
func (g *Game) pausing(s *State) error {
	if s.phase != phTurn {
		return fmt.Errorf("%s is under way, want somebody to come or go before or after it", rows.PhaseNames[s.phase])
	}
	return nil
}

// arriving gives those who join squares: the one that was said, the others the first free ones from there; where there is no
// map, in the column of their side.
func (g *Game) arriving(side rules.Side, coming []rows.FighterFile, stands *field) {
	m := &g.ground
	sq := m.named(coming[0].At)
	if coming[0].At == "" {
		sq = m.square(4+int8(side), 0)
	}
	for k := range coming {
		if k > 0 || coming[k].At == "" && len(g.file.Map) == 0 {
			sq = g.free(sq, stands)
			coming[k].At = m.name(sq)
		}
		stands[sq] = taken
	}
}

// taken marks a square of a field that is nobody's yet.
const taken = 99

// free is the first square from one on where nobody stands.
func (g *Game) free(sq uint8, stands *field) uint8 {
	sq, _ = g.ground.plain().Free(sq, func(sq uint8) bool { return stands[sq] != 0 })
	return sq
}

// alone are the sides with a line for each combatant but one: on the square it stands on now, and who is out of the fight on a
// free one.
func (g *Game) alone(s *State, stands *field, but int) []rows.SideFile {
	return book.Alone(g.file.Sides, g.names(), func(i int, line rows.FighterFile) (rows.FighterFile, bool) {
		sq := s.seats[i].square
		if !s.up(i) {
			sq = g.free(g.seats[i].square, stands)
		}
		stands[sq], line.At = taken, g.ground.name(sq)
		return line, i != but
	})
}

// recast is the game of these sides that stands where s does. Who is new stands as at the start.
func (g *Game) recast(s *State, sides []rows.SideFile, catalogue rows.Book) (rules.System[State], error) {
	file := g.file
	file.Head, file.Sides, file.Rows, file.Now = file.Midway(), sides, nil, nil
	next, bad := build(catalogue, file)
	if len(bad) > 0 {
		return nil, bad.Plain()
	}
	now := g.now(s)
	book.Stand(now.Seats, next.names(), func(i int) rows.NowSeat { return next.nowSeat(&next.start, i) })
	next.file.Now = now
	return next, next.readNow().Plain()
}
