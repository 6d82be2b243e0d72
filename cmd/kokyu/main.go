// Command kokyu is a headless opponent for tabletop combat: it fights, advises, tells and proves what happened.
//
// Each command is a method of app, which returns it with its flags and what it runs, in the file of its name: the help
// of kokyu COMMAND is help/COMMAND.txt. Some files have more than one command, or belong to several:
//
//	fight.go    kokyu fight, and what a fight prints, for table and replay as well
//	table.go    kokyu table
//	prompt.go   what a person at a table types: answers, dice and operations
//	menu.go     the choices that a person is offered, in rows that fit the screen
//	evening.go  where the record of an evening is kept
//	tell.go     lines of a fight as they are told, and its steps as JSON
//	carry.go    kokyu carry and kokyu rest
//	rulings.go  kokyu rulings and kokyu laws
//	newparty.go kokyu new --party
//	tellcommand.go kokyu tell
//	model.go    a tale that a language model words
package main

import (
	"embed"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"kokyu/cmd/cli"
)

// helpFiles are the long helps of the commands, by their names. Some have verbs of package fmt, for what the program
// knows: such a command passes the values to helpOf.
//
//go:embed help
var helpFiles embed.FS

// helpOf returns the long help of a command from its file, with values in place of its verbs.
var helpOf = cli.Help(helpFiles)

func main() { os.Exit(run()) }

// run is main, except that it returns the exit code.
func run() int {
	a := &app{App: cli.NewApp("kokyu")}
	return a.Run(a.root())
}

// app is what the commands share.
type app struct {
	*cli.App
	asksAgain bool // the model is asked again for a tale for which it gave no readable answer
}

// root returns the command and everything below it, in the groups of the help.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "kokyu",
		Short: "A headless opponent for tabletop combat",
	}
	root.SetHelpCommand(a.help())
	a.Assemble(root, helpFiles,
		cli.Group{Title: "Play", Commands: []*cobra.Command{a.fight(), a.tableCommand(), a.serve(), a.advise(), a.show(), a.odds()}},
		cli.Group{Title: "Build", Commands: []*cobra.Command{a.new(), a.check(), a.list(), a.sheet(), a.Fair(), a.carry(), a.rest()}},
		cli.Group{Title: "Afterwards", Commands: []*cobra.Command{a.tellCommand(), a.review(), a.replay()}},
		cli.Group{Title: "For programs and the curious", Commands: []*cobra.Command{a.mcp(), a.site(), a.apply(), a.solve(),
			a.schema(), a.rulings(), a.laws(), a.configure()}},
	)
	refuseUnknown := root.Args
	root.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 && slices.Contains(labCommands, args[0]) {
			return elsewhereError(args[0], "kokyu-lab ")
		}
		return refuseUnknown(cmd, args)
	}
	return root
}

// elsewhereError returns the error of a command that kokyu-lab has.
func elsewhereError(command, want string) error {
	return cli.Mistake("the command "+command+" is in another program", want+command)
}

// labCommands are the commands of kokyu-lab that people look for here.
var labCommands = []string{"arena", "bench", "eval", "perft", "probe", "work"}
