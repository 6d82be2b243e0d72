package agent

import (
	"embed"
	"strings"
)

//go:embed starter/*.yaml
var starters embed.FS

// Starter is a first encounter of a system to be changed: its file's name stands in its comments, its title in it.
func Starter(system, file, title string) (string, error) {
	if _, err := known(system); err != nil {
		return "", err
	}
	text, err := starters.ReadFile("starter/" + system + ".yaml")
	return strings.NewReplacer("FILE", file, "TITLE", title).Replace(string(text)), err
}
