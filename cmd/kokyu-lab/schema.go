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

// schemas are the schemas of what commands print with --json, by the names of the commands.
var schemas = cli.Schemas{
	"perft":        cli.SchemaOf[agent.Perft],
	"bench":        cli.SchemaOf[agent.Bench],
	"arena":        cli.SchemaOf[evals.Standing],
	"eval":         cli.SchemaOf[evals.Report],
	"eval-levels":  cli.SchemaOf[evals.Rungs],
	"eval-reviews": cli.SchemaOf[evals.LevelsReviewed],
	"work":         cli.SchemaOf[cluster.Status], // with --status
	"play":         cli.SchemaOf[evals.Decision], // a line of a stream of self-play, after the first
	"probe":        cli.SchemaOf[cli.SolveReport],
	"errors":       cli.SchemaOf[serve.Faults],
}

// schema returns the command that prints schemas of what this program prints. Those of files are the same
// for both programs, and kokyu has them.
func (a *app) schema() *cobra.Command {
	return &cobra.Command{
		Use:       "schema [NAME]",
		Short:     "Print the JSON Schema of what a command prints with --json",
		Long:      "The schemas: " + strings.Join(schemas.Names(), ", ") + ". Those of files are printed by kokyu schema.",
		Args:      cli.Arguments(0, 1, "one name"),
		ValidArgs: schemas.Names(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.Report(map[string][]string{"output": schemas.Names()}, func() {
					a.Say("output: %s", strings.Join(schemas.Names(), ", "))
				})
			}
			newSchema := schemas[args[0]]
			if newSchema == nil {
				return cli.Unknown("schema", args[0], schemas.Names())
			}
			s, err := newSchema()
			if err != nil {
				return err
			}
			return a.Object(s)
		},
	}
}
