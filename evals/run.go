package evals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Run is one run of a suite: it takes the suite's measures of the agents that are asked about, of one or of two to
// compare.
type Run struct {
	Question
	Suite            *Suite
	Solve            func(e Encounter) (Truth, error) // returns the exact values of an encounter; must be set where the suite judges by them
	SolveSlow        bool                             // solve encounters that take minutes too
	Keep             func(positions []Position) error // every position judged, with its exact values; may be nil
	taken            int                              // how many samples the agent that is being measured has so far
	known            map[string]Truth                 // by encounter
	refereePositions []judgedPosition
}

// Report is the result of a run. It contains no times: the same suite, agents and seed give the same report.
type Report struct {
	Suite        string            `json:"suite"`
	About        string            `json:"about"`
	Data         string            `json:"data"` // hash of the suite's files and the rows they use
	Seed         uint64            `json:"seed"`
	Measures     []string          `json:"measures"`
	Agents       []agentReport     `json:"agents"`
	Leaf         []leafError       `json:"leaf"`        // of each encounter, then of all; null if it was not measured
	Differences  []difference      `json:"differences"` // the first agent's figures minus the second's, sample by sample
	Thresholds   []thresholdResult `json:"thresholds"`  // of the first agent
	Passed       bool              `json:"passed"`
	RegretMeans  string            `json:"regret_means"`
	StoppedAfter string            `json:"partial,omitempty"` // of a run that was stopped: "after 12 samples of greedy", which are all that the report covers
}

// agentReport is the measures of one agent; a measure that was not taken is null. The lists without JSON keys are the
// samples behind them.
type agentReport struct {
	Agent            string         `json:"agent"`
	Regret           *regretTable   `json:"regret"`
	Value            *valueError    `json:"value"`
	Calibration      *calibration   `json:"calibration"`
	Strength         *Standing      `json:"strength"`
	Loss             *lossReport    `json:"loss"`
	Pace             *paceReport    `json:"pace"`
	Way              *wayReport     `json:"way"`
	Referee          *refereeReport `json:"referee"`
	choices          []judgedChoice
	forecasts        []forecastFight
	courses          []fightPace
	ownFights        []judgedFight
	refereeDecisions []refereeDecision
}

// difference compares two agents on the same samples.
type difference struct {
	Measure      string         `json:"of"`
	Unit         string         `json:"unit"`
	Samples      int            `json:"samples"`
	Mean         agent.Interval `json:"mean"` // the first agent's figure less the second's, with its 95 % interval
	MoreIsBetter bool           `json:"more_is_better"`
}

// Take takes all measures of the suite. If it is stopped, it returns the error and what was found so far.
func (r *Run) Take(ctx context.Context) (Finding, error) {
	report, err := r.Do(ctx)
	found := Finding{Report: report, Measured: err == nil || report.StoppedAfter != "", StoppedAfter: report.StoppedAfter}
	missed := slices.DeleteFunc(slices.Clone(report.Thresholds), func(m thresholdResult) bool { return m.OK })
	if !report.Passed {
		found.Unmet = fmt.Sprintf("the suite %s misses %s", r.Suite.Name, text.Count(len(missed), "threshold"))
	}
	return found, err
}

// Do takes all measures of the suite.
func (r *Run) Do(ctx context.Context) (Report, error) {
	report := Report{Suite: r.Suite.Name, About: r.Suite.About, Data: r.Suite.Data, Seed: r.Seed, Measures: r.Suite.Measure,
		Differences: []difference{}, Passed: true, RegretMeans: regretMeans}
	var positions []judgedPosition
	if r.Suite.judges() {
		var err error
		if positions, err = r.judgedPositions(ctx); err != nil {
			return report, err
		}
	}
	if slices.Contains(r.Suite.Measure, "referee") {
		var err error
		if r.refereePositions, err = r.makeRefereePositions(ctx); err != nil {
			return report, err
		}
	}
	for _, a := range r.Agents {
		found, err := r.measureAgent(ctx, a, positions)
		if err != nil && errors.Is(err, context.Canceled) && r.taken > 0 {
			report.Agents = append(report.Agents, found)
			report.StoppedAfter, report.Passed = fmt.Sprintf("after %d samples of %s", r.taken, a), false
		}
		if err != nil {
			return report, err
		}
		report.Agents = append(report.Agents, found)
	}
	if slices.Contains(r.Suite.Measure, "leaf") {
		report.Leaf = leafErrors(positions)
	}
	var err error
	if report.Thresholds, err = r.Suite.checkThresholds(report.Agents[0]); err != nil {
		return report, err
	}
	for _, m := range report.Thresholds {
		report.Passed = report.Passed && m.OK
	}
	if len(report.Agents) == 2 {
		report.Differences = differences(report.Agents[0], report.Agents[1])
	}
	return report, nil
}

// measureAgent takes all measures of one agent. The decisions that several measures share are made once, first.
func (r *Run) measureAgent(ctx context.Context, a agent.Agent, positions []judgedPosition) (found agentReport, err error) {
	found.Agent, r.taken = a.String(), 0
	found.choices, err = takeSamples(ctx, r, a, "positions", len(positions), choiceJobs.bench(ctx, a, positions))
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

// takeSamples has the n jobs of a bench done and reports each result, in the order of the jobs. It returns those there
// are, even if it is stopped.
func takeSamples[T any](ctx context.Context, r *Run, a agent.Agent, what string, n int, bench jobs.Bench[T]) (
	samples []T, err error) {
	err = sampleBench(ctx, r.Question, a.String()+", "+what, n, bench, func(_ int, sample T) {
		samples = append(samples, sample)
		r.taken++
	})
	return samples, err
}

// selfPlayOf returns the fights by which an agent's own play is measured.
func (r *Run) selfPlayOf(a agent.Agent) SelfPlay {
	return SelfPlay{Agent: a, Encounters: r.Suite.Encounters, Fights: r.Suite.Fights, Seed: r.Seed}
}

// solvedValues returns the exact values of an encounter. It is solved once in a run.
func (r *Run) solvedValues(e Encounter) (Truth, error) {
	if r.known[e.Name] != nil {
		return r.known[e.Name], nil
	}
	t, err := r.Solve(e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	if r.known == nil {
		r.known = map[string]Truth{}
	}
	r.known[e.Name] = t
	return t, nil
}

// judgedPositions returns the suite's own positions and those its samplers find, with exact values.
func (r *Run) judgedPositions(ctx context.Context) (list []judgedPosition, err error) {
	positions := slices.Clone(r.Suite.Positions)
	for _, e := range r.Suite.Encounters {
		found, err := r.samplePositions(ctx, e)
		if err != nil {
			return nil, err
		}
		positions = append(positions, found...)
	}
	for i, position := range positions {
		judged := judgedPosition{Position: position}
		f, err := r.openPosition(position, r.Seed+uint64(i))
		if err != nil {
			return nil, err
		}
		judged.fight = f
		if judged.values, err = storedValues(position, f); err != nil {
			return nil, err
		}
		if judged.values == nil {
			truth, err := r.solvedValues(r.Suite.Encounters[slices.IndexFunc(r.Suite.Encounters, func(e Encounter) bool { return e.Name == position.Encounter })])
			if err != nil {
				return nil, err
			}
			var ok bool
			if judged.values, ok = truth.Options(f); !ok {
				return nil, fmt.Errorf("the position %s has no exact values, want one that comes of its encounter", quote(position.ID))
			}
		}
		list = append(list, judged)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the suite has no positions to judge")
	}
	if r.Keep != nil {
		return list, r.Keep(withValues(list))
	}
	return list, nil
}

// samplePositions looks for as many positions of an encounter as the suite asks for, by each way of finding them.
func (r *Run) samplePositions(ctx context.Context, encounter Encounter) (list []Position, err error) {
	s := r.Suite.Sample
	if s.Best+s.Own+s.Uniform == 0 {
		return nil, nil
	}
	truth, err := r.solvedValues(encounter)
	if err != nil {
		return nil, err
	}
	type want struct {
		n      int
		sample sampler
	}
	wanted := []want{{s.Best, bestPlay(truth, s.Strays)}, {s.Own, ownPlay(r.Agents[0], "")}}
	if len(r.Agents) == 2 { // neither is compared on the other's mistakes alone
		wanted = append(wanted, want{s.Own, ownPlay(r.Agents[1], "other-")})
	}
	if s.Uniform > 0 {
		known, ok := truth.(*agent.Tablebase)
		if !ok {
			return nil, fmt.Errorf("nothing samples evenly among all positions of %s, want a suite without uniform", encounter.Name)
		}
		wanted = append(wanted, want{s.Uniform, uniform(known, func(position []byte) (*fight.Fight, error) {
			return r.Suite.catalogue.NewFight("position", position, agent.Setup{Seed: 1})
		})})
	}
	for _, w := range wanted {
		if w.n == 0 {
			continue
		}
		found, err := w.sample(ctx, encounter, w.n, r.Seed)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// openPosition returns the fight of a position. It is an error if the values of the position are of other rows than its
// encounter uses now.
func (r *Run) openPosition(p Position, seed uint64) (*fight.Fight, error) {
	f, err := r.Suite.catalogue.NewFight("position "+p.ID, []byte(p.Position), agent.Setup{Seed: seed})
	if err != nil {
		return nil, err
	}
	if data := dataOf(f); p.Data != "" && p.Data != data {
		return nil, fmt.Errorf("the position %s has values of the data %s, want %s, which is what its encounter uses now: find the positions again, with --keep",
			quote(p.ID), quote(p.Data), data)
	}
	return f, nil
}

// measureStrength plays fights of the agent against the suite's opponent, in pairs with sides changed.
func (r *Run) measureStrength(ctx context.Context, a agent.Agent, found *agentReport) error {
	x := Arena{Agents: [2]agent.Agent{a, r.Suite.Against}, Encounters: r.Suite.Encounters, Pairs: r.Suite.Fights,
		LuckLimits: search.Limits{Nodes: r.Suite.Luck}, Seed: r.Seed, Cores: r.Cores, Jobs: r.Jobs}
	x.Progress = func(pairs int, _ float64) {
		r.taken += len(x.Encounters)
		r.tell(a.String()+", strength, pairs", pairs, x.Pairs)
	}
	s, err := x.Run(ctx)
	if s.All.Pairs > 0 {
		found.Strength = &s
	}
	return err
}

// differences compares two agents sample by sample.
func differences(a, b agentReport) (list []difference) {
	list = []difference{}
	for _, m := range measures {
		if !m.has(a) {
			continue
		}
		for _, c := range m.compared {
			xs := c.figures(a)
			for i, x := range c.figures(b) {
				xs[i] -= x
			}
			list = append(list, difference{Measure: c.of, Unit: c.unit, Samples: len(xs), Mean: agent.IntervalOf(xs), MoreIsBetter: c.moreIsBetter})
		}
	}
	return list
}
