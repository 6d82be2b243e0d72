package tempo

import (
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// Every switch is a named value that the game reads: set otherwise, the rules in force are others.
func TestEveryRulingIsRead(t *testing.T) {
	rulestest.Rulings(t, rows.Shipped.Rulings(), func(rulings string) any { return fieldWith(t, rulings).rule })
}

// One line sets every modifier of an action to 0, and nothing else; an own choice beside the preset stands over it.
// R-TP-68, R-TP-41, R-TP-53.
func TestPlainSetsEveryModifierToNothing(t *testing.T) {
	want := fieldWith(t, "").rule
	want.Counter, want.Evade, want.Wind, want.Double, want.Disarm, want.Grapple, want.Stamina, want.PlainParry = 0, 0, 0, 0, 0, 0, 0, true
	for _, line := range []string{"rulings: plain", "rulings: {preset: plain}"} {
		if got := fieldWith(t, line).rule; got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
	want.Stamina = -4
	if got := fieldWith(t, "rulings: {preset: plain, stamina: -4}").rule; got != want {
		t.Errorf("plain with a stamina of its own: %+v, want %+v", got, want)
	}
	for _, c := range []struct {
		rulings, answer string
		mod             int
	}{
		{"", "parry", 4 + 4}, {"preset: plain", "parry", 4},
		{"", "counter-attack, long sword cut", 4 - 2}, {"preset: plain", "counter-attack, long sword cut", 4},
		{"", "evade", 2 - 1}, {"preset: plain", "evade", 2},
	} {
		b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea", row: "skills: {blades: 4, footwork: 2}"}}, rulings: c.rulings}.begin(t)
		b.play("long sword cut > Bea", "melee attack", c.answer)
		if strings.HasPrefix(c.answer, "counter") {
			b.play("no counter-tempo")
		}
		b.play(d{5, 0})
		if got := b.events("check")[1]; got.Total != c.mod-5-4 { // 0 on the dice against 5 and 4
			t.Errorf("rulings {%s}: %s comes to %+v, want %d", c.rulings, c.answer, got, c.mod-5-4)
		}
	}
}

// The preset printed takes the printed words where they can be played: a Retreat may close, and who has won the initiative begins.
// R-TP-11, R-TP-42.
func TestPrintedTakesThePrintedWords(t *testing.T) {
	want := fieldWith(t, "").rule
	want.RetreatMayClose, want.ChosenBeginner = true, false
	if got := fieldWith(t, "rulings: printed").rule; got != want {
		t.Errorf("rulings: printed is %+v, want %+v", got, want)
	}
	rulestest.Presets(t, rows.Shipped.Rulings(), func(rulings string) any { return fieldWith(t, rulings).rule })
}

// What strikes nothing costs what the cheapest surface of the weapon does: a halberd's spike is 4 AP, its cut 5. A strike pays its own.
// R-TP-67, R-TP-27.
// TP-08, TP-41, TP-53, TP-119, TP-137.
func TestTheCheapestSurfacePaysForWhatStrikesNothing(t *testing.T) {
	const polearm = "weapons: [halberd], skills: {polearms: 4, footwork: 4}"
	for rulings, price := range map[string]int{"": 4, "idle surface: dearest": 5} {
		sc := setup{us: []man{{name: "Ann", row: polearm}}, them: []man{{name: "Bea", row: polearm}}, rulings: rulings}
		b := sc.begin(t)
		b.wantCost("halberd cut > Bea", 5)
		b.wantCost("halberd spike > Bea", 4)
		b.play("halberd spike > Bea", "melee attack")
		b.wantCost("parry", price)
		b.wantCost("counter-attack, halberd cut", 5)
		g, s, _ := sc.begin(t).position()
		s.join(0, 1, bound)
		b = at(t, g, &s)
		b.wantCost("disarm > Bea", price)
		b.wantCost("grapple > Bea", price)
		b.wantCost("press, halberd cut > Bea", 5)
		b.play("press, halberd spike > Bea")
		b.wantCost("wind", price)
		b.wantCost("double, halberd cut", 5)
	}
}

// A table that lets a Retreat close has more squares to choose from.
// R-TP-11.
func TestARetreatMayCloseByRuling(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "b2"}}, them: []man{{name: "Bea", at: "f2"}}, ground: `["......", "......", "......"]`}
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
	own, err := book.Overlay(rows.DefaultBook(), "rows.yaml", []byte(catalogue))
	if err != nil {
		t.Fatal(err)
	}
	const text = "version: 1\nsystem: tempo\ntitle: T\nmap: [\"....\"]\nrulings: {initiative: by rating, beginner: winner}\nsides:\n- {name: a, status: on guard, fighters: [{who: shot, name: Ann, at: a1}]}\n- {name: b, status: on guard, fighters: [{who: shot, name: Bea, at: d1}]}\n"
	for k, all := range []rows.Book{rows.DefaultBook(), own} {
		if k == 0 {
			if all, err = book.Overlay(all, "shot.yaml", []byte("version: 1\ncombatants: {shot: {weapons: [short bow], skills: {bows: 4, endurance: 4}}}\n")); err != nil {
				t.Fatal(err)
			}
		}
		g, err := Load("e.yaml", []byte(text), all)
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

// ready returns the AP of the first turn of a fight under a house's rulings, against one of this status.
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
