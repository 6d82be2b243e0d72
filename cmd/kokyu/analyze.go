package main

import (
	"context"
	"errors"
	"fmt"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/evals"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// analyze proves a record and takes its fight apart into luck and choice.
func (a *app) analyze(ctx context.Context, rec fight.Record, warnings []fight.Warning, table string) error {
	f, err := agent.Begin(rec)
	if err != nil {
		return err
	}
	if err := fight.Replay(f, rec); err != nil {
		if _, ok := errors.AsType[*fight.Difference](err); ok {
			return verdict{err}
		}
		return err
	}
	if len(warnings) > 0 {
		return torn(warnings[0])
	}
	judge, err := a.judge(ctx, table)
	if err != nil {
		return err
	}
	start, err := agent.Begin(rec)
	if err != nil {
		return err
	}
	done := a.progress("positions")
	found, err := evals.Analyze(ctx, start, fight.Standing(rec.Steps), judge, a.cores(), done)
	a.progressed(done)
	if err != nil {
		return err
	}
	if a.json {
		return a.object(found)
	}
	a.sayAnalysis(agent.Title(f), found)
	return nil
}

// judge makes the judges of an analysis, one for each core: a table's exact values, or the search's.
func (a *app) judge(ctx context.Context, table string) (func() evals.Judge, error) {
	if table != "" {
		t, err := agent.OpenTablebase(ctx, table)
		return func() evals.Judge { return evals.Knowing{Truth: t} }, err
	}
	if a.Nodes == 0 {
		return nil, mistake("--nodes is 0", fmt.Sprintf("1 to %d: the values of steps must be reproducible", agent.NodesMax))
	}
	return func() evals.Judge { return &evals.Searching{Limits: search.Limits{Nodes: a.Nodes}} }, nil
}

// progress counts on a terminal; nil elsewhere.
func (a *app) progress(what string) func(n, of int) {
	if !terminal(a.err) || a.json {
		return nil
	}
	return func(n, of int) { fmt.Fprintf(a.err, "\r%d of %d %s ", n, of, what) }
}

// progressed clears the line.
func (a *app) progressed(done func(n, of int)) {
	if done != nil {
		fmt.Fprint(a.err, "\r\x1b[K")
	}
}

func (a *app) sayAnalysis(title string, x evals.Analysis) {
	a.say("%s, judged by %s", a.paint.strong(text.Escape(title)), x.Judge)
	a.say("Win chances are those of %s; thousandths of a win (mWP) in the tables are each seat's own.", text.Escape(narrate.The(x.Sides[0])))
	a.say("")
	end := "the result"
	if !x.Over {
		end = "where the record ends"
	}
	rows := [][]string{{"the start", share(x.Start)}, {"luck", signed(x.Terms.Luck)}, {"choice", signed(x.Terms.Choice)}}
	if x.Terms.Edits != 0 {
		rows = append(rows, []string{"edits", signed(x.Terms.Edits)})
	}
	if !x.Exact {
		rows = append(rows, []string{"what the judge did not foresee", signed(x.Terms.Residual)})
	}
	a.table(nil, append(rows, []string{end, share(x.End)}), 1)
	a.say("")
	rows = nil
	for _, seat := range x.Seats {
		rows = append(rows, shareRow(seat.Seat, "all", seat))
		for _, s := range x.Phases {
			if s.Seat == seat.Seat {
				rows = append(rows, shareRow("", s.Phase, s))
			}
		}
	}
	a.table([]string{"seat", "phase", "decisions", "choice", "worst", "throws", "luck"}, rows, 2, 3, 4, 5, 6)
	a.say("")
	rows = nil
	for _, s := range x.Swings {
		rows = append(rows, []string{fmt.Sprint(s.Step), fmt.Sprint(s.Round), s.Seat, mwp(s.MWP), swingWords(s)})
	}
	a.table([]string{"step", "round", "seat", "mWP", "what"}, rows, 0, 1, 3)
}

func shareRow(seat, phase string, s evals.Share) []string {
	row := []string{seat, phase, "", "", "", "", ""}
	if s.Decisions > 0 {
		row[2], row[3], row[4] = fmt.Sprint(s.Decisions), mwp(s.Choice), mwp(s.Worst)
	}
	if s.Throws > 0 {
		row[5], row[6] = fmt.Sprint(s.Throws), mwp(s.Luck)
	}
	return row
}

func swingWords(s evals.Swing) string {
	if s.Luck {
		return fmt.Sprintf("%s: %s (%s)", s.Phase, s.Do, percent(s.P))
	}
	return fmt.Sprintf("%s, where the best was %s", s.Do, s.Better)
}

// signed is a change of a win chance, mwp one in thousandths; neither has a minus before nothing.
func signed(x float64) string { return unsigned(fmt.Sprintf("%+.3f", x)) }
func mwp(x float64) string    { return unsigned(fmt.Sprintf("%+.1f", x)) }

func unsigned(s string) string {
	for _, c := range s {
		if c >= '1' && c <= '9' {
			return s
		}
	}
	return s[1:]
}
