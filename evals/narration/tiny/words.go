package tiny

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/agent/narrate"
)

// Lesson is what to read and what to say to it.
type Lesson struct {
	Facts []string // as [Asked] words them
	Line  string   // with its slots
}

// Asked is a moment as the model reads it: words of closed lists.
func Asked(f narrate.Facts) []string {
	words := []string{"frame=" + f.Frame, "family=" + f.Family, "stage=" + string(f.Stage)}
	if f.First {
		words = append(words, "first")
	}
	if f.Last {
		words = append(words, "last")
	}
	return words
}

// Frames are the kinds of moments it learns to tell: what happens in most fights.
var Frames = []string{"miss", "miss_shot", "wound", "critical", "fall", "held", "hasty", "broken_guard", "fumble", "disarmed", "move", "through",
	"thrown_back", "ready", "close", "wait", "strain_held", "strain_broken", "opening", "lull", "turning", "end_won"}

// Between the facts and the line, and after the line.
const (
	begin = "="
	end   = "#"
)

var piece = regexp.MustCompile(`\{[a-z]+\}|[a-z]+(-[a-z]+)*|'s|[^\sa-z]`)

// Split is a line as words, small: slots, words, the 's of a possessive, signs.
func Split(line string) []string { return piece.FindAllString(strings.ToLower(line), -1) }

// Join is the line of such words: capitals where sentences begin, no space before a sign.
func Join(words []string) string {
	var b strings.Builder
	head := true
	for i, w := range words {
		sign := strings.Contains(".,;:?…", w) || w == "'s"
		if i > 0 && !sign {
			b.WriteByte(' ')
		}
		if r, size := utf8.DecodeRuneInString(w); head && unicode.IsLetter(r) {
			w = string(unicode.ToUpper(r)) + w[size:]
		}
		b.WriteString(w)
		head = strings.Contains(".?…", w)
	}
	return b.String()
}

// tokens is a lesson as numbers, and where in them the line begins.
func (m *Model) tokens(l Lesson) (in []int, from int) {
	for _, w := range append(l.Facts, begin) {
		in = append(in, m.number(w))
	}
	from = len(in)
	for _, w := range append(Split(l.Line), end) {
		in = append(in, m.number(w))
	}
	if len(in) > rowsMax {
		panic(fmt.Sprintf("tiny: %d tokens, at most %d: %s", len(in), rowsMax, l.Line))
	}
	return in, from
}

// number is a word's token; one it does not know is [begin], which says nothing.
func (m *Model) number(word string) int {
	if n, ok := m.index[word]; ok {
		return n
	}
	return m.index[begin]
}
