package tempo

import (
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/search"
)

// What a side wants besides the other side's fall.

// meadow returns a setup on three by five squares with an objective.
func meadow(objective string, us ...man) setup {
	if len(us) == 0 {
		us = []man{{name: "Ann", at: "b2"}}
	}
	return setup{us: us, them: []man{{name: "Bea", at: "d2"}}, ground: `[".....", ".....", "....."]`, more: objective}
}

// wantEnd says how the fight has ended.
func (b *bout) wantEnd(side, why string) {
	b.t.Helper()
	if turn := b.f.Turn(); turn.Kind != rules.Over {
		b.t.Fatalf("the fight waits for %s of %s, want it over", turn.Kind, b.f.Name(turn.Seat))
	}
	if got := b.events("end"); len(got) != 1 || got[0].Seat != side || got[0].What != why {
		b.t.Errorf("told %+v, want %q for %q", got, why, side)
	}
}

// K-03: a side is away when all of it stand where the map ends.
func TestGettingAway(t *testing.T) {
	b := meadow("objective: {for: us, goal: escape}").begin(t)
	b.play("move > a1")
	b.wantEnd("us", "they are away")

	b = meadow("objective: {for: us, goal: escape, to: [a1]}").begin(t)
	b.play("move > a2")
	b.wantTurn("Ann", rules.Decide) // an edge, but not the way out
	b.play("move > a1")
	b.wantEnd("us", "they are away")

	both := []man{{name: "Ann", at: "b2"}, {name: "Al", at: "b3"}}
	b = meadow("objective: {for: us, goal: escape, to: [a1, a2]}", both...).begin(t)
	b.play("move > a1", "end the turn")
	b.wantTurn("Al", rules.Decide) // not without him
	b.play("move > a2")
	b.wantEnd("us", "they are away")
}

// The way out is farther than any search sees, around a wall, and is walked all the same.
func TestGettingAwayBeyondTheHorizon(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "b3"}}, them: []man{{name: "Bea", at: "a1"}}, more: "objective: {for: us, goal: escape, to: [l3]}",
		ground: `["......#.....", "......#.....", "......#.....", "......#.....", "............"]`}
	g, s, _ := sc.begin(t).position()
	x := search.New[State](g)
	turns := 0
	for g.Turn(&s).Kind != rules.Over {
		turn := g.Turn(&s)
		switch {
		case turn.Kind == rules.Chance:
			g.Play(&s, g.Odds(&s, nil)[0].Action, nil)
		case s.phase == phTurn && turn.Seat == 0:
			turns++
			r, err := x.Search(t.Context(), s, search.Limits{Nodes: 3000})
			if err != nil {
				t.Fatal(err)
			}
			if turns == 1 && (r.Coverage.Depth+r.Coverage.Width == 0 || r.Value > 0.9) {
				t.Fatalf("the first search sees %+v, worth %v: want some of what follows, but not the way out", r.Coverage, r.Value)
			}
			g.Play(&s, r.Best, nil)
		default: // Bea stands and lets her go
			all := g.Actions(&s, nil)
			g.Play(&s, all[len(all)-1], nil)
		}
	}
	if s.over != rules.EndFirst || turns > 10 {
		t.Errorf("the fight ended as %d after %d decisions, want Ann away within 10", s.over, turns)
	}
}

// K-03: who is held by a foe is not away; who is free of him is.
func TestTheHeldDoNotGetAway(t *testing.T) {
	sc := meadow("objective: {for: us, goal: escape, to: [c2]}")
	b := sc.begin(t)
	g, s, _ := b.position()
	s.seats[0].square = g.ground.squareOf("c2")
	s.join(0, 1, grappled)
	if g.endIfDecided(&s, nil) {
		t.Error("one in a grapple is away, want it held")
	}
	s.separate(0)
	if !g.endIfDecided(&s, nil) || s.over != rules.EndFirst {
		t.Errorf("one who is free is not away: the fight ended as %d", s.over)
	}
}

// The one to be downed, and the one to be kept safe.
func TestTheOneWhoCounts(t *testing.T) {
	for objective, want := range map[string]string{
		"{for: us, goal: down, who: Bea}":      "us",
		"{for: them, goal: protect, who: Bea}": "us",
		"{for: them, goal: down, who: Ann}":    "",
	} {
		sc := meadow("objective: " + objective)
		sc.them = append(sc.them, man{name: "Bob", at: "e3"})
		b := sc.begin(t)
		g, s, _ := b.position()
		s.seats[b.seat("Bea")] = seat{}
		var log rules.Log
		switch over := g.endIfDecided(&s, &log); {
		case want == "" && over:
			t.Errorf("%s: the fall of Bea ends the fight", objective)
		case want != "" && (!over || log.Events[0].Seat != want || log.Events[0].What != "Bea is down"):
			t.Errorf("%s: told %+v, want Bea is down, for %s", objective, log.Events, want)
		}
	}
}

// R-TP-54: at the cap it is a draw, or goes against the side that has not reached its objective, or as the encounter says.
func TestTheCapAndTheObjective(t *testing.T) {
	for more, want := range map[string][2]string{
		"":                 {"", "the rounds are over"},
		"at the cap: them": {"them", "the rounds are over"},
		"objective: {for: us, goal: last, rounds: 1}":        {"us", "they held to the last"},
		"objective: {for: us, goal: escape, to: [a1]}":       {"them", "the rounds are over"},
		"objective: {for: us, goal: down, who: Bea}":         {"them", "the rounds are over"},
		"objective: {for: them, goal: protect, who: Bea}":    {"them", "the rounds are over"},
		"at the cap: us\nobjective: {for: us, goal: escape}": {"us", "the rounds are over"},
	} {
		b := meadow("rounds: 1\n" + more).begin(t)
		b.play("end the turn", "end the turn")
		b.wantEnd(want[0], want[1])
		if t.Failed() {
			t.Fatal(strings.ReplaceAll(more, "\n", ", "))
		}
	}
}

// An escape needs a way out, and somebody who has not taken it.
func TestAnEscapeThatIsNone(t *testing.T) {
	for want, sc := range map[string]setup{
		"an escape in a fight without a map: want a map: with a way out": {us: []man{{name: "Ann"}},
			them: []man{{name: "Bea"}}, more: "objective: {for: us, goal: escape}"},
		"an escape of those who are away already: want a start inside the map, or other squares under to:": meadow("objective: {for: us, goal: escape}",
			man{name: "Ann", at: "a1"}),
	} {
		_, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
		wantProblem(t, want, err, want)
	}
}

// The word of the table ends a fight: who concedes has lost.
func TestWhoConcedesHasLost(t *testing.T) {
	for team, winner := range map[string]rules.Side{"us": 1, "them": 0} {
		b := duel(t, "", "")
		if _, err := b.f.Edit(team+" concedes", "enough"); err != nil {
			t.Fatal(err)
		}
		if side, draw, over := b.f.Winner(); draw || !over || side != winner {
			t.Errorf("%s concede: side %d wins (draw %t, over %t), want %d", team, side, draw, over, winner)
		}
	}
}

// A fight ended by word has the winner it names, or none; nobody's turn is left in it, and no aim.
func TestAFightEndedByWord(t *testing.T) {
	for won, over := range map[rules.Side]uint8{0: rules.EndFirst, 1: rules.EndSecond, rules.Neither: rules.EndDraw} {
		g, s, _ := meadow("").begin(t).position()
		s.aimedAt, s.round = 2, 3
		want := State{seats: s.seats, round: 3, phase: phOver, over: over}
		if g.End(&s, won, "", nil); s != want {
			t.Errorf("ended for %d it is %+v, want %+v", won, s, want)
		}
	}
}
