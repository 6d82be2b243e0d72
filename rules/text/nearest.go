package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the known word that was probably meant, for "did you mean": the one fewest slips away (a letter too
// many, missing or wrong, or two swapped; case does not count), with at most one slip for three letters; else the only
// one that begins so. Of equals the first wins. ok is false if nothing is near.
func Nearest(word string, among []string) (near string, ok bool) {
	const longest = 64 // letters, to bound the time
	folded := []rune(strings.ToLower(word))
	if len(folded) == 0 || len(folded) > longest {
		return "", false
	}
	best := len(folded)/3 + 1
	for _, known := range among {
		if utf8.RuneCountInString(known) > longest {
			continue
		}
		if slips := distance(folded, []rune(strings.ToLower(known))); slips < best {
			near, best = known, slips
		}
	}
	if near != "" {
		return near, true
	}
	return completePrefix(string(folded), among)
}

// completePrefix returns the only known word that begins with prefix, which must have at least three letters.
func completePrefix(prefix string, among []string) (string, bool) {
	found := ""
	for _, known := range among {
		if utf8.RuneCountInString(prefix) < 3 || !strings.HasPrefix(strings.ToLower(known), prefix) {
			continue
		}
		if found != "" && found != known {
			return "", false
		}
		found = known
	}
	return found, found != ""
}

// distance returns the number of slips between two words: the Damerau-Levenshtein distance with no substring edited
// twice.
func distance(a, b []rune) int {
	before := make([]int, len(b)+1) // two rows up
	above := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row = above, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

// Unique returns the distinct words, each at its first place.
func Unique(words []string) (list []string) {
	for _, w := range words {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// OneOf returns the second half of "unknown weapon "katan": want ...": the known words, in their order and each once,
// if they are few, and the one that was probably meant.
func OneOf(word string, known []string) string {
	const few = 12
	known = Unique(known)
	var want string
	switch {
	case len(known) == 0:
		return "none: there are none to name"
	case len(known) == 1:
		want = known[0]
	case len(known) <= few:
		want = "one of " + strings.Join(known, ", ")
	default:
		want = fmt.Sprintf("one of %s and %d more", strings.Join(known[:few], ", "), len(known)-few)
	}
	if near, ok := Nearest(word, known); ok {
		if len(known) > few {
			want = fmt.Sprintf("one of %d known words", len(known))
		}
		want += "; did you mean " + near + "?"
	}
	return want
}
