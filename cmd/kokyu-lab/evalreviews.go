package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules/text"
)

// reviewsFlags are what eval reviews takes besides settings.
type reviewsFlags struct {
	count, review int
	report        string
}

func (a *app) evalReviews() *cobra.Command {
	var flags reviewsFlags
	cmd := &cobra.Command{
		Use:   "reviews [ENCOUNTER...]",
		Short: "Measure what each level loses, as kokyu review judges it",
		Long: `Lets each level fight itself and reviews the fights: the mean loss of a decision, by level and kind. By these figures a review
says which level somebody plays like.

  kokyu-lab eval reviews
  kokyu-lab eval reviews 'random keep 1..10' --count 10 --report md`,
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case checkReport(flags.report) != nil:
				return checkReport(flags.report)
			case flags.count < 1 || flags.count > 1000:
				return cli.Mistake(fmt.Sprintf("--count is %d", flags.count), "1 to 1000")
			case flags.review < 1 || flags.review > agent.NodesMax:
				return cli.Mistake(fmt.Sprintf("--review is %d", flags.review), fmt.Sprintf("1 to %d", agent.NodesMax))
			case a.Nodes == 0:
				return cli.Mistake("--nodes is 0", "a budget: measures are reproducible")
			}
			if len(args) == 0 {
				args = ladderEncounters
			}
			encounters, err := a.contestants(args)
			if err != nil {
				return err
			}
			return a.reviews(cmd.Context(), evals.Reviewed{Encounters: encounters, Fights: flags.count, Nodes: a.Nodes,
				Review: flags.review, Seed: a.Seed, Cores: a.Cores()}, flags.report)
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.count, "count", 4, "`N` fights of each level on each encounter")
	f.IntVar(&flags.review, "review", 20_000, "`N` nodes to search for each position of a review")
	reportFlag(f, &flags.report)
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// reviews measures, and shows what there is even when it was stopped.
func (a *app) reviews(ctx context.Context, x evals.Reviewed, how string) error {
	shows := a.Showing()
	x.Done = func(level, fights, of int) {
		shows.Show(fmt.Sprintf("level %d: %d of %s", level, fights, text.Count(of, "fight")), fights, of)
	}
	found, err := x.Run(ctx)
	shows.Clear()
	if err != nil && (!errors.Is(err, context.Canceled) || len(found.Levels) == 0) {
		return cli.Stopped(err, "before a level was measured")
	}
	if printing := a.sayReport(found, how); printing != nil {
		return printing
	}
	return cli.Stopped(err, "before all levels were measured")
}
