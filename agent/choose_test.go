package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

const tempersBreath = `version: 1
system: breath
title: Tempers
zones: {first rear: {}, first front: {}, second front: {}, second rear: {}}
sides:
  - name: bandits
    fighters:
      - {who: bandit chief, name: Jubei}
      - {who: bandit, name: Sute}
  - name: travellers
    fighters:
      - {who: samurai, name: Masamune}
      - {who: ashigaru, name: Gonta}
`

const tempersTempo = `version: 1
system: tempo
title: Tempers
map:
  - "........"
  - "........"
  - "........"
  - "........"
sides:
  - name: guests
    status: on guard
    fighters:
      - {who: man-at-arms, name: Corvin, at: c2}
      - {who: duellist, name: Delia, at: c4}
  - name: bandits
    status: on guard
    fighters:
      - {who: bandit, name: Egil, at: d2}
      - {who: axeman, name: Falk, at: d3}
`

const tempersKeep = `version: 1
system: keep
title: Tempers
map:
  - "........"
  - "........"
  - "........"
  - "........"
sides:
  - name: guests
    fighters:
      - {who: ronin, name: Aki, at: c2, initiative: 30, stance: water}
      - {who: monk, name: Doshin, at: c3, initiative: 10}
  - name: callers
    fighters:
      - {who: ronin, name: Goro, at: d2, initiative: 9}
      - {who: bandit, name: Mori, at: d1, initiative: 8}
`

// standing returns where the first of them decides, after a GM's changes.
func standing(t *testing.T, text string, edits ...string) *fight.Fight {
	t.Helper()
	f, err := Builtin().NewFight("tempers.yaml", []byte(text), Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for f.Turn().Kind == rules.Chance || f.Turn().Seat != 0 || len(f.Options()) < 6 {
		if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{Greedy{}}, 4)); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range edits {
		if _, err := f.Edit(e, "a test"); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// taken returns what a character takes where one option is best, another loses so much against it, in mWP, and all else far more.
func taken(t *testing.T, f *fight.Fight, c book.Character, best, other string, loses float64) string {
	t.Helper()
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	r := search.Result{Solved: true}
	for _, o := range v.Options() {
		w := 0.0
		switch o.Words {
		case best:
			w = 0.6
		case other:
			w = 0.6 - loses/1000
		}
		r.Options = append(r.Options, search.Option{Action: o.Action, Value: 2*w - 1})
	}
	slices.SortStableFunc(r.Options, func(a, b search.Option) int { return cmp.Compare(b.Value, a.Value) })
	r.Best = r.Options[0].Action
	for _, o := range v.Options() {
		if o.Action == v.chooseAs(r, c).Best {
			return o.Words
		}
	}
	return ""
}

// Each temper gives up what is best for what it wants as long as that loses no more than its wants are worth, nor than it
// ever loses, and no longer.
func TestTempersTakeWhatTheyWant(t *testing.T) {
	t.Parallel()
	const low, high, over = "great cut > Gonta", "great cut > Masamune", "break through > second front"
	for name, c := range map[string]struct {
		temper, text string
		edits        []string
		best, wanted string
		worth        float64 // mWP: the wanted less the best
	}{
		"the bold do not wait, they break through":   {"bold", tempersBreath, nil, "close the round", over, 50},
		"the bold strike while there are points":     {"bold", tempersTempo, nil, "end the turn", "long sword cut > Egil", 50},
		"the bold close in":                          {"bold", tempersKeep, []string{"Goro at=g2", "Mori at=g1"}, "end the turn", "move > e2", 50},
		"the wary reserve a defence":                 {"wary", tempersBreath, nil, low, "reserve block", 7},
		"the wary keep points for an answer":         {"wary", tempersTempo, nil, "long sword cut > Egil", "end the turn", 7},
		"the proud want the strongest":               {"proud", tempersBreath, nil, low, high, 40},
		"the proud want whom it takes most to fell":  {"proud", tempersTempo, nil, "long sword cut > Egil", "long sword cut > Falk", 40},
		"the proud give no ground":                   {"proud", tempersBreath, nil, "walk > first rear", "reserve block", 50},
		"the cruel want the weakest":                 {"cruel", tempersBreath, nil, high, low, 40},
		"the cruel want whom it takes least to fell": {"cruel", tempersTempo, nil, "long sword cut > Falk", "long sword cut > Egil", 40},
		"the cruel want one who has no points to answer": {"cruel", tempersTempo, []string{"Falk ap=0", "Falk minor=3"},
			"long sword cut > Egil", "long sword cut > Falk", 30},
		"the cruel want one on the ground":               {"cruel", tempersKeep, []string{"Mori prone"}, "katana > Goro", "katana > Mori", 60},
		"the loyal strike who can still strike a friend": {"loyal", tempersBreath, []string{"Gonta energy=0"}, low, high, 40},
		"the loyal strike who stands before a friend":    {"loyal", tempersTempo, nil, "long sword cut > Egil", "long sword cut > Falk", 40},
		"the loyal guard a friend":                       {"loyal", tempersKeep, nil, "end the turn", "guard > Doshin", 40},
		"the loyal go where a friend is beset":           {"loyal", tempersBreath, []string{"Sute zone=second front"}, "close the round", over, 40},
		"the loyal go to the side of one who is beset":   {"loyal", tempersTempo, nil, "long sword cut > Egil", "move > c3", 40},
		"the loyal come to the side of one who is beset": {"loyal", tempersKeep,
			[]string{"Doshin at=f2", "Goro at=g2", "Mori at=h4"}, "end the turn", "move > e2", 40},
		"the hungry want blood":                     {"hungry", tempersBreath, []string{"Masamune wounds=3"}, low, high, 40},
		"the hungry want blood, be it a scratch":    {"hungry", tempersTempo, []string{"Falk minor=1"}, "long sword cut > Egil", "long sword cut > Falk", 40},
		"the hungry let go when they bleed":         {"hungry", tempersBreath, []string{"Jubei wounds=2"}, low, "walk > first rear", 40},
		"the craven strike who cannot strike back":  {"craven", tempersBreath, []string{"Gonta energy=0"}, high, low, 30},
		"the craven strike who cannot help himself": {"craven", tempersTempo, []string{"Falk ap=0"}, "long sword cut > Egil", "long sword cut > Falk", 20},
		"the craven run when they are hurt":         {"craven", tempersBreath, []string{"Jubei wounds=2"}, low, "sprint > first rear", 50},
		"the craven run from whoever is beside them": {"craven", tempersTempo,
			[]string{"Corvin minor=4", "Corvin moderate=1"}, "long sword cut > Egil", "move > a4", 50},
		"the craven stay until they are hurt":              {"craven", tempersBreath, []string{"Jubei wounds=3"}, low, "sprint > first rear", 0},
		"the hungry want nothing of the unhurt in a melee": {"hungry", tempersTempo, nil, "long sword cut > Egil", "long sword cut > Falk", 0},
	} {
		f := standing(t, c.text, c.edits...)
		for _, o := range []string{c.best, c.wanted} {
			if !slices.ContainsFunc(f.Options(), func(have fight.Option) bool { return have.Words == o }) {
				t.Fatalf("%s: %q is not open: %v", name, o, wordsOf(f.Options()))
			}
		}
		as := book.Character{Temper: c.temper}
		if got := taken(t, f, book.Character{}, c.best, c.wanted, 1); got != c.best {
			t.Errorf("%s: without a temper %q is taken", name, got)
		}
		if got := taken(t, f, as, c.best, c.wanted, c.worth-1); c.worth > 0 && got != c.wanted {
			t.Errorf("%s: %q is taken, though what is wanted loses 1 mWP less than it is worth", name, got)
		}
		if got := taken(t, f, as, c.best, c.wanted, c.worth+1); got != c.best {
			t.Errorf("%s: %q is taken, though it loses 1 mWP more than it is worth", name, got)
		}
	}
}

// What a temper adds is shown beside a value and is never in it: the chances to win are those of the search.
func TestATemperLeavesTheValuesAlone(t *testing.T) {
	t.Parallel()
	for _, file := range []string{tempersBreath, tempersTempo, tempersKeep} {
		f := standing(t, file)
		lim, all := search.Limits{Nodes: 1500}, func(fight.Option) bool { return false }
		plain, err := AdviseAs(t.Context(), f, lim, book.Character{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		wins, swayed := map[string]float64{}, 0
		for _, c := range plain.Options {
			wins[c.Do] = c.Win
		}
		for _, row := range characterRows().Tempers {
			a, err := AdviseAs(t.Context(), f, lim, book.Character{Temper: row.Temper}, all)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range a.Options {
				if c.Win != wins[c.Do] {
					t.Errorf("%s: %s wins %v, and %v without a temper", row.Temper, c.Do, c.Win, wins[c.Do])
				}
				if c.Temper != 0 {
					swayed++
					if want := fmt.Sprintf("%s %s points: %s", row.Temper, text.Signed(100*c.Temper, 1), strings.Join(c.For, ", ")); a.TemperWords(c) != want {
						t.Errorf("%s is shown as %q, want %q", c.Do, a.TemperWords(c), want)
					}
				}
			}
			if loss := a.Options[0].Loss; loss > float64(row.Most)+1e-9 {
				t.Errorf("%s: %s loses %.1f mWP, want at most %d", row.Temper, a.Best, loss, row.Most)
			}
		}
		if swayed == 0 {
			t.Errorf("no temper wants anything of %v", wordsOf(f.Options()))
		}
	}
}

// In every built-in encounter, wherever chance leads: who is struck is a foe who stands, who is helped another of one's own,
// and nobody strikes whom he does not reach. What gives ground does not close in as well.
func TestEveryDecisionHasItsMotive(t *testing.T) {
	t.Parallel()
	for _, name := range Encounters() {
		f := builtin(t, name, 5)
		for range 150 {
			if f.Turn().Kind == rules.Over {
				break
			}
			if v, err := Look(f); err == nil {
				motivesHold(t, name, v)
			}
			if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{Random{}}, len(f.Roster()))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func motivesHold(t *testing.T, name string, v View) {
	t.Helper()
	var options []search.Option
	for _, o := range v.Options() {
		options = append(options, search.Option{Action: o.Action})
	}
	c, motives := motives(v.player, options)
	if c == nil {
		t.Fatalf("%s: its system tells no motives", name)
	}
	roster := v.Roster()
	for i, m := range motives {
		o := v.Options()[i]
		if s := m.Strikes; s != rules.Nobody && (roster[s].Side == roster[c.seat].Side || c.plights[s].Out) {
			t.Errorf("%s: %s strikes %s, want a foe who stands", name, o.Words, roster[s].Name)
		}
		if s := m.Strikes; s != rules.Nobody && o.Phase == "attack" && !c.reaches(c.seat, s) {
			t.Errorf("%s: %s strikes %s, who is out of reach", name, o.Words, roster[s].Name)
		}
		if h := m.Helps; h != rules.Nobody && (h == c.seat || roster[h].Side != roster[c.seat].Side) {
			t.Errorf("%s: %s helps %s, want a friend", name, o.Words, roster[h].Name)
		}
		if m.Nears < -1 || m.Nears > 1 || m.Rests && m.Strikes != rules.Nobody {
			t.Errorf("%s: %s is for %+v", name, o.Words, m)
		}
	}
	for seat, p := range c.plights {
		if p.LifeLeft < 0 || p.LifeLeft > p.LifeMax {
			t.Errorf("%s: %s has %d of %d left", name, roster[seat].Name, p.LifeLeft, p.LifeMax)
		}
	}
}
