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
	"kokyu/search"
)

// senseFlags are what eval sense takes besides settings.
type senseFlags struct {
	count  int
	report string
}

// senseNodes is the budget of a decision without --nodes: enough to see what a search does, and two hundred fights take minutes.
const senseNodes = 1000

func (a *app) sense() *cobra.Command {
	var flags senseFlags
	cmd := &cobra.Command{
		Use:   "sense [ENCOUNTER...]",
		Short: "Count decisions that look absurd to a player",
		Long: fmt.Sprintf(`Lets the search fight itself and counts what looks absurd to a player, by a checklist that is printed with the report: blows
that cannot hurt, something done and undone in one turn, bowmen who walk into the melee, idle turns, and others. Each is
listed with its fight, round and combatant. Without ENCOUNTER it plays two hundred random fights. Without --nodes a
decision has %d.

  kokyu-lab eval sense
  kokyu-lab eval sense archers 'random keep 1..40' --count 10 --report md`, senseNodes),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case checkReport(flags.report) != nil:
				return checkReport(flags.report)
			case flags.count < 1 || flags.count > 1000:
				return cli.Mistake(fmt.Sprintf("--count is %d", flags.count), "1 to 1000")
			case a.Nodes == 0:
				return cli.Mistake("--nodes is 0", "a budget: measures are reproducible")
			}
			nodes := a.Nodes
			if a.From("nodes") == "default" {
				nodes = senseNodes
			}
			if len(args) == 0 {
				args = senseEncounters()
			}
			encounters, err := a.contestants(args)
			if err != nil {
				return err
			}
			x := evals.Sense{Encounters: encounters, Fights: flags.count, Agent: &agent.Search{Limits: search.Limits{Nodes: nodes}}, Seed: a.Seed, Cores: a.Cores()}
			return a.countSense(cmd.Context(), x, flags.report)
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.count, "count", 4, "`N` fights on each encounter that is not random")
	reportFlag(f, &flags.report)
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// senseEncounters returns two hundred random encounters, shared out evenly among the systems. Their seeds are those of reports.
func senseEncounters() (names []string) {
	const first, all = 2000, 200
	systems := agent.Systems()
	for i, system := range systems {
		n := all*(i+1)/len(systems) - all*i/len(systems)
		names = append(names, fmt.Sprintf("random %s %d..%d", system, first, first+n-1))
	}
	return names
}

// countSense counts, and shows what there is even when it was stopped.
func (a *app) countSense(ctx context.Context, x evals.Sense, how string) error {
	shows := a.Showing()
	x.Done = shows.Count("fight")
	found, err := x.Run(ctx)
	shows.Clear()
	if err != nil && (!errors.Is(err, context.Canceled) || len(found.Systems) == 0) {
		return cli.Stopped(err, "before a fight was played")
	}
	if printing := a.sayReport(found, how); printing != nil {
		return printing
	}
	return cli.Stopped(err, "before all fights were played")
}
