package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Catalogue is the rows of all systems: the built-in ones, overlaid by the user's own files.
type Catalogue struct {
	rowsOf     []func() any       // by the index of the system; read at the first call
	glossaries []func() *glossary // likewise: what help explains with the rows
	fromOthers bool               // encounters come from other machines and may not name files of this one
}

// ForOthers returns the catalogue for encounters that others send. If one would read a file of this machine, that is a
// mistake in it.
func (c Catalogue) ForOthers() Catalogue {
	c.fromOthers = true
	return c
}

// Builtin returns the embedded catalogue. The rows of a system are read when they are first used.
func Builtin() Catalogue {
	var c Catalogue
	for i, sys := range systems {
		c.rowsOf = append(c.rowsOf, sync.OnceValue(sys.builtin))
		c.glossaries = append(c.glossaries, sync.OnceValue(func() *glossary { return newGlossary(i, c.rows(i)) }))
	}
	return c
}

// Overlay returns the catalogue with the files of a folder added, in the order of their names; a later row replaces an
// earlier one of the same name. The error lists all mistakes of the first file that has any.
func (c Catalogue) Overlay(dir string) (Catalogue, error) {
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

// With returns the catalogue with a catalogue file added to the rows of the system that it fits best; name is what
// messages call it.
func (c Catalogue) With(name string, data []byte) (Catalogue, error) {
	best := c.systemOfRows(name, data)
	rows, err := systems[best].overlay(c.rows(best), name, data)
	if err != nil {
		return c, err
	}
	return c.replaceRows(best, rows), nil
}

// replaceRows returns the catalogue with other rows of a system.
func (c Catalogue) replaceRows(system int, rows any) Catalogue {
	c.rowsOf = slices.Clone(c.rowsOf)
	c.rowsOf[system] = func() any { return rows }
	c.glossaries = slices.Clone(c.glossaries)
	c.glossaries[system] = sync.OnceValue(func() *glossary { return newGlossary(system, rows) })
	return c
}

// systemOfRows returns the index of the system whose rows a file holds: the one with the fewest unknown kinds of rows,
// then with the fewest words that it cannot read, then with the fewest mistakes.
func (c Catalogue) systemOfRows(name string, data []byte) (best int) {
	var least []int
	for i, sys := range systems {
		if n := sys.misfits(c.rows(i), name, data); least == nil || slices.Compare(n, least) < 0 {
			best, least = i, n
		}
	}
	return best
}

// rows returns the rows of a system, by its index.
func (c Catalogue) rows(i int) any { return c.rowsOf[i]() }

// Lists returns the rows of a system for display.
func (c Catalogue) Lists(system string) ([]book.List, error) {
	i, err := systemIndex(system)
	if err != nil {
		return nil, err
	}
	return systems[i].lists(c.rows(i)), nil
}

// Rows returns the rows of a system in the form of a record's header.
func (c Catalogue) Rows(system string) (json.RawMessage, error) {
	i, err := systemIndex(system)
	if err != nil {
		return nil, err
	}
	return json.Marshal(c.rows(i))
}

// CheckLine returns what is wrong with the values that a line for combatants who are to join a fight has in the place
// of its row's values.
func (c Catalogue) CheckLine(f *fight.Fight, line string) error {
	h, err := f.PresentHeader()
	if err != nil {
		return err
	}
	i, err := systemIndex(h.System)
	if err != nil {
		return err
	}
	return systems[i].fits(c.rows(i), h.Data, line)
}

// Odds answers a question about dice, in the words of any system. Every error is a [*dice.Error].
func (c Catalogue) Odds(txt string) (dice.Answer, error) {
	var phrases []dice.Phrase
	for i, sys := range systems {
		phrases = append(phrases, sys.phrases(c.rowsOf[i])...)
	}
	return dice.Ask(text.Typed(txt), phrases)
}

// Encounters lists the built-in encounters of some systems, or of all if none is given. The first one of
// [DefaultSystem] is used where none is named.
func Encounters(of ...string) (names []string) {
	for _, sys := range systems {
		if a := sys.About; len(of) == 0 || slices.Contains(of, a.Name) {
			names = append(names, a.Encounters()...)
		}
	}
	return names
}

// ReadEncounter returns an encounter: a bare word is a built-in one, a path or a name with a suffix a file. name is
// what messages call it.
func ReadEncounter(arg string) (name string, data []byte, err error) {
	if !strings.ContainsAny(arg, "./\\") {
		for _, sys := range systems {
			if data, ok := sys.Encounter(arg); ok {
				return arg + ".yaml", data, nil
			}
		}
		if _, err := os.Stat(arg); err != nil {
			return "", nil, fmt.Errorf("no encounter is called %q, want a file, or %s", arg, text.OneOf(arg, Encounters()))
		}
	}
	data, err = strict.ReadFile(arg)
	return arg, data, err
}

// NewFight begins the fight that an encounter file describes. The error lists the mistakes of the file with their
// places, and those of the files that it names.
func (c Catalogue) NewFight(name string, data []byte, setup Setup) (*fight.Fight, error) {
	return c.newFight(strict.Parse(name, data), setup)
}

// newFight begins the fight of a file. It first reads the folders and the carry that the file names. If these have
// mistakes the file is read nevertheless, so that all mistakes are reported together.
func (c Catalogue) newFight(file *strict.File, setup Setup) (*fight.Fight, error) {
	i, wrong := c.systemOf(file)
	var folders book.Folders
	file.Peek("data", &folders)
	if n := len(folders); n > 0 && n <= book.FoldersMax { // more are reported when the file is read
		all, beside, err := c.beside(i, file, folders)
		if setup.beside = beside; err != nil {
			all = c.replaceRows(i, systems[i].partly(c.rows(i)))
		}
		c, wrong = all, append(wrong, err)
	}
	in, err := c.readCarried(i, file)
	wrong = append(wrong, err)
	f, err := systems[i].begin(c.rows(i), file, setup)
	if err := text.All(append(wrong, err)...); err != nil || in == nil {
		return f, err
	}
	data, err := in.bring(f)
	if err != nil {
		return nil, in.placeErrors(err)
	}
	return systems[i].begin(c.rows(i), strict.Parse(file.Name, data), setup)
}

// systemOf returns the index of the system that an encounter names. If it names none, it is the one whose rules find
// the fewest mistakes.
func (c Catalogue) systemOf(file *strict.File) (best int, wrong []error) {
	system := ""
	read := file.Peek("system", &system)
	if i, err := systemIndex(system); err == nil {
		return i, nil
	}
	least := -1
	for i, sys := range systems {
		_, err := sys.begin(c.rows(i), strict.Parse(file.Name, file.Data), Setup{})
		if problems, _ := errors.AsType[text.Problems](err); least < 0 || len(problems) < least {
			best, least = i, len(problems)
		}
	}
	if read {
		wrong = []error{file.Problem(strict.Path{"system"}, fmt.Sprintf("system %q", system), text.OneOf(system, Systems()))}
	}
	return best, wrong
}

// Reopen begins the fight of a record's header with the rows in the header. It does not replay the steps.
func Reopen(h fight.Header) (*fight.Fight, error) {
	i, err := systemIndex(h.System)
	if err != nil {
		return nil, fmt.Errorf("a record of the system %q, want %s", h.System, text.OneOf(h.System, Systems()))
	}
	return systems[i].reopen(h)
}

// IsRecord reports whether a file is a record, by its name or its first bytes.
func IsRecord(name string, data []byte) bool {
	return strings.HasSuffix(name, ".jsonl") || bytes.HasPrefix(data, []byte(`{"kokyu"`))
}

// Check returns everything that is wrong with a file, and whether it is an encounter, a catalogue file or a record,
// which its content tells.
func (c Catalogue) Check(name string, data []byte) (kind string, err error) {
	if IsRecord(name, data) {
		return "record", checkRecord(name, data)
	}
	if file := strict.Parse(name, data); isEncounter(file) {
		_, err := c.newFight(file, Setup{})
		return "encounter", err
	}
	_, err = c.With(name, data)
	return "catalogue", err
}

// isEncounter reports whether a file is an encounter and no catalogue.
func isEncounter(file *strict.File) bool { return file.Holds("sides") || file.Holds("system") }

// Begin returns the fight of a record at its beginning. The error is a mistake of the record with its place.
func Begin(rec fight.Record) (*fight.Fight, error) {
	f, err := Reopen(rec.Header)
	if err != nil {
		return nil, HeaderError(rec, err)
	}
	return f, nil
}

// HeaderError returns the error for the header of a record, with its place.
func HeaderError(rec fight.Record, err error) error {
	p, ok := errors.AsType[text.Problem](err)
	if !ok {
		p = text.Problem{What: err.Error(), Want: "a header this version reads"}
	}
	p.File, p.Line, p.Col = rec.Name, 1, 1
	return p
}

// checkRecord replays a record. A torn last line is a mistake here; those who go on with the record are only warned of
// it.
func checkRecord(name string, data []byte) error {
	rec, warnings, err := fight.ReadRecord(name, bytes.NewReader(data))
	if err != nil {
		return err
	}
	f, err := Reopen(rec.Header)
	if err != nil {
		return fmt.Errorf("%s:1: %w", name, err)
	}
	if err := Replay(f, rec); err != nil {
		return err
	}
	if len(warnings) > 0 {
		return fmt.Errorf("%s", warnings[0])
	}
	return nil
}
