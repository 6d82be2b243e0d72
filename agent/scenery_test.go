package agent_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Every built-in encounter says where it is, and its record says it too.
func TestEveryEncounterHasASetting(t *testing.T) {
	for _, encounter := range agent.Encounters() {
		f := begun(t, encounter)
		s := f.Scenery()
		for _, aspect := range []string{"place", "ground", "light", "roof"} {
			if s.Setting[aspect] == "" {
				t.Errorf("%s does not say its %s", encounter, aspect)
			}
		}
		if len(s.People) != len(f.Roster()) {
			t.Errorf("%s: %d people for %d combatants", encounter, len(s.People), len(f.Roster()))
		}
		again, err := agent.Begin(fight.Record{Header: f.Header()})
		if err != nil {
			t.Fatal(err)
		}
		if kept := again.Scenery(); !maps.Equal(kept.Setting, s.Setting) || len(kept.Made) != len(s.Made) {
			t.Errorf("%s: the record has %v, want %v", encounter, kept, s)
		}
	}
}

// A record of before has none of it, and is the same fight.
func TestARecordWithoutASettingReplays(t *testing.T) {
	f := begun(t, "ambush")
	for range 40 {
		if _, err := step(f); err != nil {
			t.Fatal(err)
		}
	}
	rec := fight.Record{Header: f.Header(), Steps: f.Steps()}
	var encounter map[string]any
	if err := json.Unmarshal(rec.Header.Encounter, &encounter); err != nil {
		t.Fatal(err)
	}
	delete(encounter, "setting")
	for _, side := range encounter["sides"].([]any) {
		for _, fighter := range side.(map[string]any)["fighters"].([]any) {
			for _, free := range []string{"epithet", "wants", "fears", "won"} {
				delete(fighter.(map[string]any), free)
			}
		}
	}
	text, err := json.Marshal(encounter)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(text, rec.Header.Encounter) || strings.Contains(string(text), "cedars") {
		t.Fatalf("the setting is still there: %s", text)
	}
	rec.Header.Encounter = text
	old, err := agent.Begin(rec)
	if err != nil {
		t.Fatal(err)
	}
	if err := fight.Replay(old, rec); err != nil {
		t.Error(err)
	}
	if s := old.Scenery(); len(s.Setting) != 0 {
		t.Errorf("it has the setting %v", s.Setting)
	}
}

// begun returns a fight of a built-in encounter.
func begun(t *testing.T, encounter string) *fight.Fight {
	t.Helper()
	name, data, err := agent.ReadEncounter(encounter)
	if err != nil {
		t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// step makes the first decision there is, or throws the dice.
func step(f *fight.Fight) (rules.Step, error) {
	if f.Turn().Kind == rules.Chance {
		return f.Roll()
	}
	return f.Play(f.Options()[0].Action)
}
