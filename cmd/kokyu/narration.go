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
		Short: "Measure what stands between a tale and a false word",
		Long: `Counts how many true passages the verifier lets through and how many false ones it stops, by what is wrong in them, with
95 % intervals; whether a hostile name shows anywhere; and how what the templates tell reads beside what people wrote. If a
figure is not what it must be, the exit code is 1.

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
	cmd.Flags().IntVar(&fights, "fights", fights, "`N` fights of each encounter are told")
	cmd.Flags().StringVar(&report, "report", report, "`HOW` the report is printed: text, md or json")
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
