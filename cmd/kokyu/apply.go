package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/say"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules"
	"kokyu/rules/text"
)

// apply returns the command that makes one step from a position, for programs that keep the position themselves.
func (a *app) apply() *cobra.Command {
	do, faces := "", ""
	cmd := &cobra.Command{
		Use:       "apply [ENCOUNTER | POSITION | -]",
		Short:     "Make one step from a position: a decision or a throw",
		Args:      cli.Arguments(0, 1, "one encounter or position"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Catalogue()
			if err != nil {
				return err
			}
			name, data, err := a.Encounter(cli.EncounterOf(args))
			if err != nil {
				return err
			}
			in := session.Apply{Position: string(data), Do: do}
			for _, word := range strings.Fields(faces) {
				n, err := strconv.Atoi(word)
				if err != nil {
					return cli.Mistake("--dice is "+cli.Quote(faces), "what the dice show, as in --dice '7 9'")
				}
				in.Dice = append(in.Dice, n)
			}
			out, err := (&session.Applier{Catalogue: &c, Name: name, Typed: true}).Apply(in)
			if err != nil {
				return err
			}
			return a.Report(out, func() { a.sayApply(out) })
		},
	}
	cmd.Flags().StringVar(&do, "do", "", "a decision of the seat to move, in `WORDS`")
	cmd.Flags().StringVar(&faces, "dice", "", "the `FACES` of the dice that the position waits for, in the order thrown")
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

// sayApply prints the step that was made, what the fight waits for now, and its position as a block that
// apply and advise read again, so that commands can be joined by a pipe.
func (a *app) sayApply(out session.ApplyResult) {
	e := text.Escape
	if out.Step != nil {
		a.PrintWrapped("", 0, e(say.InShort([]rules.Step{*out.Step})))
	}
	switch out.Waits {
	case session.Over:
		a.Say("%s.", e(narrate.WonBy(out.Winner)))
	case session.Dice:
		a.Say("%s's %s", e(out.Seat), say.OddsText(&out.Check.Odds))
	default:
		a.Say("%s decides:", e(out.Seat))
		// A row for each decision: a program reads them, and a person may copy one.
		m := newMenu(out.Options, false)
		(&prompt{app: a}).printMenu(m, m.countLines())
	}
	a.Say("\n```yaml\n%s```", out.Position)
}
