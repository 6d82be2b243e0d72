package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/agent/session"
	"kokyu/rules"
)

// A card offers what the rules take and nothing else: the numbers of a sheet, states, places and stances of every system.
func TestACardOffersWhatTheRulesTake(t *testing.T) {
	for name, want := range map[string][]string{
		"ambush":   {"wounds", "energy", "+bleeding", "zone: second front"},
		"crossing": {"ap", "minor", "severe", "status: on guard"},
		"stockade": {"wounds", "prone", "stunned", "stance: fire"},
		"ganryu":   {"wounds", "guard", "+strained"},
	} {
		s := open(t, name, session.Setup{Seed: 7})
		c := gm(s)
		who := s.Roster()[0].Name
		card := c.Card(0)
		var has, lines []string
		for _, n := range card.Numbers {
			has, lines = append(has, n.Key), append(lines, fmt.Sprintf("%s-=1", n.Key))
		}
		for _, w := range card.Switch {
			has, lines = append(has, w.Change), append(lines, w.Change)
		}
		for _, p := range card.Picks {
			for _, of := range p.Of {
				has, lines = append(has, p.Key+": "+of), append(lines, fmt.Sprintf("%s=%q", p.Key, of))
			}
		}
		for _, w := range want {
			if !slices.Contains(has, w) {
				t.Errorf("%s: the card of %s lacks %s: %s", name, who, w, strings.Join(has, ", "))
			}
		}
		if slices.Contains(has, "defense") {
			t.Errorf("%s: a number that follows from others can be changed", name)
		}
		for _, line := range lines {
			operations(t, c, "edit "+who+" "+line)
			operations(t, c, "undo")
		}
	}
	s := open(t, "ambush", session.Setup{Seed: 7})
	c := gm(s)
	operations(t, c, "edit Sute wounds=0")
	seat := slices.IndexFunc(s.Roster(), func(r rules.Fighter) bool { return r.Name == "Sute" })
	if card := c.Card(rules.Seat(seat)); card.Closed != "Sute is down" || len(card.Numbers)+len(card.Switch)+len(card.Picks) > 0 {
		t.Errorf("of who is down: %+v", card)
	}
}
