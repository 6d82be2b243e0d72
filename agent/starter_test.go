package agent

import (
	"reflect"
	"strings"
	"testing"
)

// rowLists names the lists of a system that are rows of its catalogue.
func rowLists(system string) (names []string) {
	lists, _ := Builtin().Lists(system) // it is listed
	for _, l := range lists {
		if reflect.ValueOf(l.Items).Kind() == reflect.Map {
			names = append(names, l.Name)
		}
	}
	return names
}

// What a first encounter offers in comments loads once it is none, and so does a first catalogue file.
func TestWhatAStarterOffersLoads(t *testing.T) {
	for _, system := range Systems() {
		about, err := About(system)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(about.Starter, "TITLE", "First")
		for _, offer := range []string{"# now:", "# objective:", "# rounds:"} {
			with := strings.Replace(text, offer, offer[2:], 1)
			if offer == "# now:" && with == text {
				t.Errorf("%s: a first encounter does not say how a fight under way is written", system)
			}
			if _, err := Builtin().NewFight("first.yaml", []byte(with), Setup{}); err != nil {
				t.Errorf("%s with %s: %v", system, offer, err)
			}
		}
		c, err := Builtin().With("house.yaml", []byte(about.StarterRows))
		if err != nil {
			t.Errorf("%s: %v", system, err)
			continue
		}
		before, _ := Builtin().Lists(system)
		after, _ := c.Lists(system)
		grown, rows := 0, len(rowLists(system))
		for i := range before {
			if len(after[i].Rows) > len(before[i].Rows) {
				grown++
			}
		}
		if grown < min(2, rows) {
			t.Errorf("%s: %d of %d lists have grown by the rows of a first catalogue file", system, grown, rows)
		}
	}
}
