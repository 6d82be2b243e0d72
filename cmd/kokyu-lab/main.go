// Command kokyu-lab measures kokyu: how well it plays, advises, forecasts and tells, on one machine or on many.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"kokyu/cmd/cli"
)

func main() { os.Exit(run()) }

// run is main, but returns the exit code.
func run() int {
	a := &app{cli.NewApp("kokyu-lab")}
	a.Machines = servers{a}
	return a.Run(a.root())
}

// app is what the commands share.
type app struct{ *cli.App }

// root returns the command and everything below it.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "kokyu-lab",
		Short: "Measure how well kokyu plays, forecasts and tells",
		Long: `Kokyu-lab measures kokyu. It knows the same encounters, files and agents. What takes long can be shared out over many machines
(--nats, and work on each of them).

  kokyu-lab eval                  win chance lost by decisions, against exact values
  kokyu-lab arena A B             which of two agents is stronger
  kokyu-lab bench                 nodes searched in fixed positions, and the speed

A bare word names a built-in encounter, a name with a dot or a slash is a file, - is standard input.`,
	}
	a.Assemble(root,
		cli.Group{Title: "Measure", Commands: []*cobra.Command{a.eval(), a.arena(), a.Fair(), a.fight(), a.bench(), a.perft(), a.probe()}},
		cli.Group{Title: "Share out, and for programs", Commands: []*cobra.Command{a.work(), a.schema()}},
	)
	return root
}
