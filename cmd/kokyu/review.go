package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/review"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// reviewFlags are the flags of review besides settings.
type reviewFlags struct {
	table    string        // a file of exact values to judge by
	as, out  string        // the form of the review, and the file that it is written to
	nodes    int           // for each position; 0: a budget is divided
	time     time.Duration // after which the review ends with what is known; 0: no limit
	at       int           // with do: the step in whose place it is done
	do       string        // what is done instead; empty: the record is reviewed
	count    int           // with do: how many fights go on from either decision
	recorded bool          // the record alone is reviewed, without rules
}

// reviewForms are the forms in which a review can be printed.
var reviewForms = []string{"text", "html", "markdown", "json"}

// whatIfCount is how many fights are played for --do without --count.
const whatIfCount = 200

// review returns the command that goes over a recorded fight: where it turned, what was luck and what was choice. With
// --do it compares one decision with another instead.
func (a *app) review() *cobra.Command {
	var flags reviewFlags
	cmd := &cobra.Command{
		Use:   "review RECORD | -",
		Short: "Say where a recorded fight turned, what was luck and what was choice",
		Args:  cli.Arguments(1, 1, "one record, a .jsonl file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(a.ReadForm(cmd, &flags.as, reviewForms), flags.check(cmd)); err != nil {
				return err
			}
			if flags.recorded {
				return a.reviewRecorded(args[0], flags)
			}
			rec, start, err := a.readProven(args[0])
			if err != nil {
				return err
			}
			// A review that is told to stop prints what it has found so far, which may take longer than a sentence.
			a.Grace.Store(int64(2 * time.Second))
			if flags.do != "" {
				return a.compareDecisions(cmd.Context(), rec, start, flags)
			}
			return a.reviewRecord(cmd.Context(), rec, start, flags)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.table, "table", "", "judge by the exact values in a `FILE` that solve --save wrote, where it has them")
	f.IntVar(&flags.nodes, "nodes", 0, "most nodes to search for each position: `N` (default: a budget divided by the positions)")
	f.DurationVar(&flags.time, "time", 0, "end after this `TIME` with what is known, as in 30s; the review is then not repeatable")
	f.StringVar(&flags.as, "as", "text", "print the review as `FORM`: text, html, markdown or json")
	f.StringVar(&flags.out, "out", "", "write it to a new `FILE`")
	f.BoolVar(&flags.recorded, "as-recorded", false,
		"by what the record says alone, without rules: for a record that other rules wrote")
	f.IntVar(&flags.at, "at", 0, "with --do: the number `N` of the step in whose place something else is done")
	f.StringVar(&flags.do, "do", "", "what if: the `DECISION` to make at step --at instead")
	f.IntVar(&flags.count, "count", whatIfCount, "with --do: fight on `N` times from either decision")
	config.Flags(f, "seed", "threads")
	return cmd
}

// check refuses flags that do not go together.
func (o reviewFlags) check(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	switch {
	case given("nodes") && (o.nodes < 1 || o.nodes > agent.NodesMax):
		return cli.InRange("nodes", o.nodes, 1, agent.NodesMax)
	case given("time") && o.time <= 0:
		return cli.Mistake("--time is "+o.time.String(), "a time, as in 30s")
	case given("do") != given("at"):
		return cli.Mistake("--at and --do belong together", "both: in place of which step, and what is done")
	case given("do") && strings.TrimSpace(o.do) == "":
		return cli.Mistake("--do is empty", "a decision, as in --do 'reserve parry'")
	case given("count") && !given("do"):
		return cli.Mistake("--count without --do", "both: how often to fight on from another decision")
	case o.count < 1 || o.count > review.WhatIfMost:
		return cli.InRange("count", o.count, 1, review.WhatIfMost)
	}
	for _, name := range []string{"table", "time"} {
		if given("do") && given(name) {
			return cli.Mistake("--do with --"+name, "one of them")
		}
	}
	for _, name := range []string{"table", "nodes", "time", "do"} {
		if o.recorded && given(name) {
			return cli.Mistake("--as-recorded with --"+name, "one of them: nothing is searched where no rules are asked")
		}
	}
	if given("do") && (o.as == "html" || o.as == "markdown") {
		return cli.Mistake("--do with --as "+o.as, "text or json")
	}
	return cli.Writable(o.out)
}

// readProven reads a record, replays it to prove it, and returns it with its fight at the beginning. What
// is said about a fight must be about one that can have happened.
func (a *app) readProven(arg string) (rec fight.Record, start *fight.Fight, err error) {
	rec, torn, err := a.Record(arg)
	if _, err = cli.FightAtEnd(rec, cmp.Or(err, torn)); err != nil {
		return rec, nil, err
	}
	start, err = agent.Begin(rec)
	return rec, start, err
}

// reviewRecorded reviews a record by what it says alone, without rules.
func (a *app) reviewRecorded(arg string, flags reviewFlags) error {
	rec, torn, err := a.Record(arg)
	if err != nil {
		return err
	}
	title, begin := agent.Beginning(rec)
	r := review.ReviewRecord(rec, title, begin)
	r.Record, r.Note = typedPath(rec.Name), agent.RulesDifference(rec)
	return cmp.Or(a.sayReview(r, flags), torn)
}

// sayRecordReview prints for people a review that is made without rules.
func (a *app) sayRecordReview(r *review.RecordReview) {
	a.Say("%s", a.Paint.Strong(text.Escape(r.Title)+", as recorded"))
	for _, line := range r.Lines() {
		a.Flow("%s", text.Escape(line))
	}
	a.Say("")
	// The first row of the table is its head.
	rows := r.Table()
	a.Table(rows[0], rows[1:], 1, 2, 3, 4, 5, 6)
	if len(r.Odd) > 0 {
		a.Say("")
		a.Say("%s", a.Paint.Strong("Against the odds"))
	}
	for _, t := range r.Odd {
		a.Flow("%s", text.Escape(fmt.Sprintf("  %3d  R%d  %s", t.Step, t.Round, t.Sentence())))
	}
}

// reviewPage is a review, made with rules or without.
type reviewPage interface {
	HTML(io.Writer) error
	Markdown(io.Writer) error
}

// reviewRecord reviews a record and prints the review, or what there is of it if the command was told to
// stop. Steps that were taken back are not part of the fight.
func (a *app) reviewRecord(ctx context.Context, rec fight.Record, start *fight.Fight, flags reviewFlags) (err error) {
	q := review.Question{Start: start, Steps: fight.StandingSteps(rec.Steps), Nodes: flags.nodes,
		Cores: a.Cores(), TimeLimit: flags.time}
	if flags.table != "" {
		if q.Table, err = agent.OpenTablebase(ctx, flags.table); err != nil {
			return err
		}
	}
	shows := a.Progress()
	q.Progress = shows.Count("position")
	r, err := q.Run(ctx)
	shows.Clear()
	switch {
	case errors.Is(err, review.ErrStopped) && ctx.Err() != nil:
		return cli.StoppedError(ctx.Err(), "before a step was looked at")
	case errors.Is(err, review.ErrStopped):
		return cli.Mistake("--time is up before a step was looked at", "more time")
	case r == nil:
		return cli.TableError(flags.table, err)
	}
	r.Record = typedPath(rec.Name)
	if printing := a.sayReview(r, flags); printing != nil {
		return printing
	}
	return cli.StoppedError(err, fmt.Sprintf("after %d of %s", r.Positions, text.Count(r.PositionsInRecord, "position")))
}

// sayReview prints a review, or writes it to a file, in the form that was asked for. What prints for people
// writes to a.Out, which is the file meanwhile.
func (a *app) sayReview(r reviewPage, flags reviewFlags) error {
	write := func(w io.Writer) error {
		before := a.Out
		a.Out = w
		defer func() { a.Out = before }()
		switch flags.as {
		case "json":
			return a.Object(r)
		case "html":
			return r.HTML(w)
		case "markdown":
			return r.Markdown(w)
		}
		switch r := r.(type) {
		case *review.RecordReview:
			a.sayRecordReview(r)
		case *review.Review:
			a.sayFullReview(r)
		}
		return nil
	}
	return a.WriteTo(flags.out, write)
}

// sayFullReview prints a review for people: the verdict, then how the chance of the first side went from the
// beginning to the result, what each person did well or badly, where the fight turned, and the decisions
// that lost most. Lost chances are in points, hundredths of a win; in the review they are thousandths.
func (a *app) sayFullReview(r *review.Review) {
	a.Say("%s", a.Paint.Strong(text.Escape(r.Title)+", reviewed"))
	for _, s := range r.Verdict {
		a.Flow("%s", text.Escape(s))
	}
	if s := r.Explain(); s != "" {
		a.Flow("%s", text.Escape(s))
	}
	a.Say("")
	points := func(p float64) string { return fmt.Sprintf("%.1f", 100*p) }
	rows := [][]string{{"the beginning", points(r.Begin)}}
	for _, t := range r.Ledger() {
		rows = append(rows, []string{t.Name, text.Signed(100*t.Change, 1)})
	}
	a.Table([]string{r.Measure(), "points"}, append(rows, []string{r.EndName(), points(r.End)}), 1)
	a.Say("")
	rows = nil
	for _, p := range r.People {
		rows = append(rows, []string{p.Name, fmt.Sprint(p.Decisions), p.AccuracyWords(), fmt.Sprintf("%.1f", p.Lost/10),
			r.LuckWords(p), p.LevelWords()})
	}
	a.Table([]string{"person", "decisions", "accuracy", "lost", "luck", "plays like"}, rows, 1, 2, 3, 4)
	a.sayTurns(r)
	a.sayMistakes(r)
	a.Say("")
	a.Flow("%s", r.Sureness())
	// The position before the step where it turned most, for whoever wants to see what else was possible. A
	// record from standard input cannot be read again.
	if len(r.Turns) > 0 && r.Record != "-" && r.Record != "" {
		t := r.Turns[0]
		a.Command("Go on from a step:", "kokyu", "replay", r.Record, "--at",
			fmt.Sprint(t.Step-1), "|", "kokyu", "advise", "-")
	}
}

// sayTurns prints where the fight turned, if anywhere, the greatest turn first: its step, its round, the
// points that it gave the first side, and what happened.
func (a *app) sayTurns(r *review.Review) {
	if len(r.Turns) == 0 {
		return
	}
	a.Say("")
	a.Say("%s", a.Paint.Strong("Where it turned"))
	for _, t := range r.Turns {
		a.Flow("%s", text.Escape(fmt.Sprintf("  %3d  R%d %6s  %s", t.Step, t.Round, text.Signed(t.Points/10, 1), t.Says)))
		if t.Why != "" {
			a.Flow("%s", text.Escape("                    "+t.Why))
		}
	}
}

// sayMistakes prints the decisions that lost most, if there are any, each with what was better.
func (a *app) sayMistakes(r *review.Review) {
	var rows [][]string
	for _, s := range r.Worst() {
		rows = append(rows, []string{fmt.Sprint(s.N), fmt.Sprint(s.Round), s.Seat,
			fmt.Sprintf("%.1f", s.Loss/10), s.Do, s.Better})
	}
	if len(rows) == 0 {
		return
	}
	a.Say("")
	a.Table([]string{"step", "round", "person", "lost", "what was done", "what was better"}, rows, 0, 1, 3)
}

// compareDecisions compares a decision of the record with another one, by fights that go on from either with the
// same seeds.
func (a *app) compareDecisions(ctx context.Context, rec fight.Record, start *fight.Fight, flags reviewFlags) error {
	w := review.WhatIf{Start: start, Steps: fight.StandingSteps(rec.Steps), At: flags.at, Do: flags.do,
		Count: flags.count, Seed: a.Seed, Nodes: flags.nodes, Cores: a.Cores()}
	shows := a.Progress()
	w.Progress = shows.Count("fight")
	o, err := w.Run(ctx)
	shows.Clear()
	switch {
	case errors.Is(err, review.ErrStopped):
		return cli.StoppedError(ctx.Err(), "before a fight was over")
	case o == nil:
		return err
	}
	return a.Show(o, func() { a.sayWhatIf(o) }, err, "after "+text.Count(o.Fights, "fight"))
}

// sayWhatIf prints for people how a decision compares with the one of the record.
func (a *app) sayWhatIf(o *review.Comparison) {
	a.Say("%s", a.Paint.Strong(text.Escape(fmt.Sprintf("Step %d, round %d: %s", o.Step, o.Round, o.Seat))))
	a.Table([]string{"", "wins", "95 % interval"}, [][]string{
		{"as it was: " + o.Did, cli.Percent(o.AsPlayed.Mean), cli.Between(o.AsPlayed, cli.Percent)},
		{"instead:   " + o.Do, cli.Percent(o.Instead.Mean), cli.Between(o.Instead, cli.Percent)},
		{"difference", text.Signed(100*o.Effect.Mean, 1), text.Signed(100*o.Effect.Low, 1) + " to " + text.Signed(100*o.Effect.High, 1) + " points"},
	}, 1)
	a.Flow("%s from either, from seed %d, both sides search nodes=%d; the luck of the dice is taken off.",
		text.Count(o.Fights, "fight"), o.Seed, o.Nodes)
}
