package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// systemCommand returns a command that prints a list that each rule system has, of the default one if none is named.
func systemCommand[T any](name, short string, listOf func(book.About) []T, show func([]T) error) *cobra.Command {
	return &cobra.Command{
		Use:       name + " [" + strings.Join(agent.Systems(), "|") + "]",
		Short:     short,
		Long:      helpOf(name, agent.DefaultSystem),
		Args:      cli.Arguments(0, 1, "a rule system: "+strings.Join(agent.Systems(), ", ")),
		ValidArgs: agent.Systems(),
		RunE: func(_ *cobra.Command, args []string) error {
			about, err := agent.About(cli.ArgumentOr(args, 0, agent.DefaultSystem))
			if err != nil {
				return err
			}
			list := listOf(about)
			if len(list) == 0 {
				return cli.Mistake(about.Name+" has no "+name, "another rule system")
			}
			return show(list)
		},
	}
}

// rulings returns the command that lists rulings: how questions that the rule text leaves open are decided here.
func (a *app) rulings() *cobra.Command {
	return systemCommand("rulings", "List how open questions of the rule text are decided, and how to change that",
		func(about book.About) []book.Ruling { return about.Rulings() },
		func(list []book.Ruling) error { return a.Report(list, func() { a.sayRulings(list) }) })
}

// sayRulings prints rulings, how many there are of each kind, and what presets set.
func (a *app) sayRulings(list []book.Ruling) {
	for i, r := range list {
		if i > 0 {
			a.Say("")
		}
		a.sayRuling(r)
	}
	a.Say("")
	a.Say("%s", countKinds(list))
	for _, name := range book.PresetNames(list) {
		a.PrintWrapped("rulings: "+name+" is ", 2, strings.Join(presetValues(name, list), ", "))
	}
}

// kindWords say by kind how a ruling relates to the rule text: in a sentence about one ruling, and behind a
// number of rulings.
var kindWords = map[string][2]string{
	book.KindSilent:  {"The text is silent.", "where the text is silent"},
	book.KindTwoWays: {"The text can be read in two ways.", "where it can be read in two ways"},
	book.KindDeparts: {"Departs from the text", "that depart from it"},
}

// countKinds says how many rulings there are of each kind: "238 rulings: 172 where the text is silent, 61
// where it can be read in two ways, 5 that depart from it".
func countKinds(list []book.Ruling) string {
	counts := map[string]int{}
	for _, r := range list {
		counts[r.Kind]++
	}
	parts := text.Each(book.Kinds, func(kind string) string {
		return fmt.Sprintf("%d %s", counts[kind], kindWords[kind][1])
	})
	return fmt.Sprintf("%s: %s", text.Count(len(list), "ruling"), strings.Join(parts, ", "))
}

// presetValues returns the rulings that a preset sets, each with its value.
func presetValues(name string, list []book.Ruling) (parts []string) {
	for _, r := range list {
		if value, ok := r.Presets[name]; ok {
			parts = append(parts, r.Name+" "+value)
		}
	}
	return parts
}

// sayRuling prints a ruling: what is open, how it is decided, how that relates to the text, and how an
// encounter can change it.
//
//	R-01  Whether a breath is announced whole or built while it runs.
//	      Built while it runs, one maneuver at a time. A list may be handed in; it is played in order
//	      and may be broken off.
//	      The text is silent.
func (a *app) sayRuling(r book.Ruling) {
	a.PrintWrapped(a.Paint.Strong(r.ID)+"  ", 6, r.Open)
	a.PrintWrapped("      ", 6, r.Decided)
	kind := kindWords[r.Kind][0]
	if r.Departs != "" {
		kind += fmt.Sprintf(": %q.", r.Departs)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Presets)) {
		kind += fmt.Sprintf(" With rulings: %s it is %s.", name, r.Presets[name])
	}
	a.PrintWrapped("      ", 6, kind)
	if r.Name == "" {
		return
	}
	among := text.List(r.Choices, "or")
	if lo, hi, ok := strings.Cut(r.Range, ".."); ok {
		among = lo + " to " + hi
	}
	a.Say("      %s", a.Paint.Faint(fmt.Sprintf("rulings: {%s: %q}   is the default; %s can be chosen", r.Name, r.Default, among)))
}

// laws returns the command that lists the laws of the rule text, each with the tests that play it.
func (a *app) laws() *cobra.Command {
	return systemCommand("laws", "List every law of the rule text with its tests and status",
		func(about book.About) []book.Law { return about.Laws() }, a.printLaws)
}

// printLaws prints laws, and how many there are of each status. If one has no test, that is a verdict.
func (a *app) printLaws(list []book.Law) error {
	var untested []string
	var rows [][]string
	for _, l := range list {
		if l.Status == book.StatusUntested {
			untested = append(untested, l.ID)
		}
		rows = append(rows, lawLines(l)...)
	}
	err := a.Report(list, func() {
		a.Table([]string{"law", "status", "says, and its tests"}, rows)
		a.Say("")
		a.Say("%s", countStatuses(list))
	})
	if err == nil && len(untested) > 0 {
		number := text.Count(len(untested), "law")
		return cli.Verdict(fmt.Errorf("%s without a test: %s", number, strings.Join(untested, ", ")))
	}
	return err
}

// lawLines returns the rows of a law in the table. The number and the status stand in the first; what else
// is to be known of the law, and its tests, stand below what it says.
func lawLines(l book.Law) [][]string {
	lines := []string{l.Says}
	if l.Waits != "" {
		lines = append(lines, "  waits for "+l.Waits)
	}
	if l.Needs != "" {
		lines = append(lines, "  needs "+l.Needs)
	}
	if l.ReadBy != "" {
		lines = append(lines, "  read against its letter by "+l.ReadBy)
	}
	for _, t := range l.Tests {
		if slices.Contains(l.Functions, t) {
			t += " (plays no fight)"
		}
		lines = append(lines, "  "+t)
	}
	rows := make([][]string, len(lines))
	for i, line := range lines {
		rows[i] = []string{"", "", line}
	}
	rows[0][0], rows[0][1] = l.ID, l.Status
	return rows
}

// countStatuses says how many laws there are of each status: "225 laws: 220 played, 5 function only, 0 need
// a sheet, 0 later, 0 untested".
func countStatuses(list []book.Law) string {
	counts := map[string]int{}
	for _, l := range list {
		counts[l.Status]++
	}
	var parts []string
	for _, status := range book.Statuses {
		n := counts[status]
		if status == book.StatusNeedsSheet && n != 1 {
			status = "need a sheet"
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, status))
	}
	return fmt.Sprintf("%s: %s", text.Count(len(list), "law"), strings.Join(parts, ", "))
}
