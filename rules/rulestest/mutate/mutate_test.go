package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Every operator makes its mutants, and what only tells makes none.
func TestMutantsOfALine(t *testing.T) {
	for line, want := range map[string][]string{
		"x := a < b":                      {"x := a <= b", "x := a >= b"},
		"x := a == b":                     {"x := a != b"},
		"x := a + 2":                      {"x := a - 2", "x := a + 3", "x := a + 1"},
		"x := ok && a > b":                {"x := !ok && a > b", "x := ok || a > b", "x := ok && a >= b", "x := ok && a <= b"},
		"x := -a":                         {"x := a"},
		"x := min(a, b)":                  {"x := max(a, b)"},
		"x := true":                       {"x := false"},
		"x := [3]int{0: a, one: 0}":       {"x := [3]int{0: a, one: 1}"},
		"x := make([]int, 0, 8)":          nil,
		"a = b":                           {"return; a = b", ""},
		"a += b":                          {"return; a += b", "", "a -= b"},
		"a++":                             {"return; a++", "a--"},
		"f(a)":                            {"return; f(a)", ""},
		"if !ok { return }":               {"return; if !ok { return }", "if ok { return }", "if !ok { }"},
		"if ok { f() }":                   {"return; if ok { f() }", "if !ok { f() }", "if ok { }"},
		"for { continue }":                {"return; for { continue }", "for { break }"},
		"panic(a + 1)":                    {"return; panic(a + 1)"},
		"log.Add(a + 1)":                  nil,
		"g.status(log, 1)":                nil,
		"if log != nil { log.Add(1) }":    nil,
		"if log != nil && a > 0 { f(1) }": nil,
	} {
		mutants, err := mutantsOf("f.go", []byte("package p\n\nfunc f() {\n\t"+line+" // 1 + 1\n}\n"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range mutants {
			if m.Old != line || m.line != 4 || m.In != "f" {
				t.Errorf("%s: got %+v, want line 4 of f as it is", line, m)
			}
			if !(strings.HasPrefix(m.New, "return; ") && strings.Contains(line, ":=")) {
				got = append(got, m.New)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// Of lines alike in one function each is told from the others.
func TestMutantsOfLinesAlike(t *testing.T) {
	mutants, err := mutantsOf("f.go", []byte("package p\n\nfunc f() {\n\tx := 0\n\tx := 0\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range mutants {
		if m.text == "1" {
			got = append(got, m.String())
		}
	}
	want := []string{"f.go:4: f: x := 0 -> x := 1", "f.go:5: f: x := 0 -> x := 1, nth: 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The numbers of the package's own constants are rules; what counts up with iota is not.
func TestMutantsOfAConstant(t *testing.T) {
	mutants, err := mutantsOf("f.go", []byte("package p\n\nconst free = 3\n\nconst (\n\tone = 1 << iota\n\ttwo\n)\n\ntype t [4]int\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range mutants {
		got = append(got, m.String())
	}
	want := []string{"f.go:3: free: const free = 3 -> const free = 4", "f.go:3: free: const free = 3 -> const free = 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The maps of the systems say which files hold rules: none of the face, none of what search is told. All entries of the
// list of equivalents name a mutant of theirs.
func TestTheRuleLinesOfTheSystems(t *testing.T) {
	systems, err := systemsOf(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	known, err := readEquivalents()
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, sys := range systems {
		for file, want := range map[string]bool{"state.go": true, "turn.go": true, "score.go": false, "load.go": false, "lawline.go": false} {
			if slices.Contains(sys.files, file) != want {
				t.Errorf("%s holds rules in %q: want %s there: %t", sys.name, sys.files, file, want)
			}
		}
		mutants, err := sys.mutants()
		if err != nil {
			t.Fatal(err)
		}
		if len(mutants) < 1000 {
			t.Errorf("%s has %d mutants, want a thousand and more", sys.name, len(mutants))
		}
		for _, p := range known.staleEntries(sys, mutants) {
			t.Error(p)
		}
		for _, e := range known.list {
			if strings.HasPrefix(e.Mutant.File, sys.dir+"/") {
				listed++
			}
		}
	}
	if listed != len(known.list) {
		t.Errorf("%d of %d equivalents belong to a system", listed, len(known.list))
	}
	if _, err := systemsOf(t.Context(), []string{"bushido"}); err == nil || !strings.HasPrefix(err.Error(), `no system "bushido": want one of breath`) {
		t.Errorf("an unknown system: got %v", err)
	}
}

// An entry that names no mutant is reported where it stands.
func TestAStaleEquivalentIsReported(t *testing.T) {
	mutants, err := mutantsOf("rules/toy/f.go", []byte("package p\n\nconst free = 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	here := equivalent{Mutant: key{File: "rules/toy/f.go", In: "free", Old: "const free = 3", New: "const free = 4", Nth: 1}}
	gone := here
	gone.Mutant.Old = "const free = 2"
	known := equivalents{list: []equivalent{here, gone}}
	got := known.staleEntries(system{dir: "rules/toy"}, mutants)
	if len(got) != 1 || got[0].What != "no mutant of free in rules/toy/f.go" {
		t.Errorf("got %v, want the second entry", got)
	}
}

// A seed draws the same mutants in the same order, another seed others.
func TestASeedDrawsTheSame(t *testing.T) {
	mutants, err := mutantsOf("f.go", []byte("package p\n\nconst a, b, c, d, e = 1, 2, 3, 4, 5\n"))
	if err != nil {
		t.Fatal(err)
	}
	one := shuffled(mutants, 1)
	if !slices.Equal(one, shuffled(mutants, 1)) || slices.Equal(one, shuffled(mutants, 2)) || slices.Equal(one, mutants) {
		t.Errorf("got %v", one)
	}
}

// A whole run on a module of one rule: the mutant its law knows dies, one that hangs dies of time, one it does not know
// survives, and the tree is as it was.
func TestARunOnASmallSystem(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test for each mutant")
	}
	dir := t.TempDir()
	const rules = "package toy\n\n// Count counts up to n, or says 7.\nfunc Count(n int) int {\n\tfor i := 2; ; i++ {\n\t\tif i == n {\n\t\t\treturn i\n\t\t}\n\t}\n}\n\n// Other is no law.\nfunc Other() int { return 7 }\n"
	for name, text := range map[string]string{
		"go.mod":                    "module toys\n\ngo 1.26\n",
		"rules/toy/doc.go":          "// Package toy counts.\n//\n// The engine:\n//\n//\tcount.go  counts\n//\n// The face:\n//\n//\tface.go  looks\npackage toy\n",
		"rules/toy/count.go":        rules,
		"rules/toy/face.go":         "package toy\n\nconst face = 1 + 1\n",
		"rules/toy/law_one_test.go": "package toy\n\nimport \"testing\"\n\nfunc TestLaw(t *testing.T) {\n\tif Count(3) != 3 {\n\t\tt.Fatal()\n\t}\n}\n",
		"rules/toy/other_test.go":   "package toy\n\nimport \"testing\"\n\nfunc TestOther(t *testing.T) { t.Fatal() }\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out strings.Builder
	systems, err := systemsOf(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	enough, err := options{seed: 1, n: 0, least: 50, limit: 5 * time.Second}.bite(t.Context(), systems, equivalents{}, &out)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"rules/toy/count.go:13: Other: func Other() int { return 7 } -> func Other() int { return 6 }",
		"rules/toy/count.go:13: Other: func Other() int { return 7 } -> func Other() int { return 8 }",
		"rules/toy/count.go:5: Count: for i := 2; ; i++ { -> for i := 1; ; i++ {",
		"rules/toy/count.go:5: Count: for i := 2; ; i++ { -> for i := 3; ; i++ {",
	}
	var survivors []string
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, "->") {
			survivors = append(survivors, strings.TrimSpace(line))
		}
	}
	slices.Sort(survivors)
	if !slices.Equal(survivors, want) || enough || !strings.Contains(out.String(), "toy, seed 1: 6 drawn of 6, 2 dead, 4 survived, 0 equivalent: 33.3 % died") {
		t.Errorf("enough: %t\n%s", enough, out.String())
	}
	if after, err := os.ReadFile(filepath.Join(dir, "rules", "toy", "count.go")); err != nil || string(after) != rules {
		t.Errorf("the tree was touched: %v\n%s", err, after)
	}
}

// Mutants may be drawn from some files only.
func TestOnlySomeFilesAreDrawnFrom(t *testing.T) {
	all := []mutant{{key: key{File: "rules/toy/squad.go"}}, {key: key{File: "rules/toy/count.go"}}}
	o := options{only: []string{"squad.go", "order.go"}}
	if got := o.of(slices.Clone(all)); len(got) != 1 || got[0].File != "rules/toy/squad.go" {
		t.Errorf("got %v, want those of squad.go", got)
	}
	if got := (options{}).of(all); len(got) != 2 {
		t.Errorf("got %v, want all", got)
	}
}

// A line of data with a comment has mutants: its numbers, its words, the last of its list; another line has none.
func TestMutantsOfData(t *testing.T) {
	text := "parry:\n  ap: 4 seed # TP-01\n  free: 4 seed\n  status: [on guard] # TP-02\n  answers: [aim, move] # TP-03\n  from: -13 seed # TP-04\n"
	var got []string
	for _, m := range dataMutantsOf("data/a.yaml", []byte(text)) {
		got = append(got, m.String())
		if whole := text[:m.from] + m.text + text[m.to:]; !strings.Contains(whole, m.New+" #") {
			t.Errorf("%v makes\n%s", m, whole)
		}
	}
	want := []string{
		"data/a.yaml:2: data: ap: 4 seed -> ap: 5 seed", "data/a.yaml:2: data: ap: 4 seed -> ap: 3 seed",
		"data/a.yaml:4: data: status: [on guard] -> status: [bound]",
		"data/a.yaml:5: data: answers: [aim, move] -> answers: [aim]",
		"data/a.yaml:6: data: from: -13 seed -> from: -12 seed", "data/a.yaml:6: data: from: -13 seed -> from: -14 seed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Of the lines a law's tests run one is taken whose comment names the law, before one in a function whose comment does;
// a line that all tests of the law run before one that one does, and then one that the fewest tests of others run.
func TestALineOfTheLawIsTaken(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "p")
	rules := "package p\n\n// f is a rule (EB-01 to EB-03, R-04).\nfunc f(a int) int {\n\ta += 1\n\ta += 2 // EB-02\n\tg(a)\n\th(a)\n\treturn a\n}\n"
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "rules.go"), []byte(rules), 0o644); err != nil {
		t.Fatal(err)
	}
	index := "version: 1\ntests:\n  EB-02: [TestA, TestB]\n  EB-05: [TestA, TestB]\n  EB-06: [TestC, TestInASecondReading]\nfunctions:\n"
	if err := os.WriteFile(filepath.Join(dir, "data", "lawindex.yaml"), []byte(index), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data", "laws.yaml"), []byte("version: 1\nlaws: [{law: EB-06, says: a}, {law: EB-05, says: b}, {law: EB-04, says: c}, {law: EB-02, says: d}]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	sys := system{name: "p", root: root, dir: "p", files: []string{"rules.go"}}
	laws := lawsOf(sys)
	if len(laws) != 3 || !slices.Equal(laws[2].tests, []string{"TestC"}) {
		t.Fatalf("the laws are %+v", laws)
	}
	p := &probe{trial: &trial{sys: sys}, used: map[key]bool{}}
	line := func(from, to int) stretch { return stretch{from, 1, to, 99} }
	p.runs = map[string]blocks{
		"TestA": {"p/rules.go": {line(5, 9)}},
		"TestB": {"p/rules.go": {line(5, 6), line(8, 8)}},
		"TestC": {"p/rules.go": {line(5, 6)}},
	}
	var err error
	if p.mutants, err = sys.mutants(); err != nil {
		t.Fatal(err)
	}
	if p.cites, err = sys.readCitations(); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{6, 8, 5} {
		own := laws[i].tests
		got := p.choices(laws[i], 1, own)
		if len(got) == 0 {
			t.Fatalf("%s: no line is taken", laws[i].id)
		}
		if first := got[0].line; first != want && !(i == 2 && first == 6) {
			t.Errorf("%s: line %d is taken, want %d", laws[i].id, first, want)
		}
	}
	if near, far := p.cites.distance(&mutant{key: key{File: "p/rules.go", In: "f"}, line: 5},
		"EB-03"), p.cites.distance(&mutant{key: key{File: "p/rules.go", In: "f"}, line: 5}, "EB-04"); near != onFunction || far != nowhere {
		t.Errorf("EB-03 is named at %d, EB-04 at %d", near, far)
	}
}
