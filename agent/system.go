package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
	"kokyu/search"
)

// system is a rule system without its type parameters, so that all systems have one type. Its rows are passed as any,
// whose dynamic type is the system's own B; a catalogue holds them and never looks into them. There is one system for
// each name, so that systems can be compared as pointers.
type system struct {
	book.About
	fights
	newSearcher makeSearcher
	dialect     func() rules.Dialect

	builtin func() any // the embedded rows
	overlay func(rows any, name string, data []byte) (any, error)
	// difference returns the rows that other lacks or has otherwise; nil for none.
	difference func(rows, other any) (json.RawMessage, error)
	// markIncomplete returns the rows marked as incomplete: some could not be read, so that an unknown one is no mistake.
	markIncomplete func(rows any) any
	// recordRows adds the rows of a record's header to those of a catalogue: those that difference returned.
	recordRows func(rows any, others json.RawMessage) (any, error)
	// countMistakes counts in a catalogue file the unknown kinds of rows, the words that cannot be read, and all mistakes.
	countMistakes func(rows any, name string, data []byte) []int
	lists         func(rows any) []book.List                              // as people read them
	vocabulary    func(rows any) map[string]book.WordList                 // of the fields of its files
	phrases       func(rows func() any) []dice.Phrase                     // its own questions about dice
	checkLine     func(rows any, used json.RawMessage, line string) error // an error if the line's own values are wrong
	drawEncounter func(rows any, d book.Draw) (file any)                  // with sides of any strength
	alter         func(rows, file any, d book.Draw) any                   // changes one thing in such an encounter
	// drawSmall draws a small encounter; nil if the system draws none.
	drawSmall func(rows any, sides [2]int, d book.Draw) (file any)
	people    func(rows any) []string // the names of its combatants' rows
	sheet     func(rows any, who string, line map[string]any) (lines []book.PageLine, with any, ok bool)
	page      func(name string, rows any, asks book.PageRequest) (page book.Page, has bool, err error)
}

// fights are the operations of a system on fights that need its own types. All but the first two take fights, or
// moments of fights, that this system has begun.
type fights interface {
	begin(rows any, file *strict.File, s Setup) (*fight.Fight, error)
	reopen(h fight.Header) (*fight.Fight, error)
	carryOut(m fight.Moment, told []rules.Event) func(rules.Seat) book.CarryOver
	// carryIn returns the encounter of f with what some of its seats carry into it, by their names.
	carryIn(f *fight.Fight, seats []rules.Seat, carried map[string]book.CarryOver) ([]byte, strict.Complaints, error)
	remarks(f *fight.Fight, isMirror bool) []string // isMirror: a row fights against itself
	solve(ctx context.Context, f *fight.Fight, lim search.SolveLimits) (solution, error)
	// load reads a solution that was saved for the fight.
	load(ctx context.Context, f *fight.Fight, r io.Reader) (solution, error)
}

// Setup is what a fight needs besides its encounter. Who plays it is no part of it: a fight knows no agents.
type Setup struct {
	Seed       uint64
	folderRows json.RawMessage // the rows of the folders that the encounter names
}

// titledGame has the methods of a game that are not about its rules.
type titledGame interface {
	Title() string
	Sparring() bool
}

// newSystem returns the system that a describes. Only newSystem and fightsOf convert between any and the system's
// types.
func newSystem[S comparable, G rules.Encounter[S], B book.Rows[B]](a rules.About[S, G, B]) *system {
	a = a.Whole()
	sys := &system{
		About: a.About, newSearcher: newSearcher[S], dialect: a.Dialect,
		builtin: func() any { return a.Rows() },
		overlay: func(rows any, name string, data []byte) (any, error) { return book.Overlay(rows.(B), name, data) },
		difference: func(rows, other any) (json.RawMessage, error) {
			more := book.Difference(rows.(B), other.(B))
			if more == nil {
				return nil, nil
			}
			return json.Marshal(more)
		},
		markIncomplete: func(rows any) any { return book.AsPart(rows.(B)) },
		recordRows: func(rows any, others json.RawMessage) (any, error) {
			var more B
			if err := json.Unmarshal(others, &more); err != nil {
				return rows, fmt.Errorf("the rows in the header: %w", err)
			}
			all := book.Over(rows.(B), more)
			return all, all.Check(more).Err("the rows in the header")
		},
		countMistakes: func(rows any, name string, data []byte) []int {
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
		checkLine: func(rows any, used json.RawMessage, line string) error {
			var more B
			if err := json.Unmarshal(used, &more); err != nil {
				return err
			}
			return a.People.Fits(line, book.Over(rows.(B), more))
		},
		drawEncounter: func(rows any, d book.Draw) any { return a.DrawEncounter(rows.(B), d) },
		alter:         func(rows, file any, d book.Draw) any { return a.Alter(rows.(B), file, d) },
		drawSmall:     func(rows any, sides [2]int, d book.Draw) any { return a.DrawSmall(rows.(B), sides, d) },
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

// fightsOf implements fights for one system: S is the type of its positions, G of its games, B of its rows.
type fightsOf[S comparable, G rules.Encounter[S], B book.Rows[B]] struct {
	sys   *system
	about rules.About[S, G, B]
}

// begin works the encounter out and writes the header of its record: all that a replay needs, so that a record outlives
// the file, the folders beside it and the catalogue. The GM's note stands apart, for only the GM may read it.
func (o fightsOf[S, G, B]) begin(rows any, file *strict.File, s Setup) (*fight.Fight, error) {
	g, err := o.about.Load(file, rows.(B))
	if err != nil {
		return nil, err
	}
	header := fight.Header{System: o.sys.Name, Rules: o.sys.RulesDigest, Seed: s.Seed, Rulings: g.House(),
		Rows: s.folderRows}
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
	g, err := o.about.Reload(h.Encounter, h.Data)
	if err != nil {
		return nil, err
	}
	return o.newFight(g, h), nil
}

// newFight makes a fight and stores the system in it as a handle, from which systemOf gets it back.
func (o fightsOf[S, G, B]) newFight(g G, h fight.Header) *fight.Fight {
	f := fight.New(g, h)
	f.SetHandle(o.sys)
	return f
}

// at returns the game and the position of a moment.
func (o fightsOf[S, G, B]) at(m fight.Moment) (G, S) {
	g, s, _ := fight.StateOf[S](m)
	return g.(G), s
}

func (o fightsOf[S, G, B]) carryOut(m fight.Moment, told []rules.Event) func(rules.Seat) book.CarryOver {
	g, s := o.at(m)
	return func(i rules.Seat) book.CarryOver { return g.CarryOut(&s, i, told) }
}

// carryIn lets all seats carry something in before it complains, so that all mistakes are told at once.
func (o fightsOf[S, G, B]) carryIn(f *fight.Fight, seats []rules.Seat,
	carried map[string]book.CarryOver) ([]byte, strict.Complaints, error) {
	g, s := o.at(f.Moment)
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

func (o fightsOf[S, G, B]) remarks(f *fight.Fight, isMirror bool) []string {
	return o.about.Remarks(f.Game().(G), isMirror)
}

func (o fightsOf[S, G, B]) solve(ctx context.Context, f *fight.Fight, lim search.SolveLimits) (solution, error) {
	g, s := o.at(f.Moment)
	sol, err := search.Solve[S](ctx, g, s, lim)
	return &solved[S]{&o.sys.About, f.Moment, g, sol}, err
}

func (o fightsOf[S, G, B]) load(ctx context.Context, f *fight.Fight, r io.Reader) (solution, error) {
	g, _ := o.at(f.Moment)
	sol, err := search.Load[S](ctx, g, r)
	return &solved[S]{&o.sys.About, f.Moment, g, sol}, err
}

// bind returns the player of a fight's position.
func (sys *system) bind(f *fight.Fight) (*player, error) {
	h, err := f.PresentHeader()
	if err != nil {
		return nil, err
	}
	return newPlayer(&sys.About, f.Moment, h, sys.newSearcher), nil
}

// playouts returns the Playouts of a fight's position.
func (sys *system) playouts(f *fight.Fight) *Playouts {
	r := newPlayouts(newPlayer(&sys.About, f.Moment, f.Header(), sys.newSearcher), f.Moment)
	r.carryOut = sys.carryOut
	return r
}

// systemOf returns the system that began a fight.
func systemOf(f *fight.Fight) *system { return f.Handle().(*system) }

// AboutFight returns the description of a fight's system.
func AboutFight(f *fight.Fight) book.About { return systemOf(f).About }

// Title returns the title of a fight's encounter.
func Title(f *fight.Fight) string { return f.Game().(titledGame).Title() }

// IsSparring reports whether a fight is a match for points, in which nobody is hurt.
func IsSparring(f *fight.Fight) bool { return f.Game().(titledGame).Sparring() }
