package main

import (
	_ "embed"
	"fmt"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// equivalents are the mutants that no fight can tell from the rules, each with its reason.
type equivalents struct {
	doc  strict.Document
	list []equivalent
	keys map[key]bool
}

// equivalent is one such mutant, as equivalent.yaml has it: its file, function, lines as they are and as the mutant has
// them.
type equivalent struct {
	File string `yaml:"file" must:"be there"`
	In   string `yaml:"in" must:"be there"`
	Old  string `yaml:"old" must:"be there"`
	New  string `yaml:"new"`
	Nth  int    `yaml:"nth"` // of lines alike in one function; 0 is the first
	Why  string `yaml:"why" must:"be there"`
}

// key returns what names the mutant.
func (e equivalent) key() key {
	return key{file: e.File, in: e.In, old: e.Old, new: e.New, nth: max(1, e.Nth)}
}

//go:embed equivalent.yaml
var equivalentYAML []byte

// readEquivalents reads the list.
func readEquivalents() (equivalents, error) {
	var file struct {
		Version    int          `yaml:"version"`
		Equivalent []equivalent `yaml:"equivalent"`
	}
	doc, err := strict.Decode("rules/rulestest/mutate/equivalent.yaml", equivalentYAML, &file)
	if err != nil {
		return equivalents{}, err
	}
	known := equivalents{doc: doc, list: file.Equivalent, keys: map[key]bool{}}
	for _, e := range file.Equivalent {
		known.keys[e.key()] = true
	}
	return known, nil
}

// has reports whether a mutant is in the list.
func (known equivalents) has(m mutant) bool { return known.keys[m.key] }

// staleEntries says of each entry of a system that names none of its mutants where it stands.
func (known equivalents) staleEntries(sys system, mutants []mutant) (problems []text.Problem) {
	there := map[key]bool{}
	for _, m := range mutants {
		there[m.key] = true
	}
	for i, e := range known.list {
		if strings.HasPrefix(e.File, sys.dir+"/") && !there[e.key()] {
			problems = append(problems, known.doc.Problem(strict.Path{"equivalent", i},
				fmt.Sprintf("no mutant of %s in %s", e.In, e.File), "the entry taken out, or written as the line is now"))
		}
	}
	return problems
}
