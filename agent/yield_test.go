package agent

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// yieldIn are fights of two against two in each system, with a wound on the first.
var yieldIn = []struct{ name, text, hurt string }{
	{"breath", tempersBreath, "wounds=2"},
	{"tempo", tempersTempo, "minor=2"},
	{"keep", tempersKeep, "wounds=9"},
}

// out returns how a combatant is out of a fight.
func out(f *fight.Fight, name string) string {
	for i, r := range f.Roster() {
		if r.Name == name {
			return f.Board().Stands[i].Out
		}
	}
	return "nobody"
}

// plightOf returns how a combatant stands.
func plightOf(t *testing.T, f *fight.Fight, seat int) rules.Plight {
	t.Helper()
	p := NewPlayouts(f)
	account, err := p.Account(t.Context(), slices.Repeat(Seating{Greedy{}}, len(f.Roster())), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return account.Ends[seat].AtStart
}

// Who yields is out of the fight and as hurt as it was: nobody strikes it, the others go on, and an undo brings it back.
func TestWhoYieldsIsOutOfTheFightUnhurt(t *testing.T) {
	t.Parallel()
	for _, c := range yieldIn {
		f := standing(t, c.text)
		who, other := f.Roster()[0].Name, f.Roster()[1].Name
		if _, err := f.Edit(who+" "+c.hurt, "a test"); err != nil {
			t.Fatal(err)
		}
		before, whole := f.Fork(), plightOf(t, f, 0)
		if whole.LifeLeft == whole.LifeMax {
			t.Fatalf("%s: %s is not hurt: %+v", c.name, who, whole)
		}
		step, err := f.Edit(fight.YieldEdit(who, false), "they want to live")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if name, change, ok := fight.YieldOf(step); !ok || name != who || change != rules.EditYields {
			t.Errorf("%s: the step says that %q %q (%v)", c.name, name, change, ok)
		}
		if out(f, who) != "yielded" || out(f, other) != "" || f.Turn().Seat == 0 {
			t.Errorf("%s: %s is %q, %s is %q, and seat %d decides", c.name, who, out(f, who), other, out(f, other), f.Turn().Seat)
		}
		if now := plightOf(t, f, 0); !now.Out || now.LifeLeft != whole.LifeLeft || now.LifeMax != whole.LifeMax {
			t.Errorf("%s: the one who yielded stands %+v, want out with %d of %d", c.name, now, whole.LifeLeft, whole.LifeMax)
		}
		untouched(t, f.Fork(), who)
		if _, err := f.Undo(1); err != nil || !f.Same(before) {
			t.Errorf("%s: the undo leads elsewhere: %v", c.name, err)
		}
	}
}

// untouched plays a while, and nobody aims at somebody.
func untouched(t *testing.T, f *fight.Fight, who string) {
	t.Helper()
	for range 40 {
		if f.Turn().Kind == rules.Over {
			return
		}
		for _, o := range f.Options() {
			if strings.HasSuffix(o.Words, "> "+who) {
				t.Fatalf("%s is open to %s, who has to do with one who yielded", o.Words, f.Name(f.Turn().Seat))
			}
		}
		if _, err := MakeStep(t.Context(), f, slices.Repeat(Seating{Random{}}, len(f.Roster()))); err != nil {
			t.Fatal(err)
		}
	}
}

// The record of a yield is played again, a position with one is read again, and the last of a side who yields has lost it the
// fight. They are alive, and as hurt as they were, in the days between fights.
func TestAYieldIsAStepOfTheRecordAndOfPositions(t *testing.T) {
	t.Parallel()
	for _, c := range yieldIn {
		f := standing(t, c.text)
		who, other := f.Roster()[0].Name, f.Roster()[1].Name
		for _, change := range []string{who + " " + c.hurt, fight.YieldEdit(who, false)} {
			if _, err := f.Edit(change, "a test"); err != nil {
				t.Fatal(err)
			}
		}
		text, err := f.Position()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Builtin().NewFight("again.yaml", text, Setup{Seed: 1})
		if err != nil {
			t.Fatalf("%s: the position is not read again: %v\n%s", c.name, err, text)
		}
		if twice, err := again.Position(); err != nil || !bytes.Equal(text, twice) || out(again, who) != "yielded" || plightOf(t, again, 0) != plightOf(t, f, 0) {
			t.Errorf("%s: read again it is another position (%v): %s is %q\n%s", c.name, err, who, out(again, who), twice)
		}
		step, err := f.Edit(fight.YieldEdit(other, false), "enough")
		if err != nil {
			t.Fatal(err)
		}
		side, draw, over := f.Winner()
		last := step.Events[len(step.Events)-1]
		if !over || draw || side != 1 || last.Kind != "end" || last.What != other+" has yielded" {
			t.Errorf("%s: with nobody left the fight is over %v, a draw %v, won by %d: %+v", c.name, over, draw, side, last)
		}
		rec := fight.Record{Name: "yield.jsonl", Header: f.Header(), Steps: f.Steps()}
		replayed, err := Begin(rec)
		if err == nil {
			err = fight.Replay(replayed, rec)
		}
		if err != nil || !replayed.Same(f) {
			t.Errorf("%s: played again it is another fight: %v", c.name, err)
		}
		carry, err := CarryOf(rec)
		if err != nil {
			t.Fatal(err)
		}
		if one := carry.Fighters[who]; one.Down || c.name == "keep" && *one.Wounds != 9 || c.name == "breath" &&
			*one.Wounds != 2 || c.name == "tempo" && one.Boxes[0] != 2 {
			t.Errorf("%s: %s takes along %+v", c.name, who, one)
		}
	}
}

// What cannot be has its sentence, and changes nothing.
func TestAnImpossibleYieldHasItsSentence(t *testing.T) {
	t.Parallel()
	for _, c := range yieldIn {
		f := standing(t, c.text)
		who, other := f.Roster()[0].Name, f.Roster()[1].Name
		refused := func(want, name string, flee bool) {
			t.Helper()
			steps, before := len(f.Steps()), f.Fork()
			if _, err := f.Edit(fight.YieldEdit(name, flee), "a test"); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %s yields: %v, want %q", c.name, name, err, want)
			}
			if len(f.Steps()) != steps || !f.Same(before) {
				t.Errorf("%s: a yield that is refused changes the fight", c.name)
			}
		}
		refused("nobody here", "Nemo", false)
		refused("cannot flee from where it", who, true)
		if _, err := f.Edit(fight.YieldEdit(who, false), ""); err == nil || !strings.Contains(err.Error(), "without a reason") {
			t.Errorf("%s: a yield without a reason: %v", c.name, err)
		}
		if _, err := f.Edit(fight.YieldEdit(other, false), "a test"); err != nil {
			t.Fatal(err)
		}
		refused("want an undo first", other, false)
		if _, err := f.Edit(fight.YieldEdit(who, false), "a test"); err != nil {
			t.Fatal(err)
		}
		refused("the fight is over", who, false)
	}
}

const fleeBreath = `version: 1
system: breath
title: Flight
zones: {first rear: {}, first front: {}, second front: {}, second rear: {}}
sides:
  - name: bandits
    fighters:
      - {who: bandit chief, name: Jubei, zone: first rear}
      - {who: bandit, name: Sute, zone: first front}
  - name: travellers
    fighters:
      - {who: samurai, name: Masamune, zone: second front}
`

const fleeTempo = `version: 1
system: tempo
title: Flight
map:
  - "........"
  - "........"
  - "........"
  - "........"
sides:
  - name: guests
    status: on guard
    fighters:
      - {who: man-at-arms, name: Corvin, at: a2}
      - {who: duellist, name: Delia, at: c3}
  - name: bandits
    status: on guard
    fighters:
      - {who: axeman, name: Falk, at: e3}
`

const fleeKeep = `version: 1
system: keep
title: Flight
map:
  - "........"
  - "........"
  - "........"
exits: [a1]
sides:
  - name: guests
    fighters:
      - {who: ronin, name: Aki, at: a1, initiative: 30, stance: water}
      - {who: monk, name: Doshin, at: c3, initiative: 10}
  - name: callers
    fighters:
      - {who: ronin, name: Goro, at: h2, initiative: 9}
`

// Who stands where the rules let it leaves the field: it is gone, and alive. From elsewhere nobody does.
// R-217, R-TP-70, R-RK-75, R-RK-89.
func TestWhoFleesLeavesTheField(t *testing.T) {
	t.Parallel()
	for _, text := range []string{fleeBreath, fleeTempo, fleeKeep} {
		f := standing(t, text)
		who, other := f.Roster()[0].Name, f.Roster()[1].Name
		if _, err := f.Edit(fight.YieldEdit(other, true), "enough"); err == nil {
			t.Errorf("%s flees, want only %s to", other, who)
		}
		if _, err := f.Edit(fight.YieldEdit(who, true), "enough"); err != nil {
			t.Fatal(err)
		}
		if out(f, who) != "gone" {
			t.Errorf("%s is %q, want gone", who, out(f, who))
		}
		text, err := f.Position()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Builtin().NewFight("again.yaml", text, Setup{Seed: 1})
		if err != nil || out(again, who) != "gone" {
			t.Errorf("read again %s is not gone: %v\n%s", who, err, text)
		}
	}
}
