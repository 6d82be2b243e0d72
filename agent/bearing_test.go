package agent

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/tempo"
	"kokyu/search"
)

// Where every hit wounds and nothing stops it, the chance that a blow changes anything is that of its check. To walk changes
// nothing about a foe.
func TestTouchesIsTheChanceToChangeAnything(t *testing.T) {
	f := builtin(t, "ambush", 1)
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, o := range v.Options() {
		if b := v.Bearings()[i]; o.Phase != "attack" || b.NoEffect {
			continue
		}
		n++
		want := v.Priced()[i].Check.P
		if got := v.Touches(o.Action, 1); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want its check's %v", o.Words, got, want)
		}
		if got := v.Touches(o.Action, 0.01); got < 0.01 {
			t.Errorf("%s, asked for a hundredth: %v", o.Words, got)
		}
	}
	if n < 2 {
		t.Errorf("%d blows were looked at, want two or more", n)
	}
	for _, o := range v.Options() {
		if strings.HasPrefix(o.Words, "walk") && v.Touches(o.Action, 1) != 0 {
			t.Errorf("%s changes something about a foe, want nothing", o.Words)
		}
	}
}

// A monk who has put down its bo in this turn does not pick it up again in it, if something else is worth as much within
// the error of the leaves.
func TestNothingIsUndoneInItsTurn(t *testing.T) {
	for seed := range uint64(12) {
		text, _, err := Builtin().Unplanned("keep", 1+seed)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Builtin().NewFight("random", text, Setup{Seed: 1 + seed})
		if err != nil {
			t.Fatal(err)
		}
		mind := &Search{Limits: search.Limits{Nodes: 300}}
		var let string // what the seat let go of in this turn
		for f.Turn().Kind != rules.Over && f.Round() < 4 {
			turn := f.Turn()
			step, err := Next(t.Context(), f, slices.Repeat(Seating{mind}, len(f.Roster())))
			if err != nil {
				t.Fatal(err)
			}
			switch what, lets := strings.CutPrefix(step.Do, "let go of "); {
			case turn.Begins:
				let = ""
			case lets:
				let = what
			case let != "" && step.Do == "pick up "+let:
				t.Errorf("seed %d, round %d: %s picks up the %s it has just let go", 1+seed, f.Round(), step.Seat, let)
			case strings.Contains(step.Do, " > "):
				let = ""
			}
		}
	}
}

// In tempo each deed of a turn stands in a file by itself; the way back to where its seat began the turn is one all the same.
func TestATurnOfSeveralDeedsIsOnePath(t *testing.T) {
	f := builtin(t, "brawl", 1)
	var seat rules.Seat
	from := ""
	for range 100 {
		turn := f.Turn()
		if turn.Kind == rules.Chance {
			if _, err := f.Roll(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		options := f.Options()
		if !turn.Begins {
			if _, err := f.Play(options[slices.IndexFunc(options, func(o fight.Option) bool { return o.Phase == options[len(options)-1].Phase })].Action); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if from == "" {
			seat, from = turn.Seat, f.Board().Stands[turn.Seat].At
			k := slices.IndexFunc(options, func(o fight.Option) bool { return strings.HasPrefix(o.Words, "move > ") })
			if _, err := f.Play(options[k].Action); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if turn.Seat != seat {
			t.Fatalf("%s's turn is over after one move", f.Name(seat))
		}
		sys, s, _ := fight.At[tempo.State](f)
		path, _ := fight.PathOf[tempo.State](f)
		back := path.Back(sys, &s)
		for _, o := range options {
			done := s
			sys.Play(&done, o.Action, nil)
			if turn := sys.Turn(&done); turn.Kind == rules.Over || !strings.HasPrefix(o.Words, "move > ") {
				continue
			}
			if want := sys.Board(&done).Stands[seat].At == from; back(o.Action) != want {
				t.Errorf("%s leads back to %s: %v, want %v", o.Words, from, !want, want)
			}
		}
		return
	}
	t.Fatal("no second decision in a hundred steps")
}
