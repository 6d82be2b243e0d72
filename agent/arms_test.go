package agent

import (
	"slices"
	"testing"
)

// The issue weapons are those of four families, all of them weapons that attack hand to hand.
func TestIssueWeapons(t *testing.T) {
	c := Builtin()
	list, armed := c.WeaponsOf(IssueFamilies()...), c.Armed()
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
	if got := Builtin().WeaponSkills(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// In the plain fight a weapon is its numbers: neither its names nor where it is at home in a duel, nor who says so.
func TestPlainWeapons(t *testing.T) {
	c := Builtin()
	for _, pair := range [][2]string{{"nodachi", "oar sword"}, {"dagger", "tanto"}} {
		if c.Plain(pair[0]) != c.Plain(pair[1]) {
			t.Errorf("%s is not %s:\n%s\n%s", pair[0], pair[1], c.Plain(pair[0]), c.Plain(pair[1]))
		}
	}
	if c.Plain("suyari") == c.Plain("yari") {
		t.Error("suyari is yari")
	}
	if w := c.breath().Weapons["nodachi"]; w.Band == nil || w.Attack[0].Name != "great cut" || w.Attack[0].Twenty.Source != "ruling" {
		t.Errorf("asking has changed the row: %+v", w)
	}
}

// Rows laid over a catalogue leave the one below as it was; what is wrong with them is said with its place.
func TestCatalogueWith(t *testing.T) {
	below := Builtin()
	c, err := below.With("own", []byte("version: 1\narmours: {paper: {defense: 11 house}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if c.breath().Armours["paper"].Defense.N != 11 || below.breath().Armours["paper"].Defense.N != 0 {
		t.Errorf("above %v, below %v", c.breath().Armours["paper"], below.breath().Armours["paper"])
	}
	if _, err := below.With("own", []byte("version: 1\narmours: {paper: {defense: 50 house}}\n")); err == nil || err.Error() != "own:2:28: Defense 50: want 10 to 20" {
		t.Errorf("got %v, want the place and 10 to 20", err)
	}
}
