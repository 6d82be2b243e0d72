package main

import (
	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
)

// countUsual is how many fights are fought without --count.
const countUsual = 100

// fight returns the command that does what kokyu fight --count does, for many machines.
func (a *app) fight() *cobra.Command {
	flags := cli.CountFlags{As: &cli.Character{}}
	cmd := &cobra.Command{
		Use:       "fight [ENCOUNTER | -]",
		Short:     "Fight an encounter many times and print the result",
		Args:      cli.Arguments(0, 1, "one encounter"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cli.InRange("count", flags.Count, 1, cli.CountMax); err != nil {
				return err
			}
			return a.CountFights(cmd, args, flags)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&flags.Seats, "seat", nil, "who plays a combatant or a whole side: `NAME=AGENT`; may be repeated")
	flags.As.Flags(f)
	f.IntVar(&flags.Count, "count", countUsual, "fight `N` times")
	f.BoolVar(&flags.Swap, "swap", false, "the agents change sides every other fight, with the same dice")
	a.PoolFlags(f, &flags.Pool)
	config.Flags(f, "seed", "nodes", "time", "threads", "data")
	return cmd
}
