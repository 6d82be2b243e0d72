package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/rules/fight"
)

// fitFlags are the flags of eval fit.
type fitFlags struct {
	system    string   // whose built-in positions are used, if no others are named
	tables    []string // files of solved encounters, to draw positions from
	positions int      // how many are drawn from each table or file
	keep      string   // the file that the positions drawn are written to
	write     string   // the file that the weights are written to
	report    string   // the form of the report
	line      string   // the command line that makes the same report again
}

// positionsPerTableMax is the most positions drawn from one table.
const positionsPerTableMax = 5000

// fit returns the command that fits the weights of the static evaluation, which values the leaves of a
// search.
func (a *app) fit() *cobra.Command {
	flags := fitFlags{system: agent.DefaultSystem}
	cmd := &cobra.Command{
		Use:   "fit [FILE... | -]",
		Short: "Fit the weights of the leaf evaluation to exact values",
		Long:  helpOf("fit"),
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.line = commandLine(cmd, args)
			return a.runFit(cmd.Context(), args, flags)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.system, "system", flags.system, "use the built-in positions of this rule `SYSTEM`: "+strings.Join(agent.Systems(), ", "))
	f.StringArrayVar(&flags.tables, "table", nil, "draw positions from the table in `FILE`; may be repeated")
	f.IntVar(&flags.positions, "positions", 300, "draw `N` positions from each table, and from each file of self-play")
	f.StringVar(&flags.keep, "keep", "", "write the positions drawn, with their exact values, to a new `FILE`")
	f.StringVar(&flags.write, "write", "", "write the weights to a new `FILE`, in the format that a system embeds")
	reportFlag(f, &flags.report)
	config.Flags(f, "seed", "data")
	return cmd
}

// runFit fits the weights, writes what was asked for, and prints the report. The positions are written only
// after the fit: a command that fails leaves no file.
func (a *app) runFit(ctx context.Context, files []string, flags fitFlags) error {
	if err := checkReport(flags.report); err != nil {
		return err
	}
	if _, err := agent.About(flags.system); err != nil {
		return err
	}
	if len(flags.tables) > 0 && len(files) > 0 {
		return cli.Mistake("positions from tables and from files at once", "one of them")
	}
	if flags.keep != "" && len(flags.tables) == 0 {
		return cli.Mistake("--keep without --table", "it with --table: the positions of a FILE are in a file already")
	}
	// 10 is the fewest that evals.Fit takes: it holds one in five out, and wants two of these.
	if err := cli.InRange("positions", flags.positions, 10, positionsPerTableMax); err != nil {
		return err
	}
	if err := cli.Writable(flags.keep, flags.write); err != nil {
		return err
	}
	c, err := a.Catalogue()
	if err != nil {
		return err
	}
	// The seed is of no account: positions are looked at, and no dice are thrown in them.
	open := func(position []byte) (*fight.Fight, error) {
		return c.NewFight("position", position, agent.Setup{Seed: 1})
	}
	positions, err := a.fitPositions(ctx, files, flags, open)
	if err != nil {
		return err
	}
	report, err := evals.Fit(ctx, positions, open)
	if err != nil {
		return err
	}
	report.Command = flags.line
	if flags.keep != "" {
		if err := writePositions(flags.keep, positions); err != nil {
			return err
		}
	}
	if flags.write != "" {
		if err := cli.Write(flags.write, report.File()); err != nil {
			return err
		}
	}
	return a.sayReport(report, flags.report)
}

// fitPositions returns the positions of files and tables or, if none are named, the built-in ones of the
// system. A file that ends in .gz is one of self-play, any other has positions with their exact values.
func (a *app) fitPositions(ctx context.Context, files []string, flags fitFlags,
	open func([]byte) (*fight.Fight, error)) (all []evals.Position, err error) {
	for _, path := range flags.tables {
		t, err := agent.OpenTablebase(ctx, path)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		list, err := evals.SampleLeaves(ctx, t, name, flags.positions, a.Seed, open)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	for _, path := range files {
		if strings.HasSuffix(path, ".gz") {
			list, err := evals.PlayedPositions(path, flags.positions, func() (io.ReadCloser, error) {
				file, err := os.Open(path)
				if err != nil {
					return nil, cli.Mistake("no self-play can be read at "+cli.Quote(path), "a file that kokyu-lab eval play wrote")
				}
				return file, nil
			})
			if err != nil {
				return nil, err
			}
			all = append(all, list...)
			continue
		}
		name, data, err := a.Read(path, evals.PositionsSizeMax)
		if err != nil {
			return nil, err
		}
		list, err := evals.ReadPositions(name, data, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	// Only if nothing was named: files that hold no positions get no built-in ones in their place.
	if len(flags.tables)+len(files) == 0 {
		return evals.Leaves(flags.system)
	}
	return all, nil
}
