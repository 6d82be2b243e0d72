package book

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strings"
	"sync"
)

// Shipped is what the program contains of a system besides its rows.
type Shipped struct {
	Encounters      func() []string                  // the names of the built-in encounters, the default first
	BenchEncounters func() []string                  // those of the search's benchmark, whose node counts are its signature
	Encounter       func(name string) ([]byte, bool) // the text of a built-in encounter
	Starter         string                           // a template of an encounter file, with FILE and TITLE to be replaced
	StarterRows     string                           // a template of a catalogue file, with FILE to be replaced
	Laws            func() []Law                     // in the order of their numbers
	Rulings         func() []Ruling                  // document by document
	// RulesDigest is the digest of what the rules do, by which a record knows its rules; it may be empty.
	RulesDigest string
}

// Ship returns the contents of a system's embedded files: laws.yaml, lawindex.yaml, rulings.yaml, rules.txt,
// starters/encounter.yaml, starters/rows.yaml, each if it is there, and each encounter as encounters/NAME.yaml. The
// first benched encounters are those of the benchmark. A new encounter comes after them, so that the signature of the
// search changes only if the search does.
func Ship(files fs.FS, benched int, encounters ...string) Shipped {
	return Shipped{
		Encounters:      func() []string { return encounters },
		BenchEncounters: func() []string { return encounters[:min(benched, len(encounters))] },
		Encounter: func(name string) ([]byte, bool) {
			file, err := fs.ReadFile(files, "encounters/"+name+".yaml")
			return file, err == nil
		},
		Starter:     string(readAny(files, "starters/encounter.yaml")),
		StarterRows: string(readAny(files, "starters/rows.yaml")),
		Laws:        sync.OnceValue(func() []Law { return readLaws(files) }),
		Rulings:     sync.OnceValue(func() []Ruling { return decodeAny[rulingsFile](files, "rulings.yaml").Rulings }),
		RulesDigest: digestOfRules(files),
	}
}

// digestOfRules returns the digest of the first two lines of rules.txt, the revision of the rules and what they do;
// empty without that file.
func digestOfRules(files fs.FS) string {
	file := readAny(files, "rules.txt")
	if file == nil {
		return ""
	}
	revision, rest, _ := strings.Cut(string(file), "\n")
	replays, _, _ := strings.Cut(rest, "\n")
	sum := sha256.Sum256([]byte(revision + "\n" + replays))
	return hex.EncodeToString(sum[:6])
}
