package agent_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
)

// A seed gives one text on every machine, whatever the estimate becomes: another one is other rows or another draw, and a
// suite of random encounters is another suite then.
func TestASeedDrawsTheSameEncounter(t *testing.T) {
	c := agent.Builtin()
	for _, system := range agent.Systems() {
		for _, seed := range []uint64{1, 2, 3} {
			text, f, err := c.DrawEncounter(system, seed)
			if err != nil {
				t.Fatal(err)
			}
			rulestest.Golden(t, filepath.Join("testdata", fmt.Sprintf("random-%s-%d.yaml", system, seed)), string(text))
			if again, err := c.NewFight("again", text, agent.Setup{Seed: seed}); err != nil || !again.Same(f) {
				t.Errorf("%s %d: its text begins another fight, %v", system, seed, err)
			}
		}
	}
}

// The first two hundred of each system are sound files of three and more, in few of which one side is much the stronger even
// by an estimate that has changed since they were drawn.
func TestTheFirstTwoHundredAreSoundAndLevel(t *testing.T) {
	c := agent.Builtin()
	drawn := rulestest.Few(50, 200)
	most := map[string]int{"breath": 5, "tempo": 4, "keep": 4}
	for _, system := range agent.Systems() {
		seen, aims, uneven := map[string]uint64{}, 0, 0
		for seed := uint64(1); seed <= uint64(drawn); seed++ {
			text, f, err := c.DrawEncounter(system, seed)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s %d", system, seed)
			if kind, err := c.Check(name, text); kind != "encounter" || err != nil {
				t.Errorf("%s is of the kind %q: %v", name, kind, err)
			}
			if pages, err := c.Pages(name, text, book.PageRequest{}); err == nil {
				for _, p := range pages {
					if due := p.Due(); len(due) > 0 {
						t.Errorf("%s: %s may still choose %v", name, p.Name, due)
					}
				}
			}
			var sides [2]int
			for _, r := range f.Roster() {
				sides[r.Side]++
			}
			if limit, known := most[system]; min(sides[0], sides[1]) < 1 || sides[0]+sides[1] < 3 || known && max(sides[0], sides[1]) > limit {
				t.Errorf("%s has %v a side", name, sides)
			}
			if win := (1 + f.Score()) / 2; win < 0.25 || win > 0.75 {
				uneven++
			}
			if f.Turn().Kind == rules.Over {
				t.Errorf("%s is over before it begins", name)
			}
			if other, known := seen[string(text)]; known {
				t.Errorf("%s is that of seed %d", name, other)
			}
			seen[string(text)] = seed
			if strings.Contains(string(text), "\nobjective:") {
				aims++
			}
		}
		if aims < drawn/5 || aims > drawn*3/5 {
			t.Errorf("%s: %d of %d have an objective", system, aims, drawn)
		}
		if uneven > drawn/10 {
			t.Errorf("%s: one side wins more than three in four of %d", system, uneven)
		}
	}
}

// Seeds after those whose draws are kept give the first level one, of a house's own rows, too.
func TestLaterSeedsDrawLevelEncounters(t *testing.T) {
	house, err := agent.Builtin().With("house.yaml",
		[]byte("version: 1\ncombatants:\n  giant: {grade: lord, energy: 15, wounds: 20, defense: 20, weapons: [kanabo]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []agent.Catalogue{agent.Builtin(), house} {
		for seed := uint64(201); seed <= 205; seed++ {
			_, f, err := c.DrawEncounter("breath", seed)
			if err != nil {
				t.Fatal(err)
			}
			if win := (1 + f.Score()) / 2; win < 0.3 || win > 0.7 {
				t.Errorf("seed %d is won by the first side %.2f of the time", seed, win)
			}
		}
	}
}
