package narrate_test

import (
	"slices"
	"testing"

	"kokyu/agent/narrate"
	"kokyu/rules"
)

// What is told of a breath is decided from its events: who, whom, with what, and why it came out so.
func TestFactsOfABreath(t *testing.T) {
	f := enacted{System: "breath", Options: narrate.Options{Roster: []rules.Fighter{{Name: "Ann", Team: "here"}, {Name: "Bea", Side: 1, Team: "there"}}}}
	begun := rules.Event{Kind: "breath", Seat: "Ann", N: 5, Left: 12}
	cut := rules.Event{Kind: "declare", Seat: "Ann", At: "Bea", What: "horizontal cut at the wrist", With: "uchigatana", Of: "blade", N: 2}
	attack := func(ok, double bool) rules.Event {
		return rules.Event{Kind: "check", Seat: "Ann", At: "Bea", What: "attack", OK: ok, Double: double}
	}
	react := func(paid int) rules.Event {
		return rules.Event{Kind: "react", Seat: "Bea", At: "Ann", What: "parry", With: "yari", Of: "spear", Paid: paid}
	}
	defense := func(ok bool) rules.Event {
		return rules.Event{Kind: "check", Seat: "Bea", At: "Ann", What: "defense", OK: ok}
	}
	wound := rules.Event{Kind: "wound", Seat: "Bea", At: "Ann", What: "horizontal cut", With: "uchigatana", Of: "blade", N: 1, Left: 2}
	feint := cut
	feint.What = "feint with the uchigatana"
	for name, c := range map[string]struct {
		events []rules.Event
		kind   string
		causes []string
	}{
		"a miss":                    {[]rules.Event{cut, attack(false, false)}, "miss", nil},
		"a fumble":                  {[]rules.Event{cut, attack(false, true)}, "miss", []string{"fumble"}},
		"stopped by what was ready": {[]rules.Event{cut, attack(true, false), react(0), defense(true)}, "stopped", []string{"ready"}},
		"stopped in haste":          {[]rules.Event{cut, attack(true, false), react(2), defense(true)}, "stopped", []string{"hurried"}},
		"a wound past a late parry": {[]rules.Event{cut, attack(true, false), react(2), defense(false), wound}, "wound", []string{"late", "hurried"}},
		"a wound nobody answered":   {[]rules.Event{cut, attack(true, false), wound}, "wound", []string{"unanswered"}},
		"a critical":                {[]rules.Event{cut, attack(true, true), wound}, "wound", []string{"critical", "unanswered"}},
		"a wound of an overload held": {[]rules.Event{cut, {Kind: "overload", Seat: "Ann", N: 2}, {Kind: "check", Seat: "Ann", What: "overload", OK: true},
			attack(true, false), wound}, "wound", []string{"overload", "unanswered"}},
		"an overload that breaks": {[]rules.Event{cut, {Kind: "overload", Seat: "Ann", N: 2}, {Kind: "check", Seat: "Ann", What: "overload"}}, "broke", nil},
		"a feint taken for a blow": {[]rules.Event{feint, attack(true, false), {Kind: "guard", Seat: "Bea", At: "Ann", What: "a feint landed", N: 1}},
			"feint", []string{"unanswered"}},
		"a fall": {[]rules.Event{cut, attack(true, false), wound, {Kind: "down", Seat: "Bea", At: "Ann"}}, "fall", []string{"unanswered"}},
		"a blow that struck a weapon": {[]rules.Event{cut, attack(true, false), {Kind: "status", Seat: "Bea", What: "disarmed", With: "yari", OK: true}},
			"disarmed", nil},
		"a casting begun": {[]rules.Event{{Kind: "chant", Seat: "Ann", What: "talisman burst", N: 1, Left: 2}}, "chant", nil},
		"a broken squad":  {[]rules.Event{{Kind: "rout", Seat: "Bea"}}, "rout", nil},
	} {
		var steps []rules.Step
		for i, e := range append([]rules.Event{begun}, c.events...) {
			steps = append(steps, rules.Step{N: i + 1, Seat: "Ann", P: .5, Events: []rules.Event{e}})
		}
		if name == "a fall" { // the Wound and the fall are one step
			steps[3].Events = append(steps[3].Events, steps[4].Events...)
			steps = steps[:4]
		}
		got := f.facts(steps)
		if len(got) == 0 || got[len(got)-1].Kind != c.kind || !slices.Equal(got[len(got)-1].Causes, c.causes) {
			t.Errorf("%s: got %+v, want %s because of %v", name, got, c.kind, c.causes)
		}
		if last := got[len(got)-1]; c.kind == "wound" && (last.What != "horizontal cut" || last.Part != "wrist" ||
			last.With != "uchigatana" || last.Depth < .3 || !last.First) {
			t.Errorf("%s: %+v", name, last)
		}
	}
}
