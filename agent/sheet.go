package agent

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Sheet returns the sheet of a row of the catalogue: what the row and the rows that it names say, each number with its
// source, and how the combatant begins a fight. An empty system stands for the one that has such a row.
func (c Catalogue) Sheet(system, name string) (page book.Page, err error) {
	systemsOf := map[string][]string{} // the systems that have a row, by its name
	for _, sys := range systems {
		if system == "" || system == sys.Name {
			for _, who := range sys.people(c.rows(sys)) {
				systemsOf[who] = append(systemsOf[who], sys.Name)
			}
		}
	}
	names := slices.Sorted(maps.Keys(systemsOf))
	switch at, err := text.FindByName(name, names); {
	case err != nil:
		return page, err
	case at < 0:
		return page, text.Problem{What: fmt.Sprintf("no combatant is called %q", name), Want: text.OneOf(name, names)}
	default:
		name = names[at]
	}
	known := systemsOf[name]
	if len(known) > 1 {
		return page, text.Problem{What: fmt.Sprintf("%q is a row of %s", name, text.List(known, "and")),
			Want: "--system " + text.List(known, "or")}
	}
	sys := systems[slices.Index(Systems(), known[0])]
	f, err := sys.begin(c.rows(sys), strict.Parse(name, book.Mirror(known[0], name)), Setup{})
	if err != nil { // a row that cannot fight against itself, as a steed without a rider: its sheet is the row alone
		f = nil
	}
	return c.sheet(sys, book.Page{Name: name, Row: name}, nil, f, 0)
}

// Sheets returns the sheets of all in a file: the combatants of an encounter, one for each line, or the rows of a
// catalogue file. A line of six bandits has one sheet, since they differ in nothing but their names.
func (c Catalogue) Sheets(name string, data []byte) (pages []book.Page, err error) {
	if !isEncounter(strict.Parse(name, data)) {
		c, sys, who, err := c.combatants(name, data)
		if err != nil {
			return nil, err
		}
		for _, one := range who {
			page, err := c.Sheet(sys.Name, one)
			if err != nil {
				return nil, err
			}
			pages = append(pages, page)
		}
		return pages, nil
	}
	f, err := c.NewFight(name, data, Setup{})
	if err != nil {
		return nil, err
	}
	sys := systemOf(f)
	if c, err = c.WithRecordRows(f.Header()); err != nil {
		return nil, err
	}
	rows, err := sys.recordRows(c.rows(sys), f.Header().Data) // also those that the encounter alone has
	if err != nil {
		return nil, err
	}
	var file struct {
		Sides []struct {
			Fighters []encounterLine `yaml:"fighters"`
		} `yaml:"sides"`
	}
	doc, _ := strict.Decode(name, data, &file) // NewFight has checked the whole file
	seat := rules.Seat(0)
	for side := range file.Sides {
		for k, line := range file.Sides[side].Fighters {
			at, _ := doc.At("sides", side, "fighters", k)
			page := book.Page{Name: f.Name(seat), Row: line.who, At: fmt.Sprintf("%s:%d", name, at)}
			if page, err = c.replaceRows(sys, rows).sheet(sys, page, line.values, f, seat); err != nil {
				return nil, err
			}
			pages, seat = append(pages, page), seat+rules.Seat(line.count)
		}
	}
	return pages, nil
}

// encounterLine is a line of an encounter's file that names combatants.
type encounterLine struct {
	who    string         // the row
	count  int            // how many combatants, whose seats are consecutive
	values map[string]any // that replace those of the row
}

// UnmarshalNode reads the long form, who: bandit, or the short one, bandit: 3.
func (l *encounterLine) UnmarshalNode(n *strict.Node) {
	if who, count, ok := n.Single(); ok && who != "who" {
		l.who = who
		count.Decode(&l.count)
		return
	}
	l.values, _ = n.Value().(map[string]any)
	l.who, _ = l.values["who"].(string)
	l.count, _ = l.values["count"].(int)
	l.count = max(1, l.count)
}

// sheet completes a sheet: it adds the row with the values of a line, how the combatant begins the fight f (nil for
// none), and what a caster has between fights.
func (c Catalogue) sheet(sys *system, page book.Page, line map[string]any, f *fight.Fight,
	seat rules.Seat) (book.Page, error) {
	page.System = sys.Name
	lines, with, ok := sys.sheet(c.rows(sys), page.Row, line)
	if !ok {
		return page, fmt.Errorf("%s has no sheets", page.System)
	}
	page.Lines = lines
	if f != nil {
		for _, e := range f.Sheet(seat) {
			if e.Value != "" {
				page.Lines = append(page.Lines, book.PageLine{Topic: "in a fight", Says: e.Name + " " + e.Value})
			}
		}
	}
	casts, has, err := sys.page(page.Row, with, book.PageRequest{})
	if _, blank := errors.AsType[book.NoPage](err); !has || blank {
		return page, nil
	}
	page.Lines = append(page.Lines, casts.Lines...)
	return page, err
}

// Page returns the sheet of a combatant between fights, of the system that has such sheets.
func (c Catalogue) Page(name string, asks book.PageRequest) (book.Page, error) {
	for _, sys := range systems {
		if page, has, err := sys.page(name, c.rows(sys), asks); has {
			return page, err
		}
	}
	return book.Page{}, fmt.Errorf("no rule system has sheets")
}

// Pages returns the sheets of all spell casters in a file: of an encounter's combatants, each row once, or of the rows
// of a catalogue file.
func (c Catalogue) Pages(name string, data []byte, asks book.PageRequest) (pages []book.Page, err error) {
	c, sys, who, err := c.combatants(name, data)
	if err != nil {
		return nil, err
	}
	for _, one := range who {
		page, has, err := sys.page(one, c.rows(sys), asks)
		if _, blank := errors.AsType[book.NoPage](err); !has || blank {
			continue
		}
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// combatants returns the rows of the combatants in a file, their system, and the catalogue with these
// rows. Of an encounter each row is there once, of a catalogue file only rows of people and not those of weapons.
func (c Catalogue) combatants(name string, data []byte) (_ Catalogue, sys *system, who []string, err error) {
	if file := strict.Parse(name, data); isEncounter(file) {
		f, err := c.newFight(file, Setup{})
		if err != nil {
			return c, nil, nil, err
		}
		who = text.Unique(text.Each(f.Roster(), func(r rules.Fighter) string { return r.Kind }))
		c, err = c.WithRecordRows(f.Header())
		return c, systemOf(f), who, err
	}
	sys = c.systemOfRows(name, data)
	if c, err = c.With(name, data); err != nil {
		return c, nil, nil, err
	}
	file := map[string]map[string]struct{}{}
	strict.Decode(name, data, &file) // reads the names of the rows alone; With has checked the rest
	for _, one := range sys.people(c.rows(sys)) {
		for _, rows := range file {
			if _, ok := rows[one]; ok && !slices.Contains(who, one) {
				who = append(who, one)
			}
		}
	}
	return c, sys, who, nil
}
