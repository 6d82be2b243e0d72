package narrate_test

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// paragraphs are those of a fight.
func paragraphs(t testing.TB, f enacted, steps []rules.Step) []narrate.Paragraph {
	t.Helper()
	all, err := narrate.Paragraphs(t.Context(), f.Options, agent.Dialect(f.System), steps)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Whatever must be told of a fight is a fact of one paragraph, required, and nothing of a name is in any of them.
func TestWhatMustBeToldIsInAParagraph(t *testing.T) {
	if testing.Short() {
		t.Skip("fifty fights, one after the other: nothing here runs on two cores")
	}
	fights(t, 3, func(o enacted, steps []rules.Step) {
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

// In the tales of fights of all encounters, sensible and wild ones, no sentence comes twice in a fight, no image twice
// within ten told lines, and all that must be told is.
func TestNoSentenceComesTwiceInATale(t *testing.T) {
	if testing.Short() {
		t.Skip("a hundred fights, one after the other: nothing here runs on two cores")
	}
	seeds := uint64(rulestest.Few(1, 9))
	tales, sentences, said := 0, 0, 0
	for _, encounter := range agent.Encounters() {
		for _, player := range []agent.Agent{agent.Greedy{}, agent.Random{}, lively{}} {
			for seed := range seeds {
				o, steps := played(t, encounter, seed, player)
				told := passages(t, o, steps)
				tales++
				seen := map[string]bool{}
				for _, p := range told {
					for _, s := range strings.SplitAfter(p.Text, ". ") {
						if s = strings.TrimSpace(s); s == "" {
							continue
						}
						if sentences++; seen[s] {
							t.Errorf("%s, %v, seed %d: told twice: %s", o.Title, player, seed, s)
						}
						seen[s] = true
					}
				}
				required := map[int]bool{}
				for _, p := range paragraphs(t, o, steps) {
					for _, f := range p.Facts {
						if f.Required {
							required[f.Steps[0]] = true
						}
					}
				}
				for _, p := range told {
					for _, step := range p.Steps {
						delete(required, step)
						said++
					}
				}
				for step := range required {
					t.Errorf("%s, %v, seed %d: what must be told of step %d is not", o.Title, player, seed, step)
				}
			}
		}
	}
	t.Logf("%d tales, %d sentences, %d steps told", tales, sentences, said)
}

// passages are those of a told fight.
func passages(t testing.TB, f enacted, steps []rules.Step) []narrate.Passage {
	t.Helper()
	told, err := narrate.Passages(t.Context(), f.Options, agent.Dialect(f.System), scent(t, f.System, f.Seed), steps)
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// A record of sixty steps is told within 50 ms.
func BenchmarkTell(b *testing.B) {
	f, steps := played(b, "ambush", 1, agent.Greedy{})
	steps = steps[:min(60, len(steps))]
	for b.Loop() {
		v, err := narrate.VoiceNamed("scent", agent.Dialect(f.System), f.Seed)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := narrate.Passages(b.Context(), f.Options, agent.Dialect(f.System), v, steps); err != nil {
			b.Fatal(err)
		}
	}
}
