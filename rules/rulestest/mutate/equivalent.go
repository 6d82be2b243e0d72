package main

import (
	_ "embed"
	"fmt"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// equivalents is the list of known equivalent mutants, which behave like the rules in every fight.
type equivalents struct {
	doc  strict.Document
	list []equivalent
	keys map[key]bool
}

// equivalent is an entry of equivalent.yaml.
type equivalent struct {
	Mutant key    `yaml:",inline"`
	Why    string `yaml:"why" must:"be there"`
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
	for i := range known.list {
		k := &known.list[i].Mutant
		k.Nth = max(1, k.Nth)
		known.keys[*k] = true
	}
	return known, nil
}

// has reports whether a mutant is in the list.
func (known equivalents) has(m mutant) bool { return known.keys[m.key] }

// staleEntries returns a problem for each entry of a system in equivalent.yaml that names no mutant of it any more.
func (known equivalents) staleEntries(sys system, mutants []mutant) (problems []text.Problem) {
	there := map[key]bool{}
	for _, m := range mutants {
		there[m.key] = true
	}
	for i, e := range known.list {
		if strings.HasPrefix(e.Mutant.File, sys.dir+"/") && !there[e.Mutant] {
			problems = append(problems, known.doc.Problem(strict.Path{"equivalent", i},
				fmt.Sprintf("no mutant of %s in %s", e.Mutant.In, e.Mutant.File),
				"the entry taken out, or written as the line is now"))
		}
	}
	return problems
}
