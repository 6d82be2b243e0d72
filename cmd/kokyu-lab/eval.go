package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules/strict"
	"kokyu/rules/text"
	"kokyu/search"
)

// evalFlags are the flags of eval besides settings.
type evalFlags struct {
	agent, compare string // who is measured in the place of the suite's agent, and who as well
	report         string // the form of the report
	memory         string // the limit for solving an encounter
	positions      string // --keep: the file that the positions judged are written to
	tables         string // the folder of solved encounters
	pool           cli.PoolFlags
}

// eval returns the command that runs a suite, with those of the series and of fitting below it.
func (a *app) eval() *cobra.Command {
	var flags evalFlags
	cmd := &cobra.Command{
		Use:       "eval [SUITE | -]",
		Short:     "Measure how well an agent plays",
		Long:      helpOf("eval", strings.Join(evals.Suites(), ", "), evals.Suites()[0], evals.MeasuresHelp(), agent.DefaultSystem),
		Args:      cli.Arguments(0, 1, "one suite"),
		ValidArgs: evals.Suites(),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := evals.Suites()[0]
			if len(args) > 0 {
				name = args[0]
			}
			return a.WithPool(cmd, args, flags.pool, func(p *jobs.Pool) error {
				return a.runEval(cmd.Context(), name, flags, p)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.agent, "agent", "", "measure this `AGENT` instead of the suite's")
	f.StringVar(&flags.compare, "compare", "", "measure this `AGENT` on the same samples as well")
	reportFlag(f, &flags.report)
	f.StringVar(&flags.positions, "keep", "", "write the positions judged, with their exact values, to a new `FILE`")
	f.StringVar(&flags.tables, "tables", "", "read solved encounters from this `DIR`, and save newly solved ones there")
	a.PoolFlags(f, &flags.pool)
	f.StringVar(&flags.memory, "memory", "4GiB", "the `MEMORY` limit for solving an encounter")
	config.Flags(f, "seed", "nodes", "threads", "data")
	for _, s := range evals.AllSeries() {
		cmd.AddCommand(a.series(s))
	}
	cmd.AddCommand(a.fit(), a.play(), a.forecast())
	return cmd
}

// solve solves an encounter and returns the table of its exact values. On a terminal it shows how far it
// has come.
func (a *app) solve(ctx context.Context, e evals.Encounter, memory int64) (*agent.Tablebase, error) {
	lim := search.SolveLimits{Memory: memory, Threads: a.Cores()}
	if cli.Terminal(a.Err) && !a.JSON {
		lim.Progress = a.ShowSolving
	}
	t, err := agent.Solve(ctx, e.Fights[0], lim)
	if errors.Is(err, search.ErrTooLarge) {
		return nil, cli.Mistake(err.Error(), "more --memory, or a suite of smaller fights")
	}
	return t, err
}

// tableOf returns the table of an encounter from a folder. If it is not there, the encounter is solved and
// its table saved there. A table that is there must be of the encounter as it is now: the values of an
// older one would be wrong without a sign.
func (a *app) tableOf(ctx context.Context, encounter evals.Encounter, memory int64,
	dir string) (*agent.Tablebase, error) {
	if dir == "" {
		return a.solve(ctx, encounter, memory)
	}
	path := filepath.Join(dir, encounter.Name+".table")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t, err := a.solve(ctx, encounter, memory)
		if err != nil {
			return nil, err
		}
		return t, t.Save(ctx, path)
	}
	t, err := agent.OpenTablebase(ctx, path)
	if err != nil {
		return nil, err
	}
	if _, _, err := t.Bounds(encounter.Fights[0]); err != nil {
		return nil, cli.Mistake(text.Escape(path)+": "+err.Error(),
			"a table of the present "+encounter.Name+", or no table: then it is solved again")
	}
	return t, nil
}

// runEval runs a suite and prints the report. What can be wrong is looked at first: measuring may take
// hours.
func (a *app) runEval(ctx context.Context, name string, flags evalFlags, pool *jobs.Pool) error {
	if err := checkReport(flags.report); err != nil {
		return err
	}
	memory, err := cli.ReadMemory(flags.memory)
	if err != nil {
		return err
	}
	if err := cli.Writable(flags.positions); err != nil {
		return err
	}
	c, err := a.Catalogue()
	if err != nil {
		return err
	}
	suite, err := a.suite(ctx, name, c)
	if err != nil {
		return err
	}
	run := &evals.Run{Suite: suite, SolveSlow: flags.tables != "",
		Question: evals.Question{Agents: []agent.Agent{suite.Agent}, Seed: suite.Seed, Cores: a.Cores(), Jobs: pool},
		// With an error the Truth is not nil, but must not be asked.
		Solve: func(e evals.Encounter) (evals.Truth, error) { return a.tableOf(ctx, e, memory, flags.tables) }}
	// A suite has a seed of its own, before which the user's goes; the default of the setting is nobody's.
	if a.From("seed") != "default" {
		run.Seed = a.Seed
	}
	// The first agent takes the place of the suite's own, the second stands behind it.
	for i, spec := range []string{flags.agent, flags.compare} {
		if spec == "" {
			continue
		}
		measured, err := evals.AgentOf(ctx, spec, a.Nodes)
		if err != nil {
			return err
		}
		run.Agents = append(run.Agents[:i], measured)
	}
	if flags.positions != "" {
		run.Keep = func(positions []evals.Position) error { return writePositions(flags.positions, positions) }
	}
	found, err := a.watch(&run.Question, func() (evals.Finding, error) { return run.Take(ctx) })
	return a.sayFinding(found, err, flags.report, a.ResumeHint(flags.pool))
}

// watch shows how far a measure is while take takes it, and clears that line at the end.
func (a *app) watch(question *evals.Question, take func() (evals.Finding, error)) (evals.Finding, error) {
	shows := a.Progress()
	defer shows.Clear()
	question.Progress = func(what string, n, of int) {
		shows.Show(fmt.Sprintf("%s: %d of %d", text.Escape(what), n, of), n, of)
	}
	return take()
}

// sayFinding prints what a measure has found, even when it was stopped: hint says how it can be gone on
// with. If what a suite asks for is not met, that is a verdict and no error.
func (a *app) sayFinding(found evals.Finding, err error, how, hint string) error {
	if !found.Measured || err != nil && !errors.Is(err, context.Canceled) {
		return cli.StoppedError(err, "before anything was measured"+hint)
	}
	if printing := a.sayReport(found.Report, how); printing != nil {
		return printing
	}
	if err == nil && found.Unmet != "" {
		return cli.Verdict(errors.New(found.Unmet))
	}
	return cli.StoppedError(err, found.StoppedAfter+hint)
}

// suite returns the built-in suite of that name, or that of a file or of standard input.
func (a *app) suite(ctx context.Context, arg string, c agent.Catalogue) (*evals.Suite, error) {
	if arg != "-" {
		return evals.ReadSuite(ctx, arg, c)
	}
	name, data, err := a.Read(arg, strict.SizeMax)
	if err != nil {
		return nil, err
	}
	return evals.ParseSuite(ctx, name, data, ".", c)
}

// writePositions writes positions to a new file, which eval fit reads.
func writePositions(path string, positions []evals.Position) error {
	return strict.WriteNew(path, func(w io.Writer) error { return evals.WritePositions(w, positions) })
}

// sayReport prints a report as text, md (Markdown) or json.
func (a *app) sayReport(r evals.Sectioned, how string) error {
	switch {
	case a.JSON || how == "json":
		return a.Object(r)
	case how == "md":
		_, err := fmt.Fprint(a.Out, evals.Page(r.Sections()))
		return err
	}
	a.saySections(r.Sections())
	return nil
}

// saySections prints the parts of a report as text: of each the title, its paragraphs and its table. The
// same parts make the page that --report md prints.
func (a *app) saySections(sections []evals.Section) {
	for i, s := range sections {
		if i > 0 {
			a.Say("")
		}
		a.Say("%s", a.Paint.Strong(text.Escape(s.Title)))
		for _, line := range s.Lines {
			a.PrintWrapped("", 0, text.Escape(line))
		}
		if len(s.Rows) == 0 {
			continue
		}
		var right []int // all columns but the first hold figures
		for i := 1; i < len(s.Head); i++ {
			right = append(right, i)
		}
		a.Table(s.Head, s.Rows, right...)
	}
}
