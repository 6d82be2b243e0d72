package serve

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent/session"
)

// A kept fight whose record other rules wrote does not go on in silence: whoever uses it is told, nothing is written, and its GM
// alone lets it go on, after which it does for everybody, and when the server is started anew.
func TestAKeptFightOfOtherRulesGoesOnWhenItsGMSaysSo(t *testing.T) {
	dir := t.TempDir()
	f := opened(t, dir, Options{})
	b, as := begun(t, f, Begin{Encounter: json.RawMessage(`"ambush"`), Seed: 1})
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(filepath.Join("..", "testdata", "records", "1123-ambush.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, b.ID+recordExt)
	if err := os.WriteFile(path, old, 0o600); err != nil {
		t.Fatal(err)
	}
	f = opened(t, dir, Options{})
	refused := func(who, op string) {
		t.Helper()
		_, err := f.Call(t.Context(), as[who], op, nil, Terms{})
		if err == nil || CodeOf(err) != session.NotNow && CodeOf(err) != session.NotYours || op != newRules &&
			!strings.Contains(err.Error(), "written under other rules of breath") {
			t.Errorf("%s of %s: %v (%s)", op, who, err, CodeOf(err))
		}
		if now, _ := os.ReadFile(path); !bytes.Equal(now, old) {
			t.Fatalf("%s of %s has changed the record", op, who)
		}
	}
	for _, who := range []string{"gm", "Tomoe", "watcher"} {
		for _, op := range []string{"state", "undo", "play", "tale"} {
			refused(who, op)
		}
		k, is, err := f.OldRulesFight(as[who])
		if err != nil || !is || !k.GoesOn || len(k.Record.Steps) != 99 || !strings.Contains(k.Difference, "p is now 0.64, the record has 0.45") {
			t.Errorf("%s: %v %v %s", who, is, err, k.Difference)
		}
	}
	refused("Tomoe", newRules)
	refused("watcher", newRules)
	out, err := f.Call(t.Context(), as["gm"], newRules, nil, Terms{})
	if err != nil || out.Steps != 100 {
		t.Fatal(out, err)
	}
	for range 2 {
		for _, who := range []string{"gm", "Tomoe", "watcher"} {
			if out, err := f.Call(t.Context(), as[who], "state", nil, Terms{}); err != nil || out.Steps != 100 {
				t.Errorf("%s afterwards: %v %v", who, out.Steps, err)
			}
		}
		if _, is, err := f.OldRulesFight(as["gm"]); is || err != nil {
			t.Error("it is kept still", err)
		}
		if _, err := f.Call(t.Context(), as["gm"], newRules, nil, Terms{}); CodeOf(err) != session.NotNow {
			t.Errorf("again: %v", err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		f = opened(t, dir, Options{})
	}
	if now, _ := os.ReadFile(path); !bytes.HasPrefix(now, old) || bytes.Count(now, []byte("\n")) != bytes.Count(old, []byte("\n"))+1 {
		t.Error("more has been written than that it goes on")
	}
}
