package fight

import (
	"encoding/json"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
)

// position is a system and a fight under it with the type of the state hidden. Words and numbers are those of the
// present; try, edit and back prepare the next one, and accept makes it the present.
type position interface {
	turn() rules.Turn
	roster() []rules.Fighter
	round() int
	side(rules.Seat) rules.Side
	sheet(rules.Seat) rules.Sheet
	board() rules.Board
	leads(rules.Action) string
	place(name string) (at string) // where somebody stands; empty if nowhere
	check() rules.Check
	file() ([]byte, error)
	score() float64
	leaf() float64
	weights() []book.Weight
	weigh(values []float64) float64
	actions() []rules.Action
	format(rules.Action) string
	phase(rules.Action) string
	cost(rules.Action) int
	parse(string) (rules.Action, error)
	read(dice []int) (rules.Action, error)
	open() bool
	scenery() rules.Scenery
	throw(seed uint64, step int) (shown []int)

	try(rules.Action) []rules.Event
	edit(change, reason string, rows json.RawMessage) (events []rules.Event, used json.RawMessage, err error)
	back(step int)
	stay()                // nothing moves
	at(step int) position // as it stood after a step, alone
	coming() position     // the next one, alone
	follow(to position)   // the next of another position of the fight
	chance() float64      // of getting from the present to the next by dice
	move(by book.Move)    // what has led to the next
	accept()

	odds() []rules.Odds
	fork() position                                       // the present alone, without a past
	copy() position                                       // with its past
	recast() (encounter, data json.RawMessage, err error) // of the game that goes on, nil if it is still the first
	play(rules.Action)                                    // at once, without a trace
	same(position) bool
	key() any
}

type board[S comparable] struct {
	moment[S]
	next moment[S]
	past []moment[S]     // past[n] is how it was after step n
	cast rules.System[S] // whose roster the fight began with
}

// moment is a position, the game it is of, and how it was reached: when somebody comes or goes, another game goes on.
type moment[S comparable] struct {
	sys  rules.System[S]
	now  S
	path rules.Path[S]
}

// begin returns the start of a game.
func begin[S comparable](sys rules.System[S]) moment[S] {
	return moment[S]{sys, sys.Start(), rules.Begun(sys)}
}

func newBoard[S comparable](m moment[S], cast rules.System[S]) *board[S] {
	return &board[S]{moment: m, past: []moment[S]{m}, cast: cast}
}

func (b *board[S]) turn() rules.Turn                        { return b.sys.Turn(&b.now) }
func (b *board[S]) roster() []rules.Fighter                 { return b.sys.Roster() }
func (b *board[S]) round() int                              { return b.sys.Round(&b.now) }
func (b *board[S]) side(seat rules.Seat) rules.Side         { return b.sys.Side(seat) }
func (b *board[S]) sheet(seat rules.Seat) rules.Sheet       { return b.sys.Sheet(&b.now, seat) }
func (b *board[S]) board() rules.Board                      { return b.sys.Board(&b.now) }
func (b *board[S]) leads(a rules.Action) string             { return b.sys.Leads(&b.now, a) }
func (b *board[S]) check() rules.Check                      { return b.sys.Check(&b.now) }
func (b *board[S]) file() ([]byte, error)                   { return b.path.Position(b.sys) }
func (b *board[S]) score() float64                          { return b.sys.Score(&b.now) }
func (b *board[S]) actions() []rules.Action                 { return b.sys.Actions(&b.now, nil) }
func (b *board[S]) format(a rules.Action) string            { return b.sys.Format(&b.now, a) }
func (b *board[S]) phase(a rules.Action) string             { return b.sys.Phase(&b.now, a) }
func (b *board[S]) cost(a rules.Action) int                 { return b.sys.Cost(&b.now, a) }
func (b *board[S]) parse(text string) (rules.Action, error) { return b.sys.Parse(&b.now, text) }
func (b *board[S]) read(dice []int) (rules.Action, error)   { return b.sys.Read(&b.now, dice) }

func (b *board[S]) place(name string) string {
	i := slices.IndexFunc(b.sys.Roster(), func(f rules.Fighter) bool { return f.Name == name })
	if i < 0 {
		return ""
	}
	return b.sys.Board(&b.now).Stands[i].At
}

func (b *board[S]) scenery() rules.Scenery {
	scenery, start := b.sys.Scenery(), b.sys.Start()
	scenery.Begun = b.sys.Round(&start)
	return scenery
}

func (b *board[S]) leaf() float64 {
	if leaf := b.sys.Hooks().Leaf; leaf != nil {
		return leaf(&b.now)
	}
	return b.score()
}

func (b *board[S]) weights() []book.Weight {
	if weights := b.sys.Hooks().Weights; weights != nil {
		return weights()
	}
	return nil
}

func (b *board[S]) weigh(values []float64) float64 {
	if weighing := b.sys.Hooks().Weighing; weighing != nil {
		return weighing(values)(&b.now)
	}
	return b.score()
}

func (b *board[S]) open() bool { return b.sys.Hooks().Throw != nil }

func (b *board[S]) throw(seed uint64, step int) []int { return Thrown(b.sys, &b.now, seed, step) }

func (b *board[S]) try(a rules.Action) []rules.Event {
	b.next = b.moment
	var log rules.Log
	b.sys.Play(&b.next.now, a, &log)
	return log.Events
}

func (b *board[S]) edit(change, reason string, rows json.RawMessage) ([]rules.Event, json.RawMessage, error) {
	b.next = b.moment
	if events, used, ok, err := b.muster(change, rows); ok {
		return events, used, err
	}
	var log rules.Log
	if won, why, ok := b.ending(change, reason); ok {
		if b.turn().Kind == rules.Over {
			return nil, nil, fmt.Errorf("the fight is over, want an undo first")
		}
		log.Add(rules.Event{Kind: "edit", What: change})
		b.sys.End(&b.next.now, won, why, &log)
		return log.Events, nil, nil
	}
	if err := b.sys.Edit(&b.next.now, change, &log); err != nil {
		return nil, nil, err
	}
	return log.Events, nil, nil
}

// ending reads an edit that ends the fight: who wins by it, and why.
func (b *board[S]) ending(change, reason string) (won rules.Side, why string, ok bool) {
	if change == NobodyWins {
		return rules.Neither, reason, true
	}
	for _, f := range b.sys.Roster() {
		switch change {
		case Concedes(f.Team):
			return 1 - f.Side, change, true
		case Wins(f.Team):
			return f.Side, reason, true
		}
	}
	return 0, "", false
}

// Concedes returns the edit by which a side concedes.
func Concedes(team string) string { return team + " concedes" }

// NobodyWins is the edit by which the GM ends the fight as a draw.
const NobodyWins = "nobody wins"

// Wins returns the edit by which the GM ends the fight as won by a side.
func Wins(team string) string { return team + " wins" }

func (b *board[S]) back(step int) { b.next = b.past[step] }

func (b *board[S]) stay() { b.next = b.moment }

func (b *board[S]) at(step int) position {
	return newBoard(b.past[step], b.cast)
}

func (b *board[S]) coming() position { return newBoard(b.next, b.cast) }

func (b *board[S]) follow(to position) { b.next = to.(*board[S]).next }

func (b *board[S]) chance() float64 {
	p := 0.0
	for _, o := range b.sys.Odds(&b.now, nil) {
		s := b.now
		b.sys.Play(&s, o.Action, nil)
		if s == b.next.now {
			p += o.P
		}
	}
	return min(p, 1)
}

func (b *board[S]) move(by book.Move) {
	if b.next.sys == b.sys {
		b.next.path = b.next.path.To(b.next.sys, &b.next.now, by)
	}
}

func (b *board[S]) accept() {
	b.moment = b.next
	b.past = append(b.past, b.moment)
}

func (b *board[S]) odds() []rules.Odds { return b.sys.Odds(&b.now, nil) }

func (b *board[S]) fork() position { return newBoard(b.moment, b.cast) }

func (b *board[S]) copy() position {
	c := *b
	c.past = slices.Clip(b.past)
	return &c
}

func (b *board[S]) play(a rules.Action) {
	before := b.now
	b.sys.Play(&b.now, a, nil)
	b.path = b.path.By(b.sys, &before, a, &b.now)
	b.past = append(b.past[:0], b.moment)
}

func (b *board[S]) key() any { return b.now }

func (b *board[S]) same(p position) bool {
	other, ok := p.(*board[S])
	return ok && other.now == b.now
}
