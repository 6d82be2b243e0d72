package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The puts the article before a name that takes one: "the bandits", "the one-eyed men". It returns others unchanged:
// "the ford", "a band", "my friends", "king's men", "three wolves", "one", "Odani". No other code puts an article
// before a name that a person has given.
func The(name string) string {
	if r, _ := utf8.DecodeRuneInString(name); !unicode.IsLower(r) || HasDeterminer(name) {
		return name
	}
	return "the " + name
}

// HasDeterminer reports whether a name begins with an article, a possessive, a pronoun or a number, in any case, so
// that no article can stand before it.
func HasDeterminer(name string) bool {
	word, _, more := strings.Cut(strings.Join(strings.Fields(strings.ToLower(name)), " "), " ")
	word = strings.ReplaceAll(word, "’", "'")
	if word == "a" && !more { // a letter
		return false
	}
	if strings.HasSuffix(word, "'s") || strings.HasSuffix(word, "s'") {
		return true
	}
	parts := strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) == 0 {
		return false
	}
	if isNumber(parts[0]) { // but not "one-eyed man"
		return !slices.ContainsFunc(parts, func(part string) bool { return !isNumber(part) })
	}
	return slices.Contains(determiners, parts[0])
}

// isNumber reports whether a word is a number, in letters or in digits.
func isNumber(word string) bool {
	return slices.Contains(numbers, word) || strings.IndexFunc(word, unicode.IsDigit) == 0
}

// determiners are the words before which no article stands, other than numbers. "die" is left out, as it is also a
// verb.
var determiners = strings.Fields(`the a an el los la las le les der das
	my your his her its our their mine yours hers ours theirs
	i me you he him she it we us they them who what whose
	this that these those some any no none all both each every either neither another such enough
	everybody everyone everything somebody someone something anybody anyone anything nobody nothing`)

// numbers are the numbers that are one word.
var numbers = strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
	sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred`)
