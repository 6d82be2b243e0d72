package main

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kokyu/rules/book"
)

// With -laws the command measures whether the tests that name a law notice when that law is broken. It draws laws,
// changes one rule line of each, and runs only the tests that name the law.
//
// These tests must run the line. The first choice is a line, of the rules or of the data, whose comment names the law,
// the second a line of a function whose comment names it, the third any rule line. Among equals it takes one that few
// tests of other laws run.

// law is a law of a document and the tests that name it.
type law struct {
	id    string
	sys   system
	tests []string
}

// secondReading matches the tests that compare the engine with a second implementation of the rules. They would notice
// nearly every mutant, and show nothing about a single law.
var secondReading = regexp.MustCompile(`SecondReading`)

// lawsOf returns the laws of a system that are named by tests, in the order of their ids.
func lawsOf(sys system) (laws []law) {
	for _, l := range book.Ship(os.DirFS(filepath.Join(sys.root, filepath.FromSlash(sys.dir), "data")), 0).Laws() {
		if len(l.Tests) > 0 {
			laws = append(laws, law{l.ID, sys, slices.DeleteFunc(l.Tests, secondReading.MatchString)})
		}
	}
	slices.SortFunc(laws, func(a, b law) int { return cmp.Compare(a.id, b.id) })
	return laws
}

// biteLaws draws laws, tries one mutant of each, and prints a table of the results. It reports whether enough of the
// mutants died.
func (o options) biteLaws(ctx context.Context, systems []system, known equivalents, out io.Writer) (bool, error) {
	var laws []law
	for _, sys := range systems {
		sys.others = nil // a test that names a law may be in any file
		laws = append(laws, lawsOf(sys)...)
	}
	rand.New(rand.NewPCG(o.seed, 0)).Shuffle(len(laws), func(i, k int) { laws[i], laws[k] = laws[k], laws[i] })
	started := time.Now()
	fmt.Fprintf(out, "%d laws of %d, seed %d\n\n| law | its tests | mutant | came of it |\n| --- | --- | --- | --- |\n",
		o.laws, len(laws), o.seed)
	count := map[string]int{}
	var survivors []string
	b := bench{o: o, known: known, probes: map[string]*probe{}}
	defer b.close()
	for _, l := range laws {
		// A law without a line to change does not count.
		if count[diedOfIt]+count[livedOn] == o.laws {
			break
		}
		t, err := b.try(ctx, l)
		if err != nil {
			return false, err
		}
		fmt.Fprintln(out, t)
		if count[t.fate]++; t.fate == livedOn {
			survivors = append(survivors, l.id)
		}
	}
	mutated := count[diedOfIt] + count[livedOn]
	fmt.Fprintf(out, "\nall, seed %d: %d laws mutated, %d dead in their own tests, %d survived%s; of %d others no rule line is run (%.1f s each)\n",
		o.seed, mutated, count[diedOfIt], count[livedOn], inBrackets(survivors), count[noLine], time.Since(started).Seconds()/float64(max(1, mutated)))
	return float64(count[diedOfIt]) >= o.least/100*float64(mutated) && mutated > 0, nil
}

// inBrackets returns the names in brackets, nothing of none.
func inBrackets(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// The results of a law.
const (
	diedOfIt = "dead"
	livedOn  = "survived"
	noLine   = "its tests run no rule line"
)

// tried is a law with its mutant and the result.
type tried struct {
	law   law
	tests []string // those that were run
	mutant
	fate string
}

// String returns a line of the table that biteLaws prints.
func (t tried) String() string {
	what := ""
	if t.fate != noLine {
		what = "`" + strings.ReplaceAll(t.mutant.String(), "|", `\|`) + "`"
	}
	return fmt.Sprintf("| %s | %s | %s | %s |", t.law.id, cmp.Or(strings.Join(t.tests, ", "), "(second readings only)"), what, t.fate)
}

// bench keeps what is known of packages while laws are tried.
type bench struct {
	o      options
	known  equivalents
	probes map[string]*probe // by the folders of packages
}

// close removes the folders of all trials.
func (b *bench) close() {
	for _, p := range b.probes {
		p.trial.close()
	}
}

// probe is what is known of a package: its mutants, the laws that its comments name, and the blocks of code that each
// test of a law runs.
type probe struct {
	trial   *trial
	mutants []mutant
	cites   citations
	runs    map[string]blocks // by test
	used    map[key]bool
}

// probe returns what is known of the package sys. It runs the tests of the laws of the system of once, with coverage.
func (b *bench) probe(ctx context.Context, sys, of system) (*probe, error) {
	if p := b.probes[sys.dir]; p != nil {
		return p, nil
	}
	t, err := newTrial(sys, b.o.limit)
	if err != nil {
		return nil, err
	}
	p := &probe{trial: t, runs: map[string]blocks{}, used: map[key]bool{}}
	b.probes[sys.dir] = p
	all, err := sys.withData()
	if err != nil {
		return nil, err
	}
	if p.mutants, err = all.mutants(); err != nil {
		return nil, err
	}
	p.mutants = slices.DeleteFunc(p.mutants, b.known.has)
	if p.cites, err = all.readCitations(); err != nil {
		return nil, err
	}
	tests, err := t.buildCoverage(ctx)
	if err != nil {
		return nil, err
	}
	before, err := t.countRuns(ctx, "^$") // what is run before any test, for variables
	for _, l := range lawsOf(of) {
		for _, test := range l.tests {
			if err == nil && p.runs[test] == nil && slices.Contains(tests, test) {
				p.runs[test], err = t.runsOf(ctx, test, before)
			}
		}
	}
	return p, err
}

// try tries one mutant of a law: the first of its choices that compiles, in the system's rules or else in its rows.
func (b *bench) try(ctx context.Context, l law) (tried, error) {
	got := tried{law: l, fate: noLine}
	if len(l.tests) == 0 {
		got.fate = livedOn // no test of its own could notice anything
	}
	rows, err := system{name: "rows", root: l.sys.root, dir: l.sys.dir + "/rows"}.withData()
	if err != nil {
		return got, err
	}
	// The rules come first. A law that is in the rows alone has no line there.
	for _, sys := range []system{l.sys, rows} {
		p, err := b.probe(ctx, sys, l.sys)
		if err != nil {
			return got, err
		}
		own := slices.DeleteFunc(slices.Clone(l.tests), func(t string) bool { return p.runs[t] == nil })
		if len(own) == 0 {
			continue
		}
		got.tests = own
		for _, m := range p.choices(l, b.o.seed, own) {
			// A mutant is tried for one law only, or a central line would stand for many laws.
			p.used[m.key] = true
			if valid, err := p.trial.buildAlone(ctx, m); err != nil {
				return got, err
			} else if !valid {
				continue
			}
			got.mutant, got.fate = m, diedOfIt
			ok, err := passes(ctx, p.trial.testCommand(ctx, "mutant.test", 0, "-test.run="+patternOf(own)))
			if ok {
				got.fate = livedOn
			}
			return got, err
		}
	}
	return got, nil
}

// choices returns the mutants of lines that a law's own tests run, the best first: those whose comments name the law,
// then those that more of its tests and fewer tests of other laws run.
func (p *probe) choices(l law, seed uint64, own []string) []mutant {
	type ranked struct {
		mutant
		where  int    // how near a comment names the law: onLine, onFunction or nowhere
		missed int    // how many of the law's own tests do not run it
		others int    // how many tests of other laws run it
		luck   uint64 // decides between equals
	}
	var found []ranked
	r := rand.New(rand.NewPCG(seed, lawNumber(l.id)))
	for i := range p.mutants {
		m := &p.mutants[i]
		luck := r.Uint64() // drawn for each, so that a new test changes no other law's order
		where := p.cites.distance(m, l.id)
		rule := where < nowhere || slices.Contains(p.trial.sys.files, path.Base(m.File))
		isRun := slices.ContainsFunc(own, func(test string) bool { return p.runs[test].covers(m) })
		// Coverage does not count code outside functions, such as constants and data: a mutant there is taken if a
		// comment at its line names the law.
		if p.used[m.key] || !rule || !isRun && (m.sleeps() || where != onLine) {
			continue
		}
		one := ranked{mutant: *m, where: where, luck: luck}
		for test, runs := range p.runs {
			switch ran := runs.covers(m); {
			case slices.Contains(own, test) && !ran:
				one.missed++
			case !slices.Contains(own, test) && ran:
				one.others++
			}
		}
		found = append(found, one)
	}
	slices.SortFunc(found, func(a, b ranked) int {
		return cmp.Or(a.where-b.where, a.missed-b.missed, a.others-b.others, cmp.Compare(a.luck, b.luck))
	})
	var order []mutant
	for _, one := range found {
		order = append(order, one.mutant)
	}
	return order
}

// lawNumber returns a seed made from an id, so that the draw for one law does not change when another is added.
func lawNumber(id string) (n uint64) {
	for _, c := range id {
		n = 131*n + uint64(c)
	}
	return n
}

// patternOf returns the pattern for -test.run that matches just these tests.
func patternOf(tests []string) string { return "^(" + strings.Join(tests, "|") + ")$" }

// Where a comment names a law.
const (
	onLine = iota // on the mutant's line, or on the line above
	onFunction
	nowhere
)

// citations are the laws that comments name, by file.
type citations map[string]struct {
	lines map[int][]string    // by the last line of the comment
	in    map[string][]string // by the function
}

// distance returns how near to a mutant a law is named: onLine, onFunction or nowhere.
func (c citations) distance(m *mutant, law string) int {
	file := c[m.File]
	switch {
	case slices.Contains(file.lines[m.line], law), slices.Contains(file.lines[m.line-1], law):
		return onLine
	case slices.Contains(file.in[m.In], law):
		return onFunction
	}
	return nowhere
}

// readCitations reads the comments of a package's files.
func (sys system) readCitations() (citations, error) {
	all := citations{}
	for _, name := range sys.files {
		file := path.Join(sys.dir, name)
		of := all[file]
		of.lines, of.in = map[int][]string{}, map[string][]string{}
		all[file] = of
		text, err := os.ReadFile(filepath.Join(sys.root, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		if path.Ext(name) == ".yaml" {
			for n, line := range strings.Split(string(text), "\n") {
				_, comment, _ := strings.Cut(line, "# ")
				of.lines[n+1] = lawsNamed(comment)
			}
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		docs := map[*ast.CommentGroup]bool{}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil {
				docs[fn.Doc] = true
				of.in[fn.Name.Name] = append(of.in[fn.Name.Name], lawsNamed(fn.Doc.Text())...)
			}
		}
		for _, group := range f.Comments {
			if line := fset.Position(group.End()).Line; !docs[group] {
				of.lines[line] = append(of.lines[line], lawsNamed(group.Text())...)
			}
		}
	}
	return all, nil
}

// withData returns a system with all its Go files and its data files, as a law may be about a line of any of them.
func (sys system) withData() (system, error) {
	dir := filepath.Join(sys.root, filepath.FromSlash(sys.dir))
	for _, pattern := range []string{"*.go", "data/*.yaml"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return sys, err
		}
		for _, file := range files {
			name, _ := filepath.Rel(dir, file)
			name = filepath.ToSlash(name)
			if strings.HasSuffix(name, "_test.go") || slices.Contains(notRules, path.Base(name)) ||
				slices.Contains(sys.files, name) {
				continue
			}
			sys.files = append(slices.Clone(sys.files), name)
		}
	}
	return sys, nil
}

// notRules are files that name laws but have no rules.
var notRules = []string{"doc.go", "schema.go", "names.go", "data.go", "laws.yaml", "lawindex.yaml", "rulings.yaml"}

var (
	lawSpan = regexp.MustCompile(`\b([A-Z]{2})-(\d+) to (?:[A-Z]{2}-)?(\d+)`)
	lawName = regexp.MustCompile(`(R-)?\b([A-Z]{2})-(\d+)`)
)

// lawsNamed returns the laws that a comment names, as EB-33 or EB-100 to EB-107. Rulings, as R-TP-33, are not laws.
func lawsNamed(comment string) (laws []string) {
	comment = strings.Join(strings.Fields(comment), " ")
	for _, m := range lawSpan.FindAllStringSubmatch(comment, -1) {
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[3])
		// At most 100, as the end may be mistyped.
		for n := from; n <= min(to, from+100); n++ {
			laws = append(laws, fmt.Sprintf("%s-%02d", m[1], n))
		}
	}
	for _, m := range lawName.FindAllStringSubmatch(comment, -1) {
		if n, _ := strconv.Atoi(m[3]); m[1] == "" {
			laws = append(laws, fmt.Sprintf("%s-%02d", m[2], n))
		}
	}
	return laws
}
