package toy

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/rules/stage"
	"kokyu/rules/strict"
	"kokyu/search"
	"kokyu/search/searchtest"
)

func builtin(t testing.TB, name string) *game {
	t.Helper()
	data, ok := spec.About().Encounter(name)
	if !ok {
		t.Fatalf("no encounter %s", name)
	}
	return loaded(t, string(data))
}

func loaded(t testing.TB, text string) *game {
	t.Helper()
	g, err := spec.Read(strict.Parse("encounter.yaml", []byte(text)), spec.Rows())
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

// The built-in encounters pass the conformance suite every system passes.
func TestBuiltInEncountersConform(t *testing.T) {
	for _, name := range spec.Encounters {
		t.Run(name, func(t *testing.T) {
			swapped, renamed := builtin(t, name), builtin(t, name)
			swapped.Teams[0], swapped.Teams[1] = swapped.Teams[1], swapped.Teams[0]
			for i := range swapped.Seats {
				swapped.Seats[i].Side = 1 - swapped.Seats[i].Side
				renamed.Seats[i].Name = []string{"x > y", "Zoë", "end turn", "trip", "a"}[i]
			}
			o := rulestest.Options[State]{Looks: 60, Walks: 4, Swapped: swapped, Renamed: renamed,
				Load: func(data []byte) (rules.System[State], error) {
					return spec.Read(strict.Parse("position", data), spec.Rows())
				}}
			if name == "toy-den" {
				o.Swapped = nil // its goal is one side's
			}
			rulestest.Run(t, rules.System[State](builtin(t, name)), o)
		})
	}
}

func TestPerft(t *testing.T) {
	searchtest.Perft(t, "every total of the dice told apart", spec.Encounters, "toy-duel", func(name string) rules.System[State] { return builtin(t, name) })
}

// In a fight of the search against itself somebody strikes, unless nobody can come near.
func TestAFightHasABlow(t *testing.T) {
	for _, name := range spec.Encounters {
		if !searchtest.HasStrikes(t, rules.System[State](builtin(t, name))) {
			t.Errorf("nobody strikes in %s", name)
		}
	}
	far := duel{rounds: 1, hp: [2]int{3, 4}, ac: [2]int{14, 12}, blows: [2][]blow{{{sides: 4}}, {{sides: 6}}}, room: [2]int{0, 3}}
	if searchtest.HasStrikes(t, rules.System[State](loaded(t, far.text()))) {
		t.Error("somebody strikes through two rooms")
	}
}

func TestPlay(t *testing.T) {
	rulestest.Plays[Catalogue]{System: spec.Name, Book: spec.Rows(), Overlay: overlay, Encounter: spec.About().Encounter, Load: begun,
		Waits: func(f *fightOf, turn rules.Turn) string {
			if turn.Kind == rules.Chance {
				return f.Check().ThrowText(f.Roster())
			}
			return f.Name(turn.Seat) + " decides"
		},
		Event: func(_ rules.Step, e rules.Event) string { return rules.JSONText(e) },
	}.Run(t)
}

// The value of a fight of one against one is that of a recursion written from the laws' words alone.
func TestTheValueOfADuelIsThatOfTheLawsByThemselves(t *testing.T) {
	for _, d := range []duel{
		{rounds: 2, hp: [2]int{3, 4}, ac: [2]int{14, 12}, blows: [2][]blow{{{bonus: 4, sides: 4, plus: 1}}, {{bonus: 3, sides: 6}}}, room: [2]int{1, 1}},
		{rounds: 2, hp: [2]int{4, 3}, ac: [2]int{12, 13}, blows: [2][]blow{{{bonus: 2, sides: 4}, {bonus: 5, sides: 4, plus: 1, far: true}}, {{bonus: 3, sides: 4, plus: 2}}}, room: [2]int{0, 2}},
	} {
		g := loaded(t, d.text())
		sol, err := search.Solve(t.Context(), search.Solvable[State](g), g.Start(), search.SolveLimits{})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := sol.Value(g.Start())
		want := d.value(fray{hp: d.hp, room: d.room, move: 1, act: 1, react: [2]int{1, 1}}, map[fray]float64{})
		if got-want > 1e-9 || want-got > 1e-9 || got == 0 {
			t.Errorf("%s\nis worth %v, by the laws %v", d.text(), got, want)
		}
	}
}

// The toy has all that a listed system has.
func TestTheToyHasWhatIsShipped(t *testing.T) { rulestest.WantShipped(t, About()) }

// A system can say what a combatant is worth besides what it lives by; if it does not, conditions are worth nothing.
func TestASystemCanSayWhatConditionsAreWorth(t *testing.T) {
	text := "version: 1\nsystem: toy\ntitle: A Sum\nsides:\n  - {name: a, fighters: [{who: goblin}]}\n  - {name: b, fighters: [{who: goblin, name: Grik}]}\n"
	wise := *spec
	wise.Worth = func(g *game, s *State, seat int) float64 {
		return float64(s.Seats[seat].Values[hitPoints]) / float64(g.Seats[seat].Most[hitPoints]) / float64(1+s.Seats[seat].Values[prone])
	}
	for sp, want := range map[*stage.Spec[Row]]float64{spec: 0, &wise: 0.9 * (1.5 - 1) / (1.5 + 1)} {
		g, err := sp.Read(strict.Parse("encounter.yaml", []byte(text)), spec.Rows())
		if err != nil {
			t.Fatal(err)
		}
		s := g.Start()
		s.Seats[1].Values[prone] = 1
		if got := g.Score(&s); got != want || g.Hooks().Leaf(&s) != got {
			t.Errorf("who stands against who lies has %v, want %v", got, want)
		}
	}
}
