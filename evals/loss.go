package evals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
)

// lossMeans explains the figures of [lossReport] in reports.
const lossMeans = "The win chance an agent gives away in a whole duel, in mWP, worked out over every line without playing: loss is the duel's value less " +
	"what the agent gets against best play, exploitability less what it gets against the best response to it"

// lossReport is the win chance that an agent loses in whole duels, on each side, see [lossMeans].
type lossReport struct {
	Seats          []duelLoss `json:"seats"`
	Loss           float64    `json:"loss"`           // the mean over all seats, mWP a duel
	Exploitability float64    `json:"exploitability"` // the same
}

// duelLoss is the loss of an agent on one side of an encounter.
type duelLoss struct {
	Encounter      string  `json:"encounter"`
	Side           string  `json:"side"`
	Decisions      int     `json:"decisions"`      // of the agent's, how many can come up against the best response
	Value          float64 `json:"value"`          // of the duel for that side, 0 to 1
	Loss           float64 `json:"loss"`           // mWP
	Exploitability float64 `json:"exploitability"` // mWP
}

// measureLoss computes what the agent loses in every encounter of the suite, on both sides. It walks over all lines
// that can come up instead of playing fights, so that there is no noise. Only a solver's table can do that.
func (r *Run) measureLoss(ctx context.Context, a agent.Agent) (*lossReport, error) {
	found := &lossReport{}
	n := 2 * len(r.Suite.Encounters)
	for _, e := range r.Suite.Encounters {
		truth, err := r.solvedValues(e)
		if err != nil {
			return found, err
		}
		t, ok := truth.(*agent.Tablebase)
		value, known := truth.Value(e.Fights[0])
		if !ok || !known {
			return found, errors.New("the exact values of " + e.Name +
				" do not tell what an agent loses, want those of the solver")
		}
		roster := e.Fights[0].Roster()
		for side := range rules.Side(2) {
			one := slices.IndexFunc(roster, func(f rules.Fighter) bool { return f.Side == side })
			seat := duelLoss{Encounter: e.Name, Side: roster[one].Team, Value: agent.ForSide(value, side)}
			for _, response := range []bool{false, true} {
				win, decisions, err := t.EvaluateAgent(ctx, a, side, response, r.Cores)
				if err != nil {
					return found, fmt.Errorf("%s: %w", e.Name, err)
				}
				given := 1000 * (seat.Value - agent.ForSide(win, side))
				if response {
					seat.Exploitability, seat.Decisions = given, decisions
				} else {
					seat.Loss = given
				}
			}
			found.Seats = append(found.Seats, seat)
			found.Loss += seat.Loss / float64(n)
			found.Exploitability += seat.Exploitability / float64(n)
			r.samplesTaken++
			r.tell(a.String()+", whole duels", len(found.Seats), n)
		}
	}
	return found, nil
}

// sections returns the losses as a part of a report.
func (l *lossReport) sections(agentName string) []Section {
	rows := mapped(l.Seats, func(x duelLoss) []string {
		return []string{x.Encounter + ", " + x.Side, fmt.Sprint(x.Decisions), fmt.Sprintf("%.4f", x.Value),
			mwp(x.Loss), mwp(x.Exploitability)}
	})
	return []Section{{Title: "Loss of " + agentName, Lines: []string{lossMeans + "."}, Head: []string{"playing", "decisions", "value", "loss", "exploitability"},
		Rows: append(rows, []string{"mean", "", "", mwp(l.Loss), mwp(l.Exploitability)})}}
}
