package narrate

import (
	"strings"
	"unicode"
)

// The lexicon: which words say what. A pattern is a word, a word's beginning with a star, or several words in a row;
// patterns are separated by commas. A slot is a word: "{target} falls".

// claim is an outcome words claim wherever they stand: only frames of that outcome may use them.
type claim struct {
	name  string
	words lexicon
}

// thing is something only some weapons are or do.
type thing struct {
	words    lexicon
	families string // whose the weapon must be one of
	named    string // and part of its name, if not empty: not every natural weapon has claws
	loose    bool   // where no weapon is spoken of these are words like any other
}

// lexicon is patterns by their first word, and those whose first word is a beginning.
type lexicon struct {
	first map[string][]pattern
	stems []pattern
}

// pattern is words in a row.
type pattern []string

func lexiconOf(list string) lexicon {
	l := lexicon{first: map[string][]pattern{}}
	for p := range strings.SplitSeq(list, ",") {
		words := strings.Fields(p)
		switch {
		case len(words) == 0:
		case strings.HasSuffix(words[0], "*"):
			l.stems = append(l.stems, words)
		default:
			l.first[words[0]] = append(l.first[words[0]], words)
		}
	}
	return l
}

// in finds the first pattern among the words.
func (l lexicon) in(words []string) (found string, ok bool) {
	for i, w := range words {
		for _, p := range l.first[w] {
			if p.begins(words[i:]) {
				return strings.Join(p, " "), true
			}
		}
		for _, p := range l.stems {
			if p.begins(words[i:]) {
				return strings.Join(p, " "), true
			}
		}
	}
	return "", false
}

func (p pattern) begins(words []string) bool {
	if len(words) < len(p) {
		return false
	}
	for i, w := range p {
		stem, open := strings.CutSuffix(w, "*")
		if open && !strings.HasPrefix(words[i], stem) || !open && words[i] != w {
			return false
		}
	}
	return true
}

// wordsOf are a text's words, small: letters with the apostrophes and hyphens inside them, slots with their braces.
// The 's of a possessive is no part of its word.
func wordsOf(text string) (words []string) {
	part := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("'’-{}", r)
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !part(r) }) {
		w = strings.ReplaceAll(w, "’", "'")
		w = strings.TrimSuffix(strings.Trim(w, "'-"), "'s")
		if w != "" {
			words = append(words, w)
		}
	}
	return words
}

func fields(s string) []string { return strings.Fields(s) }
