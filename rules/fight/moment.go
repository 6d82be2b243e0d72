package fight

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
)

// Moment is a position of a game together with the path that led to it. It hides the types of both, which [At] and
// [PathOf] return. It is never changed: what happens in it leads to another Moment.
type Moment interface {
	// Turn returns what the fight waits for.
	Turn() rules.Turn
	// Round returns the number of the round under way, from 1.
	Round() int
	// Side returns the side a seat fights for.
	Side(rules.Seat) rules.Side
	// Sheet returns the present values of a seat for display.
	Sheet(rules.Seat) rules.Sheet
	// Throws reports whether the number of dice is not fixed (exploding dice, rerolls), so that the system throws them
	// itself.
	Throws() bool
	// Position returns an encounter file of the present position: the last boundary, and the moves since.
	Position() ([]byte, error)
	// Score returns the system's estimate for side 0, -1 to 1.
	Score() float64
	// Leaf returns the leaf evaluation of a search for side 0, -1 to 1. The first call in a fight may be slow.
	Leaf() float64
	// Weights returns the weights of the leaf evaluation that can be fitted for this fight, if any.
	Weights() []book.Weight
	// LeafWith returns Leaf with other values of the weights, in the order of Weights.
	LeafWith(values []float64) float64
	// Scenery returns the details of the encounter that only tales use.
	Scenery() rules.Scenery
	// Leads returns the place that a legal decision leads somebody to, as the board names it; empty if it leads
	// nowhere.
	Leads(rules.Action) string
	// Reaches reports whether by could strike at from where both stand, with the time and means it has.
	Reaches(by, at rules.Seat) bool
	// Key returns a comparable value: it is equal for two fights of one encounter if [Fight.Same] is true of them.
	Key() any

	Roster() []rules.Fighter
	Board() rules.Board
	Check() rules.Check
	Actions() []rules.Action
	Options() []Option
	Outcomes() []rules.Odds
	format(rules.Action) string
	parse(string) (rules.Action, error)
	read(dice []int) (rules.Action, error)
	throw(seed uint64, step int) (shown []int)
	// recast returns what a record needs of the game that goes on; nil if that is still the first one.
	recast(first Moment) (encounter, data json.RawMessage, err error)

	// after returns the next position in a fork: with its path, without events.
	after(rules.Action) Moment
	// try returns the next position of the fight without its path, to which withMove adds the step when it is made.
	try(rules.Action) (Moment, []rules.Event)
	edit(change, reason string, rows json.RawMessage) (next Moment, events []rules.Event, used json.RawMessage, err error)
	// withMove returns the same position with its path: a move has led to it from the position before.
	withMove(before Moment, m book.Move) Moment
	chance(next Moment) float64 // the chance that the dice lead there
}

// MomentOf is the Moment of a system with positions of the type S.
type MomentOf[S comparable] struct {
	Sys  rules.System[S]
	Now  S
	path rules.Path[S]
}

// The methods of Moment, which has their comments, ask the system at the present position.

func (m *MomentOf[S]) Turn() rules.Turn                  { return m.Sys.Turn(&m.Now) }
func (m *MomentOf[S]) Round() int                        { return m.Sys.Round(&m.Now) }
func (m *MomentOf[S]) Side(seat rules.Seat) rules.Side   { return m.Sys.Side(seat) }
func (m *MomentOf[S]) Sheet(seat rules.Seat) rules.Sheet { return m.Sys.Sheet(&m.Now, seat) }
func (m *MomentOf[S]) Throws() bool                      { return m.Sys.Hooks().Throw != nil }
func (m *MomentOf[S]) Position() ([]byte, error)         { return m.path.Position(m.Sys) }
func (m *MomentOf[S]) Score() float64                    { return m.Sys.Score(&m.Now) }
func (m *MomentOf[S]) Leads(a rules.Action) string       { return m.Sys.Leads(&m.Now, a) }
func (m *MomentOf[S]) Reaches(by, at rules.Seat) bool    { return m.Sys.Reaches(&m.Now, by, at) }
func (m *MomentOf[S]) Key() any                          { return m.Now }
func (m *MomentOf[S]) Roster() []rules.Fighter           { return m.Sys.Roster() }
func (m *MomentOf[S]) Board() rules.Board                { return m.Sys.Board(&m.Now) }
func (m *MomentOf[S]) Check() rules.Check                { return m.Sys.Check(&m.Now) }
func (m *MomentOf[S]) Actions() []rules.Action           { return m.Sys.Actions(&m.Now, nil) }
func (m *MomentOf[S]) Outcomes() []rules.Odds            { return m.Sys.Odds(&m.Now, nil) }
func (m *MomentOf[S]) format(a rules.Action) string      { return m.Sys.Format(&m.Now, a) }
func (m *MomentOf[S]) parse(text string) (rules.Action, error) {
	return rules.ParseAction(m.Sys, &m.Now, text)
}
func (m *MomentOf[S]) read(dice []int) (rules.Action, error) { return m.Sys.Read(&m.Now, dice) }
func (m *MomentOf[S]) throw(seed uint64, step int) []int {
	return ThrowFaces(m.Sys, &m.Now, seed, step)
}

func (m *MomentOf[S]) Leaf() float64 {
	if leaf := m.Sys.Hooks().Leaf; leaf != nil {
		return leaf(&m.Now)
	}
	return m.Score()
}

func (m *MomentOf[S]) Weights() []book.Weight {
	if weights := m.Sys.Hooks().Weights; weights != nil {
		return weights()
	}
	return nil
}

func (m *MomentOf[S]) LeafWith(values []float64) float64 {
	if weighing := m.Sys.Hooks().LeafWith; weighing != nil {
		return weighing(values)(&m.Now)
	}
	return m.Score()
}

func (m *MomentOf[S]) Scenery() rules.Scenery {
	scenery, start := m.Sys.Scenery(), m.Sys.Start()
	scenery.FirstRound = m.Sys.Round(&start)
	return scenery
}

// Options returns the legal decisions in words, in the system's order.
func (m *MomentOf[S]) Options() (list []Option) {
	for _, a := range m.Actions() {
		list = append(list, Option{Action: a, Words: m.format(a), Phase: m.Sys.Phase(&m.Now, a), Cost: m.Sys.Cost(&m.Now, a)})
	}
	return list
}

// placeOf returns the place where a combatant stands; empty if it is not there or has no place.
func placeOf(m Moment, name string) string {
	if i := slices.IndexFunc(m.Roster(), func(f rules.Fighter) bool { return f.Name == name }); i >= 0 {
		return m.Board().Stands[i].At
	}
	return ""
}

// begin returns the start of a game.
func begin[S comparable](sys rules.System[S]) *MomentOf[S] {
	return &MomentOf[S]{sys, sys.Start(), rules.StartPath(sys)}
}

func (m *MomentOf[S]) after(a rules.Action) Moment {
	next := *m
	next.Sys.Play(&next.Now, a, nil)
	next.path = m.path.WithAction(m.Sys, &m.Now, a, &next.Now)
	return &next
}

func (m *MomentOf[S]) try(a rules.Action) (Moment, []rules.Event) {
	next, log := *m, rules.Log{}
	next.Sys.Play(&next.Now, a, &log)
	return &next, log.Events
}

// edit makes a change that a GM types. A change of the roster gives another game; the end of the fight by word, and
// changes of one seat, another position of the same game.
func (m *MomentOf[S]) edit(change, reason string,
	rows json.RawMessage) (Moment, []rules.Event, json.RawMessage, error) {
	if next, events, used, ok, err := m.muster(change, rows); ok {
		return next, events, used, err
	}
	next, log := *m, rules.Log{}
	if won, why, ok := endedBy(change, reason, m.Roster()); ok {
		if m.Turn().Kind == rules.Over {
			return nil, nil, nil, errOver
		}
		log.Add(rules.Event{Kind: "edit", What: change})
		m.Sys.End(&next.Now, won, why, &log)
		return &next, log.Events, nil, nil
	}
	if err := rules.Edit(m.Sys, &next.Now, change, &log); err != nil {
		return nil, nil, nil, err
	}
	return &next, log.Events, nil, nil
}

// errOver is the error of an edit after the end of the fight.
var errOver = errors.New("the fight is over, want an undo first")

// muster makes an edit by which combatants join or leave; ok reports whether it is one. used are the rows of the game
// that goes on, nil if the game before used all of them.
func (m *MomentOf[S]) muster(change string,
	rows json.RawMessage) (next Moment, events []rules.Event, used json.RawMessage, ok bool, err error) {
	var log rules.Log
	roster, now := m.Roster(), m.Now
	left := slices.IndexFunc(roster, func(f rules.Fighter) bool { return change == LeaveEdit(f.Name) })
	joined := slices.IndexFunc(roster, func(f rules.Fighter) bool { return strings.HasPrefix(change, f.Team+joinedBy) })
	var sys rules.System[S]
	switch {
	case left < 0 && joined < 0:
		return nil, nil, nil, false, nil
	case m.Turn().Kind == rules.Over:
		return nil, nil, nil, true, errOver
	case left >= 0:
		log.Add(rules.Event{Kind: "edit", Seat: roster[left].Name, What: rules.EditLeaves})
		sys, err = m.Sys.Leave(&now, rules.Seat(left), &log)
	default:
		sys, err = m.Sys.Join(&now, roster[joined].Side, strings.TrimPrefix(change, roster[joined].Team+joinedBy), rows)
	}
	if sys == nil {
		return nil, nil, nil, true, err
	}
	if left < 0 && err == nil {
		for _, f := range sys.Roster() {
			if !slices.Contains(roster, f) {
				log.Add(rules.Event{Kind: "edit", Seat: f.Name, At: f.Team, What: rules.EditJoins, With: f.Kind})
			}
		}
	}
	// The record keeps the rows only if they are others than before, as when a newcomer brings some.
	before, wrong := m.Sys.Data()
	if wrong == nil {
		used, wrong = sys.Data()
	}
	if bytes.Equal(before, used) {
		used = nil
	}
	if err = cmp.Or(err, wrong); err != nil {
		return nil, nil, used, true, err
	}
	return begin(sys), log.Events, used, true, nil
}

// endedBy reports whether an edit ends the fight, and returns who wins by it and why.
func endedBy(change, reason string, roster []rules.Fighter) (won rules.Side, why string, ok bool) {
	if change == WinEdit("") {
		return rules.Neither, reason, true
	}
	for _, f := range roster {
		switch change {
		case ConcedeEdit(f.Team):
			return 1 - f.Side, change, true
		case WinEdit(f.Team):
			return f.Side, reason, true
		}
	}
	return 0, "", false
}

// ConcedeEdit returns the edit by which a side concedes.
func ConcedeEdit(team string) string { return team + " concedes" }

// WinEdit returns the edit by which the GM ends the fight as won by a side, or without a name as a draw. The reason is
// in the end event.
func WinEdit(team string) string { return cmp.Or(team, "nobody") + " wins" }

// chance returns the chance that the dice lead to next. The chances of outcomes that lead to equal positions are added:
// nobody can tell them apart.
func (m *MomentOf[S]) chance(next Moment) float64 {
	p, to := 0.0, next.(*MomentOf[S]).Now
	for _, o := range m.Outcomes() {
		s := m.Now
		m.Sys.Play(&s, o.Action, nil)
		if s == to {
			p += o.P
		}
	}
	return min(p, 1)
}

func (m *MomentOf[S]) withMove(before Moment, move book.Move) Moment {
	next := *m
	// After a change of the roster the game is another one, and the path begins with it.
	if before.(*MomentOf[S]).Sys == m.Sys {
		next.path = m.path.WithMove(m.Sys, &m.Now, move)
	}
	return &next
}

// recast returns the encounter and the rows of the game as it is now; nothing if it is still the first, which the
// header of the record has.
func (m *MomentOf[S]) recast(first Moment) (encounter, data json.RawMessage, err error) {
	if m.Sys == first.(*MomentOf[S]).Sys {
		return nil, nil, nil
	}
	if encounter, err = json.Marshal(m.Sys.File()); err == nil {
		data, err = m.Sys.Data()
	}
	return encounter, data, err
}
