package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"kokyu/cmd/cli"
	"kokyu/cmd/cli/clitest"
)

// Whatever is typed as the argument or the setting of any command, the sentence that refuses it is safe to print.
func TestHostileWordsOfACommandLineArePrintedSafely(t *testing.T) {
	clitest.HostileWords(t, 80, (&app{&cli.App{}}).root(), func(args []string) (string, string) {
		var out, errs bytes.Buffer
		a := &app{&cli.App{In: strings.NewReader(""), Out: &out, Err: &errs}}
		root := a.root()
		root.SetArgs(args)
		a.Fail(root.ExecuteContext(context.WithoutCancel(t.Context())))
		return out.String(), errs.String()
	})
}

// What --json prints is what its schema says.
func TestOutputFitsItsSchema(t *testing.T) { clitest.SchemasResolve(t, schemas) }
