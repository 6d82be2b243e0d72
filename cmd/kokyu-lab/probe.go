package main

import (
	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
)

// probe returns the command that looks a position up in a table of exact values.
func (a *app) probe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "probe TABLE [POSITION | -]",
		Short: "Look up a position in a table that solve --save wrote",
		Long: `Looks up the exact values of a position and of each decision in it, in a table that solve --save wrote. The default is the
start of the solved fight; - reads a position from standard input, as advise and replay --at print it.`,
		Args: cli.Arguments(1, 2, "a table, and perhaps a position"),
		RunE: func(cmd *cobra.Command, args []string) error {
			table, err := agent.OpenTablebase(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			f, err := table.Fight()
			if len(args) > 1 {
				f, err = a.Open(args[1], 1)
			}
			if err != nil {
				return err
			}
			r, err := cli.LookUp(f, table)
			if err != nil {
				return cli.TableError(args[0], err)
			}
			return a.Report(r, func() { a.SaySolved(f, table, r, false) })
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}
