package agent

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

func begun(t *testing.T, name string) *fight.Fight {
	t.Helper()
	file, data, err := ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Builtin().NewFight(file, data, Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every system is bound, played, recorded and told apart by the same table.
func TestEverySystemIsWired(t *testing.T) {
	for i, name := range Systems() {
		f := begun(t, Encounters(name)[0])
		if f.Header().System != name || Title(f) == "" {
			t.Errorf("%s: a fight of %q called %q", name, f.Header().System, Title(f))
		}
		if _, err := bind(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if again, err := Reopen(f.Header()); err != nil || !rulesEqual(again, f) {
			t.Errorf("%s: reopened another fight, %v", name, err)
		}
		lists, err := Builtin().Lists(name)
		if err != nil || len(lists) < 3 {
			t.Errorf("%s: %d lists, %v", name, len(lists), err)
		}
		for _, l := range lists {
			if l.What == "" || len(l.Means) != len(l.Head) || slices.Contains(l.Means[1:], "") {
				t.Errorf("%s %s: %q, %d columns and what they say: %q", name, l.Name, l.What, len(l.Head), l.Means)
			}
			for _, row := range l.Rows {
				if len(row) != len(l.Head) {
					t.Errorf("%s %s: %d cells under %d heads: %q", name, l.Name, len(row), len(l.Head), row)
				}
			}
		}
		if sys, err := systemNamed(name); err != nil || sys != systems[i] {
			t.Errorf("%s is not system %d: %v", name, i, err)
		}
	}
}

func rulesEqual(a, b *fight.Fight) bool {
	x, errX := a.Position()
	y, errY := b.Position()
	return errX == nil && errY == nil && string(x) == string(y)
}

// A fight of a system with open dice is the same in the ring as step by step.
func TestTheRingThrowsOpenDice(t *testing.T) {
	for _, name := range []string{"crossroads", "crossing"} {
		f := begun(t, name)
		ring := NewPlayouts(f)
		for seed := range uint64(20) {
			o, err := ring.Fight(t.Context(), [2]Agent{Random{}, Random{}}, seed, nil)
			if err != nil {
				t.Fatal(err)
			}
			g := f.Again(seed)
			if err := Run(t.Context(), g, Seating{Random{}, Random{}}, func(rules.Step) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if want := (g.Score() + 1) / 2; o.Score != want || o.Rounds != g.Round() {
				t.Errorf("%s, seed %d: the ring has %v in round %d, the fight %v in %d", name, seed, o.Score, o.Rounds, want, g.Round())
			}
		}
	}
}

// Fights that are counted are the fights that are told: who plays them knows what it has just done, and does not undo it.
func TestTheRingPlaysAsIsPlayedAtTheTable(t *testing.T) {
	for _, of := range []struct {
		system string
		from   uint64
	}{{"breath", 3026}, {"tempo", 3073}, {"keep", 3009}} {
		for seed := of.from; seed < of.from+uint64(rulestest.Few(3, 100)); seed++ {
			f := unplanned(t, of.system, seed)
			ring := NewPlayouts(f)
			a := &Search{Limits: search.Limits{Nodes: 300}}
			o, err := ring.Fight(t.Context(), [2]Agent{a, a}, seed, nil)
			if err != nil {
				t.Fatal(err)
			}
			seats := make(Seating, len(f.Roster()))
			for i := range seats {
				seats[i] = a
			}
			g := f.Again(seed)
			if err := Run(t.Context(), g, seats, func(rules.Step) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if want := (g.Score() + 1) / 2; o.Score != want || o.Rounds != g.Round() {
				t.Errorf("%s, seed %d: the ring has %v in round %d, the fight %v in %d", of.system, seed, o.Score, o.Rounds, want, g.Round())
			}
		}
	}
}

// Open dice fall as is likeliest when a seat's next decision is looked for.
func TestOpenDiceFallAsIsLikeliest(t *testing.T) {
	f := begun(t, "crossing")
	if _, err := f.Dice(likeliestThrow(f)...); err != nil || f.Turn().Kind == rules.Chance {
		t.Errorf("the initiative: %v", err)
	}
}

// What the dice are is said as the system throws them.
func TestOpenDiceAreWorded(t *testing.T) {
	f := begun(t, "crossing")
	_, err := f.Dice()
	if want := "Aldric's initiative, a prismatic result for each of Aldric and Bertran"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
	for f.Turn().Kind == rules.Chance {
		if _, err := f.Roll(); err != nil {
			t.Fatal(err)
		}
	}
	for _, do := range []string{"begin", "long sword cut > " + f.Name(1-f.Turn().Seat), "feint", "parry", "no counter-tempo"} {
		if _, err := f.Do(do); err != nil {
			t.Fatal(err)
		}
	}
	_, err = f.Dice(1)
	if err == nil || !strings.Contains(err.Error(), "1 numbers, want 2: feint, a prismatic result+4 against ") {
		t.Errorf("got %v", err)
	}
}

// A question is read by the system whose word it begins with; a word that is nearly one is named.
func TestOddsAreAskedInAnySystemsWords(t *testing.T) {
	c := Builtin()
	for text, want := range map[string]string{
		"2d10+5 >= 14": "2d10+5 >= 14", "overload excess=2": "2d10-2 >= 11", "tempo +3 vs +2 >= 1": "tempo +3 vs +2 >= 1", " Recover -4": "recover -4",
	} {
		if a, err := c.Odds(text); err != nil || a.Question != want {
			t.Errorf("%q is read as %q, %v, want %q", text, a.Question, err, want)
		}
	}
	for text, want := range map[string]string{"tmpo +3": "did you mean tempo?", "recover": "modifier",
		"tempo +3 vs": "modifier", "2d10 >=": "the expression ends", "": "want"} {
		if _, err := c.Odds(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A catalogue file belongs to the system whose words it is written in, mistakes and all.
func TestACatalogueFileFindsItsSystem(t *testing.T) {
	for data, want := range map[string]string{
		"version: 1\nweapons:\n  club: {hands: 1h, skill: clubs, surfaces: [{ap: 0, damage: 1d6, type: crush, reach: [1, 1]}]}\n": "AP 0: want 1 to 12",
		"version: 1\nactions:\n  parry: {kind: reactive, ap: weapon, status: [bound], answers: [melee attack]}\n":                 "parry is not an action of one who is bound",
		"version: 1\nweapons:\n  club: {family: blad, skill: swordsmanship}\n":                                                    "did you mean blade",
	} {
		if _, err := Builtin().With("rows.yaml", []byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", data, err, want)
		}
	}
}

// Greedy weighs what a declaration is for, not what it costs: with a foe without armour in reach the turn of who has to get
// past it begins with a blow, and its fights are decided.
func TestGreedyStrikesWhoStandsInReach(t *testing.T) {
	struck := 0
	for seed := range uint64(8) {
		f := begun(t, "crossing").Again(seed)
		for f.Turn().Kind == rules.Chance {
			if _, err := f.Roll(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := f.Do("begin"); err != nil {
			t.Fatal(err)
		}
		v, err := Look(f)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Greedy{}.Choose(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		begins, foe := f.Turn().Seat, f.Name(1-f.Turn().Seat)
		did, err := f.Play(a)
		if err != nil {
			t.Fatal(err)
		}
		if f.Side(begins) == 0 {
			struck++
			if !strings.HasPrefix(did.Do, "long sword") || !strings.HasSuffix(did.Do, "> "+foe) {
				t.Errorf("seed %d: begins with %q, want a blow at %s", seed, did.Do, foe)
			}
		}
		if err := Run(t.Context(), f, Seating{Greedy{}, Greedy{}}, func(rules.Step) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if _, draw, over := f.Winner(); !over || draw {
			t.Errorf("seed %d: over %v, a draw %v in round %d", seed, over, draw, f.Round())
		}
	}
	if struck == 0 {
		t.Error("nobody who has to get past began")
	}
}
