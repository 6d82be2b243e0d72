package main

import (
	"testing"

	"kokyu/rules"
)

// Who has to answer a feint is not shown that it is one.
func TestASecretIsNotShownInShort(t *testing.T) {
	steps := []rules.Step{{N: 1, Seat: "Ann", Do: "long sword cut > Bea"}, {N: 2, Seat: "Ann", Do: "feint", Secret: true}}
	if got, want := inShort(steps), "Ann: long sword cut > Bea"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
