package stage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Rows is the catalogue of a system that a [Spec] describes.
type Rows[R any] struct {
	Version    int          `yaml:"version" json:"version" doc:"The version of the file's form: 1."`
	Combatants map[string]R `yaml:"combatants,omitempty" json:"combatants,omitempty" doc:"Who can fight, by name."`
}

// Check returns the mistakes in some rows. A row type says what is wrong with a row by a method Wrong, which returns
// the key, what is wrong (empty: nothing) and what would be right.
func (Rows[R]) Check(some Rows[R]) (bad strict.Complaints) {
	for _, name := range book.Keys(some.Combatants) {
		if row, ok := any(some.Combatants[name]).(interface {
			Wrong() (key, what, want string)
		}); ok {
			if key, what, want := row.Wrong(); what != "" {
				bad.Wrong(strict.Path{"combatants", name, key}, what, want)
			}
		}
	}
	return bad
}

// Encounter is who fights whom, and with now: a position of it.
type Encounter[R any] struct {
	book.Head `yaml:",inline"`
	Rows      *Rows[R]          `yaml:"rows,omitempty" json:"-" doc:"Rows of this encounter alone, over those of the catalogue."`
	Sides     []team[R]         `yaml:"sides" json:"sides" doc:"The two sides."`
	Objective *book.Objective   `yaml:"objective,omitempty" json:"objective,omitempty" doc:"What one side wants besides the other side's fall: last, down or protect."`
	Rulings   book.HouseRulings `yaml:"rulings,omitempty" json:"rulings,omitempty" doc:"What the house decides otherwise; kokyu rulings lists what there is."`
	Now       *nowBlock         `yaml:"now,omitempty" json:"now,omitempty" doc:"How the fight stands, where that differs from its start."`
}

// World returns the part of the file that all systems share.
func (f Encounter[R]) World() book.World {
	return book.World{Head: f.Head, Rulings: f.Rulings, Objective: f.Objective}
}

// team is one side of an encounter.
type team[R any] = book.Side[Line[R]]

// Line is one combatant, or several alike.
type Line[R any] struct {
	Row   string `yaml:"who" json:"who" words:"combatants" doc:"The row of the catalogue."`
	Name  string `yaml:"name,omitempty" json:"name,omitempty" doc:"What this one is called; the row's name if not said."`
	Count int    `yaml:"count,omitempty" json:"count,omitempty" limit:"1..8" doc:"How many alike."`
	At    string `yaml:"at,omitempty" json:"at,omitempty" words:"places" doc:"The place it begins at; its side's end if not said."`

	book.Character `yaml:",inline"`
	book.Person    `yaml:",inline"`

	Own book.Values[R] `yaml:",inline" json:"own,omitempty"` // any other value of the row, in its place
}

// Line returns pointers to what lines of all systems have.
func (l *Line[R]) Line() book.Line {
	return book.Line{Who: &l.Row, Name: &l.Name, Count: &l.Count, At: &l.At, Own: &l.Own}
}

// UnmarshalNode reads the long form, or "- goblin: 2".
func (l *Line[R]) UnmarshalNode(n *strict.Node) {
	type plain Line[R]
	l.Line().Read(n, seatsMax, (*plain)(l))
}

// Forms returns the long form, or "- goblin: 2".
func (Line[R]) Forms() []book.Form { return book.LineForms(seatsMax, "goblin: 2") }

// nowBlock is how a fight stands at the beginning of a turn, or a decision of one.
type nowBlock struct {
	Round int                  `yaml:"round" json:"round" limit:"1..200" doc:"The round under way."`
	Seat  string               `yaml:"seat,omitempty" json:"seat,omitempty" doc:"Whose turn it is."`
	Seats map[string]seatBlock `yaml:"seats,omitempty" json:"seats,omitempty" doc:"How each combatant is."`
	Ended string               `yaml:"ended,omitempty" json:"ended,omitempty" doc:"How the fight ended: draw, first, second."`

	book.AsWritten `yaml:"-" json:"-"`
}

// seatBlock is a combatant's present state.
type seatBlock struct {
	At  string         `yaml:"at,omitempty" json:"at,omitempty" words:"places" doc:"The place where it is."`
	Out string         `yaml:"out,omitempty" json:"out,omitempty" doc:"How it is out of the fight: down, gone, yielded."`
	Has map[string]int `yaml:"has,omitempty" json:"has,omitempty" doc:"How much it has of each value."`
	Is  []string       `yaml:"is,omitempty" json:"is,omitempty" doc:"The conditions it is in."`
}

// UnmarshalNode reads a now: block and keeps its node, so that what the file does not say stays as at the beginning.
func (n *nowBlock) UnmarshalNode(node *strict.Node) {
	type plain nowBlock
	n.Node = node
	node.Decode((*plain)(n))
}

// Read reads an encounter or a position.
func (sp *Spec[R]) Read(file *strict.File, rows Rows[R]) (*Game[R], error) {
	return book.Load(sp.Name, file, rows, sp.build)
}

// Reload returns a fight from what its record holds.
func (sp *Spec[R]) Reload(encounter, data json.RawMessage) (*Game[R], error) {
	return book.Reload(encounter, data, book.CheckAll, sp.build)
}

// Rows returns the built-in catalogue.
func (sp *Spec[R]) Rows() Rows[R] { return book.Catalogue[Rows[R]](sp.Files, "rows.yaml") }

// build makes the game of an encounter. It goes on after a mistake, so that a person sees all mistakes of a file at
// once; what it makes of a wrong file is thrown away.
func (sp *Spec[R]) build(rows Rows[R], file Encounter[R]) (*Game[R], strict.Complaints) {
	g := &Game[R]{Base: Base[State, Encounter[R], Rows[R]]{Encounter: file, System: &sp.shipped}, spec: sp}
	rows, bad := book.Own(rows, file.Rows, file.Head)
	g.RulingValues = book.Choose(file.Rulings, sp.shipped.Rulings(), &bad)
	g.rounds = file.RoundLimit(g.RulingValues.Number("rounds"), &bad)
	var used []string
	room := book.Room{Fight: seatsMax, Head: file.Head, Apart: []string{"name", "count", "at"}, Now: []string{"at", "out"}}
	g.Teams, _ = book.Seats(file.Sides, rows, room, &bad, func(c book.NewSeat[Line[R], R]) {
		used = append(used, c.Line.Row)
		g.Seats = append(g.Seats, sp.seat(c, &bad))
		g.Enter(rules.Fighter{Name: c.Name, Kind: c.Line.Row, Side: rules.Side(c.Side), Character: c.Line.Character.Or(file.Sides[c.Side].Character)}, c.Line.Person)
	})
	g.Rows = Rows[R]{Version: 1, Combatants: book.Pick(rows.Combatants, used)}
	g.goal, _ = rules.ReadGoal(file.Objective, g.Teams, g.Cast, g.rounds, &bad)
	g.timeoutEnding = rules.EndDraw // unless the objective says who wins when the rounds are over
	if g.goal.Kind == book.GoalEscape {
		bad.Wrong(strict.Path{"objective", "goal"}, "an escape where there is nowhere to go", "last, down or protect")
	} else if g.goal.Kind != book.GoalNone {
		g.timeoutEnding = rules.EndOf(g.goal.TimeoutWinner())
		if g.goal.Kind == book.GoalLast {
			g.timeoutEnding = rules.EndOf(g.goal.Side)
		}
	}
	if len(g.Seats) == 0 {
		return nil, bad
	}
	g.layout = layoutOf(len(g.Seats))
	for i := range g.Seats {
		g.cycle = append(g.cycle, uint8(i))
		g.First.Seats[i] = g.Seats[i].begins
	}
	if sp.Order != nil { // stable: combatants of one rank act in the order of the file
		slices.SortStableFunc(g.cycle, func(a, b uint8) int {
			return cmp.Compare(sp.Order(g.Seats[b].Row), sp.Order(g.Seats[a].Row))
		})
	}
	g.rank = make([]uint8, len(g.cycle))
	for rank, i := range g.cycle {
		g.rank[i] = uint8(rank)
	}
	// The first turn has begun when a fight begins, so that a position at its beginning is like any other.
	g.begin(&g.First, int(g.cycle[0]), nil)
	if bad, wrong := file.Wrong(bad, g.readNow(!bad.Doubtful())); wrong {
		return nil, bad
	}
	g.Page = strict.NewPage(g.head)
	return g, g.Follow(g, &g.First, file.Since)
}

// seat returns a combatant with its values and place at the beginning of the fight.
func (sp *Spec[R]) seat(c book.NewSeat[Line[R], R], bad *strict.Complaints) specSeat[R] {
	t := specSeat[R]{Name: c.Name, Side: rules.Side(c.Side), Row: c.Row}
	if c.Side == 1 {
		t.begins.Place = uint8(len(sp.Places) - 1)
	}
	if c.Line.At != "" {
		t.begins.Place = uint8(bad.Index(c.Path.And("at"), "place", c.Line.At, sp.Places))
	}
	for k, v := range sp.Values {
		n := 0
		if v.Start != nil {
			n = v.Start(c.Row)
		}
		t.begins.Values[k], t.Most[k] = uint8(n), uint8(n)
		switch {
		case v.Most != nil:
			t.Most[k] = uint8(v.Most(c.Row))
		case v.Condition:
			t.Most[k] = 1
		case v.Unbounded:
			t.Most[k] = 255
		}
	}
	return t
}

// head returns what a position says above its now: block.
func (g *Game[R]) head() any {
	file := g.Encounter
	file.Rows, file.Now, file.Since = book.Difference(g.Rows, g.spec.Rows()), nil, nil
	return file
}

// Position returns the encounter that begins at s, a boundary, and what has happened since.
func (g *Game[R]) Position(s *State, since ...book.Move) ([]byte, error) {
	return book.Position(g.Page, g.now(s), g.now(&g.Outset), since)
}

// now returns the now: block of a position.
func (g *Game[R]) now(s *State) *nowBlock {
	n := &nowBlock{Round: g.Round(s), Seats: map[string]seatBlock{}, Ended: book.EndNames[s.Ending]}
	if s.Ending == rules.EndNone {
		n.Seat = g.Name(int(s.Actor))
	}
	for i := range g.Seats {
		n.Seats[g.Name(i)] = g.nowSeat(s, i)
	}
	return n
}

// nowSeat returns what a now: block says of seat i.
func (g *Game[R]) nowSeat(s *State, i int) seatBlock {
	c := &s.Seats[i]
	n := seatBlock{Out: outWords[c.Out]}
	if c.Out != in && c.Values[Life] > 0 {
		n.Has = map[string]int{g.spec.Values[Life].Name: int(c.Values[Life])}
	}
	if c.Out != in {
		return n
	}
	n.At, n.Has = g.spec.Places[c.Place], map[string]int{}
	for k, v := range g.spec.Values {
		if !v.Condition {
			n.Has[v.Name] = int(c.Values[k])
		} else if c.Values[k] > 0 {
			n.Is = append(n.Is, v.Name)
		}
	}
	return n
}

// valueIndex returns the index of a value or condition in Values; -1 if there is none of that name.
func (sp *Spec[R]) valueIndex(name string) int {
	return slices.IndexFunc(sp.Values, func(v Value[R]) bool { return v.Name == name })
}

// valueNames returns the names of all conditions, or those of all other values.
func (sp *Spec[R]) valueNames(conditions bool) (names []string) {
	for _, v := range sp.Values {
		if v.Condition == conditions {
			names = append(names, v.Name)
		}
	}
	return names
}

// readNow makes the file's now: block the start. Each value is checked by itself. Only if the encounter is sound is it
// also checked whether the values fit each other, since nobody knows what those of a wrong encounter should fit.
func (g *Game[R]) readNow(isSound bool) (bad strict.Complaints) {
	if g.Outset = g.First; g.Encounter.Now == nil {
		return nil
	}
	n, written := book.FillNow(g.Encounter.Now, func() *nowBlock { return g.now(&g.Outset) })
	s := State{Round: uint8(bad.Within(strict.Path{"now", "round"}, "round", n.Round, 1, int(g.rounds), book.RoundsKnown...) - 1)}
	book.EachSeat(n.Seats, g.Names(), &bad, func(at strict.Path, i int, ns seatBlock) {
		s.Seats[i] = g.readSeat(at, i, ns, &bad)
	})
	if n.Ended != "" {
		s.Ending = book.Ending(n.Ended, &bad)
	} else {
		s.Actor = uint8(bad.Index(strict.Path{"now", "seat"}, "combatant", n.Seat, g.Names()))
	}
	if isSound && len(bad) == 0 && s.Ending == rules.EndNone && g.Encounter.Sure("rounds") {
		switch trial := s; {
		case !g.IsUp(&s, int(s.Actor)):
			bad.Wrong(strict.Path{"now", "seat"}, n.Seat+" is out of the fight", "one who is in it")
		case g.endIfDecided(&trial, nil):
			bad.Wrong(strict.Path{"now", "seats"}, "the fight is decided",
				"both sides standing, or ended: first, second or draw")
		}
	}
	g.First = s
	// A record keeps the block complete, as it was understood: what a file leaves out could mean another thing with
	// other rows.
	if written != nil && len(bad) == 0 {
		g.Encounter.Now = g.now(&g.First)
	}
	return bad
}

// readSeat reads what a now: block says of seat i. Life may not be 0 while a combatant is in the fight.
func (g *Game[R]) readSeat(at strict.Path, i int, ns seatBlock, bad *strict.Complaints) (c SeatState) {
	c.Out = uint8(bad.Index(at.And("out"), "way to be out of the fight", ns.Out, outWords))
	for _, name := range book.Keys(ns.Has) {
		k := g.spec.valueIndex(name)
		if k < 0 || g.spec.Values[k].Condition {
			bad.OneOf(at.And("has", strict.Key(name)), "value", name, g.spec.valueNames(false))
			continue
		}
		least := 0
		if k == Life && c.Out == in {
			least = 1
		}
		if k == Life || c.Out == in {
			c.Values[k] = uint8(bad.Within(at.And("has", strict.Key(name)), name, ns.Has[name], least, int(g.Seats[i].Most[k])))
		}
	}
	if c.Out == down {
		c.Values[Life] = 0
	}
	if c.Out != in {
		return c
	}
	c.Place = uint8(bad.Index(at.And("at"), "place", ns.At, g.spec.Places))
	for k, name := range ns.Is {
		if bad.OneOf(at.And("is", k), "condition", name, g.spec.valueNames(true)) {
			c.Values[g.spec.valueIndex(name)] = 1
		}
	}
	return c
}

// Edit applies a GM's change: "Ada hit points=4", "Ada prone=1", "Ada at=yard", "Ada out", "Ada yields".
func (g *Game[R]) Edit(s *State, change string, log *rules.Log) error {
	keys := strings.Join(append(g.spec.valueNames(false), g.spec.valueNames(true)...), "=, ")
	return rules.Change(s, change, g.Names(), log, rules.Edits[State]{
		Example: fmt.Sprintf("a combatant and a change, as in %s %s=1; %s=, at=, out, yields and flees are known", g.Name(0), g.spec.Values[Life].Name, keys),
		MayChange: func(i int) error {
			switch {
			case s.Ending != rules.EndNone:
				return fmt.Errorf("the fight is over, want an undo first")
			case !g.IsUp(s, i):
				return fmt.Errorf("%s is out of the fight, want an undo first", g.Name(i))
			case s.Phase != 0:
				return rules.UnderWay("the action")
			}
			return nil
		},
		Change: func(s *State, i int, change string) error {
			key, said, _ := strings.Cut(change, "=")
			if k := slices.Index(g.spec.Places, said); key == "at" && k >= 0 {
				s.Seats[i].Place = uint8(k)
				return nil
			} else if change == "out" {
				g.leave(s, i, down)
				s.Seats[i].Values[Life] = 0
				return nil
			}
			k := g.spec.valueIndex(key)
			if k < 0 {
				return fmt.Errorf("%q is no change, want %s=, at=%s, out, yields or flees", change, keys,
					strings.Join(g.spec.Places, " or at="))
			}
			n, err := rules.ParseFigure(key, said, int(g.Seats[i].Most[k]))
			if err != nil {
				return err
			}
			if k == Life && n == 0 {
				return fmt.Errorf("%s cannot be 0, want out", key)
			}
			s.Seats[i].Values[k] = uint8(n)
			return nil
		},
		Yield: func(s *State, i int, change string, _ *rules.Log) error {
			how := yielded
			if change == rules.EditFlees {
				how = gone
			}
			g.leave(s, i, how)
			return nil
		},
		Continue: func(int) { g.EndAction(s, log) },
	})
}

// Join returns the game that goes on from s with the combatants of one more line.
func (g *Game[R]) Join(s *State, side rules.Side, line string, own json.RawMessage) (rules.System[State], error) {
	coming, known, err := book.ReadJoiners[Line[R]](line, g.Names(), g.Rows, own)
	if err != nil {
		return nil, err
	}
	sides := g.linesWithout(-1)
	sides[side].Fighters = append(sides[side].Fighters, coming...)
	return g.recast(s, sides, known)
}

// Leave returns the game that goes on from s without a combatant. If it was that combatant's turn, the next turn
// begins.
func (g *Game[R]) Leave(s *State, who rules.Seat, log *rules.Log) (rules.System[State], error) {
	if s.Phase != 0 {
		return nil, rules.UnderWay("the action")
	}
	next := *s
	g.leave(&next, int(who), down)
	if s.Ending == rules.EndNone {
		if trial := next; g.endIfDecided(&trial, nil) {
			return nil, fmt.Errorf("without %s the fight is decided, want its end instead", g.Name(int(who)))
		}
		g.EndAction(&next, log)
	}
	return g.recast(&next, g.linesWithout(int(who)), g.Rows)
}

// linesWithout returns the sides with a line for each combatant but the one of a seat; -1 leaves nobody out.
func (g *Game[R]) linesWithout(seat int) []team[R] {
	return book.LinePerSeat(g.Encounter.Sides, g.Names(), func(i int, line Line[R]) (Line[R], bool) {
		return line, i != seat
	})
}

// recast returns a game with these sides that stands at s. A Game never changes, so that searches can share it; a
// roster that changes needs another one. Its seats may have other numbers: the position goes over by the combatants'
// names.
func (g *Game[R]) recast(s *State, sides []team[R], rows Rows[R]) (rules.System[State], error) {
	file := g.Encounter
	file.Head, file.Sides, file.Rows, file.Now = file.Midway(), sides, nil, nil
	next, bad := g.spec.build(rows, file)
	if len(bad) > 0 {
		return nil, bad.Plain()
	}
	if s.Phase != 0 {
		return next, rules.UnderWay("the action")
	}
	now := g.now(s)
	book.UpdateSeats(now.Seats, next.Names(), func(i int) seatBlock { return next.nowSeat(&next.Outset, i) })
	// The position goes through its file form, which is by name, so that no seat number has to be changed.
	next.Encounter.Now = now
	if bad := next.readNow(true); len(bad) > 0 {
		return nil, bad.Plain()
	}
	return next, next.Follow(next, &next.First, nil).Plain()
}

// CarryOut returns what a combatant takes from one fight into the next: its Life.
func (g *Game[R]) CarryOut(s *State, i rules.Seat, _ []rules.Event) book.CarryOver {
	c := &s.Seats[i]
	out := book.CarryOver{Who: g.Cast[i].Kind, Down: c.Out == down}
	if !out.Down {
		out.Wounds = new(int(c.Values[Life]))
	}
	return out
}

// CarryIn sets what a combatant brings from the fight before.
func (g *Game[R]) CarryIn(s *State, i rules.Seat, in book.CarryOver) (bad strict.Complaints) {
	if in.Wounds != nil {
		s.Seats[i].Values[Life] = uint8(bad.Within(strict.Path{"wounds"}, g.spec.Values[Life].Name, *in.Wounds,
			1, int(g.Seats[i].Most[Life])))
	}
	return bad
}
