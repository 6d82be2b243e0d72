package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/search"
)

// tempersFlags are what eval tempers takes besides settings.
type tempersFlags struct {
	count          int
	temper, report string
}

// tempersNodes is the budget of a decision without --nodes.
const tempersNodes = 1000

func (a *app) evalTempers() *cobra.Command {
	var flags tempersFlags
	cmd := &cobra.Command{
		Use:   "tempers [ENCOUNTER...]",
		Short: "Measure what each temper shows, and what it costs",
		Long: fmt.Sprintf(`Plays each temper against the same search without one, in pairs of fights with the same dice. Shows what it scores, how many
of its decisions are others than without the temper, and how often it does each thing that its row wants. Without
ENCOUNTER it plays random fights of every system, their seeds beginning with --seed. Without --nodes a decision has %d.
Seeds below 1000 are to fit on, from 1000 to choose by, from 2000 on to report.

  kokyu-lab eval tempers --temper wary --seed 1000 --count 20
  kokyu-lab eval tempers 'random keep 1..40' --count 40 --report md`, tempersNodes),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			x, err := a.tempersOf(args, flags)
			if err != nil {
				return err
			}
			return a.measureTempers(cmd.Context(), x, flags.report)
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.count, "count", 20, "`N` pairs of fights on each encounter")
	f.StringVar(&flags.temper, "temper", "", "only this `TEMPER`")
	reportFlag(f, &flags.report)
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// tempersOf reads what is to be fought.
func (a *app) tempersOf(names []string, flags tempersFlags) (x evals.Tempers, err error) {
	switch {
	case reported(flags.report) != nil:
		return x, reported(flags.report)
	case flags.count < 1 || flags.count > evals.UnplannedMax:
		return x, cli.Mistake(fmt.Sprintf("--count is %d", flags.count), fmt.Sprintf("1 to %d", evals.UnplannedMax))
	case a.Nodes == 0:
		return x, cli.Mistake("--nodes is 0", "a budget: measures are reproducible")
	}
	if _, err := agent.ReadCharacter("", flags.temper); err != nil {
		return x, err
	}
	x = evals.Tempers{Pairs: flags.count, Nodes: a.Nodes, Luck: search.Limits{Nodes: luckUsual}, Seed: a.Seed, Cores: a.Cores()}
	if a.From("nodes") == "default" {
		x.Nodes = tempersNodes
	}
	x.Tempers = slices.DeleteFunc(slices.Clone(agent.Tempers()), func(t agent.Temper) bool { return flags.temper != "" && t.Temper != flags.temper })
	if len(names) == 0 {
		for _, system := range agent.Systems() {
			names = append(names, fmt.Sprintf("random %s %d..%d", system, a.Seed, a.Seed+uint64(flags.count)-1))
		}
	}
	x.Encounters, err = a.contested(names)
	return x, err
}

// measureTempers measures, and shows what there is even when it was stopped.
func (a *app) measureTempers(ctx context.Context, x evals.Tempers, how string) error {
	shows := a.Showing()
	x.Done = func(temper string, pairs int) {
		shows.Show(fmt.Sprintf("%s: %d of %s of each", temper, pairs, cli.Plural(x.Pairs, "pair")), pairs, x.Pairs)
	}
	found, err := x.Run(ctx)
	shows.Clear()
	if err != nil && (!errors.Is(err, context.Canceled) || len(found.Tempers) == 0) {
		return cli.Stopped(err, "before a temper was measured")
	}
	if printing := a.sayReport(found, how); printing != nil {
		return printing
	}
	return cli.Stopped(err, fmt.Sprintf("after %d of %d tempers", len(found.Tempers), len(x.Tempers)))
}
