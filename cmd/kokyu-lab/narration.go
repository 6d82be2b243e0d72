package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/cmd/cli"
	"kokyu/evals/narration"
	"kokyu/rules/text"
)

func (a *app) narration() *cobra.Command {
	e, report := narration.Eval{Fights: 14, Random: 300}, ""
	cmd := &cobra.Command{
		Use:   "narration",
		Short: "Measure tales: facts told, images, words",
		Long: `Tells fights of all encounters, and of random ones, and counts: whether every fact that must be told is told once and in
its order, whether an image comes again or names what the setting has not, how long passages are. The exit code is 1 if
anything falls short.

  kokyu-lab eval narration
  kokyu-lab eval narration --fights 2 --random 20 --report md`,
		Args: cli.Arguments(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case e.Fights < 1 || e.Fights > 100:
				return cli.Mistake(fmt.Sprintf("--fights is %d", e.Fights), "1 to 100")
			case e.Random < 0 || e.Random > 1000:
				return cli.Mistake(fmt.Sprintf("--random is %d", e.Random), "0 to 1000")
			case checkReport(report) != nil:
				return checkReport(report)
			}
			return a.runNarration(cmd.Context(), e, again(cmd, args), report)
		},
	}
	cmd.Flags().IntVar(&e.Fights, "fights", e.Fights, "tell `N` fights of each encounter")
	cmd.Flags().IntVar(&e.Random, "random", e.Random, "tell fights of `N` random encounters")
	reportFlag(cmd.Flags(), &report)
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
		return cli.Verdict(fmt.Errorf("%s not met", text.Count(len(r.Misses), "threshold")))
	}
	return nil
}
