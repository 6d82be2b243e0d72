package agent

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Catalogue is the rows of all systems: the built-in ones, overlaid by the user's own files. It is immutable: its
// methods return changed copies, and fights that were begun before keep their rows.
type Catalogue struct {
	rowsOf     map[*system]func() any       // read at the first call
	glossaries map[*system]func() *glossary // the words that the rows explain; made at the first call
	// fromOthers is set if encounters come from other machines and may not name files of this one.
	fromOthers bool
}

// ForOthers returns the catalogue for encounters that others send, which must not name files of this machine.
func (c Catalogue) ForOthers() Catalogue {
	c.fromOthers = true
	return c
}

// Builtin returns the embedded catalogue. The rows of a system are read when they are first used.
func Builtin() Catalogue {
	c := Catalogue{rowsOf: map[*system]func() any{}, glossaries: map[*system]func() *glossary{}}
	for _, sys := range systems {
		c.rowsOf[sys] = sync.OnceValue(sys.builtin)
		c.glossaries[sys] = sync.OnceValue(func() *glossary { return newGlossary(sys, c.rows(sys)) })
	}
	return c
}

// Overlay returns the catalogue with the files of a folder added, in the order of their names; a later row replaces an
// earlier one of the same name. The error lists all mistakes of the first file that has any.
func (c Catalogue) Overlay(dir string) (Catalogue, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return c, fmt.Errorf("there is no folder %q, want a folder of catalogue files", dir)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(names) == 0 {
		return c, fmt.Errorf("%s holds no .yaml files, want a folder of catalogue files", dir)
	}
	slices.Sort(names)
	for _, name := range names {
		data, err := strict.ReadFile(name)
		if err != nil {
			return c, err
		}
		if c, err = c.With(name, data); err != nil {
			return c, err
		}
	}
	return c, nil
}

// With returns the catalogue with the rows of a catalogue file, which are those of the system that it fits best; name
// is what messages call the file.
func (c Catalogue) With(name string, data []byte) (Catalogue, error) {
	sys := c.systemOfRows(name, data)
	rows, err := sys.overlay(c.rows(sys), name, data)
	if err != nil {
		return c, err
	}
	return c.replaceRows(sys, rows), nil
}

// replaceRows returns the catalogue with other rows of a system.
func (c Catalogue) replaceRows(sys *system, rows any) Catalogue {
	c.rowsOf = maps.Clone(c.rowsOf)
	c.rowsOf[sys] = func() any { return rows }
	c.glossaries = maps.Clone(c.glossaries)
	c.glossaries[sys] = sync.OnceValue(func() *glossary { return newGlossary(sys, rows) })
	return c
}

// systemOfRows returns the system whose rows a file holds: the one for which the file has the fewest
// unknown kinds of rows, then the fewest words that cannot be read, then the fewest mistakes. Kinds are not enough: a
// file with a combatant of tempo alone has only words of breath, too, and was refused by breath for having no grade.
func (c Catalogue) systemOfRows(name string, data []byte) (best *system) {
	var least []int
	for _, sys := range systems {
		if n := sys.countMistakes(c.rows(sys), name, data); best == nil || slices.Compare(n, least) < 0 {
			best, least = sys, n
		}
	}
	return best
}

// rows returns the rows of a system.
func (c Catalogue) rows(sys *system) any { return c.rowsOf[sys]() }

// Lists returns the rows of a system for display.
func (c Catalogue) Lists(system string) ([]book.List, error) {
	sys, err := systemNamed(system)
	if err != nil {
		return nil, err
	}
	return sys.lists(c.rows(sys)), nil
}

// PeopleList returns the name of the list of a system that has its combatants; empty if there is none.
func (c Catalogue) PeopleList(system string) string {
	lists, err := c.Lists(system)
	if err != nil {
		return ""
	}
	sys, _ := systemNamed(system)
	people := sys.people(c.rows(sys))
	for _, l := range lists {
		isPerson := func(row []string) bool { return slices.Contains(people, row[0]) }
		if slices.ContainsFunc(l.Rows, isPerson) {
			return l.Name
		}
	}
	return ""
}

// Rows returns the rows of a system in the form of a record's header.
func (c Catalogue) Rows(system string) (json.RawMessage, error) {
	sys, err := systemNamed(system)
	if err != nil {
		return nil, err
	}
	return json.Marshal(c.rows(sys))
}

// CheckLine returns what is wrong with a line for combatants who are to join a fight: in the values with which it
// replaces those of its row.
func (c Catalogue) CheckLine(f *fight.Fight, line string) error {
	h, err := f.PresentHeader()
	if err != nil {
		return err
	}
	sys, err := systemNamed(h.System)
	if err != nil {
		return err
	}
	return sys.checkLine(c.rows(sys), h.Data, line)
}

// Odds answers a question about dice, in the words of any system. Every error is a [*dice.Error].
func (c Catalogue) Odds(txt string) (dice.Answer, error) {
	var phrases []dice.Phrase
	for _, sys := range systems {
		phrases = append(phrases, sys.phrases(c.rowsOf[sys])...)
	}
	return dice.Ask(text.NormalizeTyped(txt), phrases)
}

// Knows reports whether a system's catalogue has a row of this name: a technique, a stance, a weapon.
func (c Catalogue) Knows(system, name string) bool {
	sys, err := systemNamed(system)
	return err == nil && c.glossaries[sys]().rowNames[text.Fold(name)]
}

// Explain returns the meaning of a word: a maneuver, a stance, a status, a term, a list, or a whole decision in its
// words. The error lists similar words that have a meaning.
func (c Catalogue) Explain(system, txt string) (Meaning, error) {
	sys, err := systemNamed(system)
	if err != nil {
		return Meaning{}, err
	}
	return c.glossaries[sys]().explain(txt)
}
