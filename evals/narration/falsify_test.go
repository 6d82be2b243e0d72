package narration

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

// heldDigest is of all falsehoods made from the held half, as they were before the verifier had any words.
const heldDigest = "c5b3eead3edf9f4c992d20c98cbc857e351045348f36b787b2a3d6e82f2a8efa"

// What the verifier is measured on is what it was before the verifier had a word: the held half and the falsehoods made of
// it are the same to the letter.
func TestTheHeldFalsehoodsAreThoseOfBefore(t *testing.T) {
	sum, n := sha256.New(), map[string]int{}
	for i, p := range corpus(t, Held) {
		fmt.Fprintln(sum, p.Style, written(p))
		for _, f := range Falsify(p, i, eachMax) {
			n[f.Class]++
			fmt.Fprintln(sum, f.Class, written(f.Passage))
		}
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != heldDigest {
		t.Errorf("digest %s, want %s: made %v", got, heldDigest, n)
	}
}

// written is a passage with what the corpus says of its moments.
func written(p Passage) string {
	text := fmt.Sprintf("%s %v %s", p.System, p.Paragraph.Setting, p.Text)
	for _, f := range p.Paragraph.Facts {
		m := f.Moment
		text += fmt.Sprintf(" | %s %s %s %s %s %d %s %t", m.Frame, f.By, f.To, m.Family, m.Where, m.Wounds, m.Distance, m.Reserved)
	}
	return text
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
