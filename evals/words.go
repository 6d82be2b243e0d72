package evals

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/text"
)

// Section is a part of a report for people: lines, then a table. Names in it are data.
type Section struct {
	Title string
	Lines []string
	Head  []string
	Rows  [][]string // the first column holds words, the others numbers
}

// Sections returns the report in words, in order.
func (r Report) Sections() (list []Section) {
	first := Section{Title: "Suite " + r.Suite, Lines: []string{fmt.Sprintf("Seed %d, data %s.", r.Seed, r.Data)}}
	if r.Partial != "" {
		first.Lines = append([]string{"Stopped " + r.Partial + ": the figures are of these."}, first.Lines...)
	}
	if r.About != "" {
		first.Lines = append([]string{r.About}, first.Lines...)
	}
	list = append(list, first)
	for _, a := range r.Agents {
		list = append(list, a.sections()...)
	}
	if len(r.Leaf) > 0 {
		list = append(list, leafSection(r.Leaf))
	}
	if len(r.Differences) > 0 {
		s := Section{Title: r.Agents[0].Agent + " less " + r.Agents[1].Agent, Lines: []string{"The same samples, compared one by one."},
			Head: []string{"of", "samples", "difference", "95% interval", "better is"}}
		for _, d := range r.Differences {
			better := "less"
			if d.Better {
				better = "more"
			}
			s.Rows = append(s.Rows, []string{d.Of + ", " + d.Unit, fmt.Sprint(d.Samples), signed4(d.Mean.Mean),
				signed4(d.Mean.Low) + " to " + signed4(d.Mean.High), better})
		}
		list = append(list, s)
	}
	if len(r.Thresholds) > 0 {
		list = append(list, metSection("Thresholds", r.Thresholds))
	}
	return list
}

// metSection is bounds and whether they are met.
func metSection(title string, list []Met) Section {
	s := Section{Title: title, Head: []string{"figure", "got", "bound", "met"}}
	for _, m := range list {
		bound := "at most "
		if m.Least {
			bound = "at least "
		}
		met := "yes"
		if !m.OK {
			met = "NO"
		}
		s.Rows = append(s.Rows, []string{m.Name, figure(m.Got), bound + figure(m.Bound), met})
	}
	return s
}

func (a AgentReport) sections() (list []Section) {
	if a.Regret != nil {
		s := Section{Title: "Regret of " + a.Agent, Lines: []string{regretMeans + "."}, Head: []string{"of", "decisions", "mean", "p99", "worst", "blunders", "best"}}
		row := func(prefix string, r Regret) {
			s.Rows = append(s.Rows, []string{prefix + r.Of, fmt.Sprint(r.Decisions), mwp(r.Mean), mwp(r.P99), mwp(r.Worst), percent(r.Blunders), percent(r.Best)})
		}
		row("", a.Regret.All)
		row("", a.Regret.NonTrivial)
		for _, r := range a.Regret.Phases {
			row("phase: ", r)
		}
		for _, r := range a.Regret.Sources {
			row("source: ", r)
		}
		if len(a.Regret.Encounters) > 1 {
			for _, r := range a.Regret.Encounters {
				row("encounter: ", r)
			}
		}
		list = append(list, s)
	}
	if v := a.Value; v != nil {
		list = append(list, Section{Title: "Value error of " + a.Agent, Lines: []string{"The win chance it sees less the exact one, in mWP."},
			Head: []string{"", "positions", "mean", "worst", "bias"}, Rows: [][]string{{"all", fmt.Sprint(v.Positions), mwp(v.Mean), mwp(v.Worst), mwp(v.Bias)}}})
	}
	if c := a.Calibration; c != nil {
		s := Section{Title: "Calibration of " + a.Agent,
			Lines: []string{fmt.Sprintf("%d fights, %d predictions, Brier score %.4f a fight, expected calibration error %.1f points.",
				c.Fights, c.Predictions, c.Brier, 100*c.Error)},
			Head: []string{"win chance", "predictions", "predicted", "actual"}}
		for _, t := range c.Tenths {
			s.Rows = append(s.Rows, []string{fmt.Sprintf("%.1f to %.1f", t.From, t.To), fmt.Sprint(t.Predictions),
				fmt.Sprintf("%.3f", t.Predicted), fmt.Sprintf("%.3f", t.Actual)})
		}
		list = append(list, s)
	}
	if l := a.Loss; l != nil {
		s := Section{Title: "Loss of " + a.Agent, Lines: []string{lossMeans + "."}, Head: []string{"playing", "decisions", "value", "loss", "exploitability"}}
		for _, x := range l.Seats {
			s.Rows = append(s.Rows, []string{x.Encounter + ", " + x.Side, fmt.Sprint(x.Decisions), fmt.Sprintf("%.4f", x.Value), mwp(x.Loss), mwp(x.Exploitability)})
		}
		s.Rows = append(s.Rows, []string{"mean", "", "", mwp(l.Loss), mwp(l.Exploitability)})
		list = append(list, s)
	}
	if p := a.Pace; p != nil {
		s := Section{Title: "Pace of " + a.Agent, Lines: []string{paceMeans + "."},
			Head: []string{"encounter", "fights", "undecided", "stretches", "held", "idle", "rounds", "95% interval"}}
		for _, g := range append(slices.Clone(p.Encounters), p.All) {
			s.Rows = append(s.Rows, []string{g.Encounter, fmt.Sprint(g.Fights), percent(g.Undecided), fmt.Sprint(g.Stretches), percentIf(g.Held), percentIf(g.Idle),
				fmt.Sprintf("%.2f", g.Rounds.Mean), fmt.Sprintf("%.2f to %.2f", g.Rounds.Low, g.Rounds.High)})
		}
		list = append(list, s)
	}
	if x := a.Referee; x != nil {
		list = append(list, x.section(a.Agent))
	}
	if w := a.Way; w != nil {
		list = append(list, w.sections(a.Agent)...)
	}
	if a.Strength != nil {
		s := Section{Title: "Strength of " + a.Agent + " against " + a.Strength.Agents[1],
			Lines: []string{"Score a game with its 95 % interval; the luck of the dice is judged by " + a.Strength.Luck + "."},
			Head:  []string{"encounter", "pairs", "raw", "95% interval", "luck off", "95% interval"}}
		for _, c := range append(a.Strength.Encounters, a.Strength.All) {
			s.Rows = append(s.Rows, []string{c.Encounter, fmt.Sprint(c.Pairs), fmt.Sprintf("%.3f", c.Raw.Mean),
				between(c.Raw), fmt.Sprintf("%.3f", c.Adjusted.Mean), between(c.Adjusted)})
		}
		list = append(list, s)
	}
	return list
}

// mwp has no minus before nothing.
func mwp(x float64) string {
	if math.Abs(x) < 0.005 {
		x = 0
	}
	return fmt.Sprintf("%.2f", x)
}

func percent(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }

// percentIf returns a share, or nothing of what was not measured.
func percentIf(x *float64) string {
	if x == nil {
		return ""
	}
	return percent(*x)
}

func signed4(x float64) string { return fmt.Sprintf("%+.4f", x) }
func figure(x float64) string  { return fmt.Sprintf("%.4g", x) }

func between(i agent.Interval) string { return fmt.Sprintf("%.3f to %.3f", i.Low, i.High) }

// Page returns sections as Markdown.
func Page(sections []Section) string {
	var b strings.Builder
	for i, s := range sections {
		level := "##"
		if i == 0 {
			level = "#"
		}
		fmt.Fprintf(&b, "%s %s\n\n", level, text.Markdown(s.Title))
		for _, line := range s.Lines {
			fmt.Fprintf(&b, "%s\n\n", text.Markdown(line))
		}
		if len(s.Rows) == 0 {
			continue
		}
		rows := append([][]string{s.Head, rule(len(s.Head))}, s.Rows...)
		for k, row := range rows {
			cells := make([]string, len(row))
			for j, cell := range row {
				cells[j] = cell
				if k != 1 {
					cells[j] = text.Markdown(cell)
				}
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// rule returns the line below a table's head: words to the left, numbers to the right.
func rule(columns int) []string {
	row := []string{"---"}
	for len(row) < columns {
		row = append(row, "---:")
	}
	return row
}
