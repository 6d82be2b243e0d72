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

func (a *app) new() *cobra.Command {
	system, random, even, rows, party, answers := "", "", false, false, false, ""
	cmd := &cobra.Command{
		Use:   "new [NAME]",
		Short: "Write a commented encounter to start from",
		Long: "Writes NAME.yaml (default: encounter.yaml) into the current folder. With --data it writes a catalogue file for weapons,\ncombatants and traits of your own instead: NAME if that ends in .yaml, else house.yaml in the folder NAME (default: data)." +
			"\nAn existing file is never overwritten." +
			"\n\nWith --random it draws a random encounter: combatants of the catalogue on two sides that are equal by the estimate, at once;\nthe estimate is often wrong. With --even searches fight it out, and it is changed until each side wins about half of the\nfights: 35 to 65 % between two searches of 2,000 nodes a decision, which is what forecasts assume. That takes seconds, in\nkeep minutes. Without NAME the encounter is printed. The same seed, rows and version give the same\nencounter.\n\n  kokyu new ford --random " + agent.DefaultSystem + " --seed 7" +
			"\n\nWith --party it asks six questions (rule system, name, who is in it, their rows, what they have otherwise, whom they fight)\nand writes an encounter of your party (default: party.yaml). A wrong answer gets a sentence and the question again.\n--answers reads the answers from a file, a line each; a line that begins with # is skipped.\n\n  kokyu new four --party",
		Args: cli.Arguments(0, 1, "one name"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch given := cmd.Flags().Changed; {
			case even && !given("random"):
				return cli.Mistake("--even without --random", "both")
			case answers != "" && !party:
				return cli.Mistake("--answers without --party", "both")
			case party && (rows || given("random") || given("system")):
				return cli.Mistake("--party with --data, --random or --system", "--party alone: its first question is which rule system")
			case party:
				return a.newParty(args, answers)
			}
			if cmd.Flags().Changed("random") {
				if rows || cmd.Flags().Changed("system") {
					return cli.Mistake("--random with --data or --system", "--random SYSTEM alone")
				}
				return a.newUnplanned(cmd.Context(), random, even, args)
			}
			if rows {
				return a.newData(system, args)
			}
			name := "encounter"
			if len(args) > 0 {
				name = args[0]
			}
			title, err := text.CleanName(base(strings.TrimSuffix(name, ".yaml")))
			if err != nil {
				return err
			}
			path := strings.TrimSuffix(name, ".yaml") + ".yaml"
			about, err := agent.About(system)
			if err != nil {
				return err
			}
			text, err := about.FirstEncounter(cli.ShellQuote(path), yamlTitle(title))
			if err != nil {
				return err
			}
			return a.writeFirst(path, text, "kokyu fight "+cli.ShellQuote(path))
		},
	}
	cmd.Flags().StringVar(&system, "system", agent.DefaultSystem, "the rule `SYSTEM` of the file: "+strings.Join(agent.Systems(), ", "))
	cmd.Flags().BoolVar(&rows, "data", false, "write a catalogue file instead of an encounter")
	cmd.Flags().StringVar(&random, "random", "", "draw a random encounter of this rule `SYSTEM`: "+strings.Join(agent.Systems(), ", "))
	cmd.Flags().BoolVar(&even, "even", false, "with --random: fight it out and change it until each side wins about half of the fights")
	cmd.Flags().BoolVar(&party, "party", false, "ask six questions and write an encounter of your party")
	cmd.Flags().StringVar(&answers, "answers", "", "with --party: read the answers from this `FILE`, a line each")
	config.Flags(cmd.Flags(), "seed", "threads")
	return cmd
}

// newUnplanned draws an encounter, and prints it where no file is named.
func (a *app) newUnplanned(ctx context.Context, system string, even bool, args []string) error {
	text, said, err := a.unplannedText(ctx, system, even)
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
	path := strings.TrimSuffix(args[0], ".yaml") + ".yaml"
	return a.writeFirst(path, string(text), "kokyu fight "+cli.ShellQuote(path))
}

// unplannedText returns the encounter, and what is said of it behind the command.
func (a *app) unplannedText(ctx context.Context, system string, even bool) (txt []byte, said string, err error) {
	if !even {
		txt, _, err = agent.Builtin().DrawEncounter(system, a.Seed)
		return txt, "\n# Equal by the estimate alone; with --even it is fought out.", err
	}
	shows := a.Progress()
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

// newData begins a catalogue file: the file that is named, or house.yaml in the folder.
func (a *app) newData(system string, args []string) error {
	path := "data"
	if len(args) > 0 {
		path = args[0]
	}
	if !strings.HasSuffix(path, ".yaml") {
		path = filepath.Join(path, "house.yaml")
	}
	dir := filepath.Dir(path)
	about, err := agent.About(system)
	if err != nil {
		return err
	}
	if about.StarterRows == "" {
		return cli.Mistake(system+" has no first catalogue file to begin from", "a copy of what kokyu schema says of its catalogue, or another rule system")
	}
	text := strings.ReplaceAll(about.StarterRows, "FILE", cli.ShellQuote(path))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("%s cannot be made: %w", cli.Quote(dir), err)
	}
	return a.writeFirst(path, text, "kokyu fight ENCOUNTER --data "+cli.ShellQuote(dir))
}

// writeFirst writes a first file and says what to do with it.
func (a *app) writeFirst(path, txt, then string) error {
	if err := cli.Write(path, txt); err != nil {
		return err
	}
	if a.JSON {
		return a.Object(map[string]string{"file": path})
	}
	a.Say("%s is written. Look at it, change it, then: %s", text.Escape(path), text.Escape(then))
	return nil
}

// base returns the last part of a path as a title.
func base(path string) string {
	name := filepath.Base(path)
	if name == "" || name == "." {
		return name
	}
	return text.Capital(name)
}

// yamlTitle quotes a title where YAML would read something else.
func yamlTitle(title string) string {
	for _, r := range title {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return fmt.Sprintf("%q", title)
		}
	}
	return title
}
