package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/agent/jobs"
	"kokyu/agent/jobs/cluster"
	"kokyu/agent/work"
	"kokyu/rules/text"
)

// poolFlags are where long work is kept and done.
type poolFlags struct {
	resume string
}

const resumeHelp = "keep each result in `FILE` as soon as it is known, and go on from what the file holds"

func (flags *poolFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&flags.resume, "resume", "", resumeHelp)
	natsFlags(f)
}

// keptGrace is how long a command with results may take to stop; all of them look at their context.
const keptGrace = 5 * time.Second

// pool is where a command's jobs are done; close ends it.
func (a *app) pool(ctx context.Context, cmd *cobra.Command, args []string, flags poolFlags) (p *jobs.Pool, closed func(), err error) {
	p, closed = &jobs.Pool{Cores: a.cores(), Note: func(what string) { a.log.Warn(what) }}, func() {}
	if flags.resume == "" && a.NATS.URL == "" {
		return p, closed, nil
	}
	if flags.resume == "-" {
		return nil, closed, mistake(`--resume is "-"`, "a file: results are added to it")
	}
	a.grace.Store(int64(keptGrace)) // to say where the results are
	if p.Build, err = work.Build(ctx, version()); err != nil {
		return nil, closed, err
	}
	if a.NATS.URL != "" {
		o, err := a.cluster(ctx)
		if err != nil {
			return nil, closed, err
		}
		far, err := cluster.Ask(ctx, o)
		if err != nil {
			return nil, closed, err
		}
		p.Far, closed = far, far.Close
	}
	if flags.resume == "" {
		return p, closed, nil
	}
	leave := closed
	if p.Kept, err = jobs.OpenKept(flags.resume, questionOf(cmd, args)); err != nil {
		leave()
		return nil, func() {}, err
	}
	if p.Kept.Dropped {
		a.log.Warn("the last line was cut off: its result is worked out again", "file", flags.resume)
	}
	if n := p.Kept.Len(); n > 0 {
		a.log.Info("going on", "file", flags.resume, "results", n)
	}
	return p, func() {
		leave()
		if err := p.Kept.Close(); err != nil {
			a.log.Warn("results may not be on disk", "file", flags.resume, "error", err)
		}
	}, nil
}

// working does a command's work where its flags say.
func (a *app) working(cmd *cobra.Command, args []string, flags poolFlags, do func(p *jobs.Pool) error) error {
	p, closed, err := a.pool(cmd.Context(), cmd, args, flags)
	if err != nil {
		return err
	}
	defer closed()
	return do(p)
}

// questionOf is the command of a question, for people: without what says how it is worked out.
func questionOf(cmd *cobra.Command, args []string) string {
	line := cmd.CommandPath()
	for _, w := range args {
		line += " " + shell(w)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "resume", "threads", "json", "report", "log", "colour", "config", "nats", "nats-creds", "nats-ca", "nats-prefix":
			return
		}
		line += " --" + f.Name
		if f.Value.Type() != "bool" {
			line += " " + shell(strings.Trim(f.Value.String(), "[]"))
		}
	})
	return line
}

// goOn says after a stop where the results are, if anywhere.
func (a *app) goOn(flags poolFlags) string {
	switch {
	case flags.resume == "" && a.NATS.URL == "":
		return ""
	case flags.resume == "":
		return "; the results are on the server: the same command goes on"
	}
	return "; the results are in " + text.Escape(flags.resume) + ": the same command goes on"
}

// progress shows on a terminal how far work has come, and how long the rest will take at the pace of the last minute.
type progress struct {
	a     *app
	said  time.Time
	marks []mark // the oldest first
}

// mark is how far the work was at some time.
type mark struct {
	at time.Time
	n  int
}

// The pace is that of the last paceSpan, and shown after paceLeast.
const (
	paceSpan  = time.Minute
	paceLeast = 2 * time.Second
	sayEvery  = 100 * time.Millisecond
)

// showing is nil where nobody watches.
func (a *app) showing() *progress {
	if !terminal(a.err) || a.json {
		return nil
	}
	return &progress{a: a}
}

// show tells of n of so many. what is safe for a terminal.
func (p *progress) show(what string, n, of int) {
	now := time.Now()
	if now.Sub(p.said) < sayEvery && n < of {
		return
	}
	p.said = now
	if len(p.marks) > 0 && n < p.marks[len(p.marks)-1].n {
		p.marks = nil // other work has begun
	}
	if len(p.marks) == 0 || now.Sub(p.marks[len(p.marks)-1].at) >= time.Second {
		p.marks = append(p.marks, mark{now, n})
	}
	for len(p.marks) > 1 && now.Sub(p.marks[0].at) > paceSpan {
		p.marks = p.marks[1:]
	}
	fmt.Fprintf(p.a.err, "\r\x1b[K%s%s ", what, p.left(now, n, of))
}

// left says how long the rest will take, once that is known.
func (p *progress) left(now time.Time, n, of int) string {
	took, done := now.Sub(p.marks[0].at), n-p.marks[0].n
	if took < paceLeast || done == 0 || n >= of {
		return ""
	}
	rest := time.Duration(float64(took) / float64(done) * float64(of-n))
	switch {
	case rest < 90*time.Second:
		return fmt.Sprintf(", about %d s left", int(rest.Seconds())+1)
	case rest < 90*time.Minute:
		return fmt.Sprintf(", about %d min left", int(rest.Minutes()+0.5))
	}
	return fmt.Sprintf(", about %.1f h left", rest.Hours())
}

// clear ends what is shown.
func (p *progress) clear() {
	if p != nil {
		fmt.Fprint(p.a.err, "\r\x1b[K")
	}
}
