package main

import (
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
	b := evals.PlainBalance(agent.Builtin())
	memory, report := "4GiB", "text"
	cmd := &cobra.Command{
		Use:   "balance [WEAPON...]",
		Short: "Set weapons against each other, exactly",
		Long: `For every pair of weapons, two combatants alike in everything (courage 1, finesse 1, physique 0, 2 points in every skill
a weapon asks for) fight the plain fight: no zones, no duel. It is solved exactly, once for either acting first, and the
mean is how often the row's weapon wins against the column's. If a pair lies outside 35 to 65 percent, the exit code is 1.

Without weapons it is every one of the families ` + strings.Join(agent.IssueFamilies(), ", ") + `: what is handed out. Makeshift and natural
arms, bare hands, shields, bows and guns are not among them; whatever attacks hand to hand can be named. Weapons that
differ only in their names, or only in a duel, are solved once.

1-1 and 10-10 are left without what they do besides a Fumble and a critical (the rulings retribution and mandate): that
takes a third of the time. --full puts it back. A pair takes 4 to 15 s on one core, spears the longest, all of them about
half an hour; each Energy more doubles that. Above Energy 7 name the weapons you mean.

  kokyu eval balance
  kokyu eval balance uchigatana nodachi suyari --energy 8
  kokyu eval balance dagger staff --defense 14 --full`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return agent.Builtin().Armed(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if b.Memory, err = amount(memory); err != nil {
				return err
			}
			if b.Catalogue, err = a.catalogue(); err != nil {
				return err
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
	f.StringVar(&memory, "memory", memory, "how much `MEMORY` solving one fight may take; as many are solved at once as there are threads")
	f.StringVar(&report, "report", report, "`HOW` the report is printed: text, md or json")
	for _, key := range []string{"threads", "data"} {
		config.Flag(f, key, key)
	}
	return cmd
}

// again is the command line that makes a report again. What changes only how long it takes is left out.
func again(cmd *cobra.Command, args []string) string {
	line := cmd.CommandPath()
	for _, w := range args {
		if strings.Contains(w, " ") {
			w = "'" + w + "'"
		}
		line += " " + w
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch f.Name {
		case "energy", "wounds", "defense", "rounds":
			if f.Changed {
				line += " --" + f.Name + " " + f.Value.String()
			}
		case "full":
			if f.Changed && f.Value.String() == "true" {
				line += " --full"
			}
		}
	})
	return line + " --report md"
}

func (a *app) runBalance(ctx context.Context, b evals.Balance, line, how string) error {
	switch how {
	case "text", "md", "json":
	default:
		return mistake("--report is "+quoted(how), "text, md or json")
	}
	if err := b.Check(); err != nil {
		return err
	}
	b.Cores = a.cores()
	if hours := b.Seconds() / 3600; hours > 1 {
		a.log.Warn("slow", "pairs", b.Pairs(), "hours", fmt.Sprintf("about %.0f on one core", hours), "quicker", "fewer weapons, less --energy, fewer --wounds")
	}
	if terminal(a.err) && !a.json {
		b.Done = func(n, of int) { fmt.Fprintf(a.err, "\r\x1b[K%d of %s ", n, plural(of, "pair")) }
	}
	report, err := b.Run(ctx)
	if b.Done != nil {
		fmt.Fprint(a.err, "\r\x1b[K")
	}
	if errors.Is(err, search.ErrTooLarge) {
		return mistake(err.Error(), "more --memory, less --energy, fewer --wounds, or other weapons")
	}
	if err != nil {
		return err
	}
	switch {
	case a.json || how == "json":
		err = a.object(report)
	case how == "md":
		report.Command = line
		_, err = fmt.Fprint(a.out, report.Markdown())
	default:
		a.saySections(report.Sections())
	}
	if err == nil && !report.Passed {
		err = verdict{fmt.Errorf("%s of weapons outside 35 to 65 percent", plural(len(report.Outside), "pair"))}
	}
	return err
}
