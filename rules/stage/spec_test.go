package stage

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"kokyu/rules"
)

type row struct{}

// sound returns a system in which nothing is wrong but that nobody has written its files.
func sound() Spec[row] {
	return Spec[row]{
		Name: "small", Files: fstest.MapFS{}, OddsDice: Dice{N: 1, Sides: 6},
		Values: []Value[row]{{Name: "heart", Means: "m", Start: func(row) int { return 3 }}},
		Deeds: []Deed[row]{
			{Name: "strike", Kind: "attack", Means: "m", Play: playDeed},
			{Name: "aim", Kind: "feint", Means: "m", Phase: 1, Secret: true, Play: playDeed},
			{Name: "cover", Kind: "reaction", Means: "m", Phase: 2, Play: playDeed},
		},
		Casts:   []Cast[row]{{Phase: 3, Name: "hit", Unit: "harm", Dice: throwDice, Play: playCast}},
		Decider: func(*Game[row], *State) int { return 0 },
		Veil:    func(_ *Game[row], s *State) State { return *s },
	}
}

func playDeed(*Game[row], *State, rules.Action, *rules.Log) {}
func playCast(*Game[row], *State, uint8, *rules.Log)        {}
func throwDice(*Game[row], *State) Dice                     { return Dice{N: 1, Sides: 6} }

// said returns what NewSpec says of a system.
func said(sp Spec[row]) (says string) {
	defer func() {
		if p := recover(); p != nil {
			says = fmt.Sprint(p)
		}
	}()
	NewSpec(sp)
	return ""
}

// What is wrong with a system is said by name when it is made, all of it at once.
func TestWhatIsWrongWithASystemIsSaidByName(t *testing.T) {
	terms := len(rules.States) + len(rules.Numbers)
	for _, q := range []struct {
		spoil func(sp *Spec[row])
		want  string
	}{
		{func(sp *Spec[row]) { sp.Deeds[2].Phase = 1 }, `the deed "cover" in phase 1 with secret ones`},
		{func(sp *Spec[row]) { sp.Deeds[1], sp.Deeds[2] = sp.Deeds[2], sp.Deeds[1]; sp.Deeds[2].Phase = 2 }, `the deed "cover" in phase 2 with secret ones`},
		{func(sp *Spec[row]) { sp.Deeds[2].Phase = 3 }, `the deed "cover" in phase 3, which the cast "hit" has`},
		{func(sp *Spec[row]) {
			sp.Casts = append(sp.Casts, Cast[row]{Phase: 3, Name: "harm", Unit: "harm", Dice: throwDice, Play: playCast})
		},
			`the cast "harm" in phase 3, which the cast "hit" has`},
		{func(sp *Spec[row]) { sp.Deeds[0].Play = nil }, `the deed "strike" without Play`},
		{func(sp *Spec[row]) { sp.Deeds[0].Name = "" }, `the deed 1 without Name`},
		{func(sp *Spec[row]) { sp.Deeds[0].Means = "" }, `the deed "strike" without Means`},
		{func(sp *Spec[row]) { sp.Deeds[0].Kind = "blow" }, `the deed "strike" of the kind "blow", want one of rules.Phases`},
		{func(sp *Spec[row]) { sp.Deeds[0].Secret = true }, `the deed "strike" in secret on a turn, phase 0`},
		{func(sp *Spec[row]) { sp.Deeds[0].Phase = 16 }, `the deed "strike" in phase 16, want at most 15`},
		{func(sp *Spec[row]) { sp.Veil = nil }, `secret deeds without Veil`},
		{func(sp *Spec[row]) { sp.Decider = nil }, `other phases than a turn without Decider`},
		{func(sp *Spec[row]) { sp.Casts[0].Phase = 0 }, `the cast "hit" in phase 0, want 1 to 15`},
		{func(sp *Spec[row]) { sp.Casts[0].Phase = 16 }, `the cast "hit" in phase 16, want 1 to 15`},
		{func(sp *Spec[row]) { sp.Casts[0].Name = "" }, `the cast 1 without Name`},
		{func(sp *Spec[row]) { sp.Casts[0].Play = nil }, `the cast "hit" without Play`},
		{func(sp *Spec[row]) { sp.Casts[0].Dice = nil }, `the cast "hit" without Dice`},
		{func(sp *Spec[row]) { sp.Casts[0].Unit = "" }, `the cast "hit" without ClassWords and without Unit`},
		{func(sp *Spec[row]) { sp.Values[0].Start = nil }, `the value "heart" without Start, and combatants live by it`},
		{func(sp *Spec[row]) { sp.Values[0].Condition = true }, `the value "heart" as a condition, and combatants live by it`},
		{func(sp *Spec[row]) { sp.Values[0].Name = "" }, `the value 1 without Name`},
		{func(sp *Spec[row]) { sp.Values[0].Means = "" }, `the value "heart" without Means`},
		{func(sp *Spec[row]) { sp.Values = append(sp.Values, sp.Values[0]) }, `two values called "heart"`},
		{func(sp *Spec[row]) { sp.Values = nil }, `0 values, want 1 to 12`},
		{func(sp *Spec[row]) { sp.Values = make([]Value[row], valuesMax+1) }, `13 values, want 1 to 12`},
		{func(sp *Spec[row]) { sp.Deeds = nil }, `no deed of a turn, phase 0`},
		{func(sp *Spec[row]) { sp.OddsDice = Dice{} }, `no dice that its question throws, OddsDice`},
		{func(sp *Spec[row]) { sp.Files = nil }, `no Files`},
		{func(sp *Spec[row]) { sp.Name = "" }, `no Name`},
	} {
		sp := sound()
		q.spoil(&sp)
		if got := said(sp); !strings.Contains(got, q.want) {
			t.Errorf("NewSpec says %q, want %q", got, q.want)
		}
	}
	sp := sound()
	sp.Deeds[0].Play, sp.Casts[0].Dice = nil, nil
	if got := said(sp); !strings.Contains(got, "strike") || !strings.Contains(got, "hit") {
		t.Errorf("of two things wrong NewSpec says %q", got)
	}
	if n := len(rules.States) + len(rules.Numbers); n != terms {
		t.Errorf("%d words of boards come of systems that are not made", n-terms)
	}
	if got := said(sound()); got != "" {
		t.Errorf("of a sound system NewSpec says %q", got)
	}
}

// Of kept dice it is said which one counts, whether they have to reach something or not; of a single die nothing is
// kept.
func TestWhichDiceCountIsSaid(t *testing.T) {
	for _, q := range []struct {
		dice       Dice
		need       int
		says, file string
	}{
		{Dice{N: 2, Sides: 6, Keep: 1, Mod: 1}, 0, "the highest of 2d6+1", "2d6kh1+1"},
		{Dice{N: 3, Sides: 6, Keep: -1}, 4, "the lowest of 3d6 >= 4", "3d6kl1"},
		{Dice{N: 1, Sides: 6, Keep: 1}, 4, "1d6 >= 4", "1d6"},
		{Dice{N: 1, Sides: 6, Keep: -1}, 0, "1d6", "1d6"},
		{Dice{N: 2, Sides: 6}, 0, "2d6", "2d6"},
	} {
		sp := sound()
		sp.Casts[0].Dice = func(*Game[row], *State) Dice { return q.dice }
		if q.need > 0 {
			sp.Casts[0].Verb, sp.Casts[0].Need = "hits", func(*Game[row], *State) int { return q.need }
		}
		g := &Game[row]{spec: NewSpec(sp)}
		if got := g.Check(&State{Phase: 3}).GoalText(); got != q.says || q.dice.String() != q.file {
			t.Errorf("%+v are worded %q and %q, want %q and %q", q.dice, got, q.dice, q.says, q.file)
		}
	}
}
