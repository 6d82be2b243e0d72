package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/agent"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/search"
)

func (a *app) balance() *cobra.Command {
	var unread agent.Catalogue // the weapons are asked for when it runs
	b, played, duels := evals.PlainBalance(unread), evals.PlainPlayed(unread), evals.PlainDuels(unread)
	memory, report, system, duel := "4GiB", "text", agent.BreathSystem, false
	cmd := &cobra.Command{
		Use:   "balance [WEAPON...]",
		Short: "Set weapons against each other",
		Long: `For every pair of weapons, two combatants alike in everything (courage 1, finesse 1, physique 0, 2 points in every skill
a weapon asks for) fight the plain fight: no zones, no duel. It is solved exactly, once for either acting first, and the
mean is how often the row's weapon wins against the column's. If a pair lies outside 35 to 65 percent, the exit code is 1.

Without weapons it is every one of the families ` + strings.Join(agent.IssueFamilies(), ", ") + `: what is handed out. Makeshift and natural
arms, bare hands, bows and guns are not among them; whatever attacks can be named. Weapons that differ only in their names,
or only in a duel, are solved once.

1-1 and 10-10 are left without what they do besides a Fumble and a critical (the rulings retribution and mandate): that
takes a third of the time. --full puts it back. A pair takes 4 to 15 s on one core, spears the longest, all of them about
half an hour; each Energy more doubles that. Above Energy 7 name the weapons you mean.

With --system tempo they are the melee weapons of that system, and their duels are fought out instead: on a map they are
too large to be solved. Both are played by the same search, in pairs of fights on the same dice, each weapon once on either
side, half of them begun a step apart and half two. --pairs says how many of each two weapons at either distance.

With --duel they are weapons on the ladder of a duel, fought out as well, from each of its first four rungs: far apart the
long ones should win, near the short ones. Without weapons it is those whose band the document names.

  kokyu eval balance
  kokyu eval balance uchigatana nodachi suyari --energy 8
  kokyu eval balance dagger staff --defense 14 --full
  kokyu eval balance uchigatana yumi teppo
  kokyu eval balance --duel nodachi uchigatana tanto
  kokyu eval balance --system tempo --pairs 100 --nodes 1000`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			if system == agent.TurnSystem {
				return agent.Builtin().MeleeWeapons(), cobra.ShellCompDirectiveNoFileComp
			}
			return agent.Builtin().Armed(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := cmp.Or(systemOf(system), fitting(cmd, system, duel)); err != nil {
				return err
			}
			if b.Memory, err = amount(memory); err != nil {
				return err
			}
			if b.Catalogue, err = a.catalogue(); err != nil {
				return err
			}
			if system == agent.TurnSystem || duel {
				plain := evals.PlainPlayed(b.Catalogue)
				if duel {
					plain = evals.PlainDuels(b.Catalogue)
				}
				plain.Nodes, plain.Seed = played.Nodes, played.Seed
				if cmd.Flags().Changed("pairs") {
					plain.Pairs = played.Pairs
				}
				if len(args) > 0 {
					plain.Weapons = args
				}
				return a.runPlayed(cmd.Context(), plain, again(cmd, args), report)
			}
			b.Weapons = args
			if len(args) == 0 {
				b.Weapons = evals.PlainBalance(b.Catalogue).Weapons
			}
			return a.runBalance(cmd.Context(), b, again(cmd, args), report)
		},
	}
	f := cmd.Flags()
	f.IntVar(&b.Energy, "energy", b.Energy, "`N` Energy each")
	f.IntVar(&b.Wounds, "wounds", b.Wounds, "`N` Wounds each")
	f.IntVar(&b.Defense, "defense", b.Defense, "Defense `N` each, all above 10 of it armour")
	f.IntVar(&b.Rounds, "rounds", b.Rounds, "a draw after `N` rounds")
	f.BoolVar(&b.Full, "full", false, "with all that 1-1 and 10-10 do")
	f.StringVar(&system, "system", system, "whose weapons: "+agent.BreathSystem+" or "+agent.TurnSystem+" (`SYSTEM`)")
	f.BoolVar(&duel, "duel", duel, "weapons on the ladder of a duel")
	f.IntVar(&played.Pairs, "pairs", played.Pairs, fmt.Sprintf("tempo and duels: `N` pairs of fights of each two weapons at each distance; of duels %d unless you say so", duels.Pairs))
	f.IntVar(&played.Nodes, "nodes", played.Nodes, "tempo and duels: how many steps one decision may look at (`N`)")
	f.Uint64Var(&played.Seed, "seed", played.Seed, "tempo and duels: what the dice fall by (`N`)")
	f.StringVar(&memory, "memory", memory, "how much `MEMORY` solving one fight may take; as many are solved at once as there are threads")
	f.StringVar(&report, "report", report, "`HOW` the report is printed: text, md or json")
	for _, key := range []string{"threads", "data"} {
		config.Flag(f, key, key)
	}
	return cmd
}

// systemOf refuses a system there is not.
func systemOf(name string) error {
	if name == agent.BreathSystem || name == agent.TurnSystem {
		return nil
	}
	return mistake("--system is "+quoted(name), agent.BreathSystem+" or "+agent.TurnSystem)
}

// fitting refuses flags that are not of what is measured.
func fitting(cmd *cobra.Command, system string, duel bool) error {
	solved, played := []string{"energy", "wounds", "defense", "rounds", "full", "memory"}, []string{"pairs", "nodes", "seed"}
	others, with := played, "--system "+system
	switch {
	case system == agent.TurnSystem:
		others = append(solved, "duel")
	case duel:
		others, with = solved, "--duel"
	}
	for _, name := range others {
		if cmd.Flags().Changed(name) {
			return mistake("--"+name+" with "+with, "one or the other")
		}
	}
	return nil
}

// again is the command line that makes a report again. What changes only how long it takes is left out, and where to.
func again(cmd *cobra.Command, args []string) string {
	line := cmd.CommandPath()
	add := func(w string) {
		if strings.Contains(w, " ") {
			w = "'" + w + "'"
		}
		line += " " + w
	}
	for _, w := range args {
		add(w)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "energy", "wounds", "defense", "rounds", "system", "pairs", "nodes", "seed", "positions":
			add("--" + f.Name)
			add(f.Value.String())
		case "table":
			for _, path := range f.Value.(pflag.SliceValue).GetSlice() {
				add("--table")
				add(path)
			}
		case "full", "duel":
			if f.Value.String() == "true" {
				add("--" + f.Name)
			}
		}
	})
	return line
}

// reported says whether there is such a kind of report.
func reported(how string) error {
	switch how {
	case "text", "md", "json":
		return nil
	}
	return mistake("--report is "+quoted(how), "text, md or json")
}

// counted is how many pairs are done.
type counted struct {
	n, of int
	show  func(n, of int)
}

func (c *counted) to(n, of int) {
	c.n, c.of = n, of
	c.show(n, of)
}

// String is where that is: "after 12 of 66 pairs".
func (c *counted) String() string {
	if c.n == 0 {
		return "before a pair was done"
	}
	return fmt.Sprintf("after %d of %s", c.n, plural(c.of, "pair"))
}

// counting counts the pairs that are done, and shows it on a terminal.
func (a *app) counting() (c *counted, end func()) {
	if !terminal(a.err) || a.json {
		return &counted{show: func(int, int) {}}, func() {}
	}
	return &counted{show: func(n, of int) { fmt.Fprintf(a.err, "\r\x1b[K%d of %s ", n, plural(of, "pair")) }}, func() { fmt.Fprint(a.err, "\r\x1b[K") }
}

// outside is the answer no: pairs of weapons that are not balanced.
func outside(n int) error {
	if n == 0 {
		return nil
	}
	return verdict{fmt.Errorf("%s of weapons outside 35 to 65 percent", plural(n, "pair"))}
}

func (a *app) runPlayed(ctx context.Context, b evals.Played, line, how string) error {
	if err := cmp.Or(reported(how), b.Check()); err != nil {
		return err
	}
	b.Cores = a.cores()
	pairs, end := a.counting()
	b.Done = pairs.to
	report, err := b.Run(ctx)
	end()
	if err != nil {
		return stopped(err, pairs.String())
	}
	if how == "md" && !a.json {
		report.Command = line + " --report md"
	}
	return cmp.Or(a.sayReport(report, how), outside(len(report.Outside)))
}

func (a *app) runBalance(ctx context.Context, b evals.Balance, line, how string) error {
	if err := cmp.Or(reported(how), b.Check()); err != nil {
		return err
	}
	b.Cores = a.cores()
	if hours := b.Seconds() / 3600; hours > 1 {
		a.log.Warn("slow", "pairs", b.Pairs(), "hours", fmt.Sprintf("about %.0f on one core", hours), "quicker", "fewer weapons, less --energy, fewer --wounds")
	}
	pairs, end := a.counting()
	b.Done = pairs.to
	report, err := b.Run(ctx)
	end()
	if errors.Is(err, search.ErrTooLarge) {
		return mistake(err.Error(), "more --memory, less --energy, fewer --wounds, or other weapons")
	}
	if err != nil {
		return stopped(err, pairs.String())
	}
	if how == "md" && !a.json {
		report.Command = line + " --report md"
	}
	return cmp.Or(a.sayReport(report, how), outside(len(report.Outside)))
}
