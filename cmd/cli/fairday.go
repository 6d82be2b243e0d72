package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent/fair"
	"kokyu/agent/jobs"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// fairDay lives through a day of fights.
func (a *App) fairDay(cmd *cobra.Command, args []string, flags fairFlags) error {
	switch {
	case flags.target != "":
		return Mistake("--target with --of", "one of them: a day has many files")
	case flags.as != "text":
		return Mistake("--as with --of", "one of them: a day is printed as text, or with --json")
	}
	d := &fair.Day{Within: flags.within / 100, Seed: a.Seed, Cores: a.Cores(), Time: flags.time}
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
			return Mistake("--of has an empty place", "encounters and rests, separated by commas")
		}
		q, err := a.fairQuestion(cmd, part, flags)
		if err != nil {
			return err
		}
		d.Stages = append(d.Stages, fair.Stage{Question: *q, Rests: rests})
		rests = nil
	}
	if len(rests) > 0 {
		return Mistake("--of ends with a rest", "a fight after it")
	}
	return a.WithPool(cmd, args, flags.pool, func(p *jobs.Pool) error {
		d.Jobs = p
		return a.answerDay(cmd.Context(), d, flags.pool)
	})
}

// answerDay fights, and shows what there is even when it was stopped.
func (a *App) answerDay(ctx context.Context, d *fair.Day, kept PoolFlags) error {
	shows := a.Progress()
	d.Progress = shows.fair
	answer, err := d.Run(ctx)
	shows.Clear()
	switch {
	case errors.Is(err, fair.ErrStopped) && ctx.Err() != nil:
		return StoppedError(ctx.Err(), "before a day was over"+a.ResumeHint(kept))
	case errors.Is(err, fair.ErrStopped):
		return Mistake("--time is up before a day was over", "more time")
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	}
	return a.Show(answer, func() { a.sayDay(answer) }, err, "after "+text.Count(answer.Days, "day")+a.ResumeHint(kept))
}

func (a *App) sayDay(r *fair.DayAnswer) {
	a.Flow("%s for %s: %s to see the end (%s).", a.Paint.Strong(text.Capital(r.Word)), text.Escape(text.The(r.Party)), dice.InHundred(r.End.Mean), hundreds(r.End))
	s := fmt.Sprintf("%s from seed %d.", text.Count(r.Days, "day"), r.Seed)
	if !r.Enough {
		s += fmt.Sprintf(" The interval is wider than the %s to each side that were asked for.", text.Points(fmt.Sprintf("%.0f", 100*r.Within)))
	}
	if !r.Repeatable {
		s += " Ended by the clock: not repeatable."
	}
	a.Flow("%s", s)
	for i, stage := range r.Stages {
		a.Say("")
		for _, rest := range stage.Rests {
			a.Flow("After %s:", rest)
		}
		a.Flow("%d. %s: %s come through (%s)", i+1, a.Paint.Strong(text.Escape(stage.Title)), dice.InHundred(stage.Through.Mean), hundreds(stage.Through))
		var rows [][]string
		for _, m := range stage.Members {
			rows = append(rows, []string{"  " + m.Name, dice.InHundred(m.Stands), leftWords(m.Remainders)})
		}
		if len(rows) > 0 {
			a.Table([]string{"", "stands", "with"}, rows, 1)
		}
	}
}
