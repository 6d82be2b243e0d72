package evals

import (
	"fmt"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/rules/text"
)

// leafMeans explains the figures of [leafError] in reports.
const leafMeans = "The estimate of a position at which a search stops, less the exact value: the root of the mean square and the mean, as shares of a win for the first " +
	"side; where a breath or turn begins, and in the middle of one"

// leafError is the error of the leaf evaluation against exact values, see [leafMeans].
type leafError struct {
	Encounter string   `json:"encounter"`
	Begins    leafMiss `json:"begins"` // where a breath or turn begins
	Within    leafMiss `json:"within"` // at the other decisions
}

// leafMiss is the error over some positions, in win chance of side 0.
type leafMiss struct {
	Positions int     `json:"positions"`
	RMSE      float64 `json:"rmse"`
	Bias      float64 `json:"bias"`
}

// leafErrors returns the error in each encounter, in the order of the positions, and then in all together. Positions in
// the middle of a breath or turn are counted apart: a search stops only where one begins.
func leafErrors(positions []judgedPosition) (list []leafError) {
	all := leafError{Encounter: "all"}
	for _, t := range positions {
		i := slices.IndexFunc(list, func(e leafError) bool { return e.Encounter == t.Encounter })
		if i < 0 {
			i = len(list)
			list = append(list, leafError{Encounter: t.Encounter})
		}
		turn, miss := t.fight.Turn(), agent.WinChance(t.fight.Leaf())-exactValue(t.fight, t.values)
		list[i].add(turn.Begins, miss)
		all.add(turn.Begins, miss)
	}
	list = append(list, all)
	for i := range list {
		list[i].Begins.average()
		list[i].Within.average()
	}
	return list
}

// add adds one position. miss is the leaf's win chance less the exact one. RMSE and Bias are sums until
// [leafMiss.average].
func (e *leafError) add(begins bool, miss float64) {
	m := &e.Within
	if begins {
		m = &e.Begins
	}
	m.Positions++
	m.RMSE += miss * miss
	m.Bias += miss
}

// average turns the sums of RMSE and Bias into means.
func (m *leafMiss) average() {
	n := float64(max(1, m.Positions))
	m.RMSE, m.Bias = math.Sqrt(m.RMSE/n), m.Bias/n
}

// leafSection returns the errors as a part of a report.
func leafSection(list []leafError) Section {
	return Section{Title: "How far the leaves are from exact values", Lines: []string{leafMeans + "."},
		Head: []string{"encounter", "begins", "off by", "bias", "within", "off by", "bias"},
		Rows: mapped(list, func(e leafError) []string {
			row := []string{e.Encounter}
			for _, m := range []leafMiss{e.Begins, e.Within} {
				row = append(row, fmt.Sprint(m.Positions), fmt.Sprintf("%.3f", m.RMSE), text.Signed(m.Bias, 3))
			}
			return row
		})}
}
