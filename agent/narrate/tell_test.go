package narrate_test

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// tale returns the paragraphs of told lines.
func tale(lines []narrate.Line) (text string) {
	for _, l := range lines {
		if l.Kind == narrate.Tale {
			text += l.Text + "\n"
		}
	}
	return text
}

// Where only the law is told, nothing else is: not even where the fight is.
func TestTheLawAloneHasNoTale(t *testing.T) {
	f, steps := played(t, "ambush", 1, agent.Greedy{})
	f.Voice = "law"
	if text := tale(told(t, f, steps)); text != "" {
		t.Errorf("told: %s", text)
	}
}

// The word of the GM is part of the tale: who joins and who is taken out, with their reasons, and what is changed; what is
// forbidden is not. A note is a line of its own, and so not told once more.
func TestTheWordOfTheGMIsTold(t *testing.T) {
	o := table()
	o.Voice = "scent"
	steps := append(breath(), rules.Step{N: 7, Word: "note", What: "the bell rings"},
		rules.Step{N: 7, Word: "ban", What: "harry", For: "Tomoe"},
		rules.Step{N: 8, Edit: "Gonta leaves", Why: "he has seen enough", Events: []rules.Event{{Kind: "edit", Seat: "Gonta", What: rules.EditLeaves}}},
		rules.Step{N: 9, Edit: "a third", Why: "reinforcements",
			Events: []rules.Event{{Kind: "edit", Seat: "Hana", At: "bandits", What: rules.EditJoins, With: "bandit"}}},
		rules.Step{N: 10, Edit: "Tomoe wounds=2", Why: "she was hurt before", Events: []rules.Event{{Kind: "edit", Seat: "Tomoe", What: "wounds=2"}}})
	lines := told(t, o, steps)
	text, notes := tale(lines), 0
	for _, l := range lines {
		notes += strings.Count(strings.ToLower(l.Text), "the bell rings")
	}
	if notes != 1 {
		t.Errorf("the note is told %d times in %+v", notes, lines)
	}
	for _, want := range []string{"is out of the fight", "he has seen enough", "Hana joins the bandits: reinforcements", "she was hurt before"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told in\n%s", want, text)
		}
	}
	if strings.Contains(text, "harry") {
		t.Errorf("what is forbidden is told in\n%s", text)
	}
}

// The opening comes first, whatever the GM does in the first breath: says something, changes something, or takes a step back.
func TestTheOpeningComesFirst(t *testing.T) {
	o := table()
	o.Voice = "scent"
	for _, first := range []rules.Step{{N: 3, Word: "note", What: "the bell rings"}, {N: 3, Undo: 1}, {N: 3, Word: "ban", What: "harry", For: "Tomoe"},
		{N: 3, Edit: "Tomoe wounds=2", Why: "an old wound", Events: []rules.Event{{Kind: "edit", Seat: "Tomoe", What: "wounds=2"}}}} {
		teller, openings := o.teller(t), 0
		var lines []narrate.Line
		for _, s := range append(append(breath()[:2:2], first), breath()[2:]...) {
			lines = append(lines, teller.Step(s)...)
		}
		lines = append(lines, teller.Close()...)
		for i, l := range lines {
			if l.Kind == narrate.Tale && strings.Contains(l.Text, "meet Sute and Gonta") {
				openings++
			}
			if openings == 0 {
				t.Errorf("line %d is %+v", i, l)
			}
		}
		if openings != 1 {
			t.Errorf("%d openings in %+v", openings, lines)
		}
	}
}

// Who concedes is said with the reason, in the line of the law and in the tale.
func TestAConcededFightSaysWhy(t *testing.T) {
	o := narrate.Options{Roster: []rules.Fighter{{Name: "Ann", Team: "travellers"}, {Name: "Bea", Side: 1, Team: "bandits"}, {Name: "Cid", Side: 1, Team: "bandits"}}}
	lines, err := narrate.Tell(o, rules.Dialect{}, []rules.Step{{N: 1, Edit: fight.ConcedeEdit("bandits"), Why: "they are spent",
		Events: []rules.Event{{Kind: "edit", What: "bandits concedes"}, {Kind: "end", Seat: "travellers", What: "bandits concedes", N: 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, l := range lines {
		all = append(all, l.Text)
	}
	for _, want := range []string{"End in round 1: travellers won, the bandits concede: they are spent", "The bandits give up, because they are spent."} {
		if !slices.Contains(all, want) && !strings.Contains(strings.Join(all, "\n"), want) {
			t.Errorf("%q is not in\n%s", want, strings.Join(all, "\n"))
		}
	}
}

// Whoever falls is named in the paragraph of that passage, once, and before anybody who falls later: what happens is told as it
// happens.
func TestAFallIsToldAsItHappens(t *testing.T) {
	falls := 0
	fights(t, 6, func(o enacted, steps []rules.Step) {
		at := map[string]int{}
		for _, f := range o.facts(steps) {
			if f.Kind == "fall" && f.Fate != "crippled" {
				at[f.To] = f.Step
			}
		}
		text := map[int]string{}
		for _, l := range told(t, o, steps) {
			if l.Kind == narrate.Tale {
				text[l.Step] += l.Text
			}
		}
		for who, step := range at {
			falls++
			next := step
			for text[next] == "" && next < len(steps) {
				next++
			}
			gmFacts, _, _ := strings.Cut(strings.TrimRight(who, " 123456789"), " the ")
			if !strings.Contains(strings.ToLower(text[next]), strings.ToLower(strings.TrimSuffix(gmFacts, "s"))) {
				t.Errorf("%s, seed %d: the fall of %s in step %d is not in %q", o.Title, o.Seed, who, step, text[next])
			}
		}
	})
	if falls < 40 {
		t.Errorf("%d falls: nothing was shown", falls)
	}
}

// What has been told stays, and what is taken back is not told again when it stands once more; what comes instead of it is told.
func TestWhatWasToldIsNotToldAgain(t *testing.T) {
	fights(t, 3, func(o enacted, steps []rules.Step) {
		teller := o.teller(t)
		var lines []narrate.Line
		for i, s := range steps {
			lines = append(lines, teller.Step(s)...)
			if i == len(steps)/2 { // take back and bring back the last step, twice
				for range 2 {
					lines = append(lines, teller.Step(rules.Step{N: s.N, Undo: 1})...)
					lines = append(lines, teller.Step(rules.Step{N: s.N, Redo: 1})...)
				}
			}
		}
		text := tale(append(lines, teller.Close()...))
		for _, p := range strings.Split(strings.TrimSpace(text), "\n") {
			if strings.Count(text, p+"\n") > 1 && len(p) > 60 {
				t.Errorf("%s, seed %d: told twice: %s", o.Title, o.Seed, p)
			}
		}
	})
}

// A text of ten thousand characters in a file does not make a tale of them.
func TestLongTextsOfAFileAreNotTold(t *testing.T) {
	o, steps := played(t, "ambush", 1, agent.Greedy{})
	o.About = strings.Repeat("very ", 2000) + "long."
	if text := tale(told(t, o, steps)); strings.Contains(text, "very very") {
		t.Errorf("told %d bytes", len(text))
	}
}
