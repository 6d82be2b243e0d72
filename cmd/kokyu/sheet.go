package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

func (a *app) sheet() *cobra.Command {
	var asks book.PageRequest
	encounter, system := "", ""
	cmd := &cobra.Command{
		Use:   "sheet NAME | FILE | -",
		Short: "Print a combatant's sheet and where each number comes from",
		Long:  helpOf("sheet"),
		Args:  cli.Arguments(1, 1, "a combatant, or a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Changed
			if err := completePageRequest(&asks, given, &a.Seed); err != nil {
				return err
			}
			switch {
			case given("system") && !slices.Contains(agent.Systems(), system):
				return cli.Unknown("rule system", system, agent.Systems())
			case given("encounter"):
				return a.sheetsInEncounter(encounter, args[0], asks)
			case args[0] == "-" || strings.ContainsAny(args[0], "./\\"):
				return a.sheetsInFile(args[0], asks)
			}
			c, err := a.Catalogue()
			if err != nil {
				return err
			}
			if asks != (book.PageRequest{}) {
				page, err := c.Page(args[0], asks)
				return a.printPages(err, page)
			}
			page, err := c.Sheet(system, args[0])
			return a.printPages(err, page)
		},
	}
	f := cmd.Flags()
	f.StringVar(&encounter, "encounter", "", "print the sheet of somebody in this `ENCOUNTER`, a file or a built-in one")
	f.StringVar(&system, "system", "", "whose row it is (`SYSTEM`): "+strings.Join(agent.Systems(), ", ")+" (default: the one that has it)")
	f.IntVar(&asks.Promote, "promote", 0, "show the sheet of a caster as of rank `DAN`")
	f.StringVar(&asks.Study, "study", "", "show the odds of learning a `SPELL` in a session; with --seed, the result")
	config.Flags(f, "seed", "data")
	return cmd
}

// completePageRequest adds the seed to what is asked of a caster, and refuses flags that do not go together.
func completePageRequest(asks *book.PageRequest, given func(string) bool, seed *uint64) error {
	switch {
	case given("promote") && asks.Promote < 1:
		return cli.Mistake("--promote is not a dan", "1 to 11, where 11 is a Tatsujin")
	case given("study") && asks.Study == "":
		return cli.Mistake("--study names no spell", "a spell, as kokyu list spells has it")
	case given("seed") && asks.Study == "":
		return cli.Mistake("--seed without --study", "both: the seed is for the dice of a session of study")
	case given("seed"):
		asks.Seed = seed
	}
	return nil
}

// sheetsInEncounter prints the sheets of those in an encounter who have this name or row.
func (a *app) sheetsInEncounter(encounter, who string, asks book.PageRequest) error {
	if asks != (book.PageRequest{}) {
		return cli.Mistake("--promote or --study with --encounter", "one of them: a caster's row, or somebody in an encounter")
	}
	c, err := a.Catalogue()
	if err != nil {
		return err
	}
	name, data, err := a.Encounter(encounter)
	if err != nil {
		return err
	}
	all, err := c.Sheets(name, data)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(page book.Page) bool { return page.Row == who }) {
		var names []string
		for _, page := range all {
			names = append(names, page.Name)
		}
		switch i, err := text.Which(who, names); {
		case err != nil:
			return err
		case i < 0:
			return cli.Mistake("nobody in "+text.Escape(name)+" is called "+cli.Quote(who), text.OneOf(who, names))
		default:
			who = names[i]
		}
	}
	found := slices.DeleteFunc(all, func(page book.Page) bool { return page.Name != who && page.Row != who })
	return a.printPages(nil, found...)
}

// sheets is what sheet prints with --json about a file.
type sheets struct {
	Sheets []book.Page `json:"sheets"`
}

// sheetsInFile prints the sheets of everybody in a file; if something is asked of a caster, only that of the caster,
// who must be the only one.
func (a *app) sheetsInFile(path string, asks book.PageRequest) error {
	c, err := a.Catalogue()
	if err != nil {
		return err
	}
	name, data, err := a.Read(path, strict.SizeMax)
	if err != nil {
		return err
	}
	if asks == (book.PageRequest{}) {
		pages, err := c.Sheets(name, data)
		if err == nil && len(pages) == 0 {
			err = cli.Mistake("nobody is in "+text.Escape(name), "an encounter, or a catalogue file with combatants")
		}
		return a.printSheets(err, pages)
	}
	pages, err := c.Pages(name, data, book.PageRequest{})
	switch {
	case err != nil:
		return err
	case len(pages) == 0:
		return cli.Mistake("nobody in "+text.Escape(name)+" casts spells", "a file of combatants with a caster: block whose mode is spells, or an encounter of them")
	case len(pages) > 1:
		return cli.Mistake(fmt.Sprintf("--promote or --study of %d casters", len(pages)), "a file of one, or one of them by name")
	}
	pages, err = c.Pages(name, data, asks)
	return a.printSheets(err, pages)
}

// printSheets prints the sheets of a file, with JSON as a list even if there is one.
func (a *app) printSheets(err error, pages []book.Page) error {
	if err == nil && a.JSON {
		return a.Object(sheets{pages})
	}
	return a.printPages(err, pages...)
}

// printPages prints sheets, with JSON a single one as an object of its own. It returns err if that is not nil.
func (a *app) printPages(err error, pages ...book.Page) error {
	switch {
	case err != nil:
		return err
	case a.JSON && len(pages) == 1:
		return a.Object(pages[0])
	case a.JSON:
		return a.Object(sheets{pages})
	}
	for i, page := range pages {
		if i > 0 {
			a.Say("")
		}
		a.sayPage(page)
	}
	return nil
}

// sayPage prints a sheet for people. The topic of several lines stands only in the first.
func (a *app) sayPage(page book.Page) {
	head := text.Escape(page.Name)
	about := []string{}
	if page.Row != "" && page.Row != page.Name {
		about = append(about, text.Escape(page.Row))
	}
	for _, more := range []string{page.System, text.Escape(page.At)} {
		if more != "" {
			about = append(about, more)
		}
	}
	a.Say("%s", strings.TrimSpace(a.Paint.Strong(head)+"  "+strings.Join(about, ", ")))
	var rows [][]string
	of := ""
	for _, l := range page.Lines {
		row := []string{"  " + l.Topic, strings.TrimSpace(l.Says + " " + l.From)}
		if l.Topic == of {
			row[0] = "" // as above
		}
		of, rows = l.Topic, append(rows, row)
	}
	a.Table(nil, rows)
}
