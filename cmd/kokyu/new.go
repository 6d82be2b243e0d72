package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/rules/strict"
)

// starter is a first encounter to be changed.
const starter = `# yaml-language-server: $schema=breath.encounter.json
# An encounter for kokyu. Change it, then:
#   kokyu check %[1]s      says what is wrong, with line and column
#   kokyu fight %[1]s      fights it and tells it
#   kokyu advise %[1]s     says what to do first, and why
# kokyu list combatants, weapons, armours show what can stand here.
# For an editor that completes and checks as you type: kokyu schema encounter > breath.encounter.json
version: 1
system: breath
title: %[2]s

# Two sides; the first wins ties. A line names a row of "kokyu list combatants" and, if you like, a name.
# "- bandit: 3" is three alike. armour: and weapons: stand in for the row's own.
sides:
  - name: travellers
    fighters:
      - {who: samurai, name: Masamune}
      - {who: ronin, name: Hanzo, armour: light}
  - name: bandits
    fighters:
      - bandit: 3
      - {who: bandit archer, name: Oyuki}

# Zones are optional; without them everybody can reach everybody.
# zones:
#   first rear: {}
#   first front: {}
#   core: {}
#   second front: {}
#   second rear: {cover: 1}

# Two alone may duel on the ladder of distance, with a guard to break; there are no zones then.
# duel: {start: far range, terrain: sandbar}

# What one side wants besides the other side's fall: last N rounds, down or protect somebody, escape.
# objective: {for: bandits, goal: last, rounds: 5}

# Your own readings of the rules; kokyu rulings lists them.
# rulings:
#   fate: "off"
`

func (a *app) new() *cobra.Command {
	return &cobra.Command{
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
			text := fmt.Sprintf(starter, shown, yamlTitle(title))
			if err := create(path, []byte(text)); err != nil {
				return err
			}
			if a.json {
				return a.object(map[string]string{"file": path})
			}
			a.say("%s is written. Look at it, change it, then: kokyu fight %s", strict.Escape(path), strict.Escape(shown))
			return nil
		},
	}
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

// create writes a new file, never over an old one.
func create(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return mistake(quoted(path)+" is there already", "another name: nothing is overwritten")
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
