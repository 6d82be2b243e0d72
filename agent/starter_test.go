package agent

import (
	"strings"
	"testing"
)

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
		grown := 0
		for i := range before {
			if len(after[i].Rows) > len(before[i].Rows) {
				grown++
			}
		}
		if grown < 2 {
			t.Errorf("%s: %d lists have grown by the rows of a first catalogue file", system, grown)
		}
	}
}
