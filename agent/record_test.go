package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// A record says by a digest under which rules it was written: that of the first two lines of rules.txt. A change of the rules that
// alters a replay must change it, and nothing else should:
//
//	replays   what the rules do in fights at random of every built-in encounter and of drawn ones, with a GM's edits: all steps, events
//	          and positions. -update writes it anew.
//	sources   the code of the system and of package stage without comments, tests and estimates, and the numbers of its tables. When it changes, somebody has to say whether a replay can
//	          change by it that is not among those: then revision is raised by hand, and -update writes the rest.
//	revision  how often that was so.
func TestTheDigestOfTheRulesIsThatOfWhatTheyDo(t *testing.T) {
	for _, name := range Systems() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("..", "rules", name, "data", "rules.txt")
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			revision, _, _ := strings.Cut(string(file), "\n")
			if !strings.HasPrefix(revision, "revision ") {
				t.Fatalf("%s begins with %q, want revision and a number", path, revision)
			}
			rulestest.Golden(t, path, fmt.Sprintf("%s\nreplays %s\nsources %s\n", revision, replays(t, name), sources(t, name)))
			if t.Failed() {
				t.Log("If a replay can change by it that is not among those tried here, raise revision; then go test ./agent -run TheDigestOfTheRules -update")
			}
		})
	}
}

// sources returns a digest of what a system's code and the numbers of its documents' tables say.
func sources(t *testing.T, system string) string {
	t.Helper()
	h := sha256.New()
	for _, dir := range []string{system, filepath.Join(system, "rows"), "stage"} {
		files, err := filepath.Glob(filepath.Join("..", "rules", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			name := filepath.Base(path)
			if strings.HasSuffix(name, "_test.go") || strings.Contains(name, "score") || strings.Contains(name, "leaf") {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			var code bytes.Buffer
			if err := format.Node(&code, set, file); err != nil {
				t.Fatal(err)
			}
			for line := range strings.FieldsSeq(code.String()) { // where lines end says nothing
				fmt.Fprintln(h, line)
			}
		}
	}
	for _, table := range systems[slices.Index(Systems(), system)].Document.Tables {
		for _, row := range table.Rows {
			for _, name := range slices.Sorted(maps.Keys(row.Numbers)) {
				fmt.Fprintln(h, table.Name, row.Name, name, row.Numbers[name])
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// Of how many fights replays is.
const (
	digestSeeds = 2   // of each built-in encounter
	digestDrawn = 10  // random encounters
	digestSteps = 120 // of a fight, at most
)

// replays returns a digest of what the rules of a system do.
func replays(t *testing.T, system string) string {
	t.Helper()
	h := sha256.New()
	add := func(f *fight.Fight, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 49))
		for n := 1; n <= digestSteps && f.Turn().Kind != rules.Over; n++ {
			at := len(f.Steps())
			switch {
			case n == 30 && f.Turn().Begins:
				_, _ = f.Edit(f.Name(f.Turn().Seat)+" wounds=1", "to see") // what is refused is part of it
			case n == 60:
				_, _ = join(f, "")
			}
			var err error
			if f.Turn().Kind == rules.Chance {
				_, err = f.Roll()
			} else {
				options := f.Options()
				fmt.Fprint(h, len(options))
				_, err = f.Play(options[r.IntN(len(options))].Action)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range f.Steps()[at:] {
				fmt.Fprintf(h, "%s %v %s %s\n", step.Line(), step.P, rules.JSONText(step.Events), step.Now)
			}
		}
	}
	for _, name := range Encounters(system) {
		for seed := range uint64(digestSeeds) {
			add(builtin(t, name, seed+1), seed+1)
		}
	}
	for seed := range uint64(digestDrawn) {
		_, f, err := Builtin().DrawEncounter(system, seed+1)
		if err != nil {
			t.Fatal(err)
		}
		add(f, seed+1)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}
