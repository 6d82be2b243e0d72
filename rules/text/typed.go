package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NormalizeTyped returns a typed or pasted line in plain characters: a space for tabs and spaces of any width, " for
// typographic quotation marks, and outside of quotations - for the minus sign and short dashes and ASCII for characters
// of full width. It drops characters without width and spaces at the ends. Characters in one of the texts of keep, as
// the names of a fight, stay as they are.
func NormalizeTyped(line string, keep ...string) string {
	if !utf8.ValidString(line) { // the caller reports it
		return strings.TrimSpace(line)
	}
	quoted := false
	plain := strings.Map(func(r rune) rune {
		plainRune := r
		switch {
		case strings.ContainsRune("\u200b\u200c\u200d\u2060\ufeff\u00ad", r):
			plainRune = -1
		case unicode.IsSpace(r):
			plainRune = ' '
		case strings.ContainsRune(`"“”„‟«»＂`, r):
			plainRune = '"'
			quoted = !quoted
		case quoted:
		case strings.ContainsRune("\u2212\u2010\u2011\u2012\u2013\ufe63", r):
			plainRune = '-'
		case r >= '！' && r <= '～':
			plainRune = r - '！' + '!'
		}
		if plainRune != r && strings.ContainsRune(strings.Join(keep, ""), r) {
			return r
		}
		return plainRune
	}, line)
	return strings.TrimSpace(plain)
}
