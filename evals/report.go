package evals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules/text"
)

// Report is the result of a run. It contains no times: the same suite, agents and seed give the same report.
type Report struct {
	Suite       string            `json:"suite"`
	About       string            `json:"about"`
	Data        string            `json:"data"` // hash of the suite's files and the rows they use
	Seed        uint64            `json:"seed"`
	Measures    []string          `json:"measures"`
	Agents      []agentReport     `json:"agents"`
	Leaf        []leafError       `json:"leaf"`        // of each encounter, then of all; null if it was not measured
	Differences []difference      `json:"differences"` // the first agent's figures minus the second's, sample by sample
	Thresholds  []thresholdResult `json:"thresholds"`  // of the first agent
	Passed      bool              `json:"passed"`
	RegretMeans string            `json:"regret_means"`
	// StoppedAfter says how far a run came that was stopped, and what the report covers: "after 12 samples of greedy".
	StoppedAfter string `json:"partial,omitempty"`
}

// difference compares two agents on the same samples.
type difference struct {
	Measure      string         `json:"of"`
	Unit         string         `json:"unit"`
	Samples      int            `json:"samples"`
	Mean         agent.Interval `json:"mean"` // the first agent's figure less the second's, with its 95 % interval
	MoreIsBetter bool           `json:"more_is_better"`
}

// Take takes all measures of the suite and compares them with its thresholds. If it is stopped, it returns the error
// and what was found until then.
func (r *Run) Take(ctx context.Context) (Finding, error) {
	report, err := r.makeReport(ctx)
	// A run that was stopped before its first sample has measured nothing.
	found := Finding{Report: report, Measured: err == nil || report.StoppedAfter != "", StoppedAfter: report.StoppedAfter}
	missed := text.Keep(report.Thresholds, func(m thresholdResult) bool { return !m.OK })
	if !report.Passed {
		found.Unmet = fmt.Sprintf("the suite %s misses %s", r.Suite.Name, text.Count(len(missed), "threshold"))
	}
	return found, err
}

// makeReport takes all measures of the suite. Both agents are measured on the same positions, which are found first.
func (r *Run) makeReport(ctx context.Context) (report Report, err error) {
	report = Report{Suite: r.Suite.Name, About: r.Suite.About, Data: r.Suite.Data, Seed: r.Seed, Measures: r.Suite.Measure,
		Differences: []difference{}, Passed: true, RegretMeans: regretMeans}
	var positions []judgedPosition
	if r.Suite.judges() {
		if positions, err = r.judgedPositions(ctx); err != nil {
			return report, err
		}
	}
	for _, a := range r.Agents {
		found, err := r.measureAgent(ctx, a, positions)
		// Some samples of this agent are there: they are worth a report, which says how far it came.
		if err != nil && errors.Is(err, context.Canceled) && r.samplesTaken > 0 {
			report.Agents = append(report.Agents, found)
			report.StoppedAfter, report.Passed = fmt.Sprintf("after %d samples of %s", r.samplesTaken, a), false
		}
		if err != nil {
			return report, err
		}
		report.Agents = append(report.Agents, found)
	}
	if slices.Contains(r.Suite.Measure, "leaf") {
		// The leaves are those of the rule system: no agent changes what they are worth.
		report.Leaf = leafErrors(positions)
	}
	if report.Thresholds, err = r.Suite.checkThresholds(report.Agents[0]); err != nil {
		return report, err
	}
	for _, m := range report.Thresholds {
		report.Passed = report.Passed && m.OK
	}
	// Thresholds are asked of the first agent alone. The second is there to compare with.
	if len(report.Agents) == 2 {
		report.Differences = differences(report.Agents[0], report.Agents[1])
	}
	return report, nil
}

// measureAgent takes all measures of one agent. The decisions at judged positions, on which several measures are based,
// are made once, first.
func (r *Run) measureAgent(ctx context.Context, a agent.Agent,
	positions []judgedPosition) (found agentReport, err error) {
	found.Agent, r.samplesTaken = a.String(), 0
	found.choices, err = takeSamples(ctx, r, a, "positions", len(positions), choiceBench(ctx, a, positions))
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return found, err
	}
	for _, m := range r.Suite.measures() {
		switch {
		case m.judge != nil:
			m.judge(&found)
		case m.take != nil && !stopped: // after a stop no further measure is begun
			if err = m.take(r, ctx, a, &found); err != nil {
				return found, err
			}
		}
	}
	return found, err
}

// differences compares two agents by the figures of their samples, in pairs.
func differences(a, b agentReport) (list []difference) {
	list = []difference{}
	for _, m := range measures {
		if !m.has(a) {
			continue
		}
		for _, c := range m.compared {
			// Sample i of both agents is the same position or the same dice.
			xs := c.figures(a)
			for i, x := range c.figures(b) {
				xs[i] -= x
			}
			list = append(list, difference{Measure: c.of, Unit: c.unit, Samples: len(xs), Mean: agent.IntervalOf(xs),
				MoreIsBetter: c.moreIsBetter})
		}
	}
	return list
}

// Sections returns the report for people.
func (r Report) Sections() (list []Section) {
	first := Section{Title: "Suite " + r.Suite, Lines: []string{fmt.Sprintf("Seed %d, data %s.", r.Seed, r.Data)}}
	if r.StoppedAfter != "" {
		first.Lines = append([]string{"Stopped " + r.StoppedAfter + ": the figures are of these."}, first.Lines...)
	}
	if r.About != "" {
		first.Lines = append([]string{r.About}, first.Lines...)
	}
	list = append(list, first)
	for _, a := range r.Agents {
		for _, m := range measures {
			if m.has(a) && m.sections != nil {
				list = append(list, m.sections(a)...)
			}
		}
	}
	if len(r.Leaf) > 0 {
		list = append(list, leafSection(r.Leaf))
	}
	if len(r.Differences) > 0 {
		list = append(list, Section{Title: r.Agents[0].Agent + " less " + r.Agents[1].Agent,
			Lines: []string{"The same samples, compared one by one."},
			Head:  []string{"of", "samples", "difference", "95 % interval", "better is"}, Rows: mapped(r.Differences, func(d difference) []string {
				return []string{d.Measure + ", " + d.Unit, fmt.Sprint(d.Samples), signed4(d.Mean.Mean),
					signed4(d.Mean.Low) + " to " + signed4(d.Mean.High), text.Either(d.MoreIsBetter, "more", "less")}
			})})
	}
	if len(r.Thresholds) > 0 {
		list = append(list, thresholdSection("Thresholds", r.Thresholds))
	}
	return list
}
