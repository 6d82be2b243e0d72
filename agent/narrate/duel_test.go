package narrate_test

import (
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
)

// duel is one against one.
func duel(match bool) narrate.Options {
	return narrate.Options{Title: "Sand", Seed: 1, Match: match, Roster: []rules.Fighter{
		{Name: "Musashi", Side: 0, Team: "one"}, {Name: "Kojiro", Side: 1, Team: "other"}}}
}

// acts is a breath of Musashi's with one declaration and what the dice made of it.
func acts(what, at string, p float64, after ...rules.Event) []rules.Step {
	declare := rules.Event{Kind: "declare", Seat: "Musashi", At: at, What: what, N: 2}
	if at != "" {
		declare.With, declare.Of = "oar sword", "blade"
	}
	return []rules.Step{{N: 1, Seat: "Musashi", Do: what, Events: []rules.Event{{Kind: "breath", Seat: "Musashi", N: 5, Left: 9}, declare}},
		{N: 2, Seat: "Musashi", Do: "so", Roll: []int{5, 5, 5, 5}, P: p, Events: after}}
}

// A whole match is told without a drop of blood, and names who won.
func TestAMatchIsToldAsOne(t *testing.T) {
	for _, player := range []agent.Agent{agent.Greedy{}, agent.Random{}} {
		for seed := range uint64(15) {
			o, steps := played(t, "dojo", seed, player)
			lines := told(t, o, steps)
			for _, l := range lines {
				for _, word := range []string{"blood", "bleed", "wound", "Wound", "dead", "steel", "blade", "enem"} {
					if strings.Contains(l.Text, word) {
						t.Errorf("seed %d: %s: %q", seed, word, l.Text)
					}
				}
			}
			end := steps[len(steps)-1].Events
			if winner := end[len(end)-1].Seat; winner != "" {
				name := map[string]string{"senior": "Denshichiro", "junior": "Sasuke"}[winner]
				if last := lines[len(lines)-1]; !strings.Contains(last.Text, name) {
					t.Errorf("seed %d: the %s won, and it ends %q", seed, winner, last.Text)
				}
			}
		}
	}
}

// The lull says what each may still concede.
func TestTheLawLineCountsPoints(t *testing.T) {
	steps := append(acts("straight cut", "Kojiro", .5, rules.Event{Kind: "point", Seat: "Musashi", At: "Kojiro", N: 1, Left: 2}),
		rules.Step{N: 3, Seat: "Kojiro", Do: "close the round", Events: []rules.Event{{Kind: "lull", N: 1}}})
	o := duel(true)
	o.Voice = "law"
	lines := told(t, o, steps)
	if got := lines[len(lines)-1].Text; got != "R1 lull · points to concede: Kojiro 2" {
		t.Errorf("got %q", got)
	}
}
