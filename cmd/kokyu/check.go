package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// checkedFile is a file without mistakes.
type checkedFile struct {
	File string `json:"file"`
	Kind string `json:"kind"` // encounter, catalogue, carry, record
}

// checkReport is what check prints with --json. For people each file has a line, and each mistake its place
// with what would be right:
//
//	b.yaml:4:8: sides is the text "none": want a list (- item)
type checkReport struct {
	Files  []checkedFile `json:"files"`
	Due    []string      `json:"due,omitempty"` // what casters in the files may still choose
	Remark []string      `json:"remarks,omitempty"`
	Errors []serve.Fault `json:"errors"`
}

// check returns the command that lists all mistakes in files. It goes on after a file with mistakes; records are
// replayed.
func (a *app) check() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check FILE... | ENCOUNTER... | -",
		Short: "List all mistakes in encounters, catalogue files and records",
		Args:  cli.Arguments(1, 1000, "one or more files"),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.Catalogue()
			if err != nil {
				return err
			}
			report := checkReport{Files: []checkedFile{}, Errors: []serve.Fault{}}
			// The last error of a record that differs from its replay, and the last of any other mistake. The exit code is 1 if
			// there are only differences, which are verdicts, and 2 otherwise.
			var differs, wrong error
			for _, name := range args {
				name, data, within, err := a.readForCheck(name)
				kind := "file"
				if err == nil {
					kind, err = c.Check(name, data)
				}
				if err == nil {
					report.Files = append(report.Files, checkedFile{name, kind})
					if !a.JSON {
						a.Say("%s: %s, nothing wrong", text.Escape(name), text.Either(within, "the "+kind+" in it", kind))
					}
					if kind != "record" {
						report.Due = append(report.Due, a.printRemarks(name, dueSpells(c, name, data))...)
						remarks, _ := c.Remarks(name, data) // the file was sound a moment ago
						report.Remark = append(report.Remark, a.printRemarks(name, remarks)...)
					}
					continue
				}
				// Each mistake is printed at once, so that the error at the end only sets the exit code.
				fmt.Fprintln(a.Err, a.Sentence(err))
				report.Errors = append(report.Errors, serve.FaultsOf(err)...)
				if _, ok := errors.AsType[*fight.Difference](err); ok {
					differs = cli.SaidError(cli.Verdict(err))
				} else {
					wrong = cli.SaidError(err)
				}
			}
			if a.JSON {
				if err := a.Object(report); err != nil {
					return err
				}
			}
			if wrong != nil {
				return wrong
			}
			return differs
		},
	}
	config.Flag(cmd.Flags(), "data", "data")
	return cmd
}

// printRemarks prints remarks about a sound file, a line each, and returns them.
func (a *app) printRemarks(name string, lines []string) []string {
	for _, line := range lines {
		if !a.JSON {
			a.Say("%s: %s", text.Escape(name), line)
		}
	}
	return lines
}

// dueSpells returns which spells the casters in a sound file may still choose before they fight, a
// line each.
func dueSpells(c agent.Catalogue, name string, data []byte) (lines []string) {
	pages, err := c.Pages(name, data, book.PageRequest{})
	if err != nil { // the file was sound a moment ago
		return nil
	}
	for _, page := range pages {
		for _, says := range page.Due() {
			lines = append(lines, fmt.Sprintf("%s may still choose %s", text.Escape(page.Name), says))
		}
	}
	return lines
}

// readForCheck returns the text of a file, or of a built-in encounter. A record is read as it is: it may be
// larger than what people write. within reports whether the text is a block of a larger one.
func (a *app) readForCheck(arg string) (name string, data []byte, within bool, err error) {
	if strings.HasSuffix(arg, ".jsonl") {
		name, data, err = a.Read(arg, cli.SizeMax(arg))
		return name, data, false, err
	}
	return a.EncounterIn(arg)
}
