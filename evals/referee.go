package evals

import (
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// refereeMeans explains the figures of [refereeReport] in reports.
const refereeMeans = "Where no exact value can be had, options of a position are played out to the end on common dice by a search, the luck of the dice taken off. " +
	"The best option is chosen by one half of the playouts and the loss of the agent's measured on the other, and the other way round: the mean, in mWP, with its 95 % interval " +
	"over positions; what an agent chose beyond the options played out is not judged"

// refereeReport is an agent judged by playouts, see [refereeMeans].
type refereeReport struct {
	Encounters []refereeRow `json:"encounters"`
	All        refereeRow   `json:"all"`
	decisions  []refereeDecision
}

// refereeRow is the loss of an agent over some positions.
type refereeRow struct {
	Encounter string         `json:"encounter"`
	Positions int            `json:"positions"`
	Judged    int            `json:"judged"` // where the agent chose one of the options played out
	Lost      agent.Interval `json:"lost"`   // mWP a decision
	First     float64        `json:"first"`  // share where the agent's option is the best of both halves together, 0 to 1
}

// storedPositions returns the positions of the suite's file, which must have been played out.
func (r *Run) storedPositions() (list []judgedPosition, err error) {
	for i, p := range r.Suite.Positions {
		if p.Standard == nil {
			return nil, fmt.Errorf("the position %s has not been played out, want its standard", quote(p.ID))
		}
		t := judgedPosition{Position: p}
		if t.fight, err = r.openPosition(p, r.Seed+uint64(i)); err != nil {
			return nil, err
		}
		for _, o := range p.Options {
			if !slices.ContainsFunc(t.fight.Options(), func(legal fight.Option) bool { return legal.Words == o }) {
				return nil, fmt.Errorf("the position %s has no option %s", quote(p.ID), quote(o))
			}
		}
		list = append(list, t)
	}
	return list, nil
}

// measureByReferee judges an agent by the playouts.
func (r *Run) measureByReferee(ctx context.Context, a agent.Agent) (*refereeReport, error) {
	list := r.refereePositions
	decisions, err := takeSamples(ctx, r, a, "refereed", len(list), ruledJobs.bench(ctx, a, list))
	if len(decisions) == 0 && err != nil {
		return nil, err
	}
	found := &refereeReport{All: refereeRowOf("all", decisions), decisions: decisions}
	for _, e := range r.Suite.Encounters {
		own := text.Keep(decisions, func(x refereeDecision) bool { return x.Encounter == e.Name })
		found.Encounters = append(found.Encounters, refereeRowOf(e.Name, own))
	}
	return found, err
}

// refereeDecision is one decision, judged by playouts.
type refereeDecision struct {
	Encounter string  `json:"encounter"`
	Did       string  `json:"did"`
	Best      string  `json:"best"`     // by both halves together
	Judged    bool    `json:"judged"`   // what was done is one of the options played out
	Lost      float64 `json:"lost_mwp"` // it can be negative, if the halves disagree
}

// ruledJobs are decisions at positions that were played out.
var ruledJobs = positionJobs[refereeDecision]{kind: "ruled", judge: (*judgedAgent).judgeByPlayouts, refuse: func(t judgedPosition) error {
	if s := t.Standard; s == nil || len(s.Halves) == 0 || len(s.Halves) != len(t.Options) {
		return fmt.Errorf("the position %s has not been played out", quote(t.ID))
	}
	return nil
}}

// judgeByPlayouts returns the agent's decision at a position, judged. One half of the playouts chooses the best option
// and the other half compares it with the agent's, and the other way round. If the same playouts did both, the best
// option would seem better than it is: it would be the one with the most luck.
func (m *judgedAgent) judgeByPlayouts(ctx context.Context, t judgedPosition) (refereeDecision, error) {
	a, _, err := m.choose(ctx, t.fight.Fork())
	if err != nil {
		return refereeDecision{}, fmt.Errorf("the position %s: %w", quote(t.ID), err)
	}
	options, side := t.fight.Options(), t.fight.Side(t.fight.Turn().Seat)
	did := optionOf(options, a).Words
	x := refereeDecision{Encounter: t.Encounter, Did: did, Best: t.Options[t.Standard.best(side, 0, 1)]}
	at := slices.Index(t.Options, did)
	if x.Judged = at >= 0; x.Judged {
		for half := range 2 {
			best := t.Standard.best(side, half)
			x.Lost += 1000 * (agent.ForSide(t.Standard.Halves[best][1-half], side) - agent.ForSide(t.Standard.Halves[at][1-half], side)) / 2
		}
	}
	return x, nil
}

// refereeRowOf sums decisions up.
func refereeRowOf(name string, list []refereeDecision) refereeRow {
	v := refereeRow{Encounter: name, Positions: len(list)}
	var lost []float64
	first := 0
	for _, x := range list {
		if !x.Judged {
			continue
		}
		lost = append(lost, x.Lost)
		if x.Did == x.Best {
			first++
		}
	}
	v.Judged, v.Lost, v.First = len(lost), agent.IntervalOf(lost), float64(first)/float64(max(1, len(lost)))
	return v
}

// sections returns the referee's judgement as a part of a report.
func (x *refereeReport) sections(agentName string) []Section {
	return []Section{{Title: "The referee on " + agentName, Lines: []string{refereeMeans + "."},
		Head: []string{"encounter", "positions", "judged", "lost a decision", "95 % interval", "the best"},
		Rows: mapped(append(slices.Clone(x.Encounters), x.All), func(v refereeRow) []string {
			return []string{v.Encounter, fmt.Sprint(v.Positions), fmt.Sprint(v.Judged), mwp(v.Lost.Mean),
				mwp(v.Lost.Low) + " to " + mwp(v.Lost.High), percent(v.First)}
		})}}
}
