package agent_test

import (
	"bytes"
	"context"
	"testing"

	"kokyu/agent"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// The same seed gives the same encounter on one core and on two, and each side wins it about as often with dice that were not
// thrown to choose it.
func TestAnEvenEncounterIsWonByEitherSide(t *testing.T) {
	rulestest.NeedsMore(t)
	c := agent.Builtin()
	e, err := c.DrawEven(context.Background(), "tempo", 26, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.DrawEven(context.Background(), "tempo", 26, 1, nil)
	if err != nil || !bytes.Equal(again.Text, e.Text) || again.FightsPlayed != e.FightsPlayed {
		t.Errorf("another encounter on one core than on two, %v", err)
	}
	if e.Fights < 48 || e.Fights > 256 || e.Win < 0.42 || e.Win > 0.58 { // as docs/encounters.md says
		t.Errorf("it was found even by %d fights, of which the first side won %.3f", e.Fights, e.Win)
	}
	if kind, err := c.Check("even", e.Text); kind != "encounter" || err != nil {
		t.Errorf("it is of the kind %q: %v", kind, err)
	}
	mind := &agent.Search{Limits: search.Limits{Nodes: 500}}
	tally, err := agent.Match{Fight: e.Fight, Agents: [2]agent.Agent{mind, mind}, Count: 60, Seed: 1}.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if won := tally.Side.Mean; won < 0.25 || won > 0.75 {
		t.Errorf("the first side wins %.2f of 60 fights", won)
	}
}

// Whoever waits can stop.
func TestAnEvenEncounterCanBeStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := agent.Builtin().DrawEven(ctx, "breath", 1, 1, nil); err == nil {
		t.Error("no error")
	}
	if _, err := agent.Builtin().DrawEven(context.Background(), "breth", 1, 1, nil); err == nil {
		t.Error("a system that nobody knows")
	}
}
