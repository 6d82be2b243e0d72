package agent

import (
	"errors"
	"fmt"
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
)

// Page returns a combatant's sheet between fights, of the system that has such sheets.
func (c Catalogue) Page(name string, asks book.PageRequest) (book.Page, error) {
	for i := range systems {
		if page, has, err := c.page(i, name, asks); has {
			return page, err
		}
	}
	return book.Page{}, fmt.Errorf("no rule system has sheets")
}

func (c Catalogue) page(system int, name string, asks book.PageRequest) (page book.Page, has bool, err error) {
	return systems[system].page(name, c.rows(system), asks)
}

// Remarks returns what a GM should know of a file in which nothing is wrong: an encounter, or the rows of a catalogue file.
func (c Catalogue) Remarks(name string, data []byte) (lines []string, err error) {
	if file := strict.Parse(name, data); isEncounter(file) {
		f, err := c.newFight(file, Setup{})
		if err != nil {
			return nil, err
		}
		return remarks(f, false)
	}
	c, system, who, err := c.combatants(name, data)
	for _, one := range who {
		f, err := c.NewFight(name, book.Mirror(systems[system].Name, one), Setup{})
		if err != nil {
			continue // not in a fight against itself, as a steed without a rider
		}
		more, err := remarks(f, true)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, err
}

func remarks(f *fight.Fight, alone bool) ([]string, error) {
	sys, err := of(f)
	if err != nil {
		return nil, err
	}
	return sys.remarks(f, alone), nil
}

// Pages returns the sheets of all in a file who cast: an encounter's combatants, each row once, or the rows of a catalogue file.
func (c Catalogue) Pages(name string, data []byte, asks book.PageRequest) (pages []book.Page, err error) {
	c, system, who, err := c.combatants(name, data)
	if err != nil {
		return nil, err
	}
	for _, one := range who {
		page, has, err := c.page(system, one, asks)
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

// combatants returns the rows of those in a file, their system, and the catalogue that has them.
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
		if system, err = systemIndex(f.Header().System); err == nil {
			c, err = c.WithRecordRows(f.Header())
		}
		return c, system, who, err
	}
	system = c.systemOfRows(name, data)
	if c, err = c.overlay(name, data); err != nil {
		return c, 0, nil, err
	}
	file := map[string]map[string]struct{}{}
	strict.Decode(name, data, &file) // whatever else is in it is a mistake here, and none of its system's
	for _, one := range systems[system].people(c.rows(system)) {
		for _, rows := range file {
			if _, ok := rows[one]; ok && !slices.Contains(who, one) {
				who = append(who, one)
			}
		}
	}
	return c, system, who, nil
}
