package main

import (
	"github.com/spf13/cobra"

	"kokyu/cmd/cli"
	"kokyu/config"
)

// configure returns the command config, which shows each setting, its value and where that came from. It takes every
// setting as a flag, so that one can see what a flag does.
func (a *app) configure() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show each setting, its value and where it came from",
		Args:  cli.Arguments(0, 0, "none"),
		RunE: func(*cobra.Command, []string) error {
			var rows [][]string
			for _, s := range a.Settings {
				rows = append(rows, []string{s.Key, s.Value, s.From, s.Help})
			}
			return a.Report(a.Settings, func() { a.Table([]string{"setting", "value", "from", ""}, rows) })
		},
	}
	// The settings that all commands have as flags are not added a second time.
	for _, key := range config.Keys() {
		if key != "colour" && key != "log" { // which all commands have
			config.Flag(cmd.Flags(), key, key)
		}
	}
	return cmd
}
