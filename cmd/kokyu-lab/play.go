package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// playFlags are what eval play takes besides settings.
type playFlags struct {
	agent, out string
	count      int
	pool       cli.PoolFlags
}

// playUsual is how many fights of each encounter are played without --count.
const playUsual = 100

func (a *app) play() *cobra.Command {
	var flags playFlags
	cmd := &cobra.Command{
		Use:       "play ENCOUNTER... --out FILE.gz",
		Short:     "Write self-play as data: decisions with values and outcomes",
		Long:      helpOf("play"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			x, err := a.playOf(cmd.Context(), args, flags)
			if err != nil {
				return err
			}
			return a.WithPool(cmd, args, flags.pool, func(p *jobs.Pool) error {
				x.Jobs = p
				return a.writePlay(cmd.Context(), x, flags)
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.count, "count", playUsual, "`N` fights of each encounter")
	f.StringVar(&flags.agent, "agent", "search", "who plays both sides: an `AGENT`")
	f.StringVar(&flags.out, "out", "", "write to a new `FILE`")
	a.PoolFlags(f, &flags.pool)
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// playOf reads what is to be played.
func (a *app) playOf(ctx context.Context, names []string, flags playFlags) (x evals.SelfPlay, err error) {
	if err := toPlay(names, flags.count, flags.out, "kokyu-lab eval play oni gate", "play.jsonl.gz"); err != nil {
		return x, err
	}
	x = evals.SelfPlay{Fights: flags.count, Seed: a.Seed}
	if x.Agent, err = evals.AgentOf(ctx, flags.agent, a.Nodes); err != nil {
		return x, err
	}
	x.Encounters, err = a.contestants(names)
	return x, err
}

// toPlay refuses what cannot be played and written down. command and file are examples.
func toPlay(names []string, count int, out, command, file string) error {
	switch {
	case len(names) == 0:
		return cli.Mistake("no encounter to play", "one or more, as in "+command)
	case len(names) > evals.EncountersMax:
		return cli.Mistake(fmt.Sprintf("%d encounters", len(names)), fmt.Sprintf("%d at most", evals.EncountersMax))
	case count < 1 || count > evals.PairsMax:
		return cli.Mistake(fmt.Sprintf("--count is %d", count), fmt.Sprintf("1 to %d", evals.PairsMax))
	case out == "":
		return cli.Mistake("there is no --out", "a new file, as in --out "+file)
	}
	return cli.Writable(out)
}

// writeFights writes what so many fights give to a new file, which gets its name when it is whole; done is where their progress is
// told. It returns how many lines there are, whose word is what.
func (a *app) writeFights(out string, pool cli.PoolFlags, all int, what string, done *func(fights, lines int),
	write func(w io.Writer) (int, error)) (lines int, err error) {
	shows, fights := a.Progress(), 0
	*done = func(n, lines int) {
		fights = n
		shows.Show(fmt.Sprintf("%d of %s, %s", n, text.Count(all, "fight"), text.Count(lines, what)), n, all)
	}
	err = strict.WriteNew(out, func(w io.Writer) (err error) {
		lines, err = write(w)
		return err
	})
	shows.Clear()
	if errors.Is(err, context.Canceled) {
		return lines, cli.InterruptedError(fmt.Sprintf("stopped after %d of %s, and nothing was written", fights, text.Count(all, "fight")) + a.ResumeHint(pool))
	}
	return lines, err
}

// writePlay plays and writes the decisions.
func (a *app) writePlay(ctx context.Context, x evals.SelfPlay, flags playFlags) error {
	all := x.Fights * len(x.Encounters)
	decisions, err := a.writeFights(flags.out, flags.pool, all, "decision", &x.Progress, func(w io.Writer) (int, error) { return x.Write(ctx, w) })
	if err != nil {
		return err
	}
	size := int64(0)
	if info, err := os.Stat(flags.out); err == nil {
		size = info.Size()
	}
	a.Say("%s of %s are in %s, %.1f KB.", text.Count(decisions, "decision"), text.Count(all, "fight"), text.Escape(flags.out), float64(size)/1000)
	return nil
}
