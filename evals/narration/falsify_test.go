package narration

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

// heldDigest is of all falsehoods made from the held half, as they were before the verifier had any words.
const heldDigest = "81bb4ed79be1aedd93f80b4eb77e09bf7515274b800773892aa20228a02e9dc6"

// What the verifier is measured on is what it was before the verifier had a word: the held half and the falsehoods made of
// it are the same to the letter.
func TestTheHeldFalsehoodsAreThoseOfBefore(t *testing.T) {
	sum, n := sha256.New(), map[string]int{}
	for i, p := range corpus(t, Held) {
		fmt.Fprintf(sum, "%+v\n", p)
		for _, f := range Falsify(p, i, eachMax) {
			n[f.Class]++
			fmt.Fprintf(sum, "%+v\n", f)
		}
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != heldDigest {
		t.Errorf("digest %s, want %s: made %v", got, heldDigest, n)
	}
}

// Every falsehood differs from what it was made of, in its words or in its fight.
func TestAFalsehoodIsNotWhatItWasMadeOf(t *testing.T) {
	for _, half := range []string{Held, Open} {
		for i, p := range corpus(t, half) {
			for _, f := range Falsify(p, i, eachMax) {
				if fmt.Sprintf("%+v", f.Passage) == fmt.Sprintf("%+v", p) {
					t.Errorf("%s: %s is unchanged", f.Class, p.Text)
				}
			}
		}
	}
}

func corpus(t testing.TB, half string) []Passage {
	t.Helper()
	list, err := Corpus(half)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
