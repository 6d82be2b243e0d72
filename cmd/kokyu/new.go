package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/rules/strict"
)

func (a *app) new() *cobra.Command {
	system := ""
	cmd := &cobra.Command{
		Use:   "new [NAME]",
		Short: "Write a commented encounter to start from",
		Long:  "Writes NAME.yaml (encounter.yaml without a name) into this folder. A file that is there is never overwritten.",
		Args:  arguments(0, 1, "one name"),
		RunE: func(_ *cobra.Command, args []string) error {
			name := "encounter"
			if len(args) > 0 {
				name = args[0]
			}
			title, err := strict.CleanName(base(strings.TrimSuffix(name, ".yaml")))
			if err != nil {
				return err
			}
			path := strings.TrimSuffix(name, ".yaml") + ".yaml"
			shown := path
			if strings.ContainsAny(path, " '\"") {
				shown = "'" + path + "'"
			}
			about, err := agent.About(system)
			if err != nil {
				return err
			}
			text := strings.NewReplacer("FILE", shown, "TITLE", yamlTitle(title)).Replace(about.Starter)
			if err := written(path, text); err != nil {
				return err
			}
			if a.json {
				return a.object(map[string]string{"file": path})
			}
			a.say("%s is written. Look at it, change it, then: kokyu fight %s", strict.Escape(path), strict.Escape(shown))
			return nil
		},
	}
	cmd.Flags().StringVar(&system, "system", agent.Systems()[0], "the rule `SYSTEM` it is for: "+strings.Join(agent.Systems(), ", "))
	return cmd
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
