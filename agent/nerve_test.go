package agent

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// lost are two bandits against three who are better: the second's turn, in a fight that neither is likely to win.
const lost = `version: 1
system: keep
title: A Lost Fight
map:
  - "........"
  - "........"
  - "........"
sides:
  - name: callers
    fighters:
      - {who: bandit, name: Goro, at: a1, initiative: 8, stance: water}
      - {who: bandit, name: Mori, at: c2, initiative: 40, stance: water}
  - name: guests
    fighters:
      - {who: ronin, name: Aki, at: e1, initiative: 30, stance: water}
      - {who: ronin, name: Ben, at: e2, initiative: 20, stance: water}
      - {who: ronin, name: Cho, at: e3, initiative: 10, stance: water}
`

// begun is the fight of a text at the first turn of somebody.
func atTurn(t *testing.T, text, name string, edits ...string) *fight.Fight {
	t.Helper()
	f, err := Builtin().NewFight("lost.yaml", []byte(text), Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range 30 {
		if turn := f.Turn(); turn.Begins && f.Name(turn.Seat) == name {
			break
		}
		if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{Greedy{}}, len(f.Roster()))); err != nil {
			t.Fatal(err)
		}
	}
	if f.Name(f.Turn().Seat) != name || !f.Turn().Begins {
		t.Fatalf("%s begins no turn", name)
	}
	for _, e := range edits {
		if _, err := f.Edit(e, "a test"); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// resolved returns what one with a temper does.
func resolved(t *testing.T, f *fight.Fight, temper string) Decision {
	t.Helper()
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	a := WithCharacter(&Search{Limits: search.Limits{Nodes: 1000}}, book.Character{Temper: temper})
	d, err := Resolve(t.Context(), a, v)
	if err != nil {
		t.Fatal(err)
	}
	if choice, err := a.Choose(t.Context(), v); err != nil || choice != d.Action {
		t.Errorf("%s: if it fights on it does %+v, and %+v where nobody yields", temper, d.Action, choice)
	}
	return d
}

// In a fight that is all but lost everybody yields whose temper lets it, with a reason that says by what; the proud never do, nor
// those without a temper, nor who does not look ahead.
func TestWhoYieldsInALostFight(t *testing.T) {
	t.Parallel()
	f := atTurn(t, lost, "Mori", "Mori wounds=10", "Goro wounds=10")
	for _, temper := range append([]string{""}, book.Tempers()...) {
		d := resolved(t, f, temper)
		want := map[string]string{"": "", "proud": "", "loyal": ""}
		if word, never := want[temper]; never && d.YieldWord() != word || !never && d.YieldWord() != "yield" {
			t.Errorf("%q: %q (%s)", temper, d.YieldWord(), d.Why)
		}
		if d.Why != "" && (!strings.HasPrefix(d.Why, temper+": ") || !strings.Contains(d.Why, ", standing at the end of ")) {
			t.Errorf("%s yields because %q", temper, d.Why)
		}
		if again := resolved(t, f, temper); again.Action != d.Action || again.Why != d.Why || again.Flee != d.Flee {
			t.Errorf("%s: %+v, then %+v", temper, d, again)
		}
	}
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := Resolve(t.Context(), Greedy{}, v); err != nil || d.Why != "" {
		t.Errorf("greedy yields: %+v, %v", d, err)
	}
}

// The loyal fight on while their leader stands, and yield when it is down; the hungry while a foe who stands is wounded.
func TestANerveWaitsForItsReason(t *testing.T) {
	t.Parallel()
	hurt := []string{"Mori wounds=10", "Goro wounds=10"}
	for _, c := range []struct {
		temper string
		edits  []string
		yields bool
	}{
		{"loyal", hurt, false}, {"loyal", append(slices.Clone(hurt), "Goro out"), true},
		{"hungry", hurt, true}, {"hungry", append(slices.Clone(hurt), "Aki wounds=9"), false},
		{"hungry", append(slices.Clone(hurt), "Aki wounds=9", "Aki out"), true},
	} {
		if d := resolved(t, atTurn(t, lost, "Mori", c.edits...), c.temper); (d.Why != "") != c.yields {
			t.Errorf("%s, %v: %q, want a yield %v", c.temper, c.edits, d.Why, c.yields)
		}
	}
	leader := atTurn(t, strings.Replace(lost, "name: Mori, at", "name: Mori, temper: loyal, at", 1), "Mori", hurt...)
	roster := leader.Roster()
	for _, c := range []struct {
		goal book.Objective
		want int
	}{{book.Objective{}, 0}, {book.Objective{For: "guests", Goal: "down", Who: "Mori"}, 1}} {
		if got := leaderOf(roster, c.goal, 0); got != c.want {
			t.Errorf("with the objective %+v seat %d leads, want %d", c.goal, got, c.want)
		}
	}
}

// Nobody yields in a fight that stands well; who is winning stands at the end of most fights, who is losing of few, and every time of
// as many.
func TestAYieldNeedsBothChances(t *testing.T) {
	t.Parallel()
	f := atTurn(t, lost, "Aki")
	for _, temper := range book.Tempers() {
		if d := resolved(t, f, temper); d.Why != "" {
			t.Errorf("%s yields with three against two: %s", temper, d.Why)
		}
	}
	for name, most := range map[string]int{"Aki": standingFights, "Mori": standingFights / 4} {
		edits := []string{"Mori wounds=10", "Goro wounds=10"}
		v, err := Look(atTurn(t, lost, name, edits...))
		if err != nil {
			t.Fatal(err)
		}
		stood, err := v.player.countStanding(t.Context(), v.Seat())
		if again, _ := v.player.countStanding(t.Context(), v.Seat()); err != nil || stood > most || name == "Aki" && stood < standingFights*3/4 || again != stood {
			t.Errorf("%s stands at the end of %d fights of %d, then of %d (%v)", name, stood, standingFights, again, err)
		}
	}
}

// Fights that are counted and those that fair plays know yields, and arenas do not; a fight plays out as it does step by step.
func TestArenasKnowNothingOfYields(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(lost, "name: Mori,", "name: Mori, temper: craven,")
	f := atTurn(t, text, "Mori", "Mori wounds=10", "Goro wounds=10")
	mind := &Search{Limits: search.Limits{Nodes: 300}}
	seats, err := AssignAgents(f.Roster(), mind, nil)
	if err != nil {
		t.Fatal(err)
	}
	again := f.Again(7)
	step, err := MakeStep(t.Context(), again, seats)
	if name, change, ok := fight.YieldOf(step); err != nil || !ok || name != "Mori" || change != rules.EditYields {
		t.Fatalf("Mori does %+v (%v), want it to yield", step, err)
	}
	p := NewPlayouts(f)
	account, err := p.Account(t.Context(), seats, 7, nil)
	if end := account.Ends[1]; err != nil || !end.Plight.Out || end.Plight.LifeLeft == 0 || end.CarryOver.Down ||
		slices.ContainsFunc(account.Falls, func(f Fall) bool { return f.Seat == 1 }) {
		t.Errorf("played out Mori ends %+v, falls %+v (%v), want it out of the fight and alive", end, account.Falls, err)
	}
	arena, err := p.Fight(t.Context(), [2]Agent{mind, mind}, 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	plain := atTurn(t, lost, "Mori", "Mori wounds=10", "Goro wounds=10")
	without := NewPlayouts(plain)
	yielded, err := Match{Fight: f, Agents: [2]Agent{mind, mind}, Count: 1, Seed: 7, Cores: 1}.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fought, err := without.Fight(t.Context(), [2]Agent{mind, mind}, 7, nil)
	if err != nil || arena.Wounds[0] == 0 || yielded.Wounds[0].Mean >= float64(arena.Wounds[0]) {
		t.Errorf("the callers lose %v Wounds in an arena, %v where Mori yields, %v without a temper (%v)", arena.Wounds, yielded.Wounds, fought.Wounds, err)
	}
}

// Every nerve is asked of a share that its fights can tell, and every row says where it comes from.
func TestNervesAreRulings(t *testing.T) {
	t.Parallel()
	nerves := 0
	for _, row := range characterRows().Tempers {
		if y := row.Yields; y != nil {
			nerves++
			if y.Win >= y.Stand || y.Source != "ruling" {
				t.Errorf("%s: %+v, want a higher share to stand than to win, and a source", row.Temper, *y)
			}
		}
	}
	if nerves < 5 {
		t.Errorf("%d tempers yield", nerves)
	}
}

// What a yield costs to think of: twenty-four fights, once a turn, and only of who is losing.
func BenchmarkStanding(b *testing.B) {
	f, err := Builtin().NewFight("lost.yaml", []byte(lost), Setup{Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	p, err := bind(f)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.countStanding(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
}
