package web

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/text"
)

// lawsShown is how many laws explain a word.
const lawsShown = 2

var (
	listPrefix   = regexp.MustCompile(`^[a-z ]+s: `)            // the list that a row is of
	sourceLetter = regexp.MustCompile(`(\d)[a-z]\b| \([a-z]\)`) // after a number, of its source
	lawNumber    = regexp.MustCompile(`^[A-Z-]+-\d+: `)         // before a law
)

// explainWord explains a word of the rules: to htmx where the word stands, else on the whole page.
func (p *Pages) explainWord(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	out, err := p.call(r.Context(), a, "help", map[string][]string{"words": {r.PathValue("word")}})
	var result formResult
	if help, is := out.(session.Help); is {
		result.Heard = explain(help.Meaning)
	} else if err != nil {
		result.Heard = "No row of these rules explains it."
	}
	if isSwap(r) {
		return p.show(w, r, http.StatusOK, "word.html", result.Heard)
	}
	return p.showLink(w, r, a, http.StatusOK, "at.html", result)
}

// explain returns a word with what its row says, without the letters of sources, and the first laws about
// it. A law that only mentions the word uses it for an example, more often than not.
func explain(m agent.Meaning) string {
	says := []string{sentenceOf(m.Word + ": " + sourceLetter.ReplaceAllString(listPrefix.ReplaceAllString(m.Says, ""), "$1"))}
	for _, law := range m.Laws {
		law = lawNumber.ReplaceAllString(law, "")
		word := strings.ToLower(m.Word)
		lower := strings.ToLower(law)
		if len(says) <= lawsShown && (strings.HasPrefix(lower, word+":") || !strings.Contains(lower, word)) { // others are examples
			says = append(says, sentenceOf(law))
		}
	}
	return strings.Join(says, " ")
}

// sentenceOf returns a text with a full stop at its end, of which rows and laws need not have one.
func sentenceOf(says string) string { return strings.TrimSuffix(says, ".") + "." }

// WordsOf returns the words of the rules on a combatant's card: what it holds and is, and what whoever decides may do
// to it.
func (d *drawer) WordsOf(s *picture.Seat) (words []string) {
	return withoutTargets(slices.Concat(
		text.Each(s.Reservations, func(h rules.Reservation) string { return h.What }),
		text.Each(s.States, func(state rules.State) string { return state.Name }),
		wordsOf(d.Live.At(s.Name))))
}

// WordsTo returns the decisions that lead to a place.
func (d *drawer) WordsTo(place string) []string { return withoutTargets(wordsOf(d.Live.At(place))) }

// Said returns the decisions of a proposal: what is proposed and the plan after it.
func (p *proposal) Said() []string { return withoutTargets(append([]string{p.Words}, p.Plan...)) }

// wordsOf returns the words of options.
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
