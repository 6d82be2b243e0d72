package narrate_test

import (
	"strings"
	"testing"

	"kokyu/agent/narrate"
	"kokyu/rules"
)

// bridge returns two against two, in turns.
func bridge() enacted {
	return enacted{System: "tempo", Options: narrate.Options{Voice: "law", Title: "Bridge", Seed: 1,
		Roster: []rules.Fighter{{Name: "Ann", Side: 0, Team: "here"}, {Name: "Cid", Side: 0, Team: "here"},
			{Name: "Bea", Side: 1, Team: "there"}, {Name: "Dan", Side: 1, Team: "there"}}}}
}

func ap(seat string, n, left int) rules.Event {
	return rules.Event{Kind: "spend", Seat: seat, Of: "ap", N: n, Left: left}
}

// feinted returns a turn with a feint that draws a parry, the blow it becomes, a step and a rest.
func feinted() []rules.Step {
	return []rules.Step{
		{N: 1, Seat: "Ann", Roll: []int{3, 0, 1, 0}, Do: "Ann", P: .5, Events: []rules.Event{{Kind: "initiative", Seat: "Ann"}}},
		{N: 2, Seat: "Ann", Do: "begin", Events: []rules.Event{{Kind: "turn", Seat: "Ann", Left: 8}}},
		{N: 3, Seat: "Ann", Do: "long sword cut > Bea", Events: []rules.Event{
			{Kind: "declare", Seat: "Ann", At: "Bea", What: "melee attack", With: "long sword cut", Of: "blades", N: 4}, ap("Ann", 4, 4)}},
		{N: 4, Seat: "Ann", Do: "feint", Secret: true, Events: []rules.Event{{Kind: "intent", Seat: "Ann", At: "Bea", What: "feint", Secret: true}}},
		{N: 5, Seat: "Bea", Do: "parry", Events: []rules.Event{{Kind: "react", Seat: "Bea", At: "Ann", What: "parry", With: "axe", Of: "axes", Paid: 4},
			ap("Bea", 4, 8), {Kind: "reveal", Seat: "Ann", At: "Bea", What: "feint"}}},
		{N: 6, Seat: "Ann", Do: "ct counter-attack, long sword thrust", Events: []rules.Event{
			{Kind: "tempo", Seat: "Ann", At: "Bea", What: "ct counter-attack", With: "long sword thrust", Of: "blades"}}},
		{N: 7, Seat: "Ann", Roll: []int{4, 0}, Do: "critical hit, parry failure", P: .62, Events: []rules.Event{
			{Kind: "check", Seat: "Ann", At: "Bea", What: "ct counter-attack", Of: "critical hit", N: 4, Total: 3, OK: true},
			{Kind: "check", Seat: "Bea", At: "Ann", What: "parry", Of: "failure", Total: -3}}},
		{N: 8, Seat: "Ann", Roll: []int{5, 4}, Do: "severe wound", P: .28, Events: []rules.Event{
			{Kind: "harm", Seat: "Bea", At: "Ann", What: "pierce", With: "long sword thrust", Of: "severe", N: 9, Total: 8, OK: true},
			{Kind: "wound", Seat: "Bea", At: "Ann", Of: "severe", N: 1, Left: 8}, {Kind: "spend", Seat: "Bea", What: "wound", Of: "ap", N: 3, Left: 5}}},
		{N: 9, Seat: "Ann", Do: "move > c2", Events: []rules.Event{{Kind: "declare", Seat: "Ann", What: "move", To: "c2", N: 2}, ap("Ann", 2, 2),
			{Kind: "outcome", Seat: "Ann", What: "move", Of: "success", OK: true}, {Kind: "move", Seat: "Ann", From: "b2", To: "c2"}}},
		{N: 10, Seat: "Ann", Do: "end the turn"},
		{N: 11, Seat: "Ann", Roll: []int{2}, Do: "8 AP", P: .6, Events: []rules.Event{{Kind: "check", Seat: "Ann", What: "recover stamina", N: 2, Total: -3},
			{Kind: "gain", Seat: "Ann", Of: "ap", N: 8, Left: 10}, {Kind: "turn", Seat: "Bea", Left: 5}}},
	}
}

// The law line of a turn has every action, answer, throw, wound and price.
func TestTheLawLineTellsATurn(t *testing.T) {
	wantLines(t, told(t, bridge(), feinted()),
		"law: R1 Ann wins the initiative (Ann 3, Cid 0, Bea 1, Dan 0); Ann begins",
		"law: R1 Ann (8→2)  long sword cut > Bea; parry (4); a feint; ct counter-attack with long sword thrust; ct counter-attack hits 62 %: throw 4, result 3 vs 0 critical hit; "+
			"Bea parry throw 0, result -3 vs 0 failure; as it fell 28 %: 5+4-1=8 pierce; severe wound (8 boxes left); Bea loses 3 AP · move > c2 · "+
			"recover stamina; recovers all 40 %: throw 2, result -3 vs 0; 8 AP back (10)")
}

// A turn that has only begun is not told before it is over: not when its seat is asked, nor where the record ends.
func TestATurnThatHasOnlyBegunIsNotNothing(t *testing.T) {
	teller := bridge().teller(t)
	for _, s := range feinted() {
		teller.Step(s)
	}
	if lines := teller.Flush(); len(lines) > 0 {
		t.Errorf("told when Bea is asked: %v", lines)
	}
	teller.Step(rules.Step{N: 12, Seat: "Bea", Do: "move > c3", Events: []rules.Event{{Kind: "declare", Seat: "Bea", What: "move", To: "c3", N: 2}, ap("Bea", 2, 3),
		{Kind: "outcome", Seat: "Bea", What: "move", Of: "success", OK: true}, {Kind: "move", Seat: "Bea", From: "d3", To: "c3"}}})
	if lines := teller.Step(rules.Step{N: 13, Seat: "Bea", Do: "end the turn", Events: []rules.Event{{Kind: "turn", Seat: "Ann", Left: 2}}}); len(lines) != 1 ||
		lines[0].Text != "R1 Bea (5→3)  move > c3" {
		t.Errorf("told when it is over: %v", lines)
	}
	if lines := teller.Step(rules.Step{N: 14, Seat: "Ann", Do: "end the turn", Events: []rules.Event{{Kind: "turn", Seat: "Bea", Left: 3}}}); len(lines) != 1 ||
		lines[0].Text != "R1 Ann (2→2)  nothing" {
		t.Errorf("told of a turn without a deed: %v", lines)
	}
}

// Nothing of a feint is told, by either voice, before it is revealed; and then only if somebody was fooled by it.
func TestAFeintIsToldWithItsReveal(t *testing.T) {
	for _, voice := range []string{"law", "scent"} {
		o := bridge()
		o.Voice = voice
		teller := o.teller(t)
		var before []narrate.Line
		for _, s := range feinted()[:4] {
			before = append(before, teller.Step(s)...)
		}
		for _, l := range append(before, teller.Flush()...) {
			if strings.Contains(l.Text, "feint") {
				t.Errorf("%s: told before its reveal: %q", voice, l.Text)
			}
		}
	}
	unanswered := feinted()
	unanswered[4].Do, unanswered[4].Events = "no reaction", unanswered[4].Events[2:]
	for name, c := range map[string]struct {
		steps []rules.Step
		want  bool
	}{"drawn": {feinted(), true}, "unanswered": {unanswered, false}} {
		fooled := false
		for _, f := range bridge().facts(c.steps) {
			fooled = fooled || f.Kind == "feint"
		}
		if fooled != c.want {
			t.Errorf("%s: a tale of a feint: %v, want %v", name, fooled, c.want)
		}
	}
}

// What is told of a turn is decided from its events.
func TestFactsOfATurn(t *testing.T) {
	blow := func(weapon, skill string, after ...rules.Event) []rules.Step {
		return []rules.Step{
			{N: 1, Seat: "Ann", Do: "begin", Events: []rules.Event{{Kind: "turn", Seat: "Ann", Left: 8}}},
			{N: 2, Seat: "Ann", Events: []rules.Event{{Kind: "declare", Seat: "Ann", At: "Bea", What: "melee attack", With: weapon, Of: skill, N: 4}}},
			{N: 3, Seat: "Ann", Roll: []int{1}, P: .5, Events: after},
		}
	}
	check := func(seat, at, what string, ok bool) rules.Event {
		return rules.Event{Kind: "check", Seat: seat, At: at, What: what, OK: ok}
	}
	deed := func(what string, after ...rules.Event) []rules.Step {
		steps := blow("", "", after...)
		steps[1].Events[0].What = what
		return steps
	}
	bea := rules.Event{Kind: "react", Seat: "Bea", At: "Ann", What: "parry", With: "axe", Of: "axes"}
	for name, c := range map[string]struct {
		steps  []rules.Step
		kind   string
		by, to string
		family string
	}{
		"a miss": {blow("dagger", "blades", check("Ann", "Bea", "melee attack", false)), "miss", "Ann", "Bea", "short"},
		"a parry": {blow("axe", "axes", bea, check("Ann", "Bea", "melee attack", false),
			rules.Event{Kind: "foil", Seat: "Bea", At: "Ann", What: "parry"}), "stopped", "Ann", "Bea", "axe"},
		"a wound": {blow("axe", "axes", rules.Event{Kind: "wound", Seat: "Bea", At: "Ann", Of: "minor", N: 1, Left: 3}), "wound", "Ann", "Bea", "axe"},
		"a fall":  {blow("axe", "axes", rules.Event{Kind: "down", Seat: "Bea", At: "Ann"}), "fall", "Ann", "Bea", "axe"},
		"a wound and a fall": {blow("axe", "axes", rules.Event{Kind: "wound", Seat: "Bea", At: "Ann", Of: "severe", N: 1},
			rules.Event{Kind: "down", Seat: "Bea", At: "Ann"}), "fall", "Ann", "Bea", "axe"},
		"no harm":            {blow("axe", "axes", rules.Event{Kind: "harm", Seat: "Bea", At: "Ann", Of: "no"}), "turned", "Ann", "Bea", "axe"},
		"a bind":             {blow("axe", "axes", rules.Event{Kind: "status", Seat: "Ann", At: "Bea", What: "bound", OK: true}), "bind", "Ann", "Bea", ""},
		"a dodged shot":      {blow("long bow", "bows", rules.Event{Kind: "foil", Seat: "Bea", At: "Ann", What: "dodge"}), "stopped", "Ann", "Bea", "bow"},
		"one caught unready": {blow("axe", "axes", rules.Event{Kind: "status", Seat: "Bea", What: "on guard", OK: true}), "roused", "Bea", "", ""},
		"a press":            {deed("press", check("Ann", "Bea", "press", true)), "press", "Ann", "Bea", ""},
		"a press wound away": {deed("press", check("Ann", "Bea", "press", true), rules.Event{Kind: "foil", Seat: "Bea", At: "Ann", What: "wind"}),
			"stopped", "Ann", "Bea", ""},
		"a pin":     {deed("pin", rules.Event{Kind: "status", Seat: "Bea", At: "Ann", What: "pinned", OK: true}), "pin", "Ann", "Bea", ""},
		"an escape": {deed("escape", check("Ann", "Bea", "escape", true)), "escape", "Ann", "Bea", ""},
		"half an escape": {deed("escape", check("Ann", "Bea", "escape", true), rules.Event{Kind: "status", Seat: "Ann", At: "Bea", What: "grappled", OK: true}),
			"", "", "", ""},
		"a disarming": {deed("disarm", rules.Event{Kind: "drop", Seat: "Bea", At: "Ann", With: "axe", To: "c2"}), "disarmed", "Bea", "Ann", ""},
		"a weak recovery": {deed("ready", check("Ann", "", "recover stamina", false), rules.Event{Kind: "gain", Seat: "Ann", Of: "ap", N: 1, Left: 3}),
			"", "", "", ""},
	} {
		got := bridge().facts(c.steps)
		if c.kind == "" {
			if len(got) > 0 {
				t.Errorf("%s: got %+v, want nothing", name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Kind != c.kind || got[0].By != c.by || got[0].To != c.to || got[0].Family != c.family {
			t.Errorf("%s: got %+v, want %s of %s at %s with %q", name, got, c.kind, c.by, c.to, c.family)
		}
	}
}

// A fight that begins in the midst of a turn: its round, and what was there, are known from what the turn takes.
func TestATurnThatHadBegunIsToldWhole(t *testing.T) {
	o := bridge()
	o.FirstRound = 3
	steps := []rules.Step{
		{N: 1, Seat: "Ann", Do: "long sword cut > Bea", Events: []rules.Event{
			{Kind: "declare", Seat: "Ann", At: "Bea", What: "melee attack", With: "long sword cut", N: 4}, {Kind: "spend", Seat: "Ann", Of: "ap", N: 4, Left: 8}}},
		{N: 2, Seat: "Bea", Do: "no reaction"},
		{N: 3, Seat: "Ann", Do: "end the turn", Events: []rules.Event{{Kind: "turn", Seat: "Bea", Left: 5}}},
	}
	wantLines(t, told(t, o, steps),
		"law: R3 Ann (12→8)  long sword cut > Bea")
}
