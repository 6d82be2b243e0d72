package narrate

import (
	"strings"
	"testing"

	"kokyu/rules/strict"
)

func TestWrapHangsWhatDoesNotFit(t *testing.T) {
	const line = "R1 Masamune (12→7)  horizontal cut > Sute 64 %: 7+9+3=19 vs 12 hit; parry in haste (2) 21 %: 4+4+3=11 vs 19 fails; 1 Wound, Sute down · reserve parry"
	const want = "R1 Masamune (12→7)  horizontal cut > Sute 64 %: 7+9+3=19 vs 12 hit; parry in haste (2) 21 %:\n" +
		"    4+4+3=11 vs 19 fails; 1 Wound, Sute down · reserve parry"
	if got := Wrap(line, Width); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Whatever the width, no words are lost, and no line is wider unless one piece is.
func TestWrapKeepsEveryWord(t *testing.T) {
	const line = "R2 正宗 (11→5)  斬り下ろし > Sute 64 %: 2+8+2=12 vs 12 hit; a-word-much-wider-than-any-line-here; 1 Wound (3 left)"
	for cells := range 60 {
		got := Wrap(line, cells)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(line), " ") {
			t.Fatalf("%d cells: words changed: %q", cells, got)
		}
		for l := range strings.SplitSeq(got, "\n") {
			if strict.Cells(l) > cells && len(pieces(strings.TrimSpace(l))) > 1 {
				t.Fatalf("%d cells: %q has %d", cells, l, strict.Cells(l))
			}
		}
	}
}
