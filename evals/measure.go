package evals

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules/text"
)

// agentReport is what was measured of one agent; a measure that was not taken is nil. choices are the decisions behind
// the first two.
type agentReport struct {
	Agent       string       `json:"agent"`
	Regret      *regretTable `json:"regret"`
	Value       *valueError  `json:"value"`
	Calibration *calibration `json:"calibration"`
	Strength    *Standing    `json:"strength"`
	Loss        *lossReport  `json:"loss"`
	Pace        *paceReport  `json:"pace"`
	Way         *wayReport   `json:"way"`
	choices     []judgedChoice
}

// measure is one row of [measures]: something that is measured of an agent on the samples of a suite. A row either
// makes figures of the decisions at judged positions, which are taken once for all such rows (judge), or takes samples
// of its own (take).
type measure struct {
	name, about string
	// exact: it needs positions with exact values.
	exact bool
	// unsolved: nothing needs to be solved, so that random encounters can be measured.
	unsolved bool
	has      func(a agentReport) bool // reports whether its figures are in a report
	judge    func(a *agentReport)     // nil if take is set
	// take takes samples of its own and adds what it finds; nil if judge is set.
	take     func(r *Run, ctx context.Context, a agent.Agent, found *agentReport) error
	compared []comparison
	bounds   []bound
	sections func(a agentReport) []Section // of a report that has the figures
}

// figures are what a measure finds: a field of an agentReport.
type figures[T any] interface {
	*T
	sections(agentName string) []Section
}

// inField returns a row whose figures are in a field of the report. take measures them; nil if the row has judge.
func inField[T any, P figures[T]](m measure, field func(*agentReport) *P,
	take func(*Run, context.Context, agent.Agent) (P, error)) *measure {
	m.has = func(a agentReport) bool { return *field(&a) != nil }
	m.sections = func(a agentReport) []Section { return (*field(&a)).sections(a.Agent) }
	if take != nil {
		m.take = func(r *Run, ctx context.Context, a agent.Agent, found *agentReport) (err error) {
			*field(found), err = take(r, ctx, a)
			return err
		}
	}
	return &m
}

// comparison is a figure of each sample. Two agents are compared by its differences, sample by sample, which mostly
// scatter less than the difference of the means.
type comparison struct {
	of, unit     string
	moreIsBetter bool
	figures      func(a agentReport) []float64
}

// byLess returns a comparison by a figure of which less is better.
func byLess[T any](name, unit string, samples func(a agentReport) []T, figure func(T) float64) comparison {
	return comparison{name, unit, false, func(a agentReport) []float64 { return mapped(samples(a), figure) }}
}

// bound is a figure that the thresholds of a suite may bound. Losses and errors are in mWP, blunders and best are
// shares. way-worst is the loss of a decision in the encounter where it is largest. held is a share over all
// encounters, since in some solved duels the best play is mostly reservations; the other figures of the pace are those
// of the worst encounter.
type bound struct {
	name  string
	least bool // the figure must be this or more; else this or less
	of    func(a agentReport) float64
}

// worstPace returns the bound of a figure of the pace, taken in the encounter where it is largest.
func worstPace(name string, figure func(paceRow) *float64) bound {
	return bound{name, false, func(a agentReport) float64 { return largest(a.Pace.Encounters, figure) }}
}

// Samples behind the figures of an agent.
func choicesOf(a agentReport) []judgedChoice { return a.choices }

func seatsOf(a agentReport) []duelLoss { return a.Loss.Seats }

// measures are all measures, in the order of reports.
var measures = []*measure{
	inField(measure{name: "regret", about: "win chance lost by decisions, against exact values", exact: true,
		judge:    func(a *agentReport) { a.Regret = new(tabulate(a.choices)) },
		compared: []comparison{byLess("regret", "mWP a decision", choicesOf, func(c judgedChoice) float64 { return c.Regret })},
		bounds: []bound{
			{"regret-mean", false, func(a agentReport) float64 { return a.Regret.All.Mean }},
			{"regret-p99", false, func(a agentReport) float64 { return a.Regret.All.P99 }},
			{"regret-worst", false, func(a agentReport) float64 { return a.Regret.All.Worst }},
			{"blunders", false, func(a agentReport) float64 { return a.Regret.All.Blunders }},
			{"best", true, func(a agentReport) float64 { return a.Regret.All.Best }}}},
		func(a *agentReport) **regretTable { return &a.Regret }, nil),
	inField(measure{name: "value", about: "error of predicted win chances against exact values", exact: true,
		judge: func(a *agentReport) { a.Value = new(sumValueErrors(a.choices)) },
		compared: []comparison{byLess("value error", "mWP a position", choicesOf,
			func(c judgedChoice) float64 { return 1000 * max(c.Sees-c.Exact, c.Exact-c.Sees) })},
		bounds: []bound{
			{"value-mean", false, func(a agentReport) float64 { return a.Value.Mean }},
			{"value-worst", false, func(a agentReport) float64 { return a.Value.Worst }}}},
		func(a *agentReport) **valueError { return &a.Value }, nil),
	inField(measure{name: "calibration", about: "whether positions given a 70 % chance to win are won 70 % of the time", unsolved: true,
		compared: []comparison{byLess("brier", "a fight", func(a agentReport) []forecastFight { return a.Calibration.played },
			func(f forecastFight) float64 { return f.Brier })},
		bounds: []bound{
			{"brier", false, func(a agentReport) float64 { return a.Calibration.Brier }},
			{"calibration-error", false, func(a agentReport) float64 { return a.Calibration.Error }}}},
		func(a *agentReport) **calibration { return &a.Calibration }, (*Run).measureCalibration),
	inField(measure{name: "loss", about: "win chance lost in a whole duel, against best play and against the best response",
		compared: []comparison{
			byLess("loss", "mWP a duel", seatsOf, func(l duelLoss) float64 { return l.Loss }),
			byLess("exploitability", "mWP a duel", seatsOf, func(l duelLoss) float64 { return l.Exploitability })},
		bounds: []bound{
			{"loss", false, func(a agentReport) float64 { return a.Loss.Loss }},
			{"exploitability", false, func(a agentReport) float64 { return a.Loss.Exploitability }}}},
		func(a *agentReport) **lossReport { return &a.Loss }, (*Run).measureLoss),
	inField(measure{name: "way", about: "win chance lost by decisions in positions that the agent's own play reaches, by kind, against exact values",
		compared: []comparison{byLess("way", "a share of a win a fight", func(a agentReport) []judgedFight { return a.Way.walks },
			func(w judgedFight) float64 { return w.loss() / 1000 })},
		bounds: []bound{{"way-worst", false, func(a agentReport) float64 { return a.Way.worst() }}}},
		func(a *agentReport) **wayReport { return &a.Way }, (*Run).measureWay),
	inField(measure{name: "pace", about: "the length of fights in rounds, and the share of play that only waits", unsolved: true,
		compared: []comparison{byLess("rounds", "a fight", func(a agentReport) []fightPace { return a.Pace.played },
			func(c fightPace) float64 { return float64(c.Rounds) })},
		bounds: []bound{
			worstPace("undecided", func(g paceRow) *float64 { return &g.Undecided }),
			{"held", false, func(a agentReport) float64 {
				if held := a.Pace.All.Held; held != nil {
					return *held
				}
				return 0
			}},
			worstPace("idle", func(g paceRow) *float64 { return g.Idle }),
			worstPace("rounds-most", func(g paceRow) *float64 { return &g.Rounds.Mean }),
			{"rounds-least", true, func(a agentReport) float64 { return a.Pace.shortest() }}}},
		func(a *agentReport) **paceReport { return &a.Pace }, (*Run).measurePace),
	inField(measure{name: "strength", about: "score against another agent, corrected for the luck of the dice", unsolved: true,
		compared: []comparison{{"score", "a game, luck off", true, func(a agentReport) []float64 {
			return mapped(a.Strength.sets, func(set []pairResult) float64 { return mean(set, pairResult.withoutLuck) })
		}}},
		bounds: []bound{{"score", true, func(a agentReport) float64 { return a.Strength.All.Adjusted.Mean }}}},
		func(a *agentReport) **Standing { return &a.Strength }, (*Run).measureStrength),
	{name: "leaf", about: "error of the leaf evaluation against exact values", exact: true, has: func(agentReport) bool { return false }}, // no agent's
}

// measureOf returns the row of a name, nil if there is none.
func measureOf(name string) *measure {
	if i := slices.IndexFunc(measures, func(m *measure) bool { return m.name == name }); i >= 0 {
		return measures[i]
	}
	return nil
}

// MeasuresHelp returns a line for each measure that a suite can take.
func MeasuresHelp() (help string) {
	for _, m := range measures {
		help += fmt.Sprintf("  %-12s %s\n", m.name, m.about)
	}
	return help
}

// measures returns the rows of a suite's measures.
func (s *Suite) measures() (list []*measure) {
	for _, name := range s.Measure {
		if m := measureOf(name); m != nil {
			list = append(list, m)
		}
	}
	return list
}

// boundable returns the names of the figures that thresholds can bound, in the order of the measures, and the measure
// of each.
func boundable() (names []string, measuredBy map[string]*measure) {
	measuredBy = map[string]*measure{}
	for _, m := range measures {
		for _, b := range m.bounds {
			names, measuredBy[b.name] = append(names, b.name), m
		}
	}
	return names, measuredBy
}

// checkThresholds compares a report with the suite's thresholds. It returns an error if a figure with a threshold was
// not measured.
func (s *Suite) checkThresholds(a agentReport) (list []thresholdResult, err error) {
	list = []thresholdResult{}
	for _, m := range measures {
		for _, b := range m.bounds {
			limit, asked := s.Thresholds[b.name]
			if !asked {
				continue
			}
			if !m.has(a) {
				return nil, text.Problem{What: "of " + m.name + " nothing was measured, and the suite has a threshold for it",
					Want: "encounters that can be fought"}
			}
			got := b.of(a)
			list = append(list, thresholdResult{b.name, limit, b.least, got,
				cmp.Compare(got, limit) == 0 || (got > limit) == b.least})
		}
	}
	return list, nil
}

// judges reports whether the suite needs positions with exact values.
func (s *Suite) judges() bool {
	return slices.ContainsFunc(s.measures(), func(m *measure) bool { return m.exact })
}
