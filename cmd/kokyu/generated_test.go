package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"go.yaml.in/yaml/v3"

	"kokyu/agent"
	"kokyu/cmd/cli/clitest"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
	"kokyu/rules/rulestest/toy"
)

// Files that are made from others stay true to them; -update makes them again.

// systemDir returns where a system's rules are.
func systemDir(system string) string { return filepath.Join("../../rules", system) }

// lawPrefixes are the documents whose laws have numbers, in the order of the systems and of their laws. They are asked for when a
// test needs them: this binary is the program of every session too, and each start would read all laws.
var lawPrefixes = sync.OnceValue(func() (prefixes []string) {
	for _, folder := range lawFolders() {
		for _, l := range lawsOf(folder) {
			if prefix, _, _ := strings.Cut(l.ID, "-"); !slices.Contains(prefixes, prefix) {
				prefixes = append(prefixes, prefix)
			}
		}
	}
	return prefixes
})

// toyRules is the folder of the system that is listed only in tests.
const toyRules = "rulestest/toy"

// lawFolders are the folders of rules/ whose systems have laws.
func lawFolders() []string { return append(agent.Systems(), toyRules) }

// lawsOf returns the laws of a folder's system.
func lawsOf(folder string) []book.Law {
	if folder == toyRules {
		return toy.About().Laws()
	}
	about, _ := agent.About(folder) // it is listed
	return about.Laws()
}

// TestLawIndexIsTrue compares the indexes that kokyu laws reads with the comments above the test functions, and with what
// the functions do: which of them play no fight.
func TestLawIndexIsTrue(t *testing.T) {
	p, err := readPlayer(append([]string{"rulestest"}, lawFolders()...)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range lawFolders() {
		lawIndex(t, p, folder)
	}
}

func lawIndex(t *testing.T, p *player, system string) {
	tests := map[string][]string{}
	files := append(parsed(t, systemDir(system)), parsed(t, filepath.Join(systemDir(system), "rows"))...)
	for _, file := range files {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && f.Doc != nil && regexp.MustCompile(`^(Test|Fuzz)[A-Z]`).MatchString(f.Name.Name) {
				for _, law := range cited(f.Doc.Text()) {
					tests[law] = append(tests[law], f.Name.Name)
				}
			}
		}
	}
	known := map[string]bool{}
	for _, l := range lawsOf(system) {
		known[l.ID] = true
	}
	var out bytes.Buffer
	out.WriteString("# Which tests name which law, and which of them play no fight. Written by: go test ./cmd/kokyu -run LawIndex -update\nversion: 1\ntests:\n")
	for _, id := range slices.SortedFunc(maps.Keys(tests), lawOrder) {
		if !known[id] {
			t.Errorf("%v cite %s, which is no law of %s", tests[id], id, system)
		}
		slices.Sort(tests[id])
		fmt.Fprintf(&out, "  %s: [%s]\n", id, strings.Join(slices.Compact(tests[id]), ", "))
	}
	out.WriteString("functions:\n")
	named := slices.Sorted(func(yield func(string) bool) {
		for _, of := range tests {
			for _, test := range of {
				if !yield(test) {
					return
				}
			}
		}
	})
	for _, test := range p.functions(system, slices.Compact(named)) {
		fmt.Fprintf(&out, "  - %s\n", test)
	}
	rulestest.Golden(t, filepath.Join(systemDir(system), "data/lawindex.yaml"), out.String())
}

// parsed reads the test files of a folder.
func parsed(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// lawPatterns are a range of laws, and one law.
var lawPatterns = sync.OnceValues(func() (span, one *regexp.Regexp) {
	of := strings.Join(lawPrefixes(), "|")
	return regexp.MustCompile(`\b(` + of + `)-(\d+) to (?:(?:` + of + `)-)?(\d+)`), regexp.MustCompile(`(R-)?\b(` + of + `)-(\d+)`)
})

// lawOrder is by document, then by number.
func lawOrder(a, b string) int {
	of := func(law string) int {
		prefix, _, _ := strings.Cut(law, "-")
		return slices.Index(lawPrefixes(), prefix)
	}
	byDocument := of(a) - of(b)
	return cmp.Or(byDocument, len(a)-len(b), strings.Compare(a, b))
}

// cited returns the laws a comment names: EB-33, or EB-100 to EB-107; rulings (R-TP-33) are none.
func cited(comment string) (laws []string) {
	law := func(prefix string, n int) string { return fmt.Sprintf("%s-%02d", prefix, n) }
	comment = strings.ReplaceAll(comment, "\n", " ")
	span, one := lawPatterns()
	for _, m := range span.FindAllStringSubmatch(comment, -1) {
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[3])
		for n := from; n <= to; n++ {
			laws = append(laws, law(m[1], n))
		}
	}
	for _, m := range one.FindAllStringSubmatch(comment, -1) {
		if n, _ := strconv.Atoi(m[3]); m[1] == "" {
			laws = append(laws, law(m[2], n))
		}
	}
	slices.SortFunc(laws, lawOrder)
	return slices.Compact(laws)
}

func TestCommentsCiteLaws(t *testing.T) {
	for text, want := range map[string][]string{
		"A reservation ends (EB-33, EB-34).": {"EB-33", "EB-34"},
		"EB-100 to EB-103 and\nEB-7":         {"EB-07", "EB-100", "EB-101", "EB-102", "EB-103"},
		"MA-09, and as ever EB-40":           {"EB-40", "MA-09"},
		"TP-05 to TP-07, by R-TP-03":         {"TP-05", "TP-06", "TP-07"},
		"nothing":                            nil,
	} {
		if got := cited(text); !slices.Equal(got, want) {
			t.Errorf("%q cites %v, want %v", text, got, want)
		}
	}
}

// The schemas that the data files name in their first line are those of the Go types.
func TestSchemasAreUpToDate(t *testing.T) {
	for _, name := range agent.SchemaNames() {
		s, err := agent.Builtin().Schema(name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		system, _, dotted := strings.Cut(name, ".")
		if !dotted {
			system, name = agent.DefaultSystem, agent.DefaultSystem+"."+name
		}
		rulestest.Golden(t, filepath.Join(systemDir(system), "schema", name+".json"), string(data)+"\n")
	}
}

// Every data file names a schema that is there, and fits it.
func TestDataFilesFitTheirSchemas(t *testing.T) {
	var files []string
	for _, system := range agent.Systems() {
		for _, pattern := range []string{"data/*.yaml", "data/encounters/*.yaml"} {
			found, err := filepath.Glob(filepath.Join(systemDir(system), pattern))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := bytes.Cut(data, []byte("\n"))
		at, ok := strings.CutPrefix(string(first), "# yaml-language-server: $schema=")
		if !ok {
			if filepath.Base(name) != "lawindex.yaml" {
				t.Errorf("%s: the first line names no schema", name)
			}
			continue
		}
		if err := fits(data, filepath.Join(filepath.Dir(name), at)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestASchemaFindsMistakes(t *testing.T) {
	file := filepath.Join(systemDir("breath"), "schema/breath.encounter.json")
	const good = "version: 1\nsystem: breath\ntitle: T\nsides:\n- {name: a, fighters: [bandit: 3]}\n- {name: b, fighters: [{who: ronin, zone: core}]}\n"
	if err := fits([]byte(good), file); err != nil {
		t.Errorf("a good encounter: %v", err)
	}
	for _, bad := range [][2]string{{"bandit: 3", "bandit: 13"}, {"zone: core", "zone: cellar"}, {"title", "titel"}, {"version: 1", "version: one"}} {
		if fits([]byte(strings.Replace(good, bad[0], bad[1], 1)), file) == nil {
			t.Errorf("%s for %s: no mistake found", bad[1], bad[0])
		}
	}
}

// fits validates a YAML text against a schema file.
func fits(data []byte, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		return err
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return err
	}
	var value any
	if err := yaml.Unmarshal(data, &value); err != nil {
		return err
	}
	return resolved.Validate(value)
}

// What --json prints is what its schema says.
func TestOutputFitsItsSchema(t *testing.T) { clitest.SchemasResolve(t, outputSchemas) }
