package narrate_test

import (
	"strings"
	"testing"

	"kokyu/agent/narrate"
	"kokyu/rules"
)

// Guards and waits that come one after another are one line; a single one, and what else happens, stay as they are.
func TestGuardsAndWaitsAreOneLine(t *testing.T) {
	n := 0
	guards := func(seat string, times int) (steps []rules.Step) {
		n++
		events := []rules.Event{{Kind: "breath", Seat: seat, N: 5, Left: 10}}
		for range times {
			events = append(events, rules.Event{Kind: "declare", Seat: seat, What: "reserve parry", With: "uchigatana", Of: "blade", N: 1},
				rules.Event{Kind: "reserve", Seat: seat, What: "parry", With: "uchigatana", N: 1})
		}
		return []rules.Step{{N: n, Seat: seat, Do: "reserve parry", Events: events}}
	}
	word := func(seat, kind string) []rules.Step {
		n++
		return []rules.Step{{N: n, Seat: seat, Do: kind, Events: []rules.Event{{Kind: kind, Seat: seat, Of: "energy", Left: 4}}}}
	}
	var steps []rules.Step
	for _, s := range [][]rules.Step{guards("Sute", 1), guards("Gonta", 3), guards("Tomoe", 2),
		guards("Sute", 1), word("Masamune", "wait"), word("Gonta", "close")} {
		steps = append(steps, s...)
	}
	lines := told(t, table(), steps)
	var law []string
	for _, l := range narrate.Fold(lines) {
		law = append(law, l.Text)
	}
	if got, want := strings.Join(law, "\n"), "R1 Sute, Gonta and Tomoe guard: seven reservations · Masamune waits · Gonta closes the round"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	one := told(t, table(), guards("Sute", 1))
	if folded := narrate.Fold(one); folded[0].Text != one[0].Text {
		t.Errorf("one guard became %q", folded[0].Text)
	}
	acted := narrate.Fold(told(t, table(), breath()))
	if len(acted) != 1 || !strings.Contains(acted[0].Text, "horizontal cut > Sute hits 64 %") {
		t.Errorf("a breath with a blow became %v", acted)
	}
}
