package book

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A drawn fight in which one side has a goal says why.
func TestAMotiveSaysWhyASideHasItsGoal(t *testing.T) {
	teams, people := [2]string{"east", "west"}, [2][]string{{"Aki"}, {"Ume", "Ran"}}
	persons, of := [2][2]Person{}, [2]*Being{}
	draw := func(goal *Objective) string {
		_, about := Draw{rand.New(rand.NewPCG(1, 1))}.Quarrel(teams, people, goal, func(side, i int) (*Person, *Being) { return &persons[side][i], of[i] })
		return about
	}
	for want, goal := range map[string]*Objective{
		" Help is on its way to Ume.": {For: "west", Goal: "last", Rounds: 4},
		" Ran must not get away.":     {For: "east", Goal: "down", Who: "Ran"},
		"":                            {For: "west", Goal: "protect", Who: "Ran"},
	} {
		if got := strings.TrimPrefix(draw(goal), draw(nil)); got != want {
			t.Errorf("%s: %q, want %q", goal.Goal, got, want)
		}
	}
	if persons[1][0].Wants == "" || persons[1][1].Wants != "" {
		t.Errorf("the first of a side wants something, and nobody else of it: %+v", persons)
	}
	of[0] = &Being{Is: "beast"} // which has no letters to carry
	if about := draw(nil); persons[1][1].Wants == "" || !strings.Contains(about, "Ran") || !strings.Contains(about, "Aki") {
		t.Errorf("a beast that leads people: %s %+v", about, persons)
	}
}
