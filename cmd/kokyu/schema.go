package main

import (
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/fair"
	"kokyu/agent/jobs/cluster"
	"kokyu/agent/narrate/page"
	"kokyu/agent/picture"
	"kokyu/agent/review"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules/book"
)

// printed are the schemas of what commands print with --json.
var printed = map[string]func() (*jsonschema.Schema, error){
	"odds":         of[oddsShape],
	"odds-contest": of[contestShape],
	"odds-roll":    of[rollShape],
	"odds-table":   of[tableShape],
	"perft":        of[agent.Perft],
	"bench":        of[agent.Bench],
	"advise":       of[agent.Advice],
	"fight":        of[fightReport],
	"fight-count":  of[agent.Tally],
	"replay":       of[replayReport],
	"tell":         serve.Of[page.Tale],
	"review":       of[review.Review],
	"review-if":    of[review.Otherwise],
	"arena":        of[evals.Standing],
	"check":        of[checkReport],
	"laws":         of[[]lawRow],
	"rulings":      of[[]book.Ruling],
	"config":       of[[]config.Setting],
	"fair":         of[fair.Answer],
	"fair-day":     of[fair.DayAnswer],
	"eval":         of[evals.Report],
	"eval-levels":  of[evals.Rungs],
	"eval-reviews": of[evals.LevelsReviewed],
	"work":         of[cluster.Status], // with --status
	"play":         of[evals.Decision], // a line of a stream of self-play, after the first
	"errors":       of[serve.Faults],
	"apply":        serve.Of[session.Applied],
	"sheet":        of[book.Page],
	"show":         serve.Of[picture.Picture],
	"stream":       serve.Of[streamed],
	"protocol":     serve.ProtocolSchema,
	"record":       serve.RecordSchema,
}

func of[T any]() (*jsonschema.Schema, error) { return jsonschema.For[T](nil) }

func (a *app) schema() *cobra.Command {
	var outputs []string
	for name := range printed {
		outputs = append(outputs, name)
	}
	slices.Sort(outputs)
	names := append(agent.SchemaNames(), outputs...)
	cmd := &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Print JSON Schemas: of files for your editor, of --json output for your program",
		Long: "Files: " + strings.Join(agent.SchemaNames(), ", ") + ".\nOutput of commands: " + strings.Join(outputs, ", ") + `.

Editors with a YAML language server complete and check a file that begins with this line:

  # yaml-language-server: $schema=breath.encounter.json

Write the schema beside the file with: kokyu schema encounter > breath.encounter.json`,
		Args:      arguments(0, 1, "one name"),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				if a.json {
					return a.object(map[string][]string{"files": agent.SchemaNames(), "output": outputs})
				}
				a.say("files: %s", strings.Join(agent.SchemaNames(), ", "))
				a.say("output: %s", strings.Join(outputs, ", "))
				return nil
			}
			var s *jsonschema.Schema
			var err error
			if print := printed[args[0]]; print != nil {
				s, err = print()
			} else if slices.Contains(names, strings.TrimPrefix(args[0], agent.Systems()[0]+".")) {
				c, catErr := a.catalogue()
				if catErr != nil {
					return catErr
				}
				s, err = c.Schema(args[0])
			} else {
				return unknown("schema", args[0], names)
			}
			if err != nil {
				return err
			}
			return a.object(s)
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}
