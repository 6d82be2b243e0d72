package keep

import (
	"slices"
	"testing"

	"kokyu/rules"
)

// A search looks at bare hands beside a weapon in hand in the last round only, and only where they promise more Wounds: those of a
// wrestler with a knife, not those of a swordsman.
func TestBareHandsAreLookedAtWhereTheyPromiseMore(t *testing.T) {
	wrestler := "skills: {jujutsu: 4, knives: 1}, weapons: [tanto]"
	for _, c := range []struct {
		row, more string
		want      bool
	}{
		{wrestler, "rounds: 1", true},
		{wrestler, "rounds: 2", false},
		{"", "rounds: 1", false},
	} {
		g := setup{us: []man{{name: "Ann", row: c.row}}, them: []man{{name: "Bea"}}, more: c.more}.game(t)
		s := g.Start()
		bare := func(list []rules.Action) bool {
			return slices.Contains(list, rules.Action{Do: doAttack, With: bareHands, At: 1})
		}
		if got := bare(g.representatives(&s, nil)); got != c.want || !bare(g.Actions(&s, nil)) {
			t.Errorf("%q with %s looks at bare hands: %v, want %v", c.row, c.more, got, c.want)
		}
	}
}
