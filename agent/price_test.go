package agent

import (
	"strings"
	"testing"
)

// What a puppet throws for who commands it is its check, not a foe's throw against it.
func TestAPuppetThrowsForItsMaster(t *testing.T) {
	p, err := bind(builtin(t, "strings", 1))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, o := range (View{player: p}).PricedOptions() {
		if strings.HasPrefix(o.Words, "command ") && strings.Contains(o.Words, "needle arm") {
			if n++; o.Check == nil || o.Against != nil {
				t.Errorf("%s: the check is %v, and %v is thrown against it", o.Words, o.Check, o.Against)
			}
		}
	}
	if n == 0 {
		t.Error("no command is looked at")
	}
}
