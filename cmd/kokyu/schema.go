package main

import (
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/fair"
	"kokyu/agent/narrate/page"
	"kokyu/agent/narrate/story"
	"kokyu/agent/picture"
	"kokyu/agent/review"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/book"
)

// outputSchemas are the schemas of what commands print with --json, by the names that users ask for them by: the
// name of the command, and behind it what tells apart several objects of one command. Types that marshal
// themselves have a schema of their own in package serve, see [serve.SchemaOf].
var outputSchemas = cli.Schemas{
	"odds":         cli.SchemaOf[serve.ChanceShape],
	"odds-contest": cli.SchemaOf[contestShape],
	"odds-roll":    cli.SchemaOf[rollShape],
	"odds-table":   cli.SchemaOf[tableShape],
	"advise":       cli.SchemaOf[agent.Advice],
	"fight":        cli.SchemaOf[fightReport],
	"fight-count":  cli.SchemaOf[agent.Tally],
	"replay":       cli.SchemaOf[replayReport],
	"tell":         serve.SchemaOf[page.Tale],
	"story":        serve.SchemaOf[story.Story],
	"review":       cli.SchemaOf[review.Review],
	"review-if":    cli.SchemaOf[review.Comparison],
	"check":        cli.SchemaOf[checkReport],
	"laws":         cli.SchemaOf[[]book.Law],
	"rulings":      cli.SchemaOf[[]book.Ruling],
	"config":       cli.SchemaOf[[]config.Setting],
	"fair":         cli.SchemaOf[fair.Answer],
	"fair-day":     cli.SchemaOf[fair.DayAnswer],
	"errors":       cli.SchemaOf[serve.Faults],
	"solve":        cli.SchemaOf[cli.SolveReport],
	"apply":        serve.SchemaOf[session.ApplyResult],
	"sheet":        cli.SchemaOf[book.Page],
	"sheets":       cli.SchemaOf[map[string][]book.Page],   // sheet of a file
	"help":         cli.SchemaOf[map[string]agent.Meaning], // help WORD, by rule system
	"carry":        cli.SchemaOf[carryReport],              // also of rest
	"replay-at":    cli.SchemaOf[positionReport],
	"show":         serve.SchemaOf[picture.Picture],
	"stream":       serve.SchemaOf[streamedStep],
	"protocol":     serve.ProtocolSchema,
	"record":       serve.RecordSchema,

	"review-as-recorded": cli.SchemaOf[review.RecordReview],
}

// makeSchema returns the schema that is asked for by a name, one of names. Schemas of files have the rows
// of the user in them, so that an editor completes those, too.
func (a *app) makeSchema(name string, names []string) (*jsonschema.Schema, error) {
	if makePrinted, isPrinted := outputSchemas[name]; isPrinted {
		return makePrinted()
	}
	// Schemas of the default system are listed by bare names, as encounter, and found by the whole name as well.
	if !slices.Contains(names, strings.TrimPrefix(name, agent.DefaultSystem+".")) {
		return nil, cli.Unknown("schema", name, names)
	}
	c, err := a.Catalogue()
	if err != nil {
		return nil, err
	}
	return c.Schema(name)
}

// schema returns the command that prints JSON Schemas.
func (a *app) schema() *cobra.Command {
	outputs := outputSchemas.Names()
	names := append(agent.SchemaNames(), outputs...)
	cmd := &cobra.Command{
		Use:       "schema [NAME]",
		Short:     "Print JSON Schemas: of files for your editor, of --json output for your program",
		Long:      helpOf("schema", strings.Join(agent.SchemaNames(), ", "), strings.Join(outputs, ", ")),
		Args:      cli.Arguments(0, 1, "one name"),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.Report(map[string][]string{"files": agent.SchemaNames(), "output": outputs}, func() {
					a.Say("files: %s", strings.Join(agent.SchemaNames(), ", "))
					a.Say("output: %s", strings.Join(outputs, ", "))
				})
			}
			s, err := a.makeSchema(args[0], names)
			if err != nil {
				return err
			}
			return a.Object(s)
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}
