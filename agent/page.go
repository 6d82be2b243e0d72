package agent

import (
	"errors"
	"fmt"
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Page returns the sheet of a combatant between fights, of the system that has such sheets.
func (c Catalogue) Page(name string, asks book.PageRequest) (book.Page, error) {
	for i, sys := range systems {
		if page, has, err := sys.page(name, c.rows(i), asks); has {
			return page, err
		}
	}
	return book.Page{}, fmt.Errorf("no rule system has sheets")
}

// Remarks returns what a GM should know of a file without mistakes: an encounter, or the rows of a catalogue file.
func (c Catalogue) Remarks(name string, data []byte) (lines []string, err error) {
	if file := strict.Parse(name, data); isEncounter(file) {
		f, err := c.newFight(file, Setup{})
		if err != nil {
			return nil, err
		}
		return systemOf(f).remarks(f, false), nil
	}
	c, system, who, err := c.combatants(name, data)
	for _, one := range who {
		if f, err := c.NewFight(name, book.Mirror(systems[system].Name, one), Setup{}); err == nil {
			lines = append(lines, systems[system].remarks(f, true)...)
		} // else a row that cannot fight against itself, as a steed without a rider
	}
	return lines, err
}

// Pages returns the sheets of all spell casters in a file: of an encounter's combatants, each row once, or of the rows
// of a catalogue file.
func (c Catalogue) Pages(name string, data []byte, asks book.PageRequest) (pages []book.Page, err error) {
	c, system, who, err := c.combatants(name, data)
	if err != nil {
		return nil, err
	}
	for _, one := range who {
		page, has, err := systems[system].page(one, c.rows(system), asks)
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

// combatants returns the rows of the combatants in a file, the index of their system, and the catalogue with these
// rows.
func (c Catalogue) combatants(name string, data []byte) (_ Catalogue, system int, who []string, err error) {
	if file := strict.Parse(name, data); isEncounter(file) {
		f, err := c.newFight(file, Setup{})
		if err != nil {
			return c, 0, nil, err
		}
		for _, r := range f.Roster() {
			if !slices.Contains(who, r.Kind) {
				who = append(who, r.Kind)
			}
		}
		c, err = c.WithRecordRows(f.Header())
		return c, slices.Index(systems, systemOf(f)), who, err
	}
	system = c.systemOfRows(name, data)
	if c, err = c.With(name, data); err != nil {
		return c, 0, nil, err
	}
	file := map[string]map[string]struct{}{}
	strict.Decode(name, data, &file) // reads the names of the rows alone; With has checked the rest
	for _, one := range systems[system].people(c.rows(system)) {
		for _, rows := range file {
			if _, ok := rows[one]; ok && !slices.Contains(who, one) {
				who = append(who, one)
			}
		}
	}
	return c, system, who, nil
}
