package keep

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A blow does more than a step towards the foe, that more than ending the turn, and that more than walking up and down; of
// stances those that strike do more than those that ward.
func TestActivityOfPacingIsLeast(t *testing.T) {
	b := begun(t, builtin(t, "sake-house"))
	activities := func() map[string]int {
		g, s := b.position()
		said := map[string]int{}
		for _, o := range b.f.Options() {
			said[o.Words] = g.Activity(&s, o.Action)
		}
		return said
	}
	seen, rng := map[int]bool{}, rand.New(rand.NewPCG(1, 0))
	for range 400 {
		if _, _, over := b.f.Winner(); over {
			break
		}
		g, s := b.position()
		for words, got := range activities() {
			want := -1
			switch {
			case s.phase == phOpening || s.phase == phStance:
				want = 1
				if words == "air" || words == "earth" {
					want = 0
				}
			case s.phase != phAct && s.phase != phExtra:
				want = 0
			case words == "end the turn" || words == "defend":
				want = 1
			case strings.HasPrefix(words, "katana > "), strings.HasPrefix(words, "yari > "), strings.HasPrefix(words, "grapple > "):
				want = 3
			case strings.HasPrefix(words, "step > "), strings.HasPrefix(words, "move > "):
				a, err := g.Parse(&s, words)
				if err != nil {
					t.Fatal(err)
				}
				if i := int(s.actor); s.moved == 0 && g.nearest(&s, i, a.To) < g.nearest(&s, i, s.seats[i].square) {
					want = 2
				} else {
					want = 0
				}
			}
			if want < 0 {
				continue
			}
			seen[want] = true
			if got != want {
				t.Fatalf("%s: activity %d, want %d", words, got, want)
			}
		}
		if options := b.f.Options(); len(options) > 0 {
			b.play(options[rng.IntN(len(options))].Words)
		} else {
			b.pass()
		}
	}
	for n := range 4 {
		if !seen[n] {
			t.Errorf("nothing seen: activity %d", n)
		}
	}
	if alone, many := builtin(t, "bridge").Epsilon(), builtin(t, "sake-house").Epsilon(); alone >= many {
		t.Errorf("epsilon is %v where two are alone and %v in a crowd, want less where two are alone", alone, many)
	}
}
