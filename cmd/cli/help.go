package cli

import (
	"embed"
	"fmt"
	"strings"
)

// Help returns what reads the long help of a package's commands: help/NAME.txt, with values, if any are given, in the places of verbs.
func Help(files embed.FS) func(name string, values ...any) string {
	return func(name string, values ...any) string {
		data, err := files.ReadFile("help/" + name + ".txt")
		if err != nil {
			panic(err) // every start of the program asks for all of them
		}
		said := strings.TrimSuffix(string(data), "\n")
		if len(values) > 0 {
			said = fmt.Sprintf(said, values...)
		}
		return said
	}
}

//go:embed help
var helpFiles embed.FS

var helpOf = Help(helpFiles)
