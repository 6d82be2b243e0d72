package narrate_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// What must be told has words, whatever happens in a fight, and the words are sentences.
func TestWhatMustBeToldHasWords(t *testing.T) {
	broken := regexp.MustCompile(`[{}\[\]]|  | [.,:]|\.\.|,,|^[a-z]|\. [a-z]|\ba [aeio]|\ban [^aeiou]`)
	unplanned(t, rulestest.Few(20, 500), func(name string, f *fight.Fight) {
		s := planned(f, len(f.Steps()))
		told, words := map[int]bool{}, 0
		for _, p := range english.Tell(s, f.Header().Seed) {
			words += len(strings.Fields(p.Text))
			if bad := broken.FindString(p.Text); bad != "" || !strings.HasSuffix(p.Text, ".") {
				t.Errorf("%s: %q is no sentence, in\n%s", name, bad, p.Text)
			}
			for _, b := range p.Beats {
				told[b.ID] = true
				for _, who := range []string{b.By, b.To} {
					if named := s.Cast[slices.IndexFunc(s.Cast, func(c story.Person) bool { return c.Name == who || who == "" })]; who != "" &&
						named.They == "" && !strings.Contains(p.Text, who) {
						t.Errorf("%s: %s is not in %s", name, who, p.Text)
					}
				}
			}
		}
		for _, sc := range s.Scenes {
			for _, b := range sc.Beats {
				if !told[b.ID] {
					t.Errorf("%s: no words for %+v, %+v", name, b, b.Into)
				}
			}
		}
		if words > 360 {
			t.Errorf("%s: %d words", name, words)
		}
	})
}

// Every law line of a record stands with one paragraph, in order; of a fight that breaks off the last ones stand with one without words.
func TestEveryLawLineStandsWithAParagraph(t *testing.T) {
	o, steps := played(t, "ambush", 1, agent.Greedy{})
	for cut := range 40 {
		steps := steps[:len(steps)*cut/40]
		plan := narrate.Plan(o.Options, agent.Dialect(o.System), steps, nil)
		o.Voice = "law"
		var got, want []string
		for _, l := range told(t, o, steps) {
			if l.Step > 0 && !l.Folds() { // what folds may stand with others
				want = append(want, l.Text)
			}
		}
		for _, p := range narrate.Prose(o.Options, agent.Dialect(o.System), steps, plan, english.Tell(plan, 1)) {
			got = append(got, slices.DeleteFunc(p.Law, func(l string) bool { return !slices.Contains(want, l) })...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %d steps the paragraphs have\n%s\nwant\n%s", len(steps), strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
