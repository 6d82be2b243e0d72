package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/fair"
	"kokyu/agent/jobs"
	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// fairFlags are the flags of fair besides settings.
type fairFlags struct {
	party, foes string        // who plays them, and how
	side        string        // the side that is the party; empty: the first
	within      float64       // half the width of the interval of the answer, in points
	time        time.Duration // after which the answer is given with what is known; 0: no limit
	quick       bool          // leaves out what decides the fight
	target      string        // the chance to win that changes are looked for, as 60%
	out, as     string        // the file of the changed encounter, and the form of the answer
	of          string        // the fights and rests of a day, in the place of one fight
	pool        PoolFlags
}

// fairForms are the forms in which an answer can be printed.
var fairForms = []string{"text", "html", "json"}

// withinMax is the widest interval that can be asked for, in points to each side.
const withinMax = 25

// Fair returns the command that says whether a fight is fair.
func (a *App) Fair() *cobra.Command {
	var flags fairFlags
	cmd := &cobra.Command{
		Use:   "fair ENCOUNTER | --of LIST",
		Short: "Say whether a fight is fair for the party, and what decides it",
		Long:  helpText("fair", fair.BoundsSay(), fair.UsualLevel, fair.SizesSay, cmp.Or(a.name, "kokyu")),
		Args: func(cmd *cobra.Command, args []string) error {
			// A day has its encounters in the list, a single fight is an argument.
			if flags.of != "" {
				return Arguments(0, 0, "")(cmd, args)
			}
			return Arguments(1, 1, "one encounter")(cmd, args)
		},
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.ReadForm(cmd, &flags.as, fairForms); err != nil {
				return err
			}
			if flags.of != "" {
				return a.fairDay(cmd, args, flags)
			}
			q, err := a.fairQuestion(cmd, args[0], flags)
			if err != nil {
				return err
			}
			return a.WithPool(cmd, args, flags.pool, func(p *jobs.Pool) error {
				q.Jobs = p
				return a.showFair(cmd.Context(), q, flags)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.party, "party", fmt.Sprintf("level=%d", fair.UsualLevel), "how the party is played: `PLAYER`, level=N, temper=T or both, or an agent")
	f.StringVar(&flags.foes, "foes", "", "how the foes are played: `PLAYER` (default: as the encounter says, else "+fmt.Sprintf("level=%d)", fair.UsualLevel))
	f.StringVar(&flags.side, "side", "", "the `SIDE` that is the party (default: the first)")
	f.Float64Var(&flags.within, "within", fair.WithinUsual, "end when each end of the interval is at most `N` points from the answer")
	f.DurationVar(&flags.time, "time", 0, "end after this `TIME` with what is known, as in 30s; the answer is then not repeatable")
	f.BoolVar(&flags.quick, "quick", false, "give the answer alone, not what decides it")
	f.StringVar(&flags.target, "target", "", "look for changes that bring the party's chance to `N%`")
	f.StringVar(&flags.out, "out", "", "with --target: write the encounter with the smallest such change to a new `FILE`")
	f.StringVar(&flags.of, "of", "", "a day of fights: a `LIST` of encounters and rests, separated by commas")
	f.StringVar(&flags.as, "as", "text", "print the answer as `FORM`: "+strings.Join(fairForms, ", "))
	a.PoolFlags(f, &flags.pool)
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// fairQuestion reads what is asked about an encounter. All mistakes are found before the first fight, which
// may be long before the last.
func (a *App) fairQuestion(cmd *cobra.Command, name string, flags fairFlags) (q *fair.Question, err error) {
	switch {
	// Not written as two comparisons with or: NaN, which the flag takes for a number, is in no range and is refused too.
	case !(flags.within >= 1 && flags.within <= withinMax):
		return nil, Mistake(fmt.Sprintf("--within is %v", flags.within), fmt.Sprintf("1 to %d points", withinMax))
	case flags.time < 0 || cmd.Flags().Changed("time") && flags.time == 0:
		return nil, Mistake("--time is "+flags.time.String(), "a time, as in 30s")
	}
	target, err := flags.check()
	if err != nil {
		return nil, err
	}
	f, source, err := a.fairSource(name)
	if err != nil {
		return nil, err
	}
	if target > 0 && source == nil {
		return nil, Mistake("--target with a fight under way",
			"an encounter that has not begun: only its file can be changed")
	}
	// The files that the encounter names are named from where it will be written.
	if flags.out != "" {
		if err := source.MoveTo(flags.out); err != nil {
			return nil, err
		}
	}
	// Points of the flag become a share: 2.5 points are 0.025.
	q = &fair.Question{Fight: f, Source: source, Target: target, Within: flags.within / 100,
		Decides: !flags.quick, Seed: a.Seed, Cores: a.Cores(), Time: flags.time}
	if q.Party, err = fair.PartyNamed(f, flags.side); err != nil {
		return nil, err
	}
	if err := a.fairPlayers(cmd, q, flags); err != nil {
		return nil, err
	}
	return q, q.Check()
}

// fairPlayers reads who plays the party and the foes. Of the party the default level counts only where the
// encounter says none.
func (a *App) fairPlayers(cmd *cobra.Command, q *fair.Question, flags fairFlags) (err error) {
	limits := search.Limits{Nodes: a.Nodes}
	for i, spec := range []string{flags.party, flags.foes} {
		if q.Players[i], err = fair.ReadPlayer(cmd.Context(), spec, limits); err != nil {
			return err
		}
	}
	if !cmd.Flags().Changed("party") { // a level in the encounter comes before the default
		q.Players[0].Character.Level = 0
	}
	return nil
}

// check refuses flags that do not go together, and reads the target: a share of 0 to 1, or 0 for none.
func (flags fairFlags) check() (target float64, err error) {
	switch {
	case flags.out != "" && flags.target == "":
		return 0, Mistake("--out without --target", "both: what is written is the changed encounter")
	case flags.target == "":
		return 0, Writable(flags.out)
	}
	percentage, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(flags.target, "%")), 64)
	if err != nil || !(percentage > 0 && percentage < 100) {
		return 0, Mistake("--target is "+Quote(flags.target), "a percentage between 0 and 100, as in 60%")
	}
	return percentage / 100, Writable(flags.out)
}

// fairSource begins the fight that an argument names, as [App.Open] does, and returns it with the file that
// it was made of. Of a fight under way, as that of a record, there is no file that could be changed.
func (a *App) fairSource(arg string) (*fight.Fight, *fair.Source, error) {
	found, err := a.Find(arg, a.Seed)
	if found.Record != nil {
		f, err := FightAtEnd(*found.Record, cmp.Or(err, found.Torn))
		return f, nil, err
	}
	if err != nil {
		return nil, nil, err
	}
	source, err := fair.NewSource(found.rows, found.name, found.data)
	return found.Fight, source, err
}

// unanswered returns the error of a question that ended before anything of what one names, a fight or a
// day, was over. It returns nil if there is an answer, even to a command that was told to stop.
func (a *App) unanswered(ctx context.Context, err error, one string, flags PoolFlags) error {
	switch {
	case errors.Is(err, fair.ErrStopped) && ctx.Err() != nil:
		return StoppedError(ctx.Err(), "before a "+one+" was over"+a.ResumeHint(flags))
	case errors.Is(err, fair.ErrStopped):
		return Mistake("--time is up before a "+one+" was over", "more time")
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	}
	return nil
}

// showFair answers a question and prints the answer, or what there is of it if the command was told to stop.
func (a *App) showFair(ctx context.Context, q *fair.Question, flags fairFlags) error {
	shows := a.Progress()
	q.Progress = shows.showFair
	answer, err := q.Run(ctx)
	shows.Clear()
	if none := a.unanswered(ctx, err, "fight", flags.pool); none != nil {
		return none
	}
	// What there is is printed first, also of a command that was told to stop.
	var printing error
	switch {
	case a.JSON:
		printing = a.Object(answer)
	case flags.as == "html":
		printing = answer.HTML(a.Out)
	default:
		a.sayFair(answer)
	}
	if printing != nil || err != nil {
		return errors.Join(printing, StoppedError(err, "after "+text.Count(answer.Fights, "fight")+a.ResumeHint(flags.pool)))
	}
	return a.writeTarget(answer, flags.out)
}

// writeTarget writes the encounter with the smallest change that reaches the target, if a file was named
// for it. That no change reaches the target is a verdict: the question was right, and the answer is no.
func (a *App) writeTarget(answer *fair.Answer, out string) error {
	t := answer.Target
	switch {
	case t == nil || t.IsReached:
		return nil
	case len(t.Changes) == 0 && !answer.Repeatable:
		return Verdict(fmt.Errorf("no change was found in time that reaches %s; %d of %d were tried",
			dice.InHundred(t.Want), t.Tried, t.ToTry))
	case len(t.Changes) == 0:
		return Verdict(fmt.Errorf("no change of those that were tried reaches %s", dice.InHundred(t.Want)))
	case out == "":
		return nil
	}
	if err := Write(out, t.Changes[0].File); err != nil || a.JSON {
		return err
	}
	a.Flow("\n%s is the encounter with the first of them.", text.Escape(out))
	return nil
}

// showFair shows how far the question whether a fight is fair has come.
func (p *progress) showFair(of fair.Progress) {
	p.Say(fmt.Sprintf("%s: %s, %s (%s)", text.Escape(of.Task), text.Count(of.Fights, "fight"),
		dice.InHundred(of.Win.Mean), percentRange(of.Win)))
}

// percentRange returns an interval of a chance as a text.
func percentRange(i agent.Interval) string {
	return fmt.Sprintf("%.0f to %.0f %%", 100*i.Low, 100*i.High)
}

// sayFair prints an answer for people. It begins with the verdict, and then how sure it is:
//
//	Even for the first: 58 % to win (53 to 62 %).
//	144 fights from seed 1: 89 won; luck of the dice taken off.
//
// Below stand tables: how often nobody or everybody falls, what becomes of each combatant, what decides the
// fight, and what better or worse players would make of it.
func (a *App) sayFair(r *fair.Answer) {
	party := text.The(r.Party)
	a.Say("%s", a.Paint.Strong(text.Escape(r.Title)))
	a.Flow("%s", text.Escape(fmt.Sprintf("  %s (%s) against %s (%s)", party, r.Players[0],
		text.The(r.Foes), r.Players[1])))
	a.Say("")
	a.Flow("%s for %s: %s to win (%s).", a.Paint.Strong(text.Capital(r.Word)), text.Escape(party),
		dice.InHundred(r.Win.Mean), percentRange(r.Win))
	a.Flow("%s", sureness(r))
	if s := r.ForecastText(); s != "" {
		a.Flow("%s", s)
	}
	a.Say("")
	a.Table(nil, [][]string{
		{"nobody of the party falls", dice.InHundred(r.Nobody.Mean), percentRange(r.Nobody)},
		{"all of them fall", dice.InHundred(r.All.Mean), percentRange(r.All)},
		{"rounds", fmt.Sprintf("%.1f", r.Rounds.Mean), fmt.Sprintf("%.1f to %.1f", r.Rounds.Low, r.Rounds.High)},
		{"minutes at the table", fmt.Sprintf("%.0f", r.Minutes), fmt.Sprintf("%.0f decisions and %.0f throws a fight; %s", r.Decisions, r.Throws, fair.MinutesSay)},
	}, 1)
	a.Say("")
	var rows [][]string
	for _, m := range r.Members {
		// Only who falls has somebody to fall to, and only of the party it is told what is left of it.
		to := ""
		if len(m.To) > 0 {
			to = m.To[0].Name
		}
		left := ""
		if m.Party {
			left = leftWords(m.Remainders)
		}
		rows = append(rows, []string{m.Name, dice.InHundred(m.Falls.Mean), to, left})
	}
	a.Table([]string{"", "falls", "most often to", "left at the end if it stands"}, rows, 1)
	a.sayEffects("What decides it", r.Decides)
	a.sayEffects("How much the players matter", r.Levels)
	a.sayTarget(r)
}

// sureness says on how many fights an answer rests, and what it falls short of.
func sureness(r *fair.Answer) string {
	s := fmt.Sprintf("%s from seed %d: %d won", text.Count(r.Fights, "fight"), r.Seed, r.Wins)
	if r.Draws > 0 {
		s += fmt.Sprintf(", %d drawn", r.Draws)
	}
	return s + "; luck of the dice taken off." + reservations(r.Enough, r.Within, r.Repeatable)
}

// reservations says what an answer falls short of: the precision that was asked for, as when --time is up,
// and being repeatable.
func reservations(enough bool, within float64, repeatable bool) (s string) {
	if !enough {
		s += fmt.Sprintf(" The interval is wider than the %s to each side that were asked for.", wholePoints(within))
	}
	if !repeatable {
		s += " Ended by the clock: not repeatable."
	}
	return s
}

// wholePoints returns a share in points: "5 points".
func wholePoints(share float64) string { return text.Points(fmt.Sprintf("%.0f", 100*share)) }

// sayEffects prints what changes to the fight would do, if any were tried:
//
//	What decides it                wins      effect  95 % interval
//	the second without uchigatana  94 %  +36 points     +16 to +57
//	without the clock              58 %    0 points       −4 to +4  not certain
//
// A change whose interval has 0 in it is not certain to do anything.
func (a *App) sayEffects(title string, effects []fair.Effect) {
	if len(effects) == 0 {
		return
	}
	a.Say("")
	var rows [][]string
	for _, e := range effects {
		points := func(p float64) string { return text.Signed(100*p, 0) }
		row := []string{e.Change, dice.InHundred(e.Win.Mean), text.Points(points(e.Effect.Mean)),
			Between(e.Effect, points), ""}
		switch {
		case e.Why != "":
			row = []string{e.Change, "", "", "", "not fought: " + e.Why}
		case !e.Certain:
			row[4] = "not certain"
		}
		rows = append(rows, row)
	}
	a.Table([]string{title, "wins", "effect", "95 % interval", ""}, rows, 1, 2, 3)
}

// sayTarget says which changes would bring the chance to a target, the smallest first, or that none of
// those tried does, and which comes nearest.
func (a *App) sayTarget(r *fair.Answer) {
	t := r.Target
	if t == nil {
		return
	}
	a.Say("")
	// Nothing has to be changed: the chance is as near as the precision that was asked for.
	if t.IsReached {
		a.Flow("The target of %s is reached as it is, within %s.", dice.InHundred(t.Want), wholePoints(r.Within))
		return
	}
	a.Flow("%s", a.Paint.Strong(fmt.Sprintf("To bring %s to %s, within %s", text.Escape(text.The(r.Party)),
		dice.InHundred(t.Want), wholePoints(r.Within))))
	if len(t.Changes) == 0 {
		a.Flow("Nothing does: %d of %d changes were tried.", t.Tried, t.ToTry)
		if n := t.Nearest; n != nil {
			a.Flow("%s", text.Escape(fmt.Sprintf("The nearest: %s, %s (%s) in %s.", n.Says, dice.InHundred(n.Win.Mean),
				percentRange(n.Win), text.Count(n.Fights, "fight"))))
		}
		return
	}
	var rows [][]string
	for _, c := range t.Changes {
		rows = append(rows, []string{c.Says, dice.InHundred(c.Win.Mean), percentRange(c.Win), text.Count(c.Fights, "fight")})
	}
	a.Table([]string{"change", "wins", "95 % interval", ""}, rows, 1, 2)
}

// leftWords says what a combatant has left on average: "wounds 3.2 of 6, energy 4.1 of 10". Numbers without
// a limit that are almost 0 are left out.
func leftWords(left []fair.Remainder) string {
	var parts []string
	for _, l := range left {
		if l.Of == 0 && l.Mean < 0.05 {
			continue
		}
		part := fmt.Sprintf("%s %.1f", l.Name, l.Mean)
		if l.Of > 0 {
			part += fmt.Sprintf(" of %.0f", l.Of)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

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
	// Rests are collected until the fight that they lie before.
	var rests []book.Rest
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

// sayDay prints an answer about a day for people: how likely the party is to see its end, and for each
// fight of the day how likely it comes through and in what state.
func (a *App) sayDay(r *fair.DayAnswer) {
	a.Flow("%s for %s: %s to see the end (%s).", a.Paint.Strong(text.Capital(r.Word)), text.Escape(text.The(r.Party)),
		dice.InHundred(r.End.Mean), percentRange(r.End))
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
		a.Flow("%d. %s: %s come through (%s)%s", i+1, a.Paint.Strong(text.Escape(stage.Title)),
			dice.InHundred(stage.Through.Mean), percentRange(stage.Through), after)
		var rows [][]string
		for _, m := range stage.Members {
			rows = append(rows, []string{"  " + m.Name, dice.InHundred(m.Stands), leftWords(m.Remainders)})
		}
		if len(rows) > 0 {
			a.Table([]string{"", "stands", "with"}, rows, 1)
		}
	}
}
