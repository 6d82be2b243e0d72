package evals

import (
	"fmt"

	"kokyu/agent/jobs"
	"kokyu/agent/work"
)

// Fights, agents and positions as the documents of jobs hold them, from which another machine begins the same fights.
// What comes from the network may hold anything, and is checked as strictly as a record from a file.

// sentEncounter is an Encounter as it is sent.
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

// decodeEncounters decodes what encodeEncounters wrote. It comes from a server, so every number is bounded first.
func decodeEncounters(sent []sentEncounter) (list []Encounter, err error) {
	if len(sent) < 1 || len(sent) > EncountersMax {
		return nil, fmt.Errorf("%d encounters, want 1 to %d", len(sent), EncountersMax)
	}
	for _, s := range sent {
		if n := len(s.Fights); n < 1 || n > unplannedMax {
			return nil, fmt.Errorf("%d fights of one encounter, want 1 to %d", n, unplannedMax)
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

// Kinds returns all kinds of jobs that can be done for other machines. Small fights that are solved are kept in t; if
// it is nil, they are not kept.
func Kinds(t *tables) []jobs.Kind {
	return append(work.Kinds(), pairKind, choiceJobs.jobKind(), standardKind, ruledJobs.jobKind(),
		forecastJobs.jobKind(), courseJobs.jobKind(), playJobs.jobKind(), fateJobs.jobKind(), smallKind(t))
}
