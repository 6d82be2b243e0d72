package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/evals/trial"
	"kokyu/rules/text"
	"kokyu/search"
)

func (a *app) balance() *cobra.Command {
	flags := balanceFlags{system: agent.Systems()[0], memory: "4GiB",
		ways: map[string]*bool{}, worths: map[string]*bool{}, numbers: map[string]*int{}, switches: map[string]*bool{}}
	cmd := &cobra.Command{
		Use:   "balance [WEAPON... | ROW...]",
		Short: "Set weapons against each other, weigh spells and orders",
		Long: `Pairs of weapons are set against each other in the hands of two combatants alike in everything else, in a fight of nothing
else; each line says how often the row's weapon wins against the column's. If a pair that should be even lies outside 35 to
65 percent, the exit code is 1. Weapons that differ only in their names are measured once.` + waysToWeigh(),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			if name := flags.worth(); name != "" {
				w, err := evals.NewWorth(agent.Builtin(), flags.system, name)
				if err != nil {
					return nil, cobra.ShellCompDirectiveError
				}
				return w.Only, cobra.ShellCompDirectiveNoFileComp
			}
			w, err := evals.NewWeighing(agent.Builtin(), flags.system, flags.way())
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			return w.Bouts.Known(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Catalogue()
			if err != nil {
				return err
			}
			if name := flags.worth(); name != "" {
				return a.weigh(cmd, c, flags, name, args)
			}
			w, err := evals.NewWeighing(c, flags.system, flags.way())
			if way := flags.way(); err != nil && way != "" {
				return cli.Mistake("--"+way+" with --system "+text.Escape(flags.system), "one or the other")
			}
			if err != nil {
				return err
			}
			if err := flags.into(cmd, &w); err != nil {
				return err
			}
			if len(args) > 0 {
				w.Weapons = args
			}
			if w.Bouts.Solved {
				memory, err := cli.Amount(flags.memory)
				if err != nil {
					return err
				}
				return a.runBalance(cmd.Context(), evals.Balance{Weighing: w, Memory: memory}, again(cmd, args), flags.report)
			}
			played := evals.NewPlayed(w)
			flags.over(cmd, &played)
			return a.runPlayed(cmd.Context(), played, again(cmd, args), flags.report)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.system, "system", flags.system, "whose weapons (`SYSTEM`): "+strings.Join(agent.Systems(), ", "))
	flags.describe(f)
	f.IntVar(&flags.pairs, "pairs", 100, "fought out: `N` pairs of fights of each two weapons, begun each way; of duels 20 unless you say so")
	f.IntVar(&flags.nodes, "nodes", 1000, "fought out: how many steps one decision may look at (`N`)")
	f.Uint64Var(&flags.seed, "seed", 1, "fought out: what the dice fall by (`N`)")
	f.StringVar(&flags.memory, "memory", flags.memory, "solved: how much `MEMORY` one fight may take; as many are solved at once as there are threads")
	reportFlag(f, &flags.report)
	config.Flags(f, "threads", "data")
	return cmd
}

// waysToWeigh says what each system compares its weapons in, and how to ask for it.
func waysToWeigh() string {
	var says strings.Builder
	samples := []string{"kokyu-lab eval balance"}
	for _, system := range agent.Systems() {
		ways, _ := trial.Ways(agent.Builtin(), system) // the system is known
		for i, way := range ways {
			var how []string
			if system != agent.Systems()[0] {
				how = append(how, "--system "+system)
			}
			if i > 0 {
				how = append(how, "--"+way.Name)
			}
			begins := "By itself it "
			if len(how) > 0 {
				begins = "With " + strings.Join(how, " ") + " it "
			}
			says.WriteString("\n\n" + begins + way.Says)
			for _, sample := range way.Samples {
				if system != agent.Systems()[0] {
					sample = "--system " + system + " " + sample
				}
				samples = append(samples, "kokyu-lab eval balance "+sample)
			}
		}
		worths, _ := trial.Worths(agent.Builtin(), system)
		for _, w := range worths {
			says.WriteString("\n\nWith --" + w.Name + " it " + w.Says)
			samples = append(samples, "kokyu-lab eval balance --"+w.Name)
		}
	}
	return says.String() + "\n\n  " + strings.Join(samples, "\n  ")
}

// balanceFlags are what balance takes. Which ways there are and what they can be held with, the systems say.
type balanceFlags struct {
	system, memory, report string
	pairs, nodes           int
	seed                   uint64
	ways, worths           map[string]*bool
	numbers                map[string]*int
	switches               map[string]*bool
}

// repeated marks the flags that make a report what it is.
const repeated = "repeated"

// describe makes a flag of each way but the first of a system, and of each setting.
func (b *balanceFlags) describe(f *pflag.FlagSet) {
	add := func(name string, flag func()) {
		if f.Lookup(name) == nil {
			flag()
			f.Lookup(name).Annotations = map[string][]string{repeated: nil}
		}
	}
	for _, system := range agent.Systems() {
		worths, _ := trial.Worths(agent.Builtin(), system) // the system is known
		for _, w := range worths {
			add(w.Name, func() { b.worths[w.Name] = f.Bool(w.Name, false, system+": what "+w.Name+" bring for their Energy") })
		}
		ways, _ := trial.Ways(agent.Builtin(), system)
		for i, way := range ways {
			if i > 0 {
				add(way.Name, func() { b.ways[way.Name] = f.Bool(way.Name, false, system+": the weapons of a "+way.Name) })
			}
			for _, s := range way.Settings {
				if s.Most == 1 {
					add(s.Name, func() { b.switches[s.Name] = f.Bool(s.Name, false, s.Says) })
				} else {
					add(s.Name, func() { b.numbers[s.Name] = f.Int(s.Name, s.Plain, s.Says+" (`N`)") })
				}
			}
		}
	}
}

// way is the name of the way asked for, empty for the usual one.
func (b *balanceFlags) way() string { return chosen(b.ways) }

// worth is the name of the rows to be weighed, empty for weapons.
func (b *balanceFlags) worth() string { return chosen(b.worths) }

// chosen is the first of the switches that is on.
func chosen(switches map[string]*bool) string {
	for _, name := range slices.Sorted(maps.Keys(switches)) {
		if *switches[name] {
			return name
		}
	}
	return ""
}

// into puts the settings given into w, and refuses flags that say nothing of it.
func (b *balanceFlags) into(cmd *cobra.Command, w *evals.Weighing) error {
	given := cmd.Flags().Changed
	with := "--system " + w.System
	if way := b.way(); way != "" {
		with = "--" + way
	}
	others := []string{"pairs", "nodes", "seed"}
	if !w.Bouts.Solved {
		others = []string{"memory"}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(b.numbers)), slices.Collect(maps.Keys(b.switches))) {
		if !slices.ContainsFunc(w.Bouts.Settings, func(s trial.Setting) bool { return s.Name == name }) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	for _, name := range others {
		if given(name) {
			return cli.Mistake("--"+name+" with "+with, "one or the other")
		}
	}
	for i, s := range w.Bouts.Settings {
		switch {
		case !given(s.Name):
		case s.Most == 1:
			w.Set[i] = 0
			if *b.switches[s.Name] {
				w.Set[i] = 1
			}
		default:
			w.Set[i] = *b.numbers[s.Name]
		}
	}
	return nil
}

// over puts the budget given over the plain one.
func (b *balanceFlags) over(cmd *cobra.Command, played *evals.Played) {
	given := cmd.Flags().Changed
	if given("pairs") {
		played.Pairs = b.pairs
	}
	played.Nodes, played.Seed = b.nodes, b.seed
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
		if _, ok := f.Annotations[repeated]; ok {
			if f.Value.Type() != "bool" {
				add("--" + f.Name)
				add(f.Value.String())
			} else if f.Value.String() == "true" {
				add("--" + f.Name)
			}
			return
		}
		switch f.Name {
		case "system", "pairs", "nodes", "seed", "positions":
			add("--" + f.Name)
			add(f.Value.String())
		case "table", "played":
			for _, path := range f.Value.(pflag.SliceValue).GetSlice() {
				add("--" + f.Name)
				add(path)
			}
		}
	})
	return line
}

// reportFlag adds the flag of how a report is printed.
func reportFlag(f *pflag.FlagSet, how *string) {
	f.StringVar(how, "report", "text", "format of the report (`HOW`): text, md or json")
}

// reported says whether there is such a kind of report.
func reported(how string) error {
	switch how {
	case "text", "md", "json":
		return nil
	}
	return cli.Mistake("--report is "+cli.Quoted(how), "text, md or json")
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
	return fmt.Sprintf("after %d of %s", c.n, cli.Plural(c.of, "pair"))
}

// counting counts the pairs that are done, and shows it on a terminal.
func (a *app) counting() (c *counted, end func()) {
	shows := a.Showing()
	return &counted{show: shows.Count("pair")}, shows.Clear
}

// outside is the answer no: pairs of weapons that are not balanced.
func outside(n int) error {
	if n == 0 {
		return nil
	}
	return cli.Verdict(fmt.Errorf("%s of weapons outside 35 to 65 percent", cli.Plural(n, "pair")))
}

func (a *app) runPlayed(ctx context.Context, b evals.Played, line, how string) error {
	if err := cmp.Or(reported(how), b.Check()); err != nil {
		return err
	}
	b.Cores = a.Cores()
	pairs, end := a.counting()
	b.Done = pairs.to
	report, err := b.Run(ctx)
	end()
	if err != nil {
		return cli.Stopped(err, pairs.String())
	}
	if how == "md" && !a.JSON {
		report.Command = line + " --report md"
	}
	return cmp.Or(a.sayReport(report, how), outside(len(report.Outside)))
}

func (a *app) runBalance(ctx context.Context, b evals.Balance, line, how string) error {
	if err := cmp.Or(reported(how), b.Check()); err != nil {
		return err
	}
	b.Cores = a.Cores()
	if hours := b.Seconds() / 3600; hours > 1 {
		a.Logger.Warn("slow", "pairs", b.Pairs(), "hours", fmt.Sprintf("about %.0f on one core", hours), "quicker", "fewer weapons, less --energy, fewer --wounds")
	}
	pairs, end := a.counting()
	b.Done = pairs.to
	report, err := b.Run(ctx)
	end()
	if errors.Is(err, search.ErrTooLarge) {
		return cli.Mistake(err.Error(), "more --memory, less --energy, fewer --wounds, or other weapons")
	}
	if err != nil {
		return cli.Stopped(err, pairs.String())
	}
	if how == "md" && !a.JSON {
		report.Command = line + " --report md"
	}
	return cmp.Or(a.sayReport(report, how), outside(len(report.Outside)))
}
