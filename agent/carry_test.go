package agent

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
)

// What everybody takes out of a fight they have in the next one, in every system: carried once more at its start it is the
// same.
func TestWhatIsCarriedIsThereInTheNextFight(t *testing.T) {
	for _, name := range []string{"ambush", "brawl", "sake-house"} {
		t.Run(name, func(t *testing.T) {
			c := carryOf(t, name)
			for who, one := range c.Fighters {
				if one.Down {
					one.Down = false
					if one.Wounds != nil {
						one.Wounds = new(1) // somebody has tended them
					} else {
						one.Boxes = []int{1, 0, 0}
					}
					c.Fighters[who] = one
				}
			}
			f, err := next(t, name, c)
			if err != nil {
				t.Fatal(err)
			}
			takes := systemOf(f).carryOut(f.Moment, nil)
			for i, r := range f.Roster() {
				if one := takes(rules.Seat(i)); !reflect.DeepEqual(one, c.Fighters[r.Name]) {
					t.Errorf("%s begins with %+v, want %+v", r.Name, one, c.Fighters[r.Name])
				}
			}
		})
	}
}

// Who fell, who is another now, a carry of another system and one of strangers are refused with the place in the file.
func TestACarryOfAnotherFightIsRefused(t *testing.T) {
	for want, spoil := range map[string]func(c *Carry){
		"was carried as samurai and fights here as bandit": func(c *Carry) {
			one := c.Fighters["Sute"]
			one.Down, one.Who = false, "samurai"
			c.Fighters["Sute"] = one
		},
		"Sute fell in":                          func(c *Carry) { one := c.Fighters["Sute"]; one.Down = true; c.Fighters["Sute"] = one },
		"a carry of tempo in a fight of breath": func(c *Carry) { c.System = "tempo" },
		"a carry of nobody who fights here":     func(c *Carry) { c.Fighters = nil },
	} {
		c := carryOf(t, "ambush")
		for who, one := range c.Fighters {
			one.Down, one.Wounds = false, nil
			c.Fighters[who] = one
		}
		spoil(&c)
		if _, err := next(t, "ambush", c); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "after.yaml:") {
			t.Errorf("got %v, want %q with its place", err, want)
		}
	}
}

// Over the carry its fight began with, who was not there stays as he was, and what was broken before is broken still.
func TestACarryIsLaidOverTheOneBefore(t *testing.T) {
	mage := func(broken ...int) book.CarryOver {
		return book.CarryOver{Who: "mage", Casts: &book.Casting{Slots: map[string]book.Slots{"sorcery": {Left: []int{2, 1}, Of: []int{4, 3}, Broken: broken}}}}
	}
	before := Carry{System: "breath", Fighters: map[string]book.CarryOver{"Seimei": mage(1, 1), "Jin": {Who: "retainer", Wounds: new(3)}}}
	for _, k := range []struct{ now, want []int }{{nil, []int{1, 1}}, {[]int{0, 1}, []int{1, 2}}} {
		got, err := Carry{System: "breath", Fighters: map[string]book.CarryOver{"Seimei": mage(k.now...)}}.Merge(before)
		if err != nil {
			t.Fatal(err)
		}
		if broken := got.Fighters["Seimei"].Casts.Slots["sorcery"].Broken; !slices.Equal(broken, k.want) || *got.Fighters["Jin"].Wounds != 3 {
			t.Errorf("%v broken now: got %v and %+v, want %v and Jin as he was", k.now, broken, got.Fighters["Jin"], k.want)
		}
	}
	if broken := before.Fighters["Seimei"].Casts.Slots["sorcery"].Broken; !slices.Equal(broken, []int{1, 1}) {
		t.Errorf("the carry before has changed: %v", broken)
	}
}

// carryOf returns what a greedy fight leaves of everybody.
func carryOf(t *testing.T, name string) Carry {
	f := builtinFight(t, name, 5)
	seats, err := AssignAgents(f.Roster(), Greedy{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), f, seats, func(rules.Step) error { return nil }); err != nil {
		t.Fatal(err)
	}
	c, err := CarryOf(fight.Record{Header: f.Header(), Steps: f.Steps()})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// next begins an encounter with a carry beside it. That it is the same with the carry in it, as others send it, is looked at too.
func next(t *testing.T, name string, c Carry) (*fight.Fight, error) {
	_, data, err := ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "after.yaml"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Builtin().NewFight(filepath.Join(dir, "next.yaml"), append([]byte("carry: after.yaml\n"), data...), Setup{})
	within := "carry: |\n  " + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n  ") + "\n"
	own, wrong := Builtin().ForOthers().NewFight("sent.yaml", append([]byte(within), data...), Setup{})
	switch {
	case err == nil && (wrong != nil || !own.Same(f)):
		t.Errorf("with what is carried in the file itself: %v, want the same fight", wrong)
	case err != nil && (wrong == nil || !strings.HasPrefix(wrong.Error(), "sent.yaml:1:8: in line ")):
		t.Errorf("with what is carried in the file itself: %v, want its place there", wrong)
	}
	return f, err
}
