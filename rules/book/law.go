package book

import (
	"io/fs"

	"kokyu/rules/strict"
)

// Law is one law of a rule document in our words, and the tests that show it.
type Law struct {
	ID     string   `yaml:"law,required" json:"law" doc:"The law's number."`
	Says   string   `yaml:"says,required" json:"says" doc:"The law in our words."`
	Status string   `yaml:"status" json:"status" oneof:"later" doc:"later for one that waits for a part of the document; else it is worked out."`
	Waits  string   `yaml:"waits for" json:"waits_for,omitempty" doc:"Of a later law: what has to be in the game first."`
	ReadBy string   `yaml:"read by" json:"read_by,omitempty" doc:"The ruling that reads it against its letter."`
	Tests  []string `yaml:"-" json:"test"`
}

// A law is tested, or untested, or waits for a part of the document that is not in the game yet.
const (
	Tested   = "tested"
	Untested = "untested"
	Later    = "later"
)

// LawsFile is a system's data/laws.yaml.
type LawsFile struct {
	Version int   `yaml:"version" doc:"The version of the file's form: 1."`
	Laws    []Law `yaml:"laws" doc:"The laws, in the order of their numbers."`
}

// lawIndex is which test functions name which law in their comments: a system's data/lawindex.yaml. It is written by
// `go test ./cmd/kokyu -run LawIndex -update`, and the same test holds it true.
type lawIndex struct {
	Version int                 `yaml:"version"`
	Tests   map[string][]string `yaml:"tests"`
}

// readLaws reads a system's laws with their tests and their status, in the order of the numbers, from its embedded
// files.
func readLaws(files fs.FS) []Law {
	var file LawsFile
	mustDecode(files, "laws.yaml", &file)
	var index lawIndex
	mustDecode(files, "lawindex.yaml", &index)
	for i := range file.Laws {
		l := &file.Laws[i]
		l.Tests = append([]string{}, index.Tests[l.ID]...)
		switch {
		case len(l.Tests) > 0:
			l.Status = Tested
		case l.Status == "":
			l.Status = Untested
		}
	}
	return file.Laws
}

// mustDecode reads an embedded file; that they are right is a test's business.
func mustDecode(files fs.FS, name string, into any) {
	if _, err := strict.Decode(name, mustRead(files, name), into); err != nil {
		panic(err)
	}
}

// mustRead is the text of an embedded file.
func mustRead(files fs.FS, name string) []byte {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		panic(err)
	}
	return data
}
