package rules

import (
	"strings"

	"kokyu/rules/book"
)

// Scenery is the part of an encounter and its rows that only tales use. No rule reads any of it.
type Scenery struct {
	About   string              // what the fight is about, as the encounter's file says
	Goal    book.Objective      // what one side wants of it besides standing, if anything
	Begun   int                 // the round it begins in; 0 is the first
	Rounds  int                 // how many rounds the fight lasts at most; 0 if that is not known
	Setting map[string]string   // by aspect: weather, rain
	People  []book.Person       // by seat; a person's own words
	Made    map[string][]string // by weapon of the fight, what it is made of and does, if its row says so
	Does    map[string]string   // by spell or technique, what it does besides wounds: a clause, {to} for whom it is on
}

// Arm parts the way in which a weapon is used, of which the name is made, from the weapon: "yari", "thrown" of "yari thrown". Of no
// weapon of the fight it returns the whole name.
func (s *Scenery) Arm(name string) (weapon, use string) {
	for row := name; row != ""; row = row[:max(0, strings.LastIndexByte(row, ' '))] {
		if _, ok := s.Made[row]; ok {
			return row, strings.TrimSpace(name[len(row):])
		}
	}
	return name, ""
}

// Makes returns what weapons are made of and do, nothing for a row that does not say it.
func Makes[W any](rows map[string]W, made func(W) *book.Make) map[string][]string {
	makes := map[string][]string{}
	for name, row := range rows {
		makes[name] = made(row).Words()
	}
	return makes
}
