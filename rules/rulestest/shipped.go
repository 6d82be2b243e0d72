package rulestest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
)

// WantShipped fails a test unless a system has all parts that the program needs.
func WantShipped[S comparable, G rules.Encounter[S], B book.Rows[B]](t *testing.T, about rules.About[S, G, B]) {
	t.Helper()
	for _, l := range Lacks(about, ".") {
		t.Error(l)
	}
}

// The steps of CONTRIBUTING.md by which a system is made.
const (
	stepRows     = "step 2, rows and values"
	stepDeeds    = "step 3, deeds and casts"
	stepFiles    = "step 4, files"
	stepTests    = "step 5, tests"
	stepList     = "step 6, the list"
	stepGenerate = "step 7, generated files"
	stepPage     = "step 8, its page"
)

// Lacks returns what a system lacks to be listed in the program, each with the step of CONTRIBUTING.md that makes it.
// dir is the folder of its package.
func Lacks[S comparable, G rules.Encounter[S], B book.Rows[B]](about rules.About[S, G, B],
	dir string) (lacks []string) {
	lack := func(step, format string, args ...any) {
		lacks = append(lacks, fmt.Sprintf("%s has %s: see %s, in CONTRIBUTING.md", about.Name,
			fmt.Sprintf(format, args...), step))
	}
	fields := reflect.ValueOf(about)
	for _, need := range [][2]string{
		{"TurnWord", "no name for a stretch of one seat's decisions"}, {"IdleDecisions", "nothing that does nothing more"},
		{"SmallerHint", "nothing to say to who cannot solve a fight"},
		{"TimeoutReasons", "no word for a fight that time has ended"},
		{"DrawEncounter", "no random encounters"}, {"DrawSmall", "no random encounters for the solver"},
		{"Alter", "no change to a random encounter"},
	} {
		if fields.FieldByName(need[0]).IsZero() { // panics for a field that About does not have
			lack(stepList, "%s, %s", need[1], need[0])
		}
	}
	if about.Schemas["encounter"] == nil || about.Schemas["catalogue"] == nil {
		lack(stepList, "no schemas of its files, Schemas")
	}
	for name, file := range about.Schemas {
		for _, field := range book.FieldsWithoutDoc(file) {
			lack(stepRows, "nothing to say of the key %s in its schema %s, a doc tag", field, name)
		}
	}
	if len(about.OddsSamples) == 0 {
		lack(stepDeeds, "no sample of a question about dice, OddsSamples")
	}
	about = about.Whole() // missing functions return nothing from here on
	rows := about.Rows()
	for _, s := range about.OddsSamples {
		if _, err := dice.Ask(s.Question, about.Phrases(func() B { return rows })); err != nil {
			lack(stepDeeds, "no answer to its own question %q, Phrases: %v", s.Question, err)
		}
	}
	// A Check that ignores its argument would blame a file of house rows for mistakes in the built-in ones.
	var none B
	if bad := rows.Check(none); len(bad) > 0 {
		lack(stepRows, "a Check that judges the catalogue it is called on, and not the rows that it is given: %v",
			bad.Plain())
	}
	lists := about.Lists(rows)
	if len(lists) < 3 {
		lack(stepRows, "%d lists, want 3 and more, Lists", len(lists))
	}
	for _, l := range lists {
		for k := 1; k < len(l.Head); k++ { // but for the first column, the name of the row
			if k >= len(l.Means) || l.Means[k] == "" {
				lack(stepRows, "nothing to say of the column %q of the list %s, Means", l.Head[k], l.Name)
			}
		}
	}
	if len(about.People.Names(rows)) == 0 {
		lack(stepList, "no combatants to show, People")
	}
	checkFiles(about, rows, lack)
	checkTests(about.Name, dir, lack)
	slices.Sort(lacks)
	return lacks
}

// checkFiles reports to lack what is missing among the embedded files of a system.
func checkFiles[S comparable, G rules.Encounter[S], B book.Rows[B]](about rules.About[S, G, B], rows B,
	lack func(step, format string, args ...any)) {
	reads := func(step, what string, text []byte) (g G, ok bool) {
		g, err := about.Load(strict.Parse(what, text), rows)
		if err != nil {
			lack(step, "an encounter that does not load, %s: %v", what, err)
		}
		return g, err == nil
	}
	if len(about.Encounters()) == 0 {
		lack(stepFiles, "no encounters")
	}
	tried, refused := false, error(nil) // if no encounter loads, which is reported, joining is not tried
	for _, name := range about.Encounters() {
		text, ok := about.Encounter(name)
		if !ok {
			lack(stepFiles, "no file encounters/%s.yaml", name)
			continue
		}
		var head struct {
			Setting *book.Scene `yaml:"setting"`
		}
		if _, _ = strict.Decode(name, text, &head); head.Setting == nil {
			lack(stepFiles, "an encounter without a setting, %s", name)
		}
		if g, ok := reads(stepFiles, name, text); ok && (!tried || refused != nil) {
			tried, refused = true, joins(about, rows, g)
		}
	}
	if refused != nil {
		lack(stepDeeds, "nobody who joins a fight, Join: %v", refused)
	}
	if first, err := about.FirstEncounter("first.yaml", "A First Fight"); err != nil {
		lack(stepFiles, "no starters/encounter.yaml")
	} else {
		reads(stepFiles, "starters/encounter.yaml", []byte(first))
	}
	if about.StarterRows == "" {
		lack(stepFiles, "no starters/rows.yaml")
	} else if _, err := book.Overlay(rows, "starters/rows.yaml", []byte(about.StarterRows)); err != nil {
		lack(stepFiles, "a starters/rows.yaml that does not load: %v", err)
	}
	if len(about.Rulings()) == 0 {
		lack(stepFiles, "no rulings.yaml")
	}
	if len(about.Laws()) == 0 {
		lack(stepFiles, "no laws.yaml")
	}
	// Without an index no law has tests, which is reported once.
	tested := slices.ContainsFunc(about.Laws(), func(l book.Law) bool { return len(l.Tests) > 0 })
	for _, l := range about.Laws() {
		switch {
		case !tested:
			lack(stepGenerate, "no lawindex.yaml, which says what tests show its laws")
			return
		case l.Status == book.StatusUntested:
			lack(stepTests, "a law without a test, %s", l.ID)
		}
	}
	// Random encounters of five seeds must load as files, since people save and edit them.
	for seed := range uint64(5) {
		d := book.Draw{Rand: rand.New(rand.NewPCG(seed, 50))}
		encounter, small := about.DrawEncounter(rows, d), about.DrawSmall(rows, d.Few(2+int(seed)%3), d)
		for what, file := range map[string]any{"DrawEncounter": encounter, "DrawSmall": small} {
			// A missing function, which is reported above, returns nothing.
			if file == nil || reflect.ValueOf(file).IsZero() {
				continue
			}
			if text, err := strict.Encode(file); err == nil {
				reads(stepList, fmt.Sprintf("%s of seed %d", what, seed), text)
			}
		}
	}
}

// joins returns nil if some combatant of the rows can join a fight at its start, else why the last one could not.
func joins[S comparable, G rules.Encounter[S], B book.Rows[B]](about rules.About[S, G, B],
	rows B, g G) (refused error) {
	all, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	refused = errors.New("there are no rows")
	s := g.Start()
	at := []string{""} // all squares, as a newcomer needs a free one
	for k := range g.Board(&s).Ground.Wide * g.Board(&s).Ground.High {
		at = append(at, fmt.Sprintf(", at: %c%d", 'a'+k%g.Board(&s).Ground.Wide, 1+k/g.Board(&s).Ground.Wide))
	}
	for _, who := range about.People.Names(rows) {
		for _, place := range at {
			s := g.Start()
			_, refused = g.Join(&s, 0, fmt.Sprintf("{who: %q, name: A Newcomer%s}", who, place), all)
			// With [rules.Busy] the newcomer can join after what is under way at the start.
			if refused == nil || errors.As(refused, new(rules.Busy)) {
				return nil
			}
		}
	}
	return refused
}

// checkTests reports to lack what is missing among the files beside a system's tests.
func checkTests(name, dir string, lack func(step, format string, args ...any)) {
	files := map[string]string{"testdata/perft.txt": stepTests, "testdata/play/*.txt": stepTests}
	if path, _ := filepath.Abs(dir); filepath.Base(filepath.Dir(path)) == "rules" { // not of the toy, which nothing lists
		files["data/rules.txt"], files["../../docs/systems/"+name+".md"] = stepGenerate, stepPage
	}
	for pattern, step := range files {
		if names, err := filepath.Glob(filepath.Join(dir, pattern)); err != nil || len(names) == 0 {
			lack(step, "no %s", pattern)
		}
	}
}
