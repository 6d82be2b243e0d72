package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// arenaFlags are the flags of arena besides settings.
type arenaFlags struct {
	count int    // pairs of fights on each encounter; 0: the usual number
	luck  int    // nodes to value a throw; 0: the static estimate does
	sprt  string // the two strengths of a sequential test; empty: none
	pool  cli.PoolFlags
}

// How many pairs of fights there are on each encounter without --count. A pair is two fights with the same dice, in
// which the agents have changed sides.
const (
	pairsUsual = 40
	pairsSPRT  = 20_000 // at most: a sequential test (SPRT) ends as soon as it is decided
)

// arena returns the command that plays two agents against each other.
func (a *app) arena() *cobra.Command {
	var flags arenaFlags
	cmd := &cobra.Command{
		Use:   "arena A B [ENCOUNTER...]",
		Short: "Find out which of two agents is stronger",
		Args:  cli.Arguments(2, 2+evals.EncountersMax, "two agents, as in kokyu-lab arena search greedy oni"),
		RunE: func(cmd *cobra.Command, args []string) error {
			x, err := a.arenaOf(cmd, args, flags)
			if err != nil {
				return err
			}
			return a.WithPool(cmd, args, flags.pool, func(p *jobs.Pool) error {
				x.Jobs = p
				return a.runArena(cmd.Context(), x, flags.pool)
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&flags.count, "count", 0, fmt.Sprintf("`N` pairs of fights on each encounter (default %d); with --sprt the most of them (default %d)",
		pairsUsual, pairsSPRT))
	f.IntVar(&flags.luck, "luck", evals.LuckUsual, "search at most `N` nodes to value each throw; 0: use the static estimate")
	f.StringVar(&flags.sprt, "sprt", "", "run a sequential test between two strengths, `LOW,HIGH` in thousandths of a win per game")
	a.PoolFlags(f, &flags.pool)
	config.Flags(f, "seed", "nodes", "threads", "data")
	return cmd
}

// arenaOf reads from arguments and flags what is to be fought.
func (a *app) arenaOf(cmd *cobra.Command, args []string, flags arenaFlags) (arena evals.Arena, err error) {
	switch {
	case cmd.Flags().Changed("count") && (flags.count < 1 || flags.count > evals.PairsMax):
		return arena, cli.Mistake(fmt.Sprintf("--count is %d", flags.count), fmt.Sprintf("1 to %d", evals.PairsMax))
	case flags.luck < 0 || flags.luck > agent.NodesMax:
		return arena, cli.Mistake(fmt.Sprintf("--luck is %d", flags.luck), fmt.Sprintf("0 to %d", agent.NodesMax))
	}
	arena = evals.Arena{Pairs: flags.count, LuckLimits: search.Limits{Nodes: flags.luck}, Seed: a.Seed, Cores: a.Cores()}
	if cmd.Flags().Changed("sprt") {
		bounds, err := evals.ParseBounds(flags.sprt)
		if err != nil {
			return arena, err
		}
		arena.SPRT = &bounds
	}
	// A sequential test needs no number of fights; the bound only keeps it from going on forever.
	if arena.Pairs == 0 {
		arena.Pairs = pairsUsual
		if arena.SPRT != nil {
			arena.Pairs = pairsSPRT
		}
	}
	for i := range arena.Agents {
		if arena.Agents[i], err = evals.AgentOf(cmd.Context(), args[i], a.Nodes); err != nil {
			return arena, err
		}
	}
	names := args[2:]
	if len(names) == 0 {
		names = agent.Encounters(agent.DefaultSystem)
	}
	if len(names) == 0 {
		return arena, cli.Mistake(agent.DefaultSystem+" has no built-in encounters", "the name of one, or a file")
	}
	arena.Encounters, err = a.contestants(names)
	return arena, err
}

// contestants returns the encounters that agents fight in, each name once: built-in ones, files, and random
// ones, which are drawn by their names.
func (a *app) contestants(names []string) (list []evals.Encounter, err error) {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, cli.Mistake("the encounter "+cli.Quote(name)+" is there twice", "it once")
		}
		if evals.IsRandomName(name) {
			c, err := a.Catalogue()
			if err != nil {
				return nil, err
			}
			e, err := evals.DrawEncounter(c, name)
			if err != nil {
				return nil, err
			}
			list = append(list, e)
			continue
		}
		f, err := a.Open(name, a.Seed)
		if err != nil {
			return nil, err
		}
		if f.Turn().Kind == rules.Over {
			return nil, cli.Mistake("the fight of "+cli.Quote(name)+" is over", "one that is not")
		}
		list = append(list, evals.Encounter{Name: name, Fights: []*fight.Fight{f}})
	}
	return list, nil
}

// runArena fights, and prints how the agents stand even when it was stopped. kept has the file of results,
// with which it can be resumed.
func (a *app) runArena(ctx context.Context, arena evals.Arena, kept cli.PoolFlags) error {
	shows := a.Progress()
	arena.Progress = func(pairs int, llr float64) { // llr is the log-likelihood ratio of a sequential test
		what := fmt.Sprintf("%d of %s of each", pairs, text.Count(arena.Pairs, "pair"))
		if arena.SPRT != nil {
			what = fmt.Sprintf("%d of at most %s of each, LLR %s", pairs, text.Count(arena.Pairs, "pair"), text.Signed(llr, 2))
		}
		shows.Show(what, pairs, arena.Pairs)
	}
	s, err := arena.Run(ctx)
	shows.Clear()
	if err != nil && (!errors.Is(err, context.Canceled) || s.All.Pairs == 0) {
		return cli.StoppedError(err, "before a pair of fights on each encounter was over"+a.ResumeHint(kept))
	}
	return a.Show(s, func() { a.sayStanding(s) }, err,
		fmt.Sprintf("after %d of %s on each encounter", s.Encounters[0].Pairs, text.Count(arena.Pairs, "pair"))+
			a.ResumeHint(kept))
}

// sayStanding prints a standing as a table, and how the sequential test stands:
//
//	        pairs  won-drawn-lost    raw   95 % interval  luck off   95 % interval  scatter  luck off
//	ambush      5           9-0-1  0.900  0.704 to 1.096     0.836  0.546 to 1.126    0.224     0.331
//
// Scores are of the first agent, of 0 to 1 a game. Raw ones are as the games ended; with the luck off, what
// the dice gave is taken from each game, which mostly makes the interval narrower. The scatter is the
// standard deviation of a pair.
func (a *app) sayStanding(s evals.Standing) {
	a.Say("%s against %s, from seed %d", a.Paint.Strong(text.Escape(s.Agents[0])),
		a.Paint.Strong(text.Escape(s.Agents[1])), s.Seed)
	a.Say("Their digests, of their names and of what they make of where these fights begin: %s and %s.",
		s.Digests[0], s.Digests[1])
	a.Say("Scores are of %s, a game; the luck of the dice is judged by %s.", text.Escape(s.Agents[0]), s.Luck)
	a.Say("")
	var rows [][]string
	row := func(c evals.Contest) {
		rows = append(rows, []string{c.Encounter, fmt.Sprint(c.Pairs), fmt.Sprintf("%d-%d-%d", c.Wins, c.Draws, c.Losses),
			cli.Share(c.Raw.Mean), cli.Between(c.Raw, cli.Share), cli.Share(c.Adjusted.Mean), cli.Between(c.Adjusted, cli.Share),
			cli.Share(c.Deviation[0]), cli.Share(c.Deviation[1])})
	}
	for _, c := range s.Encounters {
		row(c)
	}
	if len(s.Encounters) > 1 {
		row(s.All)
	}
	a.Table([]string{"", "pairs", "won-drawn-lost", "raw", "95 % interval", "luck off", "95 % interval", "scatter", "luck off"}, rows, 1, 2, 3, 4, 5, 6, 7, 8)
	if t := s.SPRT; t != nil {
		a.Say("")
		a.Say("%s: LLR %s, decided at %s (better by %g mWP a game) or %s (by %g).",
			a.Paint.Strong(t.Verdict), text.Signed(t.LLR, 2), text.Signed(t.Stop, 2), t.Bounds.High,
			text.Signed(-t.Stop, 2), t.Bounds.Low)
	}
}
