package breath

import (
	"slices"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// linesOf returns the lines of a sheet about one thing.
func linesOf(t *testing.T, name string, asks book.PageRequest, of string) (says []string) {
	t.Helper()
	p, err := rows.Page(name, rows.DefaultBook(), asks)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range p.Lines {
		if l.Topic == of {
			says = append(says, l.Says)
		}
	}
	return says
}

// A sheet adds its slots up and says what waits; a promotion across a row gives the new row's slots at once, and the spells of
// the dan reached are due. SP-03, SP-05.
func TestASheetSaysWhatAPromotionBrings(t *testing.T) {
	const mage = "onmyoji of the book"
	want := []string{"sorcery 4/3/2 by the dan + 1 by folk sorcery + 1/1/1 by onmyoji = 6/4/3; waits: 0/0/0/1/1/1 by onmyoji"}
	if got := linesOf(t, mage, book.PageRequest{}, "slots"); !slices.Equal(got, want) {
		t.Errorf("at 5 dan: got %q, want %q", got, want)
	}
	if got := linesOf(t, mage, book.PageRequest{}, "due"); got != nil {
		t.Errorf("at 5 dan: due %q, want nothing", got)
	}
	for dan, want := range map[int]string{6: "", 7: "2 of 7 dan from sorcery, by 7 dan"} {
		got := append(linesOf(t, mage, book.PageRequest{Promote: dan}, "due"), "")[0]
		if got != want {
			t.Errorf("promoted to %d dan: due %q, want %q", dan, got, want)
		}
	}
	if c := rows.DefaultBook().Combatants[mage].Caster; c.Dan.N != 5 {
		t.Errorf("asking of a promotion made the row one of %d dan", c.Dan.N)
	}
}

// Study is 2d10, Wisdom and the skill against 11, and a seed throws the same dice every time. SP-04.
func TestStudyIsOneCheck(t *testing.T) {
	asks := book.PageRequest{Study: "paper shackle"}
	if got := linesOf(t, "onmyoji of the book", asks, "study"); !slices.Equal(got, []string{"paper shackle: 2d10+7 >= 11, 97 %; one a session"}) {
		t.Errorf("got %q, want 97 of a hundred: 2 or 3 on two dice fail", got)
	}
	if got := linesOf(t, "onmyoji of the book", asks, "dice"); got != nil {
		t.Errorf("without a seed: got %q, want no dice", got)
	}
	asks.Seed = new(uint64(7))
	if got, want := linesOf(t, "onmyoji of the book", asks, "dice"), linesOf(t, "onmyoji of the book", asks, "dice"); len(got) != 1 || !slices.Equal(got, want) {
		t.Errorf("seed 7: got %q and then %q", got, want)
	}
}
