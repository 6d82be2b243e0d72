package narrate_test

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
)

// duel is one against one.
func duel(match bool) enacted {
	return enacted{System: "breath", Options: narrate.Options{Title: "Sand", Seed: 1, Match: match, Roster: []rules.Fighter{
		{Name: "Musashi", Side: 0, Team: "one"}, {Name: "Kojiro", Side: 1, Team: "other"}}}}
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

// What is told of a duel is decided from its events: each of these streams makes exactly these moments.
func TestADuelIsDecidedFromEvents(t *testing.T) {
	hit := rules.Event{Kind: "check", Seat: "Musashi", At: "Kojiro", What: "attack", With: "oar sword", Of: "blade", Total: 14, Need: 14, OK: true}
	miss := rules.Event{Kind: "check", Seat: "Musashi", At: "Kojiro", What: "attack", With: "oar sword", Of: "blade", Total: 13, Need: 14}
	hurt := func(n int, double bool) rules.Event {
		return rules.Event{Kind: "wound", Seat: "Kojiro", At: "Musashi", What: "oar fall", With: "oar sword", Of: "blade", N: n, Left: 3, Double: double}
	}
	guard := func(why string) rules.Event {
		return rules.Event{Kind: "guard", Seat: "Kojiro", At: "Musashi", What: why, N: 1, Left: 4}
	}
	struck := func(where string) rules.Event {
		return rules.Event{Kind: "location", Seat: "Kojiro", At: "Musashi", What: where, OK: true}
	}
	contest := func(what string, ok bool) rules.Event {
		return rules.Event{Kind: "contest", Seat: "Musashi", At: "Kojiro", What: what, Total: 16, Need: 11, OK: ok}
	}
	to := func(what, from, to string) rules.Event {
		return rules.Event{Kind: "distance", Seat: "Musashi", At: "Kojiro", What: what, From: from, To: to}
	}
	wrist := func(ok bool) rules.Step {
		return rules.Step{N: 3, Seat: "Kojiro", Roll: []int{2, 2}, P: .5, Events: []rules.Event{{Kind: "check", Seat: "Kojiro", What: "wrist", Total: 5, Need: 11, OK: ok}}}
	}
	lull := func(e rules.Event) []rules.Step {
		return []rules.Step{{N: 1, Seat: "Kojiro", Do: "close the round", Events: []rules.Event{{Kind: "lull", N: 1}, e}}}
	}
	used := rules.Event{Kind: "opening", Seat: "Kojiro", What: "used", Left: 3}
	for name, c := range map[string]struct {
		steps []rules.Step
		want  []string
	}{
		"a step won":         {acts("half-step in", "", .5, contest("half-step in", true), to("half-step in", "far range", "issoku itto")), []string{"step_won", "at_issoku"}},
		"a step let be":      {acts("half-step in", "", 1, to("half-step in", "issoku itto", "near range")), []string{"step_free", "at_near"}},
		"a step held":        {acts("half-step in", "", .5, contest("half-step in", false), rules.Event{Kind: "guard", Seat: "Musashi", At: "Kojiro", What: "the distance is lost", N: 1, Left: 4}), []string{"step_held", "shaved"}},
		"far":                {acts("half-step out", "", 1, to("half-step out", "issoku itto", "far range")), []string{"step_free", "at_far"}},
		"close":              {acts("half-step in", "", 1, to("half-step in", "near range", "close fighting")), []string{"step_free", "at_close"}},
		"locked":             {acts("half-step in", "", 1, to("half-step in", "close fighting", "tsubazeriai")), []string{"step_free", "at_locked"}},
		"a push":             {acts("push out", "", .5, contest("push out", true), to("push out", "tsubazeriai", "close fighting"), guard("pushed")), []string{"push_won"}},
		"a push lost":        {acts("push out", "", .5, contest("push out", false)), []string{"push_lost"}},
		"a slip":             {acts("slip away", "", .5, contest("slip away", true), to("slip away", "tsubazeriai", "issoku itto")), []string{"slip_won"}},
		"a slip lost":        {acts("slip away", "", .5, contest("slip away", false)), []string{"slip_lost"}},
		"an empty hand":      {acts("empty hand", "Kojiro", .5, hit, guard("an empty hand")), []string{"empty_hand"}},
		"a feint":            {acts("feint with the oar fall", "Kojiro", .5, hit, guard("a feint landed")), []string{"feint"}},
		"a feint that ends":  {acts("feint with the oar fall", "Kojiro", .5, hit, guard("a feint landed"), rules.Event{Kind: "break", Seat: "Kojiro", At: "Musashi"}), []string{"feint", "guard_gone"}},
		"a feint unbelieved": {acts("feint with the oar fall", "Kojiro", .5, miss), []string{"feint_missed"}},
		"a feint met": {append(acts("feint with the oar fall", "Kojiro", .5, hit), rules.Step{N: 3, Seat: "Kojiro", Do: "parry", Events: []rules.Event{
			{Kind: "react", Seat: "Kojiro", At: "Musashi", What: "parry", Paid: 2}, {Kind: "check", Seat: "Kojiro", At: "Musashi", What: "defense", OK: true}}}), []string{"feint_met"}},
		"a near miss":        {acts("oar fall at the leg", "Kojiro", .5, miss, guard("a near miss")), []string{"near_miss"}},
		"an arm":             {acts("oar fall at the arm", "Kojiro", .5, hit, hurt(1, false), guard("a blow landed"), struck("arm")), []string{"arm"}},
		"a torso":            {acts("oar fall at the torso", "Kojiro", .5, hit, hurt(3, false), guard("a blow landed"), struck("torso")), []string{"torso"}},
		"a critical torso":   {acts("oar fall at the torso", "Kojiro", .5, hit, hurt(3, true), guard("a blow landed"), struck("torso")), []string{"critical"}},
		"a heavy blow":       {acts("oar fall", "Kojiro", .5, hit, hurt(2, false), guard("a blow landed")), []string{"critical"}},
		"a wrist that holds": {append(acts("oar fall at the wrist", "Kojiro", .5, hit, hurt(1, false), struck("wrist")), wrist(true)), []string{"wrist_kept"}},
		"a wrist that drops": {append(acts("oar fall at the wrist", "Kojiro", .5, hit, hurt(1, false), struck("wrist")), wrist(false)), []string{"wrist_lost"}},
		"the window":         {acts("oar fall", "Kojiro", .5, hit, hurt(2, true), used), []string{"window"}},
		"breath caught":      {lull(rules.Event{Kind: "guard", Seat: "Kojiro", What: "breath caught", N: 1, Left: 5, OK: true}), []string{"recovered"}},
		"an opening past":    {lull(rules.Event{Kind: "opening", Seat: "Kojiro", What: "past", Left: 3}), []string{"opening_past"}},
		"standing off":       {lull(guard("standing off")), []string{"stood_off"}},
		"a point":            {acts("oar fall", "Kojiro", .5, hit, rules.Event{Kind: "point", Seat: "Musashi", At: "Kojiro", With: "bokken", Of: "blade", N: 1, Left: 2}, guard("a blow landed")), []string{"point"}},
		"a deep point":       {acts("oar fall", "Kojiro", .5, hit, rules.Event{Kind: "point", Seat: "Musashi", At: "Kojiro", With: "bokken", Of: "blade", N: 2, Left: 2}), []string{"point_deep"}},
		"blood gone":         {lull(rules.Event{Kind: "wound", Seat: "Kojiro", What: "bleeding", N: 1, Left: 2}), []string{"bleeding"}},
	} {
		var got []string
		for _, f := range duel(false).moments(c.steps) {
			if f.Frame != "duel_turning" {
				got = append(got, f.Frame)
			}
			if f.Family == "blade" {
				t.Errorf("%s: an oar is told as a blade: %+v", name, f)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
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
