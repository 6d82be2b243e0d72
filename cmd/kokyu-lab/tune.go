package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/search"
)

// tuneFlags are what eval tune takes besides settings.
type tuneFlags struct {
	count               int
	only, from          string
	write, report, line string
	pool                cli.PoolFlags
}

// Without flags: pairs in all, and what both sides look at. Ten thousand pairs tell a twentieth of a win apart.
const (
	tunePairs = 2_000
	tuneNodes = 2_000
)

func (a *app) tune() *cobra.Command {
	var flags tuneFlags
	cmd := &cobra.Command{
		Use:   "tune ENCOUNTER...",
		Short: "Tune the weights of the leaf evaluation by playing",
		Long: `Tunes the leaf weights by simultaneous perturbation (SPSA), in pairs of fights with the same dice, corrected for luck. In each
pair all weights are moved a little, each up or down at random, and play against the weights moved the opposite way. Each
weight then moves in the winning direction. Prints the weights before and after, and the effect of each.

A name can stand for many encounters ('random breath 201..1200'); one named twice counts twice. It takes thousands of pairs
to see an effect: about an hour for large fights.

  kokyu-lab eval tune oni gate ambush --count 10000
  kokyu-lab eval tune 'random breath 201..1200' gate --only rest,nearly --from rest:0.8 --write many.yaml
  kokyu-lab arena 'search leaf=rest:0.8,nearly:0.2' search oni`,
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.line = again(cmd, args)
			x, err := a.tuningOf(cmd, args, flags)
			if err != nil {
				return err
			}
			return a.Working(cmd, args, flags.pool, func(p *jobs.Pool) error {
				x.Jobs = p
				return a.turn(cmd.Context(), x, flags)
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.count, "count", tunePairs, "`N` pairs of fights in all")
	f.StringVar(&flags.only, "only", "", "tune only these `WEIGHTS`, as in rest,nearly")
	f.StringVar(&flags.from, "from", "", "begin with these `WEIGHTS`, as in rest:0.8,nearly:0.2")
	f.StringVar(&flags.write, "write", "", "write the weights to a new `FILE`, in the format that a system embeds")
	reportFlag(f, &flags.report)
	a.PoolFlags(f, &flags.pool)
	for _, name := range []string{"count", "only", "from"} {
		f.Lookup(name).Annotations = map[string][]string{repeated: nil}
	}
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// tuningOf reads what is to be turned.
func (a *app) tuningOf(cmd *cobra.Command, names []string, flags tuneFlags) (x evals.Tuning, err error) {
	if err := reported(flags.report); err != nil {
		return x, err
	}
	switch {
	case len(names) == 0:
		return x, cli.Mistake("no encounter to fight in", "one or more, as in kokyu-lab eval tune oni gate")
	case len(names) > evals.EncountersMax:
		return x, cli.Mistake(fmt.Sprintf("%d encounters", len(names)), fmt.Sprintf("%d at most", evals.EncountersMax))
	case flags.count < 1 || flags.count > evals.PairsMax:
		return x, cli.Mistake(fmt.Sprintf("--count is %d", flags.count), fmt.Sprintf("1 to %d", evals.PairsMax))
	}
	if err := cli.Writable(flags.write); err != nil {
		return x, err
	}
	x = evals.Tuning{Pairs: flags.count, Limits: search.Limits{Nodes: tuneNodes}, Seed: a.Seed, Cores: a.Cores()}
	if cmd.Flags().Changed("nodes") {
		x.Limits.Nodes = a.Nodes
	}
	if x.Limits.Nodes == 0 {
		return x, cli.Mistake("--nodes is 0", "a budget: measures are reproducible")
	}
	if flags.only != "" {
		x.Only = strings.Split(flags.only, ",")
	}
	if flags.from != "" {
		if x.From, err = agent.ParseWeights(flags.from); err != nil {
			return x, fmt.Errorf("--from: %w", err)
		}
	}
	for _, name := range names {
		list, err := a.contested([]string{name})
		if err != nil {
			return x, err
		}
		x.Encounters = append(x.Encounters, list...)
	}
	return x, nil
}

// turn fights, and shows what there is even when it was stopped.
func (a *app) turn(ctx context.Context, x evals.Tuning, flags tuneFlags) error {
	shows := a.Showing()
	count := shows.Count("pair")
	x.Done = func(pairs int) { count(pairs, x.Pairs) }
	found, err := x.Run(ctx)
	shows.Clear()
	if err != nil && (!errors.Is(err, context.Canceled) || found.Pairs == 0) {
		return cli.Stopped(err, "before anything was turned"+a.GoOn(flags.pool))
	}
	found.Command = flags.line
	if flags.write != "" {
		if err := cli.Write(flags.write, found.File()); err != nil {
			return err
		}
	}
	if printing := a.sayReport(found, flags.report); printing != nil {
		return printing
	}
	return cli.Stopped(err, fmt.Sprintf("after %d of %s", found.Pairs, cli.Plural(x.Pairs, "pair"))+a.GoOn(flags.pool))
}
