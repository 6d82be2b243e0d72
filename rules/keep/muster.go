package keep

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
)

// Combatants who join or leave in the middle of a fight. The fight goes on as another game, whose encounter has one
// line for each combatant who is there now, and whose now: block has the position; reading that makes all its checks.

var _ rules.Mustering[State] = (*Game)(nil)

// Join returns the game with the combatants of one more line. They are in the Water stance unless the line names
// another, and have their turns behind all whose Initiative Value is not lower. Nobody rolls for it in the middle of a
// fight: without a value in the line they come last.
func (g *Game) Join(s *State, side rules.Side, line string, catalogue json.RawMessage) (rules.System[State], error) {
	coming, known, err := book.ReadJoiners[rows.FighterFile](line, g.Names(), g.Rows, catalogue)
	if err != nil {
		return nil, err
	}
	stands := g.standsOf(s)
	column, _ := g.ground.At(4+4*int8(side), 0)
	book.PlaceJoiners(stands, column, len(g.Encounter.Map) == 0 && coming[0].Rides == "", coming)
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
	g.leaveGrapple(&t, i, byNobody, log)
	g.dismount(&t, i, log)
	g.removeFromField(&t, i, gone, log)
	for k := range g.n {
		if c := &t.seats[k]; int(c.swappedWith) == 1+i {
			c.swappedWith = 0
		}
	}
	if u := t; g.endIfDecided(&u, nil) {
		return nil, fmt.Errorf("without %s the fight is decided, want its end instead", g.name(i))
	}
	switch {
	case t.phase >= phStance && int(t.actor) == i:
		g.beginNextTurn(&t, log)
	case t.phase == phRound && int(t.by) == i:
		g.askDeclarations(&t, log)
	}
	if t.phase != phOver && g.mayMuster(&t) != nil {
		return nil, rules.Busy{What: fmt.Sprintf("without %s %s is next", g.name(i), rows.PhaseNames[t.phase]),
			Until: "another turn begins"}
	}
	return g.recast(&t, g.separateLines(&t, g.standsOf(&t), i), g.Rows)
}

// mayMuster returns an error unless a round or a turn begins: only such a position can be read with another roster.
func (g *Game) mayMuster(s *State) error {
	if s.phase == phOver || s.phase >= phRound && g.Turn(s).Begins {
		return nil
	}
	busy := rules.UnderWay(underWay(s))
	if s.phase >= phStance {
		busy.Until = "the turn is over"
	}
	return busy
}

// standsOf returns the squares of a position that are taken.
func (g *Game) standsOf(s *State) book.Stands {
	on := new(book.Squares)
	for sq, who := range g.seatsBySquare(s) {
		if who != 0 {
			on.Add(uint8(sq))
		}
	}
	return book.Stands{Grid: &g.ground.Grid, On: on}
}

// separateLines returns the sides with a line of its own for each combatant except seat but; -1 leaves out nobody.
func (g *Game) separateLines(s *State, stands book.Stands, but int) []rows.SideFile {
	return book.LinePerSeat(g.Encounter.Sides, g.Names(), func(i int, line rows.FighterFile) (rows.FighterFile, bool) {
		return g.lineOf(s, i, line, stands), i != but
	})
}

// lineOf returns the line of one combatant as it stands now: on the steed it rides, or on its square. One that is out
// of the fight gets a free square, since others may stand where it fell.
func (g *Game) lineOf(s *State, i int, ff rows.FighterFile, stands book.Stands) rows.FighterFile {
	ff.At, ff.Rides = "", ""
	c := &s.seats[i]
	if g.isRiding(s, i) {
		ff.Rides, ff.Stance = g.name(int(c.mount)-1), ""
		return ff
	}
	sq, away := c.square, !g.isConscious(s, i)
	if away {
		sq = g.seats[i].square
	}
	ff.At = g.ground.Name(stands.TakeSquare(sq, away))
	return ff
}

// recast returns the game of these sides in position s. New combatants are as at the start.
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
	was := now.Seats
	now.Seats = maps.Clone(was)
	book.UpdateSeats(now.Seats, next.Names(), func(i int) rows.NowSeat {
		c := next.nowSeat(&next.First, i)
		c.Stance = cmp.Or(c.Stance, rows.StanceNames[water])
		return c
	})
	left := func(name string) bool { return !slices.Contains(next.Names(), name) }
	now.Order, now.RoundOrder = slices.DeleteFunc(now.Order, left), slices.DeleteFunc(now.RoundOrder, left)
	now.Effects = slices.DeleteFunc(now.Effects, func(e rows.NowEffect) bool { return e.Of != "" && left(e.Of) })
	for _, name := range next.Names() {
		if _, here := was[name]; here {
			continue
		}
		now.Order = insertBehind(now.Order, name, now.Seats)
		if now.RoundOrder != nil {
			now.RoundOrder = insertBehind(now.RoundOrder, name, now.Seats)
		}
	}
	next.Encounter.Now = now
	if bad := next.readValues(true); len(bad) > 0 {
		return next, bad.Plain()
	}
	return next, next.Follow(next, &next.First, nil).Plain()
}

// insertBehind puts a name into an order behind all whose Initiative Value is not lower (RK-05).
func insertBehind(names []string, name string, seats map[string]rows.NowSeat) []string {
	at := slices.IndexFunc(names, func(o string) bool { return seats[o].Initiative < seats[name].Initiative })
	if at < 0 {
		at = len(names)
	}
	return slices.Insert(names, at, name)
}
