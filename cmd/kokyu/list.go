package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// list returns the command that lists the rows of the catalogue. Its arguments are a list, a rule system, or both.
func (a *app) list() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [NAME] [" + strings.Join(agent.Systems(), "|") + "]",
		Short: "List encounters, weapons, combatants ...",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) <= 2 {
				return nil
			}
			return cli.Arguments(0, 2, "one of "+strings.Join(listNames(), ", ")+", and a rule system")(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return listNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.Catalogue()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.listAll(c, agent.Systems())
			}
			if len(args) == 1 && slices.Contains(agent.Systems(), args[0]) {
				return a.listAll(c, args)
			}
			lists, err := listsOf(c, args[1:])
			if err != nil {
				return err
			}
			i := slices.IndexFunc(lists, func(l book.List) bool { return l.Name == args[0] })
			if i < 0 {
				return noListError(c, args)
			}
			return a.Report(map[string]any{args[0]: lists[i].Items}, func() { a.printList(lists[i]) })
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	// The names of lists take time to read, so that they are read only for the help.
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		cmd.Long = "Lists the rows of the catalogue: " + strings.Join(listNames(), ", ") +
			".\nThe default is the rows of " + agent.DefaultSystem +
			" and the encounters of all systems.\nLevels and tempers belong to no system: they say how kokyu plays a combatant.\n\nThe letter after a number is its source: s the rule document, w the wider canon," +
			"\nr a ruling of this engine, h a house rule. A number without a letter is derived from other numbers."
		cmd.Root().HelpFunc()(cmd, args)
	})
	return cmd
}

// printList prints a list for people, and below it what its columns mean, as far as their heads do not say
// it.
func (a *app) printList(l book.List) {
	a.Say("%s: %s", l.Name, l.What)
	a.Say("")
	a.Table(l.Head, l.Rows)
	var rows [][]string
	for i, says := range l.Means {
		if says != "" {
			rows = append(rows, []string{l.Head[i], says})
		}
	}
	if len(rows) > 0 {
		a.Say("")
		a.Table([]string{"column", "what it says"}, rows)
	}
}

// listNames returns the names of all lists, of all systems, each once.
func listNames() (names []string) {
	names = append([]string{"encounters"}, text.Each(agent.Characters(), func(l book.List) string { return l.Name })...)
	for _, system := range agent.Systems() {
		lists, _ := agent.Builtin().Lists(system)
		for _, l := range lists {
			if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
		}
	}
	return names
}

// noListError returns the error of a list that the system does not have: if another system has it, that is
// what would be right. Who can fight has a name of its own in some systems.
func noListError(c agent.Catalogue, args []string) error {
	of := cli.ArgumentOr(args, 1, agent.DefaultSystem)
	for _, system := range agent.Systems() {
		lists, err := c.Lists(system)
		if err == nil && slices.ContainsFunc(lists, func(l book.List) bool { return l.Name == args[0] }) {
			right := args[0] + " " + system
			if people := c.PeopleList(of); args[0] == c.PeopleList(system) && people != "" {
				right = people + " " + of
			}
			return cli.Mistake("there are no "+args[0]+" in "+of, "kokyu list "+right)
		}
	}
	return cli.Unknown("list", args[0], listNames())
}

// listsOf returns the list of encounters and the lists of a system; with no system the encounters of all, and the lists
// of the default one.
func listsOf(c agent.Catalogue, system []string) ([]book.List, error) {
	common, err := commonLists(c, system)
	if err != nil {
		return nil, err
	}
	lists, err := c.Lists(cli.ArgumentOr(system, 0, agent.DefaultSystem))
	return append(common, lists...), err
}

// commonLists returns the lists that belong to no system: encounters, of some systems or of all, levels and
// tempers.
func commonLists(c agent.Catalogue, systems []string) ([]book.List, error) {
	encounters, err := encounterList(c, systems)
	return append([]book.List{encounters}, agent.Characters()...), err
}

// listAll prints the names of the lists of some systems, with how many items each has. The lists of another
// system than the default one stand under their name and the system's, as they are asked for.
func (a *app) listAll(c agent.Catalogue, systems []string) error {
	var table [][]string
	// With --json only the counts are printed, by the same names.
	counts := map[string]int{}
	add := func(name string, l book.List) {
		counts[name] = reflect.ValueOf(l.Items).Len() // each list has items of its own type
		table = append(table, []string{name, fmt.Sprint(counts[name]), l.What})
	}
	common, err := commonLists(c, systems)
	if err != nil {
		return err
	}
	for _, l := range common {
		add(l.Name, l)
	}
	for _, system := range systems {
		lists, err := c.Lists(system)
		if err != nil {
			return err
		}
		for _, l := range lists {
			name := l.Name
			if system != agent.DefaultSystem {
				name += " " + system
			}
			add(name, l)
		}
	}
	return a.Report(counts, func() { a.Table([]string{"list", "", ""}, table, 1) })
}

// encounterRow is an encounter in a list, as --json prints it.
type encounterRow struct {
	Name   string     `json:"name"`
	System string     `json:"system"`
	Title  string     `json:"title"`
	Sides  [][]string `json:"sides"`
}

// encounterList returns the list of the built-in encounters of these systems, or of all.
func encounterList(c agent.Catalogue, systems []string) (book.List, error) {
	list := book.List{Name: "encounters", What: "fights ready to be fought",
		Head: []string{"encounter", "system", "title", "who"}}
	var items []encounterRow
	for _, name := range agent.Encounters(systems...) {
		file, data, err := agent.ReadEncounter(name)
		if err != nil {
			return list, err
		}
		f, err := c.NewFight(file, data, agent.Setup{})
		if err != nil {
			return list, err
		}
		row := encounterRow{Name: name, System: f.Header().System, Title: agent.Title(f), Sides: make([][]string, 2)}
		for _, r := range f.Roster() {
			row.Sides[r.Side] = append(row.Sides[r.Side], r.Name)
		}
		items = append(items, row)
		list.Rows = append(list.Rows, []string{name, row.System, row.Title,
			strings.Join(row.Sides[0], ", ") + " against " + strings.Join(row.Sides[1], ", ")})
	}
	list.Items = items
	return list, nil
}
