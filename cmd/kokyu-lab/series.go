package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// seriesFlags are the flags of a series besides its numbers and settings.
type seriesFlags struct {
	agent, compare string // the only agent that is measured, and one that is measured as well
	tables         string // the folder of what was solved
	report         string // the form of the report
	reported       string // the log of runs whose seeds are kept for reports
	pool           cli.PoolFlags
}

// series returns the command of a row of [evals.AllSeries]. What the row asks for becomes flags, which set
// fields of the question.
func (a *app) series(s evals.Series) *cobra.Command {
	var question evals.Question
	var flags seriesFlags
	cmd := &cobra.Command{Use: s.Name, Short: s.Short, Long: helpOf(s.Name, s.HelpValues...),
		Args: cli.Arguments(0, 0, "no arguments")}
	switch s.Of {
	case "encounter":
		cmd.Use, cmd.Args, cmd.ValidArgs = s.Name+" [ENCOUNTER...]", nil, agent.Encounters()
	case "system":
		cmd.Use, cmd.Args, cmd.ValidArgs = s.Name+" [SYSTEM...]", nil, agent.Systems()
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.readQuestion(cmd.Context(), s, args, flags, &question); err != nil {
			return err
		}
		return a.WithPool(cmd, args, flags.pool, func(p *jobs.Pool) error {
			question.Jobs = p
			return a.runSeries(cmd.Context(), s, question, flags)
		})
	}
	f := cmd.Flags()
	for _, n := range s.Flags {
		f.IntVar(question.Number(n.Name), n.Name, n.Usual, n.Help)
	}
	reportFlag(f, &flags.report)
	if s.Agents != nil {
		f.StringVar(&flags.agent, "agent", "", "measure this `AGENT` only")
		f.StringVar(&flags.compare, "compare", "", "measure this `AGENT` as well")
		f.StringVar(&flags.tables, "tables", "", "keep what was solved in this `DIR`, and read it from there")
	}
	if s.ReportPath != "" {
		f.StringVar(&flags.reported, "reported", s.ReportPath, "with seeds from 2000 on: add the figures of the run to this `FILE`")
	}
	if !s.NoSeed {
		a.PoolFlags(f, &flags.pool)
		config.Flags(f, "seed", "nodes", "threads", "data")
	}
	return cmd
}

// readQuestion reads from arguments and flags what a series is to measure. A series may have a number of
// nodes and agents of its own, which count as long as the user names no others.
func (a *app) readQuestion(ctx context.Context, s evals.Series, args []string, flags seriesFlags,
	question *evals.Question) (err error) {
	if err := checkReport(flags.report); err != nil {
		return err
	}
	question.Names, question.Nodes, question.Seed, question.Cores = args, a.Nodes, a.Seed, a.Cores()
	// The setting may come from a flag, the environment or a file: then it is the user's word, and goes before the series.
	if s.Nodes > 0 && a.From("nodes") == "default" {
		question.Nodes = s.Nodes
	}
	if err := s.Check(*question); err != nil {
		return err
	}
	if question.Catalogue, err = a.Catalogue(); err != nil {
		return err
	}
	if len(args) == 0 {
		question.Names = s.Usual
	}
	switch s.Of {
	case "encounter":
		question.Encounters, err = a.contestants(question.Names)
	case "system":
		err = checkSystems(args)
	}
	if err != nil {
		return err
	}
	// A copy, since the append below must not write into the list of the series.
	specs := slices.Clone(s.Agents)
	if flags.agent != "" {
		specs = []string{flags.agent}
	}
	if flags.compare != "" {
		specs = append(specs, flags.compare)
	}
	for _, spec := range specs {
		mind, err := evals.AgentOf(ctx, spec, a.Nodes)
		if err != nil {
			return err
		}
		question.Agents = append(question.Agents, mind)
	}
	if question.Tables, err = evals.OpenTables(flags.tables); err != nil {
		return err
	}
	if s.IsReported(*question) {
		return checkLog(flags.reported)
	}
	return nil
}

// checkSystems returns an error if a name is no system's, or is there twice.
func checkSystems(names []string) error {
	for i, s := range names {
		if _, err := agent.About(s); err != nil {
			return err
		}
		if slices.Contains(names[:i], s) {
			return cli.Mistake("the system "+cli.Quote(s)+" is there twice", "it once")
		}
	}
	return nil
}

// runSeries measures, and shows what there is even when it was stopped. A run of reported seeds is logged
// even then: whoever has seen a figure of such seeds has used them, and must not choose among several runs.
func (a *app) runSeries(ctx context.Context, s evals.Series, question evals.Question, flags seriesFlags) error {
	found, err := a.watch(&question, func() (evals.Finding, error) { return s.Take(ctx, question) })
	if found.Measured && s.IsReported(question) {
		if logging := addToLog(ctx, flags.reported, *found.Log); logging != nil {
			return errors.Join(logging, err)
		}
	}
	return a.sayFinding(found, err, flags.report, a.ResumeHint(flags.pool))
}

// checkLog returns an error unless a line can be added to a log of reported runs. The log is a file of the
// repository, so that the folder is missing where the command is run from elsewhere.
func checkLog(path string) error {
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return cli.Mistake(fmt.Sprintf("runs of these seeds are written down, and there is no folder for %q", text.Escape(path)),
			"--reported FILE, or the repository of kokyu as the working directory")
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return strict.CanWrite(path)
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > strict.SizeMax {
		return cli.Mistake(fmt.Sprintf("%q cannot take another run", text.Escape(path)),
			fmt.Sprintf("a file of at most %d bytes", strict.SizeMax))
	}
	return nil
}

// addToLog adds a line to a log of reported runs: what was found, when, and by which code.
func addToLog(ctx context.Context, path string, line evals.LoggedRun) error {
	// The commit is asked for even after an interrupt: a run that was stopped is logged as well, see runSeries.
	line.Date, line.Commit = time.Now().UTC().Format(time.DateOnly), commit(context.WithoutCancel(ctx))
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return cli.Mistake(fmt.Sprintf("the run cannot be written down in %q", text.Escape(path)),
			"--reported with a file that can be written")
	}
	_, err = file.Write(append(data, '\n'))
	return errors.Join(err, file.Close())
}

// commit names the commit of the working directory, with "changed" behind it if tracked files differ from
// it. Where that is no repository, it is what the build says of itself.
func commit(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return cli.Version()
	}
	id := strings.TrimSpace(string(head))
	if changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--untracked-files=no").Output(); err == nil && len(changed) > 0 {
		id += " changed"
	}
	return id
}
