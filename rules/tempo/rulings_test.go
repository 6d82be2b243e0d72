package tempo

import (
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// Every switch is a named value that the game reads: set otherwise, the rules in force are others.
func TestEveryRulingIsRead(t *testing.T) {
	rulestest.Rulings(t, rows.Shipped.Rulings(), func(rulings string) any { return fieldWith(t, rulings).rule })
}

// A table that lets a Retreat close has more squares to choose from.
// R-TP-11.
func TestARetreatMayCloseByRuling(t *testing.T) {
	sc := stage{us: []man{{name: "Ann", at: "b2"}}, them: []man{{name: "Bea", at: "f2"}}, ground: `["......", "......", "......"]`}
	for ruling, want := range map[string]bool{"retreat: away": false, "retreat: either": true} {
		sc.rulings = ruling
		b := sc.begin(t)
		b.play("move > c2", "retreat", d{1})
		b.wantOffered(want, "step > e2")
		b.wantOffered(true, "step > f1", "stay")
	}
}

// A table that wants every reload to be watched says so in the actions: the answers are data.
// R-TP-39.
func TestAReloadMayBeAnsweredByATablesOwnRow(t *testing.T) {
	catalogue := "version: 1\nactions: {counter-fire: {kind: reactive, ap: weapon, status: [on guard], answers: [aim, move, combat move, reload], outcomes: [{is: miss}, {from: combat defence, is: hit}, {from: armoured defence, is: critical hit}]}}\n" +
		"combatants: {shot: {weapons: [short bow], skills: {bows: 4, endurance: 4}}}\n"
	book, err := rows.DefaultBook().Overlay("rows.yaml", []byte(catalogue))
	if err != nil {
		t.Fatal(err)
	}
	const text = "version: 1\nsystem: tempo\ntitle: T\nmap: [\"....\"]\nrulings: {initiative: by rating, beginner: winner}\nsides:\n- {name: a, status: on guard, fighters: [{who: shot, name: Ann, at: a1}]}\n- {name: b, status: on guard, fighters: [{who: shot, name: Bea, at: d1}]}\n"
	for k, book := range []rows.Book{rows.DefaultBook(), book} {
		if k == 0 {
			if book, err = book.Overlay("shot.yaml", []byte("version: 1\ncombatants: {shot: {weapons: [short bow], skills: {bows: 4, endurance: 4}}}\n")); err != nil {
				t.Fatal(err)
			}
		}
		g, err := Load("e.yaml", []byte(text), book)
		if err != nil {
			t.Fatal(err)
		}
		s := begun(t, g).state()
		s.seats[0].shots = 0
		b := at(t, g, &s)
		b.play("reload for 3")
		if want := []string{"Ann", "Bea"}[k]; b.f.Name(b.f.Turn().Seat) != want {
			t.Errorf("after reloading it is %s's decision, want %s's", b.f.Name(b.f.Turn().Seat), want)
		}
	}
}

// What the first turn has to spend is a part of the action points there are, half, or two thirds against those who are all off
// guard; a table that says how many has those.
// R-TP-42, R-TP-58.
func TestTheOpeningFollowsTheActionPoints(t *testing.T) {
	for house, want := range map[string]int{
		"":                                 12,
		"action points: 20":                20,
		"opening: half":                    6,
		"action points: 20, opening: half": 10,
		"action points: 9, opening: half":  4,
	} {
		if got := ready(t, house, "on guard"); got != want {
			t.Errorf("rulings {%s}: the first turn has %d AP, want %d", house, got, want)
		}
	}
	for house, want := range map[string]int{"": 12, "opening: half": 8, "action points: 21, opening: half": 14} {
		if got := ready(t, house, "off guard"); got != want {
			t.Errorf("rulings {%s} against the unready: the first turn has %d AP, want %d", house, got, want)
		}
	}
}

// ready is the AP of the first turn of a fight under a house's rulings, against one of this status.
func ready(t *testing.T, house, status string) int {
	t.Helper()
	if house != "" {
		house = ", " + house
	}
	text := strings.NewReplacer("title: A Field", "title: A Field\nrulings: {initiative: by rating, beginner: winner"+house+"}",
		"- name: other", "- name: other\n    status: "+status).Replace(encounter)
	g, err := Load("field.yaml", []byte(text), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	s := g.Start()
	for g.Turn(&s).Kind == rules.Chance { // who is drawn among equals
		g.Play(&s, g.Odds(&s, nil)[0].Action, nil)
	}
	return int(s.seats[s.actor].ap)
}
