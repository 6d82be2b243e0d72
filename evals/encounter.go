package evals

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/agent/work"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Limits of what is fought for one measure.
const (
	PairsMax      = 100_000 // fights, or pairs of fights, of one encounter
	EncountersMax = 64
)

// Encounter is one or several fights to start from under one name.
type Encounter struct {
	Name   string
	Fights []*fight.Fight // without steps, not changed: one, or as many as there are random encounters of that name
	first  uint64         // the seed of the first of random ones
}

// start returns the fight from which the fight of a seed starts. Where a name stands for several random encounters, it
// is the one drawn with that seed.
func (e Encounter) start(seed uint64) *fight.Fight {
	return e.Fights[(seed-e.first)%uint64(len(e.Fights))]
}

// randomMax is the most encounters that one name can stand for.
const randomMax = 1000

// randomWord begins the name of random encounters: "random breath 1..200".
const randomWord = "random"

// IsRandomName reports whether a name begins as names of random encounters do. The rest of it may be wrong.
func IsRandomName(name string) bool {
	word, _, _ := strings.Cut(name, " ")
	return word == randomWord
}

// DrawEncounter draws the random encounters that a name stands for, "random SYSTEM FIRST..LAST" or "random SYSTEM
// SEED": one for each seed from the first to the last. Fights use one after another and then begin again with the
// first; a report has one row for all of them. The error describes a mistake in the name.
func DrawEncounter(catalogue agent.Catalogue, name string) (encounter Encounter, err error) {
	words := strings.Fields(name)
	wrong := func(what string) error {
		return text.Problem{What: what, Want: fmt.Sprintf(`as in "%s %s 1..200", at most %d of them`, randomWord, agent.DefaultSystem, randomMax)}
	}
	if len(words) != 3 {
		return encounter, wrong(quote(name) + " names no random encounters")
	}
	low, high, several := strings.Cut(words[2], "..")
	if !several {
		high = low
	}
	first, err1 := strconv.ParseUint(low, 10, 64)
	last, err2 := strconv.ParseUint(high, 10, 64)
	if err1 != nil || err2 != nil || last < first || last-first >= randomMax {
		return encounter, wrong(quote(words[2]) + " are no seeds")
	}
	for seed := first; seed-first <= last-first; seed++ {
		_, f, err := catalogue.DrawEncounter(words[1], seed)
		if err != nil {
			return encounter, err
		}
		encounter.Fights = append(encounter.Fights, f.Fork())
	}
	encounter.Name, encounter.first = strings.Join(words, " "), first
	return encounter, nil
}

// taleOnly matches the part of a row that only tales use: no value depends on it.
var taleOnly = regexp.MustCompile(`,"being":\{[^{}]*\}`)

// dataOf returns a hash of the rows and rulings that a fight uses, without what only tales use: a change of words makes
// no exact value stale.
func dataOf(f *fight.Fight) string {
	sum := sha256.Sum256(taleOnly.ReplaceAll(f.Header().Data, nil))
	return hex.EncodeToString(sum[:8])
}

// sentEncounter is an Encounter in the document of a job, from which another machine begins the same fights.
type sentEncounter struct {
	Name   string          `json:"name"`
	First  uint64          `json:"first,omitempty"` // the seed of the first fight, where there are several
	Fights []work.FightDoc `json:"fights"`
}

// encodeEncounters writes encounters into a document.
func encodeEncounters(list []Encounter) (sent []sentEncounter, err error) {
	for _, e := range list {
		s := sentEncounter{Name: e.Name, First: e.first}
		for _, f := range e.Fights {
			one, err := work.Encode(f)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", e.Name, err)
			}
			s.Fights = append(s.Fights, one)
		}
		sent = append(sent, s)
	}
	return sent, nil
}

// decodeEncounters is the inverse of encodeEncounters. The document comes from a server and may hold anything, so every
// number is bounded first and each fight is checked as strictly as a record from a file.
func decodeEncounters(sent []sentEncounter) (list []Encounter, err error) {
	if len(sent) < 1 || len(sent) > EncountersMax {
		return nil, fmt.Errorf("%d encounters, want 1 to %d", len(sent), EncountersMax)
	}
	for _, s := range sent {
		if n := len(s.Fights); n < 1 || n > randomMax {
			return nil, fmt.Errorf("%d fights of one encounter, want 1 to %d", n, randomMax)
		}
		e := Encounter{Name: s.Name, first: s.First}
		for _, one := range s.Fights {
			f, err := one.Begin()
			if err != nil {
				return nil, err
			}
			e.Fights = append(e.Fights, f)
		}
		list = append(list, e)
	}
	return list, nil
}
