package trial

import (
	"slices"
	"testing"

	"kokyu/agent"
	"kokyu/rules/breath/rows"
)

// The issue weapons are those of four families, all of them weapons that attack hand to hand.
func TestIssueWeapons(t *testing.T) {
	b := breathBouts(agent.Builtin())[0]
	list, armed := b.Weapons(), b.Known()
	for _, name := range list {
		if !slices.Contains(armed, name) {
			t.Errorf("%s attacks nobody", name)
		}
	}
	for _, name := range []string{"kama", "unarmed", "oni fists", "shield", "yumi", "teppo", "shuriken"} {
		if slices.Contains(list, name) {
			t.Errorf("%s is handed out", name)
		}
	}
	if list[0] != "bokken" || !slices.Contains(list, "kanabo") || slices.Contains(armed, "shield") || !slices.Contains(armed, "yumi") {
		t.Errorf("issue %v, armed %v", list, armed)
	}
}

// A kodachi is guarded with the feet: footwork is a weapon skill too. A shield borrows the other hand's.
func TestWeaponSkills(t *testing.T) {
	want := []string{"archery", "footwork", "spearmanship", "staff", "swordsmanship", "teppo", "throwing", "unarmed combat"}
	if got := (armoury{rows.DefaultBook}).skills(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// In the plain fight a weapon is its numbers: neither its names nor where it is at home in a duel, nor who says so.
func TestPlainWeapons(t *testing.T) {
	plain := breathBouts(agent.Builtin())[0].Row
	for _, pair := range [][2]string{{"nodachi", "oar sword"}, {"dagger", "tanto"}} {
		if plain(pair[0]) != plain(pair[1]) {
			t.Errorf("%s is not %s:\n%s\n%s", pair[0], pair[1], plain(pair[0]), plain(pair[1]))
		}
	}
	if plain("suyari") == plain("yari") {
		t.Error("suyari is yari")
	}
	if w := rows.DefaultBook().Weapons["nodachi"]; w.Band == nil || w.Attack[0].Name != "great cut" || w.Attack[0].Twenty.Source != "ruling" {
		t.Errorf("asking has changed the row: %+v", w)
	}
}
