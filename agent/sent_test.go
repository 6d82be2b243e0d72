package agent

import (
	"strings"
	"testing"
)

// What a program sends is a built-in encounter's name, or a text if it has a newline or a brace; a name is offered whatever
// else the caller knows.
func TestWhatIsSentIsANameOrAText(t *testing.T) {
	for sent, want := range map[string]string{" oni ": "oni", "oni\n": "", "version\n": "", "{system: breath}": "", "oni: 1\nversion: 1": ""} {
		name, data, err := SentEncounter(sent)
		if err != nil || (want == "") != (name == "") || want == "" && string(data) != sent {
			t.Errorf("%q is %q, %d bytes, %v", sent, name, len(data), err)
		}
	}
	if _, _, err := SentEncounter("randon", "random"); err == nil || !strings.Contains(err.Error(), "did you mean random?") {
		t.Error(err)
	}
}
