package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/say"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// adviceParts are the parts of an advice that are printed only if they are asked for: the search's own
// values, and the position on a terminal.
type adviceParts struct{ byReply, position bool }

// aheadNodes is the most nodes for a decision that is only made to get to another seat's decision: that one
// gets the time.
const aheadNodes = 2_000

// advise returns the command that says what to do next, the odds, and why. The advice is about a decision: the fight is
// played on until one is reached, or one of the seat that is named.
func (a *app) advise() *cobra.Command {
	seat, table, playouts := "", "", 0
	var shows adviceParts
	var as cli.Character
	cmd := &cobra.Command{
		Use:       "advise [ENCOUNTER | RECORD | POSITION | -]",
		Short:     "Say what to do next, the odds, and why",
		Args:      cli.Arguments(0, 1, "one encounter, record or position"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := a.Open(cli.EncounterOf(args), 1)
			if err != nil {
				return err
			}
			c, err := as.Read()
			switch err := cmp.Or(err, cli.InRange("playouts", playouts, 0, agent.PlayoutsMax)); {
			case err != nil:
				return err
			case table != "" && c != (book.Character{}):
				return cli.Mistake("--table with --level or --temper", "one of them: a table has the best decision only")
			}
			// Without --seat the fight is played on to the first decision of anybody.
			who := rules.Nobody
			if seat != "" {
				if who, err = rules.SeatNamed(f.Roster(), seat); err != nil {
					return err
				}
			}
			// Where a number of nodes is unlimited, decisions on the way to another seat's are limited all the same.
			lim, err := a.adviceLimits(agent.AboutFight(f))
			if err != nil {
				return err
			}
			ahead := lim
			if ahead.Nodes == 0 || ahead.Nodes > aheadNodes {
				ahead.Nodes = aheadNodes
			}
			steps, err := agent.PlayUntil(cmd.Context(), f, who, ahead)
			if err != nil {
				return err
			}
			if table != "" {
				return a.adviseExactly(cmd.Context(), f, table, steps, shows)
			}
			a.Logger.Debug("advice", "seat", f.Name(f.Turn().Seat), "nodes", lim.Nodes, "time", lim.Time, "ahead", len(steps))
			advice, err := agent.AdviseAs(cmd.Context(), f, lim, c.Or(f.Roster()[f.Turn().Seat].Character), nil)
			if err != nil {
				return err
			}
			// Fights that are played out from here make the range of the forecast narrower; without --playouts there
			// are none, and nothing changes.
			if advice.Forecast != nil {
				refined, err := advice.Forecast.RefineByPlayouts(cmd.Context(), f, playouts, a.Cores())
				if err != nil {
					return err
				}
				*advice.Forecast = refined
			}
			return a.printAdvice(f, advice, steps, lim, shows)
		},
	}
	cmd.Flags().StringVar(&seat, "seat", "", "the combatant to advise, by `NAME`; default: whoever decides next")
	cmd.Flags().StringVar(&table, "table", "", "look the position up in a `FILE` that solve --save wrote, instead of searching")
	cmd.Flags().IntVar(&playouts, "playouts", 0, "fight on `N` times from here and refine the forecast by that")
	cmd.Flags().BoolVar(&shows.byReply, "best-reply", false, "show the search's own values against best reply, too")
	cmd.Flags().BoolVar(&shows.position, "position", false, "print the position on a terminal, too")
	as.Flags(cmd.Flags())
	config.Flag(cmd.Flags(), "nodes", "advise-nodes")
	config.Flags(cmd.Flags(), "time", "threads", "data")
	return cmd
}

// adviseExactly prints the advice that a table of exact values has for a decision.
func (a *app) adviseExactly(ctx context.Context, f *fight.Fight, path string,
	ahead []rules.Step, shows adviceParts) error {
	t, err := agent.OpenTablebase(ctx, path)
	if err != nil {
		return err
	}
	d, err := t.Advise(f)
	if err != nil {
		return cli.TableError(path, err)
	}
	return a.printAdvice(f, d, ahead, search.Limits{}, shows)
}

// printAdvice prints an advice, as JSON or for people. ahead are the steps that were made to get to the
// decision. With JSON they go to stderr, because the object on standard output is the advice.
func (a *app) printAdvice(f *fight.Fight, d agent.Advice, ahead []rules.Step,
	lim search.Limits, shows adviceParts) error {
	ahead = fight.SeenBy(ahead, d.Seat)
	if !a.JSON {
		a.sayAdvice(f, d, ahead, lim, shows)
		return nil
	}
	if len(ahead) > 0 {
		fmt.Fprintf(a.Err, "played ahead %s to the next decision of %s: %s\n", text.Count(len(ahead), "step"),
			text.Escape(d.Seat), text.Escape(say.InShort(ahead)))
	}
	return a.Object(d)
}

// labelWidth is the width of the labels of an advice.
const labelWidth = len("chance to win  ")

// nextBestMax is how many of the next best choices are shown.
const nextBestMax = 3

// sayAdvice prints an advice for people. On a screen the best choice comes last, where people look, and the
// position only if it is asked for; in a file the best choice comes first, and the position last.
func (a *app) sayAdvice(f *fight.Fight, d agent.Advice, ahead []rules.Step, lim search.Limits, shows adviceParts) {
	e := text.Escape
	if len(ahead) > 0 {
		a.Say("Played ahead %s to the next decision of %s: everybody does what the search would, the dice fall as is likeliest.",
			text.Count(len(ahead), "step"), e(d.Seat))
		a.PrintWrapped("  ", 2, e(say.InShort(ahead)))
		a.Say("")
	}
	// The block is what every command that takes a position reads again, see cutFences of package cli.
	printPosition := func() { a.Say("```yaml\n%s```", d.Position) }
	if a.Screen && shows.position {
		printPosition()
		a.Say("")
	}
	a.Say("%s, round %d: %s decides.", e(agent.Title(f)), f.Round(), e(d.Seat))
	a.Say("")
	if !a.Screen {
		a.sayBest(d, shows.byReply)
		a.Say("")
	}
	a.sayNextBest(d, shows.byReply)
	a.PrintWrapped("Seen: ", 6, depthWords(d, agent.AboutFight(f).TurnWord, lim))
	a.Say("")
	if a.Screen {
		a.sayBest(d, shows.byReply)
		return
	}
	printPosition()
}

// sayBest prints the best choice, its worth, and why:
//
//	thrust > Tomoe
//	then           walk > second rear, end the breath
//	chance to win  if both sides play their best: even or worse
//	check          attack, 2d10+1 >= 12, hits 55 %, 11/20
//	why            With "horizontal cut > Tomoe" instead, the chance to win falls by 0.5 points.
//
// The rows are those of package say, which words an advice for all faces.
func (a *app) sayBest(d agent.Advice, byReply bool) {
	e := text.Escape
	a.Say("  %s", a.Paint.Strong(e(d.Best)))
	for _, row := range say.Advice(d) {
		a.PrintWrapped(fmt.Sprintf("  %-*s", labelWidth, row.Label), labelWidth+2, e(row.Says))
	}
	if d.Forecast != nil && byReply {
		a.Say("  %-*s%s against best reply", labelWidth, "search", cli.Percent(d.Win))
	}
}

// sayNextBest prints the next best choices, if there are any:
//
//	Next best, of 11 choices:
//	  horizontal cut > Tomoe  −0.5 points  17.3 % seen
//	  walk > second rear      −0.5 points  25.1 % seen
//
// Values of the search are printed only if they are exact or asked for: a chance to win is what the
// forecast says. How much was seen after each choice is printed only if it differs.
func (a *app) sayNextBest(d agent.Advice, byReply bool) {
	if len(d.Options) < 2 {
		return
	}
	a.Say("Next best, of %s:", text.Count(len(d.Options), "choice"))
	var rows [][]string
	breath, isUneven := unevenCoverage(d)
	for _, i := range d.ByWorth()[1:min(1+nextBestMax, len(d.Options))] {
		o := d.Options[i]
		row := []string{"  " + o.Do, say.Worth(d, i)}
		if d.Forecast == nil && d.Exact() || d.Forecast != nil && byReply {
			row = append(row, cli.Percent(o.Win))
		}
		if isUneven {
			row = append(row, shareWords(o.Coverage.Share[breath])+" seen")
		}
		rows = append(rows, append(row, text.Escape(say.Remark(d, o))))
	}
	a.Table(nil, rows, 1, 2)
	a.Say("")
}

// unevenCoverage returns the first breath, 0 for this one or 1 for the next, of which the search has looked
// at more after one choice than after another; ok is false if there is none. Choices are then not compared
// on equal terms, which the advice says.
func unevenCoverage(d agent.Advice) (breath int, ok bool) {
	for breath := range d.Coverage.Share {
		for _, o := range d.Options {
			if o.Coverage.Share[breath] != d.Options[0].Coverage.Share[breath] {
				return breath, true
			}
		}
	}
	return 0, false
}

// shareWords returns in words how much of something was looked at.
func shareWords(p float64) string {
	switch {
	case p >= 1:
		return "all"
	case p <= 0:
		return "nothing"
	}
	return cli.Percent(p)
}

// depthWords says how much of the game tree an advice is based on: "34.0 % of this breath, nothing of the
// next; 20000 nodes; no breath in full; against best reply." span is what the system calls a seat's stretch
// of decisions, a breath or a turn.
func depthWords(d agent.Advice, span string, lim search.Limits) string {
	shares := []string{shareWords(d.Coverage.Share[0]) + " of this " + span,
		shareWords(d.Coverage.Share[1]) + " of the next"}
	if breath, ok := unevenCoverage(d); ok {
		shares[breath] += fmt.Sprintf(" (%s after %s)", shareWords(d.Options[0].Coverage.Share[breath]), text.Escape(d.Best))
	}
	parts := []string{strings.Join(shares, ", ")}
	switch {
	case d.Coverage.Tablebase:
		return "looked up in a solved table: every line to the end of the fight, against " + d.Model + "."
	case d.Coverage.Glance:
		parts = []string{"what each choice leads to at once, and no answer to it"}
	case d.Coverage.Exact:
		parts = []string{"every line to the end of the fight"}
	}
	inFull := text.Count(d.Coverage.Depth, span) + " in full"
	if d.Coverage.Depth == 0 {
		inFull = "no " + span + " in full"
	}
	if d.Coverage.Representatives {
		parts = append(parts, "one of each kind of move")
	}
	parts = append(parts, fmt.Sprintf("%d nodes", d.Coverage.Nodes), inFull, "against "+d.Model)
	text := strings.Join(parts, "; ")
	if lim.Time > 0 {
		text += fmt.Sprintf("; thought for up to %v, so not repeatable", lim.Time)
	}
	return text + "."
}
