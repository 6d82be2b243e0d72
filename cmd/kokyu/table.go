package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/rules"
)

// tableCommand returns the command table, which runs a fight at a table: a person confirms every decision of the
// program or, with --json, another program does.
func (a *app) tableCommand() *cobra.Command {
	flags, as := fightFlags{ask: true, isEvening: true}, ""
	cmd := &cobra.Command{
		Use:       "table [ENCOUNTER]",
		Short:     "Run a fight at a table, with a person confirming every decision",
		Args:      cli.Arguments(0, 1, "one encounter"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(cmd, args); err != nil {
				return err
			}
			a.JSONLines = a.JSON
			switch {
			case as != "" && !a.JSON:
				return cli.Mistake("--as without --json", "both: a person at the table sees everything")
			case a.JSON:
				return a.tableProtocol(cmd.Context(), cli.EncounterOf(args), flags, as)
			}
			return a.oneFight(cmd.Context(), cli.EncounterOf(args), flags)
		},
	}
	flags.addTableFlags(cmd.Flags())
	cmd.Flags().StringVar(&as, "as", "", "with --json: the client is the seat of `NAME` and receives only what that seat may know")
	return cmd
}

// tableProtocol lets a program play at the table, in JSON lines. as is the combatant that the program
// plays, and what it may know; empty: it is the GM.
func (a *app) tableProtocol(ctx context.Context, name string, flags fightFlags, as string) error {
	// A client that is one combatant confirms nothing for others.
	if as != "" {
		flags.ask = false
	}
	s, _, err := a.openSession(ctx, name, flags)
	if err != nil {
		return err
	}
	defer s.Close()
	if as != "" {
		i, err := rules.SeatNamed(s.Roster(), as)
		// The name of a side is a mistake of its own: elsewhere it means all who fight for it.
		if side, noSide := rules.SideNamed(s.Roster(), as); err != nil && noSide == nil {
			return cli.Mistake("--as "+cli.Quote(side)+" is a side", "one combatant")
		} else if err != nil {
			return err
		}
		as, s.Players.Hint = s.Roster()[i].Name, true // there is no GM to ask
		if !session.IsPerson(s.Seats()[i]) {
			return cli.Mistake("--as "+cli.Quote(as)+", a seat that the program plays",
				"--seat "+cli.ShellQuote(as)+"=human too")
		}
	}
	err = serve.Lines(ctx, session.Client{Session: s, As: as}, a.In, a.Out)
	if errors.Is(err, context.Canceled) {
		return (&bout{app: a, Session: s, ask: true}).stopError()
	}
	return err
}
