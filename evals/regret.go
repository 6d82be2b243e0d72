package evals

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// regretMeans explains the numbers of a [regretRow] in reports:
//
//	numerator    the exact win chance after the best option less that after the one chosen, for the seat that chooses
//	denominator  the decisions of the positions in the row, each counted once; a decision has two options or more
//	scale        thousandths of a win (mWP)
//
// A decision is non-trivial if its best and its worst option are more than 10 mWP apart, a blunder if it loses more
// than 50 mWP, and best if it loses less than a thousand-millionth of a win.
const regretMeans = "regret: exact win chance of the best option less that of the one chosen, by its own side, in mWP (thousandths of a win), " +
	"a decision; non-trivial: best and worst more than 10 mWP apart; blunder: more than 50 mWP; best: less than 1e-9 of a win"

// The bounds of regretMeans.
const (
	nonTrivial = 10.0 // mWP
	blunder    = 50.0 // mWP
)

// regretRow is the win chance lost by decisions, see [regretMeans].
type regretRow struct {
	Of        string  `json:"of"` // all, non-trivial, a phase, a source
	Decisions int     `json:"decisions"`
	Mean      float64 `json:"mean_mwp"`
	P99       float64 `json:"p99_mwp"` // the 99th percentile
	Worst     float64 `json:"worst_mwp"`
	Blunders  float64 `json:"blunders"` // share, 0..1
	Best      float64 `json:"best"`     // share, 0..1
}

// regretTable is the regret over all positions, over the non-trivial ones, and by phase, source and encounter.
type regretTable struct {
	All        regretRow   `json:"all"`
	NonTrivial regretRow   `json:"non_trivial"`
	Phases     []regretRow `json:"phases"`
	Sources    []regretRow `json:"sources"`
	Encounters []regretRow `json:"encounters"`
}

// valueError is the error of an agent's win chances against exact values, in mWP. For an agent that does not search
// they are those of Score.
type valueError struct {
	Positions int     `json:"positions"`
	Mean      float64 `json:"mean_mwp"` // absolute
	Worst     float64 `json:"worst_mwp"`
	Bias      float64 `json:"bias_mwp"` // signed mean, for side 0
}

// tabulate sums choices up in all rows of the table.
func tabulate(choices []judgedChoice) regretTable {
	every := func(judgedChoice) bool { return true }
	return regretTable{
		All:        regretRowOf("all", choices, every),
		NonTrivial: regretRowOf("non-trivial", choices, func(c judgedChoice) bool { return c.Spread > nonTrivial }),
		Phases:     regretRows(choices, func(c judgedChoice) string { return c.Phase }),
		Sources:    regretRows(choices, func(c judgedChoice) string { return c.Source }),
		Encounters: regretRows(choices, func(c judgedChoice) string { return c.Encounter }),
	}
}

// regretRows returns a row for each value that a column has, in the order of their names.
func regretRows(choices []judgedChoice, column func(judgedChoice) string) []regretRow {
	return mapped(slices.Compact(slices.Sorted(slices.Values(mapped(choices, column)))), func(name string) regretRow {
		return regretRowOf(name, choices, func(c judgedChoice) bool { return column(c) == name })
	})
}

// regretRowOf sums up what the choices lost for which in is true.
func regretRowOf(name string, choices []judgedChoice, in func(judgedChoice) bool) regretRow {
	row := regretRow{Of: name}
	var lost []float64
	for _, c := range choices {
		if !in(c) {
			continue
		}
		lost = append(lost, c.Regret)
		row.Mean += c.Regret
		if c.Regret > blunder {
			row.Blunders++
		}
		if c.Regret < optimal {
			row.Best++
		}
	}
	if row.Decisions = len(lost); row.Decisions == 0 {
		return row
	}
	n := float64(row.Decisions)
	row.Mean, row.Blunders, row.Best = row.Mean/n, row.Blunders/n, row.Best/n
	slices.SortFunc(lost, cmp.Compare)
	row.P99, row.Worst = lost[int(math.Ceil(0.99*n))-1], lost[len(lost)-1]
	return row
}

// sumValueErrors sums up how far the win chances that the agent saw were from the exact ones.
func sumValueErrors(choices []judgedChoice) valueError {
	errors := mapped(choices, func(c judgedChoice) float64 { return 1000 * (c.Sees - c.Exact) })
	e := valueError{Positions: len(errors), Mean: mean(errors, math.Abs), Bias: mean(errors, itself)}
	for _, off := range errors {
		e.Worst = max(e.Worst, math.Abs(off))
	}
	return e
}

// sections returns the table as a part of a report.
func (t *regretTable) sections(agentName string) []Section {
	s := Section{Title: "Regret of " + agentName, Lines: []string{regretMeans + "."},
		Head: []string{"of", "decisions", "mean", "p99", "worst", "blunders", "best"}}
	rows := func(prefix string, list ...regretRow) {
		for _, r := range list {
			s.Rows = append(s.Rows, []string{prefix + r.Of, fmt.Sprint(r.Decisions), mwp(r.Mean), mwp(r.P99), mwp(r.Worst),
				percent(r.Blunders), percent(r.Best)})
		}
	}
	rows("", t.All, t.NonTrivial)
	rows("phase: ", t.Phases...)
	rows("source: ", t.Sources...)
	if len(t.Encounters) > 1 {
		rows("encounter: ", t.Encounters...)
	}
	return []Section{s}
}

// sections returns the errors as a part of a report.
func (v *valueError) sections(agentName string) []Section {
	return []Section{{Title: "Value error of " + agentName, Lines: []string{"The win chance it sees less the exact one, in mWP."},
		Head: []string{"", "positions", "mean", "worst", "bias"},
		Rows: [][]string{{"all", fmt.Sprint(v.Positions), mwp(v.Mean), mwp(v.Worst), mwp(v.Bias)}}}}
}
