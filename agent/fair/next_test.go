package fair

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// remainsOf returns what a greedy fight leaves, and the names of the side that has more left.
func remainsOf(t *testing.T, name string) (l *FinishedFight, names []string) {
	t.Helper()
	_, data, err := agent.ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	seats, err := agent.AssignAgents(f.Roster(), agent.Greedy{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Run(t.Context(), f, seats, func(rules.Step) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if l, err = FinishedFightOf(fight.Record{Header: f.Header(), Steps: f.Steps()}); err != nil {
		t.Fatal(err)
	}
	var sides [2][]string
	for _, r := range f.Roster() {
		if !l.Carry.Fighters[r.Name].Down {
			sides[r.Side] = append(sides[r.Side], r.Name)
		}
	}
	if names = sides[0]; len(sides[1]) > len(names) {
		names = sides[1]
	}
	return l, names
}

// Those who are left of any built-in fight can go on into any other of their system, each on a place of it and with what they carry. What
// the next fight has no room for it says: a duel is of two, and one to two points of fewer Wounds than somebody has.
func TestThoseWhoAreLeftGoOnIntoAnyFight(t *testing.T) {
	for _, system := range agent.Systems() {
		for _, before := range agent.Encounters(system) {
			l, names := remainsOf(t, before)
			for _, next := range agent.Encounters(system) {
				_, data, err := agent.ReadEncounter(next)
				if err != nil {
					t.Fatal(err)
				}
				text, err := l.Into(agent.Builtin(), data, names)
				if err != nil {
					if says := err.Error(); !strings.Contains(string(data), "\nduel:") || !strings.Contains(says, "a duel of") && !strings.Contains(says, "wounds 3: want 1 to 2") {
						t.Errorf("%s after %s with %v: %v", next, before, names, err)
					}
					continue
				}
				comes(t, l, text, names)
			}
		}
	}
}

// Against foes who are drawn they are about as strong, in every system; the same seed draws the same foes.
func TestFoesAreDrawnForThoseWhoAreLeft(t *testing.T) {
	for _, before := range []string{"ambush", "brawl", "sake-house"} {
		l, names := remainsOf(t, before)
		text, err := l.DrawEncounter(agent.Builtin(), 7, names)
		if err != nil {
			t.Fatal(err)
		}
		f := comes(t, l, text, names)
		if score := f.Score(); score < -balancedScoreMax || score > balancedScoreMax {
			t.Errorf("after %s: they stand at %.2f, want about even", before, score)
		}
		if again, err := l.DrawEncounter(agent.Builtin(), 7, names); err != nil || string(again) != string(text) {
			t.Errorf("after %s: the same seed draws\n%s\nand then\n%s", before, text, again)
		}
	}
}

// Nobody, and who fell, cannot go on; the error says so.
func TestNobodyGoesOnWhoFell(t *testing.T) {
	l, _ := remainsOf(t, "ambush")
	_, data, err := agent.ReadEncounter("gate")
	if err != nil {
		t.Fatal(err)
	}
	for want, names := range map[string][]string{"nobody goes on": nil, "fell in Rain on the Nakasendo": {"Tomoe"}} {
		if _, err := l.Into(agent.Builtin(), data, names); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", names, err, want)
		}
	}
}

// comes begins the fight of a text and looks at who has come to it, and how: carried out of it at once is what was carried in.
func comes(t *testing.T, l *FinishedFight, text []byte, names []string) *fight.Fight {
	t.Helper()
	f, err := agent.Builtin().NewFight("next", text, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var own []string
	foes := 0
	for _, r := range f.Roster() {
		if slices.Contains(names, r.Name) {
			own = append(own, r.Name)
			if want := l.Carry.Fighters[r.Name].Who; r.Kind != want {
				t.Errorf("%s comes as %s, want %s", r.Name, r.Kind, want)
			}
		}
	}
	side := f.Roster()[slices.IndexFunc(f.Roster(), func(r rules.Fighter) bool { return r.Name == names[0] })].Side
	for _, r := range f.Roster() {
		if r.Side != side {
			foes++
		} else if !slices.Contains(names, r.Name) {
			t.Errorf("%s stands with them too", r.Name)
		}
	}
	if title := agent.Title(f); strings.Contains(title, "'s ") && strings.Contains(title, " against ") {
		for who := range strings.SplitSeq(title, " against ") {
			name, _, drawn := strings.Cut(who, "'s ")
			if drawn && !slices.ContainsFunc(f.Roster(), func(r rules.Fighter) bool { return r.Name == name }) {
				t.Errorf("the title %q names one who is not there", title)
			}
		}
	}
	if !slices.Equal(own, names) || foes == 0 {
		t.Errorf("%v come to %d foes, want %v\n%s", own, foes, names, text)
	}
	return f
}
