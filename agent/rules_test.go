package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// A record says by the digest of which rules it was written. The digest is of what the rules do: of fights at random of every
// built-in encounter and of drawn ones, with a GM's edits, all their steps, events and positions. It changes when one of these
// goes otherwise, and not when only the code does. -update writes it anew: records of before are then of other rules, and say so.
func TestTheDigestOfTheRulesIsThatOfWhatTheyDo(t *testing.T) {
	for _, name := range Systems() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rulestest.Golden(t, filepath.Join("..", "rules", name, "data", "rules.txt"), rulesDigest(t, name)+"\n")
		})
	}
}

// Of how many fights the digest is.
const (
	digestSeeds = 2   // of each built-in encounter
	digestDrawn = 10  // random encounters
	digestSteps = 120 // of a fight, at most
)

func rulesDigest(t *testing.T, system string) string {
	t.Helper()
	h := sha256.New()
	add := func(f *fight.Fight, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 49))
		for n := 1; n <= digestSteps && f.Turn().Kind != rules.Over; n++ {
			at := len(f.Steps())
			switch {
			case n == 30 && f.Turn().Begins:
				_, _ = f.Edit(f.Name(f.Turn().Seat)+" wounds=1", "to see") // what is refused is part of it
			case n == 60:
				_ = join(f)
			}
			var err error
			if f.Turn().Kind == rules.Chance {
				_, err = f.Roll()
			} else {
				options := f.Options()
				fmt.Fprint(h, len(options))
				_, err = f.Play(options[r.IntN(len(options))].Action)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range f.Steps()[at:] {
				fmt.Fprintf(h, "%s %v %s %s\n", step.Line(), step.P, rules.JSONText(step.Events), step.Now)
			}
		}
	}
	for _, name := range Encounters(system) {
		for seed := range uint64(digestSeeds) {
			add(builtin(t, name, seed+1), seed+1)
		}
	}
	for seed := range uint64(digestDrawn) {
		_, f, err := Builtin().Unplanned(system, seed+1)
		if err != nil {
			t.Fatal(err)
		}
		add(f, seed+1)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}
