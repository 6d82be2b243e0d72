package main

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/dice"
)

// Whatever a system's options and checks say of a chance, they say what it is the chance of, for the one who decides; and prompt
// and JSON have that word with that number. A fight is played at random, and each option that leads to dice at once is compared
// with the dice it leads to.
func TestEveryChanceHasItsWord(t *testing.T) {
	suffered, held, certain := 0, 0, 0
	for _, name := range []string{"ambush", "ganryu", "crossing", "brawl", "sake-house", "bridge"} {
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for step := 0; step < 60; step++ {
			turn := f.Turn()
			if turn.Kind == rules.Over {
				break
			}
			if turn.Kind == rules.Chance {
				if _, err := f.Roll(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			v, err := agent.Look(f)
			if err != nil {
				t.Fatal(err)
			}
			options := v.Priced()
			for _, o := range options {
				cells := strings.Join(priced(o), "  ")
				for _, odds := range []*agent.Odds{o.Check, o.Against, o.Overload} {
					switch {
					case odds == nil:
					case odds.Word == "" && odds.P > 0 && odds.P < 1:
						t.Errorf("%s: %s: a chance without a word: %+v", name, o.Words, odds)
					case odds.Word != "" && !strings.Contains(cells, odds.Word+" "+dice.Percent(odds.P)):
						t.Errorf("%s: %s: the prompt has %q, want %q with %v", name, o.Words, cells, odds.Word, odds.P)
					case odds.Word != "" && odds.P == 1:
						certain++
					}
				}
				g := f.Fork()
				if _, err := g.Play(o.Action); err != nil || g.Turn().Kind != rules.Chance {
					continue
				}
				c, own := g.Check(), o.Check
				if c.What == "overload" {
					own, held = o.Overload, held+1
				} else if c.Seat != turn.Seat {
					own = o.Against
				}
				want := c.Does
				if c.At == turn.Seat && c.Seat != turn.Seat {
					want, suffered = c.Takes, suffered+1
				}
				if own == nil || own.P != c.P || !strings.HasSuffix(own.Word, want) {
					t.Errorf("%s: %s: %+v, want %q with %v", name, o.Words, own, want, c.P)
				}
			}
			i := v.Dice(len(options))[0] - 1
			if k := slices.IndexFunc(options, func(o agent.Priced) bool { return o.Phase == "attack" }); k >= 0 && step%2 == 0 {
				i = k
			}
			if _, err := f.Play(options[i].Action); err != nil {
				t.Fatal(err)
			}
		}
	}
	if suffered == 0 || held == 0 || certain == 0 {
		t.Errorf("nobody was hit (%d), strained (%d), or sure (%d): the walk shows nothing", suffered, held, certain)
	}
}

// Dice of two who are opposed are no sum, and a contest shows both totals.
func TestOpposedDiceAreNoSum(t *testing.T) {
	check := func(seat string, total, need int) rules.Event {
		return rules.Event{Kind: "check", Seat: seat, What: "melee attack", Total: total, Need: need}
	}
	for _, c := range []struct {
		want string
		step rules.Step
	}{
		{"0 against 9 come to -9 against 0, miss", rules.Step{Roll: []int{0, 9}, Do: "miss", Events: []rules.Event{check("Ann", -9, 0), check("Bea", 9, 0)}}},
		{"7+9+3=19 against 12, hit", rules.Step{Roll: []int{7, 9}, Do: "hit", Events: []rules.Event{check("Ann", 19, 12)}}},
		{"8+7+1=16 against 9+2=11, won", rules.Step{Roll: []int{8, 7, 9, 2}, Do: "won", Events: []rules.Event{{Kind: "contest", Total: 16, Need: 11}}}},
		{"10 8 3 come to 21 against 20, hit", rules.Step{Roll: []int{10, 8, 3}, Do: "hit", Events: []rules.Event{check("Ann", 21, 20)}}},
	} {
		if got := fell(c.step); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
