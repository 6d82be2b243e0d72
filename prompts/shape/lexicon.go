package shape

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed words.txt
var wordsText string

// Parts of speech as words.txt writes them.
const (
	noun        = 'n'
	massNoun    = 'm'
	verb        = 'v'
	adjective   = 'a'
	adverb      = 'r'
	determiner  = 'd'
	preposition = 'p'
	conjunction = 'c'
	pronoun     = 'q'
	auxiliary   = 'x'
	negation    = 'g'
)

// form is which form of its lemma a word is.
type form uint8

const (
	base form = iota // of a verb; of what is not inflected, itself
	third
	ing
	past
	participle
	singular
	plural
	mass
	comparative
)

// reading is one thing that a written word can be.
type reading struct {
	lemma string
	pos   byte
	class string
	form  form
}

func (r reading) noun() bool { return r.pos == noun || r.pos == massNoun }

// finite reports whether it can be the present verb of a sentence.
func (r reading) finite() bool {
	return r.pos == verb && (r.form == third || r.form == base) || r.pos == auxiliary && r.lemma != "being"
}

// lexicon is what each written word can be: every form is made beforehand, so that no suffix can pass as another word's.
var lexicon = sync.OnceValue(func() map[string][]reading {
	forms := map[string][]reading{}
	add := func(word string, r reading) {
		if !slices.Contains(forms[word], r) {
			forms[word] = append(forms[word], r)
		}
	}
	for line := range strings.Lines(wordsText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		head, lemmas, ok := strings.Cut(line, ": ")
		class, pos, two := strings.Cut(head, " ")
		if !ok || !two || len(pos) != 1 {
			panic(fmt.Sprintf("shape: words.txt: %q is no line of words", line)) // the list is ours
		}
		for lemma := range strings.FieldsSeq(lemmas) {
			inflect(class, pos[0], lemma, add)
		}
	}
	return forms
})

// inflect makes all forms of a lemma as words.txt writes it: take/took/taken, begin+/began/begun, foot/feet.
func inflect(class string, pos byte, written string, add func(string, reading)) {
	parts := strings.Split(written, "/")
	lemma := strings.TrimSuffix(parts[0], "+")
	doubled := lemma
	if strings.HasSuffix(written, "+") || strings.HasSuffix(parts[0], "+") {
		doubled += lemma[len(lemma)-1:]
	}
	put := func(word string, pos byte, f form) { add(word, reading{lemma, pos, class, f}) }
	switch pos {
	case noun:
		put(lemma, pos, singular)
		if len(parts) > 1 {
			put(parts[1], pos, plural)
		} else {
			put(withS(lemma), pos, plural)
		}
	case massNoun:
		put(lemma, pos, mass)
	case verb:
		put(lemma, pos, base)
		put(withS(lemma), pos, third)
		put(join(doubled, "ing"), pos, ing)
		if len(parts) == 3 {
			put(parts[1], pos, past)
			put(strings.TrimSuffix(parts[2], "+"), pos, participle)
		} else {
			put(join(doubled, "ed"), pos, past)
			put(join(doubled, "ed"), pos, participle)
		}
	case adjective:
		put(lemma, pos, base)
		put(join(lemma, "er"), pos, comparative)
		put(join(lemma, "est"), pos, base)
		put(withLy(lemma), adverb, base)
		put(join(lemma, "ness"), massNoun, mass)
		if n := len(lemma); n > 2 && n < 6 && consonant(lemma[n-1]) && !consonant(lemma[n-2]) && consonant(lemma[n-3]) {
			put(lemma+lemma[n-1:]+"er", pos, comparative)
			put(lemma+lemma[n-1:]+"est", pos, base)
		}
	default:
		put(lemma, pos, base)
	}
}

func consonant(b byte) bool { return !strings.ContainsRune("aeiou", rune(b)) }

// withS returns a plural, or what she does.
func withS(lemma string) string {
	n := len(lemma)
	switch {
	case n > 1 && lemma[n-1] == 'y' && consonant(lemma[n-2]):
		return lemma[:n-1] + "ies"
	case strings.HasSuffix(lemma, "s"), strings.HasSuffix(lemma, "x"), strings.HasSuffix(lemma, "z"),
		strings.HasSuffix(lemma, "ch"), strings.HasSuffix(lemma, "sh"), lemma == "go", lemma == "do", lemma == "echo":
		return lemma + "es"
	}
	return lemma + "s"
}

// join returns a lemma with -ing, -ed, -er, -est or -ness.
func join(lemma, suffix string) string {
	n := len(lemma)
	vowel := !consonant(suffix[0])
	switch {
	case vowel && strings.HasSuffix(lemma, "ie") && suffix == "ing":
		return lemma[:n-2] + "ying"
	case vowel && n > 2 && lemma[n-1] == 'e' && (suffix != "ing" || lemma[n-2] != 'e'):
		return lemma[:n-1] + suffix
	case lemma[n-1] == 'y' && n > 1 && consonant(lemma[n-2]) && suffix != "ing":
		return lemma[:n-1] + "i" + suffix
	}
	return lemma + suffix
}

// withLy returns the adverb of an adjective.
func withLy(lemma string) string {
	n := len(lemma)
	switch {
	case strings.HasSuffix(lemma, "le") && n > 3 && consonant(lemma[n-3]):
		return lemma[:n-1] + "y"
	case lemma[n-1] == 'y' && n > 3:
		return lemma[:n-1] + "ily"
	case strings.HasSuffix(lemma, "ll"):
		return lemma + "y"
	case lemma == "true", lemma == "whole":
		return strings.TrimSuffix(lemma, "e") + "ly"
	}
	return lemma + "ly"
}
