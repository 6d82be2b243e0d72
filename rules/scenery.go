package rules

import (
	"strings"

	"kokyu/rules/book"
)

// Scenery is the part of an encounter and its rows that only tales use. No rule reads any of it.
type Scenery struct {
	About      string            // what the fight is about, as the encounter's file says
	Goal       book.Objective    // the objective, if there is one
	FirstRound int               // the round in which the fight begins, from 0
	Rounds     int               // how many rounds the fight lasts at most; 0 if that is not known
	SaysRounds bool              // the file says so, and not the ruling
	Setting    map[string]string // by aspect, as "weather": "rain"
	People     []book.Person     // by seat; texts of the file's author
	// Made has by weapon of the fight the words for its material and its use; empty where its row has none.
	Made map[string][]string
	// Effects has by spell or technique a clause for what it does besides wounds, with {to} for its target.
	Effects map[string]string
}

// Arm splits a name such as "yari thrown" into the weapon, "yari", and its use, "thrown". A name that begins with no
// weapon of the fight is returned whole.
func (s *Scenery) Arm(name string) (weapon, use string) {
	for row := name; row != ""; row = row[:max(0, strings.LastIndexByte(row, ' '))] {
		if _, ok := s.Made[row]; ok {
			return row, strings.TrimSpace(name[len(row):])
		}
	}
	return name, ""
}

// Makes returns the field Made of [Scenery] from a system's rows of weapons.
func Makes[W any](rows map[string]W, made func(W) *book.Make) map[string][]string {
	makes := map[string][]string{}
	for name, row := range rows {
		makes[name] = made(row).Words()
	}
	return makes
}
