package session_test

import (
	"strings"
	"testing"

	"kokyu/agent/session"
)

// A word of the prompt is no operation for programs: the error says which operation is meant.
func TestAWordOfThePromptIsNoOperation(t *testing.T) {
	for _, o := range session.Operations() {
		for _, also := range o.Also {
			if _, err := session.OperationNamed(also); err == nil || !strings.Contains(err.Error(), `"`+o.Name+`"`) {
				t.Errorf("%s: %v, want an error that names %s", also, err, o.Name)
			}
			if found, _, err := session.FindSpoken(also); err != nil || found.Name != o.Name {
				t.Errorf("%s at the prompt is %s, %v", also, found.Name, err)
			}
		}
	}
}
