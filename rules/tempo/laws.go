package tempo

import (
	"slices"
	"sync"
)

// Law is one law of document 004 in our words, and the tests that show it.
type Law struct {
	ID     string   `yaml:"law,required" json:"law"`
	Says   string   `yaml:"says,required" json:"says"`
	Status string   `yaml:"status" json:"status" oneof:"later"` // in the file only "later"; else worked out
	Tests  []string `yaml:"-" json:"test"`
}

// A law is tested, or untested, or waits for a part of the document that is not in the game yet.
const (
	Tested   = "tested"
	Untested = "untested"
	Later    = "later"
)

type lawsFile struct {
	Version int   `yaml:"version"`
	Laws    []Law `yaml:"laws"`
}

// lawIndex is which test functions name which law in their comments: data/lawindex.yaml. It is written by
// `go test ./rules/tempo -run LawIndex -update`, and the same test holds it true.
type lawIndex struct {
	Version int                 `yaml:"version"`
	Tests   map[string][]string `yaml:"tests"`
}

// Laws lists every law of document 004 with its tests and its status, in the order of the numbers.
var Laws = sync.OnceValue(func() []Law {
	var file lawsFile
	mustDecode("data/laws.yaml", &file)
	var index lawIndex
	mustDecode("data/lawindex.yaml", &index)
	laws := slices.Clone(file.Laws)
	for i := range laws {
		l := &laws[i]
		l.Tests = append([]string{}, index.Tests[l.ID]...)
		switch {
		case len(l.Tests) > 0:
			l.Status = Tested
		case l.Status == "":
			l.Status = Untested
		}
	}
	return laws
})
