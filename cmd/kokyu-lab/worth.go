package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/evals"
	"kokyu/evals/trial"
)

// weigh weighs the rows of one kind, or those that are named.
func (a *app) weigh(cmd *cobra.Command, c agent.Catalogue, flags balanceFlags, name string, args []string) error {
	w, err := evals.NewWorth(c, flags.system, name)
	if err != nil {
		return err
	}
	if len(args) > 0 {
		w.Only = args
	}
	if err := cmp.Or(weaponsOnly(cmd, name), reported(flags.report), w.Check()); err != nil {
		return err
	}
	w.Cores = a.Cores()
	report, err := w.Run(cmd.Context())
	if err != nil {
		return cli.Stopped(err, "before all were weighed")
	}
	if flags.report == "md" && !a.JSON {
		report.Command = again(cmd, args) + " --report md"
	}
	if err := a.sayReport(report, flags.report); err != nil || report.Passed {
		return err
	}
	return cli.Verdict(fmt.Errorf("%s outside %.1f to %.1f: at most %d may be, each with its reason", cli.Plural(len(report.Outside), "row"), trial.WorthLeast, trial.WorthMost, evals.WorthOutside))
}

// weaponsOnly refuses the flags that say how weapons are compared.
func weaponsOnly(cmd *cobra.Command, name string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch _, ofWeapons := f.Annotations[repeated]; {
		case f.Name == name || err != nil:
		case ofWeapons, f.Name == "pairs", f.Name == "nodes", f.Name == "seed", f.Name == "memory":
			err = cli.Mistake("--"+f.Name+" with --"+name, "one or the other")
		}
	})
	return err
}
