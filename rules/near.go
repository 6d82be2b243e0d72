package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Match is the Parse of any system: the legal decision whose Format is text, ignoring case and space. The error lists the
// legal words nearest to it.
func Match[S comparable](sys System[S], s *S, text string) (Action, error) {
	legal := sys.Actions(s, nil)
	all := make([]string, len(legal))
	for i, a := range legal {
		all[i] = sys.Format(s, a)
		if Plain(all[i]) == Plain(text) {
			return a, nil
		}
	}
	near, few := Near(text, all), 5
	if len(all) <= few+2 { // a short list is better whole, and in its own order
		return Action{}, fmt.Errorf("%q is not legal now; legal: %s", text, quoted(all, len(all)))
	}
	return Action{}, fmt.Errorf("%q is not legal now; the nearest of %d: %s", text, len(all), quoted(near, few))
}

// Plain is a text without case and space: two that differ in nothing else are the same words.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// Near sorts words by how little must change to make text of them, equally near ones as they were.
func Near(text string, words []string) []string {
	type scored struct {
		word string
		far  int
	}
	plain := []rune(Plain(text))
	plain = plain[:min(len(plain), 200)] // whoever types more gets no better guess
	all := make([]scored, len(words))
	for i, w := range words {
		all[i] = scored{w, distance(plain, []rune(Plain(w)))}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return a.far - b.far })
	near := make([]string, len(words))
	for i := range all {
		near[i] = all[i].word
	}
	return near
}

// distance counts the letters to change, add or drop between a and b.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, ra := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, rb := range b {
			change := diagonal
			if ra != rb {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

func quoted(words []string, most int) string {
	var b strings.Builder
	for i, w := range words[:min(most, len(words))] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", w)
	}
	return b.String()
}
