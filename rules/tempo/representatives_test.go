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
			o := g.lookAround(s, i)
			all, some := g.Actions(s, nil), g.representatives(s, nil)
			legal, shown = legal+len(all), shown+len(some)
			moves := func(a rules.Action) bool {
				return a.To != 0 && (a.Do == doMove || a.Do == doCombatMove || a.Do == doStep)
			}
			for _, a := range all {
				if !slices.ContainsFunc(some, func(b rules.Action) bool {
					return a == b || moves(a) && a.Do == b.Do && g.kindOf(&o, a.To) == g.kindOf(&o, b.To) &&
						g.ground.Distance(s.seats[i].square, b.To) <= g.ground.Distance(s.seats[i].square, a.To)
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
	if builtin(t, "crossing").Hooks().Representatives != nil {
		t.Error("two alone are shown representatives only")
	}
	for name, want := range map[string]bool{"crossing": false, "brawl": true} {
		if h := builtin(t, name).Hooks(); (h.Representatives != nil) != want || (h.MergedOdds != nil) != want {
			t.Errorf("%s: a search is given representatives: %v, want %v", name, !want, want)
		}
	}
}

// A strike comes before all else in one's own turn, to come nearer before waiting, and waiting before walking about or
// changing weapons; nothing is graded in another's turn.
func TestActivityOfStrikes(t *testing.T) {
	g := builtin(t, "brawl")
	seen := map[int]int{}
	anyPlay(g, 5, func(s *State) {
		for _, a := range g.Actions(s, nil) {
			want := waitGrade
			switch moved := a.Do == doMove || a.Do == doCombatMove; {
			case s.phase != phTurn:
			case usesArm(a.Do) && a.Do != doPress:
				want = blowGrade
			case moved && g.Motive(s, a).Nears > 0:
				want = approachGrade
			case moved, a.Do == doDraw && s.seats[s.actor].hand != slotNone:
				want = paceGrade
			}
			if got := g.activity(s, a); got != want {
				t.Fatalf("%s: activity %d, want %d", g.Format(s, a), got, want)
			}
			seen[want]++
		}
	})
	if len(seen) != 4 {
		t.Errorf("grades met: %v, want all four", seen)
	}
}

// An empty bow costs its bowman the same in its hand and in the belt, but for what a weapon out of hand counts less, and no
// side arm makes it worth less than it was alone.
func TestNobodyGainsByPuttingAnEmptyBowAway(t *testing.T) {
	g := builtin(t, "archers")
	found := 0
	for i := range g.n {
		f := &g.seats[i]
		if !f.slots[slotMain].ranged || !f.slots[slotSide].present {
			continue
		}
		found++
		s := g.First
		c := &s.seats[i]
		c.shots, c.loadingAP = 0, 0
		c.hand = slotMain
		bow := g.dealing(i, c, g.leafView)
		c.hand = slotSide
		belt := g.dealing(i, c, g.leafView)
		alone := g.leafView.ratings[i].deals[slotMain] * (1 - g.leafView.weights.Unloaded)
		if arm := g.leafView.ratings[i].deals[slotSide]; belt > max(bow, arm) || bow < alone {
			t.Errorf("%s deals %v with the empty bow in hand, %v with the side arm; want at least %v of the bow alone, and no more than %v by drawing",
				f.name, bow, belt, alone, max(bow, arm))
		}
	}
	if found == 0 {
		t.Error("no bowman here has a side arm")
	}
}
