package narrate_test

import (
	"strings"
	"testing"

	"kokyu/agent/narrate"
	"kokyu/rules"
)

// table returns two against two, told in law only.
func table() enacted {
	return enacted{System: "breath", Options: narrate.Options{Voice: "law", Title: "Ford", Seed: 1, Roster: []rules.Fighter{
		{Name: "Masamune", Side: 0, Team: "travellers"}, {Name: "Tomoe", Side: 0, Team: "travellers"},
		{Name: "Sute", Side: 1, Team: "bandits"}, {Name: "Gonta", Side: 1, Team: "bandits"}}}}
}

func energy(seat string, n, left int) rules.Event {
	return rules.Event{Kind: "spend", Seat: seat, Of: "energy", N: n, Left: left}
}

// breath returns one with a blow, an answer in haste, a fall and a reservation.
func breath() []rules.Step {
	cut := rules.Event{Kind: "declare", Seat: "Masamune", What: "horizontal cut", At: "Sute", With: "uchigatana", Of: "blade", N: 2}
	return []rules.Step{
		{N: 1, Seat: "Masamune", Do: "horizontal cut > Sute",
			Events: []rules.Event{{Kind: "breath", Seat: "Masamune", N: 5, Left: 12}, cut, energy("Masamune", 2, 10)}},
		{N: 2, Seat: "Masamune", Do: "hit", Roll: []int{7, 9}, P: .64, Events: []rules.Event{
			{Kind: "check", Seat: "Masamune", At: "Sute", What: "attack", With: "uchigatana", Of: "blade", Total: 19, Need: 12, OK: true}}},
		{N: 3, Seat: "Sute", Do: "parry (improvised)", Events: []rules.Event{
			{Kind: "react", Seat: "Sute", At: "Masamune", What: "parry", With: "uchigatana", Of: "blade", Paid: 2}, energy("Sute", 2, 8)}},
		{N: 4, Seat: "Sute", Do: "fail", Roll: []int{4, 4}, P: .79, Events: []rules.Event{
			{Kind: "check", Seat: "Sute", At: "Masamune", What: "defense", With: "uchigatana", Of: "blade", Total: 11, Need: 19},
			{Kind: "wound", Seat: "Sute", At: "Masamune", What: "horizontal cut", With: "uchigatana", Of: "blade", N: 1}, {Kind: "down", Seat: "Sute", At: "Masamune"}}},
		{N: 5, Seat: "Masamune", Do: "reserve parry", Events: []rules.Event{
			{Kind: "declare", Seat: "Masamune", What: "reserve parry", With: "uchigatana", Of: "blade", N: 1}, energy("Masamune", 1, 9),
			{Kind: "reserve", Seat: "Masamune", What: "parry", With: "uchigatana", N: 1}}},
		{N: 6, Seat: "Masamune", Do: "end the breath"},
	}
}

func wantLines(t *testing.T, got []narrate.Line, want ...string) {
	t.Helper()
	var text []string
	for _, l := range got {
		text = append(text, l.Kind+": "+l.Text)
	}
	if g, w := strings.Join(text, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

// The law line has every chance, die, total, price and Wound of the breath.
func TestTheLawLineIsWhole(t *testing.T) {
	wantLines(t, told(t, table(), breath()),
		"law: R1 Masamune (12→9)  horizontal cut > Sute hits 64 %: 7+9+3=19 vs 12 hit; parry in haste (2) is hit 79 %: 4+4+3=11 vs 19 fails; 1 Wound, Sute down · reserve parry")
}

func TestTheCountAndTheLullAreTold(t *testing.T) {
	steps := []rules.Step{
		{N: 1, Seat: "Tomoe", Do: "wait", Events: []rules.Event{{Kind: "wait", Seat: "Tomoe"}}},
		{N: 2, Seat: "Gonta", Do: "close the round", Events: []rules.Event{{Kind: "close", Seat: "Gonta", Of: "energy", Left: 4},
			{Kind: "lull", N: 1}, {Kind: "wound", Seat: "Sute", What: "bleeding", N: 1, Left: 2}}},
		{N: 3, Seat: "Sute", Do: "fail", Roll: []int{4, 6}, P: .55, Events: []rules.Event{
			{Kind: "check", Seat: "Sute", What: "bleeding", Total: 10, Need: 12}, {Kind: "round", N: 2}}},
		{N: 4, Seat: "Tomoe", Do: "wait", Events: []rules.Event{{Kind: "wait", Seat: "Tomoe"}}},
		{N: 5, Edit: "Gonta wounds=0", Why: "he runs", Events: []rules.Event{{Kind: "edit", Seat: "Gonta", What: "wounds=0"},
			{Kind: "end", Seat: "travellers", What: "nobody stands against them", N: 2}}},
	}
	wantLines(t, told(t, table(), steps),
		"law: R1 Tomoe  waits",
		"law: R1 Gonta (4)  closes the round",
		"law: R1 lull  Sute bleeds 1 Wound (2 left) stops bleeding 45 %: 4+6=10 vs 12 bleeds on · Wounds left: Sute 2",
		"law: R2 Tomoe  waits",
		"note: edit: Gonta wounds=0 (he runs)",
		"law: End in round 2: travellers won, nobody stands against them")
}

// What is taken back is told as a note; what stands is told again when its breath is over.
func TestUndoAndRedoAreNotes(t *testing.T) {
	teller := table().teller(t)
	var got []narrate.Line
	steps := breath()
	for _, s := range steps[:5] {
		got = append(got, teller.Step(s)...)
	}
	got = append(got, teller.Step(rules.Step{N: 6, Undo: 2})...)
	got = append(got, teller.Step(rules.Step{N: 7, Redo: 1})...)
	got = append(got, teller.Flush()...)
	wantLines(t, got,
		"note: undo 2 steps: Sute fail, Masamune reserve parry",
		"note: redo 1 step: Sute fail",
		"law: R1 Masamune (12→10)  horizontal cut > Sute hits 64 %: 7+9+3=19 vs 12 hit; parry in haste (2) is hit 79 %: 4+4+3=11 vs 19 fails; 1 Wound, Sute down")
	all := append(breath(), rules.Step{N: 7, Undo: 2})
	wantLines(t, told(t, table(), all),
		"law: R1 Masamune (12→10)  horizontal cut > Sute hits 64 %: 7+9+3=19 vs 12 hit; parry in haste (2) is hit 79 %: 4+4+3=11 vs 19 fails; 1 Wound, Sute down")
}

// A secret choice and secret events are told by nobody.
func TestSecretsAreNotTold(t *testing.T) {
	steps := []rules.Step{{N: 1, Seat: "Sute", Do: "feint > Tomoe", Secret: true,
		Events: []rules.Event{{Kind: "declare", Seat: "Sute", What: "feint", At: "Tomoe"}}},
		{N: 2, Seat: "Sute", Do: "end the breath", Events: []rules.Event{{Kind: "reserve", Seat: "Sute", What: "veil", Secret: true}}}, {N: 3, Undo: 2}}
	o := table()
	o.Voice = "scent"
	teller := o.teller(t)
	for _, s := range steps {
		for _, l := range teller.Step(s) {
			if strings.Contains(l.Text, "feint") || strings.Contains(l.Text, "veil") {
				t.Errorf("told %q", l.Text)
			}
		}
	}
}

func TestTheVoices(t *testing.T) {
	for voice, want := range map[string]string{"law": "law", "scent": "tale law tale", "none": ""} {
		o := table()
		o.Voice = voice
		var kinds []string
		for _, l := range told(t, o, breath()) {
			kinds = append(kinds, l.Kind)
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%s: got %s, want %s", voice, got, want)
		}
	}
	if _, err := narrate.NewTeller(narrate.Options{Voice: "sent"}, rules.Dialect{}); err == nil || !strings.Contains(err.Error(), "did you mean scent?") {
		t.Errorf("got %v", err)
	}
}

// Names are data in law lines too.
func TestNamesCannotMoveTheCursor(t *testing.T) {
	o := table()
	o.Voice = "scent"
	const evil = "Sute\x1b[2J"
	o.Roster[2].Name = evil
	steps := breath()
	for i := range steps {
		for j := range steps[i].Events {
			if e := &steps[i].Events[j]; e.Seat == "Sute" {
				e.Seat = evil
			} else if e.At == "Sute" {
				e.At = evil
			}
		}
	}
	for _, l := range told(t, o, steps) {
		if strings.ContainsRune(l.Text, '\x1b') {
			t.Errorf("%q", l.Text)
		}
	}
}

// A contest shows the dice of both; distance, guard, locations and points stand where they changed.
func TestTheLawLineTellsADuel(t *testing.T) {
	o := table()
	o.Roster = []rules.Fighter{{Name: "Musashi", Side: 0, Team: "one"}, {Name: "Kojiro", Side: 1, Team: "other"}}
	o.Title = "Sand"
	wantLines(t, told(t, o, []rules.Step{
		{N: 1, Seat: "Musashi", Do: "half-step in", Events: []rules.Event{{Kind: "breath", Seat: "Musashi", N: 5, Left: 12},
			{Kind: "declare", Seat: "Musashi", What: "half-step in", N: 1}, energy("Musashi", 1, 11)}},
		{N: 2, Seat: "Kojiro", Do: "resist"},
		{N: 3, Seat: "Musashi", Do: "won", Roll: []int{8, 7, 9, 2}, P: .5335, Events: []rules.Event{
			{Kind: "contest", Seat: "Musashi", At: "Kojiro", What: "half-step in", Total: 16, Need: 11, OK: true},
			{Kind: "distance", Seat: "Musashi", At: "Kojiro", What: "half-step in", From: "far range", To: "issoku itto"},
			{Kind: "guard", Seat: "Kojiro", At: "Musashi", What: "the distance is lost", N: 1, Left: 4}}},
		{N: 4, Seat: "Musashi", Do: "cut at the leg > Kojiro", Events: []rules.Event{
			{Kind: "declare", Seat: "Musashi", At: "Kojiro", What: "cut at the leg", With: "uchigatana", Of: "blade", N: 3}, energy("Musashi", 3, 8)}},
		{N: 5, Seat: "Musashi", Do: "hit", Roll: []int{5, 9}, P: .64, Events: []rules.Event{
			{Kind: "check", Seat: "Musashi", At: "Kojiro", What: "attack", With: "uchigatana", Of: "blade", Total: 14, Need: 10, OK: true},
			{Kind: "wound", Seat: "Kojiro", At: "Musashi", What: "cut", With: "uchigatana", Of: "blade", N: 1, Left: 2},
			{Kind: "guard", Seat: "Kojiro", At: "Musashi", What: "a blow landed", N: 4, Left: 0}, {Kind: "break", Seat: "Kojiro", At: "Musashi"},
			{Kind: "location", Seat: "Kojiro", At: "Musashi", What: "leg", OK: true}}},
		{N: 6, Seat: "Musashi", Do: "end the breath"},
		{N: 7, Seat: "Kojiro", Do: "close the round", Events: []rules.Event{{Kind: "lull", N: 1},
			{Kind: "guard", Seat: "Musashi", What: "breath caught", N: 1, Left: 5, OK: true},
			{Kind: "opening", Seat: "Kojiro", What: "past", Left: 3}, {Kind: "round", N: 2}}},
	}),
		"law: R1 Musashi (12→8)  half-step in wins 53 %: 8+7+1=16 vs 9+2=11 won; issoku itto; Kojiro guard -1 (4 left), the distance is lost · "+
			"cut at the leg > Kojiro hits 64 %: 5+9=14 vs 10 hit; 1 Wound (2 left); guard -4 (0 left), Kojiro's guard is broken; Kojiro hurt at the leg",
		"law: R1 lull  Musashi guard +1 (5); Kojiro closes its opening (guard 3) · Wounds left: Kojiro 2")
}
