package fair

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
)

// Each weapon of a side is taken from all who carry it, each rule of the encounter is dropped, and every file that is left can be
// fought; what the rule system says by itself is no rule of the encounter.
func TestWeaponsAndRulesAreTakenAwayInTurn(t *testing.T) {
	const yard = "version: 1\nsystem: breath\ntitle: Yard\nzones: {first front: {}, core: {}, second front: {high: true}}\nsides:\n" +
		"- {name: house, fighters: [{who: samurai, name: Aki, zone: core}, {who: ronin, weapons: [uchigatana, tanto]}]}\n" +
		"- {name: road, fighters: [bandit: 2, {who: bandit, name: Kuro, weapons: []}]}\n" +
		"objective: {for: road, goal: last, rounds: 4}\nrulings: {fate: 'off', mandate: 'off'}\n"
	for system, c := range map[string]struct {
		file string
		want []string
	}{
		"breath": {yard, []string{"the road without uchigatana", "the house without uchigatana", "the house without tanto", "without the goal", "without the zones",
			"without the ruling fate: off", "without the ruling mandate: off"}},
		"tempo": {"version: 1\nsystem: tempo\ntitle: T\nrounds: 9\nsides: [{name: a, status: on guard, fighters: [{who: swordsman}]}, {name: b, fighters: [{who: spearman}]}]\n",
			[]string{"the b without spear", "the b without dagger", "the a without long sword", "without the clock", "the a not on guard"}},
		"keep": {"version: 1\nsystem: keep\ntitle: T\nrulings: printed\nsides: [{name: a, fighters: [{who: ronin}]}, {name: b, fighters: [bandit: 2]}]\n",
			[]string{"the b without parangu", "the b without tanto", "the a without katana", "the a without wakizashi", "without the rulings printed"}},
	} {
		s, err := NewSource(agent.Builtin(), system, []byte(c.file))
		if err != nil {
			t.Fatal(err)
		}
		f, err := s.begin(1)
		if err != nil {
			t.Fatal(err)
		}
		q := &Question{Fight: f, Source: s}
		var got []string
		for _, x := range q.removables() {
			got = append(got, x.says)
			without, err := x.file.begin(1)
			if err != nil {
				t.Errorf("%s: %s: %v", system, x.says, err)
				continue
			}
			if a, b := without.Header(), f.Header(); string(a.Encounter) == string(b.Encounter) {
				t.Errorf("%s: %s changes nothing", system, x.says)
			}
			if data, _ := x.file.file(); x.says == "the house without uchigatana" && !strings.Contains(string(data), "weapons: []") {
				t.Errorf("who has nothing else has bare hands:\n%s", data)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", system, got, c.want)
		}
	}
}
