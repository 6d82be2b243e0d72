package fair

import (
	"slices"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
)

// What combatants live by is counted once, under the name that their sheets have for it.
func TestWhatCombatantsLiveByIsCountedOnce(t *testing.T) {
	for life, want := range map[string][]string{"": {"wounds", "heart"}, "heart": {"heart"}} {
		var m seatTally
		m.addStanding(agent.Ending{Plight: rules.Plight{LifeName: life, LifeLeft: 2, LifeMax: 3}, Sheet: rules.Sheet{{Name: "heart", Value: "2 of 3"}}})
		var got []string
		for _, s := range m.left {
			got = append(got, s.name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("of who lives by %q is counted %q, want %q", life, got, want)
		}
	}
}
