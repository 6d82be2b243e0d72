package clitest

import (
	"fmt"
	"slices"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/cmd/cli"
)

// Hostile is a text that must be shown to nobody as it is: it clears a screen, sets a title, reverses what follows,
// ends an element of a page and begins a script.
const Hostile = "\x1b[2J\x1b]0;x\x07\u202e</p><script>alert(1)</script>\n\r\x00"

// Harmless returns an error if a text has characters in it that a terminal would obey, or that reverse others.
func Harmless(text string) error {
	for i, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			from, to := max(0, i-40), min(len(text), i+40)
			return fmt.Errorf("%q stands in %q", r, text[from:to])
		}
	}
	return nil
}

// HostileWords tests that whatever is typed as an argument or a flag of any command, the sentence that
// refuses it is safe to print. entered runs a command line and returns what it prints. It is an error if
// fewer than least lines are tried: then commands are missing.
func HostileWords(t *testing.T, least int, root *cobra.Command, entered func(args []string) (out, errs string)) {
	t.Helper()
	tried := 0
	for _, cmd := range root.Commands() {
		name := cmd.Name()
		if name == "completion" || name == "help" {
			continue
		}
		// As a word, as a file that is not there, as a flag, and as the value of a flag.
		lines := [][]string{{name, Hostile}, {name, "./" + Hostile + ".jsonl"},
			{name, "--" + Hostile}, {name, "--config", Hostile}}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() != "bool" && f.Name != "help" {
				lines = append(lines, []string{name, Hostile, "--" + f.Name, Hostile})
			}
		})
		for _, args := range lines {
			for _, json := range []bool{false, true} {
				if json {
					args = append(slices.Clone(args), "--json")
				}
				tried++
				out, errs := entered(args)
				for face, text := range map[string]string{"stdout": out, "stderr": errs} {
					if err := Harmless(text); err != nil {
						t.Errorf("%s %q, %s: %v", root.Name(), args, face, err)
					}
				}
			}
		}
	}
	if tried < least {
		t.Errorf("%d command lines were tried", tried)
	}
}

// SchemasResolve tests that the schemas of what --json prints can be made and resolved.
func SchemasResolve(t *testing.T, printed cli.Schemas) {
	t.Helper()
	for name, make := range printed {
		s, err := make()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := s.Resolve(nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
