package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a text without case and space: two that differ in nothing else are the same words.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// Alike returns what a name comes to where names that look alike are one: with compatible characters as one (NFKC),
// whatever its case.
func Alike(name string) string {
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, norm.NFKC.String(name)))
}

// Which returns the place in a list of the name that somebody means by what he has said: the same name, else the only
// one that differs from it in case, in compatible characters (NFKC) or, if none is nearer, in spaces, and last in
// accents. It is -1 for none. The error names those that are as near.
func Which(said string, among []string) (int, error) {
	if i := slices.Index(among, said); i >= 0 {
		return i, nil
	}
	for _, normalize := range []func(string) string{Alike, func(name string) string { return Fold(Alike(name)) }, plain} {
		wanted := normalize(said)
		switch same := Unique(Keep(among, func(name string) bool { return normalize(name) == wanted })); len(same) {
		case 0:
			continue
		case 1:
			return slices.Index(among, same[0]), nil
		default:
			return -1, Problem{What: fmt.Sprintf("%s can mean %s", Quote(said), QuoteList(same, len(same))),
				Want: "one of them, in its own letters"}
		}
	}
	return -1, nil
}

// plain returns what a name comes to without case, spaces and accents. The marks of other scripts make other letters:
// か is not が.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36f { // Combining Diacritical Marks
			return -1
		}
		return r
	}, norm.NFD.String(Fold(Alike(name))))
}

// Begun returns the place in a list of the only name that begins with what somebody has said, -1 if none or several do.
func Begun(said string, among []string) int {
	wanted := plain(said)
	begun := Keep(among, func(name string) bool { return wanted != "" && strings.HasPrefix(plain(name), wanted) })
	if len(begun) != 1 {
		return -1
	}
	return slices.Index(among, begun[0])
}

// Near sorts words by how little must change to make text of them, equally near ones as they were.
func Near(text string, words []string) []string {
	type scored struct {
		word  string
		slips int
	}
	folded := []rune(plain(text))
	folded = folded[:min(len(folded), 200)] // whoever types more gets no better guess
	all := make([]scored, len(words))
	for i, w := range words {
		all[i] = scored{w, distance(folded, []rune(plain(w)))}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return a.slips - b.slips })
	near := make([]string, len(words))
	for i := range all {
		near[i] = all[i].word
	}
	return near
}

// QuoteList returns the first words of a list, at most so many, in quotes and with commas.
func QuoteList(words []string, most int) string {
	quoted := make([]string, min(most, len(words)))
	for i := range quoted {
		quoted[i] = strconv.Quote(words[i])
	}
	return strings.Join(quoted, ", ")
}
