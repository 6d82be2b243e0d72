package main

import (
	"testing"

	"kokyu/agent"
)

// A mix is told in the order of its shares.
func TestAMixIsToldInOneLine(t *testing.T) {
	if got, want := mix([]agent.Share{{Do: "attack", P: 0.7}, {Do: "feint", P: 0.3}}), "attack 70 %, feint 30 %"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
