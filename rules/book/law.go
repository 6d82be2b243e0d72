package book

import (
	"errors"
	"io/fs"
	"slices"

	"kokyu/rules/strict"
)

// Law is one law of a rule document in our words, and its tests.
type Law struct {
	ID    string   `yaml:"law" must:"be there" json:"law" doc:"The law's number."`
	Says  string   `yaml:"says" must:"be there" json:"says" doc:"The law in our words."`
	Tests []string `yaml:"-" json:"test"`
	// Functions are those of its tests that only call functions and play no fight.
	Functions []string `yaml:"-" json:"functions,omitempty"`
	Status    string   `yaml:"status" json:"status" oneof:"later" doc:"later for one that waits for a part of the document; else it is computed from the tests."`
	Waits     string   `yaml:"waits for" json:"waits_for,omitempty" doc:"Of a later law: what has to be in the game first."`
	ReadBy    string   `yaml:"read by" json:"read_by,omitempty" doc:"The ruling that reads it against its letter."`
	Needs     string   `yaml:"needs" json:"needs,omitempty" doc:"Of a law that no fight comes to: what a sheet would have to have."`
}

// The statuses of laws. They are computed: a test finds which tests of laws make a step of a fight through its
// interface.
const (
	StatusPlayed       = "played"        // a tested fight comes to it
	StatusFunctionOnly = "function only" // its tests call functions, and none plays a fight
	StatusNeedsSheet   = "needs a sheet" // the same, since no sheet has what a fight needs to come to it
	StatusLater        = "later"         // it waits for a part of the document that is not in the game yet
	StatusUntested     = "untested"
)

// Statuses are all of them, from the best tested to the untested.
var Statuses = []string{StatusPlayed, StatusFunctionOnly, StatusNeedsSheet, StatusLater, StatusUntested}

// lawsFile is a system's data/laws.yaml.
type lawsFile struct {
	Version int   `yaml:"version" doc:"The version of the file's form: 1."`
	Laws    []Law `yaml:"laws" doc:"The laws, in the order of their numbers."`
}

// lawIndex is a system's data/lawindex.yaml: which test functions name which law in their comments, and which of them
// play no fight. `go test ./cmd/kokyu -run LawIndex -update` writes it, and the same test checks it.
type lawIndex struct {
	Version   int                 `yaml:"version"`
	Tests     map[string][]string `yaml:"tests"`
	Functions []string            `yaml:"functions"` // tests that play no fight
}

// readLaws returns a system's laws, in the order of their numbers, with their tests and status.
func readLaws(files fs.FS) []Law {
	laws, index := decodeAny[lawsFile](files, "laws.yaml").Laws, decodeAny[lawIndex](files, "lawindex.yaml")
	for i := range laws {
		l := &laws[i]
		l.Tests = append([]string{}, index.Tests[l.ID]...)
		for _, test := range l.Tests {
			if slices.Contains(index.Functions, test) {
				l.Functions = append(l.Functions, test)
			}
		}
		l.Status = l.statusWord()
	}
	return laws
}

// statusWord returns the status of a law by its tests.
func (l *Law) statusWord() string {
	switch {
	case len(l.Tests) > len(l.Functions):
		return StatusPlayed
	case len(l.Tests) > 0 && l.Needs != "":
		return StatusNeedsSheet
	case len(l.Tests) > 0:
		return StatusFunctionOnly
	case l.Status == "":
		return StatusUntested
	}
	return l.Status
}

// decodeAny reads an embedded file if there is one. It panics if the file is wrong, which a test would find.
func decodeAny[T any](files fs.FS, name string) (file T) {
	if data := readAny(files, name); data != nil {
		return strict.Carried[T](name, data)
	}
	return file
}

// readAny returns the text of an embedded file, nil if there is none.
func readAny(files fs.FS, name string) []byte {
	data, err := fs.ReadFile(files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		panic(err)
	}
	return data
}
