package keep

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
)

// A blow does more than a step towards the foe, that more than ending the turn, and that more than walking up and down; of
// stances those that strike do more than those that ward.
func TestActivityOfPacingIsLeast(t *testing.T) {
	b := begun(t, builtin(t, "sake-house"))
	activities := func() map[string]int {
		g, s := b.position()
		said := map[string]int{}
		for _, o := range b.f.Options() {
			said[o.Words] = g.activity(&s, o.Action)
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
				if words == "air" || words == "earth" || words == "void" {
					want = 0
				}
			case s.phase != phAct && s.phase != phExtra:
				want = 0
			case words == "end the turn" || words == "defend":
				want = 1
			case strings.HasPrefix(words, "katana > "), strings.HasPrefix(words, "yari > "), strings.HasPrefix(words, "grapple > "):
				want = 3
			case strings.HasPrefix(words, "step > "), strings.HasPrefix(words, "move > "):
				a, err := rules.ParseAction(g, &s, words)
				if err != nil {
					t.Fatal(err)
				}
				if i := int(s.actor); s.moved == 0 && g.field(&s).Nears(i, a.To) > 0 {
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
	if alone, many := builtin(t, "bridge").Hooks().Epsilon, builtin(t, "sake-house").Hooks().Epsilon; alone >= many {
		t.Errorf("epsilon is %v where two are alone and %v in a crowd, want less where two are alone", alone, many)
	}
}

// Who has walked off with one of its two Simple Actions, or stands in Air, strikes no more (RK-18, RK-80): it is worth what it is once
// its turn has ended. It was worth 23 thousandths of a win more, so that to walk about beat the blow that fells a foe.
func TestWhoCannotStrikeAnyMoreHasNoBlowToCome(t *testing.T) {
	met := 0
	for seed := range uint64(6) {
		b, rng := begun(t, builtin(t, "sake-house")), rand.New(rand.NewPCG(seed, 0))
		for range 300 {
			if _, _, over := b.f.Winner(); over {
				break
			}
			g, s := b.position()
			warded := func(c seat) bool { return c.guards != 0 || c.stance != water && c.stance != air }
			if s.phase == phAct && (s.simpleLeft == 1 || s.seats[s.actor].stance == air) && !slices.ContainsFunc(s.seats[:g.n], warded) {
				next := s
				if g.Play(&next, rules.Action{Do: doEnd, At: rules.Nobody}, nil); next.round == s.round && next.phase == phStance {
					met++
					if now, then := g.Score(&s), g.Score(&next); math.Abs(now-then) > 1e-3 {
						t.Fatalf("seed %d: %s with a blow no more is worth %v, once its turn has ended %v", seed, g.name(int(s.actor)), now, then)
					}
				}
			}
			if options := b.f.Options(); len(options) > 0 {
				words := options[rng.IntN(len(options))].Words
				if slices.Contains([]string{"fire", "earth", "void"}, words) {
					words = []string{"air", "water"}[rng.IntN(2)]
				}
				b.play(words)
			} else {
				b.pass()
			}
		}
	}
	if met == 0 {
		t.Error("nobody has walked")
	}
}
