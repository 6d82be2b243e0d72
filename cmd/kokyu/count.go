package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// countFights runs many fights and tells only the result.
func (a *app) countFights(cmd *cobra.Command, args []string, flags fightFlags) error {
	ctx, name := cmd.Context(), encounter(args)
	f, err := a.open(name, a.Seed)
	if err != nil {
		return err
	}
	m, err := a.minds(ctx, flags)
	if err != nil {
		return err
	}
	sides, err := m.sides(f)
	if err != nil {
		return err
	}
	match := agent.Match{Fight: f, Agents: sides, Count: flags.count, Swap: flags.swap, Seed: a.Seed, Cores: a.cores()}
	kept := poolFlags{resume: flags.resume}
	return a.working(cmd, args, kept, func(p *jobs.Pool) error { return a.countedFights(ctx, match, m.timed, kept, p) })
}

// countedFights fights, and shows what there is even when it was stopped.
func (a *app) countedFights(ctx context.Context, match agent.Match, timed bool, kept poolFlags, p *jobs.Pool) error {
	shows := a.showing()
	if shows != nil {
		match.Done = func(done int) {
			shows.show(fmt.Sprintf("%d of %s", done, plural(match.Count, "fight")), done, match.Count)
		}
	}
	tally, err := work.Fought(ctx, match, p)
	shows.clear()
	if err != nil && (!errors.Is(err, context.Canceled) || tally.Fights == 0) {
		return stopped(err, "before a fight was over"+a.goOn(kept))
	}
	if a.json {
		if printing := a.object(tally); printing != nil {
			return printing
		}
	} else {
		a.sayTally(agent.Title(match.Fight), tally, timed)
	}
	return stopped(err, fmt.Sprintf("after %d of %s", tally.Fights, plural(match.Count, "fight"))+a.goOn(kept))
}

// sides is who plays each side: in many fights a side is of one mind.
func (m minds) sides(f *fight.Fight) (sides [2]agent.Agent, err error) {
	if _, err := agent.Seat(f.Roster(), m.standard, m.given); err != nil {
		return sides, err
	}
	for _, r := range f.Roster() {
		sides[r.Side] = m.standard
		if mind, ok := m.given[r.Team]; ok {
			sides[r.Side] = mind
		}
	}
	for _, r := range f.Roster() {
		if mind, ok := m.given[r.Name]; ok && r.Name != r.Team {
			return sides, mistake(fmt.Sprintf("--count with a separate agent for %s (%s)", text.Escape(r.Name), mind), "--seat "+shell(r.Team)+"=AGENT: a whole side")
		}
	}
	if m.person {
		return sides, mistake("--count with a human seat", "random, greedy or search")
	}
	return sides, nil
}

func (a *app) sayTally(title string, t agent.Tally, timed bool) {
	a.say("%s, %s from seed %d", a.paint.strong(text.Escape(title)), plural(t.Fights, "fight"), t.Seed)
	if t.Swap {
		a.say("The agents changed sides every other fight.")
	}
	if timed {
		a.say("Decided by the clock: not repeatable.")
	}
	a.say("")
	names := t.Agents
	if !t.Swap {
		names = [2]string{t.Sides[0] + " (" + t.Agents[0] + ")", t.Sides[1] + " (" + t.Agents[1] + ")"}
	} else if names[0] == names[1] {
		names = [2]string{names[0] + ", first", names[1] + ", second"}
	}
	a.table([]string{"", "wins", "score", "95% interval"}, [][]string{
		{names[0], fmt.Sprint(t.Wins[0]), share(t.Score.Mean), between(t.Score, share)},
		{names[1], fmt.Sprint(t.Wins[1]), share(1 - t.Score.Mean), between(agent.Interval{Low: 1 - t.Score.High, High: 1 - t.Score.Low}, share)},
		{"draws", fmt.Sprint(t.Draws)},
	}, 1, 2, 3)
	a.say("")
	rows := [][]string{
		{"rounds", number(t.Rounds.Mean), between(t.Rounds, number)},
		{"Wounds lost by " + text.The(t.Sides[0]), number(t.Wounds[0].Mean), between(t.Wounds[0], number)},
		{"Wounds lost by " + text.The(t.Sides[1]), number(t.Wounds[1].Mean), between(t.Wounds[1], number)},
	}
	if t.Swap {
		rows = append(rows, []string{"score of " + text.The(t.Sides[0]) + ", whoever plays", share(t.Side.Mean), between(t.Side, share)})
		for i, side := range t.Sides {
			rows = append(rows, []string{"score of " + t.Agents[0] + " as " + text.The(side), share(t.BySide[i].Mean), between(t.BySide[i], share)})
		}
	}
	a.table([]string{"", "mean", "95% interval"}, rows, 1, 2)
}

func share(x float64) string  { return fmt.Sprintf("%.3f", x) }
func number(x float64) string { return fmt.Sprintf("%.2f", x) }

func between(i agent.Interval, word func(float64) string) string {
	return word(i.Low) + " to " + word(i.High)
}
