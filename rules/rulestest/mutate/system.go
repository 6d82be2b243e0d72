package main

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// system is a rule system: the files that hold its rules, and its tests that are not of laws.
type system struct {
	name   string
	root   string   // of the module
	dir    string   // below root, with slashes
	files  []string // that hold rules
	others []string // the tests that are not of laws, by their full names
}

// ruleGroups are the headings in the package comment of a system under which it lists the files that hold rules.
var ruleGroups = []string{"implemented in these files:", "The engine:"}

// systemsOf returns the systems with these names, or all: the folders of rules whose doc.go lists files with rules.
func systemsOf(ctx context.Context, names []string) (systems []system, err error) {
	root, err := moduleRoot(ctx)
	if err != nil {
		return nil, err
	}
	maps, err := filepath.Glob(filepath.Join(root, "rules", "*", "doc.go"))
	if err != nil {
		return nil, err
	}
	var known []string
	for _, file := range maps {
		sys := system{name: filepath.Base(filepath.Dir(file)), root: root}
		sys.dir = "rules/" + sys.name
		if sys.files, err = ruleFiles(file); err != nil {
			return nil, err
		}
		if len(sys.files) == 0 {
			continue
		}
		known = append(known, sys.name)
		if len(names) > 0 && !slices.Contains(names, sys.name) {
			continue
		}
		if sys.others, err = otherTests(filepath.Dir(file)); err != nil {
			return nil, err
		}
		systems = append(systems, sys)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no system %q: want one of %s", name, strings.Join(known, ", "))
		}
	}
	if len(systems) == 0 {
		return nil, fmt.Errorf("no doc.go below rules/ lists files under %q", ruleGroups)
	}
	return systems, nil
}

// fileLine matches a line of a package comment that names a file and says what it has.
var fileLine = regexp.MustCompile(`^\t([a-z_]+\.go) +\S`)

// ruleFiles returns the files that a package comment lists under ruleGroups.
func ruleFiles(doc string) (files []string, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), doc, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	rules := false
	for line := range strings.Lines(f.Doc.Text()) {
		if m := fileLine.FindStringSubmatch(line); m != nil && rules {
			files = append(files, m[1])
		} else if line = strings.TrimSpace(line); strings.HasSuffix(line, ":") {
			rules = slices.ContainsFunc(ruleGroups, func(h string) bool { return strings.HasSuffix(line, h) })
		}
	}
	return files, nil
}

// otherTests returns the tests of a folder that are not of laws.
func otherTests(dir string) (others []string, err error) {
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(tests, func(file string) bool { return strings.HasPrefix(filepath.Base(file), "law_") }), nil
}

// mutants returns all mutants of a system's files, in the order of its doc.go.
func (sys system) mutants() (all []mutant, err error) {
	for _, name := range sys.files {
		file := sys.dir + "/" + name
		text, err := os.ReadFile(filepath.Join(sys.root, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		some, err := mutantsOf(file, text)
		if path.Ext(name) == ".yaml" {
			some, err = dataMutantsOf(file, text), nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}
