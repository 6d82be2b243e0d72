package main

import (
	"strings"
	"testing"

	"kokyu/agent/narrate"
	"kokyu/agent/narrate/page"
	"kokyu/cmd/cli"
)

// A passage of which nothing is told takes no line: of a record that breaks off the last step may be one.
func TestAPassageWithoutWordsTakesNoLine(t *testing.T) {
	tale := &page.Tale{Title: "A Test", Passages: []narrate.Passage{{Text: "Aki strikes."}, {Law: []string{"R1 Aki waits"}}}}
	var out strings.Builder
	if err := writeText(tale, &out, cli.Paint(false), "none"); err != nil || strings.Contains(out.String(), "\n\n\n") {
		t.Errorf("%q, %v", out.String(), err)
	}
	out.Reset()
	if err := writeText(tale, &out, cli.Paint(false), "inline"); err != nil || !strings.Contains(out.String(), "\n\nR1 Aki waits\n") {
		t.Errorf("with the law: %q, %v", out.String(), err)
	}
}
