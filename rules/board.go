package rules

import (
	"encoding/json"
	"fmt"

	"kokyu/rules/book"
)

// position is a system and a fight under it with the type of the state hidden. Words and numbers are those of the
// present; try, edit and back prepare the next one, and accept makes it the present.
type position interface {
	turn() Turn
	roster() []Fighter
	round() int
	side(Seat) Side
	sheet(Seat) Sheet
	check() Check
	file() ([]byte, error)
	score() float64
	leaf() float64
	weights() []book.Weight
	weighed(values []float64) float64
	actions() []Action
	format(Action) string
	phase(Action) string
	cost(Action) int
	parse(string) (Action, error)
	read(dice []int) (Action, error)
	open() bool
	scenery() Scenery
	throw(seed uint64, step int) (shown []int)

	try(Action) []Event
	edit(change, reason string, rows json.RawMessage) (events []Event, used json.RawMessage, err error)
	back(step int)
	stay()                // nothing moves
	at(step int) position // as it stood after a step, alone
	follow(to position)   // the next of another position of the fight
	chance() float64      // of getting from the present to the next by dice
	accept()

	odds() []Odds
	fork() position                                       // the present alone, without a past
	recast() (encounter, data json.RawMessage, err error) // of the game that goes on, nil if it is still the first
	play(Action)                                          // at once, without a trace
	same(position) bool
}

type board[S comparable] struct {
	moment[S]
	next moment[S]
	past []moment[S] // past[n] is how it was after step n
	cast System[S]   // whose roster the fight began with
}

// moment is a position and the game it is of: when somebody comes or goes, another game goes on.
type moment[S comparable] struct {
	sys System[S]
	now S
}

func newBoard[S comparable](m moment[S], cast System[S]) *board[S] {
	return &board[S]{moment: m, past: []moment[S]{m}, cast: cast}
}

func (b *board[S]) turn() Turn                        { return b.sys.Turn(&b.now) }
func (b *board[S]) roster() []Fighter                 { return b.sys.Roster() }
func (b *board[S]) round() int                        { return b.sys.Round(&b.now) }
func (b *board[S]) side(seat Seat) Side               { return b.sys.Side(seat) }
func (b *board[S]) sheet(seat Seat) Sheet             { return b.sys.Sheet(&b.now, seat) }
func (b *board[S]) check() Check                      { return b.sys.Check(&b.now) }
func (b *board[S]) file() ([]byte, error)             { return b.sys.Position(&b.now) }
func (b *board[S]) score() float64                    { return b.sys.Score(&b.now) }
func (b *board[S]) actions() []Action                 { return b.sys.Actions(&b.now, nil) }
func (b *board[S]) format(a Action) string            { return b.sys.Format(&b.now, a) }
func (b *board[S]) phase(a Action) string             { return b.sys.Phase(&b.now, a) }
func (b *board[S]) cost(a Action) int                 { return b.sys.Cost(&b.now, a) }
func (b *board[S]) parse(text string) (Action, error) { return b.sys.Parse(&b.now, text) }
func (b *board[S]) read(dice []int) (Action, error)   { return b.sys.Read(&b.now, dice) }

func (b *board[S]) scenery() Scenery { return b.sys.Scenery() }

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

func (b *board[S]) weighed(values []float64) float64 {
	if weighing := b.sys.Hooks().Weighing; weighing != nil {
		return weighing(values)(&b.now)
	}
	return b.score()
}

func (b *board[S]) open() bool { return b.sys.Hooks().Throw != nil }

func (b *board[S]) throw(seed uint64, step int) []int { return Thrown(b.sys, &b.now, seed, step) }

func (b *board[S]) try(a Action) []Event {
	b.next = b.moment
	var log Log
	b.sys.Play(&b.next.now, a, &log)
	return log.Events
}

func (b *board[S]) edit(change, reason string, rows json.RawMessage) ([]Event, json.RawMessage, error) {
	b.next = b.moment
	if events, used, ok, err := b.muster(change, rows); ok {
		return events, used, err
	}
	var log Log
	if won, why, ok := b.ending(change, reason); ok {
		if b.turn().Kind == Over {
			return nil, nil, fmt.Errorf("the fight is over, want an undo first")
		}
		log.Add(Event{Kind: "edit", What: change})
		b.sys.End(&b.next.now, won, why, &log)
		return log.Events, nil, nil
	}
	if err := b.sys.Edit(&b.next.now, change, &log); err != nil {
		return nil, nil, err
	}
	return log.Events, nil, nil
}

// ending reads an edit that ends the fight: who wins by it, and why.
func (b *board[S]) ending(change, reason string) (won Side, why string, ok bool) {
	if change == NobodyWins {
		return Neither, reason, true
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

// Concedes is the edit by which a side gives the fight up.
func Concedes(team string) string { return team + " concedes" }

// NobodyWins is the edit by which the GM ends the fight as a draw.
const NobodyWins = "nobody wins"

// Wins is the edit by which the GM gives the fight to a side.
func Wins(team string) string { return team + " wins" }

func (b *board[S]) back(step int) { b.next = b.past[step] }

func (b *board[S]) stay() { b.next = b.moment }

func (b *board[S]) at(step int) position {
	return newBoard(b.past[step], b.cast)
}

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

func (b *board[S]) accept() {
	b.moment = b.next
	b.past = append(b.past, b.moment)
}

func (b *board[S]) odds() []Odds { return b.sys.Odds(&b.now, nil) }

func (b *board[S]) fork() position { return newBoard(b.moment, b.cast) }

func (b *board[S]) play(a Action) {
	b.sys.Play(&b.now, a, nil)
	b.past = []moment[S]{b.moment}
}

func (b *board[S]) same(p position) bool {
	other, ok := p.(*board[S])
	return ok && other.now == b.now
}
