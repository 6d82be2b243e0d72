package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// manual returns the command that writes manual pages, which a release and a package have. It is not in the help: whoever has
// a terminal has --help. A help is plain text, and is told as that; cobra's own writer would take it for Markdown.
func (a *App) manual() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write the manual pages of all commands into a folder", Hidden: true,
		Args: Arguments(1, 1, "the folder that they are written into"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return manuals(cmd.Root(), args[0])
		},
	}
}

// manuals writes the pages of a command and of those below it: kokyu-fight.1.
func manuals(cmd *cobra.Command, dir string) error {
	if err := os.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), []byte(manualPage(cmd)), 0o644); err != nil {
		return err
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			if err := manuals(sub, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manualPage writes the page of a command, in the macros of man(7).
func manualPage(cmd *cobra.Command) string {
	var b strings.Builder
	root := cmd.Root()
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s %s\"\n", strings.ToUpper(roff(pageName(cmd))), root.Name(), roff(root.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n%s\n.SH DESCRIPTION\n", roff(pageName(cmd)), roff(cmd.Short), roff(cmd.UseLine()))
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

// roffFlags writes a list of flags, whose lines are those of the help: the flag, two spaces or more, what it does.
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

// roffText writes the text of a help: what begins with a space stands as it is, the rest is paragraphs.
func roffText(b *strings.Builder, long string) {
	as := false // it is written
	for line := range strings.SplitSeq(strings.TrimSpace(long), "\n") {
		if example := strings.HasPrefix(line, " "); example != as && line != "" {
			b.WriteString(map[bool]string{true: ".RS\n.nf\n", false: ".fi\n.RE\n"}[example])
			as = example
		}
		switch {
		case line == "" && !as:
			b.WriteString(".PP\n")
		case line != "":
			b.WriteString(roff(strings.TrimSpace(line)) + "\n")
		}
	}
	if as {
		b.WriteString(".fi\n.RE\n")
	}
}

// roff returns a line as roff prints it: no backslash, dash or quotation mark means anything else.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`).Replace(line)
	if strings.HasPrefix(line, ".") {
		return `\&` + line
	}
	return line
}
