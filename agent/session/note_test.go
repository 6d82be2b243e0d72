package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kokyu/agent"
)

// No operation answers with the GM's note, whoever asks, and no record for programs has it; the record on disk keeps it, and a
// fight that goes on from there.
func TestNoOperationTellsTheGMsNote(t *testing.T) {
	const secret = "lord's son"
	for _, system := range agent.Systems() {
		name := agent.Encounters(system)[0]
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		path := t.TempDir() + "/fight.jsonl"
		s, err := Open(agent.Builtin(), name, append(data, "\ngm: He is the "+secret+".\n"...),
			Setup{Seed: 1, Standard: agent.Greedy{}, Voice: "scent", Record: path})
		if err != nil {
			t.Fatal(err)
		}
		seat := s.Roster()[0].Name
		for _, c := range []Client{{Session: s}, {Session: s, As: seat}, {Session: s, Watches: true}} {
			for _, line := range []string{"play 3", "play"} {
				c.Line(t.Context(), line)
			}
			for _, o := range Operations() {
				if o.Asks && o.Name != "save" {
					out, err := c.Line(t.Context(), o.Name)
					answer, _ := json.Marshal(out)
					if said := string(answer) + fmt.Sprint(err); strings.Contains(said, secret) {
						t.Errorf("%s: %s of %q has the note: %s", system, o.Name, c.As, said)
					}
				}
			}
			var record bytes.Buffer
			if err := c.WriteRecord(&record); err != nil || strings.Contains(record.String(), secret) {
				t.Errorf("%s: the record for %q has the note, or %v", system, c.As, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		again, _, err := Resume(path, "none", func(string) (agent.Agent, error) { return agent.Greedy{}, nil })
		if err != nil {
			t.Fatal(err)
		}
		if again.Secret() != "He is the "+secret+"." {
			t.Errorf("%s: resumed with the note %q", system, again.Secret())
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
