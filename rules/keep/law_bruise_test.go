package keep

import (
	"slices"
	"testing"

	"kokyu/rules"
)

// What moves somebody, and what the text says it does (001 §Push/Pull, §Knockdown, §Throw).

// edge is Ann on high ground before Bea, with a wall two squares behind her.
func edge(rulings, ann string) setup {
	return setup{us: []man{{name: "Ann", row: ann, at: "b1"}}, them: []man{{name: "Bea", row: "armour: light", at: "c1"}}, ground: `[".^^.#"]`, rulings: rulings}
}

// A Push that is won deals the damage of the attack, Reduction taken off, and nothing for the wall it ends at or the height it comes
// down, as the text has it; by a table's word each of them is so many Wounds.
// RK-128, RK-130. R-RK-56, R-RK-88.
func TestAPushHurtsAsTheAttackDoes(t *testing.T) {
	for _, c := range []struct {
		rulings string
		words   string
		want    int
	}{
		{"", "to > d1", 7},
		{"bruises: 3", "to > d1", 7 + 3 + 3}, // one step down, and the wall
		{"bruises: 3", "leave it", 7},
	} {
		b := edge(c.rulings, "").begin(t)
		b.play("katana > Bea", "push 10 feet", "roll", to{60}, to{30, 9}, to{10}, c.words)
		b.wantWounds("Bea", c.want)
	}
	b := setup{us: []man{{name: "Ann", at: "b1"}}, them: []man{{name: "Bea", at: "c1"}}, ground: `["...#"]`, rulings: "bruises: 3"}.begin(t)
	b.play("katana > Bea", "push 5 feet", "roll", to{60}, to{30, 9}, to{10}) // there is no room at all
	b.wantWounds("Bea", 13)
	b.wantSheet("Bea", "square", "c1")
	b = edge("bruises: 3", "").begin(t)
	b.play("katana > Bea", "push 5 feet", "roll", to{60}, to{30, 9}, to{10}, "to > d1") // as far as it was called: no wall
	b.wantWounds("Bea", 10)
	b = edge("bruises: 3", "").begin(t)
	b.play("katana > Bea", "push 10 feet", "roll", to{60}, to{3, 31}) // the contest is lost: no damage, no wall
	b.wantWounds("Bea", 0)
}

// A thrown one is Prone, and that is all; by a table's word it is hurt besides, and may fall by it.
// RK-150, RK-151. R-RK-88.
func TestAThrowHurtsNobody(t *testing.T) {
	for rulings, want := range map[string]int{"": 0, "bruises: 4": 8} {
		b := edge(rulings, "weapons: []").begin(t)
		b.play("grapple > Bea", to{40})
		b.until("Ann")
		b.play("water", to{40, 3}, "throw > Bea > d1") // a step down
		b.wantWounds("Bea", want)
		b.wantStatus("Bea", "prone", true)
	}
	b := edge("bruises: 4", "weapons: []").begin(t)
	b.kit().Edit("Bea wounds=45")
	b.play("grapple > Bea", to{40})
	b.until("Ann")
	b.play("water", to{40, 3}, "throw > Bea > a1")
	if won, _, over := b.f.Winner(); !over || won != rules.Side(0) {
		t.Errorf("over %v, won by %v; want Ann's side, as Bea is Crippled by the throw", over, won)
	}
}

// A Knockdown that is won deals the attack's damage and leaves Prone: the ground itself does nothing.
// RK-125. R-RK-88.
func TestAKnockdownHurtsAsTheAttackDoes(t *testing.T) {
	b := edge("bruises: 5", "").begin(t)
	b.play("katana > Bea", "knockdown", "roll", to{60}, to{30, 9}, to{10})
	b.wantWounds("Bea", 7)
	b.wantStatus("Bea", "prone", true)
}

// Any weapon that is not [Small] takes a Simple Action to ready and one to put away, and with none left neither is possible.
// RK-36. RK-21: no Free Action does it.
func TestAnyWeaponIsReadiedAndStowedByASimpleAction(t *testing.T) {
	for _, weapon := range []string{"katana", "wakizashi", "tonfa", "yari", "no-dachi", "yumi"} {
		b := duel(t, "weapons: ["+weapon+"]", "")
		b.wantSimple(2)
		b.play("stow " + weapon)
		b.wantSimple(1)
		b.wantSheet("Ann", "weapon", "bare hands")
		b.play("ready " + weapon)
		b.wantSimple(0)
		b.wantSheet("Ann", "weapon", weapon)
		b.wantOffered(false, "stow "+weapon, "ready "+weapon)
		b = duel(t, "ready: 0, weapons: ["+weapon+"]", "")
		b.wantOffered(true, "ready "+weapon)
		b.play("unarmed > Bea", "roll", to{4})
		b.wantOffered(false, "ready "+weapon) // the attack has taken both
	}
}

// Nevermind ends a grapple of three only if all who can act agree, and then for all; who cannot act is not asked, and is free too.
// RK-156.
func TestNevermindAsksAllWhoCanAct(t *testing.T) {
	three := func() *bout {
		b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "b2"}}, them: []man{{name: "Bea", at: "c1"}}, ground: `["....", "...."]`}.begin(t)
		b.play("grapple > Bea", to{60}, "end the turn")
		b.until("Cid")
		b.play("grapple > Bea", to{60})
		b.until("Bea")
		b.play(to{30, 11, 11})
		return b
	}
	held := func(b *bout) (who []string) {
		for _, name := range []string{"Ann", "Cid", "Bea"} {
			g, s := b.position()
			if s.seats[slices.Index(g.Names(), name)].grapple != 0 {
				who = append(who, name)
			}
		}
		return who
	}
	b := three()
	b.play("nevermind")
	b.wantTurn("Ann", rules.Decide)
	b.play("agree")
	b.wantTurn("Cid", rules.Decide)
	b.play("refuse")
	if got := held(b); len(got) != 3 {
		t.Errorf("held after a refusal are %v, want all three", got)
	}
	b = three()
	b.play("nevermind", "agree", "agree")
	if got := held(b); len(got) != 0 {
		t.Errorf("held after all have agreed are %v", got)
	}
	b = three()
	b.kit().Edit("Cid incapacitated")
	b.play("nevermind", "agree")
	if got := held(b); len(got) != 0 {
		t.Errorf("held after all who can act have agreed are %v", got)
	}
}
