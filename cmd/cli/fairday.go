package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent/fair"
	"kokyu/agent/jobs"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// fairDay answers whether a day of fights is fair: encounters in their order, with rests between them,
// where each fight begins with what the one before has left.
func (a *App) fairDay(cmd *cobra.Command, args []string, flags fairFlags) error {
	switch {
	case flags.target != "":
		return Mistake("--target with --of", "one of them: a day has many files")
	case flags.as == "html":
		return Mistake("--as html with --of", "one of them: a day is printed as text, or with --json")
	}
	d := &fair.Day{Within: flags.within / 100, Seed: a.Seed, Cores: a.Cores(), Time: flags.time}
	var rests []book.Rest // before the next fight
	for part := range strings.SplitSeq(flags.of, ",") {
		part = strings.TrimSpace(part)
		rest, isRest, err := fair.ReadRest(part)
		switch {
		case err != nil:
			return err
		case isRest:
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
		return a.showDay(cmd.Context(), d, flags.pool)
	})
}

// showDay answers a question about a day and prints the answer, or what there is of it if the command was told to stop.
func (a *App) showDay(ctx context.Context, d *fair.Day, flags PoolFlags) error {
	shows := a.Progress()
	d.Progress = shows.showFair
	answer, err := d.Run(ctx)
	shows.Clear()
	if none := a.unanswered(ctx, err, "day", flags); none != nil {
		return none
	}
	return a.Show(answer, func() { a.sayDay(answer) }, err, "after "+text.Count(answer.Days, "day")+a.ResumeHint(flags))
}

// sayDay prints an answer about a day for people.
func (a *App) sayDay(r *fair.DayAnswer) {
	a.Flow("%s for %s: %s to see the end (%s).", a.Paint.Strong(text.Capital(r.Word)), text.Escape(text.The(r.Party)), dice.InHundred(r.End.Mean), percentRange(r.End))
	a.Flow("%s from seed %d.%s", text.Count(r.Days, "day"), r.Seed, reservations(r.Enough, r.Within, r.Repeatable))
	for i, stage := range r.Stages {
		a.Say("")
		for _, rest := range stage.Rests {
			a.Flow("After %s:", rest)
		}
		after := ""
		if len(stage.Members) > 0 {
			after = "; in those days:"
		}
		a.Flow("%d. %s: %s come through (%s)%s", i+1, a.Paint.Strong(text.Escape(stage.Title)), dice.InHundred(stage.Through.Mean), percentRange(stage.Through), after)
		var rows [][]string
		for _, m := range stage.Members {
			rows = append(rows, []string{"  " + m.Name, dice.InHundred(m.Stands), leftWords(m.Remainders)})
		}
		if len(rows) > 0 {
			a.Table([]string{"", "stands", "with"}, rows, 1)
		}
	}
}
