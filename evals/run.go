package evals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/rules/text"
	"kokyu/search"
)

// Hooks are the sources of exact values, which this package does not have. Each may be nil.
type Hooks struct {
	Solve   func(e Encounter) (Truth, error)                // returns the exact values of an encounter
	Uniform func(e Encounter, t Truth) (s Sampler, ok bool) // draws uniformly from all reachable positions
	Long    bool                                            // also solve encounters that take minutes
}

// errNoSolver is returned if a suite needs exact values and Hooks has no source of them.
var errNoSolver = errors.New("no exact solver is built in, want a suite whose positions have their values, or one that measures calibration or strength")

// Run is one run of a suite.
type Run struct {
	Suite    *Suite
	Agents   []agent.Agent // one, or two to compare
	Seed     uint64
	Cores    int
	Jobs     *jobs.Pool // where the work is done; nil: on the cores
	Hooks    Hooks
	Progress func(what string, n, of int)     // progress, one call at a time; may be nil
	Log      func(line any) error             // each sample as it is known, in a fixed order; may be nil
	Keep     func(positions []Position) error // every position judged, with its exact values; may be nil
	logging  error
	known    map[string]Truth // by encounter
	contest  []item           // the referee's positions
}

// Report is the result of a run. It contains no times: the same suite, agents and seed give the same report.
type Report struct {
	Suite       string        `json:"suite"`
	About       string        `json:"about"`
	Data        string        `json:"data"` // hash of the suite's files and the rows they use
	Seed        uint64        `json:"seed"`
	Measures    []string      `json:"measures"`
	Agents      []agentReport `json:"agents"`
	Leaf        []leafError   `json:"leaf"`        // of each encounter, then of all; null if it was not measured
	Differences []difference  `json:"differences"` // the first agent's figures less the second's, sample by sample
	Thresholds  []met         `json:"thresholds"`  // of the first agent
	Passed      bool          `json:"passed"`
	Regret      string        `json:"regret_means"`
	Partial     string        `json:"partial,omitempty"` // how far a run came that was stopped: it is of the samples so far
}

// agentReport is the measures of one agent; those not taken are null.
type agentReport struct {
	Agent       string         `json:"agent"`
	Regret      *regretTable   `json:"regret"`
	Value       *valueError    `json:"value"`
	Calibration *calibration   `json:"calibration"`
	Strength    *Standing      `json:"strength"`
	Loss        *losses        `json:"loss"`
	Pace        *pace          `json:"pace"`
	Way         *wayReport     `json:"way"`
	Referee     *refereeReport `json:"referee"`
	choices     []choice
	forecasts   []forecastFight
	courses     []fightCourse
	walks       []ownWalk
	ruled       []ruled
}

// difference compares two agents on the same samples.
type difference struct {
	Of      string         `json:"of"`
	Unit    string         `json:"unit"`
	Samples int            `json:"samples"`
	Mean    agent.Interval `json:"mean"` // the first agent's figure less the second's, with its 95 % interval
	Better  bool           `json:"more_is_better"`
}

// Do takes all measures of the suite.
func (r *Run) Do(ctx context.Context) (Report, error) {
	report := Report{Suite: r.Suite.Name, About: r.Suite.About, Data: r.Suite.Data, Seed: r.Seed, Measures: r.Suite.Measures,
		Differences: []difference{}, Passed: true, Regret: regretMeans}
	var items []item
	if r.Suite.judges() {
		var err error
		if items, err = r.items(ctx); err != nil {
			return report, err
		}
	}
	if slices.Contains(r.Suite.Measures, "referee") {
		var err error
		if r.contest, err = r.refereeing(ctx); err != nil || r.logging != nil {
			return report, errors.Join(err, r.logging)
		}
	}
	for _, a := range r.Agents {
		found, err := r.measure(ctx, a, items)
		if err != nil && errors.Is(err, context.Canceled) && found.samples() > 0 {
			report.Agents = append(report.Agents, found)
			report.Partial, report.Passed = fmt.Sprintf("after %d samples of %s", found.samples(), a), false
		}
		if err != nil {
			return report, err
		}
		report.Agents = append(report.Agents, found)
	}
	if slices.Contains(r.Suite.Measures, "leaf") {
		report.Leaf = leafErrors(items)
	}
	for _, name := range bounds() {
		if _, asked := r.Suite.Thresholds[name]; !asked {
			continue
		}
		if m, _ := boundOf(name); !m.has(report.Agents[0]) {
			return report, text.Problem{What: "of " + m.name + " nothing was measured, and the suite has a threshold for it", Want: "encounters that can be fought"}
		}
	}
	report.Thresholds = r.Suite.compare(report.Agents[0])
	for _, m := range report.Thresholds {
		report.Passed = report.Passed && m.OK
	}
	if len(report.Agents) == 2 {
		report.Differences = differences(report.Agents[0], report.Agents[1])
	}
	return report, r.logging
}

// measure does everything with one agent.
func (r *Run) measure(ctx context.Context, a agent.Agent, items []item) (found agentReport, err error) {
	found.Agent = a.String()
	err = jobs.Do(ctx, r.pool(), len(items), choiceJobs.bench(ctx, a, items), func(k int, c choice) bool {
		found.choices = append(found.choices, c)
		return r.see(a.String()+", positions", k+1, len(items), sampleLine{Agent: a.String(), Choice: &c})
	})
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped || r.logging != nil {
		return found, errors.Join(err, r.logging)
	}
	for _, m := range r.Suite.measures() {
		switch {
		case m.judge != nil:
			m.judge(&found)
		case m.take != nil && !stopped: // else it has not begun
			if err = m.take(r, ctx, a, &found); err != nil || r.logging != nil {
				return found, errors.Join(err, r.logging)
			}
		}
	}
	return found, err
}

// samples returns how many were taken.
func (a *agentReport) samples() int {
	n := len(a.choices)
	for _, m := range measures {
		if m.taken != nil {
			n += m.taken(a)
		}
	}
	return n
}

// see tells of one sample; what is wrong with the log ends the run.
func (r *Run) see(what string, n, of int, line sampleLine) (stop bool) {
	if r.Progress != nil {
		r.Progress(what, n, of)
	}
	if r.Log != nil && r.logging == nil {
		r.logging = r.Log(line)
	}
	return r.logging != nil
}

// try returns one decision, judged.
func (m *mind) try(ctx context.Context, t item) (choice, error) {
	a, sees, err := m.choose(ctx, t.fight.Fork())
	if err != nil {
		return choice{}, fmt.Errorf("the position %s: %w", show(t.ID), err)
	}
	c, err := judgeChoice(t.fight, a, sees, t.values)
	if err != nil {
		return choice{}, fmt.Errorf("the position %s: %w", show(t.ID), err)
	}
	c.ID, c.Encounter, c.Source = t.ID, t.Encounter, t.Source
	if t.found {
		c.Position = t.Position.Position
	}
	return c, nil
}

// calibration plays fights of every encounter.
func (r *Run) calibration(ctx context.Context, a agent.Agent, found *agentReport) error {
	n := r.Suite.Fights * len(r.Suite.Encounters)
	err := jobs.Do(ctx, r.pool(), n, forecastJobs.bench(ctx, r.rounds(a)), func(k int, f forecastFight) bool {
		found.forecasts = append(found.forecasts, f)
		return r.see(a.String()+", calibration", k+1, n, sampleLine{Agent: a.String(), Forecast: &f})
	})
	if len(found.forecasts) > 0 {
		found.Calibration = new(calibrate(found.forecasts))
	}
	return err
}

// strength sets the agent against the suite's own.
func (r *Run) strength(ctx context.Context, a agent.Agent, found *agentReport) error {
	x := Arena{Agents: [2]agent.Agent{a, r.Suite.Against}, Encounters: r.Suite.Encounters, Pairs: r.Suite.Fights,
		LuckLimits: search.Limits{Nodes: r.Suite.LuckNodes}, Seed: r.Seed, Cores: r.Cores, Jobs: r.Jobs}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	seed := r.Seed
	x.saw = func(set []paired) {
		for e, p := range set {
			id := fmt.Sprintf("%s-%d", x.Encounters[e].Name, seed)
			if r.see(a.String()+", strength, pairs", int(seed-r.Seed)+1, x.Pairs, sampleLine{Agent: a.String(), Pair: &pairLine{id, p.Score, p.Luck, p.withoutLuck()}}) {
				stop()
			}
		}
		seed++
	}
	s, err := x.Run(ctx)
	if r.logging != nil {
		return r.logging
	}
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
			list = append(list, difference{Of: c.of, Unit: c.unit, Samples: len(xs), Mean: agent.IntervalOf(xs), Better: c.better})
		}
	}
	return list
}
