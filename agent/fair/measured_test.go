package fair

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"kokyu/agent"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// Each built-in encounter has been fought out, and no other; its word is that of its figure. -update fights all of them out.
func TestEveryBuiltinEncounterIsMeasured(t *testing.T) {
	head, _, _ := bytes.Cut(measuredFile, []byte("encounters:\n"))
	rows := string(head) + "encounters:\n"
	for _, name := range slices.Sorted(slices.Values(agent.Encounters())) {
		f, s := opened(t, name)
		m, ok := MeasureOf(name)
		if *rulestest.Update {
			player := Player{Otherwise: UsualLevel, Limits: search.Limits{Nodes: agent.NodesUsual}}
			a := answered(t, Question{Fight: f, Source: s, Players: [2]Player{player, player}, Within: WithinUsual / 100., Seed: 1})
			m, ok = measure{a.Party, a.Win.Mean, a.Win.Low, a.Win.High, a.Fights, a.Word}, true
		}
		if party := f.Roster()[0].Team; !ok || m.Party != party || m.Word != Word(m.Win) || m.Low > m.Win || m.Win > m.High || m.Fights < fightsLeast {
			t.Errorf("%s, where %q is the party: %+v", name, party, m)
		}
		rows += fmt.Sprintf("  %s: {party: %s, win: %.4f, low: %.4f, high: %.4f, fights: %d, word: %s}\n", name, m.Party, m.Win, m.Low, m.High, m.Fights, m.Word)
	}
	rulestest.Golden(t, "measured.yaml", rows)
}
