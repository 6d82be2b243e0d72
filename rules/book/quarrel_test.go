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
	none := draw(nil)
	for want, goal := range map[string]*Objective{
		" Help is on its way to Ume, who has only to hold out until it comes.": {For: "west", Goal: "last", Rounds: 4},
		" Aki is after Ran, and cares about nobody else.":                      {For: "east", Goal: "down", Who: "Ran"},
		" If Ran falls, Ran's friends will give up.":                           {For: "west", Goal: "protect", Who: "Ran"},
	} {
		if goal.Who != "" { // the quarrel is with whom it is about
			none = strings.ReplaceAll(draw(nil), "Ume", "Ran")
		}
		if got := strings.TrimPrefix(draw(goal), none); got != want {
			t.Errorf("%s: %q, want %q", goal.Goal, got, want)
		}
		none = draw(nil)
	}
	persons = [2][2]Person{}
	draw(nil)
	if persons[1][0].Wants == "" || persons[1][1].Wants != "" {
		t.Errorf("the first of a side wants something, and nobody else of it: %+v", persons)
	}
	of[0] = &Being{Is: "beast"} // which has no letters to carry
	if about := draw(nil); persons[1][1].Wants == "" || !strings.Contains(about, "Ran") || !strings.Contains(about, "Aki") {
		t.Errorf("a beast that leads people: %s %+v", about, persons)
	}
	of[0], of[1] = nil, nil
	alone := [2][]string{{"Aki"}, {"Ume"}}
	hunted := func(side int) (about string) {
		_, about = Draw{rand.New(rand.NewPCG(1, 1))}.Quarrel(teams, alone, nil, func(s, i int) (*Person, *Being) {
			return &persons[s][i], map[bool]*Being{true: {Is: "beast"}}[s == side]
		})
		return about
	}
	if first, second := hunted(0), hunted(1); strings.NewReplacer("Aki", "Ume", "Ume", "Aki").Replace(first) != second || !strings.Contains(second, "Ume has") && !strings.Contains(second, "Ume came") {
		t.Errorf("a beast is what a side of people has come for: %q, %q", first, second)
	}
}
