// Command kokyu-lab measures kokyu: how well it plays, advises, forecasts and tells, on one machine or on many.
//
// Each command is in the file of its name: eval with its suites in eval.go, the series below it in series.go, the
// commands that fit in fit.go, play.go and forecast.go. Their help is in the folder help.
package main

import (
	"embed"
	"os"

	"github.com/spf13/cobra"

	"kokyu/cmd/cli"
)

// helpFiles are the long helps of the commands. Commands below eval take theirs by helpOf, and so do those with values.
//
//go:embed help
var helpFiles embed.FS

// helpOf returns the long help of a command from its file, with values in place of its verbs.
var helpOf = cli.Help(helpFiles)

func main() { os.Exit(run()) }

// run is main, but returns the exit code, which tests look at.
func run() int {
	a := &app{cli.NewApp("kokyu-lab")}
	a.Machines = natsMachines{a}
	return a.Run(a.root())
}

// app is what the commands share.
type app struct{ *cli.App }

// root returns the command and everything below it.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "kokyu-lab",
		Short: "Measure how well kokyu plays, forecasts and tells",
	}
	a.Assemble(root, helpFiles,
		cli.Group{Title: "Measure", Commands: []*cobra.Command{a.eval(), a.arena(), a.Fair(), a.fight(), a.bench(), a.perft(), a.probe()}},
		cli.Group{Title: "Share out, and for programs", Commands: []*cobra.Command{a.work(), a.schema()}},
	)
	return root
}
