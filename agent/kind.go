package agent

import (
	"encoding/json"
	"errors"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// system is one rule system, the types of its positions, games and rows hidden: what commands and records need of it
// besides fights.
type system interface {
	facts() about

	builtin() any // its rows
	overlay(rows any, name string, data []byte) (any, error)
	misfits(all any, name string, data []byte) (words, rows int) // how much of a catalogue file is none of its words, and wrong in them
	lists(rows any) []book.List
	vocabulary(rows any) map[string]book.Word
	answer(rows any, text string) (Answer, error)

	begin(rows any, name string, data []byte, s Setup) (*rules.Fight, error)
	reopen(h rules.Header) (*rules.Fight, error)

	title(f *rules.Fight) (string, bool)
	bind(f *rules.Fight) (player, bool)
	arena(f *rules.Fight) (arena, bool)
	truth(f *rules.Fight) (truth, solveOrLoad, bool)
}

// about is what needs no types.
type about struct {
	name       string
	encounters func() []string // the default first
	benched    func() []string // those whose positions the bench searches
	encounter  func(name string) ([]byte, bool)
	laws       func() []book.Law
	rulings    func() []book.Ruling
	schemas    map[string]any
	oddsWords  []string // what questions in its own words begin with
	oddsSample string
	smaller    string   // what makes a fight smaller for the solver
	span       string   // what a stretch of one seat's decisions is called: breath, turn
	idle       []string // the decisions that do nothing more
}

func (a about) facts() about { return a }

// game is what a system's encounter is here besides the rules: titles, records and the solver need it.
type game[S comparable] interface {
	rules.System[S]
	rules.Layers[S]
	Title() string
	House() rules.Pairs
	Data() (json.RawMessage, error)
}

// rows is a system's rows.
type rows[B any] interface {
	Overlay(name string, data []byte) (B, error)
	Lists() []book.List
}

// kind is one system with its types: positions, games, rows.
type kind[S comparable, G game[S], B rows[B]] struct {
	about
	own    func() B
	load   func(name string, data []byte, b B) (G, error)
	reload func(encounter, data json.RawMessage) (G, error)
	file   func(G) any // the encounter as loaded
	words  func(B) map[string]book.Word
	odds   func(text string, b B) (Answer, error)
}

func (k kind[S, G, B]) builtin() any { return k.own() }

func (k kind[S, G, B]) overlay(b any, name string, data []byte) (any, error) {
	return b.(B).Overlay(name, data)
}

func (k kind[S, G, B]) misfits(b any, name string, data []byte) (words, rows int) {
	var file B
	_, err := strict.Decode(name, data, &file)
	if problems, _ := errors.AsType[strict.Problems](err); len(problems) > 0 {
		return len(problems), 0
	}
	_, err = b.(B).Overlay(name, data)
	problems, _ := errors.AsType[strict.Problems](err)
	return 0, len(problems)
}

func (k kind[S, G, B]) lists(b any) []book.List                   { return b.(B).Lists() }
func (k kind[S, G, B]) vocabulary(b any) map[string]book.Word     { return k.words(b.(B)) }
func (k kind[S, G, B]) answer(b any, text string) (Answer, error) { return k.odds(text, b.(B)) }

func (k kind[S, G, B]) begin(b any, name string, data []byte, s Setup) (*rules.Fight, error) {
	g, err := k.load(name, data, b.(B))
	if err != nil {
		return nil, err
	}
	header := rules.Header{System: k.name, Seed: s.Seed, Seats: s.Seats, Rulings: g.House()}
	if header.Data, err = g.Data(); err != nil {
		return nil, err
	}
	if header.Encounter, err = json.Marshal(k.file(g)); err != nil {
		return nil, err
	}
	return rules.NewFight(g, header), nil
}

func (k kind[S, G, B]) reopen(h rules.Header) (*rules.Fight, error) {
	g, err := k.reload(h.Encounter, h.Data)
	if err != nil {
		return nil, err
	}
	return rules.NewFight(g, h), nil
}

func (k kind[S, G, B]) title(f *rules.Fight) (string, bool) {
	sys, _, ok := rules.At[S](f)
	if !ok {
		return "", false
	}
	return sys.(G).Title(), true
}

func (k kind[S, G, B]) bind(f *rules.Fight) (player, bool) {
	sys, s, ok := rules.At[S](f)
	if !ok {
		return nil, false
	}
	return newBinding(sys, s), true
}

func (k kind[S, G, B]) arena(f *rules.Fight) (arena, bool) {
	sys, s, ok := rules.At[S](f)
	if !ok {
		return nil, false
	}
	return newHall(f, sys, s), true
}

func (k kind[S, G, B]) truth(f *rules.Fight) (truth, solveOrLoad, bool) {
	sys, s, ok := rules.At[S](f)
	if !ok {
		return nil, nil, false
	}
	t := &solved[S]{game: sys.(G), sys: sys, now: s}
	return t, t, true
}
