package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/cmd/cli"
)

// commandLine returns the command line that makes a report again, which stands in the report. Flags that
// change only where it is written, or how it looks, are left out.
func commandLine(cmd *cobra.Command, args []string) string {
	line := cmd.CommandPath()
	add := func(w string) {
		if strings.Contains(w, " ") {
			w = "'" + w + "'"
		}
		line += " " + w
	}
	for _, w := range args {
		add(w)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "system", "seed", "positions":
			add("--" + f.Name)
			add(f.Value.String())
		case "table", "played":
			for _, path := range f.Value.(pflag.SliceValue).GetSlice() {
				add("--" + f.Name)
				add(path)
			}
		}
	})
	return line
}

// reportFlag adds the flag of how a report is printed.
func reportFlag(f *pflag.FlagSet, how *string) {
	f.StringVar(how, "report", "text", "format of the report (`HOW`): text, md or json")
}

// checkReport returns an error unless there is such a form of a report. It is called before anything is
// measured.
func checkReport(how string) error {
	if slices.Contains([]string{"text", "md", "json"}, how) {
		return nil
	}
	return cli.Mistake("--report is "+cli.Quote(how), "text, md or json")
}
