package narrate

import (
	"strings"

	"kokyu/rules/strict"
)

// Width is how many cells of a terminal told lines take.
const Width = 100

// hang is the indent of what does not fit the first line.
const hang = "    "

// Wrap breaks a line at spaces so that nothing is wider than cells, the rest indented. A number and its % stay
// together, and so do two spaces in a row; a word wider than a line stays whole.
func Wrap(text string, cells int) string {
	var b strings.Builder
	used, indent := 0, 0
	for i, word := range pieces(text) {
		n := strict.Cells(word)
		switch {
		case i == 0:
		case used+1+n > cells && used > indent:
			b.WriteString("\n" + hang)
			used, indent = len(hang), len(hang)
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}

// pieces are what may not be broken: words, with the % or the wide gap that follows.
func pieces(text string) (list []string) {
	for word := range strings.SplitSeq(text, " ") {
		if last := len(list) - 1; last >= 0 && (strings.HasPrefix(word, "%") || word == "" || strings.HasSuffix(list[last], " ")) {
			list[last] += " " + word
			continue
		}
		list = append(list, word)
	}
	return list
}
