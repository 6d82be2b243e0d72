package agent

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

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

// ReadEncounter returns an encounter: a built-in one if arg is a bare word, else the file at the path arg. name is what
// messages call it.
func ReadEncounter(arg string) (name string, data []byte, err error) {
	if !strings.ContainsAny(arg, "./\\") {
		for _, sys := range systems {
			if data, ok := sys.Encounter(arg); ok {
				return arg + ".yaml", data, nil
			}
		}
		if _, err := os.Stat(arg); err != nil {
			if _, err := os.Stat(arg + ".yaml"); err == nil {
				return "", nil, text.Problem{What: "no encounter is called " + text.Quote(arg), Want: "the file, " + arg + ".yaml"}
			}
			return "", nil, fmt.Errorf("no encounter is called %q, want a file, or %s", arg, text.OneOf(arg, Encounters()))
		}
	}
	data, err = strict.ReadFile(arg)
	return arg, data, err
}

// SentEncounter returns an encounter that a program has sent: a text (it has a newline or a brace) as it is, with an
// empty name, else the built-in encounter of that name. It reads no files. The error for an unknown name suggests
// others besides the built-in names.
func SentEncounter(nameOrText string, others ...string) (name string, data []byte, err error) {
	if strings.ContainsAny(nameOrText, "\n{") {
		return "", []byte(nameOrText), nil
	}
	name = strings.TrimSpace(nameOrText)
	if known := Encounters(); !slices.Contains(known, name) {
		return "", nil, text.Problem{What: "no encounter is called " + text.Quote(name),
			Want: text.OneOf(name, append(known, others...)) + ", or the text of an encounter or position"}
	}
	return ReadEncounter(name)
}

// NewFight begins the fight that an encounter file describes. The error lists all mistakes of the file and of the files
// that it names, with their places, so that a GM need not run it once for each mistake.
func (c Catalogue) NewFight(name string, data []byte, setup Setup) (*fight.Fight, error) {
	return c.newFight(strict.Parse(name, data), setup)
}

// newFight begins the fight of a file. It first reads the folders and the carry that the file names. If these have
// mistakes the file is read nevertheless, so that all mistakes are reported together.
func (c Catalogue) newFight(file *strict.File, setup Setup) (*fight.Fight, error) {
	switch kind := kindOf(file); kind {
	case "carry":
		return nil, wrongKindError(file.Name, kind, "an encounter; it may have the line carry: "+text.Quote(file.Name))
	case "record":
		return nil, wrongKindError(file.Name, kind, "an encounter; kokyu fight --resume goes on with a record, "+
			"and kokyu replay --at prints a position of it")
	}
	sys, wrong := c.systemOf(file)
	var folders book.Folders
	file.Peek("data", &folders)
	if n := len(folders); n > 0 && n <= book.FoldersMax { // more are reported when the file is read
		all, added, err := c.overlayFolders(sys, file, folders)
		if setup.folderRows = added; err != nil { // a row that seems unknown may be one of those that could not be read
			all = c.replaceRows(sys, sys.markIncomplete(c.rows(sys)))
		}
		c, wrong = all, append(wrong, err)
	}
	carry, err := c.encounterCarry(sys, file)
	wrong = append(wrong, err)
	f, err := sys.begin(c.rows(sys), file, setup)
	if err := text.JoinErrors(append(wrong, err)...); err != nil || carry == nil {
		return f, err
	}
	// The carry becomes the now: block of the encounter, so that a record of the fight contains it.
	data, err := carry.applyTo(f)
	if err != nil {
		return nil, carry.placeErrors(err)
	}
	return sys.begin(c.rows(sys), strict.Parse(file.Name, data), setup)
}

// systemOf returns the system that an encounter names or, if it names none, the one whose rules find the fewest
// mistakes.
func (c Catalogue) systemOf(file *strict.File) (best *system, wrong []error) {
	name := ""
	isThere := file.Peek("system", &name)
	if sys, err := systemNamed(name); err == nil {
		return sys, nil
	}
	least := 0
	for _, sys := range systems {
		_, err := sys.begin(c.rows(sys), strict.Parse(file.Name, file.Data), Setup{})
		if problems, _ := errors.AsType[text.Problems](err); best == nil || len(problems) < least {
			best, least = sys, len(problems)
		}
	}
	if isThere {
		wrong = []error{file.Problem(strict.Path{"system"}, fmt.Sprintf("system %q", name), text.OneOf(name, Systems()))}
	}
	return best, wrong
}

// isEncounter reports whether a file is an encounter and no catalogue.
func isEncounter(file *strict.File) bool { return file.Holds("sides") || file.Holds("system") }

// Reopen begins the fight of a record's header with the rows in the header. It does not replay the steps.
func Reopen(h fight.Header) (*fight.Fight, error) {
	sys, err := systemNamed(h.System)
	if err != nil {
		return nil, fmt.Errorf("a record of the system %q, want %s", h.System, text.OneOf(h.System, Systems()))
	}
	return sys.reopen(h)
}

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
