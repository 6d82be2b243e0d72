package breath

import (
	"encoding/json"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// Who comes and who goes in the middle of a fight: another game goes on, its encounter a file of those who are there.

var _ rules.Mustering[State] = (*Game)(nil)

// Joined is the game in which the combatants of one more line stand beside the others, with full Energy and their place in
// the count.
func (g *Game) Joined(s *State, side rules.Side, line string, catalogue json.RawMessage) (rules.System[State], error) {
	if err := g.pausing(s); err != nil {
		return nil, err
	}
	var more rows.FighterFile
	if err := rules.ReadLine(line, &more); err != nil {
		return nil, err
	}
	known, err := book.WithRows(g.book, catalogue)
	if err != nil {
		return nil, err
	}
	sides := g.lines()
	for _, name := range (book.Line{Who: more.Who, Name: more.Name, Count: more.Count}).Beside(g.names()) {
		more.Name, more.Count = name, 0
		sides[side].Fighters = append(sides[side].Fighters, more)
	}
	return g.recast(s, sides, known)
}

// Left is the game without a combatant. If it was his breath, the count goes on.
func (g *Game) Left(s *State, who rules.Seat, log *rules.Log) (rules.System[State], error) {
	if err := g.pausing(s); err != nil {
		return nil, err
	}
	t, i := *s, int(who)
	if t.up(i) {
		if err := g.edit(&t, i, "wounds=0"); err != nil {
			return nil, err
		}
	}
	if g.decidedSilently(t) {
		return nil, fmt.Errorf("without %s the fight is decided, want to end it instead", g.name(i))
	}
	if t.phase == phCount || !t.up(int(t.actor)) {
		g.call(&t, log)
	}
	sides := g.lines()
	for k := range sides {
		sides[k].Fighters = slices.DeleteFunc(sides[k].Fighters, func(ff rows.FighterFile) bool { return ff.Name == g.name(i) })
	}
	return g.recast(&t, sides, g.book)
}

// pausing says whether nothing is under way that a change of the roster would break.
func (g *Game) pausing(s *State) error {
	switch {
	case g.duel.on:
		return fmt.Errorf("a duel is between two: nobody comes or goes")
	case s.phase != phCount && s.phase != phBreath:
		return fmt.Errorf("%s is under way, want somebody to come or go before or after it", rows.Phases[s.phase])
	}
	return nil
}

// lines are the sides with a line for each combatant.
func (g *Game) lines() []rows.SideFile {
	sides, i := slices.Clone(g.file.Sides), 0
	for k, sf := range sides {
		sides[k].Fighters = nil
		for _, ff := range sf.Fighters {
			for range max(1, ff.Count) {
				one := ff
				one.Name, one.Count = g.name(i), 0
				sides[k].Fighters = append(sides[k].Fighters, one)
				i++
			}
		}
	}
	return sides
}

// recast is the game of these sides that stands where s does. Who is new stands as at the start.
func (g *Game) recast(s *State, sides []rows.SideFile, catalogue rows.Book) (rules.System[State], error) {
	file := g.file
	file.Sides, file.Rows, file.Now = sides, nil, nil
	next, bad := build(catalogue, file)
	if len(bad) > 0 {
		return nil, bad.Plain()
	}
	now := g.now(s)
	for i := range g.n {
		if !slices.Contains(next.names(), g.name(i)) {
			delete(now.Seats, g.name(i))
		}
	}
	for i := range next.n {
		if _, here := now.Seats[next.name(i)]; !here {
			now.Seats[next.name(i)] = next.nowSeat(&next.start, i)
		}
	}
	if s.phase == phCount { // who is new may be ahead
		r := &reader{g: next, s: State{round: s.round}}
		r.seats(now)
		now.Seat = next.name(next.next(&r.s))
	}
	next.file.Now = now
	return next, next.readNow().Plain()
}
