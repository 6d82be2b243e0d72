package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// What each command prints with --json is what the schema of its name says.
func TestEachCommandPrintsWhatItsSchemaSays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	record, file := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "f.yaml")
	for _, line := range []string{"fight mirror --nodes 50 --voice none --record " + record, "new " + file} {
		if code, _, errs := ended(t, "", strings.Fields(line)...); code != 0 {
			t.Fatal(errs)
		}
	}
	for schema, line := range map[string]string{
		"carry":              "carry " + record,
		"replay":             "replay " + record,
		"replay-at":          "replay --at 1 " + record,
		"review":             "review --nodes 50 " + record,
		"review-as-recorded": "review --as-recorded " + record,
		"advise":             "advise mirror --nodes 50",
		"fight":              "fight mirror --nodes 50 --voice none",
		"fight-count":        "fight mirror --count 2 --seat first=random --seat second=random",
		"sheet":              "sheet ronin --system keep",
		"sheets":             "sheet " + file,
		"help":               "help parry",
		"check":              "check " + file,
	} {
		code, out, errs := ended(t, "", append(strings.Fields(line), "--json")...)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s%s", line, code, out, errs)
		} else if err := conforms([]byte(out), schema); err != nil {
			t.Errorf("%s: not as the schema %s says: %v\n%s", line, schema, err, out)
		}
	}
}

// A mistake is one line of JSON, as all else that table and --stream print.
func TestAMistakeIsALine(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"table mirror --as Kagami --json", "table --json --bad", "fight nowhere --json --stream"} {
		_, out, _ := ended(t, "", strings.Fields(line)...)
		if strings.Count(out, "\n") != 1 || !strings.HasPrefix(out, `{"errors":[{`) {
			t.Errorf("%s: not a line: %s", line, out)
		}
	}
}
