package main

import (
	"strings"
	"testing"

	"kokyu/rules/strict"
)

// The record of an evening is called as its encounter, as far as every system takes that for a file's name.
func TestARecordIsNamedForEverySystem(t *testing.T) {
	for encounter, want := range map[string]string{
		"ambush": "ambush-3.jsonl", "night/The Bridge.yaml": "The-Bridge-3.jsonl", "été.yaml": "été-3.jsonl", "a.b.yaml": "a.b-3.jsonl",
		"nul": "nul-3.jsonl", "COM1.yaml": "COM1-3.jsonl", "aux .yaml": "aux--3.jsonl", "what?.yaml": "what--3.jsonl", "x:y.yaml": "x-y-3.jsonl",
		"-": "fight-3.jsonl", "": "fight-3.jsonl", "..yaml": "fight-3.jsonl", "./.hidden.yaml": "hidden-3.jsonl", "--count.yaml": "count-3.jsonl",
		"bell\a.yaml": "bell--3.jsonl",
	} {
		if got := eveningName(encounter, 3); got != want {
			t.Errorf("%q: %q, want %q", encounter, got, want)
		}
	}
	for _, encounter := range []string{`C:\fights\night.yaml`, `\\host\share\night.yaml`, `C:night.yaml`, `con:`, `..\..\night.yaml`, "a\x00b", "night.yaml:stream", "x. .yaml"} {
		if got := eveningName(encounter, 1); !strict.Bare(got) || !strings.HasSuffix(got, "-1.jsonl") {
			t.Errorf("%q: %q is no name of a file on every system", encounter, got)
		}
	}
}
