package rules

import (
	"fmt"

	"kokyu/rules/text"
)

// ParseAction returns the legal decision whose Format is words, as [text.FindByName] finds it. The error lists the
// legal decisions most similar to words.
func ParseAction[S comparable](sys System[S], s *S, words string) (Action, error) {
	legal := sys.Actions(s, nil)
	all := make([]string, len(legal))
	for i, a := range legal {
		all[i] = sys.Format(s, a)
	}
	if i, err := text.FindByName(words, all); i >= 0 {
		return legal[i], nil
	} else if err != nil {
		return Action{}, err
	}
	near, few := text.SortByDistance(words, all), 5
	if len(all) <= few+2 { // a short list is better whole, and in its own order
		return Action{}, fmt.Errorf("%q is not legal now; legal: %s", words, text.QuoteList(all, len(all)))
	}
	return Action{}, fmt.Errorf("%q is not legal now; the nearest of %d: %s", words, len(all), text.QuoteList(near, few))
}
