package cli

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

// CountFlags are the flags, besides settings, of commands that run many fights.
type CountFlags struct {
	Seats []string   // who plays a combatant or a side: NAME=AGENT
	As    *Character // how all others are played
	Count int        // how many fights
	Swap  bool       // the agents change sides every other fight
	Pool  PoolFlags
}

// CountFights runs many fights of an encounter and prints only the result.
func (a *App) CountFights(cmd *cobra.Command, args []string, flags CountFlags) error {
	ctx, name := cmd.Context(), EncounterOf(args)
	f, err := a.Open(name, a.Seed)
	if err != nil {
		return err
	}
	m, err := a.ReadAgents(ctx, flags.Seats, flags.As)
	if err != nil {
		return err
	}
	sides, err := m.bySide(f)
	if err != nil {
		return err
	}
	match := agent.Match{Fight: f, Agents: sides, Count: flags.Count, Swap: flags.Swap, Seed: a.Seed, Cores: a.Cores()}
	return a.WithPool(cmd, args, flags.Pool, func(p *jobs.Pool) error {
		return a.playMatch(ctx, match, m.HasTimeLimit, flags.Pool, p)
	})
}

// playMatch plays a match and prints its result, or what there is of it if the command was told to stop.
// timed says that some decisions end by the clock, so that the result is not repeatable.
func (a *App) playMatch(ctx context.Context, match agent.Match, timed bool, flags PoolFlags, p *jobs.Pool) error {
	shows := a.Progress()
	count := shows.Count("fight")
	match.Progress = func(done int) { count(done, match.Count) }
	tally, err := work.PlayMatch(ctx, match, p)
	shows.Clear()
	if err != nil && (!errors.Is(err, context.Canceled) || tally.Fights == 0) {
		return StoppedError(err, "before a fight was over"+a.ResumeHint(flags))
	}
	came := fmt.Sprintf("after %d of %s", tally.Fights, text.Count(match.Count, "fight")) + a.ResumeHint(flags)
	return a.Show(tally, func() { a.sayTally(agent.Title(match.Fight), tally, timed) }, err, came)
}

// bySide returns who plays each side. In a match one agent plays a whole side, and nobody is there to be
// asked. A combatant whose name is that of its side is meant as the side.
func (m Agents) bySide(f *fight.Fight) (sides [2]agent.Agent, err error) {
	if _, err := agent.AssignAgents(f.Roster(), m.Standard, m.ByName); err != nil {
		return sides, err
	}
	for _, r := range f.Roster() {
		sides[r.Side] = m.Standard
		if mind, ok := m.ByName[r.Team]; ok {
			sides[r.Side] = mind
		}
	}
	for _, r := range f.Roster() {
		if mind, ok := m.ByName[r.Name]; ok && r.Name != r.Team {
			return sides, Mistake(fmt.Sprintf("--count with a separate agent for %s (%s)", text.Escape(r.Name), mind),
				"--seat "+ShellQuote(r.Team)+"=AGENT: a whole side")
		}
	}
	if m.HasPerson {
		return sides, Mistake("--count with a human seat", "random, greedy or search")
	}
	return sides, nil
}

// sayTally prints the result of a match for people:
//
//	Rain on the Nakasendo, 20 fights from seed 1
//
//	                               wins  score   95 % interval
//	travellers (search nodes=500)    15  0.750  0.531 to 0.888
//	bandits (search nodes=500)        5  0.250  0.112 to 0.469
//	draws                             0
//
// A score is the share of fights that were won, where a draw counts half. If the agents have changed sides,
// the rows are agents and not sides.
func (a *App) sayTally(title string, t agent.Tally, timed bool) {
	a.Say("%s, %s from seed %d", a.Paint.Strong(text.Escape(title)), text.Count(t.Fights, "fight"), t.Seed)
	if t.Swap {
		a.Say("The agents changed sides every other fight.")
	}
	if timed {
		a.Say("Decided by the clock: not repeatable.")
	}
	a.Say("")
	names := t.Agents
	if !t.Swap {
		names = [2]string{t.Sides[0] + " (" + t.Agents[0] + ")", t.Sides[1] + " (" + t.Agents[1] + ")"}
	} else if names[0] == names[1] {
		names = [2]string{names[0] + ", first", names[1] + ", second"}
	}
	second := agent.Interval{Mean: 1 - t.Score.Mean, Low: 1 - t.Score.High, High: 1 - t.Score.Low}
	a.Table([]string{"", "wins", "score", "95 % interval"}, [][]string{
		{names[0], fmt.Sprint(t.Wins[0]), Share(t.Score.Mean), Between(t.Score, Share)},
		{names[1], fmt.Sprint(t.Wins[1]), Share(second.Mean), Between(second, Share)},
		{"draws", fmt.Sprint(t.Draws)},
	}, 1, 2, 3)
	a.Say("")
	rows := [][]string{
		{"rounds", twoDigits(t.Rounds.Mean), Between(t.Rounds, twoDigits)},
		{"Wounds lost by " + text.The(t.Sides[0]), twoDigits(t.Wounds[0].Mean), Between(t.Wounds[0], twoDigits)},
		{"Wounds lost by " + text.The(t.Sides[1]), twoDigits(t.Wounds[1].Mean), Between(t.Wounds[1], twoDigits)},
	}
	if t.Swap {
		rows = append(rows, []string{"score of " + text.The(t.Sides[0]) + ", whoever plays",
			Share(t.Side.Mean), Between(t.Side, Share)})
		for i, side := range t.Sides {
			rows = append(rows, []string{"score of " + t.Agents[0] + " as " + text.The(side),
				Share(t.BySide[i].Mean), Between(t.BySide[i], Share)})
		}
	}
	a.Table([]string{"", "mean", "95 % interval"}, rows, 1, 2)
}

// Share returns a score between 0 and 1 as tables show it.
func Share(x float64) string { return fmt.Sprintf("%.3f", x) }

// twoDigits returns a mean as tables show it.
func twoDigits(x float64) string { return fmt.Sprintf("%.2f", x) }

// Between returns an interval as a text, its ends in words.
func Between(i agent.Interval, word func(float64) string) string {
	return word(i.Low) + " to " + word(i.High)
}
