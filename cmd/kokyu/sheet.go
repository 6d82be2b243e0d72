package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

func (a *app) sheet() *cobra.Command {
	var asks book.Asks
	cmd := &cobra.Command{
		Use:   "sheet NAME | FILE | -",
		Short: "Print a caster's sheet: lists, slots, spells, and choices that are open or too many",
		Long: `Prints a caster's sheet between fights: the lists it has opened and the points spent on them, its slots and how they add
up, its spells and where each comes from, the choices that are still open, and entries that it is not entitled to. For an
encounter or a catalogue file of your own it prints the sheet of every caster in it; a name with a dot or a slash is a file.

  kokyu sheet 'onmyoji of the book'
  kokyu sheet 'onmyoji of the book' --promote 7
  kokyu sheet 'onmyoji of the book' --study 'paper shackle' --seed 7
  kokyu sheet rows/scribes.yaml`,
		Args: arguments(1, 1, "a combatant's row, as kokyu list combatants has it, or a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch given := cmd.Flags().Changed; {
			case given("promote") && asks.Promote < 1:
				return mistake("--promote is not a dan", "1 to 11, where 11 is a Tatsujin")
			case given("study") && asks.Study == "":
				return mistake("--study names no spell", "a spell, as kokyu list spells has it")
			case given("seed") && asks.Study == "":
				return mistake("--seed without --study", "both: the seed is for the dice of a session of study")
			case given("seed"):
				asks.Seed = &a.Seed
			}
			if args[0] == "-" || strings.ContainsAny(args[0], "./\\") {
				return a.sheetsOf(args[0], asks)
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
			a.sayPage(page)
			return nil
		},
	}
	f := cmd.Flags()
	f.IntVar(&asks.Promote, "promote", 0, "show the sheet as of rank `DAN`")
	f.StringVar(&asks.Study, "study", "", "show the odds of learning a `SPELL` in a session; with --seed, the result")
	config.Flag(f, "seed", "seed")
	config.Flag(f, "data", "data")
	return cmd
}

// sheets is what --json prints of a file.
type sheets struct {
	Sheets []book.Page `json:"sheets"`
}

// sheetsOf prints the sheets of all in a file who cast. What is asked besides is asked of one.
func (a *app) sheetsOf(path string, asks book.Asks) error {
	c, err := a.catalogue()
	if err != nil {
		return err
	}
	name, data, err := a.read(path, strict.SizeMax)
	if err != nil {
		return err
	}
	pages, err := c.Pages(name, data, book.Asks{})
	if err != nil {
		return err
	}
	switch asked := asks != (book.Asks{}); {
	case len(pages) == 0:
		return mistake("nobody in "+text.Escape(name)+" casts spells", "a file of combatants with a caster: block whose mode is spells, or an encounter of them")
	case asked && len(pages) > 1:
		return mistake(fmt.Sprintf("--promote or --study of %d casters", len(pages)), "a file of one, or one of them by name")
	case asked:
		if pages, err = c.Pages(name, data, asks); err != nil {
			return err
		}
	}
	if a.json {
		return a.object(sheets{pages})
	}
	for i, page := range pages {
		if i > 0 {
			a.say("")
		}
		a.sayPage(page)
	}
	return nil
}

func (a *app) sayPage(page book.Page) {
	a.say("%s", a.paint.strong(text.Escape(page.Name)))
	var rows [][]string
	for _, l := range page.Lines {
		rows = append(rows, []string{"  " + l.Of, l.Says})
	}
	a.table(nil, rows)
}
