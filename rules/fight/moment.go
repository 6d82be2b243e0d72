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
	"kokyu/rules/dice"
)

// Moment is a position of a game together with the path that led to it. It hides the types of both, see [StateOf]:
// code that treats all systems alike is written against it. It is never changed: what happens in it leads to another
// Moment.
type Moment interface {
	// Game returns the game of the position. Two moments are of one game if their Games are equal.
	Game() Game
	// Turn returns what the fight waits for.
	Turn() rules.Turn
	// Round returns the number of the round under way, from 1.
	Round() int
	// Side returns the side a seat fights for.
	Side(rules.Seat) rules.Side
	// Roster lists the combatants in seat order.
	Roster() []rules.Fighter
	// Board returns the position in places and numbers.
	Board() rules.Board
	// Sheet returns the present values of a seat for display.
	Sheet(rules.Seat) rules.Sheet
	// Plight returns the condition of a seat.
	Plight(rules.Seat) rules.Plight
	// Reaches reports whether by could strike at from where both stand, with the time and means it has.
	Reaches(by, at rules.Seat) bool
	// Harm returns how many Wounds each side has lost.
	Harm() [2]int
	// Scenery returns the details of the encounter that only tales use.
	Scenery() rules.Scenery
	// Position returns an encounter file of the present position: the last boundary, and the moves since. The error is
	// that of a moment whose path is unknown.
	Position() ([]byte, error)
	// Key returns a comparable value: it is equal for two fights of one encounter if [Fight.Same] is true of them.
	Key() any

	// Score returns the system's estimate for side 0, -1 to 1.
	Score() float64
	// Leaf returns the leaf evaluation of a search for side 0, -1 to 1, with other values of the Weights, in their
	// order, if any are given. The first call in a fight may be slow.
	Leaf(weights ...float64) float64
	// Weights returns the weights of the leaf evaluation that can be fitted for this fight, if any.
	Weights() []book.Weight
	// EpsilonShare returns the difference of values within which a search prefers a decision to one that is so many
	// grades less active, see [rules.Hooks].
	EpsilonShare(grades int) float64

	// Actions returns the legal decisions, in the system's order.
	Actions() []rules.Action
	// Options returns the legal decisions in words, in the same order.
	Options() []Option
	// Format returns a legal decision, or an outcome of the dice, in words.
	Format(rules.Action) string
	// Leads returns the place that a legal decision leads somebody to, as the board names it; empty if it leads
	// nowhere.
	Leads(rules.Action) string
	// Cost returns how much (Energy, AP) the seat pays for a legal decision at once.
	Cost(rules.Action) int
	// Traits returns what a legal decision is for.
	Traits(rules.Action) Traits
	// EffectChance returns the chance that an attack has an effect, or some number of at least enough if it is more
	// than that; 0 for a decision without any effect, and 1 where the system does not tell.
	EffectChance(a rules.Action, enough float64) float64
	// TouchChance returns the chance that a legal decision changes anything about a foe, see [rules.EffectChance].
	TouchChance(a rules.Action, enough float64, idle []string) float64
	// Meaning returns the system's explanation of a legal decision, empty if it has none.
	Meaning(rules.Action) string
	// Plain returns the decision that adds nothing to the action under way; false if none is under way.
	Plain() (rules.Action, bool)
	// Backtracking returns the tests whether a legal decision takes back a step of the path, and whether it is a step
	// that could have been taken at once: see [rules.Path]. They are nil if the path is unknown.
	Backtracking() (undoes, detours func(rules.Action) bool)

	// Check describes the dice.
	Check() rules.Check
	// Outcomes returns the outcomes of the dice with their chances.
	Outcomes() []rules.Odds
	// Throw throws the dice and returns what they show, which is a function of the arguments alone, and the outcome.
	Throw(seed uint64, step int) (shown []int, a rules.Action, err error)

	// Next returns the position to which a legal decision or an outcome of the dice leads. Its events are added to log,
	// which may be nil. With what the dice have shown the path has these dice; without, any that have the same outcome.
	Next(a rules.Action, log *rules.Log, shown ...int) Moment
	// NextByEdit returns the position to which a change that a GM types leads, with its events. used are the rows of
	// the game that goes on, nil if the game before used all of them.
	NextByEdit(change, reason string, rows json.RawMessage) (next Moment, events []rules.Event, used json.RawMessage,
		err error)
	// Visible returns what the seat to move may know: the position before a secret choice, if it answers one.
	Visible() (before Moment, answers bool)
	// Fresh returns the same position with a path that begins here or, if path is false, with an unknown path: then the
	// paths of the next positions are unknown, too, and Next takes less time.
	Fresh(path bool) Moment

	parse(string) (rules.Action, error)
	read(dice []int) (rules.Action, error)
}

// Game is a game of any system: a [rules.System] whose type is hidden. Its methods are for the header of a record.
type Game interface {
	File() any
	Data() (json.RawMessage, error)
}

// Traits says what a decision is for, as an onlooker would see it.
type Traits struct {
	Motive   rules.Motive
	Activity int  // how much it does, see [rules.Hooks]
	NoEffect bool // it has no effect as things stand
}

// momentOf is the Moment of a system with positions of the type S. The embedded system answers what does not depend on
// the position, such as Roster; the methods below, which have their comments in Moment, ask it at the present one.
type momentOf[S comparable] struct {
	rules.System[S]
	hooks *rules.Hooks[S] // of the system
	now   S
	path  *rules.Path[S] // nil if it is unknown
}

func (m *momentOf[S]) Game() Game                          { return m.System }
func (m *momentOf[S]) Turn() rules.Turn                    { return m.System.Turn(&m.now) }
func (m *momentOf[S]) Round() int                          { return m.System.Round(&m.now) }
func (m *momentOf[S]) Board() rules.Board                  { return m.System.Board(&m.now) }
func (m *momentOf[S]) Sheet(seat rules.Seat) rules.Sheet   { return m.System.Sheet(&m.now, seat) }
func (m *momentOf[S]) Plight(seat rules.Seat) rules.Plight { return m.System.Plight(&m.now, seat) }
func (m *momentOf[S]) Reaches(by, at rules.Seat) bool      { return m.System.Reaches(&m.now, by, at) }
func (m *momentOf[S]) Harm() [2]int                        { return m.System.Harm(&m.now) }
func (m *momentOf[S]) Key() any                            { return m.now }
func (m *momentOf[S]) Score() float64                      { return m.System.Score(&m.now) }
func (m *momentOf[S]) EpsilonShare(grades int) float64     { return m.hooks.EpsilonShare(grades) }
func (m *momentOf[S]) Actions() []rules.Action             { return m.System.Actions(&m.now, nil) }
func (m *momentOf[S]) Format(a rules.Action) string        { return m.System.Format(&m.now, a) }
func (m *momentOf[S]) Leads(a rules.Action) string         { return m.System.Leads(&m.now, a) }
func (m *momentOf[S]) Cost(a rules.Action) int             { return m.System.Cost(&m.now, a) }
func (m *momentOf[S]) Plain() (rules.Action, bool)         { return m.hooks.Plain(&m.now) }
func (m *momentOf[S]) Check() rules.Check                  { return m.System.Check(&m.now) }
func (m *momentOf[S]) Outcomes() []rules.Odds              { return m.System.Odds(&m.now, nil) }
func (m *momentOf[S]) parse(w string) (rules.Action, error) {
	return rules.ParseAction(m.System, &m.now, w)
}
func (m *momentOf[S]) read(dice []int) (rules.Action, error) {
	return rules.ReadFaces(m.System, &m.now, dice)
}

func (m *momentOf[S]) Scenery() rules.Scenery {
	scenery, start := m.System.Scenery(), m.Start()
	scenery.FirstRound = m.System.Round(&start)
	return scenery
}

func (m *momentOf[S]) Position() ([]byte, error) {
	if m.path == nil {
		return nil, errors.New("a position of which nobody knows how it was reached")
	}
	return m.path.Position(m.System)
}

func (m *momentOf[S]) Leaf(weights ...float64) float64 {
	switch h := m.hooks; {
	case len(weights) > 0 && h.LeafWith != nil:
		return h.LeafWith(weights)(&m.now)
	case len(weights) == 0 && h.Leaf != nil:
		return h.Leaf(&m.now)
	}
	return m.Score()
}

func (m *momentOf[S]) Weights() []book.Weight {
	if m.hooks.Weights == nil {
		return nil
	}
	return m.hooks.Weights()
}

func (m *momentOf[S]) Options() (list []Option) {
	for _, a := range m.Actions() {
		list = append(list, Option{a, m.Format(a), m.Phase(&m.now, a), m.Cost(a)})
	}
	return list
}

func (m *momentOf[S]) Traits(a rules.Action) (t Traits) {
	t.Motive = m.Motive(&m.now, a)
	if m.hooks.Activity != nil {
		t.Activity = m.hooks.Activity(&m.now, a)
	}
	t.NoEffect = m.hooks.NoEffect != nil && m.hooks.NoEffect(&m.now, a)
	return t
}

func (m *momentOf[S]) EffectChance(a rules.Action, enough float64) float64 {
	switch h := m.hooks; {
	case h.NoEffect != nil && h.NoEffect(&m.now, a):
		return 0
	case h.EffectChance == nil:
		return 1
	default:
		return h.EffectChance(&m.now, a, enough)
	}
}

func (m *momentOf[S]) TouchChance(a rules.Action, enough float64, idle []string) float64 {
	owner := m.hooks.Owner
	if owner == nil {
		owner = func(s *S) rules.Seat { return m.System.Turn(s).Seat }
	}
	return rules.EffectChance(m.System, owner, idle, &m.now, a, enough)
}

func (m *momentOf[S]) Meaning(a rules.Action) string {
	if m.hooks.Meaning == nil {
		return ""
	}
	return m.hooks.Meaning(&m.now, a)
}

func (m *momentOf[S]) Backtracking() (undoes, detours func(rules.Action) bool) {
	if m.path == nil {
		return nil, nil
	}
	return m.path.Undoes(m.System, &m.now), m.path.Detour(m.System, &m.now)
}

func (m *momentOf[S]) Throw(seed uint64, step int) (shown []int, a rules.Action, err error) {
	shown = rules.Throw(m.System, &m.now, dice.Stream{Seed: seed, Name: "dice"}.Die(int64(step)))
	a, err = m.Read(&m.now, shown)
	return shown, a, err
}

func (m *momentOf[S]) Next(a rules.Action, log *rules.Log, shown ...int) Moment {
	next := *m
	m.Play(&next.now, a, log)
	switch {
	case m.path == nil:
	case len(shown) > 0:
		next.path = new(m.path.WithMove(m.System, &next.now, book.Move{Roll: shown}))
	default:
		next.path = new(m.path.WithAction(m.System, &m.now, a, &next.now))
	}
	return &next
}

func (m *momentOf[S]) Visible() (Moment, bool) {
	now, answers := rules.BeforeSecret[S](m.System, m.hooks.Veil, &m.now)
	if !answers {
		return m, false
	}
	before := &momentOf[S]{m.System, m.hooks, now, nil}
	if m.path != nil {
		before.path = new(m.path.CutAt(m.System, &now))
	}
	return before, true
}

func (m *momentOf[S]) Fresh(path bool) Moment {
	fresh := &momentOf[S]{m.System, m.hooks, m.now, nil}
	if path {
		fresh.path = &rules.Path[S]{From: m.now}
	}
	return fresh
}

// At returns the system and the position of a fight if S is the type of its positions.
func At[S comparable](f *Fight) (sys rules.System[S], s S, ok bool) { return StateOf[S](f.Moment) }

// StateOf returns the system and the position of a moment if S is the type of its positions.
func StateOf[S comparable](moment Moment) (sys rules.System[S], s S, ok bool) {
	m, ok := moment.(*momentOf[S])
	if !ok {
		return nil, s, false
	}
	return m.System, m.now, true
}

// Begin returns the start of a game.
func Begin[S comparable](sys rules.System[S]) Moment {
	return &momentOf[S]{sys, new(sys.Hooks()), sys.Start(), new(rules.StartPath(sys))}
}

// AtState returns the moment of the same game in another position, of which nobody knows how it was reached.
func AtState[S comparable](of Moment, s S) Moment {
	m := of.(*momentOf[S])
	return &momentOf[S]{m.System, m.hooks, s, nil}
}

// placeOf returns the place where a combatant stands; empty if it is not there or has no place.
func placeOf(m Moment, name string) string {
	if i := slices.IndexFunc(m.Roster(), func(f rules.Fighter) bool { return f.Name == name }); i >= 0 {
		return m.Board().Stands[i].At
	}
	return ""
}

// NextByEdit makes a change. One of the roster gives another game; the end of the fight by word, and changes of one
// seat, another position of the same game.
func (m *momentOf[S]) NextByEdit(change, reason string,
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
		m.End(&next.now, won, why, &log)
	} else if err := rules.Edit(m.System, &next.now, change, &log); err != nil {
		return nil, nil, nil, err
	}
	if m.path != nil {
		next.path = new(m.path.WithMove(m.System, &next.now, book.Move{Edit: change}))
	}
	return &next, log.Events, nil, nil
}

// errOver is the error of an edit after the end of the fight.
var errOver = errors.New("the fight is over, want an undo first")

// muster makes an edit by which combatants join or leave; ok reports whether it is one. used are the rows of the game
// that goes on, nil if the game before used all of them.
func (m *momentOf[S]) muster(change string,
	rows json.RawMessage) (next Moment, events []rules.Event, used json.RawMessage, ok bool, err error) {
	var log rules.Log
	roster, now := m.Roster(), m.now
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
		sys, err = m.Leave(&now, rules.Seat(left), &log)
	default:
		sys, err = m.Join(&now, roster[joined].Side, strings.TrimPrefix(change, roster[joined].Team+joinedBy), rows)
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
	before, wrong := m.Data()
	if wrong == nil {
		used, wrong = sys.Data()
	}
	if bytes.Equal(before, used) {
		used = nil
	}
	if err = cmp.Or(err, wrong); err != nil {
		return nil, nil, used, true, err
	}
	return Begin(sys), log.Events, used, true, nil
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
