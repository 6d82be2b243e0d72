package cli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/text"
)

// PoolFlags are the flags of commands that work for long.
type PoolFlags struct {
	Resume string // the file of results; empty: none
}

// ResumeHelp is the help of --resume where it names a file of results.
const ResumeHelp = "keep each result in `FILE` as soon as it is known, and go on from what the file holds"

// PoolFlags adds these flags to those of a command, and those that say where other machines are.
func (a *App) PoolFlags(f *pflag.FlagSet, flags *PoolFlags) {
	f.StringVar(&flags.Resume, "resume", "", ResumeHelp)
	if a.Machines != nil {
		a.Machines.Flags(f)
	}
}

// machines are other machines that long work can be shared out over. Only kokyu-lab has them: what connects
// to them makes a program larger.
type machines interface {
	// Flags adds the flags that say where the machines are.
	Flags(f *pflag.FlagSet)
	// AreNamed reports whether the flags were given.
	AreNamed() bool
	// Connect connects to the machines, until disconnect is called.
	Connect(ctx context.Context) (far jobs.Remote, disconnect func(), err error)
}

// usesMachines reports whether other machines are to work.
func (a *App) usesMachines() bool { return a.Machines != nil && a.Machines.AreNamed() }

// poolGrace is how long a command with a pool may take to stop and say where the results are; all of them look at their
// context.
const poolGrace = 5 * time.Second

// WithPool calls do with a pool of jobs that works where the flags say, and closes the pool. The pool is
// what long work goes through: each job is done here or on another machine, and its result is kept as soon
// as it is known.
func (a *App) WithPool(cmd *cobra.Command, args []string, flags PoolFlags, do func(p *jobs.Pool) error) (err error) {
	p := &jobs.Pool{Cores: a.Cores(), Note: func(what string) { a.Logger.Warn(what) }}
	if flags.Resume == "" && !a.usesMachines() {
		return do(p)
	}
	if flags.Resume == "-" {
		return Mistake(`--resume is "-"`, "a file: results are added to it")
	}
	a.Grace.Store(int64(poolGrace))
	if p.Build, err = work.BuildID(cmd.Context(), Version()); err != nil {
		return err
	}
	disconnect, closeStore := func() {}, func() {}
	defer func() { // in this order, or a result that comes in late would be added to a store that is closed
		disconnect()
		closeStore()
	}()
	if a.usesMachines() {
		far, end, err := a.Machines.Connect(cmd.Context())
		if err != nil {
			return err
		}
		p.Remote, disconnect = far, end
	}
	if flags.Resume != "" {
		if p.Store, err = jobs.OpenStore(flags.Resume, questionOf(cmd, args)); err != nil {
			return err
		}
		closeStore = func() {
			if err := p.Store.Close(); err != nil {
				a.Logger.Warn("results may not be on disk", "file", flags.Resume, "error", err)
			}
		}
		if p.Store.Dropped {
			a.Logger.Warn("the last line was cut off: its result is worked out again", "file", flags.Resume)
		}
		if n := p.Store.Len(); n > 0 {
			a.Logger.Info("going on", "file", flags.Resume, "results", n)
		}
	}
	return do(p)
}

// questionOf returns the command line by which a file of results knows its question: without the flags that
// do not change the results. With any other flag the results would be those of another question.
func questionOf(cmd *cobra.Command, args []string) string {
	line := cmd.CommandPath()
	for _, w := range args {
		line += " " + ShellQuote(w)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "resume", "threads", "json", "report", "log", "colour", "config", "nats", "nats-creds", "nats-ca", "nats-prefix":
			return
		}
		line += " --" + f.Name
		if f.Value.Type() != "bool" {
			line += " " + ShellQuote(strings.Trim(f.Value.String(), "[]"))
		}
	})
	return line
}

// ResumeHint says, for the sentence of a command that was stopped, where the results are, if anywhere.
func (a *App) ResumeHint(flags PoolFlags) string {
	switch {
	case flags.Resume == "" && !a.usesMachines():
		return ""
	case flags.Resume == "":
		return "; the results are on the server: the same command goes on"
	}
	return "; the results are in " + text.Escape(flags.Resume) + ": the same command goes on"
}
