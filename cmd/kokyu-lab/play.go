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

// playFlags are the flags of commands that write self-play, besides settings.
type playFlags struct {
	agent    string // of eval play: who plays both sides
	playouts int    // of eval forecast play: how many fights go on from one position of each fight
	count    int    // how many fights of each encounter
	out      string // the file that is written
	pool     cli.PoolFlags
}

// playUsual is how many fights of each encounter are played without --count.
const playUsual = 100

// play returns the command that writes decisions of self-play, with their values and how the fights ended,
// as data to fit something to.
func (a *app) play() *cobra.Command {
	var flags playFlags
	cmd := a.playCommand(playSpec{what: "decision", example: "kokyu-lab eval play oni gate", file: "play.jsonl.gz", saySize: true,
		write: evals.SelfPlay.WriteDecisions, read: func(ctx context.Context) (x evals.SelfPlay, err error) {
			x.Agent, err = evals.AgentOf(ctx, flags.agent, a.Nodes)
			return x, err
		}}, &flags)
	cmd.Short, cmd.Long = "Write self-play as data: decisions with values and outcomes", helpOf("play")
	cmd.Flags().StringVar(&flags.agent, "agent", "search", "who plays both sides: an `AGENT`")
	config.Flags(cmd.Flags(), "seed", "nodes", "threads", "data")
	return cmd
}

// playSpec is in what the two commands that write self-play differ: the lines that they write are called
// what; example and file are what a user who forgets something is shown.
type playSpec struct {
	what, example, file string
	saySize             bool // the size of the file is told
	read                func(ctx context.Context) (evals.SelfPlay, error)
	write               func(x evals.SelfPlay, ctx context.Context, w io.Writer) (lines int, err error)
}

// playCommand returns a command that plays fights and writes them to a new file, which gets its name when
// it is whole. The callers add the help and the flags in which their commands differ.
func (a *app) playCommand(s playSpec, flags *playFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:       "play ENCOUNTER... --out FILE.gz",
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkPlay(args, flags.count, flags.out, s.example, s.file); err != nil {
				return err
			}
			x, err := s.read(cmd.Context())
			if err != nil {
				return err
			}
			x.Fights, x.Seed = flags.count, a.Seed
			if x.Encounters, err = a.contestants(args); err != nil {
				return err
			}
			return a.WithPool(cmd, args, flags.pool, func(p *jobs.Pool) error {
				x.Jobs = p
				return a.writePlay(cmd.Context(), s, x, *flags)
			})
		},
	}
	cmd.Flags().IntVar(&flags.count, "count", playUsual, "`N` fights of each encounter")
	cmd.Flags().StringVar(&flags.out, "out", "", "write to a new `FILE`")
	a.PoolFlags(cmd.Flags(), &flags.pool)
	return cmd
}

// checkPlay refuses what cannot be played and written down. command and file are examples for the user.
func checkPlay(names []string, count int, out, command, file string) error {
	switch {
	case len(names) == 0:
		return cli.Mistake("no encounter to play", "one or more, as in "+command)
	case len(names) > evals.EncountersMax:
		return cli.Mistake(fmt.Sprintf("%d encounters", len(names)), fmt.Sprintf("%d at most", evals.EncountersMax))
	case count < 1 || count > evals.PairsMax:
		return cli.InRange("count", count, 1, evals.PairsMax)
	case out == "":
		return cli.Mistake("there is no --out", "a new file, as in --out "+file)
	}
	return cli.Writable(out)
}

// writePlay plays, writes what the fights give, and says how much that is. A command that is stopped writes
// nothing, but its results are kept where --resume says.
func (a *app) writePlay(ctx context.Context, s playSpec, x evals.SelfPlay, flags playFlags) error {
	all, shows := x.Fights*len(x.Encounters), a.Progress()
	fights, lines := 0, 0
	x.Progress = func(n, lines int) {
		fights = n
		shows.Show(fmt.Sprintf("%d of %s, %s", n, text.Count(all, "fight"), text.Count(lines, s.what)), n, all)
	}
	err := strict.WriteNew(flags.out, func(w io.Writer) (err error) {
		lines, err = s.write(x, ctx, w)
		return err
	})
	shows.Clear()
	if errors.Is(err, context.Canceled) {
		return cli.InterruptedError(fmt.Sprintf("stopped after %d of %s, and nothing was written", fights, text.Count(all, "fight")) + a.ResumeHint(flags.pool))
	}
	if err != nil {
		return err
	}
	size := ""
	if info, err := os.Stat(flags.out); err == nil && s.saySize {
		size = fmt.Sprintf(", %.1f KB", float64(info.Size())/1000)
	}
	a.Say("%s of %s are in %s%s.", text.Count(lines, s.what), text.Count(all, "fight"), text.Escape(flags.out), size)
	return nil
}
