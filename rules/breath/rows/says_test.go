package rows

import (
	"testing"

	"kokyu/rules/book"
)

// What a spell does is said in plain words, of whom it is on; one that only wounds has nothing to say besides.
func TestASpellSaysWhatItDoes(t *testing.T) {
	n := func(n int) book.Num { return book.Num{N: n} }
	for want, s := range map[string]Spell{
		"": {At: "foe", Effects: SpellEffects{Wounds: n(2)}},
		"the next blow that would wound {to} will do no harm": {At: "self or ally", Effects: SpellEffects{Ward: true}},
		"{to} cannot move from the spot":                      {At: "foe", Effects: SpellEffects{HeldFast: true, Exposed: n(4)}},
		"the whole side is now harder to hit":                 {At: "aura", Effects: SpellEffects{Defense: n(2)}},
		"every enemy there sees things that are not there":    {At: "foes around", Effects: SpellEffects{Mirage: true, Attack: n(-4)}},
		"fire is left burning where it strikes":               {At: "all in a zone", Effects: SpellEffects{Wounds: n(1), Fire: n(3)}},
	} {
		if got := s.EffectClause(); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	everything := Spell{At: "foe", Effects: SpellEffects{Seal: true, Repel: true, Hush: true, Ward: true}}
	if got := everything.EffectClause(); got != "{to} can neither act nor be harmed" {
		t.Errorf("it says %q, want one thing: two read like the rules", got)
	}
}
