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
)

// A word of the rules is explained where it stands: what its row says, and the first laws that rule it.

// lawsShown is how many of them.
const lawsShown = 2

// listed is the list that a row is of, sourced the letter of a source behind a number, and numbered the number of a law before it.
var (
	listed   = regexp.MustCompile(`^[a-z ]+s: `)
	sourced  = regexp.MustCompile(`(\d)[a-z]\b| \([a-z]\)`)
	numbered = regexp.MustCompile(`^[A-Z-]+-\d+: `)
)

// word explains one: in its place, or on the whole page.
func (p *Pages) word(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	out, err := p.call(r.Context(), a, "help", map[string][]string{"words": {r.PathValue("word")}})
	of, status := answered{}, http.StatusOK
	if help, is := out.(session.Help); is {
		of.Heard = explain(help.Meaning)
	} else if err != nil {
		of.Heard = "No row of these rules explains it."
	}
	if isSwap(r) {
		return p.show(w, r, status, "word.html", of.Heard)
	}
	return p.page(w, r, a, status, "at.html", of)
}

// explain returns a word with what its row says, without the letters of sources, and its first laws.
func explain(m agent.Meaning) string {
	says := []string{sentenceOf(m.Word + ": " + sourced.ReplaceAllString(listed.ReplaceAllString(m.Says, ""), "$1"))}
	for _, law := range m.Laws {
		law = numbered.ReplaceAllString(law, "")
		word := strings.ToLower(m.Word)
		if of := strings.ToLower(law); len(says) <= lawsShown && (strings.HasPrefix(of, word+":") || !strings.Contains(of, word)) { // not an example that has it
			says = append(says, sentenceOf(law))
		}
	}
	return strings.Join(says, " ")
}

// sentenceOf ends a text as a sentence does.
func sentenceOf(says string) string {
	if strings.HasSuffix(says, ".") {
		return says
	}
	return says + "."
}

// WordsOf returns the words on a combatant's card: what it holds and what it is, and what who decides may do to it.
func (d *drawer) WordsOf(s *picture.Seat) (words []string) {
	for _, h := range s.Reservations {
		words = append(words, h.What)
	}
	for _, state := range s.States {
		words = append(words, state.Name)
	}
	return headsOf(append(words, wordsOf(d.Live.At(s.Name))...))
}

// WordsTo returns the words of the ways to a place.
func (d *drawer) WordsTo(place string) []string { return headsOf(wordsOf(d.Live.At(place))) }

// Said returns the words of a proposal: of its decision and of those that are to follow.
func (p *proposal) Said() []string { return headsOf(append([]string{p.Words}, p.Plan...)) }

func wordsOf(options []option) (words []string) {
	for _, o := range options {
		words = append(words, o.Words)
	}
	return words
}

// headsOf returns decisions without what they are aimed at, each once.
func headsOf(words []string) (heads []string) {
	for _, w := range words {
		if head, _, _ := strings.Cut(w, " > "); !slices.Contains(heads, head) {
			heads = append(heads, head)
		}
	}
	return heads
}
