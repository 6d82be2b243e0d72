package cli

import (
	"cmp"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// Help returns a function that returns the long help of a package's command: the file help/NAME.txt, with
// values in the places of its verbs. Helps are files, because they are read as pages and too long to stand
// in the code.
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

// manualCommand returns the command that writes the manual pages for releases and packages. It is not in the help, for
// whoever has a terminal has --help. Pages are written here because cobra's writer takes the help of a command for
// Markdown, and it is plain text.
func (a *App) manualCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write the manual pages of all commands into a folder", Hidden: true,
		Args: Arguments(1, 1, "the folder that they are written into"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return writeManuals(cmd.Root(), args[0])
		},
	}
}

// writeManuals writes the pages of a command and of those below it, a file each: kokyu-fight.1.
func writeManuals(cmd *cobra.Command, dir string) error {
	if err := os.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), []byte(manualPage(cmd)), 0o644); err != nil {
		return err
	}
	for _, sub := range cmd.Commands() {
		// The library does not count help among the commands that are available, and users type it.
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			if err := writeManuals(sub, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// pageName returns the name of a command's page: kokyu-fight.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manualPage returns the page of a command, in the macros of man(7): what the help says, and which pages
// belong to it.
func manualPage(cmd *cobra.Command) string {
	var b strings.Builder
	root := cmd.Root()
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s %s\"\n", strings.ToUpper(roff(pageName(cmd))), root.Name(), roff(root.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n%s\n.SH DESCRIPTION\n", roff(pageName(cmd)),
		roff(cmd.Short), roff(cmd.UseLine()))
	roffText(&b, cmp.Or(cmd.Long, cmd.Short+"."))
	var also []string
	if cmd.HasParent() {
		also = append(also, pageName(cmd.Parent()))
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
				also = append(also, pageName(sub))
			}
		}
	}
	roffFlags(&b, "OPTIONS", cmd.NonInheritedFlags().FlagUsages())
	roffFlags(&b, "GLOBAL OPTIONS", cmd.InheritedFlags().FlagUsages())
	for i, name := range also {
		also[i] = "\\fB" + roff(name) + "\\fR(1)"
	}
	if len(also) > 0 {
		b.WriteString(".SH SEE ALSO\n" + strings.Join(also, ",\n") + "\n")
	}
	return b.String()
}

// roffFlags writes a list of flags, given as in the help: in each line the flag, two spaces or more, and
// what it does. The library has no other way to list them with their usages.
func roffFlags(b *strings.Builder, heading, usages string) {
	if usages == "" {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", heading)
	for line := range strings.Lines(usages) {
		flag, does, _ := strings.Cut(strings.TrimSpace(line), "  ")
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(flag), roff(strings.TrimSpace(does)))
	}
}

// roffText writes the text of a help: lines that begin with a space are an example, whose lines stay as
// they are, and the others are paragraphs. Blank lines within an example end nothing.
func roffText(b *strings.Builder, long string) {
	const beginExample, endExample = ".RS\n.nf\n", ".fi\n.RE\n"
	inExample := false
	for line := range strings.SplitSeq(strings.TrimSpace(long), "\n") {
		switch isExample := strings.HasPrefix(line, " "); {
		case line == "" && !inExample:
			b.WriteString(".PP\n")
		case line == "":
			continue
		case isExample && !inExample:
			b.WriteString(beginExample)
		case !isExample && inExample:
			b.WriteString(endExample)
		}
		if line != "" {
			inExample = strings.HasPrefix(line, " ")
			b.WriteString(roff(strings.TrimSpace(line)) + "\n")
		}
	}
	if inExample {
		b.WriteString(endExample)
	}
}

// roff escapes a line for roff, so that each of its characters is printed as it is.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`).Replace(line)
	// A line that begins with a dot would be a request to roff; \& stands for nothing and moves the dot from the
	// beginning.
	if strings.HasPrefix(line, ".") {
		return `\&` + line
	}
	return line
}
