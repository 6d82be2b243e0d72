package text

import "testing"

func TestWordsOfASentence(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(1, "Wound"), "1 Wound"}, {Count(0, "Wound"), "0 Wounds"}, {Count(12, "Wound"), "12 Wounds"},
		{List(nil, "and"), ""}, {List([]string{"Aki"}, "and"), "Aki"}, {List([]string{"on", "off"}, "or"), "on or off"},
		{List([]string{"Jubei", "Gonta", "Masamune"}, "and"), "Jubei, Gonta and Masamune"},
		{Points("12.3"), "12.3 points"}, {Points("1.0"), "1.0 points"}, {Points("−1"), "−1 point"}, {Points("+1"), "+1 point"}, {Points("−11"), "−11 points"},
		{Capital("the oni"), "The oni"}, {Capital("été"), "Été"}, {Capital(""), ""}, {Capital("\xff"), "\xff"}, {Capital("鬼"), "鬼"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// A difference has one sign for people, and none where nothing is left of it.
func TestADifferenceHasOneSign(t *testing.T) {
	for want, got := range map[string]string{"+1.2": Signed(1.23, 1), "−0.3": Signed(-0.3, 1), "0.0": Signed(-0.04, 1), "0": Signed(0, 0),
		"−10": Signed(-10, 0), "+0.05": Signed(0.05, 2)} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
