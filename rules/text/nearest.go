package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the word among those known that was probably meant, for "did you mean": the same word but for case,
// else the one fewest slips away (a letter too many, missing, wrong, or two swapped), at most one slip for three
// letters; else the only one that begins so. Of equals the first wins; ok is false when nothing is near.
func Nearest(word string, among []string) (near string, ok bool) {
	const longest = 64 // letters; nobody mistypes more
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
	return complete(string(folded), among)
}

// complete returns the only known word that begins with at least three letters of prefix.
func complete(prefix string, among []string) (string, bool) {
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

// distance counts the slips between two words: Damerau and Levenshtein's, no letter slipping twice.
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

// Unique returns words in their order, each where it is first.
func Unique(words []string) (list []string) {
	for _, w := range words {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// OneOf returns the second half of "unknown weapon "katan": want ...": it lists the known words when they are few and
// says which was probably meant. It takes the words in the order they should be read, and says each once.
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
