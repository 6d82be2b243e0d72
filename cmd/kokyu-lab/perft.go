package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
)

// perftDepthMax bounds a count: every distinct position of a depth is in memory.
const perftDepthMax = 12

// perft returns the command that counts lines of play. Such counts are compared with known ones when the
// rules have changed.
func (a *app) perft() *cobra.Command {
	depth, divide := 0, false
	cmd := &cobra.Command{
		Use:       "perft ENCOUNTER | - --depth N",
		Short:     "Count all lines of play, to test the rules",
		Args:      cli.Arguments(1, 1, "an encounter or a position"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cli.InRange("depth", depth, 0, perftDepthMax); err != nil {
				return err
			}
			f, err := a.Open(args[0], 1)
			if err != nil {
				return err
			}
			count, err := agent.CountLines(cmd.Context(), f, depth)
			if err != nil {
				return err
			}
			return a.Report(count, func() { a.sayPerft(count, divide) })
		},
	}
	cmd.Flags().IntVar(&depth, "depth", 2, "count lines of `N` steps")
	cmd.Flags().BoolVar(&divide, "divide", false, "split the count by the first step")
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

// sayPerft prints a count of lines for people, and with divide also that of each first step:
//
//	12  close the round
//
//	depth 2: 186 nodes, 100 distinct positions
//
// Where two programs or two versions count differently, the first steps show in which branch.
func (a *app) sayPerft(count agent.Perft, divide bool) {
	if divide {
		var rows [][]string
		for _, p := range count.Divide {
			rows = append(rows, []string{fmt.Sprint(p.Nodes), p.Do})
		}
		a.Table(nil, rows, 0)
		a.Say("")
	}
	a.Say("depth %d: %d nodes, %d distinct positions", count.Depth, count.Nodes, count.States)
	if count.Ended > 0 {
		a.Say("besides, %d shorter lines end the fight", count.Ended)
	}
}

// bench returns the command that searches fixed positions of every rule system and counts nodes. Its last
// line is a signature of what the search does, and the last line of each commit:
//
//	Bench: 407307 breath, 24145 tempo, 203862 keep
func (a *app) bench() *cobra.Command {
	return &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions; print a signature of each rule system and the speed",
		Args:  cli.Arguments(0, 0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, err := agent.RunBench(cmd.Context(), agent.Builtin())
			if err != nil {
				return err
			}
			return a.Report(b, func() {
				for _, s := range b.Systems {
					a.Say("%s: %d positions, %d nodes in %.2f s, %.0f nodes per second", s.System, s.Positions,
						s.Nodes, s.Seconds, s.PerSecond)
				}
				a.Say("Bench: %v", b)
			})
		},
	}
}
