package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// A record as kokyu writes it is read, counted and replayed; one with a changed byte is refused with its line.
func TestARecordIsRead(t *testing.T) {
	name, data, err := agent.ReadEncounter("ambush")
	if err != nil {
		t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	seats, err := agent.AssignAgents(f.Roster(), agent.Greedy{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Run(t.Context(), f, seats, func(rules.Step) error { return nil }); err != nil {
		t.Fatal(err)
	}
	var record bytes.Buffer
	if err := fight.WriteRecord(&record, f.Header(), f.Steps()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "ambush.jsonl")
	if err := os.WriteFile(path, record.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(&out, path); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Tomoe: ", "Wounds of ", "replayed to the same events\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.String())
		}
	}

	damaged := bytes.Replace(record.Bytes(), []byte(`"roll":[`), []byte(`"roll":[1`), 1)
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(&out, path); err == nil || !strings.Contains(err.Error(), "ambush.jsonl:") {
		t.Errorf("a damaged record: %v, want a sentence with the place", err)
	}
}
