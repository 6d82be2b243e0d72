package agent

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/rules/strict"
)

// The one place that names the rule systems.

// Catalogue is the rows of every system: the built-in ones, overlaid by a table's own files.
type Catalogue struct {
	breath breath.Book
}

// Builtin is the embedded catalogue.
func Builtin() Catalogue { return Catalogue{breath: breath.DefaultBook()} }

// Overlay adds the catalogue files of a folder, in the order of their names; a later file wins by name. The error
// lists every mistake of the first file that has any.
func (c Catalogue) Overlay(dir string) (Catalogue, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(names) == 0 {
		return c, fmt.Errorf("%s holds no .yaml files, want a folder of catalogue files", strict.Escape(dir))
	}
	slices.Sort(names)
	for _, name := range names {
		data, err := strict.ReadFile(name)
		if err != nil {
			return c, err
		}
		if c.breath, err = c.breath.Overlay(name, data); err != nil {
			return c, err
		}
	}
	return c, nil
}

// Book is the rows of the breath system.
func (c Catalogue) Book() breath.Book { return c.breath }

// Encounters lists the built-in encounters, the default first.
func Encounters() []string { return breath.Encounters() }

// ReadEncounter finds an encounter: a bare word is a built-in one, a path or a name with a suffix a file. name is what
// messages call it.
func ReadEncounter(arg string) (name string, data []byte, err error) {
	if !strings.ContainsAny(arg, "./\\") {
		if data, ok := breath.Encounter(arg); ok {
			return arg + ".yaml", data, nil
		}
		if _, err := os.Stat(arg); err != nil {
			return "", nil, fmt.Errorf("no encounter is called %q, want a file, or %s", strict.Escape(arg), strict.OneOf(arg, Encounters()))
		}
	}
	data, err = strict.ReadFile(arg)
	return arg, data, err
}

// Setup is what a fight needs besides its encounter.
type Setup struct {
	Seed  uint64
	Seats rules.Pairs // who plays each combatant, for the record; may be empty
}

// NewFight begins the fight an encounter file describes. The error is the file's mistakes, with their places.
func (c Catalogue) NewFight(name string, data []byte, setup Setup) (*rules.Fight, error) {
	g, err := breath.Load(name, data, c.breath)
	if err != nil {
		return nil, err
	}
	header := rules.Header{System: breath.System, Seed: setup.Seed, Seats: setup.Seats, Rulings: g.House()}
	if header.Data, err = g.Data(); err != nil {
		return nil, err
	}
	if header.Encounter, err = json.Marshal(g.File()); err != nil {
		return nil, err
	}
	return rules.NewFight(g, header), nil
}

// Reopen begins the fight a record's header describes, from the rows the record itself holds. Replay it to get on.
func Reopen(h rules.Header) (*rules.Fight, error) {
	if h.System != breath.System {
		return nil, fmt.Errorf("a record of the system %q, want %s", strict.Escape(h.System), breath.System)
	}
	g, err := breath.Reload(h.Encounter, h.Data)
	if err != nil {
		return nil, err
	}
	return rules.NewFight(g, h), nil
}

// Title is the title of a fight's encounter.
func Title(f *rules.Fight) string {
	if sys, _, ok := rules.At[breath.State](f); ok {
		return sys.(*breath.Game).Title()
	}
	return ""
}

// Sparring says whether a fight is a match for points, where nobody is hurt.
func Sparring(f *rules.Fight) bool {
	if sys, _, ok := rules.At[breath.State](f); ok {
		return sys.(*breath.Game).Sparring()
	}
	return false
}

// bind joins a fight with the search: the one place where a position has its type.
func bind(f *rules.Fight) (player, error) {
	if sys, s, ok := rules.At[breath.State](f); ok {
		return newBinding(sys, s), nil
	}
	return nil, fmt.Errorf("no search for this fight's system")
}

// CheckFile says everything that is wrong with a file: an encounter, a catalogue file or a record, told apart by what
// is in them.
func (c Catalogue) CheckFile(name string) (kind string, err error) {
	if strings.HasSuffix(name, ".jsonl") {
		return "record", checkRecord(name)
	}
	data, err := strict.ReadFile(name)
	if err != nil {
		return "file", err
	}
	if hasKey(data, "sides") || hasKey(data, "system") {
		_, err := breath.Load(name, data, c.breath)
		return "encounter", err
	}
	_, err = c.breath.Overlay(name, data)
	return "catalogue", err
}

// hasKey says whether a YAML text has a key at its left margin.
func hasKey(data []byte, key string) bool {
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, key+":") {
			return true
		}
	}
	return false
}

func checkRecord(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", strict.Escape(name), err)
	}
	defer file.Close()
	rec, warnings, err := rules.ReadRecord(name, file)
	if err != nil {
		return err
	}
	f, err := Reopen(rec.Header)
	if err != nil {
		return fmt.Errorf("%s:1: %w", strict.Escape(name), err)
	}
	if err := rules.Replay(f, rec); err != nil {
		return err
	}
	if len(warnings) > 0 {
		return fmt.Errorf("%s", warnings[0])
	}
	return nil
}

// newArena is where many fights are played from where f stands.
func newArena(f *rules.Fight) (arena, error) {
	if sys, s, ok := rules.At[breath.State](f); ok {
		return newHall(f, sys, s), nil
	}
	return nil, fmt.Errorf("no arena for this fight's system")
}

// unknownSeat is the error for a name that nobody in the fight has.
func unknownSeat(name string, roster []rules.Fighter) error {
	var known []string
	for _, f := range roster {
		known = append(known, f.Name)
		if !slices.Contains(known, f.Team) {
			known = append(known, f.Team)
		}
	}
	return fmt.Errorf("nobody here is called %q, want %s", strict.Escape(name), strict.OneOf(name, known))
}

// newTruth makes the solution of a fight, solved or loaded.
func newTruth(f *rules.Fight, how func(solveOrLoad) error) (truth, error) {
	if sys, s, ok := rules.At[breath.State](f); ok {
		t := &solved[breath.State]{game: sys.(*breath.Game), sys: sys, now: s}
		return t, how(t)
	}
	return nil, fmt.Errorf("no solver for this fight's system")
}
