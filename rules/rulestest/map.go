package rulestest

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// Map fails a test unless the package comment in doc.go names every file of the package that is no test, each once with
// a phrase, and no other, and unless every field that it explains ("seat.ap") is in these structs of a position.
func Map(t testing.TB, positions ...any) {
	t.Helper()
	doc, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\t([a-z_]+\.go) +\S`).FindAllStringSubmatch(doc.Doc.Text(), -1) {
		if named[m[1]] {
			t.Errorf("doc.go names %s twice", m[1])
		}
		named[m[1]] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") && !named[file] {
			t.Errorf("doc.go does not name %s: give it a line in its group", file)
		}
		delete(named, file)
	}
	for file := range named {
		t.Errorf("doc.go names %s, which is not there", file)
	}
	// The second table of a package comment explains the fields of a position in the words of the document.
	fields := map[string]bool{}
	for _, position := range positions {
		of := reflect.TypeOf(position)
		for f := range of.Fields() {
			fields[of.Name()+"."+f.Name] = true
		}
	}
	explained := 0
	for _, m := range regexp.MustCompile(`(?m)^\t([A-Za-z]+\.[a-z]+) +\S`).FindAllStringSubmatch(doc.Doc.Text(), -1) {
		switch {
		case strings.HasSuffix(m[1], ".go"):
		case !fields[m[1]]:
			t.Errorf("doc.go explains the field %s, which is not there", m[1])
		default:
			explained++
		}
	}
	if explained == 0 && len(positions) > 0 {
		t.Error("doc.go has no table from the fields of a position to the document's words")
	}
}
