package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/agent/jobs"
	"kokyu/agent/jobs/cluster"
	"kokyu/agent/work"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules/text"
)

// workFlags are the flags of work that are no settings.
type workFlags struct {
	cores   int           // how many cores work; 0: all
	tries   int           // a job that has failed so often is set aside
	lease   time.Duration // a worker that has been silent for so long loses its jobs to others
	status  bool          // show the state of all work, and do none
	metrics string        // the address at which Prometheus reads figures; empty: none
	tables  string        // the folder of solved small fights
}

// Limits of a worker's flags.
const (
	triesMax = 100
	leaseMin = time.Second
	leaseMax = time.Hour
)

// work returns the command of a worker: it takes jobs from a server and does them, until it is stopped.
func (a *app) work() *cobra.Command {
	var flags workFlags
	cmd := &cobra.Command{
		Use:   "work --nats URL",
		Short: "Work for eval, arena, fair and fight --count on other machines",
		Args:  cli.Arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.checkWork(flags); err != nil {
				return err
			}
			if flags.status {
				return a.workStatus(cmd.Context())
			}
			return a.runWorker(cmd.Context(), flags)
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.cores, "cores", 0, "work on `N` cores (default: all)")
	f.IntVar(&flags.tries, "tries", cluster.TriesUsual, "set a job aside after `N` tries")
	f.DurationVar(&flags.lease, "lease", cluster.LeaseUsual, "how long a worker that is silent keeps a job: `TIME`; whoever connects last sets it for all")
	f.StringVar(&flags.metrics, "metrics", "", "show figures for Prometheus at an `ADDRESS` of this machine, as in 127.0.0.1:9464")
	f.StringVar(&flags.tables, "tables", "", "of eval small: keep what was solved in this `DIR`, and read it from there")
	f.BoolVar(&flags.status, "status", false, "show how the work stands, and end")
	natsMachines{}.Flags(f)
	return cmd
}

// natsMachines implements the interface that [cli.App] uses for other machines: those that work over a NATS server.
type natsMachines struct{ *app }

// Flags adds the flags that say where the server is.
func (natsMachines) Flags(f *pflag.FlagSet) {
	config.Flags(f, "nats", "nats-creds", "nats-ca", "nats-prefix")
}

// AreNamed reports whether a server was named.
func (s natsMachines) AreNamed() bool { return s.NATS.URL != "" }

// Connect connects to the server. The connection lasts until disconnect is called.
func (s natsMachines) Connect(ctx context.Context) (remote jobs.Remote, disconnect func(), err error) {
	o, err := s.clusterOptions(ctx)
	if err != nil {
		return nil, nil, err
	}
	asker, err := cluster.ConnectAsker(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	return asker, asker.Close, nil
}

// checkWork refuses flags of work that are out of range. A lease much shorter than a job would have it done
// twice.
func (a *app) checkWork(flags workFlags) error {
	switch {
	case a.NATS.URL == "":
		return cli.Mistake("no server is named", "--nats URL, as in --nats nats://127.0.0.1:4222")
	case flags.cores < 0 || flags.cores > 1024:
		return cli.Mistake(fmt.Sprintf("--cores is %d", flags.cores), "1 to 1024, or 0 for all")
	case flags.tries < 1 || flags.tries > triesMax:
		return cli.Mistake(fmt.Sprintf("--tries is %d", flags.tries), fmt.Sprintf("1 to %d", triesMax))
	case flags.lease < leaseMin || flags.lease > leaseMax:
		return cli.Mistake("--lease is "+flags.lease.String(), fmt.Sprintf("%s to %s", leaseMin, leaseMax))
	}
	return nil
}

// clusterOptions returns how the server is reached, with a name and the build of this process. Jobs are done only
// by workers of the same build: another one could come to another result.
func (a *app) clusterOptions(ctx context.Context) (o cluster.Options, err error) {
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	o = cluster.Options{URL: a.NATS.URL, Credentials: a.NATS.Credentials, Authority: a.NATS.Authority, Prefix: a.NATS.Prefix,
		Name: fmt.Sprintf("%s-%d", host, os.Getpid()), Say: func(what string) { a.Logger.Warn(what) }}
	if err := o.Check(); err != nil {
		return o, err
	}
	o.Build, err = work.BuildID(ctx, cli.Version())
	return o, err
}

// runWorker works until it is stopped. [cli.App.Grace] is longer than the worker's own wait for the jobs in hand
// ([cluster.DrainUsual]), so that an interrupt lets the worker end first and give back what it could not finish.
func (a *app) runWorker(ctx context.Context, flags workFlags) error {
	options, err := a.clusterOptions(ctx)
	if err != nil {
		return err
	}
	// Whoever connects last sets the lease of the queue for all workers, see [cluster.Options].
	options.Lease = flags.lease
	tables, err := evals.OpenTables(flags.tables)
	if err != nil {
		return err
	}
	// A worker does every kind of job that evals knows.
	worker := &cluster.Worker{Options: options, Kinds: evals.Kinds(tables), Cores: flags.cores, Tries: flags.tries}
	if worker.Cores == 0 {
		worker.Cores = a.Cores()
	}
	a.Grace.Store(int64(cluster.DrainUsual + 5*time.Second))
	if flags.metrics != "" {
		// A worker whose figures cannot be shown at that address does not begin; one that cannot go on showing
		// them works on.
		m := cluster.NewMetrics()
		l, err := cluster.Listen(flags.metrics)
		if err != nil {
			return err
		}
		worker.Metrics = m
		go func() {
			if err := m.Serve(ctx, l); err != nil {
				a.Logger.Warn("the figures are not shown any more", "error", err)
			}
		}()
	}
	a.Logger.Info("works", "server", options.URL, "build", options.Build, "cores", worker.Cores, "name", options.Name)
	if err := worker.Run(ctx); err != nil {
		return err
	}
	return cli.InterruptedError("stopped; the jobs in hand were ended or given back")
}

// workStatus prints what waits, is done and was set aside for each build, and who works or asks. At the end
// it says how long what is asked for will take at the present pace.
func (a *app) workStatus(ctx context.Context) error {
	options, err := a.clusterOptions(ctx)
	if err != nil {
		return err
	}
	s, err := cluster.Look(ctx, options)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Object(s)
	}
	rows := [][]string{}
	for _, b := range s.Builds {
		name := text.Escape(b.Build)
		// Marked, since this program can do jobs of its own build only.
		if b.Build == options.Build {
			name += " (this)"
		}
		rows = append(rows, []string{name, fmt.Sprint(b.Queued), fmt.Sprint(b.Running),
			fmt.Sprint(b.Done), fmt.Sprint(b.Aside)})
	}
	if len(rows) == 0 {
		a.Say("Nothing was asked for yet; this is build %s.", options.Build)
	} else {
		a.Table([]string{"build", "queued", "running", "done", "set aside"}, rows, 1, 2, 3, 4)
	}
	if len(s.Peers) > 0 {
		rows = nil
		for _, n := range s.Peers {
			at := fmt.Sprintf("%d running on %s", n.Running, text.Count(n.Cores, "core"))
			// An asker does no jobs itself: Jobs.Done is how many of those it asked for have an answer.
			if n.Role == "asker" {
				at = fmt.Sprintf("%d of %d have an answer", n.Jobs.Done, n.Asked)
			}
			rows = append(rows, []string{text.Escape(n.Role), text.Escape(n.Name), text.Escape(n.Build), at,
				text.Escape(n.What), fmt.Sprint(n.Jobs.Done), fmt.Sprintf("%.0f", n.Rate)})
		}
		a.Say("")
		a.Table([]string{"", "name", "build", "", "of", "done", "a minute"}, rows, 5, 6)
	}
	a.Say("")
	last := fmt.Sprintf("%s are stored, %.1f MB with what they are of.",
		text.Count(s.Stored.Results, "result"), float64(s.Stored.Bytes)/1e6)
	if s.SecondsLeft > 0 {
		last += fmt.Sprintf(" At %.0f jobs a minute what is asked for will be done in %s.", s.Rate,
			(time.Duration(s.SecondsLeft) * time.Second).String())
	}
	a.Flow("%s", last)
	return nil
}
