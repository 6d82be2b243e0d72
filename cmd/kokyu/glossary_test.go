package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/cmd/cli/clitest"
	"kokyu/rules/rulestest"
)

// role is a function of a system, or a method of one of its types.
type role struct {
	of, name, signature, says string
}

// ownRow is a type of a system's own rows, and rowsOf what stands for any of them: where a row is handed over, each system has its own.
var ownRow = regexp.MustCompile(`rows\.\w+`)

const rowsOf = "rows.Row"

// roles returns the functions and methods that a system declares outside of tests, in files below its folder that match
// a pattern, by "type.name" or name.
func roles(t *testing.T, system string, patterns ...string) map[string]role {
	t.Helper()
	all := map[string]role{}
	var paths []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(root, "rules", system, pattern))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name == "init" { // the language's own
				continue
			}
			r := role{name: f.Name.Name, signature: signature(f.Type), says: new(doc.Package).Synopsis(f.Doc.Text())}
			key := r.name
			if f.Recv != nil {
				r.of = strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*")
				key = r.of + "." + r.name
			}
			all[key] = r
		}
	}
	return all
}

// signature returns the types of parameters and results, without their names.
func signature(f *ast.FuncType) string {
	list := func(fields *ast.FieldList) (all []string) {
		if fields == nil {
			return nil
		}
		for _, field := range fields.List {
			of := ownRow.ReplaceAllString(types.ExprString(field.Type), rowsOf)
			all = append(all, slices.Repeat([]string{of}, max(1, len(field.Names)))...)
		}
		return all
	}
	says := "(" + strings.Join(list(f.Params), ", ") + ")"
	switch results := list(f.Results); len(results) {
	case 0:
		return says
	case 1:
		return says + " " + results[0]
	default:
		return says + " (" + strings.Join(results, ", ") + ")"
	}
}

// A method that two systems have under one name is one role, whatever its type: it has one signature, whatever system
// one reads. What interfaces ask for is held by the compiler.
func TestOneNameIsOneRole(t *testing.T) {
	known := map[string]map[string]string{} // by name: the system that has a signature
	for _, system := range agent.Systems() {
		for _, r := range roles(t, system, "*.go", "*/*.go") {
			if r.of == "" || ast.IsExported(r.name) {
				continue
			}
			signatures := known[r.name]
			if signatures == nil {
				signatures = map[string]string{}
				known[r.name] = signatures
			}
			for signature, other := range signatures {
				if signature != r.signature && other != system {
					t.Errorf("%s is %s in %s and %s in %s: one role has one signature, and two roles have two names", r.name, signature, other, r.signature, system)
				}
			}
			if signatures[r.signature] == "" {
				signatures[r.signature] = system
			}
		}
	}
}

// The glossary in ARCHITECTURE.md is drawn from the code: what every system with a game of its own has under one name, with what it
// does. What the interfaces of package rules ask for is documented there.
func TestTheArchitectureHasTheGlossary(t *testing.T) {
	const begins, ends = "<!-- glossary: go test ./cmd/kokyu -run Architecture -update -->\n", "<!-- end of glossary -->"
	var shared map[string]role
	for _, system := range agent.Systems() {
		own := roles(t, system, "*.go")
		if !slices.ContainsFunc(slices.Collect(maps.Values(own)), func(r role) bool { return r.of == "Game" }) {
			continue // its game is that of rules/stage
		}
		if shared == nil {
			shared = own
		}
		for key, r := range shared {
			other, ok := own[key]
			if !ok || other.signature != r.signature {
				delete(shared, key)
			} else if r.says == "" {
				r.says = other.says
				shared[key] = r
			}
		}
	}
	var b strings.Builder
	b.WriteString("| name | of | takes and returns | what it does |\n| --- | --- | --- | --- |\n")
	for _, key := range slices.Sorted(maps.Keys(shared)) {
		r := shared[key]
		if ast.IsExported(r.name) {
			continue
		}
		if r.says == "" {
			t.Errorf("every system has %s, and none says what it does", key)
		}
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | %s |\n", r.name, r.of, r.signature, strings.TrimPrefix(r.says, r.name+" "))
	}
	page := clitest.ReadPage(t, "ARCHITECTURE.md")
	before, rest, ok := strings.Cut(page, begins)
	_, after, also := strings.Cut(rest, ends)
	if !ok || !also {
		t.Fatal("ARCHITECTURE.md has no place for the glossary")
	}
	rulestest.Golden(t, filepath.Join(root, "ARCHITECTURE.md"), before+begins+b.String()+ends+after)
}

// nouns end as participles do and are none.
var nouns = []string{"bleed", "deed", "feed", "heed", "need", "seed", "speed", "succeed"}

// Functions are called by what they do or return, not by what was done: a name that is a participle alone says neither.
func TestFunctionsAreNoParticiples(t *testing.T) {
	bare := regexp.MustCompile(`^[A-Za-z][a-z]*ed$`)
	functions, participles := 0, []string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				functions++
				if name := f.Name.Name; bare.MatchString(name) && !slices.Contains(nouns, strings.ToLower(name)) {
					participles = append(participles, path+": "+name)
				}
			}
		}
		return nil
	})
	if err != nil || functions == 0 {
		t.Fatalf("%d functions, %v", functions, err)
	}
	if 50*len(participles) > functions {
		t.Errorf("%d of %d functions are called by a participle alone, want at most one in fifty:\n%s", len(participles), functions, strings.Join(participles, "\n"))
	}
}
