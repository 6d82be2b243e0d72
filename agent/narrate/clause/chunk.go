package clause

import (
	"slices"
	"strings"
)

// chunk is a piece of a sentence: a noun phrase N, a verb with its helpers V, a preposition P, a conjunction C, a
// subordinating one U, a relative pronoun R, an adverb or particle M, a predicate A, a comma or a semicolon.
type chunk struct {
	kind  byte
	word  string
	np    *phraseOf
	v     *verb
	taken bool // a verb has it about it
	form  byte // of a verb that no other helps: see form

	doer   *phraseOf // a verb's subject, once it has been sought
	sought bool
}

// phraseOf is a noun phrase: its head, and whose it is.
type phraseOf struct {
	kind   byte
	who    string // the person, or whose it is
	word   string
	neg    bool // no wound
	plural bool
	weight int
	used   bool // a claim has been read from it
	taken  bool // a verb has it about it
}

// verb is a verb with its helpers.
type verb struct {
	lemma   string
	tense   byte // f finite, g -ing, n participle, i infinitive
	passive bool
	neg     bool
	help    string // what another verb says of it: try, stop, ready
	copula  bool
	real    bool // an infinitive of what does happen
}

// mask takes comparisons out: what something is like is not said to be.
func (r *sentenceReader) mask() {
	var kept []token
	for i := 0; i < len(r.tokens); i++ {
		end := r.comparison(i)
		if end > i {
			i = end - 1
			continue
		}
		kept = append(kept, r.tokens[i])
	}
	r.tokens = kept
}

// comparison is where a comparison that begins at i ends, i if none does. One that speaks of somebody is none.
func (r *sentenceReader) comparison(i int) int {
	t := r.tokens
	loose := t[i].word == "like"
	switch {
	case loose && i > 0 && t[i-1].word == "to":
		return i
	case loose, t[i].word == "than" && i+1 < len(t) && t[i+1].who == "":
	case t[i].word == "as" && i+1 < len(t) && t[i+1].who == "" && !t[i+1].sign:
	default:
		return i
	}
	end := i + 1
	for end < len(t) && !t[end].sign && t[end].who == "" && !r.leads(i+1, end) {
		end++
	}
	if end < len(t) && t[end].who != "" {
		if !loose {
			return i
		}
		for end > i+1 && r.lex.words[t[end-1].word] != "" { // the words that lead to somebody stay
			end--
		}
	}
	for _, in := range t[i+1 : end] {
		n := r.lex.nouns[in.word]
		if !loose && (r.lex.banned[in.word] != "" || n.kind == 'c' || n.kind == wound || n.kind == blow || n.kind == weapon) || r.lex.words[in.word] == "sub" {
			return i
		}
	}
	return end
}

// leads says whether the words at i, after some of a comparison, lead to a thing that must be there: a place on the body, a
// weapon, a piece of the scene. The comparison is over then.
func (r *sentenceReader) leads(start, i int) bool {
	t := r.tokens
	class := r.lex.words[t[i].word]
	if i <= start+1 || class != "prep" && !(class == "part" && r.isPrep(t[i].word)) || t[i].word == "of" {
		return false
	}
	for k := i + 1; k < len(t) && !t[k].sign && t[k].who == ""; k++ {
		if class := r.lex.words[t[k].word]; class == "prep" || class == "part" {
			return false
		}
		if n, ok := r.lex.nouns[t[k].word]; ok && strings.IndexByte("hwcrgb", n.kind) >= 0 {
			return true
		}
	}
	return false
}

// screen refuses words that may not be said, and words nobody knows.
func (r *sentenceReader) screen() {
	phrase := 0 // where the words end that mean something only together
	for i, t := range r.tokens {
		if _, end := r.phraseAt(i); end > phrase {
			phrase = end
		}
		switch {
		case t.sign:
			if !strings.Contains(",;:.?…–—", t.word) {
				r.fault("the sign %s", t.word)
			}
		case t.who != "":
			if t.who == "" || t.who[0] < 'A' || t.who[0] > 'Z' || strings.Trim(t.who[1:], "0123456789") != "" {
				r.fault("the slot %s", t.word)
			} else if !slices.Contains(r.People, t.who) {
				r.People = append(r.People, t.who)
			}
		case r.lex.banned[t.word] != "" && !(t.word == "next" && i > 0 && r.tokens[i-1].word == "the" && i > 1 && r.tokens[i-2].word == "for"):
			r.fault("%s: %q", r.lex.banned[t.word], t.word)
		case i >= phrase && !r.knows(t.word):
			r.fault("the unknown word %q", t.word)
		}
	}
}

func (r *sentenceReader) knows(w string) bool {
	l := r.lex
	if l.words[w] != "" || l.known[w] || l.light[w] || l.heavy[w] || w == "there" || w == "as" || w == "than" || w == "like" {
		return true
	}
	if _, ok := l.nouns[w]; ok {
		return true
	}
	if _, ok := l.verbs[w]; ok {
		return true
	}
	if _, ok := l.adjs[w]; ok {
		return true
	}
	if stem, ok := strings.CutSuffix(w, "ly"); ok {
		return r.knows(stem)
	}
	if stem, ok := strings.CutSuffix(w, "s"); ok && l.known[stem] {
		return true
	}
	return false
}

// chunk puts the tokens into pieces.
func (r *sentenceReader) chunk() {
	for i := 0; i < len(r.tokens); {
		i = r.next(i)
	}
	for i := 0; i+2 < len(r.chunks); i++ { // "lets {B} go"
		let, gone := r.chunks[i].v, r.chunks[i+2].v
		if let != nil && let.lemma == "let" && r.chunks[i+1].kind == 'N' && gone != nil && gone.lemma == "go" {
			r.chunks[i+2] = chunk{kind: 'M', word: "go"}
		}
	}
}

func (r *sentenceReader) add(kind byte, word string) *chunk {
	r.chunks = append(r.chunks, chunk{kind: kind, word: word})
	return &r.chunks[len(r.chunks)-1]
}

// before is the kind of the piece before, 0 at the head of the sentence.
func (r *sentenceReader) before() byte {
	if n := len(r.chunks); n > 0 {
		return r.chunks[n-1].kind
	}
	return 0
}

// next reads the piece at i and gives where it ends.
func (r *sentenceReader) next(i int) int {
	t := r.tokens[i]
	if t.sign {
		if strings.Contains(",;:–—", t.word) {
			r.add(',', t.word)
		}
		return i + 1
	}
	if ph, end := r.phraseAt(i); ph != nil {
		return r.addPhrase(ph, i, end)
	}
	if t.who != "" {
		return r.addNoun(i)
	}
	switch class := r.lex.words[t.word]; {
	case t.word == "that" && r.before() == 'N' && r.verbFollows(i+1):
		r.add('R', t.word)
		return i + 1
	case t.word == "to" && i+1 < len(r.tokens) && r.base(i+1):
		too := slices.ContainsFunc(r.chunks[max(0, len(r.chunks)-3):], func(c chunk) bool { return c.word == "too" || c.word == "too-late" })
		timely := len(r.chunks) > 0 && (r.chunks[len(r.chunks)-1].word == "in-time" || r.chunks[len(r.chunks)-1].word == "late")
		ready := len(r.chunks) > 0 && r.chunks[len(r.chunks)-1].kind == 'A' && r.chunks[len(r.chunks)-1].word == "ready"
		v, end := r.addVerb(i)
		if ready && v != nil {
			v.tense, v.help = 'f', "ready"
		} else if v != nil && (too || timely) { // "too short to reach" does not reach
			v.real, v.neg = true, v.neg != too
		}
		return end
	case t.word == "there" && i+1 < len(r.tokens) && r.lex.words[r.tokens[i+1].word] == "be":
		return i + 1
	case t.word == "as":
		r.add('U', t.word)
		return i + 1
	case class == "conj":
		r.add('C', t.word)
		return i + 1
	case class == "sub":
		if p := r.nounAhead(i + 1); (t.word == "after" || t.word == "before") && p && !r.clauseAhead(i+1) {
			r.add('P', t.word)
		} else {
			r.add('U', t.word)
		}
		return i + 1
	case class == "rel":
		r.add('R', t.word)
		return i + 1
	case class == "modal", class == "be", class == "have", class == "do", class == "neg":
		_, end := r.addVerb(i)
		return end
	case class == "prep" || class == "part" && r.isPrep(t.word):
		if r.nounAhead(i+1) && !(t.word == "down" || t.word == "up") {
			r.add('P', t.word)
		} else {
			r.add('M', t.word)
		}
		return i + 1
	}
	if _, ok := r.lex.verbs[t.word]; ok && r.verbal(i) {
		_, end := r.addVerb(i)
		return end
	}
	class := r.lex.words[t.word]
	_, adj := r.lex.adjs[t.word]
	weighs := r.lex.light[t.word] || r.lex.heavy[t.word]
	switch small := class == "part" || class == "adv"; {
	case adj && (small || class == "" && !r.headAhead(i+1)):
		r.add('A', t.word)
		return i + 1
	case small, weighs && !r.headAhead(i+1), strings.HasSuffix(t.word, "ly") && !isNoun(r.lex, t.word):
		r.add('M', t.word)
		return i + 1
	}
	return r.addNoun(i)
}

func isNoun(l *lexicon, w string) bool { _, ok := l.nouns[w]; return ok }

func (r *sentenceReader) isPrep(w string) bool {
	return slices.Contains(strings.Fields("off by past over under through in down up along around on"), w)
}

// phraseAt finds words that mean something only together.
func (r *sentenceReader) phraseAt(i int) (*phrase, int) {
	list := r.lex.phrases[r.tokens[i].word]
	for k := range list {
		ws := list[k].words
		if i+len(ws) > len(r.tokens) {
			continue
		}
		ok := true
		for j, w := range ws {
			if t := r.tokens[i+j]; t.word != w || t.sign || t.poss {
				ok = false
				break
			}
		}
		if ok {
			return &list[k], i + len(ws)
		}
	}
	return nil, i
}

func (r *sentenceReader) addPhrase(ph *phrase, i, end int) int {
	switch ph.class {
	case "adj":
		r.add('A', ph.as)
	case "prep":
		r.add('P', ph.as)
	case "noun":
		n := noun{kind: image}
		switch ph.as {
		case "nothing":
			n.kind = nothing
		case "bleeding":
			n.kind = wound
		case "hold-of":
			n.kind = grasp
			r.add('N', ph.as).np = &phraseOf{kind: n.kind, word: ph.as}
			if p := r.nounAhead(end); p {
				r.add('P', "of")
			}
			return end
		case "bokken":
			n.kind = weapon
			r.thing(ph.as, r.lex.nouns[ph.as], "")
		case "attempt":
			n.kind = blow
		}
		r.add('N', ph.as).np = &phraseOf{kind: n.kind, word: ph.as}
	case "neg":
		return r.addVerbNeg(i, end)
	case "verb", "verbs", "verbg":
		tense := map[string]byte{"verb": 'i', "verbs": 'f', "verbg": 'g'}[ph.class]
		r.add('V', ph.as).v = &verb{lemma: ph.as, tense: tense}
	default:
		r.add('M', ph.as)
	}
	return end
}

// addVerbNeg reads "no longer defends"; "no more" after a verb takes it back.
func (r *sentenceReader) addVerbNeg(i, end int) int {
	if n := len(r.chunks); n > 0 && r.chunks[n-1].kind == 'V' {
		if r.tokens[i+1].word == "more" {
			if p := r.nounAhead(end); p { // "loses no more blood"
				v := r.chunks[n-1].v
				v.neg = !v.neg
				return end
			}
		}
		r.chunks[n-1].v.neg = !r.chunks[n-1].v.neg
		return end
	}
	if r.tokens[i+1].word == "longer" && end < len(r.tokens) && r.verbFollows(end) {
		v, end := r.addVerb(end)
		if v != nil {
			v.neg = !v.neg
		}
		return end
	}
	r.add('M', "no-more")
	return end
}

// base says whether the word at i is a verb's base after "to".
func (r *sentenceReader) base(i int) bool {
	for i < len(r.tokens) && r.lex.words[r.tokens[i].word] == "adv" {
		i++
	}
	if i >= len(r.tokens) {
		return false
	}
	t := r.tokens[i]
	if t.word == "be" || t.word == "have" || t.word == "do" {
		return true
	}
	return slices.ContainsFunc(r.lex.verbs[t.word], func(f form) bool { return f.tense == 'b' }) && r.lex.words[t.word] == ""
}

func (r *sentenceReader) verbFollows(i int) bool {
	for i < len(r.tokens) && (r.lex.words[r.tokens[i].word] == "adv" || r.lex.words[r.tokens[i].word] == "neg") {
		i++
	}
	if i >= len(r.tokens) {
		return false
	}
	t := r.tokens[i]
	switch r.lex.words[t.word] {
	case "be", "have", "do", "modal":
		return true
	case "":
		return len(r.lex.verbs[t.word]) > 0
	}
	return false
}

// nounAhead says whether a noun phrase begins at i.
func (r *sentenceReader) nounAhead(i int) bool {
	if i >= len(r.tokens) || r.tokens[i].sign {
		return false
	}
	t := r.tokens[i]
	if t.who != "" {
		return true
	}
	switch r.lex.words[t.word] {
	case "det", "poss", "pron":
		return true
	case "":
	default:
		return isNoun(r.lex, t.word) && r.lex.words[t.word] == "adv"
	}
	if ph, _ := r.phraseAt(i); ph != nil {
		return ph.class == "noun"
	}
	if isNoun(r.lex, t.word) {
		return true
	}
	if len(r.lex.verbs[t.word]) > 0 { // an -ing form or participle before its noun
		f := r.lex.verbs[t.word][0]
		return (f.tense == 'g' || f.tense == 'd' || f.tense == 'n') && r.headAhead(i+1)
	}
	if _, adj := r.lex.adjs[t.word]; adj {
		return r.headAhead(i + 1)
	}
	return !strings.HasSuffix(t.word, "ly")
}

// clauseAhead says whether a verb of its own comes before the next sign.
func (r *sentenceReader) clauseAhead(i int) bool {
	for ; i < len(r.tokens) && !r.tokens[i].sign; i++ {
		t := r.tokens[i]
		if r.lex.words[t.word] == "be" || r.lex.words[t.word] == "have" || r.lex.words[t.word] == "do" {
			return true
		}
		if i > 0 && slices.ContainsFunc(r.lex.verbs[t.word], func(f form) bool { return f.tense == 's' }) && (!isNoun(r.lex, t.word) || r.tokens[i-1].who != "" && !r.tokens[i-1].poss) {
			return true
		}
	}
	return false
}

// headAhead says whether a noun stands at i, with nothing but adjectives before it.
func (r *sentenceReader) headAhead(i int) bool {
	if i >= len(r.tokens) || r.tokens[i].sign || r.tokens[i].who != "" {
		return false
	}
	t := r.tokens[i]
	if r.lex.words[t.word] != "" {
		return false
	}
	if isNoun(r.lex, t.word) {
		return !slices.ContainsFunc(r.lex.verbs[t.word], func(f form) bool { return f.tense == 's' })
	}
	if _, adj := r.lex.adjs[t.word]; adj || r.lex.light[t.word] || r.lex.heavy[t.word] {
		return r.headAhead(i + 1)
	}
	return r.lex.known[t.word] && len(r.lex.verbs[t.word]) == 0
}

// verbal says whether the word at i, which can be a verb, is one here.
func (r *sentenceReader) verbal(i int) bool {
	t := r.tokens[i]
	if t.poss {
		return false
	}
	noun := isNoun(r.lex, t.word)
	before := r.before()
	for _, f := range r.lex.verbs[t.word] {
		switch f.tense {
		case 's':
			if !noun || before == 'N' || before == 'R' || before == 'C' || (before == 'M' || before == 'A') && len(r.chunks) > 1 || before == ',' {
				return true
			}
		case 'g':
			if !noun || before == 'N' || before == ',' {
				return !(before == 'P' && r.headAhead(i+1))
			}
		case 'b':
			_, adj := r.lex.adjs[t.word]
			if !noun && !adj {
				return true
			}
			if before == 'N' {
				n := r.chunks[len(r.chunks)-1].np
				if n.plural || n.word == "they" {
					return true
				}
			}
		}
		if f.tense == 'n' || f.tense == 'd' {
			_, adj := r.lex.adjs[t.word]
			if !noun && !(adj && !r.lead(i+1)) && !(r.headAhead(i+1) && before != 'N' && before != 'V') {
				return true
			}
			if noun && r.lead(i+1) && (before == 0 || before == ',' || before == 'N' && len(r.chunks) > 1) {
				return true
			}
			if noun && before == 'N' && r.nounAhead(i+1) && r.chunks[len(r.chunks)-1].np.kind == person {
				return true
			}
		}
	}
	return false
}

// lead says whether what follows leads on from a participle.
func (r *sentenceReader) lead(i int) bool {
	return i < len(r.tokens) && slices.Contains(strings.Fields("by in on across down from through at to with under off out"), r.tokens[i].word)
}

// addVerb reads a verb with its helpers. It is nil where none can be read, which is a fault, or where "not" stands alone.
func (r *sentenceReader) addVerb(i int) (read *verb, end int) {
	v := &verb{tense: 'f'}
	first := r.tokens[i].word
	var be, have bool
	aux := ""
	if first == "to" {
		v.tense = 'i'
		i++
	}
	for ; i < len(r.tokens); i++ {
		w := r.tokens[i].word
		if ph, end := r.phraseAt(i); ph != nil && (ph.class == "neg" || ph.class == "adv") && aux != "" {
			if ph.class == "neg" {
				v.neg = !v.neg
			} else {
				r.add('M', ph.as)
			}
			i = end - 1
			continue
		}
		switch r.lex.words[w] {
		case "be":
			be, have = true, false
			v.neg = v.neg != strings.HasSuffix(w, "n't")
			if w == "being" && v.tense == 'f' && aux == "" {
				v.tense = 'g'
			}
			aux = w
			continue
		case "have":
			if r.participleAhead(i + 1) {
				have = true
				aux = w
				continue
			}
		case "do":
			if r.verbAfterAux(i + 1) {
				v.neg = v.neg != strings.HasSuffix(w, "n't")
				aux = w
				continue
			}
		case "modal":
			v.neg = v.neg != (w == "cannot" || w == "can't" || w == "won't")
			aux = w
			continue
		case "neg":
			v.neg = !v.neg
			continue
		case "adv":
			if aux != "" || first == "to" || v.neg {
				if ph, _ := r.phraseAt(i); ph != nil || r.lex.adjs[w] != "" && !r.verbFollows(i+1) {
					break
				}
				r.add('M', w)
				continue
			}
		}
		if strings.HasSuffix(w, "ly") && (aux != "" || first == "to") && !isNoun(r.lex, w) {
			r.add('M', w)
			continue
		}
		break
	}
	if i < len(r.tokens) && !r.tokens[i].sign && r.tokens[i].who == "" {
		w := r.tokens[i].word
		for _, f := range r.lex.verbs[w] {
			ok := false
			switch {
			case be && (f.tense == 'n'):
				_, adj := r.lex.adjs[w]
				ok, v.passive = !adj || r.lead(i+1) || r.lex.adjs[w] == "fells" && r.lead(i+1), true
			case be && f.tense == 'g':
				ok = !isNoun(r.lex, w) || !r.headAhead(i+1)
			case be:
			case have && f.tense == 'n':
				ok = true
			case aux != "" && f.tense == 'b':
				ok = true
			case first == "to" && f.tense == 'b':
				ok = true
			case aux == "" && first != "to":
				ok = true
				if f.tense == 'b' && slices.Contains(r.lex.verbs[w], form{f.lemma, 'n'}) && (r.lead(i+1) || r.before() == 0 || r.before() == ',') {
					f.tense = 'n'
				}
				if f.tense == 'b' && r.alone() {
					r.fault("the past, or no verb: %q", w)
				}
				switch f.tense {
				case 'g':
					v.tense = 'g'
				case 'd', 'n':
					if !slices.ContainsFunc(r.lex.verbs[w], func(f form) bool { return f.tense == 'n' }) {
						if slices.ContainsFunc(r.lex.verbs[w], func(f form) bool { return f.tense == 's' || f.tense == 'b' }) {
							ok = false
							break
						}
						r.fault("the past: %q", w)
					}
					v.tense = 'n'
				}
			}
			if ok {
				v.lemma = f.lemma
				said := byte(0)
				if aux == "" && first != "to" {
					said = f.tense
				}
				if !(be && f.tense == 'n') {
					v.passive = false
				}
				c := r.add('V', w)
				c.v, c.form = v, said
				return r.helped(v, i+1)
			}
			v.passive = false
		}
	}
	switch {
	case be:
		v.lemma, v.copula = "be", true
	case have || r.lex.words[first] == "have":
		v.lemma = "have"
		if aux == "" {
			i++
		}
	case r.lex.words[first] == "do":
		v.lemma = "do"
		if aux == "" {
			i++
		}
	case v.neg && aux == "" && first != "to": // "not" alone
		r.add('M', "not")
		return nil, i
	default:
		r.fault("the verb at %q", first)
		return nil, max(i, 1) + 1
	}
	r.add('V', first).v = v
	return v, i
}

// alone says whether the noun just read is one, and the subject of what follows.
func (r *sentenceReader) alone() bool {
	n := len(r.chunks)
	if n == 0 || r.chunks[n-1].kind != 'N' || r.chunks[n-1].np.plural || r.chunks[n-1].np.word == "they" {
		return false
	}
	for k := n - 1; k >= 0; k-- {
		switch r.chunks[k].kind {
		case ',', 'C', 'U':
			return true
		case 'V':
			return false
		}
	}
	return true
}

func (r *sentenceReader) participleAhead(i int) bool {
	for i < len(r.tokens) && (r.lex.words[r.tokens[i].word] == "adv" || r.lex.words[r.tokens[i].word] == "neg") {
		i++
	}
	return i < len(r.tokens) && (r.tokens[i].word == "been" || slices.ContainsFunc(r.lex.verbs[r.tokens[i].word], func(f form) bool { return f.tense == 'n' })) && !(isNoun(r.lex, r.tokens[i].word) && r.lex.words[r.tokens[i].word] == "det")
}

func (r *sentenceReader) verbAfterAux(i int) bool {
	for i < len(r.tokens) && (r.lex.words[r.tokens[i].word] == "adv" || r.lex.words[r.tokens[i].word] == "neg") {
		i++
	}
	return i < len(r.tokens) && slices.ContainsFunc(r.lex.verbs[r.tokens[i].word], func(f form) bool { return f.tense == 'b' })
}

// helped joins a verb, the piece before, that only says how far another has come to that one.
func (r *sentenceReader) helped(v *verb, i int) (read *verb, end int) {
	help := r.lex.cat[v.lemma]
	if help == "" || i >= len(r.tokens) {
		return v, i
	}
	to := r.tokens[i].word == "to" && r.base(i+1)
	ing := slices.ContainsFunc(r.lex.verbs[r.tokens[i].word], func(f form) bool { return f.tense == 'g' }) && (v.lemma == "keep" || v.lemma == "start" || v.lemma == "stop" || v.lemma == "begin" || v.lemma == "continue" || v.lemma == "cease")
	if !to && !ing {
		return v, i
	}
	n := len(r.chunks)
	last, end := r.addVerb(i)
	if len(r.Faults) > 0 || last == nil {
		return last, end
	}
	last.tense, last.neg = v.tense, last.neg != v.neg
	switch help {
	case "fail", "stop":
		last.neg = !last.neg
		last.help = map[bool]string{true: "stop"}[help == "stop"]
	case "true":
		if v.lemma == "go" {
			r.fault("a secret: what somebody is going to do")
		}
	case "intent":
		r.fault("a secret: what somebody means to do")
	case "begin":
		last.help = last.help + help
	default:
		last.help = help
	}
	r.chunks = slices.Delete(r.chunks, n-1, n)
	return last, end
}

// addNoun reads a noun phrase.
func (r *sentenceReader) addNoun(i int) int {
	np, end := r.nounPhrase(i)
	if np == nil {
		r.fault("the word %q here", r.tokens[i].word)
		return i + 1
	}
	r.add('N', np.word).np = np
	return end
}

// nounPhrase reads one, with what belongs to it: "the point of {A}'s spear", "a blow from {A}".
func (r *sentenceReader) nounPhrase(i int) (*phraseOf, int) {
	np, i := r.simple(i)
	if np == nil {
		return nil, i
	}
	for i < len(r.tokens) {
		w := r.tokens[i].word
		if ph, _ := r.phraseAt(i); ph != nil {
			break
		}
		takes := w == "of" || (w == "from" || w == "by") && (np.kind == blow || np.kind == ruse || np.kind == order || people[np.word] == order)
		if !takes || !r.nounAhead(i+1) {
			break
		}
		inner, end := r.nounPhrase(i + 1)
		if inner == nil || w != "of" && inner.who == "" {
			break
		}
		if kind := people[np.word]; kind != 0 && np.kind == image && inner.kind == person {
			r.becomes(np, kind)
		}
		if w == "of" && (np.kind == image || np.kind == line || np.kind == vigour && inner.kind != person) && strings.ContainsRune("bwrhgofntzuv", rune(inner.kind)) {
			np.kind, np.neg = inner.kind, np.neg || inner.neg
			inner.used = true
		}
		if np.who == "" {
			np.who = inner.who
		}
		i = end
	}
	return np, i
}

// simple reads a noun phrase without what follows it.
func (r *sentenceReader) simple(i int) (*phraseOf, int) {
	if i >= len(r.tokens) {
		return nil, i
	}
	t := r.tokens[i]
	np := &phraseOf{kind: image}
	switch {
	case t.arms:
		r.Things = append(r.Things, Thing{Word: t.word, Kind: "weapon", Of: t.who})
		return &phraseOf{kind: weapon, who: t.who, word: t.word}, i + 1
	case t.who != "" && !t.poss:
		return &phraseOf{kind: person, who: t.who, word: t.word}, i + 1
	case t.who != "":
		np.who = t.who
		if i++; i < len(r.tokens) && r.tokens[i].word == "own" {
			i++
		}
	case r.lex.words[t.word] == "pron":
		return r.pronoun(t.word), i + 1
	case r.lex.words[t.word] == "poss":
		np.who = r.theirs(t.word)
		i++
	case r.lex.words[t.word] == "det":
		np.neg = t.word == "no"
		i++
		if i < len(r.tokens) && r.tokens[i].who != "" && t.word != "no" { // "all {B}'s strength"
			inner, end := r.simple(i)
			return inner, end
		}
	}
	start := i
	for i < len(r.tokens) && !r.tokens[i].sign && r.tokens[i].who == "" {
		w := r.tokens[i].word
		class := r.lex.words[w]
		n, isNoun := r.lex.nouns[w]
		_, adj := r.lex.adjs[w]
		mod := r.lex.light[w] || r.lex.heavy[w] || adj
		if ph, end := r.phraseAt(i); ph != nil && i > start && end-i > 1 {
			break
		} else if ph != nil && ph.class == "noun" && i == start && (ph.as == "nothing" || ph.as == "bokken") {
			if np.kind, np.word = nothing, ph.as; ph.as == "bokken" {
				np.kind = weapon
				r.thing(ph.as, r.lex.nouns[ph.as], np.who)
			}
			return np, end
		}
		if class != "" && !(class == "adv" && r.headAhead(i+1)) && !(class == "det" && i == start) && !mod && !(isNoun && class == "adv") {
			break
		}
		if class == "prep" || class == "part" && !mod {
			break
		}
		if isNoun && i > start && r.verbEnds(i) {
			break
		}
		if isNoun {
			if np.word != "" && np.kind == wound && n.kind == image {
				n.kind = wound
			}
			if w != "feet" || start < 2 || r.tokens[start-2].word != "at" { // at somebody's feet is a place on the ground
				r.thing(w, n, np.who)
			}
			if np.kind == wound && n.kind != wound {
				n.kind = wound
			}
			np.kind, np.word, np.plural = n.kind, w, n.plural
			if n.weight != 0 {
				np.weight = n.weight
			}
			if n.weight == Grave && slices.ContainsFunc(r.tokens[start:i], func(t token) bool { return r.lex.light[t.word] }) { // "a shallow gash"
				np.weight = Light
			}
			poss := r.tokens[i].poss
			i++
			if poss {
				np.kind, np.word = image, ""
			}
			continue
		}
		vs := r.lex.verbs[w]
		participle := slices.ContainsFunc(vs, func(f form) bool { return f.tense == 'g' || f.tense == 'n' })
		if len(vs) > 0 && !mod && !(participle && r.headAhead(i+1)) && !(r.lex.known[w] && i > start && !slices.ContainsFunc(vs, func(f form) bool { return f.tense == 's' })) && !(r.lex.known[w] && i == start && start > 0 && r.owned(start-1)) {
			break
		}
		if np.word != "" && np.kind != image && np.kind != wound { // a known thing, then a word nobody can place
			break
		}
		if r.lex.known[w] && !mod && !participle {
			if np.kind != wound {
				np.kind = image
			}
			np.word = w
			np.plural = strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss")
		}
		i++
	}
	if kind := people[np.word]; kind != 0 && np.kind == image && np.who != "" && r.tokens[start-1].poss {
		r.becomes(np, kind)
	}
	if np.word == "" {
		if i == start && np.who != "" && start < len(r.tokens)+1 { // "catches {B}'s"
			return &phraseOf{kind: weapon, who: np.who, word: "own"}, i
		}
		if i == start && r.lex.words[t.word] != "det" {
			return nil, i
		}
		np.word = t.word
	}
	return np, i
}

// people are words that are somebody's voice, or a line of people, where they are said to be somebody's, and nothing of a fight
// elsewhere.
var people = map[string]byte{"word": order, "words": order, "shout": order, "cry": order, "call": order, "sign": order, "gesture": order, "voice": order,
	"line": enemies, "lines": enemies, "row": enemies, "rows": enemies}

// becomes makes a noun phrase what its word means of somebody.
func (r *sentenceReader) becomes(np *phraseOf, kind byte) {
	np.kind = kind
	r.thing(np.word, noun{kind: kind}, np.who)
}

// owned says whether the word at i makes what follows it a noun: "the", "its", "{A}'s".
func (r *sentenceReader) owned(i int) bool {
	t := r.tokens[i]
	class := r.lex.words[t.word]
	return class == "det" || class == "poss" || t.who != "" && t.poss
}

// verbEnds says whether a word that can be noun or verb ends the phrase before it as its verb: "the sword cuts".
func (r *sentenceReader) verbEnds(i int) bool {
	fs := r.lex.verbs[r.tokens[i].word]
	if r.lex.nouns[r.tokens[i].word].kind == body || !slices.ContainsFunc(fs, func(f form) bool { return f.tense == 's' }) {
		return false
	}
	return !r.tokens[i].poss
}

// thing keeps what must be there.
func (r *sentenceReader) thing(word string, n noun, of string) {
	switch n.kind {
	case weapon:
		r.Things = append(r.Things, Thing{Word: word, Kind: "weapon", Of: of, Is: n.is})
	case blow:
		if len(n.is) > 0 {
			r.Things = append(r.Things, Thing{Word: word, Kind: "weapon", Of: of, Is: n.is})
		}
	case body:
		r.Things = append(r.Things, Thing{Word: word, Kind: "body", Of: of, Is: n.is})
	case 'c':
		r.Things = append(r.Things, Thing{Word: word, Kind: "scene", Of: of, Is: n.is})
	case order:
		r.Things = append(r.Things, Thing{Word: word, Kind: "order", Of: of})
	case magic:
		r.Things = append(r.Things, Thing{Word: word, Kind: "magic", Of: of})
	}
}

// pronoun is whom one means: the only person the sentence has named, or the thing named last.
func (r *sentenceReader) pronoun(w string) *phraseOf {
	if w == "it" || w == "itself" {
		for i := len(r.chunks) - 1; i >= 0; i-- {
			if np := r.chunks[i].np; np != nil && strings.ContainsRune("bwrgfuv", rune(np.kind)) {
				return &phraseOf{kind: np.kind, who: np.who, word: w, used: true}
			}
		}
		return &phraseOf{kind: it, word: w}
	}
	return &phraseOf{kind: person, who: r.theirs(w), word: w}
}

// theirs is who they are.
func (r *sentenceReader) theirs(w string) string {
	if w == "its" || w == "own" || w == "whose" {
		return ""
	}
	var named []string
	for _, c := range r.chunks {
		if c.np != nil && c.np.who != "" && !slices.Contains(named, c.np.who) {
			named = append(named, c.np.who)
		}
	}
	if len(named) != 1 {
		r.fault("%q could mean two", w)
		return ""
	}
	return named[0]
}
