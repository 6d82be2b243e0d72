package evals

import "cmp"

// threshold is a figure that a suite may bound.
type threshold struct {
	name    string
	measure string
	least   bool // the figure must be this or more; else this or less
	of      func(AgentReport) float64
}

var thresholds = []threshold{
	{"regret-mean", measureRegret, false, func(r AgentReport) float64 { return r.Regret.All.Mean }},
	{"regret-p99", measureRegret, false, func(r AgentReport) float64 { return r.Regret.All.P99 }},
	{"regret-worst", measureRegret, false, func(r AgentReport) float64 { return r.Regret.All.Worst }},
	{"blunders", measureRegret, false, func(r AgentReport) float64 { return r.Regret.All.Blunders }},
	{"best", measureRegret, true, func(r AgentReport) float64 { return r.Regret.All.Best }},
	{"value-mean", measureValue, false, func(r AgentReport) float64 { return r.Value.Mean }},
	{"value-worst", measureValue, false, func(r AgentReport) float64 { return r.Value.Worst }},
	{"brier", measureCalibration, false, func(r AgentReport) float64 { return r.Calibration.Brier }},
	{"calibration-error", measureCalibration, false, func(r AgentReport) float64 { return r.Calibration.Error }},
	{"loss", measureLoss, false, func(r AgentReport) float64 { return r.Loss.Loss }},
	{"exploitability", measureLoss, false, func(r AgentReport) float64 { return r.Loss.Exploitability }},
	{"way-worst", measureWay, false, func(r AgentReport) float64 { return r.Way.worst() }},
	{"undecided", measurePace, false, func(r AgentReport) float64 { return r.Pace.worst(func(g Going) *float64 { return &g.Undecided }) }},
	{"held", measurePace, false, func(r AgentReport) float64 { return r.Pace.heldShare() }},
	{"idle", measurePace, false, func(r AgentReport) float64 { return r.Pace.worst(func(g Going) *float64 { return g.Idle }) }},
	{"rounds-most", measurePace, false, func(r AgentReport) float64 { return r.Pace.worst(func(g Going) *float64 { return &g.Rounds.Mean }) }},
	{"rounds-least", measurePace, true, func(r AgentReport) float64 { return r.Pace.shortest() }},
	{"score", measureStrength, true, func(r AgentReport) float64 { return r.Strength.All.Adjusted.Mean }},
}

// Thresholds lists the figures that a suite can bound. Losses and errors are in mWP, blunders and best are shares. way-worst is
// the loss per decision in the encounter with the largest. held is a share over all encounters, since in some solved duels
// the best play is mostly reservations; the other figures of the pace are those of the worst encounter.
// For best, rounds-least and score the threshold is a minimum, for the others a maximum.
func Thresholds() (names []string) {
	for _, t := range thresholds {
		names = append(names, t.name)
	}
	return names
}

// Met is a threshold with the measured value.
type Met struct {
	Name  string  `json:"name"`
	Bound float64 `json:"bound"`
	Least bool    `json:"least"` // so much or more; else so much or less
	Got   float64 `json:"got"`
	OK    bool    `json:"ok"`
}

// compare compares a report with the suite's thresholds, in the order of [Thresholds].
func (s *Suite) compare(r AgentReport) (list []Met) {
	list = []Met{}
	for _, t := range thresholds {
		if bound, asked := s.Thresholds[t.name]; asked {
			got := t.of(r)
			list = append(list, Met{t.name, bound, t.least, got, cmp.Compare(got, bound) == 0 || (got > bound) == t.least})
		}
	}
	return list
}
