package work_test

import (
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/jobs/jobstest"
	"kokyu/agent/work"
	"kokyu/rules/fight"
	"kokyu/search"
)

// begin begins a built-in encounter.
func begin(t *testing.T, encounter string, seed uint64) *fight.Fight {
	t.Helper()
	name, data, err := agent.ReadEncounter(encounter)
	if err != nil {
		t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Many fights, begun where a fight under way stands, have the same tally whoever fights them.
func TestAMatchIsTheSameWhoeverWorks(t *testing.T) {
	f := begin(t, "ambush", 4)
	for range 9 {
		if _, err := f.Roll(); err != nil {
			if _, err := f.Play(f.Options()[0].Action); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, swap := range []bool{false, true} {
		jobstest.Same(t, work.Kinds(), 9, func(p *jobs.Pool) any {
			m := agent.Match{Fight: f, Agents: [2]agent.Agent{agent.Greedy{}, agent.Random{}}, Count: 9, Swap: swap, Seed: 3}
			tally, err := work.PlayMatch(t.Context(), m, p)
			if err != nil {
				t.Fatal(err)
			}
			return tally
		})
	}
}

// A fight is sent with its steps, and one that has lost them is not sent.
func TestAFightIsSentWithItsSteps(t *testing.T) {
	f := begin(t, "oni", 2)
	if _, err := f.Edit(fight.LeaveEdit(f.Name(0)), "gone home"); err != nil {
		t.Fatal(err)
	}
	sent, err := work.Encode(f)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := sent.Begin(); err != nil || !again.Same(f) {
		t.Errorf("it begins elsewhere: %v", err)
	}
	if _, err := work.Encode(f.Fork()); err == nil || !strings.Contains(err.Error(), "steps") {
		t.Errorf("without its steps: %v", err)
	}
}

// Every agent is the same after it was sent; one that decides by the clock or reads a file is not sent.
func TestAgentsAreSentAsTheyAre(t *testing.T) {
	for _, spec := range []string{"search nodes=300", "search nodes=20000 level=3 temper=craven",
		"search nodes=9 depth=2 leaf=rest:0.123456789,many:1", "greedy", "random", "search nodes=500 level=6"} {
		a, err := agent.Parse(t.Context(), spec, search.Limits{Nodes: 20_000}, agent.Kinds)
		if err != nil {
			t.Fatal(err)
		}
		sent, err := work.EncodeAgent(a)
		if err != nil {
			t.Fatal(err)
		}
		again, err := work.DecodeAgent(t.Context(), sent)
		if err != nil || again.String() != a.String() {
			t.Errorf("%s came as %v, %v", a, again, err)
		}
	}
	if _, err := work.EncodeAgent(&agent.Search{Limits: search.Limits{Time: 1}}); err == nil {
		t.Error("an agent that decides by the clock was sent")
	}
	for _, spec := range []string{"search time=1s", "solved /etc/passwd", "human", "", strings.Repeat("x", 5000)} {
		if _, err := work.DecodeAgent(t.Context(), spec); err == nil {
			t.Errorf("%.20q came and was played", spec)
		}
	}
}
