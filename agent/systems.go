package agent

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/rules/strict"
	"kokyu/rules/tempo"
)

// The one place that names the rule systems.

// systems is all of them, the default first.
var systems = []system{
	kind[breath.State, *breath.Game, breath.Book]{
		about: about{name: breath.System, encounters: breath.Encounters, benched: breath.Benched, encounter: breath.Encounter, laws: breath.Laws, rulings: breath.AllRulings,
			schemas: breath.Schemas(), oddsWords: breath.OddsWords, oddsSample: "overload physique=1 excess=2", span: breath.Span, idle: breath.Idle(),
			smaller: "fewer Wounds first, then less Energy, fewer weapons or stances"},
		own: breath.DefaultBook, load: breath.Load, reload: breath.Reload, words: breath.Vocabulary,
		file: func(g *breath.Game) any { return g.File() },
		odds: func(text string, _ breath.Book) (Answer, error) {
			e, err := breath.ParseOdds(text)
			if err != nil {
				return Answer{}, err
			}
			return counted(e), nil
		},
	},
	kind[tempo.State, *tempo.Game, tempo.Book]{
		about: about{name: tempo.System, encounters: tempo.Encounters, benched: tempo.Benched, encounter: tempo.Encounter, laws: tempo.Laws, rulings: tempo.AllRulings,
			schemas: tempo.Schemas(), oddsWords: tempo.OddsWords, oddsSample: "tempo +3 vs +2 >= 1", span: tempo.Span, idle: tempo.Idle(),
			smaller: "a smaller map first, then fewer boxes, weapons with one surface, armour that leaves Recover Stamina whole"},
		own: tempo.DefaultBook, load: tempo.Load, reload: tempo.Reload, words: tempo.Vocabulary,
		file: func(g *tempo.Game) any { return g.File() },
		odds: func(text string, b tempo.Book) (Answer, error) {
			e, err := tempo.ParseOdds(text)
			if err != nil {
				return Answer{}, err
			}
			o := e.Odds(b)
			a := Answer{Asked: e.String(), Chances: o.Chances, shown: o}
			if e.Recover {
				a.Note = fmt.Sprintf("on average %.2f AP", o.Mean)
			}
			return a, nil
		},
	},
}

// Catalogue is the rows of every system: the built-in ones, overlaid by a table's own files. The zero value has no rows.
type Catalogue struct {
	books []func() any // by the order of systems; read when first asked for
}

// Builtin is the embedded catalogue.
func Builtin() Catalogue {
	var c Catalogue
	for _, sys := range systems {
		c.books = append(c.books, sync.OnceValue(sys.builtin))
	}
	return c
}

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
		if c, err = c.overlay(name, data); err != nil {
			return c, err
		}
	}
	return c, nil
}

// overlay adds one file to the rows of its system: that whose words it is written in, or which most of it fits; of two whose
// words it could be, the one whose rules find less wrong with it.
func (c Catalogue) overlay(name string, data []byte) (Catalogue, error) {
	best, least := 0, [2]int{-1}
	for i, sys := range systems {
		words, rows := sys.misfits(c.books[i](), name, data)
		if n := [2]int{words, rows}; least[0] < 0 || slices.Compare(n[:], least[:]) < 0 {
			best, least = i, n
		}
	}
	book, err := systems[best].overlay(c.books[best](), name, data)
	if err != nil {
		return c, err
	}
	c.books = slices.Clone(c.books)
	c.books[best] = func() any { return book }
	return c, nil
}

// With is the catalogue with the rows of one more text over it, in the words of a catalogue file. name is what messages
// call it.
func (c Catalogue) With(name string, data []byte) (Catalogue, error) { return c.overlay(name, data) }

// breath is the rows of the first system, whose weapons are compared.
func (c Catalogue) breath() (b breath.Book) {
	if c.books != nil {
		b = c.books[0]().(breath.Book)
	}
	return b
}

// tempo is the rows of the second.
func (c Catalogue) tempo() (b tempo.Book) {
	if c.books != nil {
		b = c.books[1]().(tempo.Book)
	}
	return b
}

// Encounters lists the built-in encounters of all systems, or of one, the default first.
func Encounters(of ...string) (names []string) {
	for _, sys := range systems {
		if a := sys.facts(); len(of) == 0 || slices.Contains(of, a.name) {
			names = append(names, a.encounters()...)
		}
	}
	return names
}

// ReadEncounter finds an encounter: a bare word is a built-in one, a path or a name with a suffix a file. name is what
// messages call it.
func ReadEncounter(arg string) (name string, data []byte, err error) {
	if !strings.ContainsAny(arg, "./\\") {
		for _, sys := range systems {
			if data, ok := sys.facts().encounter(arg); ok {
				return arg + ".yaml", data, nil
			}
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
	i, err := systemOf(name, data)
	if err != nil {
		return nil, err
	}
	return systems[i].begin(c.books[i](), name, data, setup)
}

// systemOf is the place of the system an encounter names; one that names none is left to the first, which says so.
func systemOf(name string, data []byte) (int, error) {
	var head struct {
		System string `yaml:"system"`
	}
	doc, _ := strict.Decode(name, data, &head) // everything else in it is a mistake here
	if head.System == "" {
		return 0, nil
	}
	i, err := known(head.System)
	if err != nil {
		return 0, strict.Problems{doc.Problem(strict.Path{"system"}, fmt.Sprintf("system %q", strict.Escape(head.System)), strict.OneOf(head.System, Systems()))}
	}
	return i, nil
}

// Reopen begins the fight a record's header describes, from the rows the record itself holds. Replay it to get on.
func Reopen(h rules.Header) (*rules.Fight, error) {
	i, err := known(h.System)
	if err != nil {
		return nil, fmt.Errorf("a record of the system %q, want %s", strict.Escape(h.System), strict.OneOf(h.System, Systems()))
	}
	return systems[i].reopen(h)
}

// Title is the title of a fight's encounter.
func Title(f *rules.Fight) string {
	for _, sys := range systems {
		if title, ok := sys.title(f); ok {
			return title
		}
	}
	return ""
}

// Span is what a fight's system calls a stretch of one seat's decisions: a breath, a turn.
func Span(f *rules.Fight) string { return factsOf(f).span }

// factsOf is what is known of a fight's system.
func factsOf(f *rules.Fight) about {
	i, err := known(f.Header().System)
	if err != nil {
		return about{}
	}
	return systems[i].facts()
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
	for _, sys := range systems {
		if p, ok := sys.bind(f); ok {
			return p, nil
		}
	}
	return nil, fmt.Errorf("no search for this fight's system")
}

// newArena is where many fights are played from where f stands.
func newArena(f *rules.Fight) (arena, error) {
	for _, sys := range systems {
		if a, ok := sys.arena(f); ok {
			return a, nil
		}
	}
	return nil, fmt.Errorf("no arena for this fight's system")
}

// newTruth makes the solution of a fight, solved or loaded.
func newTruth(f *rules.Fight, how func(solveOrLoad) error) (truth, error) {
	for _, sys := range systems {
		if t, work, ok := sys.truth(f); ok {
			return t, how(work)
		}
	}
	return nil, fmt.Errorf("no solver for this fight's system")
}

// IsRecord says whether a file is a record: by its name, or by how it begins.
func IsRecord(name string, data []byte) bool {
	return strings.HasSuffix(name, ".jsonl") || bytes.HasPrefix(data, []byte(`{"kokyu"`))
}

// Check says everything that is wrong with a file: an encounter, a catalogue file or a record, told apart by what is in
// them.
func (c Catalogue) Check(name string, data []byte) (kind string, err error) {
	if IsRecord(name, data) {
		return "record", checkRecord(name, data)
	}
	if hasKey(data, "sides") || hasKey(data, "system") {
		_, err := c.NewFight(name, data, Setup{})
		return "encounter", err
	}
	_, err = c.overlay(name, data)
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

func checkRecord(name string, data []byte) error {
	rec, warnings, err := rules.ReadRecord(name, bytes.NewReader(data))
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

// Smaller says what makes a fight smaller for the solver, in the words of its system.
func Smaller(f *rules.Fight) string {
	k, err := known(f.Header().System)
	if err != nil {
		return "fewer of everything"
	}
	return systems[k].facts().smaller
}
