package evals

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

const randomSuite = `version: 1
name: any
measure: [strength, pace]
encounters: [random breath 1..3, random tempo 4..6]
agent: greedy
against: random
fights: 4
luck: 0
`

// Random encounters of one name are one row; the pair of a seed is fought in the encounter of that seed, and after the
// last comes the first.
func TestRandomEncountersAreOneRow(t *testing.T) {
	dir := folder(t, map[string]string{"any.yaml": randomSuite})
	do := func(cores int) Report {
		s := suite(t, filepath.Join(dir, "any.yaml"))
		return measured(t, &Run{Suite: s, Question: Question{Agents: []agent.Agent{s.Agent}, Seed: s.Seed, Cores: cores}})
	}
	one, two := do(1), do(2)
	if !reflect.DeepEqual(one, two) {
		t.Errorf("one core: %+v\ntwo: %+v", one, two)
	}
	rows := one.Agents[0].Strength.Encounters
	if len(rows) != 2 || rows[0].Encounter != "random breath 1..3" || rows[0].Pairs != 4 || rows[1].Encounter != "random tempo 4..6" {
		t.Errorf("the rows are %+v", rows)
	}
	if p := one.Agents[0].Pace.Encounters; len(p) != 2 || p[0].Fights != 4 {
		t.Errorf("the pace is %+v", p)
	}
}

func TestAPairIsFoughtInTheEncounterOfItsSeed(t *testing.T) {
	c := agent.Builtin()
	all, err := DrawEncounter(c, "random breath 1..3")
	if err != nil {
		t.Fatal(err)
	}
	x := Arena{Agents: [2]agent.Agent{agent.Greedy{}, agent.Random{}}, Pairs: 1, Cores: 1}
	fought := func(seed uint64, e Encounter) Standing {
		x.Seed, x.Encounters = seed, []Encounter{e}
		s, err := x.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for seed, in := range map[uint64]uint64{1: 1, 2: 2, 3: 3, 4: 1} {
		_, f, err := c.DrawEncounter(rows.System, in)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fought(seed, all).All, fought(seed, Encounter{Name: "alone", Fights: []*fight.Fight{f}}).All; !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: %+v, in the encounter of seed %d %+v", seed, got, in, want)
		}
	}
}

// What is wrong with a name is said where it stands.
func TestMistakesInNamesOfRandomEncountersHavePlaces(t *testing.T) {
	for name, want := range map[string]string{
		"random breath":                          `s.yaml:4:14: "random breath" names no random encounters: want as in "random breath 1..200"`,
		"random breath 3..1":                     `s.yaml:4:14: "3..1" are no seeds: want`,
		"random breath 1..1001":                  `s.yaml:4:14: "1..1001" are no seeds: want`,
		"random breath -1..2":                    `s.yaml:4:14: "-1..2" are no seeds: want`,
		"random breth 1..2":                      `s.yaml:4:14: no rule system is called "breth": want ` + text.OneOf("breth", agent.Systems()),
		"random breath 1..2, random breath 1..2": `s.yaml:4:34: the encounter "random breath 1..2" is there twice: want it once`,
	} {
		text := "version: 1\nname: n\nmeasure: [strength]\nencounters: [" + name + "]\nagent: greedy\nagainst: random\n"
		if _, err := ParseSuite(t.Context(), "s.yaml", []byte(text), ".", agent.Builtin()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", name, err, want)
		}
	}
	solved := "version: 1\nname: n\nmeasure: [strength, way]\nencounters: [random tempo 1..1]\nagent: greedy\nagainst: random\n"
	if _, err := ParseSuite(t.Context(), "s.yaml", []byte(solved), ".", agent.Builtin()); err == nil ||
		!strings.Contains(err.Error(), "s.yaml:3:21: the measure way of random encounters, which nobody solves: want calibration, pace or strength") {
		t.Errorf("%v", err)
	}
}
