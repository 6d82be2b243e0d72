package main

import (
	"github.com/spf13/cobra"

	"kokyu/agent"
)

func (a *app) tableCommand() *cobra.Command {
	flags, as := fightFlags{ask: true}, ""
	cmd := &cobra.Command{
		Use:   "table [ENCOUNTER]",
		Short: "Run a fight at a table: every decision is asked",
		Long: `Runs a fight with you at the table. For the seats that play by themselves every decision is proposed with its worth, its odds
and one reason: Enter takes it, a number or words take another. With --dice hand you throw the dice and type what they show.

  kokyu table ambush --dice hand --seat travellers=human --record evening.jsonl
  kokyu table --resume evening.jsonl

At any prompt: ? lists everything that can be said, all bandits shows the plans of a whole side for one Enter, ban thrust for
bandits closes a maneuver, edit, add, remove, force, note and undo are the GM's hand. Each is a step of the record, with its
reason. Dice behind a comma are the next throw of the same hand: 7 9, 3 4.

With --json a program sits at the table: a request on a line of standard input, {"id":1,"op":"options"}, an answer with the
same id on a line of standard output, and every step as it happens. kokyu schema protocol has all of it. With --as it is
given one seat, and nothing that seat may not know.`,
		Args:      arguments(0, 1, "one encounter"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(cmd, args); err != nil {
				return err
			}
			flags.protocol, a.telling = a.json, a.json
			switch {
			case as != "" && !a.json:
				return mistake("--as without --json", "both: a person at the table sees everything")
			case a.json:
				return a.tableProtocol(cmd.Context(), encounter(args), flags, as)
			case flags.resume != "":
				return a.resumeFight(cmd.Context(), flags)
			}
			return a.oneFight(cmd.Context(), encounter(args), flags)
		},
	}
	flags.atTheTable(cmd.Flags())
	cmd.Flags().StringVar(&as, "as", "", "with --json: the client is the seat of `NAME` alone, and is told no secrets")
	return cmd
}
