package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// Whoever joins a fight in the middle of it stands in a true position of the fight that goes on, nobody else is touched, who
// leaves again leaves no trace, and what is taken back, returned and replayed is the same.
func TestTheRosterChangesInTheMiddleOfAFight(t *testing.T) {
	for k, name := range Encounters() {
		if k%3 > 0 && !rulestest.More() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			joined, left := 0, 0
			var last error
			for seed := range uint64(2) {
				if seed > 0 && joined > 0 && left > 0 && !rulestest.Long() {
					break
				}
				j, l, err := muster(t, name, seed)
				joined, left = joined+j, left+l
				if err != nil {
					last = errors.Join(last, err)
				}
			}
			why := fmt.Sprint(last)
			if full := strings.Contains(why, "a duel is between two") || strings.Contains(why, "at most 4 a side") || strings.Contains(why,
				"at most 12") || strings.Contains(why, "at most 8 in a fight"); full != (joined == 0) || full != (left == 0) {
				t.Errorf("%d joined and %d left: %v", joined, left, last)
			}
		})
	}
}

// join lets Nobuo join the smaller side, one like the last of it, where there is a map on a square that is free: the one of the
// last time, else the first. It returns that square.
func join(f *fight.Fight, square string) (_ string, err error) {
	var sides [2][]rules.Fighter
	for _, r := range f.Roster() {
		sides[r.Side] = append(sides[r.Side], r)
	}
	smaller := slices.MinFunc(sides[:], func(a, b []rules.Fighter) int { return len(a) - len(b) })
	last := smaller[len(smaller)-1]
	at := func(square string) error {
		_, err := f.Join(last.Team, fmt.Sprintf("{who: %s, name: Nobuo%s}", last.Kind, square), nil, "the bell")
		return err
	}
	if err = at(square); err == nil || !strings.Contains(err.Error(), "square") {
		return square, err
	}
	for n := range 8 * 4 {
		square = fmt.Sprintf(", at: %c%d", 'a'+n%8, 1+n/8)
		if err = at(square); err == nil {
			break
		}
	}
	return square, err
}

func builtinFight(t *testing.T, name string, seed uint64) *fight.Fight {
	_, data, err := ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Builtin().NewFight(name, data, Setup{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// muster plays at random, lets Nobuo come and go wherever that is possible, and says how often it was.
func muster(t *testing.T, name string, seed uint64) (joined, left int, refused error) {
	f := builtinFight(t, name, seed)
	r := rand.New(rand.NewPCG(seed, 1))
	square := ""
	for range 40 {
		if f.Turn().Kind == rules.Over {
			break
		}
		before, sheets := position(t, f), others(f)
		var err error
		if square, err = join(f, square); err != nil {
			refused = errors.Join(refused, err)
		} else {
			joined++
			with := position(t, f)
			if got := others(f); got != sheets {
				t.Fatalf("with Nobuo the others are\n%s\nthey were\n%s", got, sheets)
			}
			same(t, reload(t, name, with), with)
			undo(t, f)
			same(t, position(t, f), before)
			if _, err := f.Redo(1); err != nil {
				t.Fatal(err)
			}
			same(t, position(t, f), with)
			if r.IntN(2) == 0 { // Nobuo stays for a while
				playOn(t, f, r, 12)
				if f.Turn().Kind == rules.Over {
					break
				}
				same(t, reload(t, name, position(t, f)), position(t, f))
			}
			if _, err := f.Edit(fight.LeaveEdit("Nobuo"), "the bell again"); err == nil {
				left++
				if slices.ContainsFunc(f.Roster(), func(r rules.Fighter) bool { return r.Name == "Nobuo" }) || strings.Contains(string(position(t, f)), "Nobuo") {
					t.Fatalf("Nobuo has left and is there:\n%s", position(t, f))
				}
				same(t, reload(t, name, position(t, f)), position(t, f))
			} else {
				undoTo(t, f, before)
			}
		}
		if f.Turn().Kind != rules.Over {
			playOn(t, f, r, 1)
		}
	}
	replayed(t, f)
	return joined, left, refused
}

func playOn(t *testing.T, f *fight.Fight, r *rand.Rand, steps int) {
	for range steps {
		var err error
		switch f.Turn().Kind {
		case rules.Over:
			return
		case rules.Chance:
			_, err = f.Roll()
		default:
			options := f.Options()
			_, err = f.Play(options[r.IntN(len(options))].Action)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// undoTo takes steps back until the fight stands where it did.
func undoTo(t *testing.T, f *fight.Fight, at []byte) {
	for !bytes.Equal(position(t, f), at) {
		undo(t, f)
	}
}

func undo(t *testing.T, f *fight.Fight) {
	t.Helper()
	if _, err := f.Undo(1); err != nil {
		t.Fatal(err)
	}
}

func position(t *testing.T, f *fight.Fight) []byte {
	t.Helper()
	text, err := f.Position()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func reload(t *testing.T, name string, at []byte) []byte {
	t.Helper()
	f, err := Builtin().NewFight(name, at, Setup{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, at)
	}
	return position(t, f)
}

func same(t *testing.T, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
}

// others returns the sheets of all but Nobuo.
func others(f *fight.Fight) (text string) {
	for i, r := range f.Roster() {
		if r.Name != "Nobuo" {
			text += fmt.Sprintln(r.Name, f.Sheet(rules.Seat(i)))
		}
	}
	return text
}

// replayed makes a fight's record again.
func replayed(t *testing.T, f *fight.Fight) {
	t.Helper()
	var out bytes.Buffer
	if err := fight.WriteRecord(&out, f.Header(), f.Steps()); err != nil {
		t.Fatal(err)
	}
	rec, _, err := fight.ReadRecord("evening.jsonl", &out)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Reopen(rec.Header)
	if err != nil {
		t.Fatal(err)
	}
	if err := fight.Replay(again, rec); err != nil {
		t.Fatal(err)
	}
	same(t, position(t, again), position(t, f))
}

// Who has no name of its own gets one that nobody has, whichever side joins first.
func TestNewcomersAreNamedApart(t *testing.T) {
	for name, who := range map[string]string{"ambush": "bandit", "brawl": "swordsman", "sake-house": "ronin"} {
		f := builtinFight(t, name, 1)
		r := rand.New(rand.NewPCG(1, 1))
		system, err := Builtin().Rows(f.Header().System)
		if err != nil {
			t.Fatal(err)
		}
		teams := []string{f.Roster()[len(f.Roster())-1].Team, f.Roster()[0].Team}
		for i := 0; i < 2; {
			at := ""
			if name != "ambush" {
				at = fmt.Sprintf(", at: %c%d", 'a'+r.IntN(8), 1+r.IntN(5))
			}
			if _, err := f.Join(teams[i], "{who: "+who+at+"}", system, "the bell"); err == nil {
				i++
			} else if strings.Contains(err.Error(), "called") {
				t.Fatalf("%s: %v", name, err)
			} else if f.Turn().Kind == rules.Over {
				t.Fatalf("%s: %v, and it is over", name, err)
			} else {
				playOn(t, f, r, 1)
			}
		}
		var names []string
		for _, r := range f.Roster() {
			names = append(names, r.Name)
		}
		if slices.Sort(names); len(slices.Compact(slices.Clone(names))) != len(names) {
			t.Errorf("%s: %q", name, names)
		}
	}
}

// Rows that name what nobody in the fight carries are those of a fight like any other: a bandit with a yari joins who has one
// with nothing, and the record needs no catalogue.
func TestNewcomersBringRowsThatNameMore(t *testing.T) {
	encounter := []byte(`version: 1
system: breath
title: Bare Hands
sides:
  - {name: one, fighters: [{who: ronin, name: Aki, weapons: []}]}
  - {name: other, fighters: [{who: bandit, name: Boku, weapons: []}]}
`)
	f, err := Builtin().NewFight("bare.yaml", encounter, Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Builtin().Rows("breath")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"{who: bandit archer, weapons: [yari]}", "{who: spear lord, weapons: []}"} {
		if step, err := f.Join("other", line, rows, "the bell"); err != nil || step.Rows == nil {
			t.Fatalf("%s: %v, rows %s", line, err, step.Rows)
		}
	}
	replayed(t, f)
}

// Whatever line is said, somebody joins into a true position from which the fight goes on, or there is a sentence.
func FuzzNewcomers(f *testing.F) {
	for i, line := range []string{"{who: bandit, name: Kuro}", "{bandit: 3}",
		"{who: bandit, weapons: [yari, tanto], zone: core}", "{who: ronin, rides: Kage, at: a1}",
		"{who: swordsman, name: Kuro, at: b2, boxes: [1, 1, 1]}", "{who: spearman, count: 2, name: K, at: h6, initiative: 9}",
		"{who: \x00", "- a", "{who: [1]}", "{who: steed, name: Kage}"} {
		f.Add(uint8(i), uint8(i), line)
	}
	rows := map[string]json.RawMessage{}
	for _, system := range Systems() {
		var err error
		if rows[system], err = Builtin().Rows(system); err != nil {
			f.Fatal(err)
		}
	}
	names := Encounters()
	f.Fuzz(func(t *testing.T, which, steps uint8, line string) {
		name := names[int(which)%len(names)]
		fight := builtinFight(t, name, 1)
		r := rand.New(rand.NewPCG(uint64(steps), 1))
		playOn(t, fight, r, int(steps)%40)
		if fight.Turn().Kind == rules.Over {
			return
		}
		before := position(t, fight)
		team := fight.Roster()[int(steps)%len(fight.Roster())].Team
		if _, err := fight.Join(team, line, rows[fight.Header().System], "the bell"); err != nil {
			if err.Error() == "" || !bytes.Equal(position(t, fight), before) {
				t.Errorf("%q: %v, and the fight has moved", line, err)
			}
			return
		}
		same(t, reload(t, name, position(t, fight)), position(t, fight))
		playOn(t, fight, r, 20)
		replayed(t, fight)
	})
}
