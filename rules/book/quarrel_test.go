package book

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A drawn fight in which one side has a goal says why.
func TestAMotiveSaysWhyASideHasItsGoal(t *testing.T) {
	teams, people := [2]string{"east", "west"}, [2][]string{{"Aki"}, {"Ume", "Ran"}}
	draw := func(goal *Objective) string {
		return Draw{rand.New(rand.NewPCG(1, 1))}.Quarrel(teams, people, goal).About
	}
	for want, goal := range map[string]*Objective{
		" Help is on its way for Ume.": {For: "west", Goal: "last", Rounds: 4},
		" Ran must not get away.":      {For: "east", Goal: "down", Who: "Ran"},
		"":                             {For: "west", Goal: "protect", Who: "Ran"},
	} {
		if got := strings.TrimPrefix(draw(goal), draw(nil)); got != want {
			t.Errorf("%s: %q, want %q", goal.Goal, got, want)
		}
	}
}
