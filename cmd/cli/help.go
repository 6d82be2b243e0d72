package cli

import (
	"embed"
	"fmt"
	"strings"
)

// Help returns a function that returns the long help of a package's command: the file help/NAME.txt, with
// values, if there are any, in the places of its verbs. Helps are files, because they are read as pages and
// too long to stand in the code.
func Help(files embed.FS) func(name string, values ...any) string {
	return func(name string, values ...any) string {
		data, err := files.ReadFile("help/" + name + ".txt")
		if err != nil {
			panic(err) // any start of the program would, for it reads the help of all commands
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

var helpText = Help(helpFiles)
