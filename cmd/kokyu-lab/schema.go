package main

import (
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs/cluster"
	"kokyu/agent/serve"
	"kokyu/cmd/cli"
	"kokyu/evals"
)

// printed are the schemas of what commands print with --json.
var printed = cli.Schemas{
	"perft":        cli.SchemaOf[agent.Perft],
	"bench":        cli.SchemaOf[agent.Bench],
	"arena":        cli.SchemaOf[evals.Standing],
	"eval":         cli.SchemaOf[evals.Report],
	"eval-levels":  cli.SchemaOf[evals.Rungs],
	"eval-reviews": cli.SchemaOf[evals.LevelsReviewed],
	"work":         cli.SchemaOf[cluster.Status], // with --status
	"play":         cli.SchemaOf[evals.Decision], // a line of a stream of self-play, after the first
	"errors":       cli.SchemaOf[serve.Faults],
}

func (a *app) schema() *cobra.Command {
	return &cobra.Command{
		Use:       "schema [NAME]",
		Short:     "Print the JSON Schema of what a command prints with --json",
		Long:      "The schemas: " + strings.Join(printed.Names(), ", ") + ". Those of files are printed by kokyu schema.",
		Args:      cli.Arguments(0, 1, "one name"),
		ValidArgs: printed.Names(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				if a.JSON {
					return a.Object(map[string][]string{"output": printed.Names()})
				}
				a.Say("output: %s", strings.Join(printed.Names(), ", "))
				return nil
			}
			print := printed[args[0]]
			if print == nil {
				return cli.Unknown("schema", args[0], printed.Names())
			}
			s, err := print()
			if err != nil {
				return err
			}
			return a.Object(s)
		},
	}
}
