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

// PoolFlags are where long work is kept and done.
type PoolFlags struct {
	Resume string
}

// ResumeHelp is the help of --resume where it names a file of results.
const ResumeHelp = "keep each result in `FILE` as soon as it is known, and go on from what the file holds"

// PoolFlags adds the flags to those of a command: --resume, and where other machines are.
func (a *App) PoolFlags(f *pflag.FlagSet, flags *PoolFlags) {
	f.StringVar(&flags.Resume, "resume", "", ResumeHelp)
	if a.Machines != nil {
		a.Machines.Flags(f)
	}
}

// machines are others that long work can be shared out over.
type machines interface {
	Flags(f *pflag.FlagSet)                                           // that say where they are
	Asked() bool                                                      // whether they were given
	Ask(ctx context.Context) (far jobs.Far, closed func(), err error) // connects
}

// far reports whether other machines are to work.
func (a *App) far() bool { return a.Machines != nil && a.Machines.Asked() }

// keptGrace is how long a command with results may take to stop; all of them look at their context.
const keptGrace = 5 * time.Second

// pool returns where a command's jobs are done; close ends it.
func (a *App) pool(ctx context.Context, cmd *cobra.Command, args []string, flags PoolFlags) (p *jobs.Pool, closed func(), err error) {
	p, closed = &jobs.Pool{Cores: a.Cores(), Note: func(what string) { a.Logger.Warn(what) }}, func() {}
	if flags.Resume == "" && !a.far() {
		return p, closed, nil
	}
	if flags.Resume == "-" {
		return nil, closed, Mistake(`--resume is "-"`, "a file: results are added to it")
	}
	a.Grace.Store(int64(keptGrace)) // to say where the results are
	if p.Build, err = work.BuildID(ctx, Version()); err != nil {
		return nil, closed, err
	}
	if a.far() {
		var shut func()
		if p.Far, shut, err = a.Machines.Ask(ctx); err != nil {
			return nil, closed, err
		}
		closed = shut
	}
	if flags.Resume == "" {
		return p, closed, nil
	}
	leave := closed
	if p.Store, err = jobs.OpenStore(flags.Resume, questionOf(cmd, args)); err != nil {
		leave()
		return nil, func() {}, err
	}
	if p.Store.Dropped {
		a.Logger.Warn("the last line was cut off: its result is worked out again", "file", flags.Resume)
	}
	if n := p.Store.Len(); n > 0 {
		a.Logger.Info("going on", "file", flags.Resume, "results", n)
	}
	return p, func() {
		leave()
		if err := p.Store.Close(); err != nil {
			a.Logger.Warn("results may not be on disk", "file", flags.Resume, "error", err)
		}
	}, nil
}

// WithPool does a command's work where its flags say.
func (a *App) WithPool(cmd *cobra.Command, args []string, flags PoolFlags, do func(p *jobs.Pool) error) error {
	p, closed, err := a.pool(cmd.Context(), cmd, args, flags)
	if err != nil {
		return err
	}
	defer closed()
	return do(p)
}

// questionOf returns the command of a question, for people: without what says how it is worked out.
func questionOf(cmd *cobra.Command, args []string) string {
	line := cmd.CommandPath()
	for _, w := range args {
		line += " " + Shell(w)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "resume", "threads", "json", "report", "log", "colour", "config", "nats", "nats-creds", "nats-ca", "nats-prefix":
			return
		}
		line += " --" + f.Name
		if f.Value.Type() != "bool" {
			line += " " + Shell(strings.Trim(f.Value.String(), "[]"))
		}
	})
	return line
}

// ResumeHint says after a stop where the results are, if anywhere.
func (a *App) ResumeHint(flags PoolFlags) string {
	switch {
	case flags.Resume == "" && !a.far():
		return ""
	case flags.Resume == "":
		return "; the results are on the server: the same command goes on"
	}
	return "; the results are in " + text.Escape(flags.Resume) + ": the same command goes on"
}
