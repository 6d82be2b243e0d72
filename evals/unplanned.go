package evals

import (
	"fmt"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// unplannedMax is the most encounters that one name can stand for.
const unplannedMax = 1000

// unplannedWord begins the name of encounters that nobody planned: "random breath 1..200".
const unplannedWord = "random"

// IsRandomName reports whether a name has the form of a name of random encounters. It may be invalid.
func IsRandomName(name string) bool {
	word, _, _ := strings.Cut(name, " ")
	return word == unplannedWord
}

// DrawEncounter draws the random encounters that a name stands for, "random SYSTEM FIRST..LAST" or "random SYSTEM
// SEED": one for each seed from the first to the last. Fights use one after another and then begin again with the
// first; a report has one row for all of them. The error describes a mistake in the name.
func DrawEncounter(catalogue agent.Catalogue, name string) (encounter Encounter, err error) {
	words := strings.Fields(name)
	wrong := func(what string) error {
		return text.Problem{What: what, Want: fmt.Sprintf(`as in "%s %s 1..200", at most %d of them`, unplannedWord, agent.DefaultSystem, unplannedMax)}
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
	if err1 != nil || err2 != nil || last < first || last-first >= unplannedMax {
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

// start returns where the fight of a seed starts: in the encounter of the same seed, where a name stands for several.
func (e Encounter) start(seed uint64) *fight.Fight {
	return e.Fights[(seed-e.first)%uint64(len(e.Fights))]
}
