package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// What a table waits for at most: for the next question where nobody looks ahead, and for the plans of six foes and all that
// they do of it.
const (
	questionMax = 100 * time.Millisecond
	groupMax    = 2 * time.Second
	drawnMax    = 5 * time.Second // for an encounter that nobody planned
)

// Measured on an idle machine with two cores; the best of three, as what is asked is how fast it can be, not how busy the
// machine is. Only with TIMED=1 in the environment: .ci/long.
func TestATableDoesNotWait(t *testing.T) {
	if !rulestest.MayMeasureTime() {
		t.Skip("measures time; TIMED=1 runs it")
	}
	for _, name := range []string{"ambush", "ganryu", "brawl", "sake-house"} {
		best := time.Duration(1 << 62)
		for range 3 {
			best = min(best, slowestQuestion(t, name))
		}
		t.Logf("%4d ms  from an answer to the next question, %s", best.Milliseconds(), name)
		if best > questionMax {
			t.Errorf("%s: a question is %v in coming, want at most %v", name, best, questionMax)
		}
	}
	best := time.Duration(1 << 62)
	for range 3 {
		best = min(best, sixTogether(t))
	}
	t.Logf("%4d ms  six foes planned and taken together", best.Milliseconds())
	if best > groupMax {
		t.Errorf("six foes take %v, want at most %v", best, groupMax)
	}
}

// An encounter is drawn, and is sound, before anybody wonders. Only with TIMED=1, as above.
func TestAnEncounterIsDrawnAtOnce(t *testing.T) {
	if !rulestest.MayMeasureTime() {
		t.Skip("measures time; TIMED=1 runs it")
	}
	for _, system := range agent.Systems() {
		slowest := time.Duration(0)
		for seed := range uint64(40) {
			start := time.Now()
			text, _, err := agent.Builtin().DrawEncounter(system, 1000+seed)
			if slowest = max(slowest, time.Since(start)); err != nil {
				t.Fatal(err)
			}
			if kind, err := agent.Builtin().Check("drawn.yaml", text); kind != "encounter" || err != nil {
				t.Errorf("%s, seed %d: %s, %v", system, 1000+seed, kind, err)
			}
		}
		t.Logf("%4d ms  the slowest of forty encounters, %s", slowest.Milliseconds(), system)
		if slowest > drawnMax {
			t.Errorf("%s: an encounter is %v in coming, want at most %v", system, slowest, drawnMax)
		}
	}
}

// slowestQuestion returns the longest from an answer, dice or a choice, to the next question on the screen, in a fight in which
// people play all seats and throw all dice.
func slowestQuestion(t *testing.T, name string) (slowest time.Duration) {
	_, data, err := agent.ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	s := sitting(t, name, data, session.Setup{Seed: 1, ByHand: []string{""}, Voice: "scent", Standard: session.Person{}})
	p := newPrompt(&app{App: &cli.App{In: strings.NewReader(""), Out: io.Discard}}, s)
	b, c := &bout{app: p.app, Session: s}, p.client
	p.onStep, p.beforeQuestion = b.hear, b.showNews
	for range 150 {
		q := c.Question()
		line := "take"
		switch q.Kind {
		case session.Over:
			return slowest
		case session.Dice:
			line = "roll"
		case session.Decision:
			v, err := c.Line(t.Context(), "options")
			if err != nil {
				t.Fatal(err)
			}
			options := v.(session.Choices).Options
			line = "do " + options[c.StepCount()%len(options)].Words
		default:
			line = "play"
		}
		start := time.Now()
		if _, err := p.call(t.Context(), line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		p.beforeQuestion(t.Context())
		if q := c.Question(); q.Kind == session.Decision {
			if _, err := p.offer(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
		slowest = max(slowest, time.Since(start))
	}
	return slowest
}

func sitting(t *testing.T, name string, data []byte, o session.Setup) *session.Session {
	t.Helper()
	s, err := session.Open(agent.Builtin(), name, data, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const sixText = `version: 1
system: breath
title: Six of Them
sides:
  - {name: travellers, fighters: [{who: hatamoto, name: Masamune}, {who: spear lord, name: Tomoe}]}
  - {name: bandits, fighters: [bandit: 6]}
`

// sixTogether returns how long it takes to plan six foes at 20,000 nodes, and then until somebody else is asked.
func sixTogether(t *testing.T) time.Duration {
	s := sitting(t, "six.yaml", []byte(sixText),
		session.Setup{Seed: 1, Voice: "scent", Standard: &agent.Search{Limits: search.Limits{Nodes: agent.NodesUsual}},
			Agents: map[string]agent.Agent{"travellers": session.Person{}}})
	s.Ask = true
	c := session.Client{Session: s}
	for !c.Question().Proposal { // the travellers breathe first
		if _, err := c.Line(t.Context(), "do close the round"); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	out, err := c.Line(t.Context(), "plans bandits")
	if err != nil || len(out.(session.Plans).Plans) != 6 {
		t.Fatalf("%+v, %v", out, err)
	}
	if _, err := c.Line(t.Context(), "all bandits"); err != nil {
		t.Fatal(err)
	}
	return time.Since(start)
}
