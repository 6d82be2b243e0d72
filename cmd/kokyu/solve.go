package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/text"
	"kokyu/search"
)

// solve returns the command that solves a small fight exactly, from its last round back, and can save the table of its
// values.
func (a *app) solve() *cobra.Command {
	memory, save, endless := "4GiB", "", false
	cmd := &cobra.Command{
		Use:       "solve ENCOUNTER | -",
		Short:     "Solve a small fight exactly",
		Args:      cli.Arguments(1, 1, "an encounter of two to four"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			bytes, err := cli.ReadMemory(memory)
			if err != nil {
				return err
			}
			if err := cli.Writable(save); err != nil {
				return err
			}
			f, err := a.Open(args[0], 1)
			if err != nil {
				return err
			}
			lim := search.SolveLimits{Memory: bytes, Threads: a.Cores(), Endless: endless}
			// Steps are shown on the error output, where a person looks while standard output may be a file.
			live := cli.Terminal(a.Err) && !a.JSON
			lim.Progress = a.solveTimePrinter(live)
			start := time.Now()
			t, err := agent.Solve(cmd.Context(), f, lim)
			// The line that shows the progress is erased: back to its beginning, and clear to its end.
			if live {
				fmt.Fprint(a.Err, "\r\x1b[K")
			}
			// What makes a fight smaller the rule system knows: each has values of its own that multiply the states.
			if errors.Is(err, search.ErrTooLarge) {
				hint := agent.AboutFight(f).SmallerHint
				if len(f.Roster()) > 2 {
					hint = "fewer combatants, " + hint
				}
				return cli.Mistake(err.Error(), "more --memory, or a smaller fight: "+hint+", no --endless")
			}
			if err != nil {
				return cli.StoppedError(err, "before it was solved")
			}
			r, err := cli.LookUp(f, t)
			if err != nil {
				return err
			}
			// The time that is printed includes looking for the mixes, but not saving the table.
			if r.Mixes, err = t.Mixes(cmd.Context()); err != nil {
				return err
			}
			r.Seconds = time.Since(start).Seconds()
			if save != "" {
				if err := t.Save(cmd.Context(), save); err != nil {
					return err
				}
			}
			return a.Report(r, func() {
				a.SaySolved(f, t, r, true)
				if save != "" {
					a.Say("")
					a.Say("Table: %s", text.Escape(save))
				}
			})
		},
	}
	cmd.Flags().StringVar(&memory, "memory", memory, "the `MEMORY` limit, as in 500MiB or 8GiB")
	cmd.Flags().StringVar(&save, "save", "", "write the table to a new `FILE`")
	cmd.Flags().BoolVar(&endless, "endless", false, "solve the fight without a last round")
	config.Flags(cmd.Flags(), "threads", "data")
	return cmd
}

// longWait is how long solving may take before the user is told how long it will take.
const longWait = 5 * time.Second

// solveTimePrinter returns a function that prints, for the progress of a long solve, how long it will take.
// While the solver explores nobody knows how many decisions there are, so it prints once the least time
// that the ones found by then take. When a round is solved it prints the time for the others, if that is
// long. On a live terminal, which is one that a person watches, it also shows every step.
func (a *app) solveTimePrinter(live bool) func(search.Progress) {
	begun, explored := time.Now(), time.Time{} // when exploring began and was last at work
	told := map[string]bool{}                  // by stage
	say := func(p search.Progress, text string, left time.Duration) {
		told[p.Stage] = true
		if live {
			fmt.Fprint(a.Err, "\r\x1b[K")
		}
		fmt.Fprintf(a.Err, text+"\n", left.Round(time.Second))
	}
	return func(p search.Progress) {
		if live {
			a.ShowSolving(p)
		}
		if p.Stage == "exploring" {
			explored = time.Now()
		}
		// At the pace since then the rest takes as much longer as there is more of it.
		left := func(since time.Time) time.Duration {
			return time.Duration(float64(time.Since(since)) * float64(p.Total-p.Nodes) / float64(p.Nodes))
		}
		switch stage := p.Stage; {
		case told[stage]:
		case stage == "exploring" && time.Since(begun) > longWait:
			// The %%v is left for say, which puts the time there.
			say(p, fmt.Sprintf("exploring round %d: %s decisions found so far; at this pace these alone take at least %%v more, and solving comes after",
				p.Round, cli.Thousands(p.Total)), left(begun))
		case stage == "solving" && left(explored) > longWait:
			say(p, fmt.Sprintf("solving %s states: the last round took %v, at this pace the others take about %%v",
				cli.Thousands(p.Total), time.Since(explored).Round(time.Second/10)), left(explored))
		}
	}
}
