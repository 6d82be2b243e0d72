package narrate_test

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
)

// paragraphs are those of a fight.
func paragraphs(t testing.TB, f fight, steps []rules.Step) []narrate.Paragraph {
	t.Helper()
	all, err := narrate.Paragraphs(t.Context(), f.Options, agent.Dialect(f.System), steps)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Whatever must be told of a fight is a fact of one paragraph, required, and nothing of a name is in any of them.
func TestWhatMustBeToldIsInAParagraph(t *testing.T) {
	fights(t, 3, func(o fight, steps []rules.Step) {
		must := map[string]int{}
		for _, f := range agent.Dialect(o.System).Frames {
			if f.Must {
				must[f.Name] = 0
			}
		}
		for _, m := range o.moments(steps) {
			if _, ok := must[m.Frame]; ok {
				must[m.Frame]++
			}
		}
		for _, p := range paragraphs(t, o, steps) {
			for i, f := range p.Facts {
				if _, ok := must[f.Moment.Frame]; ok && f.Required {
					must[f.Moment.Frame]--
				}
				if len(p.Lines[i]) == 0 && f.Required {
					t.Logf("%s, seed %d: nothing fresh tells %s", o.Title, o.Seed, f.Moment.Frame)
				}
				for _, l := range p.Lines[i] {
					if slices.ContainsFunc(o.Roster, func(r rules.Fighter) bool { return strings.Contains(l, r.Name) }) {
						t.Errorf("a name in %q", l)
					}
				}
			}
		}
		for frame, n := range must {
			if n != 0 {
				t.Errorf("%s, seed %d: %d of %s are in no paragraph", o.Title, o.Seed, n, frame)
			}
		}
	})
}

// Where only the law is told, nothing else is: not even where the fight is.
func TestTheLawAloneHasNoTale(t *testing.T) {
	f, steps := played(t, "ambush", 1, agent.Greedy{})
	f.Voice = "law"
	for _, l := range told(t, f, steps) {
		if l.Kind == narrate.Tale {
			t.Errorf("told: %s", l.Text)
		}
	}
}
