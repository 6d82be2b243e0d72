package evals

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
)

// wayMeans explains the figures of [wayReport] in reports.
const wayMeans = "What an agent gives away against exact values where its own play takes it. It fights itself, and each decision of either side loses the exact win " +
	"chance of the best option less that of the one taken, in mWP; a fight loses the sum of its decisions, a share of a win, with its 95 % interval; the kinds are of what was done"

// wayReport is the win chance that an agent loses in its own play, see [wayMeans].
type wayReport struct {
	Encounters []wayRow   `json:"encounters"`
	Kinds      []kindLoss `json:"kinds"`    // over all encounters, what lost most first
	LeftOut    []string   `json:"left_out"` // encounters that take minutes to solve, and whose tables are not at hand
	walks      []judgedFight
}

// wayRow is the loss in one encounter.
type wayRow struct {
	Encounter string         `json:"encounter"`
	Value     float64        `json:"value"` // of the fight for side 0 under best play, 0 to 1
	Fights    int            `json:"fights"`
	Decisions int            `json:"decisions"` // between two options or more
	Mean      float64        `json:"mean_mwp"`  // the mean loss of a decision
	Fight     agent.Interval `json:"fight"`     // the loss of both sides in a fight, as a share of a win
	Kinds     []kindLoss     `json:"kinds"`     // what lost most first
}

// measureWay lets the agent fight itself on every encounter whose exact values are at hand.
func (r *Run) measureWay(ctx context.Context, a agent.Agent) (found *wayReport, err error) {
	found = &wayReport{Encounters: []wayRow{}, LeftOut: []string{}}
	var encounters []Encounter
	for _, e := range r.Suite.Encounters {
		if slices.Contains(r.Suite.Long, e.Name) && !r.SolveSlow {
			found.LeftOut = append(found.LeftOut, e.Name)
			continue
		}
		if _, err := r.solvedValues(e); err != nil { // before any fight: a faulty table is told at once
			return found, err
		}
		encounters = append(encounters, e)
	}
	for i := 0; i < len(encounters) && err == nil; i++ {
		err = r.measureWayIn(ctx, a, encounters[i], found)
	}
	found.Kinds = sumKinds(found.walks)
	return found, err
}

// measureWayIn lets the agent fight itself on one encounter, and adds what it finds.
func (r *Run) measureWayIn(ctx context.Context, a agent.Agent, e Encounter, found *wayReport) error {
	truth, err := r.solvedValues(e)
	if err != nil {
		return err
	}
	value, ok := truth.Value(e.Fights[0])
	if !ok {
		return fmt.Errorf("the start of %s has no exact value", e.Name)
	}
	walks, err := takeSamples(ctx, r, a, e.Name+", fights", r.Suite.Fights, r.judgedFights(ctx, a, e, truth))
	found.walks, found.Encounters = append(found.walks, walks...), append(found.Encounters, wayRowOf(e.Name, value, walks))
	return err
}

// judgedFights returns the jobs of fights of an agent against itself with every decision judged. Only this machine can
// do them, since the exact values are nowhere else.
func (r *Run) judgedFights(ctx context.Context, a agent.Agent, e Encounter, truth Truth) jobs.Bench[judgedFight] {
	return jobs.Bench[judgedFight]{Kind: "walk", Local: true,
		Doc: func() (any, error) {
			name, err := work.EncodeAgent(a)
			sent, failed := work.Encode(e.Fights[0])
			value, _ := truth.Value(e.Fights[0])
			return walksDoc{name, e.Name, sent, value, r.Seed}, cmp.Or(err, failed)
		},
		Work: func() func(int) (judgedFight, error) {
			m := &judgedAgent{agent: a}
			return func(k int) (judgedFight, error) { return m.playJudged(ctx, e, truth, r.Seed+uint64(k)) }
		}}
}

// walksDoc is the document of these fights. No other machine reads it; kept results are found by it.
type walksDoc struct {
	Agent     string        `json:"agent"`
	Encounter string        `json:"encounter"`
	Fight     work.FightDoc `json:"fight"`
	Value     float64       `json:"value"`
	Seed      uint64        `json:"seed"`
}

// wayRowOf sums up the fights in one encounter.
func wayRowOf(name string, value float64, walks []judgedFight) wayRow {
	g := wayRow{Encounter: name, Value: value, Fights: len(walks), Kinds: sumKinds(walks)}
	g.Fight = agent.IntervalOf(mapped(walks, func(w judgedFight) float64 { return w.loss() / 1000 }))
	for _, k := range g.Kinds {
		g.Decisions += k.Decisions
	}
	g.Mean = 1000 * g.Fight.Mean * float64(g.Fights) / float64(max(1, g.Decisions))
	return g
}

// worst returns the mean loss of a decision in the encounter where it is largest, in mWP.
func (w *wayReport) worst() (most float64) {
	for _, g := range w.Encounters {
		most = max(most, g.Mean)
	}
	return most
}

// sections returns the way as parts of a report.
func (w *wayReport) sections(name string) []Section {
	fights := Section{Title: "The own way of " + name, Lines: []string{wayMeans + "."},
		Head: []string{"encounter", "value", "fights", "decisions", "lost a decision", "lost a fight", "95 % interval"}}
	for _, g := range w.Encounters {
		fights.Rows = append(fights.Rows, []string{g.Encounter, fmt.Sprintf("%.4f", g.Value), fmt.Sprint(g.Fights), fmt.Sprint(g.Decisions), mwp(g.Mean),
			fmt.Sprintf("%.4f", g.Fight.Mean), fmt.Sprintf("%.4f to %.4f", g.Fight.Low, g.Fight.High)})
	}
	if len(w.LeftOut) > 0 {
		fights.Lines = append(fights.Lines, "Left out, as their solution takes minutes: "+
			strings.Join(w.LeftOut, ", ")+". With --tables they are solved once and kept.")
	}
	kinds := Section{Title: "What lost it, by kind of decision",
		Head: []string{"encounter, kind", "decisions", "lost a decision", "share of all lost"}}
	kinds.Rows = kindRows("all, ", w.Kinds)
	for _, g := range w.Encounters {
		kinds.Rows = append(kinds.Rows, kindRows(g.Encounter+", ", g.Kinds)...)
	}
	return []Section{fights, kinds}
}
