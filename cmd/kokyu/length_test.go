package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Limits of a function outside tests. Complexity is cyclomatic, as gocyclo counts it: 1, and 1 for each if, for, case, &&
// and ||, function literals included.
const (
	functionLinesMax      = 80
	functionComplexityMax = 40
)

// function is one that is declared, or a literal outside any.
type function struct {
	dir, name         string
	at                token.Position
	lines, complexity int
}

// functions returns all of the module outside tests.
func functions(t *testing.T) (all []function) {
	t.Helper()
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		add := func(name string, n ast.Node) {
			at, end := set.Position(n.Pos()), set.Position(n.End())
			all = append(all, function{filepath.ToSlash(dir), name, at, end.Line - at.Line + 1, complexity(n)})
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				add(f.Name.Name, f)
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				f, ok := n.(*ast.FuncLit)
				if ok {
					add("func literal", f)
				}
				return !ok
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// complexity returns how many ways there are to go through a function, counted by where they part.
func complexity(f ast.Node) int {
	n := 1
	ast.Inspect(f, func(part ast.Node) bool {
		switch part := part.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if part.List != nil {
				n++
			}
		case *ast.CommClause:
			if part.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if part.Op == token.LAND || part.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// No function is so long, or takes so many ways, that a reader loses the thread.
func TestFunctionsAreShort(t *testing.T) {
	t.Parallel()
	all := functions(t)
	if len(all) < 1000 {
		t.Fatalf("only %d functions found: the walk has lost the module", len(all))
	}
	for _, f := range all {
		if f.lines <= functionLinesMax && f.complexity <= functionComplexityMax {
			continue
		}
		t.Errorf("%s: %s has %d lines and a complexity of %d, want at most %d and %d",
			f.at, f.name, f.lines, f.complexity, functionLinesMax, functionComplexityMax)
	}
}

// A difference is signed by text.Signed, and a chance has a space before its sign: 79 %.
func TestNumbersHaveOneForm(t *testing.T) {
	other := regexp.MustCompile(`%\+[0-9]*\.[0-9][feg]|%[0-9.]*[a-z]%%|[0-9]% `)
	walkSources(t, func(path, source string) {
		for _, found := range other.FindAllString(source, -1) {
			t.Errorf("%s: %s", path, found)
		}
	})
}

// What would be right is a thing: a face says "want X" and a page "Expected: X.", which fit no clause.
func TestWhatIsWantedIsAThing(t *testing.T) {
	clause := regexp.MustCompile(`(Want: +"|, want |, mistake\([^\n]*, ")(to|said|it said|that|if|when|say|use|try|please|you) [^\n]*`)
	walkSources(t, func(path, source string) {
		for _, found := range clause.FindAllString(source, -1) {
			t.Errorf("%s: %s", path, found)
		}
	})
}

// walkSources shows every Go file that is no test.
func walkSources(t *testing.T, show func(path, source string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		show(path, string(source))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
