package clause

import (
	"slices"
	"strings"
)

// English that is broken is not read, whatever could be made of its words: a model that has lost its thread says true things
// by chance. What is asked is little, and of any sentence: that it holds a verb, that articles have their nouns, that no word
// comes twice in a row, that nothing dangles at its end, that one thing does and several do.

// straight refuses what is broken in the row of words, comparisons with it.
func (r *sentenceReader) straight() {
	t := r.tokens
	words, phrase := 0, 0 // where the words end that mean something only together
	for i, it := range t {
		if _, end := r.phraseAt(i); end > phrase {
			phrase = end
		}
		if !it.sign {
			words++
		}
		switch {
		case it.sign && (i == 0 || t[i-1].sign):
			r.fault("the sign %q here", it.word)
		case it.sign:
		case it.word == nobodys:
			r.fault("the 's of nothing")
		case i > 0 && it.word == t[i-1].word && it.poss == t[i-1].poss && it.word != "that":
			r.fault("%q twice", it.word)
		case it.poss && it.who == "" && r.lex.words[it.word] != "" && !isNoun(r.lex, it.word):
			r.fault("%q", it.word+"'s")
		case it.word == "a" || it.word == "an":
			r.article(i)
		}
		if (it.who != "" && it.poss || strictly[it.word]) && phrase <= i+1 {
			r.headed(i)
		}
		if r.parted(i) {
			r.fault("%q here", t[i].word)
		}
	}
	if words == 0 {
		r.fault("no word")
		return
	}
	last := len(t) - 1
	for last > 0 && t[last].sign {
		last--
	}
	if dangling[t[last].word] {
		r.fault("%q at the end", t[last].word)
	}
}

// strictly are words that need a noun after them.
var strictly = set("a an the every no its their")

// dangling are words no sentence ends with.
var dangling = set("a an the every no its their and or but nor of from into onto upon toward towards during despite than as like to while when because although though if who which whose")

// article refuses "a axe" and "an sword".
func (r *sentenceReader) article(i int) {
	if i+1 >= len(r.tokens) || r.tokens[i+1].who != "" {
		return
	}
	next := r.tokens[i+1].word
	vowel := strings.ContainsRune("aeiou", rune(next[0]))
	for _, odd := range []string{"hour", "honest", "honour", "heir"} {
		vowel = vowel || strings.HasPrefix(next, odd)
	}
	for _, odd := range []string{"one", "once", "use", "usual", "uni"} {
		vowel = vowel && !strings.HasPrefix(next, odd)
	}
	n, ok := r.lex.nouns[next]
	switch {
	case vowel != (r.tokens[i].word == "an"):
		r.fault("%q before %q", r.tokens[i].word, next)
	case ok && n.plural && !r.headAhead(i+2) && len(r.lex.verbs[next]) == 0 && !same(r.lex, next):
		r.fault("%q before %q", r.tokens[i].word, next)
	}
}

// same says whether a plural is its singular as well.
func same(l *lexicon, w string) bool { return !strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ss") }

// headed refuses an article or a possessive without its noun: "the settles", "an each part", "the asked the way".
func (r *sentenceReader) headed(i int) {
	slot := r.tokens[i].who != ""
	if i+1 < len(r.tokens) && r.tokens[i+1].arms { // "the {A's weapon}"
		return
	}
	for k := i + 1; ; k++ {
		if k >= len(r.tokens) || r.tokens[k].sign {
			if !slot && !(k > i+1 && r.nominal(k-1)) { // "the victory is {A}'s"
				r.fault("%q without its noun", r.tokens[i].word)
			}
			return
		}
		if ph, end := r.phraseAt(k); ph != nil && k == i+1 && (ph.class == "noun" || end > k+1 && ph.class != "prep") {
			return
		}
		w := r.tokens[k].word
		class := r.lex.words[w]
		_, adj := r.lex.adjs[w]
		switch {
		case r.tokens[k].who != "":
			if k == i+1 && (r.tokens[i].word == "the" || slot) || !r.tokens[k].arms && k > i+1 && !r.nominal(k-1) {
				r.fault("%q without its noun", r.tokens[i].word)
			}
			return
		case isNoun(r.lex, w) && !slices.Contains([]string{"nothing", "nobody", "none", "nowhere"}, w), partial[w]:
			return
		case r.familiar(w) && class == "":
			if k+1 >= len(r.tokens) || !r.headAhead(k+1) {
				return
			}
		case class == "adv" || adj || r.lex.light[w] || r.lex.heavy[w] || strings.HasSuffix(w, "ly"):
		case slot && k == i+1 && class != "" && class != "part": // "catches {B}'s and holds it"
			return
		case class == "" && slices.Contains(r.lex.verbs[w], form{w, 'b'}), r.lex.banned[w] != "" && class != "modal": // "no help", "like a guest"
			return
		case class == "" && r.modifies(w):
		case k > i+1 && r.nominal(k-1): // "the first to strike"
			return
		default:
			r.fault("%q without its noun", r.tokens[i].word)
			return
		}
	}
}

// familiar says whether it is a word of pictures, or several of it.
func (r *sentenceReader) familiar(w string) bool {
	return r.lex.known[w] || strings.HasSuffix(w, "s") && r.lex.known[w[:len(w)-1]]
}

// partial are small words that can stand for a noun after an article: "the other", "a little", "no one".
var partial = set("own one ones other others another more most few many little same such both less rest enough")

// modifies says whether a word that is no noun can stand before one: a participle, an adjective.
func (r *sentenceReader) modifies(w string) bool {
	fs, verb := r.lex.verbs[w]
	return !verb || slices.ContainsFunc(fs, func(f form) bool { return f.tense == 'g' || f.tense == 'n' })
}

// nominal says whether the word at i can be what an article is of.
func (r *sentenceReader) nominal(i int) bool {
	w := r.tokens[i].word
	return isNoun(r.lex, w) || r.familiar(w) || partial[w] || w == "first" || w == "last" || w == "left" || w == "right" || r.lex.adjs[w] != "" || slices.ContainsFunc(r.lex.verbs[w], func(f form) bool { return f.tense == 'g' })
}

// parted says whether a participle stands at i between two bare nouns, belonging to neither: "the tide torn grass".
func (r *sentenceReader) parted(i int) bool {
	t := r.tokens
	if i == 0 || i+1 >= len(t) || t[i-1].who != "" || t[i-1].sign || t[i+1].who != "" || t[i-1].poss {
		return false
	}
	bare := func(w string) bool { return isNoun(r.lex, w) && r.lex.words[w] == "" && len(r.lex.verbs[w]) == 0 }
	fs := r.lex.verbs[t[i].word]
	only := len(fs) > 0 && !slices.ContainsFunc(fs, func(f form) bool { return f.tense != 'n' })
	return only && bare(t[i-1].word) && bare(t[i+1].word)
}

// whole refuses a sentence that has no verb and claims nothing, one that gives an order, and several that does.
func (r *sentenceReader) whole() {
	finite := false
	for i, c := range r.chunks {
		if c.v == nil {
			continue
		}
		finite = finite || c.v.tense == 'f' || c.v.tense == 'n'
		if i == 0 && c.v.tense == 'f' && !c.v.copula && c.form == 'b' {
			r.fault("an order to whoever reads: %q", c.word)
		}
		if i > 0 && c.form == 's' && r.chunks[i-1].kind == 'N' && (i < 2 || strings.IndexByte("PN", r.chunks[i-2].kind) < 0) {
			if np := r.chunks[i-1].np; np.kind != person && np.plural && np.word != "they" {
				r.fault("%q of several", c.word)
			}
		}
	}
	if !finite && len(r.Claims) == 0 && !r.scenic() {
		r.fault("no verb")
	}
}

// scenic says whether a sentence only names what is to be seen, as "A road between cedars" does: that is true or not without a
// verb.
func (r *sentenceReader) scenic() bool {
	seen := false
	for _, c := range r.chunks {
		if c.np != nil {
			seen = seen || c.np.kind == 'c'
			if c.np.kind != 'c' && (c.np.kind != image || c.np.who != "") {
				return false
			}
		}
	}
	return seen
}
