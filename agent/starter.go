package agent

import (
	"embed"
	"strings"
)

//go:embed starter/*.yaml
var starters embed.FS

// StarterData is a first catalogue file of a system, for rows of one's own, to be changed: its file's name stands in its
// comments.
func StarterData(system, file string) (string, error) {
	return starter(system, "-data", strings.NewReplacer("FILE", file))
}

// Starter is a first encounter of a system to be changed: its file's name stands in its comments, its title in it.
func Starter(system, file, title string) (string, error) {
	return starter(system, "", strings.NewReplacer("FILE", file, "TITLE", title))
}

func starter(system, kind string, fill *strings.Replacer) (string, error) {
	if _, err := known(system); err != nil {
		return "", err
	}
	text, err := starters.ReadFile("starter/" + system + kind + ".yaml")
	return fill.Replace(string(text)), err
}
