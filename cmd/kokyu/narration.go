package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/evals/narration"
)

func (a *app) narration() *cobra.Command {
	fights, report := 4, "text"
	cmd := &cobra.Command{
		Use:   "narration",
		Short: "Measure how well the verifier of tales separates true passages from false ones",
		Long: `Counts how many true passages the verifier accepts and how many false ones it refuses, by kind of error, with 95 %
intervals; checks whether a hostile name appears anywhere; and compares template text with text by people. The exit code
is 1 if a threshold is missed.

  kokyu eval narration
  kokyu eval narration --report md`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if fights < 1 || fights > 100 {
				return mistake(fmt.Sprintf("--fights is %d", fights), "1 to 100")
			}
			switch report {
			case "text", "md", "json":
			default:
				return mistake("--report is "+quoted(report), "text, md or json")
			}
			return a.runNarration(cmd.Context(), narration.Eval{Fights: fights}, again(cmd, args), report)
		},
	}
	cmd.Flags().IntVar(&fights, "fights", fights, "tell `N` fights of each encounter")
	cmd.Flags().StringVar(&report, "report", report, "format of the report (`HOW`): text, md or json")
	return cmd
}

func (a *app) runNarration(ctx context.Context, e narration.Eval, command, how string) error {
	r, err := e.Run(ctx)
	if err != nil {
		return err
	}
	r.Command = command
	if err := a.sayReport(r, how); err != nil {
		return err
	}
	if !r.Passed {
		return verdict{fmt.Errorf("%s not met", plural(len(r.Misses), "threshold"))}
	}
	return nil
}
