package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/config"
)

// perftDepthMax bounds a count: every distinct position of a depth is in memory.
const perftDepthMax = 12

func (a *app) perft() *cobra.Command {
	depth, divide := 0, false
	cmd := &cobra.Command{
		Use:   "perft ENCOUNTER | - --depth N",
		Short: "Count every line of play, for proving the rules right",
		Long: `Counts the lines of exactly N steps from an encounter or position, the dice included: every outcome of a throw that a
table could tell apart (of 2d10 each total and each double), or where there is no end to those every one that matters.
The same rules give the same number; a rule that changes shows as another.`,
		Args:      arguments(1, 1, "an encounter or a position"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if depth < 0 || depth > perftDepthMax {
				return mistake(fmt.Sprintf("--depth is %d", depth), fmt.Sprintf("0 to %d", perftDepthMax))
			}
			f, err := a.open(args[0], 1)
			if err != nil {
				return err
			}
			c, err := agent.CountLines(cmd.Context(), f, depth)
			if err != nil {
				return err
			}
			if a.json {
				return a.object(c)
			}
			if divide {
				var rows [][]string
				for _, p := range c.Divide {
					rows = append(rows, []string{fmt.Sprint(p.Nodes), p.Do})
				}
				a.table(nil, rows, 0)
				a.say("")
			}
			a.say("depth %d: %d nodes, %d distinct positions", c.Depth, c.Nodes, c.States)
			if c.Ended > 0 {
				a.say("besides, %d shorter lines end the fight", c.Ended)
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&depth, "depth", 2, "lines of `N` steps")
	cmd.Flags().BoolVar(&divide, "divide", false, "split the count by the first step")
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

func (a *app) bench() *cobra.Command {
	return &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions: one signature number, and the speed",
		Long: `Searches fixed positions of the first rule system with a fixed budget. The signature is the number of nodes its answers come from: a change that
leaves it alone has not changed what the search does. Speed is of one core.`,
		Args: arguments(0, 0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, err := agent.RunBench(cmd.Context(), agent.Builtin())
			if err != nil {
				return err
			}
			if a.json {
				return a.object(b)
			}
			a.say("Bench: %d", b.Signature)
			a.say("%d positions, %d nodes in %.2f s, %.0f nodes per second", b.Positions, b.Nodes, b.Seconds, b.PerSecond)
			return nil
		},
	}
}
