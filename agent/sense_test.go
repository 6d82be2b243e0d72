package agent

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
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
		if b := v.Traits()[i]; o.Phase != "attack" || b.NoEffect {
			continue
		}
		n++
		want := v.PricedOptions()[i].Check.P
		if got := v.TouchChance(o.Action, 1); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want its check's %v", o.Words, got, want)
		}
		if got := v.TouchChance(o.Action, 0.01); got < 0.01 {
			t.Errorf("%s, asked for a hundredth: %v", o.Words, got)
		}
	}
	if n < 2 {
		t.Errorf("%d blows were looked at, want two or more", n)
	}
	for _, o := range v.Options() {
		if strings.HasPrefix(o.Words, "walk") && v.TouchChance(o.Action, 1) != 0 {
			t.Errorf("%s changes something about a foe, want nothing", o.Words)
		}
	}
}

// A monk who has put down its bo in this turn does not pick it up again in it, if something else is worth as much within
// the error of the leaves.
func TestNothingIsUndoneInItsTurn(t *testing.T) {
	for seed := range uint64(12) {
		f := unplanned(t, "keep", 1+seed)
		mind := &Search{Limits: search.Limits{Nodes: 300}}
		var let string // what the seat let go of in this turn
		for f.Turn().Kind != rules.Over && f.Round() < 4 {
			turn := f.Turn()
			step, err := MakeStep(t.Context(), f, slices.Repeat(Seating{mind}, len(f.Roster())))
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
		back, _ := f.Backtracking()
		for _, o := range options {
			_, to, moves := strings.Cut(o.Words, "move > ") // a combat move too, which its foes may answer before it is made
			if !moves {
				continue
			}
			if want := to == from; back(o.Action) != want {
				t.Errorf("%s leads back to %s: %v, want %v", o.Words, from, !want, want)
			}
		}
		return
	}
	t.Fatal("no second decision in a hundred steps")
}

// twoInARow returns a fight in which an archer has the first turn, eleven squares from a spearman.
func twoInARow(t *testing.T) *fight.Fight {
	t.Helper()
	f, err := Builtin().NewFight("two.yaml", []byte("version: 1\nsystem: tempo\ntitle: Two\nmap: [\"............\"]\nrulings: {initiative: by rating}\n"+
		"sides:\n- {name: a, fighters: [{who: archer, name: Ann, at: a1}]}\n- {name: b, fighters: [{who: spearman, name: Bo, at: l1}]}\n"), Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Roll(); err != nil {
		t.Fatal(err)
	}
	return f
}

// A weapon put away is taken up again in another turn, for another foe; a place left in one is not gone back to in the next.
func TestAWeaponPutAwayInAnotherTurnIsNoWayBack(t *testing.T) {
	f := twoInARow(t)
	for _, c := range []struct {
		do   []string
		back []string
	}{
		{[]string{"begin", "draw dagger"}, []string{"draw long bow"}},
		{[]string{"move > b1"}, []string{"draw long bow", "move > a1"}},
		{[]string{"end the turn", "end the turn"}, []string{"move > a1"}},
	} {
		for _, do := range c.do {
			if _, err := f.Do(do); err != nil {
				t.Fatal(err)
			}
		}
		back, _ := f.Backtracking()
		for _, o := range f.Options() {
			if want := slices.Contains(c.back, o.Words); back(o.Action) != want {
				t.Errorf("after %v: %s leads back: %v, want %v", c.do, o.Words, !want, want)
			}
		}
	}
}

// A step that the one before it in the same turn could have made is a detour; one that goes on from there is none, nor one of the next turn.
func TestAStepThatCouldHaveBeenOneIsADetour(t *testing.T) {
	f := twoInARow(t)
	for _, c := range []struct {
		do   []string
		some bool
	}{{[]string{"begin"}, false}, {[]string{"move > b1"}, true}, {[]string{"draw dagger"}, false}, {[]string{"end the turn", "end the turn"}, false}} {
		first := map[string]bool{}
		for _, o := range f.Options() {
			first[o.Words] = true
		}
		for _, do := range c.do {
			if _, err := f.Do(do); err != nil {
				t.Fatal(err)
			}
		}
		_, detour := f.Backtracking()
		further := false
		for _, o := range f.Options() {
			if want := c.some && strings.HasPrefix(o.Words, "move > ") && first[o.Words]; detour(o.Action) != want {
				t.Errorf("after %v: %s is a detour: %v, want %v", c.do, o.Words, !want, want)
			}
			further = further || strings.HasPrefix(o.Words, "move > ") && !first[o.Words]
		}
		if c.some && !further {
			t.Error("no step goes further than the first could")
		}
	}
}

// A step goes at once to where its seat would go on, if another option leads there that is worth as much within the error of the
// leaves: in the first of these Hagen would go to b1, on to c2 and on to e1. Nothing else is chosen for it.
func TestAStepGoesAtOnceWhereItsSeatWouldGoOn(t *testing.T) {
	jumps, lim := 0, search.Limits{Nodes: 500}
	for seed := range uint64(6) {
		f := unplanned(t, "tempo", 4003+seed)
		seats := slices.Repeat(Seating{Greedy{}}, len(f.Roster()))
		for len(f.Steps()) < 60 && f.Turn().Kind != rules.Over {
			if f.Turn().Kind == rules.Decide {
				b, err := bind(f)
				if err != nil {
					t.Fatal(err)
				}
				plain, err := b.searchOnce(t.Context(), b.ownSearcher(), lim)
				if err != nil {
					t.Fatal(err)
				}
				plain = b.preferSensible(plain)
				plain.Options = slices.Clone(plain.Options)
				r, err := b.search(t.Context(), lim, nil)
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(plain.Options, func(o search.Option) bool { return o.Action == r.Best })
				if i > 0 {
					jumps++
				}
				side := b.Side(f.Turn().Seat)
				loss := win(plain.Value, side) - win(plain.Options[i].Value, side)
				steps := b.Leads(plain.Best) != "" && b.Leads(r.Best) != ""
				if i > 0 && !steps || r.Value != plain.Value || loss > b.ValueError() {
					t.Errorf("seed %d: %s for %s, worth %v for %v, and %v less by itself", seed, b.Format(r.Best),
						b.Format(plain.Best), r.Value, plain.Value, loss)
				}
			}
			if _, err := MakeStep(t.Context(), f, seats); err != nil {
				t.Fatal(err)
			}
		}
	}
	if jumps < 5 {
		t.Errorf("only %d steps go at once where others would lead", jumps)
	}
}

// What a breath does and the next of its seat undoes is done and undone, unless somebody has struck at it in between or come nearer.
func TestTwoBreathsInARowAreOnePath(t *testing.T) {
	for _, c := range []struct {
		between string
		want    bool
	}{
		{"reserve parry", true},
		{"walk > first front", false},
	} {
		f, err := Builtin().NewFight("two.yaml", []byte("version: 1\nsystem: breath\ntitle: Two\n"+
			"zones: {first front: {}, first rear: {}, second front: {}}\n"+
			"sides:\n- {name: a, fighters: [{who: samurai, name: Ann, zone: first front}]}\n- {name: b, fighters: [{who: samurai, name: Bo, zone: second front}]}\n"+
			"now: {seat: Ann, waits for: count, seats: {Ann: {energy: 10}, Bo: {energy: 9}}}\n"), Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, do := range []string{"walk > first rear", "end the breath", c.between, "end the breath"} {
			if _, err := f.Do(do); err != nil {
				t.Fatal(err)
			}
		}
		if f.Name(f.Turn().Seat) != "Ann" {
			t.Fatalf("%s decides", f.Name(f.Turn().Seat))
		}
		back, _ := f.Backtracking()
		for _, o := range f.Options() {
			if want := c.want && strings.HasSuffix(o.Words, " > first front"); back(o.Action) != want {
				t.Errorf("after %s: %s leads back: %v, want %v", c.between, o.Words, !want, want)
			}
		}
	}
}

// Who takes up a stance does not let it go in the same breath, nor the other way round, when something else is worth as much
// within the error of the leaves: neither at once, nor because its next decision would.
func TestNoStanceIsTakenUpToBeReleased(t *testing.T) {
	for _, seed := range []uint64{2041, 6000, 6003} {
		f := unplanned(t, "breath", seed)
		mind := &Search{Limits: search.Limits{Nodes: 1000}}
		last := map[string]string{} // by seat, in its breath
		for f.Turn().Kind != rules.Over && f.Round() < 6 {
			step, err := MakeStep(t.Context(), f, slices.Repeat(Seating{mind}, len(f.Roster())))
			if err != nil {
				t.Fatal(err)
			}
			was := last[step.Seat]
			last[step.Seat] = step.Do
			for took, let := range map[string]string{"take up ": "release ", "release ": "take up "} {
				if stance, ok := strings.CutPrefix(was, took); ok && step.Do == let+stance {
					t.Errorf("seed %d, round %d: %s, %s, %s", seed, f.Round(), step.Seat, was, step.Do)
				}
			}
		}
	}
}

// A turn with all of its AP is not ended when to strike, to come nearer or to load is worth as much within the error of the leaves.
func TestATurnWithAllItsMeansIsUsed(t *testing.T) {
	looked := 0
	for seed := range uint64(6) {
		decided(t, "tempo", 2037+seed, 300, 5, func(f *fight.Fight, v View, a rules.Action, r search.Result) {
			ap := slices.IndexFunc(f.Board().Stands[v.Seat()].Numbers, func(n rules.Number) bool { return n.Name == "ap" && n.N == n.Max })
			if !f.Turn().Begins || ap < 0 {
				return
			}
			if looked++; v.Options()[slices.Index(v.Actions(), a)].Words == "end the turn" {
				used(t, v, r)
			}
		})
	}
	if looked == 0 {
		t.Error("no turn begins with all its AP")
	}
}

// decided plays a random encounter until a round begins, and shows each decision of a search before it is made.
func decided(t *testing.T, system string, seed uint64, nodes, round int, show func(f *fight.Fight, v View, a rules.Action, r search.Result)) {
	t.Helper()
	f, mind := unplanned(t, system, seed), &Search{Limits: search.Limits{Nodes: nodes}}
	for f.Turn().Kind != rules.Over && f.Round() < round {
		if f.Turn().Kind == rules.Chance {
			if _, err := f.Roll(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		v, err := Look(f)
		if err != nil {
			t.Fatal(err)
		}
		a, r, err := mind.Decide(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		show(f, v, a, r)
		if _, err := f.Play(a); err != nil {
			t.Fatal(err)
		}
	}
}

// used complains of what would have been worth doing.
func used(t *testing.T, v View, r search.Result) {
	t.Helper()
	side := v.Roster()[v.Seat()].Side
	for _, o := range r.Options {
		k := slices.Index(v.Actions(), o.Action)
		m := v.Traits()[k].Motive
		if m.Strikes == rules.Nobody && m.Nears <= 0 && !m.Loads || v.TouchChance(o.Action, search.EffectChanceLeast) < search.EffectChanceLeast && m.Strikes != rules.Nobody {
			continue
		}
		if loss := win(r.Value, side) - win(o.Value, side); loss <= v.ValueError() {
			t.Errorf("round %d: %s ends the turn, though %s is worth only %.3f less", v.Round(), v.Roster()[v.Seat()].Name, v.Options()[k].Words, loss)
		}
	}
}

// unplanned returns a random encounter, begun.
func unplanned(t *testing.T, system string, seed uint64) *fight.Fight {
	t.Helper()
	text, _, err := Builtin().DrawEncounter(system, seed)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Builtin().NewFight("random", text, Setup{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Who cannot defend itself does not go nearer to the foes when something else is worth as much within the error of the leaves.
func TestTheHelplessStayBack(t *testing.T) {
	looked := 0
	for _, seed := range []uint64{2014, 2032, 2039} {
		decided(t, "breath", seed, 1000, 4, func(_ *fight.Fight, v View, a rules.Action, r search.Result) {
			if v.Plight(v.Seat()).Helpless {
				looked++
				stayed(t, v, a, r)
			}
		})
	}
	if looked == 0 {
		t.Error("nobody helpless decides anything")
	}
}

// A way to the foes exposes who has lost its weapon, and nobody who has it.
func TestALostWeaponExposes(t *testing.T) {
	for _, lost := range []bool{false, true} {
		now := ""
		if lost {
			now = ", dropped: [uchigatana]"
		}
		f, err := Builtin().NewFight("lost.yaml", []byte("version: 1\nsystem: breath\ntitle: Lost\nzones: {first front: {}, first rear: {}, second front: {}}\n"+
			"sides:\n- {name: a, fighters: [{who: samurai, name: Ann, zone: first rear, weapons: [uchigatana]}]}\n- {name: b, fighters: [{who: bandit, name: Bo}]}\n"+
			"now: {seat: Ann, waits for: count, seats: {Ann: {energy: 10"+now+"}}}\n"), Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		v, err := Look(f)
		if err != nil {
			t.Fatal(err)
		}
		exposes := exposesUnarmed(v.player)
		nearer := 0
		for i, a := range v.Actions() {
			goes := v.Traits()[i].Motive.Nears > 0
			if goes {
				nearer++
			}
			if exposes(a) != (goes && lost) {
				t.Errorf("weapon lost %t: %s exposes Ann: %t", lost, v.Options()[i].Words, exposes(a))
			}
		}
		if nearer == 0 {
			t.Error("no way leads nearer")
		}
	}
}

// stayed complains of a way to the foes where something else would have done.
func stayed(t *testing.T, v View, a rules.Action, r search.Result) {
	t.Helper()
	goes := func(a rules.Action) bool {
		m := v.Traits()[slices.Index(v.Actions(), a)].Motive
		return m.Nears > 0 && m.Strikes == rules.Nobody
	}
	if !goes(a) {
		return
	}
	side := v.Roster()[v.Seat()].Side
	for _, o := range r.Options[1:] {
		k := slices.Index(v.Actions(), o.Action)
		b := v.Traits()[k]
		if b.NoEffect || goes(o.Action) || b.Motive.Strikes != rules.Nobody && v.TouchChance(o.Action, search.EffectChanceLeast) < search.EffectChanceLeast {
			continue
		}
		if loss := win(r.Value, side) - win(o.Value, side); loss <= v.ValueError() {
			t.Errorf("round %d: %s goes nearer, though %s is worth only %.3f less", v.Round(), v.Roster()[v.Seat()].Name, v.Options()[k].Words, loss)
		}
	}
}

// Who rides out, and gets off onto the square that it came from, is on foot there for the first time; to ride there leads back.
func TestToGetOffWhereOneHasBeenTakesNothingBack(t *testing.T) {
	f, err := Builtin().NewFight("ride.yaml", []byte("version: 1\nsystem: keep\ntitle: Ride\nmap: [\".....\"]\n"+
		"sides:\n- {name: a, fighters: [{who: ogre-beast, name: Emon, rides: Chiyo, initiative: 30}, {who: steed, name: Chiyo, at: d1, initiative: 10}]}\n"+
		"- {name: b, fighters: [{who: town guard, name: Goro, at: a1, initiative: 20}]}\n"), Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []string{"water", "water", "no more", "step > c1"} {
		if _, err := f.Do(do); err != nil {
			t.Fatal(err)
		}
	}
	back, _ := f.Backtracking()
	for _, o := range f.Options() {
		if want := strings.HasSuffix(o.Words, " > d1") && o.Words != "dismount > d1"; back(o.Action) != want {
			t.Errorf("%s leads back: %v, want %v", o.Words, !want, want)
		}
	}
}
