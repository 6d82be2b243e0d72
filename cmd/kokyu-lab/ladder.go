package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules/book"
	"kokyu/rules/text"
	"kokyu/search"
)

// ladderFlags are what eval levels takes besides settings.
type ladderFlags struct {
	count, from, to int
	report          string
	pool            cli.PoolFlags
}

// ladderEncounters are what levels are measured in: some of every system, of few and of many.
var ladderEncounters = []string{"crossroads", "ambush", "oni", "crossing", "brawl", "archers", "bridge", "sake-house", "paddy"}

// ladderPairs is how many pairs of each without --count.
const ladderPairs = 24

func (a *app) ladder() *cobra.Command {
	var flags ladderFlags
	cmd := &cobra.Command{
		Use:   "levels [ENCOUNTER...]",
		Short: "Measure each level against the one below",
		Long: fmt.Sprintf(`Plays each level against the one below, in pairs of fights with the same dice, and shows the mean score of the higher level,
corrected for the luck of the dice. Each level is meant to score %.0f to %.0f %% against the one below.

  kokyu-lab eval levels
  kokyu-lab eval levels oni brawl --from 3 --count 40 --report md`, 100*evals.Steps[0], 100*evals.Steps[1]),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			x, err := a.ladderOf(args, flags)
			if err != nil {
				return err
			}
			return a.Working(cmd, args, flags.pool, func(p *jobs.Pool) error {
				x.Jobs = p
				return a.climb(cmd.Context(), x, flags)
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.count, "count", ladderPairs, "`N` pairs of fights on each encounter")
	f.IntVar(&flags.from, "from", 1, "the lowest `LEVEL`")
	f.IntVar(&flags.to, "to", book.LevelMax, "the highest `LEVEL`")
	a.PoolFlags(f, &flags.pool)
	reportFlag(f, &flags.report)
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// ladderOf reads what is to be fought.
func (a *app) ladderOf(names []string, flags ladderFlags) (x evals.Ladder, err error) {
	switch {
	case checkReport(flags.report) != nil:
		return x, checkReport(flags.report)
	case flags.count < 1 || flags.count > evals.PairsMax:
		return x, cli.Mistake(fmt.Sprintf("--count is %d", flags.count), fmt.Sprintf("1 to %d", evals.PairsMax))
	case flags.from < 1 || flags.from >= book.LevelMax:
		return x, cli.Mistake(fmt.Sprintf("--from is %d", flags.from), fmt.Sprintf("1 to %d", book.LevelMax-1))
	case flags.to <= flags.from || flags.to > book.LevelMax:
		return x, cli.Mistake(fmt.Sprintf("--to is %d", flags.to), fmt.Sprintf("%d to %d", flags.from+1, book.LevelMax))
	case a.Nodes == 0:
		return x, cli.Mistake("--nodes is 0", "a budget: measures are reproducible")
	}
	x = evals.Ladder{Lowest: flags.from, Highest: flags.to, Pairs: flags.count, Nodes: a.Nodes,
		Luck: search.Limits{Nodes: luckUsual}, Seed: a.Seed, Cores: a.Cores()}
	if len(names) == 0 {
		names = ladderEncounters
	}
	x.Encounters, err = a.contestants(names)
	return x, err
}

// climb measures, and shows what there is even when it was stopped.
func (a *app) climb(ctx context.Context, x evals.Ladder, flags ladderFlags) error {
	shows := a.Showing()
	x.Done = func(lower, pairs int) {
		shows.Show(fmt.Sprintf("level %d against %d: %d of %s of each", lower+1, lower, pairs, text.Count(x.Pairs, "pair")), pairs, x.Pairs)
	}
	found, err := x.Run(ctx)
	shows.Clear()
	if err != nil && (!errors.Is(err, context.Canceled) || len(found.Rungs) == 0) {
		return cli.Stopped(err, "before a level was measured"+a.GoOn(flags.pool))
	}
	if printing := a.sayReport(found, flags.report); printing != nil {
		return printing
	}
	return cli.Stopped(err, fmt.Sprintf("after level %d", x.Lowest+len(found.Rungs))+a.GoOn(flags.pool))
}
