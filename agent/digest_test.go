package agent

import (
	"context"
	"crypto/sha256"
	"testing"
	"time"

	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// A digest is another for whoever decides otherwise where a fight begins, or weighs it otherwise, and the same for who
// does not; the fights stay where they are.
func TestDigestsTellAgentsApart(t *testing.T) {
	f, other := builtin(t, "oni", 1), builtin(t, "gate", 1)
	moves := f.Moves()
	of := func(a Agent, fights ...*fight.Fight) string {
		d, err := Digest(t.Context(), a, fights)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	lim := search.Limits{Nodes: 2000}
	seen := map[string]string{}
	for name, d := range map[string]string{
		"search":                    of(&Search{Limits: lim}, f),
		"search elsewhere":          of(&Search{Limits: lim}, other),
		"search in both":            of(&Search{Limits: lim}, f, other),
		"search with other weights": of(&Search{Limits: lim, Leaf: Weights{{Name: "rest", Value: 0.3}}}, f),
		"search as level 2":         of(WithCharacter(&Search{Limits: lim}, book.Character{Level: 2}), f),
		"a search of another name":  of(renamed{&Search{Limits: lim}, "another"}, f),
		"greedy":                    of(Greedy{}, f),
		"greedy called random":      of(renamed{Greedy{}, Random{}.String()}, f),
		"random":                    of(Random{}, f),
	} {
		if len(d) != 16 || seen[d] != "" {
			t.Errorf("the digest of %s is %q, which is also that of %s", name, d, seen[d])
		}
		seen[d] = name
	}
	if d := of(&Search{Limits: lim}, f); seen[d] != "search" {
		t.Errorf("the same search has the digest %s, that of %s", d, seen[d])
	}
	// Of the same name, what is decided makes the difference, and what it is worth.
	if of(renamed{Greedy{}, "x"}, f) == of(renamed{Random{}, "x"}, f) {
		t.Error("two who decide otherwise have one digest")
	}
	deeds := map[string]bool{}
	for _, rest := range []float64{1.1, 1.11} {
		h := sha256.New()
		if err := digest(t.Context(), h, &Search{Limits: lim, Leaf: Weights{{Name: "rest", Value: rest}}}, f.Fork()); err != nil {
			t.Fatal(err)
		}
		deeds[string(h.Sum(nil))] = true
	}
	if len(deeds) != 2 {
		t.Error("two who weigh their leaves otherwise make the same of a decision")
	}
	timed := &Search{Limits: search.Limits{Time: time.Millisecond}}
	if of(timed, f) != of(timed, other) {
		t.Error("of one who decides by the clock more is told than the name")
	}
	if f.Moves() != moves {
		t.Errorf("the fight was moved by %d steps", f.Moves()-moves)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Digest(ctx, &Search{Limits: lim}, []*fight.Fight{f}); err == nil {
		t.Error("a cancelled digest has no error")
	}
}

// renamed is an agent that goes by another name.
type renamed struct {
	Agent
	name string
}

func (a renamed) String() string { return a.name }
