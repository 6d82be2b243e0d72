package narrate

import (
	"slices"
	"strings"

	"kokyu/prompts"
)

// waysMax is how many ways are offered for a fact.
const waysMax = 6

// waysOf are the ways that say a fact: of those that fit, the ones that ask for most of it.
func (a *account) waysOf(kind string, tags []string) (ways []*prompts.Way) {
	all := a.ways[kind]
	most := -1
	for i := range all {
		w := &all[i]
		switch {
		case !w.Fits(tags) || len(w.If) < most:
			continue
		case len(w.If) > most:
			most, ways = len(w.If), nil
		}
		ways = append(ways, w)
	}
	return ways[:min(len(ways), waysMax)]
}

// fact is a telling with its ways, made for its place in a paragraph.
func (s *speaker) fact(id int, t *telling) Fact {
	f := Fact{ID: id, Kind: t.Kind, Required: t.must(), Steps: t.steps, Of: t.Fact, with: slices.Concat(t.also, t.tries)}
	if t.fixed != "" {
		f.Ways, f.made = []string{t.fixed}, []string{""}
		return f
	}
	before := s.before
	said, tags := s.said(t)
	for _, w := range s.account.waysOf(t.Kind, tags) {
		words := strings.TrimSpace(w.Set(said))
		if t.First && !strings.Contains(words, "first blood") {
			blood := "first blood"
			if t.Match {
				blood = "the first point"
			}
			if strings.Contains(words, "draws blood") {
				words, blood = strings.Replace(words, "draws blood", "draws "+blood, 1), ""
			} else {
				words = strings.TrimSuffix(words, ".") + ": " + blood + "."
			}
			if strings.Count(words, ":") > 1 {
				words = strings.Replace(words, ": "+blood, ", "+blood, 1)
			}
		}
		f.Ways, f.made = append(f.Ways, s.pronoun(words, t.By, before)), append(f.made, w.Say)
	}
	f.Cause = hinge(&t.Fact)
	return f
}

// pronoun puts she or he at the head of a sentence, where the sentence before was of the same person and the file says which.
func (s *speaker) pronoun(words, by, before string) string {
	if by == "" || by != before {
		return words
	}
	they := s.account.they[by]
	head := "{" + s.account.letter(by)
	if they == "" || !strings.HasPrefix(words, head+"}") && !strings.HasPrefix(words, head+" the}") {
		return words
	}
	_, rest, _ := strings.Cut(words, "}")
	return s.slot(s.account.letter(by)+" they", they) + rest
}
