package serve

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The quick starts of docs/programs.md work, as far as this machine has what they need.
func TestTheQuickStartsWork(t *testing.T) {
	page, err := os.ReadFile("../../docs/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## A server\n")
	section, _, _ = strings.Cut(section, "\n## ")
	runs := map[string][]string{"sh": {"sh"}, "python": {"python3"}, "js": {"node", "--input-type=module"}}
	n := 0
	for part := range strings.SplitSeq(section, "\n```") {
		kind, code, _ := strings.Cut(part, "\n")
		with := runs[kind]
		if with == nil {
			continue
		}
		n++
		if lines := strings.Count(code, "\n"); lines > 30 {
			t.Errorf("a quick start in %s has %d lines", kind, lines)
		}
		if _, err := exec.LookPath(with[0]); err != nil || kind == "sh" && !has("curl") {
			t.Logf("%s is not there", with[0])
			continue
		}
		s := serving(t, Options{Nodes: 100}, ServerOptions{})
		cmd := exec.Command(with[0], with[1:]...)
		cmd.Stdin, cmd.Dir, cmd.Env = strings.NewReader(code), t.TempDir(), append(os.Environ(), "KOKYU="+s.url)
		out, err := cmd.CombinedOutput()
		if err != nil || len(out) == 0 || strings.Contains(string(out), "urn:kokyu:") {
			if kind != "python" || err != nil {
				t.Errorf("%s: %v\n%s", kind, err, out)
			}
		}
		if kind == "sh" {
			if there, err := os.ReadFile(filepath.Join(cmd.Dir, "there.yaml")); err != nil || !strings.Contains(string(there), "system: breath") {
				t.Errorf("there.yaml: %s, %v", there, err)
			}
		}
	}
	if n != 4 {
		t.Errorf("%d quick starts, want 4", n)
	}
}

func has(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}
