package tempo

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the results in testdata and data/lawindex.yaml; commit only what you can explain")

// The index that kokyu laws reads is what the comments above the test functions say: go test -run LawIndex -update.
func TestLawIndexIsTrue(t *testing.T) {
	tests := map[int][]string{}
	names, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Doc != nil && regexp.MustCompile(`^(Test|Fuzz)[A-Z]`).MatchString(f.Name.Name) {
				for _, law := range cited(f.Doc.Text()) {
					tests[law] = append(tests[law], f.Name.Name)
				}
			}
		}
	}
	var out bytes.Buffer
	out.WriteString("# Which tests name which law. Written by: go test ./rules/tempo -run LawIndex -update\nversion: 1\ntests:\n")
	for n := 1; n <= len(Laws()); n++ {
		if found := tests[n]; len(found) > 0 {
			slices.Sort(found)
			fmt.Fprintf(&out, "  TP-%02d: [%s]\n", n, strings.Join(slices.Compact(found), ", "))
			delete(tests, n)
		}
	}
	for n, found := range tests {
		t.Errorf("%v cite TP-%02d, which is no law of data/laws.yaml", found, n)
	}
	const file = "data/lawindex.yaml"
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(want, out.Bytes()) {
		return
	}
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is out of date: go test ./rules/tempo -run LawIndex -update", file)
}

var (
	lawRange = regexp.MustCompile(`TP-(\d+) to (?:TP-)?(\d+)`)
	lawOne   = regexp.MustCompile(`(R-)?TP-(\d+)`)
)

// cited are the laws a comment names: TP-33, or TP-142 to TP-145; rulings (R-TP-33) are none.
func cited(comment string) (laws []int) {
	comment = strings.ReplaceAll(comment, "\n", " ")
	for _, m := range lawRange.FindAllStringSubmatch(comment, -1) {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		for n := from; n <= to; n++ {
			laws = append(laws, n)
		}
	}
	for _, m := range lawOne.FindAllStringSubmatch(comment, -1) {
		if n, _ := strconv.Atoi(m[2]); m[1] == "" {
			laws = append(laws, n)
		}
	}
	slices.Sort(laws)
	return slices.Compact(laws)
}

// Every law has a test.
func TestEveryLawIsTested(t *testing.T) {
	laws := Laws()
	if len(laws) != 167 {
		t.Errorf("%d laws, want TP-01 to TP-167", len(laws))
	}
	for k, l := range laws {
		if want := fmt.Sprintf("TP-%02d", k+1); l.ID != want {
			t.Errorf("law %d is %s, want %s", k+1, l.ID, want)
		}
		if l.Status != Tested {
			t.Errorf("%s is %s: %s", l.ID, l.Status, l.Says)
		}
	}
}
