package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// oddsShape is what --json prints for a check; a contest has win, tie and lose, each so.
type oddsShape struct {
	Num int     `json:"num"`
	Den int     `json:"den"`
	P   float64 `json:"p"`
}

type contestShape struct {
	Win  oddsShape `json:"win"`
	Tie  oddsShape `json:"tie"`
	Lose oddsShape `json:"lose"`
}

// rollShape is what it prints for a roll alone.
type rollShape struct {
	Outcomes []struct {
		Total int     `json:"total"`
		Num   int     `json:"num"`
		Den   int     `json:"den"`
		P     float64 `json:"p"`
	} `json:"outcomes"`
	Mean float64 `json:"mean"`
}

// tableShape is what it prints for a question with more answers than yes and no.
type tableShape struct {
	Outcomes []struct {
		AP int     `json:"ap"`
		P  float64 `json:"p"`
	} `json:"outcomes"`
	Mean float64 `json:"mean"`
}

// ownQuestions are samples of what can be asked in the words of each system.
func ownQuestions() string {
	var lines strings.Builder
	for _, system := range agent.Systems() {
		about, _ := agent.About(system) // it is listed
		for _, s := range about.OddsSamples {
			fmt.Fprintf(&lines, "\n  %-46s %s: %s", "kokyu odds '"+s.Question+"'", system, s.Says)
		}
	}
	return lines.String()
}

func (a *app) odds() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "odds EXPR",
		Short: "Exact odds of a check or a contest",
		Long: `Exact odds, counted and not thrown: the fraction in lowest terms, the percentage, and a bar for each total.

  kokyu odds '2d10+5 >= 14'                      a check; > <= < and = are known as well
  kokyu odds '2d10+5 >= 14 crit'                 only with both dice equal
  kokyu odds '2d10+3 vs 2d10+5'                  two rolls against each other
  kokyu odds '2d10+5'                            a roll alone: how likely each total is` + ownQuestions(),
		Args: arguments(1, 1, "one expression in quotes, as in '2d10+5 >= 14'"),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.catalogue()
			if err != nil {
				return err
			}
			answer, err := c.Odds(args[0])
			switch {
			case err != nil:
				return err
			case a.json:
				return a.object(answer)
			case answer.Dice != nil:
				a.sayOdds(answer.Expr, *answer.Dice)
			default:
				a.sayChances(answer)
			}
			return nil
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

// sayChances prints an answer in a system's own words: one chance in a line, several with bars.
func (a *app) sayChances(answer book.Answer) {
	if len(answer.Chances) == 1 {
		a.say("%s: %v, %s", answer.Asked, answer.Chances[0], answer.Chances[0].Percent())
		return
	}
	a.say("%s", answer.Asked)
	most := 0.0
	for _, c := range answer.Chances {
		most = max(most, c.P())
	}
	var rows [][]string
	for _, c := range answer.Chances {
		rows = append(rows, []string{"  " + c.Says, c.String(), c.Percent(), strings.Repeat("#", int(math.Ceil(barMax*c.P()/most)))})
	}
	a.table(nil, rows, 0, 1, 2)
	if answer.Note != "" {
		a.say("")
		a.say("%s", answer.Note)
	}
}

func (a *app) sayOdds(e dice.Expr, o dice.Odds) {
	what := "total"
	switch {
	case o.Contest:
		what = "margin"
		a.say("%v", e)
		a.table(nil, [][]string{{"  win", o.Win.String(), o.Win.Percent()}, {"  tie", o.Tie.String(), o.Tie.Percent()},
			{"  lose", o.Lose.String(), o.Lose.Percent()}}, 1, 2)
	case o.Open:
		a.say("%v: %v on average", e, o.Mean())
	default:
		a.say("%v: %v, %s", e, o.P, o.P.Percent())
	}
	a.say("")
	a.say("%s", a.paint.faint(fmt.Sprintf("%8s %6s", what, "chance")))
	for _, line := range bars(e, o) {
		a.say("%s", line)
	}
}

const (
	barsMax = 24 // lines of a table
	barMax  = 40 // characters of the longest bar
)

// bars are the outcomes as lines: # succeeds (or wins), . does not. The totals of a long table are joined by twos,
// threes and so on, never one that succeeds with one that does not, unless doubles decide.
func bars(e dice.Expr, o dice.Odds) (lines []string) {
	step := (len(o.Bars) + barsMax - 1) / barsMax
	first := e.Need // a line begins here
	switch {
	case o.Contest:
		first = 1
	case o.Open:
		first = o.Bars[0].Value
	case e.Compare == dice.MoreThan || e.Compare == dice.AtMost:
		first = e.Need + 1
	}
	type line struct {
		from, to, ways, good int
	}
	var table []line
	most := 0
	for _, b := range o.Bars {
		if apart := e.Compare == dice.Equal && b.Value == e.Need+1; len(table) == 0 || (b.Value-first)%step == 0 || apart {
			table = append(table, line{from: b.Value})
		}
		l := &table[len(table)-1]
		l.to, l.ways, l.good = b.Value, l.ways+b.Ways, l.good+b.Good
		most = max(most, l.ways)
	}
	for _, l := range table {
		label := fmt.Sprint(l.from)
		if l.to != l.from {
			label = fmt.Sprintf("%d..%d", l.from, l.to)
		}
		all := (l.ways*barMax + most - 1) / most
		good := 0
		if l.good > 0 {
			good = max(1, l.good*all/l.ways)
		}
		bar := strings.Repeat("#", good) + strings.Repeat(".", all-good)
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%8s %6s  %s", label, dice.Of(l.ways, o.Throws).Percent(), bar), " "))
	}
	return lines
}
