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

	"kokyu/agent/jobs"
	"kokyu/cmd/cli"
	"kokyu/evals"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// smallAgents are measured if no others are named: what is asked compares them.
var smallAgents = []string{"greedy", "search nodes=2000", "search nodes=20000"}

// smallLog is where runs of the reported part are written down if nothing else is said: in the repository.
const smallLog = "evals/reports/crowd-random.jsonl"

// evalSmall measures agents in small fights that are drawn and solved.
func (a *app) evalSmall(ctx context.Context, name string, flags evalFlags, p *jobs.Pool) error {
	last := a.Seed + uint64(flags.random) - 1
	switch {
	case name != "crowd":
		return cli.Mistake("--random with the suite "+cli.Quoted(name), "kokyu-lab eval crowd --random "+fmt.Sprint(max(1, flags.random)))
	case flags.random < 1 || flags.random > evals.SmallMax:
		return cli.Mistake(fmt.Sprintf("--random is %d", flags.random), fmt.Sprintf("1 to %d", evals.SmallMax))
	case flags.fights < 2 || flags.fights > 1000:
		return cli.Mistake(fmt.Sprintf("--fights is %d", flags.fights), "2 to 1000: one tells no interval")
	case a.Seed < 1 || last < a.Seed:
		return cli.Mistake(fmt.Sprintf("--seed is %d", a.Seed), "the seed of the first fight, from 1")
	case a.Seed < evals.ReportFrom && last >= evals.ReportFrom:
		return cli.Mistake(fmt.Sprintf("seeds from %d to %d", a.Seed, last),
			fmt.Sprintf("seeds below %d, which are not reported, or from there on, which are", evals.ReportFrom))
	case checkReport(flags.report) != nil:
		return checkReport(flags.report)
	case flags.out != "" || flags.keep != "":
		return cli.Mistake("--out and --keep with --random", "--resume for results, --report json for every decision that lost something")
	}
	c, err := a.Catalogue()
	if err != nil {
		return err
	}
	x := evals.Small{Catalogue: c, First: a.Seed, Count: flags.random, Fights: flags.fights, Limits: evals.SmallSolving(), Jobs: p, Why: flags.why}
	specs := smallAgents
	if flags.agent != "" {
		specs = []string{flags.agent}
	}
	if flags.compare != "" {
		specs = append(slices.Clone(specs), flags.compare)
	}
	for _, spec := range specs {
		mind, err := evals.Machine(ctx, spec, a.Nodes)
		if err != nil {
			return err
		}
		x.Agents = append(x.Agents, mind)
	}
	if flags.tables != "" {
		if x.Tables, err = evals.OpenTables(flags.tables); err != nil {
			return err
		}
	}
	reported := x.First >= evals.ReportFrom
	if reported {
		if err := loggable(flags.reported); err != nil {
			return err
		}
	}
	shows := a.Showing()
	x.Done = func(n int) { shows.Show(fmt.Sprintf("fights: %d of %d", n, x.Count), n, x.Count) }
	found, err := x.Run(ctx)
	shows.Clear()
	if reported && len(found.Fights) > 0 {
		if logging := logSmall(ctx, flags.reported, found); logging != nil {
			return errors.Join(logging, err)
		}
	}
	if err != nil && (!errors.Is(err, context.Canceled) || len(found.Fights) == 0) {
		return cli.Stopped(err, "before a fight was measured")
	}
	if printing := a.sayReport(found, flags.report); printing != nil {
		return printing
	}
	if err != nil {
		return cli.Interrupted(fmt.Sprintf("stopped after %d of %d fights%s", len(found.Fights), x.Count, a.GoOn(flags.pool)))
	}
	if reported && !found.Passed() {
		return cli.Verdict(errors.New("not all that is asked of the reported fights is met"))
	}
	return nil
}

// loggable returns an error unless a line can be added to a log of reported runs.
func loggable(path string) error {
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return cli.Mistake(fmt.Sprintf("runs of seeds from %d on are written down, and there is no folder for %q", evals.ReportFrom, text.Escape(path)),
			"--reported FILE, or the repository of kokyu as the working directory")
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return strict.CanWrite(path)
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > strict.SizeMax {
		return cli.Mistake(fmt.Sprintf("%q cannot take another run", text.Escape(path)), fmt.Sprintf("a file of at most %d bytes", strict.SizeMax))
	}
	return nil
}

// smallLine is a run of reported fights as the log has it.
type smallLine struct {
	Date    string           `json:"date"`
	Commit  string           `json:"commit"`
	Seeds   string           `json:"seeds"`
	Solved  int              `json:"solved"`
	Fights  int              `json:"fights_each"`
	Stopped bool             `json:"stopped,omitempty"`
	Agents  []evals.SmallSum `json:"agents"`
	Asked   []evals.Met      `json:"asked"`
}

// logSmall adds a run to the log, so that it shows how often somebody has looked.
func logSmall(ctx context.Context, path string, r evals.SmallReport) error {
	line := smallLine{Date: time.Now().UTC().Format(time.DateOnly), Commit: commit(context.WithoutCancel(ctx)),
		Seeds:  fmt.Sprintf("%d..%d", r.First, r.First+uint64(len(r.Fights))-1),
		Fights: r.Each, Stopped: r.Partial, Agents: r.Figures, Asked: r.Met}
	for i := range line.Agents {
		line.Solved = line.Agents[i].Solved
	}
	return addToLog(path, line)
}

// addToLog adds a line to a log of reported runs.
func addToLog(path string, line any) error {
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return cli.Mistake(fmt.Sprintf("the run cannot be written down in %q", text.Escape(path)), "--reported with a file that can be written")
	}
	_, err = file.Write(append(data, '\n'))
	return errors.Join(err, file.Close())
}

// commit returns what the working directory holds, where it is a repository, else what the build says of itself.
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
