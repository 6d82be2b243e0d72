package tempo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kokyu/rules"
)

// anyPlay plays a fight with decisions and dice drawn evenly, and shows each position where somebody decides.
func anyPlay(g *Game, seed uint64, see func(s *State)) {
	r := rand.New(rand.NewPCG(seed, 0))
	s := g.Start()
	for range 3000 {
		switch t := g.Turn(&s); t.Kind {
		case rules.Over:
			return
		case rules.Chance:
			all := g.Odds(&s, nil)
			g.Play(&s, all[r.IntN(len(all))].Action, nil)
		default:
			see(&s)
			all := g.Actions(&s, nil)
			g.Play(&s, all[r.IntN(len(all))], nil)
		}
	}
}

// What is passed over differs in nothing from what is looked at: for each square left out there is one of its kind, no
// farther away, and all else stays, in its order.
func TestOnlySquaresOfOneKindArePassedOver(t *testing.T) {
	for _, name := range []string{"brawl", "archers"} {
		g := builtin(t, name)
		shown, legal := 0, 0
		anyPlay(g, 3, func(s *State) {
			i := int(g.Turn(s).Seat)
			all, some := g.Actions(s, nil), g.Representatives(s, nil)
			legal, shown = legal+len(all), shown+len(some)
			moves := func(a rules.Action) bool {
				return a.To != 0 && (a.Do == doMove || a.Do == doCombatMove || a.Do == doStep)
			}
			for _, a := range all {
				if !slices.ContainsFunc(some, func(b rules.Action) bool {
					return a == b || moves(a) && a.Do == b.Do && g.kindOf(s, i, a.To) == g.kindOf(s, i, b.To) &&
						g.ground.far(s.seats[i].square, b.To) <= g.ground.far(s.seats[i].square, a.To)
				}) {
					t.Fatalf("%s: nothing stands for %s", name, g.Format(s, a))
				}
			}
			for _, a := range some {
				if !slices.Contains(all, a) {
					t.Fatalf("%s: %s is not legal", name, g.Format(s, a))
				}
			}
		})
		if shown*2 > legal {
			t.Errorf("%s: %d of %d decisions are looked at, want at most half", name, shown, legal)
		}
	}
	if builtin(t, "crossing").HasRepresentatives() {
		t.Error("two alone are shown representatives only")
	}
}

// A strike within epsilon of the best comes before waiting, in one's own turn and nowhere else.
func TestActivityOfStrikes(t *testing.T) {
	g := builtin(t, "brawl")
	anyPlay(g, 5, func(s *State) {
		for _, a := range g.Actions(s, nil) {
			want := 0
			if s.phase == phTurn && strikes(a.Do) && a.Do != doPress {
				want = 1
			}
			if got := g.Activity(s, a); got != want {
				t.Fatalf("%s: activity %d, want %d", g.Format(s, a), got, want)
			}
		}
	})
}
