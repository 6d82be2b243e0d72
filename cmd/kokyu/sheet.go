package main

import (
	"github.com/spf13/cobra"

	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

func (a *app) sheet() *cobra.Command {
	var asks book.Asks
	cmd := &cobra.Command{
		Use:   "sheet NAME",
		Short: "Print a caster's sheet: lists, slots as a sum, spells, what is due or over",
		Long: `Prints what a combatant's row has between fights: the lists opened and by which points, its slots as a sum, its spells and
what gave each of them, what may still be chosen and what nothing gives.

  kokyu sheet 'onmyoji of the book'
  kokyu sheet 'onmyoji of the book' --promote 7
  kokyu sheet 'onmyoji of the book' --study 'paper shackle' --seed 7`,
		Args: arguments(1, 1, "a combatant's row, as kokyu list combatants has it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch given := cmd.Flags().Changed; {
			case given("promote") && asks.Promote < 1:
				return mistake("--promote is not a dan", "1 to 11, where 11 is a Tatsujin")
			case given("study") && asks.Study == "":
				return mistake("--study names no spell", "a spell, as kokyu list spells has it")
			case given("seed") && asks.Study == "":
				return mistake("--seed without --study", "both: the seed throws the dice of a session of study")
			case given("seed"):
				asks.Seed = &a.Seed
			}
			c, err := a.catalogue()
			if err != nil {
				return err
			}
			page, err := c.Page(args[0], asks)
			if err != nil {
				return err
			}
			if a.json {
				return a.object(page)
			}
			a.say("%s", a.paint.strong(strict.Escape(page.Name)))
			var rows [][]string
			for _, l := range page.Lines {
				rows = append(rows, []string{"  " + l.Of, l.Says})
			}
			a.table(nil, rows)
			return nil
		},
	}
	f := cmd.Flags()
	f.IntVar(&asks.Promote, "promote", 0, "as it is once `DAN` is reached")
	f.StringVar(&asks.Study, "study", "", "the odds of learning a `SPELL` in a session; with --seed the result")
	config.Flag(f, "seed", "seed")
	config.Flag(f, "data", "data")
	return cmd
}
