package web

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"kokyu/agent/picture"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/text"
)

var (
	listPrefix   = regexp.MustCompile(`^[a-z ]+s: `)            // the list that a row is of: "weapons: "
	sourceLetter = regexp.MustCompile(`(\d)[a-z]\b| \([a-z]\)`) // where a number comes from, as s of seed: "10s", " (r)"
)

// explainWord explains a word of the rules: to htmx where the word stands, else on the whole page.
func (p *Pages) explainWord(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	var m *meaning
	if err := p.fights.With(r.Context(), a, func(c session.Client) error {
		m = meaningOf(r.Context(), c, r.PathValue("word"))
		return nil
	}); err != nil {
		return err
	}
	if isSwap(r) {
		return p.show(w, r, http.StatusOK, "word.html", m)
	}
	all := strings.Join(append([]string{m.Says}, m.Lines...), " ")
	return p.showLink(w, r, a, http.StatusOK, "at.html", formResult{Answer: all})
}

// meaning is what a word means: a sentence, and the laws and rulings about it.
type meaning struct {
	Says  string
	Lines []string
}

// meaningOf returns what a client may know of a word: what kokyu help says, without the letters of sources.
func meaningOf(ctx context.Context, c session.Client, word string) *meaning {
	out, err := c.Call(ctx, "help", json.RawMessage(`{"words":`+quote(word)+`}`))
	help, is := out.(session.Help)
	if err != nil || !is {
		return &meaning{Says: messageOf(err).String()}
	}
	known := help.Meaning
	known.Says = listPrefix.ReplaceAllString(known.Says, "")
	says, lines := say.Meaning(known)
	return &meaning{withFullStop(sourceLetter.ReplaceAllString(says, "$1")),
		text.Each(lines, func(line string) string { return sourceLetter.ReplaceAllString(line, "$1") })}
}

// WordsOf returns the words of the rules on a card: what the combatant holds and is, and what may be done to it.
func (d *drawer) WordsOf(s *picture.Seat) (words []string) {
	return withoutTargets(slices.Concat(
		text.Each(s.Reservations, func(h rules.Reservation) string { return h.What }),
		text.Each(s.States, func(state rules.State) string { return state.Name }),
		wordsOf(d.Live.At(s.Name))))
}

// WordsTo returns the decisions that lead to a place.
func (d *drawer) WordsTo(place string) []string { return withoutTargets(wordsOf(d.Live.At(place))) }

// Decisions returns the decisions of a proposal: what is proposed and the plan after it.
func (p *proposal) Decisions() []string { return withoutTargets(append([]string{p.Words}, p.Plan...)) }

func wordsOf(options []option) []string {
	return text.Each(options, func(o option) string { return o.Words })
}

// withoutTargets returns decisions without their targets, which stand behind " > ", each once.
func withoutTargets(words []string) (heads []string) {
	for _, w := range words {
		if head, _, _ := strings.Cut(w, " > "); !slices.Contains(heads, head) {
			heads = append(heads, head)
		}
	}
	return heads
}
