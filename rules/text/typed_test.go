package text

import "testing"

// A line means what it looks like, however it was typed.
func TestALineMeansWhatItLooksLike(t *testing.T) {
	for typed, want := range map[string]string{
		"edit\tTomoe\u00a0wounds=2":             "edit Tomoe wounds=2",
		"  2d10\u22123 \u2265 14\r\n":           "2d10-3 \u2265 14",
		"edit Ume wounds=2 “a well–aimed blow”": `edit Ume wounds=2 "a well–aimed blow"`,
		"edit Ume wounds=2 „müde“":              `edit Ume wounds=2 "müde"`,
		"７　９":                                   "7 9",
		"ro\u200bll":                            "roll",
		"edit An–Na energy=1":                   "edit An–Na energy=1",
	} {
		if got := NormalizeTyped(typed, "An–Na"); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}
