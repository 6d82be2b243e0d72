package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/search"
)

// evenFlags are what eval even takes besides settings.
type evenFlags struct {
	count, fights    int
	quick            bool
	report, reported string
	pool             cli.PoolFlags
}

// evenLog is where runs of the reported part are written down if nothing else is said: in the repository.
const evenLog = "evals/reports/even.jsonl"

func (a *app) evalEven() *cobra.Command {
	var flags evenFlags
	cmd := &cobra.Command{
		Use:   "even [SYSTEM...]",
		Short: "Measure whether even encounters are won by either side",
		Long: fmt.Sprintf(`Draws even encounters as "kokyu new --random" does, one for each seed from --seed on in each system, and fights them out with dice
of their own. Asked is that %.0f to %.0f %% are won by the first side in 95 of 100. Without --nodes a decision has %d, which is what
an encounter is chosen by. Seeds below 1000 are to fit on, from 1000 to choose by, from 2000 on to report: every run of these
is written down.

  kokyu-lab eval even --seed 1000 --count 10 --fights 40
  kokyu-lab eval even keep --quick --count 10`, 100*agent.EvenWithin[0], 100*agent.EvenWithin[1], agent.ForecastNodes),
		ValidArgs: agent.Systems(),
		RunE: func(cmd *cobra.Command, args []string) error {
			x, err := a.evenOf(args, flags)
			if err != nil {
				return err
			}
			return a.Working(cmd, args, flags.pool, func(p *jobs.Pool) error {
				x.Jobs = p
				return a.measureEven(cmd.Context(), x, again(cmd, args), flags)
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.count, "count", 20, "`N` encounters of each system")
	f.IntVar(&flags.fights, "fights", 100, "`N` fights in each")
	f.BoolVar(&flags.quick, "quick", false, "measure encounters that are level by the estimate alone")
	reportFlag(f, &flags.report)
	f.StringVar(&flags.reported, "reported", evenLog, "with seeds from 2000 on: add the figures of the run to this `FILE`")
	a.PoolFlags(f, &flags.pool)
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// evenOf reads what is to be measured.
func (a *app) evenOf(systems []string, flags evenFlags) (x evals.Even, err error) {
	last := a.Seed + uint64(max(1, flags.count)) - 1
	switch {
	case checkReport(flags.report) != nil:
		return x, checkReport(flags.report)
	case flags.count < 1 || flags.count > evals.EvenMax:
		return x, cli.Mistake(fmt.Sprintf("--count is %d", flags.count), fmt.Sprintf("1 to %d", evals.EvenMax))
	case flags.fights < 2 || flags.fights > evals.EvenFights:
		return x, cli.Mistake(fmt.Sprintf("--fights is %d", flags.fights), fmt.Sprintf("2 to %d", evals.EvenFights))
	case a.Seed < 1 || last < a.Seed:
		return x, cli.Mistake(fmt.Sprintf("--seed is %d", a.Seed), "the seed of the first encounter, from 1")
	case a.Seed < evals.ReportFrom && last >= evals.ReportFrom:
		return x, cli.Mistake(fmt.Sprintf("seeds from %d to %d", a.Seed, last),
			fmt.Sprintf("seeds below %d, which are not reported, or from there on, which are", evals.ReportFrom))
	}
	for i, s := range systems {
		if _, err := agent.About(s); err != nil {
			return x, err
		}
		if slices.Contains(systems[:i], s) {
			return x, cli.Mistake("the system "+cli.Quoted(s)+" is there twice", "it once")
		}
	}
	if len(systems) == 0 {
		systems = agent.Systems()
	}
	if a.Seed >= evals.ReportFrom {
		if err := loggable(flags.reported); err != nil {
			return x, err
		}
	}
	nodes := a.Nodes
	if a.From("nodes") == "default" {
		nodes = agent.ForecastNodes
	}
	if nodes == 0 {
		return x, cli.Mistake("--nodes is 0", "a budget: measures are reproducible")
	}
	c, err := a.Catalogue()
	return evals.Even{Catalogue: c, Systems: systems, First: a.Seed, Count: flags.count, Fights: flags.fights, Plain: flags.quick,
		Agent: &agent.Search{Limits: search.Limits{Nodes: nodes, Threads: 1}}}, err
}

// measureEven measures, and shows what there is even when it was stopped.
func (a *app) measureEven(ctx context.Context, x evals.Even, command string, flags evenFlags) error {
	all := x.Count * len(x.Systems)
	shows := a.Showing()
	x.Done = func(n int) { shows.Show(fmt.Sprintf("encounters: %d of %d", n, all), n, all) }
	found, err := x.Run(ctx)
	shows.Clear()
	found.Command = command
	if x.First >= evals.ReportFrom && len(found.Fights) > 0 {
		if logging := logEven(ctx, flags.reported, found); logging != nil {
			return errors.Join(logging, err)
		}
	}
	if err != nil && (!errors.Is(err, context.Canceled) || len(found.Fights) == 0) {
		return cli.Stopped(err, "before an encounter was measured"+a.GoOn(flags.pool))
	}
	if printing := a.sayReport(found, flags.report); printing != nil {
		return printing
	}
	if err != nil {
		return cli.Stopped(err, fmt.Sprintf("after %d of %d encounters", len(found.Fights), all)+a.GoOn(flags.pool))
	}
	if x.First >= evals.ReportFrom && !found.Passed() {
		return cli.Verdict(errors.New("not all that is asked of even encounters is met"))
	}
	return nil
}

// logEven adds a run of the reported part to the log, so that it shows how often somebody has looked.
func logEven(ctx context.Context, path string, r evals.EvenReport) error {
	line := struct {
		Date    string          `json:"date"`
		Commit  string          `json:"commit"`
		Agent   string          `json:"agent"`
		Seeds   string          `json:"seeds"`
		Fights  int             `json:"fights_each"`
		Quick   bool            `json:"quick,omitempty"`
		Stopped bool            `json:"stopped,omitempty"`
		Systems []evals.EvenSum `json:"systems"`
	}{time.Now().UTC().Format(time.DateOnly), commit(context.WithoutCancel(ctx)), r.Agent,
		fmt.Sprintf("%d..%d", r.First, r.First+uint64(r.Count)-1), r.Each, r.Plain, r.Partial, r.Systems}
	return addToLog(path, line)
}
