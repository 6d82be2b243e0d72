package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/say"
	"kokyu/cmd/cli"
	"kokyu/rules/text"
)

// help returns the command that prints a command's help, or what a word of the rules means: somebody at a
// table does not know which of the two it is.
func (a *app) help() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | WORD]",
		Short: "Explain a command or a word of the rules",
		Long:  helpOf("help"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && slices.Contains(labCommands, args[0]) {
				return elsewhereError(args[0], "kokyu-lab help ")
			}
			switch of, rest, err := cmd.Root().Find(args); {
			case err == nil && len(rest) == 0:
				return of.Help()
			case err == nil && of != cmd.Root():
				return cli.Mistake("the argument "+cli.Quote(rest[0])+" is too many", "one command, or a word of the rules")
			}
			return a.explain(strings.Join(args, " "))
		},
	}
}

// explain prints what a word means in each system that knows it; once, if it means the same in all of them.
func (a *app) explain(word string) error {
	found := map[string]agent.Meaning{}
	for _, system := range agent.Systems() {
		if m, err := agent.Builtin().Explain(system, word); err == nil {
			found[system] = m
		}
	}
	switch {
	case len(found) == 0:
		return cli.Mistake("there is no command "+cli.Quote(word)+", and no system has such a word",
			"a command of kokyu --help, or a name that kokyu list shows")
	case a.JSON:
		return a.Object(found)
	}
	first, isSame := found[agent.DefaultSystem]
	for _, m := range found { // as a word of kokyu itself does
		isSame = isSame && reflect.DeepEqual(m, first)
	}
	if isSame && len(found) == len(agent.Systems()) {
		a.printMeaning(first)
		return nil
	}
	for _, system := range agent.Systems() {
		if m, ok := found[system]; ok {
			a.Say("%s", a.Paint.Strong(system))
			a.printMeaning(m)
		}
	}
	return nil
}

// printMeaning prints what a word means: a sentence, and below it what else is to be known, as the laws
// about it.
func (a *app) printMeaning(m agent.Meaning) {
	sentence, lines := say.Meaning(m)
	a.PrintWrapped("", 4, text.Escape(sentence))
	for _, line := range lines {
		a.PrintWrapped("    ", 6, text.Escape(line))
	}
}
