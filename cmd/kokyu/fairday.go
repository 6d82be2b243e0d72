package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent/fair"
	"kokyu/agent/jobs"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// fairDay lives through a day of fights.
func (a *app) fairDay(cmd *cobra.Command, args []string, flags fairFlags) error {
	switch {
	case flags.target != "":
		return mistake("--target with --of", "one of them: a day has many files")
	case flags.as != "text":
		return mistake("--as with --of", "one of them: a day is printed as text, or with --json")
	}
	d := &fair.Day{Within: flags.within / 100, Seed: a.Seed, Cores: a.cores(), Time: flags.time}
	var rests []book.Rest
	for part := range strings.SplitSeq(flags.of, ",") {
		part = strings.TrimSpace(part)
		rest, ok, err := fair.ReadRest(part)
		switch {
		case err != nil:
			return err
		case ok:
			rests = append(rests, rest)
			continue
		case part == "":
			return mistake("--of has an empty place", "encounters and rests, separated by commas")
		}
		q, err := a.fairQuestion(cmd, part, flags)
		if err != nil {
			return err
		}
		d.Stages = append(d.Stages, fair.Stage{Question: *q, Rests: rests})
		rests = nil
	}
	if len(rests) > 0 {
		return mistake("--of ends with a rest", "a fight after it")
	}
	return a.working(cmd, args, flags.pool, func(p *jobs.Pool) error {
		d.Jobs = p
		return a.answerDay(cmd.Context(), d, flags.pool)
	})
}

// answerDay fights, and shows what there is even when it was stopped.
func (a *app) answerDay(ctx context.Context, d *fair.Day, kept poolFlags) error {
	if terminal(a.err) && !a.json {
		d.Done = a.fairProgress
	}
	answer, err := d.Run(ctx)
	if d.Done != nil {
		fmt.Fprint(a.err, "\r\x1b[K")
	}
	switch {
	case errors.Is(err, fair.ErrStopped) && ctx.Err() != nil:
		return stopped(ctx.Err(), "before a day was over"+a.goOn(kept))
	case errors.Is(err, fair.ErrStopped):
		return mistake("--time is up before a day was over", "more time")
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	}
	if a.json {
		return errors.Join(a.object(answer), stopped(err, fmt.Sprintf("after %s", plural(answer.Days, "day"))+a.goOn(kept)))
	}
	a.sayDay(answer)
	return stopped(err, fmt.Sprintf("after %s", plural(answer.Days, "day"))+a.goOn(kept))
}

func (a *app) sayDay(r *fair.DayAnswer) {
	a.flow("%s for %s: %s to see the end (%s).", a.paint.strong(upper(r.Word)), text.Escape(text.The(r.Party)), inHundred(r.End.Mean), hundreds(r.End))
	s := fmt.Sprintf("%s from seed %d.", plural(r.Days, "day"), r.Seed)
	if !r.Enough {
		s += fmt.Sprintf(" The interval is wider than the %.0f points to each side that were asked for.", 100*r.Within)
	}
	if !r.Repeatable {
		s += " Ended by the clock: not repeatable."
	}
	a.flow("%s", s)
	for i, stage := range r.Stages {
		a.say("")
		for _, rest := range stage.Rests {
			a.flow("After %s:", rest)
		}
		a.flow("%d. %s: %s come through (%s)", i+1, a.paint.strong(text.Escape(stage.Title)), inHundred(stage.Through.Mean), hundreds(stage.Through))
		var rows [][]string
		for _, m := range stage.Members {
			rows = append(rows, []string{"  " + m.Name, inHundred(m.Stands), leftWords(m.Left)})
		}
		if len(rows) > 0 {
			a.table([]string{"", "stands", "with"}, rows, 1)
		}
	}
}
