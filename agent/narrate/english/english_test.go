package english

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent/narrate/story"
	"kokyu/rules"
)

// Every row can be said: its slots are known, and so is what it asks for. A feature that nothing has would leave it unsaid for ever.
func TestEveryRowCanBeSaid(t *testing.T) {
	cast := []story.Person{{Name: "Aki", Spoken: "Aki", They: "he", Being: "person"}, {Name: "Ume", Spoken: "Ume", They: "she", Being: "person"}}
	b := &story.Beat{By: "Aki", To: "Ume", Lead: "Ume", Says: "so", Alone: "Ume", With: "katana", Family: "blade", Tries: 2, Hits: 1, Foes: []string{"Aki"},
		Into: &story.Into{With: "yari", Family: "spear"}}
	w := &Teller{Story: &story.Story{Cast: cast}, people: map[string]*known{"Aki": {Person: cast[0]}, "Ume": {Person: cast[1]}}, used: map[string]int{}}
	w.grammar, w.lexicon = load()
	// What is asked for elsewhere than of a beat.
	names := slices.Concat(rules.Causes, story.Rels, []string{"helps", "avenges", "toward", "one", "begins", "draw"})
	for f := range w.features(b) {
		names = append(names, f)
	}
	for _, list := range [][]clause{w.Blows, w.Vain, w.Facts, w.After, w.Ends} {
		for i := range list {
			c := &list[i]
			for _, f := range slices.Concat(c.If, c.Not) {
				if !slices.Contains(names, f) {
					t.Errorf("%q asks for %q, which nothing has", c.Says, f)
				}
			}
			if strings.Contains(c.Says, "{winner}") || slices.ContainsFunc(w.Ends, func(e clause) bool { return e.Says == c.Says }) {
				continue // of the end, which has slots of its own
			}
			for k := range w.Outcomes {
				if s := w.say(c, b, &w.Outcomes[k]); strings.ContainsAny(s.text, "{}[]") || s.text == "" {
					t.Errorf("%q is said as %q", c.Says, s.text)
				}
			}
		}
	}
}

// Nobody is on the other side of a draw.
func TestADrawHasNoOtherSide(t *testing.T) {
	s := &story.Story{Length: "usual", Sides: []story.Side{{Name: "one", Who: []string{"Aki"}}, {Name: "other", Who: []string{"Ume"}}},
		Cast: []story.Person{{Name: "Aki", Spoken: "Aki", Side: "one", Being: "person"}, {Name: "Ume", Spoken: "Ume", Side: "other", Being: "person"}},
		End:  story.End{Why: "time", Rounds: 3, Round: 3, Others: []string{"Aki", "Ume"}}}
	told := Tell(s, 1)
	if text := told[len(told)-1].Text; strings.Contains(text, "other side") || !strings.Contains(text, "Aki and Ume are still standing.") {
		t.Error(text)
	}
}
