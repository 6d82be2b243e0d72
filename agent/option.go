package agent

import (
	"fmt"
	"strings"

	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// UnknownChoice is the error of words that no open decision has, or that several begin with.
type UnknownChoice struct{ error }

// Unwrap returns the mistake in words.
func (u UnknownChoice) Unwrap() error { return u.error }

// OptionByPrefix returns the option with these words or, if only one option begins with them, that one. The error lists
// similar options.
func OptionByPrefix(options []fight.Option, txt string) (fight.Option, error) {
	exact, err := OptionByWords(options, txt)
	if err == nil {
		return exact, nil
	}
	begins := text.Keep(options, func(o fight.Option) bool {
		return strings.HasPrefix(text.Fold(o.Words), text.Fold(txt))
	})
	switch len(begins) {
	case 0:
		return fight.Option{}, err
	case 1:
		return begins[0], nil
	}
	return fight.Option{}, UnknownChoice{text.Problem{What: fmt.Sprintf("%q could be %d choices", txt, len(begins)),
		Want: nearest(txt, wordsOf(begins))}}
}

// OptionByWords returns the option with exactly these words, in any case. The error lists similar options.
func OptionByWords(options []fight.Option, txt string) (fight.Option, error) {
	words := wordsOf(options)
	i, err := text.FindByName(txt, words)
	switch {
	case i >= 0:
		return options[i], nil
	case err != nil:
		return fight.Option{}, UnknownChoice{err}
	case len(options) == 0:
		return fight.Option{}, fmt.Errorf("nobody decides now: there is nothing to choose")
	}
	return fight.Option{}, UnknownChoice{text.Problem{What: fmt.Sprintf("%q is not open now", txt),
		Want: nearest(txt, words)}}
}

// nearestMax is how many similar words an error lists.
const nearestMax = 5

// nearest lists the words that are most similar to a text.
func nearest(txt string, words []string) string {
	near := text.SortByDistance(txt, words)
	near = near[:min(nearestMax, len(near))]
	return strings.Join(text.Each(near, func(word string) string { return fmt.Sprintf("%q", text.Escape(word)) }), ", or ")
}

func wordsOf(options []fight.Option) []string {
	return text.Each(options, func(o fight.Option) string { return o.Words })
}
