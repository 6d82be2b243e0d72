package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/rules/strict"
)

func (a *app) new() *cobra.Command {
	system, rows := "", false
	cmd := &cobra.Command{
		Use:   "new [NAME]",
		Short: "Write a commented encounter to start from",
		Long: "Writes NAME.yaml (encounter.yaml without a name) into this folder. With --data it is a catalogue file for weapons,\ncombatants and traits of your own: NAME if it ends in .yaml, else house.yaml in the folder NAME (data without a name)." +
			"\nA file that is there is never overwritten.",
		Args: arguments(0, 1, "one name"),
		RunE: func(_ *cobra.Command, args []string) error {
			if rows {
				return a.newData(system, args)
			}
			name := "encounter"
			if len(args) > 0 {
				name = args[0]
			}
			title, err := strict.CleanName(base(strings.TrimSuffix(name, ".yaml")))
			if err != nil {
				return err
			}
			path := strings.TrimSuffix(name, ".yaml") + ".yaml"
			about, err := agent.About(system)
			if err != nil {
				return err
			}
			text := strings.NewReplacer("FILE", inShell(path), "TITLE", yamlTitle(title)).Replace(about.Starter)
			return a.begun(path, text, "kokyu fight "+inShell(path))
		},
	}
	cmd.Flags().StringVar(&system, "system", agent.Systems()[0], "the rule `SYSTEM` it is for: "+strings.Join(agent.Systems(), ", "))
	cmd.Flags().BoolVar(&rows, "data", false, "write a catalogue file for rows of your own")
	return cmd
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
	text := strings.ReplaceAll(about.StarterRows, "FILE", inShell(path))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("%s cannot be made: %w", quoted(dir), err)
	}
	return a.begun(path, text, "kokyu fight ENCOUNTER --data "+inShell(dir))
}

// begun writes a first file and says what to do with it.
func (a *app) begun(path, text, then string) error {
	if err := written(path, text); err != nil {
		return err
	}
	if a.json {
		return a.object(map[string]string{"file": path})
	}
	a.say("%s is written. Look at it, change it, then: %s", strict.Escape(path), strict.Escape(then))
	return nil
}

// inShell is a path as one types it.
func inShell(path string) string {
	if strings.ContainsAny(path, " '\"") {
		return "'" + path + "'"
	}
	return path
}

// base is the last part of a path as a title.
func base(path string) string {
	name := filepath.Base(path)
	if name == "" || name == "." {
		return name
	}
	return strings.ToUpper(name[:1]) + name[1:]
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
