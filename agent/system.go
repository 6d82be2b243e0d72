package agent

import (
	"context"
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
	"kokyu/search"
)

// system is one rule system, the types of its positions, games and rows hidden: what commands and records need of it
// besides fights.
type system interface {
	facts() book.About

	builtin() any // its rows
	overlay(rows any, name string, data []byte) (any, error)
	difference(rows, other any) (json.RawMessage, error)      // the rows that another catalogue does not have so, nil for none
	partly(rows any) any                                      // some of a catalogue, where others could not be read
	recordRows(rows any, others json.RawMessage) (any, error) // the rows that difference gave, over a catalogue
	misfits(rows any, name string, data []byte) []int         // how much of a catalogue file is no kind of its rows, not in its words, and wrong in them
	lists(rows any) []book.List
	vocabulary(rows any) map[string]book.Word
	phrases(rows func() any) []dice.Phrase
	fits(rows any, used json.RawMessage, line string) error // what is wrong with a line's own values
	drawEncounter(rows any, d book.Draw) (file any)
	alter(rows, file any, d book.Draw) any
	small(rows any, d book.Draw) (file any) // nil if it draws none
	dialect() rules.Dialect

	begin(rows any, file *strict.File, s Setup) (*fight.Fight, error)
	reopen(h fight.Header) (*fight.Fight, error)

	people(rows any) []string // the names of its combatants' rows
	sheet(rows any, who string, line map[string]any) (lines []book.PageLine, with any, ok bool)
	page(name string, rows any, asks book.Asks) (page book.Page, has bool, err error)
	carryOut(f *fight.Fight, told []rules.Event) func(rules.Seat) book.Carried
	bring(f *fight.Fight, c Carry) ([]byte, error) // the encounter it has begun, as c lets it begin

	// These take fights that this system began.
	remarks(f *fight.Fight, alone bool) []string
	title(f *fight.Fight) string
	sparring(f *fight.Fight) bool
	bind(f *fight.Fight) (player, error)
	playouts(f *fight.Fight) *Playouts
	truth(f *fight.Fight) solver
}

// describe returns a system by its own description.
func describe[S comparable, G rules.Encounter[S], B book.Rows[B]](a rules.About[S, G, B]) system {
	return kind[S, G, B]{a.Whole()}
}

// kind is one system with its types: positions, games, rows.
type kind[S comparable, G rules.Encounter[S], B book.Rows[B]] struct {
	about rules.About[S, G, B]
}

func (k kind[S, G, B]) facts() book.About { return k.about.About }

func (k kind[S, G, B]) builtin() any { return k.about.Rows() }

func (k kind[S, G, B]) overlay(rows any, name string, data []byte) (any, error) {
	return book.Overlay(rows.(B), name, data)
}

func (k kind[S, G, B]) difference(rows, other any) (json.RawMessage, error) {
	more := book.Difference(rows.(B), other.(B))
	if more == nil {
		return nil, nil
	}
	return json.Marshal(more)
}

func (k kind[S, G, B]) partly(rows any) any { return book.Partly(rows.(B)) }

func (k kind[S, G, B]) recordRows(rows any, others json.RawMessage) (any, error) {
	var more B
	if err := json.Unmarshal(others, &more); err != nil {
		return rows, fmt.Errorf("the rows in the header: %w", err)
	}
	all := book.Over(rows.(B), more)
	return all, all.Check(more).Err("the rows in the header")
}

func (k kind[S, G, B]) misfits(rows any, name string, data []byte) []int {
	var file B
	_, err := strict.Decode(name, data, &file)
	unread, _ := errors.AsType[text.Problems](err)
	_, err = book.Overlay(rows.(B), name, data)
	wrong, _ := errors.AsType[text.Problems](err)
	return []int{book.Strange[B](name, data), len(unread), len(wrong)}
}

func (k kind[S, G, B]) lists(rows any) []book.List               { return k.about.Lists(rows.(B)) }
func (k kind[S, G, B]) vocabulary(rows any) map[string]book.Word { return k.about.Words(rows.(B)) }

func (k kind[S, G, B]) phrases(rows func() any) []dice.Phrase {
	return k.about.Phrases(func() B { return rows().(B) })
}

func (k kind[S, G, B]) fits(rows any, used json.RawMessage, line string) error {
	var more B
	if err := json.Unmarshal(used, &more); err != nil {
		return err
	}
	return k.about.People.Fits(line, book.Over(rows.(B), more))
}

func (k kind[S, G, B]) drawEncounter(rows any, d book.Draw) (file any) {
	return k.about.Unplanned(rows.(B), d)
}

func (k kind[S, G, B]) alter(rows, file any, d book.Draw) any {
	return k.about.Altered(rows.(B), file, d)
}

func (k kind[S, G, B]) small(rows any, d book.Draw) (file any) {
	return k.about.Small(rows.(B), d)
}

func (k kind[S, G, B]) people(rows any) []string {
	return k.about.People.Names(rows.(B))
}

func (k kind[S, G, B]) sheet(rows any, who string, line map[string]any) ([]book.PageLine, any, bool) {
	return k.about.People.Sheet(rows.(B), who, line)
}

func (k kind[S, G, B]) page(name string, rows any, asks book.Asks) (page book.Page, has bool, err error) {
	if k.about.Page == nil {
		return page, false, nil
	}
	page, err = k.about.Page(name, rows.(B), asks)
	return page, true, err
}

func (k kind[S, G, B]) dialect() rules.Dialect { return k.about.Dialect() }

func (k kind[S, G, B]) begin(rows any, file *strict.File, s Setup) (*fight.Fight, error) {
	g, err := k.about.Load(file, rows.(B))
	if err != nil {
		return nil, err
	}
	header := fight.Header{System: k.about.Name, Rules: k.about.Rules, Seed: s.Seed, Seats: s.Seats, Rulings: g.House(), Rows: s.beside}
	if header.Data, err = g.Data(); err != nil {
		return nil, err
	}
	if header.Encounter, err = json.Marshal(g.File()); err != nil {
		return nil, err
	}
	if file, ok := g.File().(interface{ Secret() string }); ok {
		header.GM = file.Secret()
	}
	return k.handling(fight.New(g, header)), nil
}

func (k kind[S, G, B]) reopen(h fight.Header) (*fight.Fight, error) {
	g, err := k.about.Reload(h.Encounter, h.Data)
	if err != nil {
		return nil, err
	}
	return k.handling(fight.New(g, h)), nil
}

// handling returns a fight that knows which system it is of.
func (k kind[S, G, B]) handling(f *fight.Fight) *fight.Fight {
	f.SetHandle(system(k))
	return f
}

// at returns the game and the position of a fight of this system.
func (k kind[S, G, B]) at(f *fight.Fight) (G, S) {
	sys, s, _ := fight.At[S](f)
	return sys.(G), s
}

func (k kind[S, G, B]) title(f *fight.Fight) string {
	g, _ := k.at(f)
	return g.Title()
}

func (k kind[S, G, B]) remarks(f *fight.Fight, alone bool) []string {
	g, _ := k.at(f)
	return k.about.Remarks(g, alone)
}

func (k kind[S, G, B]) sparring(f *fight.Fight) bool {
	g, _ := k.at(f)
	return g.Sparring()
}

func (k kind[S, G, B]) bind(f *fight.Fight) (player, error) {
	h, err := f.Present()
	if err != nil {
		return nil, err
	}
	g, s := k.at(f)
	b := newBinding(g, s, h)
	b.came(f)
	return b, nil
}

func (k kind[S, G, B]) playouts(f *fight.Fight) *Playouts {
	g, s := k.at(f)
	h := newSystemPlayouts(g, s, f.Header())
	return &Playouts{h.fight, func(ctx context.Context, seats Seating, seed uint64, luck *search.Limits) (Account, error) {
		w := newWitness(h.sys.Roster())
		o, err := h.play(ctx, seats, seed, luck, true, w)
		if err != nil {
			return Account{}, err
		}
		account := Account{Outcome: o, Falls: w.falls, Decisions: w.decisions, Throws: w.throws}
		for i := range w.roster {
			seat := rules.Seat(i)
			account.Ends = append(account.Ends, Ending{Began: g.Plight(&s, seat), Plight: g.Plight(&h.now, seat),
				Sheet: g.Sheet(&h.now, seat), Carried: g.Carried(&h.now, seat, w.events)})
		}
		return account, nil
	}}
}

func (k kind[S, G, B]) truth(f *fight.Fight) solver {
	g, s := k.at(f)
	return &solved[S]{game: g, sys: g, now: s}
}

// Systems lists the rule systems that can be played, the default first.
func Systems() (names []string) {
	for _, sys := range systems {
		names = append(names, sys.facts().Name)
	}
	return names
}

// systemIndex returns a system's place.
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
	return systems[i].facts(), nil
}

// Of returns the description of a fight's system.
func Of(f *fight.Fight) book.About {
	a, err := About(f.Header().System)
	if err != nil {
		panic(err) // a fight is begun or reopened by its system
	}
	return a
}

// Dialect returns the dialect of a system. If it has none the result is the zero Dialect, which tells events plainly.
func Dialect(system string) rules.Dialect {
	i, err := systemIndex(system)
	if err != nil {
		return rules.Dialect{}
	}
	return systems[i].dialect()
}

// of returns the system that began a fight.
func of(f *fight.Fight) (system, error) {
	if sys, ok := f.Handle().(system); ok {
		return sys, nil
	}
	return nil, fmt.Errorf("the fight is of no system that package agent knows")
}

// Title returns the title of a fight's encounter.
func Title(f *fight.Fight) string {
	sys, err := of(f)
	if err != nil {
		return ""
	}
	return sys.title(f)
}

// Sparring reports whether a fight is a match for points, in which nobody is hurt.
func Sparring(f *fight.Fight) bool {
	sys, err := of(f)
	return err == nil && sys.sparring(f)
}

// bind joins a fight with the search: the one place where a position has its type.
func bind(f *fight.Fight) (player, error) {
	sys, err := of(f)
	if err != nil {
		return nil, err
	}
	return sys.bind(f)
}

// newTruth makes the solution of a fight, solved or loaded.
func newTruth(f *fight.Fight, how func(solver) error) (truth, error) {
	sys, err := of(f)
	if err != nil {
		return nil, err
	}
	t := sys.truth(f)
	return t, how(t)
}
