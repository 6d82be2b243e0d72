package shape

import (
	"slices"
	"strings"
)

// word is one word of a sentence with what it can be there.
type word struct {
	text   string
	all    []reading // what it can be anywhere
	as     []reading // what it can be here; never empty if all is not
	owner  bool      // hand's
	closes bool      // a comma, semicolon or colon follows
}

// is reports whether it can be, here, what f says.
func (w word) is(f func(r reading) bool) bool { return slices.ContainsFunc(w.as, f) }

// only reports whether it can be nothing else here.
func (w word) only(f func(r reading) bool) bool {
	return len(w.as) > 0 && !slices.ContainsFunc(w.as, func(r reading) bool { return !f(r) })
}

func (w word) noun() bool   { return w.is(reading.noun) }
func (w word) finite() bool { return w.is(reading.finite) }

func (w word) pos(pos byte) bool { return w.is(func(r reading) bool { return r.pos == pos }) }
func (w word) form(f form) bool  { return w.is(func(r reading) bool { return r.form == f }) }

func (w word) class(classes ...string) bool {
	return w.is(func(r reading) bool { return slices.Contains(classes, r.class) })
}

func (w word) lemma(lemmas ...string) bool {
	return w.is(func(r reading) bool { return slices.Contains(lemmas, r.lemma) })
}

// be returns the verb, in any form.
func (w word) be() bool {
	return slices.Contains([]string{"is", "are", "be", "am", "being", "was", "were", "been"}, w.text)
}

func (w word) have() bool { return slices.Contains([]string{"has", "have", "having", "had"}, w.text) }

// modal takes a verb's base after it.
func (w word) modal() bool {
	return slices.Contains([]string{"can", "cannot", "may", "must", "should", "need", "does", "do", "could", "would", "might",
		"ought", "will", "shall"}, w.text) && w.pos(auxiliary)
}

// isDone returns what was done to a thing, and no quality of it.
func (w word) isDone() bool {
	return w.only(func(r reading) bool { return r.pos == verb && (r.form == participle || r.form == past) })
}

// joins reports whether a clause ends before it.
func (w word) joins() bool { return w.pos(conjunction) && !w.noun() }

// wordsOf takes a sentence of the form apart and decides what each word is, from left to right.
func wordsOf(text string) []word {
	var words []word
	for field := range strings.FieldsSeq(strings.ToLower(strings.TrimSuffix(text, "."))) {
		bare := strings.TrimRight(field, ",;:")
		parts := []string{bare}
		if _, whole := lexicon()[bare]; !whole {
			parts = strings.Split(bare, "-")
		}
		for _, part := range parts {
			w := word{text: part}
			if stem, ok := strings.CutSuffix(part, "'s"); ok {
				w.text, w.owner = stem, true
			}
			w.all = lexicon()[w.text]
			words = append(words, w)
		}
		words[len(words)-1].closes = bare != field
	}
	due := 1 // verbs still to come: the sentence's, and one for each clause that has begun
	for i := range words {
		w := &words[i]
		w.as = settle(words, i, due > 0)
		switch {
		case opens(w.text):
			due++
		case !w.noun() && w.finite() && !w.owner:
			due--
		}
	}
	return words
}

// opens reports whether a clause with a verb of its own can begin with a word.
func opens(text string) bool {
	return slices.Contains([]string{"that", "which", "what", "whoever", "whatever", "where", "when", "if", "because", "though",
		"than", "as", "while", "until", "unless", "and", "but", "or", "nor", "so", "before", "after", "once", "how", "why"}, text)
}

// settle returns what a word can be after the words before it; due says whether a verb is still to come.
func settle(words []word, i int, due bool) []reading {
	w := words[i]
	if w.owner {
		return narrow(w.all, reading.noun)
	}
	k := i - 1
	passing := func(r reading) bool { return r.pos == adverb || r.pos == negation }
	for k >= 0 && words[k].only(passing) && !words[k].closes {
		k--
	}
	if k < 0 { // the first word
		return narrow(w.all, isNoFiniteVerb)
	}
	p, next := words[k], word{}
	if i+1 < len(words) {
		next = words[i+1]
		next.as = next.all
	}
	all := w.all
	bases := p.modal() || p.text == "to" || p.pos(conjunction) || p.text == "that" || p.text == "which" ||
		due && slices.ContainsFunc(words[:i], func(w word) bool { return w.form(plural) && !w.owner })
	if !bases {
		all = narrow(all, func(r reading) bool { return !(r.pos == verb && r.form == base) })
	}
	if (w.text == "do" || w.text == "does" || w.text == "need") && (next.pos(negation) || next.pos(auxiliary)) {
		return narrow(all, func(r reading) bool { return r.pos == auxiliary })
	}
	if p.pos(conjunction) && has(all, adverb, base) && p.text != "and" && p.text != "or" {
		all = narrow(all, func(r reading) bool { return r.form != singular })
	}
	if p.pos(conjunction) && k > 0 && words[k-1].pos(adjective) && !words[k-1].noun() && has(all, adjective, base) {
		return quality(all)
	}
	if some, ok := led(words, i, k, all, due); ok {
		return some
	}
	return narrowByNext(words, k, next, all, due)
}

// led returns what a word can be after a small word or an adjective, which says what comes next; ok is false after any other.
func led(words []word, i, k int, all []reading, due bool) (some []reading, ok bool) {
	p := words[k]
	thing := func(r reading) bool { return isNoFiniteVerb(r) && r.pos != auxiliary }
	switch {
	case p.modal() || p.text == "to":
		return narrow(all, func(r reading) bool {
			return r.pos == verb && r.form == base || r.pos != verb && !r.noun() && r.pos != adjective ||
				p.text == "to" && r.noun() && !has(all, verb, base)
		}), true
	case p.be():
		return quality(narrow(all, isNoFiniteVerb)), true
	case p.have():
		return narrow(all, isNoFiniteVerb), true
	case p.owner, p.pos(determiner) && !p.pos(pronoun):
		return quality(narrow(all, thing)), true
	case p.pos(preposition) && !p.pos(conjunction):
		if p.pos(adverb) && due && has(all, verb, third) && !later(words, i) {
			return withoutNouns(all), true // held up costs
		}
		return quality(narrow(all, thing)), true
	case p.pos(determiner) && has(all, noun, singular, plural) && !has(all, verb, third):
		return quality(narrow(all, isNoFiniteVerb)), true
	case p.pos(adjective) && !p.noun() && (k == 0 || !words[k-1].be() && !(due && has(all, verb, third))):
		return narrow(all, isNoFiniteVerb), true
	}
	return nil, false
}

// narrowByNext returns what a word can be after a noun, a verb or a conjunction, by what comes after it.
func narrowByNext(words []word, k int, next word, all []reading, due bool) []reading {
	p := words[k]
	switch {
	case has(all, noun, plural) && next.pos(auxiliary) && !next.noun():
		return narrow(all, reading.noun) // than guards do
	case p.text == "it" && has(all, adverb, base):
		return narrow(all, func(r reading) bool { return r.form != singular })
	case has(all, verb, third) && (next.pos(determiner) || next.text == "it"),
		has(all, verb, third) && p.pos(conjunction) && k > 0 && !words[k-1].noun():
		return withoutNouns(all)
	case (p.noun() || p.pos(pronoun)) && !p.closes && due:
		if verbs := predicates(p, all); has(verbs, verb, base, third, participle) || has(verbs, auxiliary, base) {
			return verbs
		}
	case due && has(all, verb, third) && !p.is(func(r reading) bool { return r.pos == verb && r.finite() }):
		return withoutNouns(all)
	case p.only(func(r reading) bool { return r.pos == verb }) && (has(all, adverb, base) || has(all, adjective, base)):
		return narrow(all, func(r reading) bool {
			return r.form != singular && !(r.pos == massNoun && has(all, adjective, base))
		})
	}
	return all
}

// predicates returns what a word can be as the verb of a subject.
func predicates(subject word, all []reading) []reading {
	return narrow(all, func(r reading) bool {
		switch {
		case r.pos != verb:
			return !r.noun() && r.pos != adjective
		case r.form == third:
			return !subject.form(plural) || subject.pos(pronoun)
		}
		return true
	})
}

// withoutNouns returns the readings that are no noun.
func withoutNouns(all []reading) []reading {
	return narrow(all, func(r reading) bool { return !r.noun() })
}

// isNoFiniteVerb reports whether a reading is no finite verb.
func isNoFiniteVerb(r reading) bool {
	return !(r.pos == verb && (r.form == third || r.form == base || r.form == past))
}

// quality prefers an adjective to the participle it was made of.
func quality(all []reading) []reading {
	if !has(all, adjective, base) {
		return all
	}
	return narrow(all, func(r reading) bool { return r.pos != verb })
}

// later reports whether a word behind one is a verb in the present and nothing else.
func later(words []word, i int) bool {
	for _, w := range words[i+1:] {
		w.as = w.all
		if !w.noun() && w.finite() {
			return true
		}
	}
	return false
}

// narrow returns the readings that fit; all of them if none does.
func narrow(all []reading, fits func(r reading) bool) []reading {
	var some []reading
	for _, r := range all {
		if fits(r) {
			some = append(some, r)
		}
	}
	if len(some) == 0 {
		return all
	}
	return some
}

// has reports whether one of the readings is of a part of speech and a form.
func has(all []reading, pos byte, forms ...form) bool {
	return slices.ContainsFunc(all, func(r reading) bool { return r.pos == pos && slices.Contains(forms, r.form) })
}
