package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// answers says of every built-in encounter what the program advises with a budget of nodes, and by a digest what the record of a fight
// is that it has played to its end. Searches run in slices, as those of a server do.
func answers(t *testing.T) (lines []string, thought time.Duration) {
	t.Helper()
	fights, err := serve.Open(t.TempDir(), serve.Options{Nodes: 40, Budget: time.Hour, MaxThinkTime: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer fights.Close()
	for _, name := range agent.Encounters() {
		call := func(id, op string, in any) any {
			out, err := fights.Call(t.Context(), serve.FullAccess(id), op, in, serve.Terms{})
			if err != nil {
				t.Fatal(name, op, err)
			}
			return out.Out
		}
		begin := serve.Begin{Encounter: json.RawMessage(`"` + name + `"`), Seed: 55}
		asked, err := fights.Begin(t.Context(), begin)
		if err != nil {
			t.Fatal(err)
		}
		call(asked.ID, "play", nil) // to the first decision
		start := time.Now()
		advised := call(asked.ID, "advise", session.Looked{Nodes: 2000})
		thought += time.Since(start)
		says, err := json.Marshal(advised)
		if err != nil {
			t.Fatal(err)
		}
		begin.Ask = new(false)
		played, err := fights.Begin(t.Context(), begin)
		if err != nil {
			t.Fatal(err)
		}
		call(played.ID, "play", nil)
		if state := call(played.ID, "state", nil).(session.State); state.Question.Kind != session.Over {
			t.Errorf("%s waits for %v", name, state.Question)
		}
		record, err := fights.Record(t.Context(), serve.FullAccess(played.ID))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", name, digestOf(says), digestOf(record)))
	}
	return lines, thought
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// toldFile names the file into which the test writes its answers where WebAssembly runs it.
const toldFile = "KOKYU_TAB_ANSWERS"

// With the same nodes WebAssembly gives the same advice as the native program in every built-in encounter, and plays fights with the same
// records, byte for byte.
func TestWebAssemblyAnswersAlike(t *testing.T) {
	if os.Getenv("LONG") == "" {
		t.Skip("LONG=1 compares WebAssembly with the native program in every built-in encounter")
	}
	lines, thought := answers(t)
	said := strings.Join(append(lines, thought.String()), "\n")
	if path := os.Getenv(toldFile); path != "" {
		if err := os.WriteFile(path, []byte(said), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node on this machine: WebAssembly was not run")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	told := filepath.Join(t.TempDir(), "told")
	cmd := exec.Command("go", "test", "-run", "^"+t.Name()+"$", "-exec", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec"), ".")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "LONG=1", toldFile+"="+told)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(told)
	if err != nil {
		t.Fatal(err)
	}
	there := strings.Split(string(data), "\n")
	for i, line := range lines {
		if i >= len(there) || there[i] != line {
			t.Errorf("WebAssembly answers %q, natively it is %q", there[min(i, len(there)-1)], line)
		}
	}
	if took, err := time.ParseDuration(there[len(there)-1]); err == nil {
		t.Logf("%d encounters are the same; thinking takes %v, natively %v: %.1f times as long", len(lines), took.Round(time.Millisecond),
			thought.Round(time.Millisecond), took.Seconds()/thought.Seconds())
	}
}
