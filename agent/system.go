package agent

import (
	"encoding/json"
	"errors"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// system is one rule system with the types of its positions, games and rows erased: what commands and records need of
// it besides fights. Its rows are passed as any, of the system's own type B; a catalogue holds them and never looks
// into them. There is one system for each name, so that systems can be compared as pointers.
type system struct {
	book.About
	fights
	dialect func() rules.Dialect

	// What it does with the rows of a catalogue.
	builtin func() any
	overlay func(rows any, name string, data []byte) (any, error)
	// difference returns the rows that other lacks or has otherwise; nil for none.
	difference func(rows, other any) (json.RawMessage, error)
	// partly marks rows as incomplete, where some could not be read.
	partly func(rows any) any
	// recordRows lays the rows of difference over those of a catalogue.
	recordRows func(rows any, others json.RawMessage) (any, error)
	// misfits counts in a catalogue file the unknown kinds of rows, the words that cannot be read, and all mistakes.
	misfits       func(rows any, name string, data []byte) []int
	lists         func(rows any) []book.List                              // as people read them
	vocabulary    func(rows any) map[string]book.WordList                 // of the fields of its files
	phrases       func(rows func() any) []dice.Phrase                     // its own questions about dice
	fits          func(rows any, used json.RawMessage, line string) error // an error if the line's own values are wrong
	drawEncounter func(rows any, d book.Draw) (file any)                  // with sides of any strength
	alter         func(rows, file any, d book.Draw) any                   // changes one thing in such an encounter
	// small draws a small encounter; nil if the system draws none.
	small  func(rows any, sides [2]int, d book.Draw) (file any)
	people func(rows any) []string // the names of its combatants' rows
	sheet  func(rows any, who string, line map[string]any) (lines []book.PageLine, with any, ok bool)
	page   func(name string, rows any, asks book.PageRequest) (page book.Page, has bool, err error)
}

// fights is what a system does with fights. All but the first two take fights that this system has begun.
type fights interface {
	begin(rows any, file *strict.File, s Setup) (*fight.Fight, error)
	reopen(h fight.Header) (*fight.Fight, error)
	carryOut(f *fight.Fight, told []rules.Event) func(rules.Seat) book.CarryOver
	// carryIn returns the encounter of f with what some of its seats carry into it, by their names.
	carryIn(f *fight.Fight, seats []rules.Seat, carried map[string]book.CarryOver) ([]byte, strict.Complaints, error)
	remarks(f *fight.Fight, alone bool) []string // alone: a row fights against itself
	game(f *fight.Fight) titledGame
	bind(f *fight.Fight) (player, error)
	playouts(f *fight.Fight) *Playouts
	newSolution(f *fight.Fight) solution // that is still to be solved or loaded
}

// Setup is what a fight needs besides its encounter. Who plays it is no part of it: a fight knows no agents.
type Setup struct {
	Seed   uint64
	beside json.RawMessage // the rows of the folders that the encounter names
}

// titledGame is what the game of a fight says of itself besides its rules.
type titledGame interface {
	Title() string
	Sparring() bool
}

// describe returns a system by its own description. Only here and in fightsOf are types erased.
func describe[S comparable, G rules.Encounter[S], B book.Rows[B]](a rules.About[S, G, B]) *system {
	a = a.Whole()
	sys := &system{
		About: a.About, dialect: a.Dialect,
		builtin: func() any { return a.Rows() },
		overlay: func(rows any, name string, data []byte) (any, error) { return book.Overlay(rows.(B), name, data) },
		difference: func(rows, other any) (json.RawMessage, error) {
			more := book.Difference(rows.(B), other.(B))
			if more == nil {
				return nil, nil
			}
			return json.Marshal(more)
		},
		partly: func(rows any) any { return book.AsPart(rows.(B)) },
		recordRows: func(rows any, others json.RawMessage) (any, error) {
			var more B
			if err := json.Unmarshal(others, &more); err != nil {
				return rows, fmt.Errorf("the rows in the header: %w", err)
			}
			all := book.Over(rows.(B), more)
			return all, all.Check(more).Err("the rows in the header")
		},
		misfits: func(rows any, name string, data []byte) []int {
			var file B
			_, err := strict.Decode(name, data, &file)
			unread, _ := errors.AsType[text.Problems](err)
			_, err = book.Overlay(rows.(B), name, data)
			wrong, _ := errors.AsType[text.Problems](err)
			return []int{book.CountUnknownKinds[B](name, data), len(unread), len(wrong)}
		},
		lists:      func(rows any) []book.List { return a.Lists(rows.(B)) },
		vocabulary: func(rows any) map[string]book.WordList { return a.Words(rows.(B)) },
		phrases:    func(rows func() any) []dice.Phrase { return a.Phrases(func() B { return rows().(B) }) },
		fits: func(rows any, used json.RawMessage, line string) error {
			var more B
			if err := json.Unmarshal(used, &more); err != nil {
				return err
			}
			return a.People.Fits(line, book.Over(rows.(B), more))
		},
		drawEncounter: func(rows any, d book.Draw) any { return a.DrawEncounter(rows.(B), d) },
		alter:         func(rows, file any, d book.Draw) any { return a.Alter(rows.(B), file, d) },
		small:         func(rows any, sides [2]int, d book.Draw) any { return a.DrawSmall(rows.(B), sides, d) },
		people:        func(rows any) []string { return a.People.Names(rows.(B)) },
		sheet: func(rows any, who string, line map[string]any) ([]book.PageLine, any, bool) {
			return a.People.Sheet(rows.(B), who, line)
		},
		page: func(name string, rows any, asks book.PageRequest) (page book.Page, has bool, err error) {
			if a.Page == nil {
				return page, false, nil
			}
			page, err = a.Page(name, rows.(B), asks)
			return page, true, err
		},
	}
	sys.fights = fightsOf[S, G, B]{sys, a}
	return sys
}

// fightsOf is what a system does with fights, with its types known: S is the type of positions, G of games, B of rows.
type fightsOf[S comparable, G rules.Encounter[S], B book.Rows[B]] struct {
	sys *system
	a   rules.About[S, G, B]
}

// begin works the encounter out and writes the header of its record: all that a replay needs, so that a record outlives
// the file, the folders beside it and the catalogue. The GM's note stands apart, for only the GM may read it.
func (o fightsOf[S, G, B]) begin(rows any, file *strict.File, s Setup) (*fight.Fight, error) {
	g, err := o.a.Load(file, rows.(B))
	if err != nil {
		return nil, err
	}
	header := fight.Header{System: o.sys.Name, Rules: o.sys.RulesDigest, Seed: s.Seed, Rulings: g.House(), Rows: s.beside}
	if header.Data, err = g.Data(); err != nil {
		return nil, err
	}
	if header.Encounter, err = json.Marshal(g.File()); err != nil {
		return nil, err
	}
	if file, ok := g.File().(interface{ Secret() string }); ok {
		header.GM = file.Secret()
	}
	return o.newFight(g, header), nil
}

// reopen begins the fight of a header with the rows in it; the catalogue is not asked.
func (o fightsOf[S, G, B]) reopen(h fight.Header) (*fight.Fight, error) {
	g, err := o.a.Reload(h.Encounter, h.Data)
	if err != nil {
		return nil, err
	}
	return o.newFight(g, h), nil
}

// newFight makes a fight and gives it its system as a handle. Without that, every question about a fight would have to
// be put to each system in turn, until one says that the position is of its type.
func (o fightsOf[S, G, B]) newFight(g G, h fight.Header) *fight.Fight {
	f := fight.New(g, h)
	f.SetHandle(o.sys)
	return f
}

// at returns the game and the position of a fight.
func (o fightsOf[S, G, B]) at(f *fight.Fight) (G, S) {
	g, s, _ := fight.At[S](f)
	return g.(G), s
}

func (o fightsOf[S, G, B]) carryOut(f *fight.Fight, told []rules.Event) func(rules.Seat) book.CarryOver {
	g, s := o.at(f)
	return func(i rules.Seat) book.CarryOver { return g.CarryOut(&s, i, told) }
}

// carryIn lets all seats carry something in before it complains, so that all mistakes are told at once.
func (o fightsOf[S, G, B]) carryIn(f *fight.Fight, seats []rules.Seat,
	carried map[string]book.CarryOver) ([]byte, strict.Complaints, error) {
	g, s := o.at(f)
	var bad strict.Complaints
	for _, i := range seats {
		name := f.Name(i)
		bad = append(bad, g.CarryIn(&s, i, carried[name]).Under("fighters", name)...)
	}
	if len(bad) > 0 {
		return nil, bad, nil
	}
	data, err := g.Position(&s)
	return data, nil, err
}

func (o fightsOf[S, G, B]) remarks(f *fight.Fight, alone bool) []string {
	g, _ := o.at(f)
	return o.a.Remarks(g, alone)
}

func (o fightsOf[S, G, B]) game(f *fight.Fight) titledGame {
	g, _ := o.at(f)
	return g
}

func (o fightsOf[S, G, B]) bind(f *fight.Fight) (player, error) {
	h, err := f.PresentHeader()
	if err != nil {
		return nil, err
	}
	g, s := o.at(f)
	b := newBinding(&o.sys.About, g, s, h)
	b.setPath(pathOf[S](f))
	return b, nil
}

func (o fightsOf[S, G, B]) playouts(f *fight.Fight) *Playouts {
	g, s := o.at(f)
	return newPlayouts(&o.sys.About, g, s, pathOf[S](f), f.Header())
}

func (o fightsOf[S, G, B]) newSolution(f *fight.Fight) solution {
	g, s := o.at(f)
	return &solved[S]{about: &o.sys.About, game: g, sys: g, now: s}
}

// systemOf returns the system that began a fight.
func systemOf(f *fight.Fight) *system { return f.Handle().(*system) }

// AboutFight returns the description of a fight's system.
func AboutFight(f *fight.Fight) book.About { return systemOf(f).About }

// Title returns the title of a fight's encounter.
func Title(f *fight.Fight) string { return systemOf(f).game(f).Title() }

// IsSparring reports whether a fight is a match for points, in which nobody is hurt.
func IsSparring(f *fight.Fight) bool { return systemOf(f).game(f).Sparring() }
