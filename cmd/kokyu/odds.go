package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/dice"
)

// contestShape is the form of what --json prints for a contest, of which the first who throws can win, tie
// or lose. A check has one chance and the form of [serve.ChanceShape].
type contestShape struct {
	Win  serve.ChanceShape `json:"win"`
	Tie  serve.ChanceShape `json:"tie"`
	Lose serve.ChanceShape `json:"lose"`
}

// rollShape is the form of what --json prints for a roll alone.
type rollShape struct {
	Outcomes []struct {
		Total int     `json:"total"`
		Num   int     `json:"num,omitempty"`
		Den   int     `json:"den,omitempty"`
		P     float64 `json:"p" jsonschema:"the chance of this outcome, 0 to 1"`
	} `json:"outcomes"`
	meanShape
}

// tableShape is the form of what --json prints for a question with more answers than yes and no.
type tableShape struct {
	Outcomes []struct {
		AP     int     `json:"ap,omitempty"`
		Wounds int     `json:"wounds,omitempty"`
		P      float64 `json:"p" jsonschema:"the chance of this outcome, 0 to 1"`
	} `json:"outcomes"`
	meanShape
}

// meanShape is what both have behind their outcomes. Without exact, error is how far off the chances may be.
type meanShape struct {
	Mean  float64 `json:"mean"`
	Exact bool    `json:"exact,omitempty"`
	Error float64 `json:"error,omitempty" jsonschema:"what is left out at most, where the chances are not exact"`
}

// oddsSamples returns examples of what can be asked in the words of each system, a line each, as the help
// shows them.
func oddsSamples() string {
	var lines strings.Builder
	for _, system := range agent.Systems() {
		about, _ := agent.About(system) // it is listed
		for _, s := range about.OddsSamples {
			fmt.Fprintf(&lines, "\n  %-46s %s: %s", "kokyu odds '"+s.Question+"'", system, s.Says)
		}
	}
	return lines.String()
}

// odds returns the command that prints exact odds. The question is parsed by package dice or, in words of its own, by a
// rule system.
func (a *app) odds() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "odds EXPR",
		Short: "Print exact odds of a check or a contest",
		Long:  helpOf("odds", oddsSamples(), dice.CountMax, dice.KindsMax, dice.SidesMin, dice.SidesMax),
		Args:  cli.Arguments(1, 1, "one expression in quotes, as in '2d10+5 >= 14'"),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.Catalogue()
			if err != nil {
				return err
			}
			answer, err := c.Odds(args[0])
			if err != nil {
				return err
			}
			return a.Report(answer, func() { a.sayAnswer(answer) })
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

// sayAnswer prints an answer: a single chance in a line, several in a table, and below the table of
// outcomes if there is one. Chances without outcomes have bars.
func (a *app) sayAnswer(answer dice.Answer) {
	sentence, _ := say.Odds(answer)
	a.Say("%s", sentence)
	if len(answer.Chances) > 1 {
		a.sayChances(answer.Chances, answer.Shares == nil)
	}
	if answer.Note != "" && len(answer.Chances) > 0 {
		a.Say("")
		a.Say("%s", answer.Note)
	}
	if answer.Shares == nil {
		return
	}
	a.Say("")
	a.Say("%s", a.Paint.Faint(fmt.Sprintf("%8s %6s", answer.Shares.Of, "chance")))
	for _, line := range barLines(*answer.Shares, a.barWidth(barIndent)) {
		a.Say("%s", line)
	}
}

// sayChances prints several chances, a line each, with bars if that is asked for. The longest bar is that
// of the likeliest.
func (a *app) sayChances(chances []dice.Chance, withBars bool) {
	most, right := 0.0, []int{1, 2}
	for _, c := range chances {
		most = max(most, c.P())
	}
	if withBars {
		right = []int{0, 1, 2}
	}
	var rows [][]string
	for _, c := range chances {
		rows = append(rows, []string{"  " + c.Says, c.String(), c.Percent()})
	}
	if width := a.barWidth(cli.TableWidth(rows) + 2); withBars {
		for i, c := range chances {
			rows[i] = append(rows[i], strings.Repeat("#", int(math.Ceil(float64(width)*c.P()/most))))
		}
	}
	a.Table(nil, rows, right...)
}

const (
	outcomeLinesMax = 24 // of a table of outcomes
	barMax          = 40 // characters of the longest bar
	barLeast        = 8  // and on a narrow screen
	// barIndent is the width of what stands before a bar of outcomes.
	barIndent = 17
)

// barWidth returns how long the longest bar may be behind so many columns.
func (a *app) barWidth(behind int) int { return min(barMax, max(barLeast, a.Columns()-behind)) }

// barLines returns the outcomes as lines with bars up to a width, in which # succeeds (or wins) and . does not; these are
// three of 2d10+5 >= 14:
//
//	13    7 %  ............................
//	14    8 %  ################################
//	15    9 %  ####################################
//
// The values of a long table are joined by twos, threes and so on; one that succeeds is not joined with one
// that does not, unless doubles decide: then a line has both signs.
func barLines(shares dice.Shares, width int) (lines []string) {
	step := (len(shares.List) + outcomeLinesMax - 1) / outcomeLinesMax // values in a line
	type line struct {
		from, to dice.Share
		p, good  *big.Rat
	}
	var table []line
	for _, s := range shares.List {
		begins := (s.Value-shares.Cuts[0])%step == 0 || slices.Contains(shares.Cuts, s.Value)
		if len(table) == 0 || begins {
			table = append(table, line{from: s, p: new(big.Rat), good: new(big.Rat)})
		}
		l := &table[len(table)-1]
		l.to = s
		l.p.Add(l.p, s.P)
		l.good.Add(l.good, s.Good)
	}
	most := new(big.Rat)
	for _, l := range table {
		if l.p.Cmp(most) > 0 {
			most = l.p
		}
	}
	for _, l := range table {
		all := scaled(width, l.p, most, true)
		good := 0
		if l.good.Sign() > 0 {
			good = max(1, scaled(all, l.good, l.p, false))
		}
		bar := strings.Repeat("#", good) + strings.Repeat(".", all-good)
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%8s %6s  %s", rangeLabel(l.from, l.to), dice.Chance{Rat: l.p}.Percent(), bar), " "))
	}
	return lines
}

// rangeLabel returns the values of a line: 7, 7..9, and of those beyond which the list does not go, as of
// exploding dice, 40.. or ..-12.
func rangeLabel(from, to dice.Share) string {
	first, last := fmt.Sprint(from.Value), fmt.Sprint(to.Value)
	switch {
	case to.Past:
		return first + ".."
	case from.Below:
		return ".." + last
	case from.Value == to.Value:
		return first
	}
	return first + ".." + last
}

// scaled returns n times part/whole, rounded up or down. It is exact, so that bars do not depend on how floats are
// rounded.
func scaled(n int, part, whole *big.Rat, up bool) int {
	r := new(big.Rat).Quo(part, whole)
	r.Mul(r, big.NewRat(int64(n), 1))
	count, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if up && rest.Sign() > 0 {
		count.Add(count, big.NewInt(1))
	}
	return int(count.Int64())
}
