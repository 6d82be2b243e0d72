package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/text"
)

// new returns the command that writes a file to start from: an encounter with comments, a catalogue file, a random
// encounter, or one of a party.
func (a *app) new() *cobra.Command {
	system, random, even, rows, party, answers := "", "", false, false, false, ""
	cmd := &cobra.Command{
		Use:   "new [NAME]",
		Short: "Write a commented encounter to start from",
		Long:  helpOf("new", agent.DefaultSystem),
		Args:  cli.Arguments(0, 1, "one name"),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Changed
			switch {
			case even && !given("random"):
				return cli.Mistake("--even without --random", "both")
			case answers != "" && !party:
				return cli.Mistake("--answers without --party", "both")
			case party && (rows || given("random") || given("system")):
				return cli.Mistake("--party with --data, --random or --system",
					"--party alone: its first question is which rule system")
			case given("random") && (rows || given("system")):
				return cli.Mistake("--random with --data or --system", "--random SYSTEM alone")
			case party:
				return a.newParty(args, answers)
			case given("random"):
				return a.newRandom(cmd.Context(), random, even, args)
			case rows:
				return a.newData(system, args)
			}
			// Nothing special was asked for: a commented encounter.
			path, err := newFile(cli.ArgumentOr(args, 0, "encounter"))
			if err != nil {
				return err
			}
			title, err := text.CleanName(titleOfPath(strings.TrimSuffix(path, ".yaml")))
			if err != nil {
				return err
			}
			about, err := agent.About(system)
			if err != nil {
				return err
			}
			text, err := about.FirstEncounter(cli.ShellQuote(path), quoteTitle(title))
			if err != nil {
				return err
			}
			return a.writeNew(path, text, "kokyu fight "+cli.ShellQuote(path))
		},
	}
	cmd.Flags().StringVar(&system, "system", agent.DefaultSystem, "the rule `SYSTEM` of the file: "+strings.Join(agent.Systems(), ", "))
	cmd.Flags().BoolVar(&rows, "data", false, "write a catalogue file instead of an encounter")
	cmd.Flags().StringVar(&random, "random", "", "draw a random encounter of this rule `SYSTEM`: "+strings.Join(agent.Systems(), ", "))
	cmd.Flags().BoolVar(&even, "even", false,
		"with --random: fight it out and change it until each side wins about half of the fights")
	cmd.Flags().BoolVar(&party, "party", false, "ask six questions and write an encounter of your party")
	cmd.Flags().StringVar(&answers, "answers", "", "with --party: read the answers from this `FILE`, a line each")
	config.Flags(cmd.Flags(), "seed", "threads")
	return cmd
}

// newFile returns the path of a new file of this name. A name that begins with a dot nobody would find, and
// one that begins with a hyphen other commands would take for a flag: both are errors.
func newFile(name string) (path string, err error) {
	base := filepath.Base(strings.TrimSuffix(name, ".yaml") + ".")
	if strings.Trim(base, ".") == "" || base[0] == '.' || name[0] == '-' {
		return "", cli.Mistake("a file cannot be called "+cli.Quote(name),
			"a name that begins with a letter or a digit, as in kokyu new bridge")
	}
	return strings.TrimSuffix(name, ".yaml") + ".yaml", nil
}

// newRandom draws a random encounter and writes it to a file, or prints it if none is named.
func (a *app) newRandom(ctx context.Context, system string, even bool, args []string) error {
	text, said, err := a.randomEncounter(ctx, system, even)
	if err != nil {
		return err
	}
	text = fmt.Appendf(nil, "# kokyu new --random %s --seed %d%s\n%s", system, a.Seed, said, text)
	if len(args) == 0 && a.JSON {
		return a.Object(map[string]string{"encounter": string(text)})
	}
	if len(args) == 0 {
		_, err := a.Out.Write(text)
		return err
	}
	path, err := newFile(args[0])
	if err != nil {
		return err
	}
	return a.writeNew(path, string(text), "kokyu fight "+cli.ShellQuote(path))
}

// randomEncounter draws a random encounter, and returns it with what is said of it behind the command in
// its first comment. With even it is fought out and changed until each side wins about half of the fights,
// which takes a while.
func (a *app) randomEncounter(ctx context.Context, system string,
	even bool) (encounter []byte, said string, err error) {
	if !even {
		encounter, _, err = agent.Builtin().DrawEncounter(system, a.Seed)
		return encounter, "\n# Equal by the estimate alone; with --even it is fought out.", err
	}
	shows := a.Progress()
	// Nobody knows how many encounters it takes, so that no time is told.
	done := func(tried, fights int) {
		shows.Show(fmt.Sprintf("%s, %s", text.Count(fights, "fight"), text.Count(tried, "encounter")), 0, 1)
	}
	e, err := agent.Builtin().DrawEven(ctx, system, a.Seed, a.Cores(), done)
	shows.Clear()
	if err != nil {
		return nil, "", cli.StoppedError(err, "before an even encounter was found")
	}
	side := e.Fight.Roster()[0].Team
	return e.Text, fmt.Sprintf(" --even\n# %s won %.0f %% of %d fights between two searches of %d nodes a decision.",
		text.Capital(text.The(side)), 100*e.Win, e.Fights, agent.ForecastNodes), nil
}

// newData writes a first catalogue file: the file that is named, or house.yaml in the folder that is named.
// The suggestion names the folder, for that is what --data takes.
func (a *app) newData(system string, args []string) error {
	path := cli.ArgumentOr(args, 0, "data")
	if !strings.HasSuffix(path, ".yaml") {
		path = filepath.Join(path, "house.yaml")
	}
	path, err := newFile(path)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	about, err := agent.About(system)
	if err != nil {
		return err
	}
	if about.StarterRows == "" {
		return cli.Mistake(system+" has no first catalogue file to begin from",
			"a copy of what kokyu schema says of its catalogue, or another rule system")
	}
	text := strings.ReplaceAll(about.StarterRows, "FILE", cli.ShellQuote(path))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("%s cannot be made: %w", cli.Quote(dir), err)
	}
	return a.writeNew(path, text, "kokyu fight ENCOUNTER --data "+cli.ShellQuote(dir))
}

// writeNew writes a new file, and says what to type after changing it.
func (a *app) writeNew(path, content, then string) error {
	if err := cli.Write(path, content); err != nil {
		return err
	}
	return a.SayWritten(path, "%s is written. Look at it, change it, then: %s", text.Escape(path), text.Escape(then))
}

// titleOfPath returns the last part of a path as the title of an encounter.
func titleOfPath(path string) string {
	return text.Capital(filepath.Base(path))
}

// quoteTitle returns a title as YAML, quoted unless it is letters alone.
func quoteTitle(title string) string {
	if strings.ContainsFunc(title, func(r rune) bool { return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') }) {
		return fmt.Sprintf("%q", title)
	}
	return title
}
