package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// system is one rule system with the types of its positions, games and rows erased: what commands and records need of
// it besides fights.
type system struct {
	book.About
	dialect func() rules.Dialect

	// What it does with the rows of a catalogue.
	builtin       func() any
	overlay       func(rows any, name string, data []byte) (any, error)
	difference    func(rows, other any) (json.RawMessage, error)          // the rows that other lacks or has otherwise; nil for none
	partly        func(rows any) any                                      // marks them as incomplete, where some could not be read
	recordRows    func(rows any, others json.RawMessage) (any, error)     // the rows of difference over those of a catalogue
	misfits       func(rows any, name string, data []byte) []int          // in a catalogue file: unknown kinds of rows, words that cannot be read, mistakes
	lists         func(rows any) []book.List                              // as people read them
	vocabulary    func(rows any) map[string]book.WordList                 // of the fields of its files
	phrases       func(rows func() any) []dice.Phrase                     // its own questions about dice
	fits          func(rows any, used json.RawMessage, line string) error // an error if the line's own values are wrong
	drawEncounter func(rows any, d book.Draw) (file any)                  // with sides of any strength
	alter         func(rows, file any, d book.Draw) any                   // changes one thing in such an encounter
	small         func(rows any, sides [2]int, d book.Draw) (file any)    // a small encounter; nil if the system draws none
	people        func(rows any) []string                                 // the names of its combatants' rows
	sheet         func(rows any, who string, line map[string]any) (lines []book.PageLine, with any, ok bool)
	page          func(name string, rows any, asks book.PageRequest) (page book.Page, has bool, err error)

	// What it does with fights. All but the first two take fights that this system has begun.
	begin       func(rows any, file *strict.File, s Setup) (*fight.Fight, error)
	reopen      func(h fight.Header) (*fight.Fight, error)
	carryOut    func(f *fight.Fight, told []rules.Event) func(rules.Seat) book.CarryOver
	bring       func(f *fight.Fight, c Carry) ([]byte, error) // the encounter of f with what c carries into it
	remarks     func(f *fight.Fight, alone bool) []string     // alone: a row fights against itself
	game        func(f *fight.Fight) titledGame
	bind        func(f *fight.Fight) (player, error)
	playouts    func(f *fight.Fight) *Playouts
	newSolution func(f *fight.Fight) solution // that is still to be solved or loaded
}

// titledGame is what the game of a fight says of itself.
type titledGame interface {
	Title() string
	Sparring() bool
}

// describe returns a system by its own description. Only here and in describeFights are types erased.
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
	describeFights(sys, a)
	return sys
}

// describeFights adds what a system does with fights.
func describeFights[S comparable, G rules.Encounter[S], B book.Rows[B]](sys *system, a rules.About[S, G, B]) {
	at := func(f *fight.Fight) (G, S) {
		g, s, _ := fight.At[S](f)
		return g.(G), s
	}
	newFight := func(g G, h fight.Header) *fight.Fight {
		f := fight.New(g, h)
		f.SetHandle(sys)
		return f
	}
	sys.begin = func(rows any, file *strict.File, s Setup) (*fight.Fight, error) {
		g, err := a.Load(file, rows.(B))
		if err != nil {
			return nil, err
		}
		header := fight.Header{System: a.Name, Rules: a.About.RulesDigest, Seed: s.Seed, Rulings: g.House(), Rows: s.beside}
		if header.Data, err = g.Data(); err != nil {
			return nil, err
		}
		if header.Encounter, err = json.Marshal(g.File()); err != nil {
			return nil, err
		}
		if file, ok := g.File().(interface{ Secret() string }); ok {
			header.GM = file.Secret()
		}
		return newFight(g, header), nil
	}
	sys.reopen = func(h fight.Header) (*fight.Fight, error) {
		g, err := a.Reload(h.Encounter, h.Data)
		if err != nil {
			return nil, err
		}
		return newFight(g, h), nil
	}
	sys.carryOut = func(f *fight.Fight, told []rules.Event) func(rules.Seat) book.CarryOver {
		g, s := at(f)
		return func(i rules.Seat) book.CarryOver { return g.CarryOut(&s, i, told) }
	}
	sys.bring = func(f *fight.Fight, c Carry) ([]byte, error) {
		g, s := at(f)
		seats, bad := c.checkFighters(f)
		if len(bad) > 0 {
			return nil, bad.In(c.doc)
		}
		for _, i := range seats {
			name := f.Name(i)
			bad = append(bad, g.CarryIn(&s, i, c.Fighters[name]).Under("fighters", name)...)
		}
		if len(bad) > 0 {
			return nil, bad.In(c.doc)
		}
		return g.Position(&s)
	}
	sys.remarks = func(f *fight.Fight, alone bool) []string {
		g, _ := at(f)
		return a.Remarks(g, alone)
	}
	sys.game = func(f *fight.Fight) titledGame {
		g, _ := at(f)
		return g
	}
	sys.bind = func(f *fight.Fight) (player, error) {
		h, err := f.PresentHeader()
		if err != nil {
			return nil, err
		}
		g, s := at(f)
		b := newBinding(g, s, h)
		b.setPath(pathOf[S](f))
		return b, nil
	}
	sys.playouts = func(f *fight.Fight) *Playouts {
		g, s := at(f)
		return newPlayouts(g, s, pathOf[S](f), f.Header())
	}
	sys.newSolution = func(f *fight.Fight) solution {
		g, s := at(f)
		return &solved[S]{game: g, sys: g, now: s}
	}
}

// Systems lists the rule systems that can be played.
func Systems() []string {
	return text.Each(systems, func(sys *system) string { return sys.Name })
}

// systemIndex returns the index of a system. The error lists the known systems.
func systemIndex(name string) (int, error) {
	i := slices.Index(Systems(), name)
	if i < 0 {
		return 0, fmt.Errorf("no rule system is called %q, want %s", name, text.OneOf(name, Systems()))
	}
	return i, nil
}

// About returns the description of a system. The error lists the known systems.
func About(name string) (book.About, error) {
	i, err := systemIndex(name)
	if err != nil {
		return book.About{}, err
	}
	return systems[i].About, nil
}

// Dialect returns the dialect of a system. If it has none, the result is the zero Dialect, which tells events plainly.
func Dialect(system string) rules.Dialect {
	i, err := systemIndex(system)
	if err != nil {
		return rules.Dialect{}
	}
	return systems[i].dialect()
}

// systemOf returns the system that began a fight.
func systemOf(f *fight.Fight) *system { return f.Handle().(*system) }

// AboutFight returns the description of a fight's system.
func AboutFight(f *fight.Fight) book.About { return systemOf(f).About }

// Title returns the title of a fight's encounter.
func Title(f *fight.Fight) string { return systemOf(f).game(f).Title() }

// IsSparring reports whether a fight is a match for points, in which nobody is hurt.
func IsSparring(f *fight.Fight) bool { return systemOf(f).game(f).Sparring() }

// bind joins a fight with the search.
func bind(f *fight.Fight) (player, error) { return systemOf(f).bind(f) }
