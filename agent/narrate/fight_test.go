package narrate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// enacted is what telling one takes.
type enacted struct {
	narrate.Options
	System string
}

// teller returns one at the fight's beginning.
func (f enacted) teller(t testing.TB) *narrate.Teller {
	t.Helper()
	teller, err := narrate.NewTeller(f.Options, agent.Dialect(f.System))
	if err != nil {
		t.Fatal(err)
	}
	return teller
}

func (f enacted) facts(steps []rules.Step) []rules.Fact {
	return narrate.Facts(f.Options, agent.Dialect(f.System), steps)
}

// played returns a whole fight of a built-in encounter, and what telling it takes.
func played(t testing.TB, encounter string, seed uint64, player agent.Agent) (enacted, []rules.Step) {
	t.Helper()
	name, data, err := agent.ReadEncounter(encounter)
	if err != nil {
		t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	seats, err := agent.AssignAgents(f.Roster(), player, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Run(t.Context(), f, seats, func(rules.Step) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return enacted{System: f.Header().System, Options: narrate.Options{Title: agent.Title(f), Roster: f.Roster(),
		Scenery: f.Scenery(), Seed: seed, Match: agent.IsSparring(f)}}, f.Steps()
}

// fights calls each with whole fights of every encounter, sensible and wild, so many of each, or one with a sample.
func fights(t *testing.T, seeds int, each func(o enacted, steps []rules.Step)) {
	seeds = rulestest.Few(1, seeds)
	for _, encounter := range agent.Encounters("breath") {
		for _, player := range []agent.Agent{agent.Greedy{}, agent.Random{}} {
			for seed := range uint64(seeds) {
				each(played(t, encounter, seed, player))
			}
		}
	}
	for _, encounter := range agent.Encounters("tempo") {
		for seed := range uint64(seeds) {
			each(played(t, encounter, seed, lively{}))
		}
	}
}

// lively draws the kind of a decision first: where a hundred squares can be walked to and one foe struck, it strikes as
// often as it walks, and it ends a turn only when nothing else is left.
type lively struct{}

func (lively) String() string { return "lively" }

func (lively) Choose(_ context.Context, f agent.View) (rules.Action, error) {
	kinds := map[string][]fight.Option{}
	var names []string
	for _, o := range f.Options() {
		if o.Phase == "end" && len(f.Options()) > 1 {
			continue
		}
		if len(kinds[o.Phase]) == 0 {
			names = append(names, o.Phase)
		}
		kinds[o.Phase] = append(kinds[o.Phase], o)
	}
	dice := f.Dice(len(names), 1<<20)
	among := kinds[names[dice[0]-1]]
	return among[dice[1]%len(among)].Action, nil
}

// told returns a whole fight told.
func told(t testing.TB, f enacted, steps []rules.Step) []narrate.Line {
	t.Helper()
	teller := f.teller(t)
	var lines []narrate.Line
	for _, s := range fight.StandingSteps(steps) {
		lines = append(lines, teller.Step(s)...)
	}
	return append(lines, teller.Close()...)
}

// The same record reads the same, at once or step by step, and a word before each new breath changes nothing.
func TestAFightReadsTheSameHoweverItIsTold(t *testing.T) {
	fights(t, 6, func(o enacted, steps []rules.Step) {
		want, err := narrate.Tell(o.Options, agent.Dialect(o.System), steps)
		if err != nil {
			t.Fatal(err)
		}
		for _, early := range []bool{false, true} {
			teller := o.teller(t)
			var got []narrate.Line
			for _, s := range steps {
				if early && len(s.Events) > 0 && s.Events[0].Kind == "breath" {
					got = append(got, teller.Flush()...)
				}
				got = append(got, teller.Step(s)...)
			}
			if got = append(got, teller.Close()...); !slices.Equal(got, want) {
				i := 0
				for i < min(len(got), len(want)) && got[i] == want[i] {
					i++
				}
				t.Fatalf("%s, seed %d: told step by step it reads otherwise: %v, want %v", o.Title, o.Seed, got[i:], want[i:])
			}
		}
	})
}

// Every fight has an opening and an end, and nothing of a slot is left in any line.
func TestEveryFightHasABeginningAndAnEnd(t *testing.T) {
	fights(t, 6, func(o enacted, steps []rules.Step) {
		lines := told(t, o, steps)
		if lines[0].Kind != narrate.Tale {
			t.Errorf("%s, seed %d begins %v", o.Title, o.Seed, lines[:2])
		}
		last := lines[len(lines)-2:]
		if last[0].Kind != narrate.Law || !strings.HasPrefix(last[0].Text, "End in round ") || last[1].Kind != narrate.Tale {
			t.Errorf("%s, seed %d ends %v", o.Title, o.Seed, last)
		}
		for _, l := range lines {
			if strings.ContainsAny(l.Text, "{}\n") || l.Kind == narrate.Tale && (strings.Contains(l.Text, "  ") || !strings.HasSuffix(l.Text, ".")) {
				t.Errorf("%s, seed %d: %q", o.Title, o.Seed, l.Text)
			}
		}
	})
}
