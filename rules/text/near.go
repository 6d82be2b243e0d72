package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a text in lower case and without spaces, to compare texts that may differ in these.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// Canonical returns a name in a form in which names that look alike are equal: compatible characters are replaced
// (NFKC) and case is folded.
func Canonical(name string) string {
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, norm.NFKC.String(name)))
}

// FindByName returns the index of the name that somebody means: the same name, else the only one that differs just in
// case or in compatible characters (NFKC), else in spaces too, else in accents too. It returns -1 if there is none. The
// error names those that are equally near.
func FindByName(said string, among []string) (int, error) {
	if i := slices.Index(among, said); i >= 0 {
		return i, nil
	}
	for _, normalize := range []func(string) string{Canonical, func(name string) string { return Fold(Canonical(name)) }, foldAccents} {
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

// foldAccents returns a name without case, spaces and accents. The marks of other scripts stay, as they make other
// letters: か is not が.
func foldAccents(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36f { // Combining Diacritical Marks
			return -1
		}
		return r
	}, norm.NFD.String(Fold(Canonical(name))))
}

// FindByPrefix returns the index of the only name that begins with said, or -1 if none or several do.
func FindByPrefix(said string, among []string) int {
	wanted := foldAccents(said)
	begun := Keep(among, func(name string) bool { return wanted != "" && strings.HasPrefix(foldAccents(name), wanted) })
	if len(begun) != 1 {
		return -1
	}
	return slices.Index(among, begun[0])
}

// SortByDistance returns words sorted by their edit distance from text, stably.
func SortByDistance(text string, words []string) []string {
	type scored struct {
		word  string
		slips int
	}
	folded := []rune(foldAccents(text))
	folded = folded[:min(len(folded), 200)] // bounds the time
	all := make([]scored, len(words))
	for i, w := range words {
		all[i] = scored{w, distance(folded, []rune(foldAccents(w)))}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return a.slips - b.slips })
	return Each(all, func(s scored) string { return s.word })
}

// QuoteList returns the first words of a list, at most most, in quotes and with commas.
func QuoteList(words []string, most int) string {
	return strings.Join(Each(words[:min(most, len(words))], strconv.Quote), ", ")
}
