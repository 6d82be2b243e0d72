package evals

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// The suite is of every built-in encounter: one more is measured too.
func TestThePaceIsOfEveryEncounter(t *testing.T) {
	var names []string
	for _, e := range suite(t, "pace").Encounters {
		names = append(names, e.Name)
	}
	all := agent.Encounters()
	slices.Sort(names)
	slices.Sort(all)
	if !slices.Equal(names, all) {
		t.Errorf("the suite measures %v, want %v", names, all)
	}
}

// idler decides for whatever does nothing more, where there is such a thing.
type idler struct{ idle []string }

func (i idler) Choose(_ context.Context, v agent.View) (rules.Action, error) {
	options := v.Options()
	k := slices.IndexFunc(options, func(o fight.Option) bool { return slices.Contains(i.idle, o.Words) })
	return options[max(0, k)].Action, nil
}

func (idler) String() string { return "idler" }

// paced returns the pace of an agent on some encounters.
func paced(t *testing.T, a agent.Agent, fights int, cores int, names ...string) Report {
	t.Helper()
	dir := folder(t, map[string]string{"p.yaml": "version: 1\nname: p\nmeasure: [pace]\nencounters: [" + strings.Join(names, ", ") + "]\nagent: random\n" +
		"thresholds: {undecided: 0, held: 0, idle: 0, rounds-most: 6, rounds-least: 3}\n"})
	s := suite(t, filepath.Join(dir, "p.yaml"))
	s.Fights = fights
	return measured(t, &Run{Suite: s, Question: Question{Agents: []agent.Agent{a}, Seed: 1, Cores: cores}})
}

// Who closes every round shows nothing but held breaths, and who ends every turn within reach only idle ones; neither
// fight is ever decided.
func TestWhoDoesNothingHasNoPace(t *testing.T) {
	for _, c := range []struct{ name, system string }{{"mirror", "breath"}, {"crossing-small", "tempo"}} {
		about, err := agent.About(c.system)
		if err != nil {
			t.Fatal(err)
		}
		r := paced(t, idler{about.IdleDecisions}, 2, 1, c.name)
		g := r.Agents[0].Pace.Encounters[0]
		share := g.Held
		if about.HoldPhases == nil {
			share = g.Idle
		}
		if g.Undecided != 1 || share == nil || *share != 1 || g.Fights != 2 || g.Stretches < 8 {
			t.Errorf("%s: %+v, a share of %v, want two undecided fights of nothing", c.name, g, *share)
		}
		if (g.Held == nil) == (g.Idle == nil) {
			t.Errorf("%s: held %v and idle %v, want the one its system has", c.name, g.Held, g.Idle)
		}
		if r.Passed || r.Thresholds[0].OK || !r.Thresholds[4].OK {
			t.Errorf("%s: thresholds %+v", c.name, r.Thresholds)
		}
	}
}

// Where a turn begins with a stance, who is in reach shows in the next decision; and a fight that ends because nobody
// strikes is as little decided as one whose rounds are over.
func TestAStanceAloneIsNoDeed(t *testing.T) {
	about, err := agent.About("keep")
	if err != nil {
		t.Fatal(err)
	}
	const near = `version: 1
system: keep
title: Face to Face
map: ["........"]
sides: [{name: one, fighters: [{who: ronin, name: Ann, at: a1}]}, {name: other, fighters: [{who: ronin, name: Bea, at: b1}]}]
`
	far := strings.Replace(near, "at: b1", "at: h1", 1)
	dir := folder(t, map[string]string{"near.yaml": near, "far.yaml": far,
		"p.yaml": "version: 1\nname: p\nmeasure: [pace]\nencounters: [near.yaml, far.yaml]\nagent: random\n"})
	s := suite(t, filepath.Join(dir, "p.yaml"))
	s.Fights = 2
	r := measured(t, &Run{Suite: s, Question: Question{Agents: []agent.Agent{idler{about.IdleDecisions}}, Seed: 1, Cores: 1}})
	for k, idle := range []float64{1, 0} {
		g := r.Agents[0].Pace.Encounters[k]
		if g.Undecided != 1 || g.Held == nil || *g.Held != 1 || g.Idle == nil || *g.Idle != idle {
			t.Errorf("%s: %+v, want two undecided fights of nothing, %v of it in reach", g.Encounter, g, idle)
		}
	}
}

func TestThePaceIsTheSameOnAnyNumberOfCores(t *testing.T) {
	one := paced(t, agent.Random{}, 6, 1, "ambush", "crossing-small")
	if three := paced(t, agent.Random{}, 6, 3, "ambush", "crossing-small"); !reflect.DeepEqual(one, three) {
		t.Errorf("one core: %+v\nthree: %+v", one, three)
	}
}

// The first fight anyone sees is decided, and most of what is told of it happens.
func TestTheDefaultFightGoesSomewhere(t *testing.T) {
	a, err := agent.Parse(t.Context(), "search nodes=4000", agent.Search{}.Limits, agent.Kinds)
	if err != nil {
		t.Fatal(err)
	}
	g := paced(t, a, 8, 2, agent.Encounters(agent.DefaultSystem)[0]).Agents[0].Pace.Encounters[0]
	if g.Undecided > 0 || *g.Held > 0.3 || g.Rounds.Mean < 2 || g.Rounds.Mean > 6 {
		t.Errorf("eight fights of %s: %+v, held %.2f", g.Encounter, g, *g.Held)
	}
}
