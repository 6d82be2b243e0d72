package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// sheet returns the command that prints a combatant's sheet and where each number comes from. What is named is a row of
// the catalogue, a file, or with --encounter somebody in an encounter.
func (a *app) sheet() *cobra.Command {
	var asks book.PageRequest
	encounter, system := "", ""
	cmd := &cobra.Command{
		Use:   "sheet NAME | FILE | -",
		Short: "Print a combatant's sheet and where each number comes from",
		Args:  cli.Arguments(1, 1, "a combatant, or a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Changed
			if err := completePageRequest(&asks, given, &a.Seed); err != nil {
				return err
			}
			if given("system") && !slices.Contains(agent.Systems(), system) {
				return cli.Unknown("rule system", system, agent.Systems())
			}
			c, err := a.Catalogue()
			if err != nil {
				return err
			}
			isFile := args[0] == "-" || strings.ContainsAny(args[0], "./\\") // which no name of a row has
			// One page, for the cases that return a single sheet; the others replace the list.
			pages := make([]book.Page, 1)
			switch {
			case given("encounter"):
				isFile = false
				pages, err = a.sheetsInEncounter(c, encounter, args[0])
			case isFile:
				pages, err = a.sheetsInFile(c, args[0], asks)
			case asks != (book.PageRequest{}):
				pages[0], err = c.Page(args[0], asks)
			default:
				pages[0], err = c.Sheet(system, args[0])
			}
			if err != nil {
				return err
			}
			return a.printPages(pages, isFile)
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

// completePageRequest adds the seed to what is asked of a caster, and refuses flags that do not go
// together. given reports whether a flag was given: without --seed nothing is thrown, though the flag has a default.
func completePageRequest(asks *book.PageRequest, given func(string) bool, seed *uint64) error {
	switch {
	case given("promote") && asks.Promote < 1:
		return cli.Mistake("--promote is not a dan", "1 to 11, where 11 is a Tatsujin")
	case given("study") && asks.Study == "":
		return cli.Mistake("--study names no spell", "a spell, as kokyu list spells has it")
	case given("encounter") && (given("promote") || given("study")):
		return cli.Mistake("--promote or --study with --encounter",
			"one of them: a caster's row, or somebody in an encounter")
	case given("seed") && asks.Study == "":
		return cli.Mistake("--seed without --study", "both: the seed is for the dice of a session of study")
	case given("seed"):
		asks.Seed = seed
	}
	return nil
}

// sheetsInEncounter returns the sheets of everybody in an encounter whose row is called so, or the one sheet of whoever
// has that name. Those of one line of the file, as the three of "bandit: 3", have the same sheet, which has the name
// of the first.
func (a *app) sheetsInEncounter(c agent.Catalogue, encounter, who string) ([]book.Page, error) {
	name, data, err := a.Encounter(encounter)
	if err != nil {
		return nil, err
	}
	all, err := c.Sheets(name, data)
	if err != nil {
		return nil, err
	}
	if ofRow := text.Keep(all, func(page book.Page) bool { return page.Row == who }); len(ofRow) > 0 {
		return ofRow, nil
	}
	f, err := c.NewFight(name, data, agent.Setup{})
	if err != nil {
		return nil, err
	}
	names := rules.Names(f.Roster())
	i, err := rules.SeatNamed(f.Roster(), who)
	if err != nil {
		return nil, err
	}
	line := 0
	for k, page := range all { // named like the first of its line
		if slices.Index(names, page.Name) <= int(i) {
			line = k
		}
	}
	// The sheet has the name of the first of its line; the one who was asked for may be another.
	all[line].Name = names[i]
	return all[line : line+1], nil
}

// sheetsInFile returns the sheets of everybody in a file. If something is asked of a caster, it returns
// only the caster's, who must be the only one: what is asked is about one.
func (a *app) sheetsInFile(c agent.Catalogue, path string, asks book.PageRequest) ([]book.Page, error) {
	name, data, err := a.Read(path, strict.SizeMax)
	if err != nil {
		return nil, err
	}
	// Nothing is asked of a caster: everybody in the file is printed.
	if asks == (book.PageRequest{}) {
		pages, err := c.Sheets(name, data)
		if err == nil && len(pages) == 0 {
			err = cli.Mistake("nobody is in "+text.Escape(name), "an encounter, or a catalogue file with combatants")
		}
		return pages, err
	}
	pages, err := c.Pages(name, data, book.PageRequest{})
	switch {
	case err != nil:
		return nil, err
	case len(pages) == 0:
		return nil, cli.Mistake("nobody in "+text.Escape(name)+" casts spells",
			"a file of combatants with a caster: block whose mode is spells, or an encounter of them")
	case len(pages) > 1:
		return nil, cli.Mistake(fmt.Sprintf("--promote or --study of %d casters", len(pages)),
			"a file of one, or one of them by name")
	}
	return c.Pages(name, data, asks)
}

// printPages prints sheets. With JSON a single one is an object of its own, unless it is of a file.
func (a *app) printPages(pages []book.Page, isFile bool) error {
	// What a file holds is a list for programs even if it is of one: whoever reads it must not look for two forms.
	if a.JSON && len(pages) == 1 && !isFile {
		return a.Object(pages[0])
	}
	return a.Report(map[string][]book.Page{"sheets": pages}, func() {
		for i, page := range pages {
			if i > 0 {
				a.Say("")
			}
			a.sayPage(page)
		}
	})
}

// sayPage prints a sheet for people. The topic of several lines stands only in the first.
func (a *app) sayPage(page book.Page) {
	head := text.Escape(page.Name)
	about := []string{text.Escape(page.Row), page.System, text.Escape(page.At)}
	if page.Row == page.Name {
		about[0] = ""
	}
	about = slices.DeleteFunc(about, func(more string) bool { return more == "" })
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
