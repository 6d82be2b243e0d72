package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/evals"
	"kokyu/search"
)

// forecast returns the command that judges the forecast by how fights ended, with the commands below it
// that write positions and fit the forecast to them. That the forecast misses what is asked of it is a
// verdict.
func (a *app) forecast() *cobra.Command {
	var report string
	cmd := &cobra.Command{
		Use:   "forecast FILE.gz...",
		Short: "Judge the forecast by how fights ended",
		Long:  helpOf("forecast"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkReport(report); err != nil {
				return err
			}
			if len(args) == 0 {
				return errNoPositions
			}
			list, err := readEnded(args)
			if err != nil {
				return err
			}
			r := evals.CheckForecasts(list)
			r.Command = commandLine(cmd, args)
			if err := a.sayReport(r, report); err != nil {
				return err
			}
			if !r.Passed {
				return cli.Verdict(errors.New("the forecast misses what is asked of it"))
			}
			return nil
		},
	}
	reportFlag(cmd.Flags(), &report)
	cmd.AddCommand(a.forecastPlay(), a.forecastFit())
	return cmd
}

// errNoPositions is the error of a command that needs files of positions and got none.
var errNoPositions = cli.Mistake("no file of positions", "one or more, as kokyu-lab eval forecast play writes them")

// forecastFit returns the command that fits the forecast: the maps from what a search finds to chances to win.
func (a *app) forecastFit() *cobra.Command {
	var played []string
	write := ""
	cmd := &cobra.Command{
		Use:   "fit FILE.gz... --write FILE",
		Short: "Fit the forecast to how fights ended",
		Long:  helpOf("forecast-fit"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errNoPositions
			case write == "":
				return cli.Mistake("there is no --write", "a new file, as in --write forecast.yaml")
			}
			if err := cli.Writable(write); err != nil {
				return err
			}
			list, err := readEnded(args)
			if err != nil {
				return err
			}
			// The maps are fitted to how fights ended; their spread and range to positions that were played out, where it is
			// known how far a forecast is from the chance and not only from one result.
			out, err := readEnded(played)
			if err != nil {
				return err
			}
			data, err := evals.FitForecasts(list, out, commandLine(cmd, args))
			if err != nil {
				return err
			}
			return cli.Write(write, string(data))
		},
	}
	cmd.Flags().StringArrayVar(&played, "played", nil, "positions that were played out, in `FILE.gz`; may be repeated")
	cmd.Flags().StringVar(&write, "write", "", "write the maps to a new `FILE`")
	return cmd
}

// readEnded reads files of positions, each with how its fight ended.
func readEnded(paths []string) (files []evals.EndedFile, err error) {
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return nil, cli.Mistake("no positions can be read at "+cli.Quote(path),
				"a file that kokyu-lab eval forecast play wrote")
		}
		defer file.Close()
		f, err := evals.ReadEnded(path, file)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// forecastPlay returns the command that writes positions of played fights, and how those ended.
func (a *app) forecastPlay() *cobra.Command {
	var flags playFlags
	cmd := a.playCommand(playSpec{what: "position", example: "kokyu-lab eval forecast play oni gate", file: "some.gz",
		write: evals.SelfPlay.WriteEnded, read: func(context.Context) (x evals.SelfPlay, err error) {
			// The agent searches as the forecast does, whose map is to be fitted to what such a search finds.
			x.Agent, x.Playouts = &agent.Search{Limits: search.Limits{Nodes: agent.ForecastNodes}}, flags.playouts
			return x, cli.InRange("playouts", flags.playouts, 0, agent.PlayoutsMax)
		}}, &flags)
	cmd.Short = "Write positions of played fights, and how the fights ended"
	cmd.Long = helpOf("forecast-play", agent.ForecastNodes, evals.EndedEach)
	cmd.Flags().IntVar(&flags.playouts, "playouts", 0, "`N` fights from one position of each fight")
	config.Flags(cmd.Flags(), "seed", "threads", "data")
	return cmd
}
