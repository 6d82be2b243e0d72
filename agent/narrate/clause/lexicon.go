package clause

import (
	"slices"
	"strings"
	"sync"
)

// Kinds of things, by a letter in the patterns of verbs.
const (
	person  = 'p'
	weapon  = 'w'
	blow    = 'b'
	wound   = 'r' // and blood
	body    = 'h'
	flesh   = 'k'
	guard   = 'g'
	nothing = 'n'
	ground  = 'l'
	armour  = 'a'
	balance = 'm'
	stance  = 's'
	fight   = 't'
	enemies = 'e'
	ruse    = 'f'
	grasp   = 'o'
	vigour  = 'z'
	horse   = 'q'
	line    = 'x' // of a blow, of sight
	order   = 'u'
	magic   = 'v' // a spell and the chant that leads to it
	image   = 'i' // anything else there is a word for
	it      = 'y'
)

// lexicon is the words made ready to be found.
type lexicon struct {
	nouns   map[string]noun
	verbs   map[string][]form
	senses  map[string][]sense
	weights map[string]int // of verbs
	cat     map[string]string
	adjs    map[string]string // predicates, by what they claim of their subject
	words   map[string]string // small words, by class: det, prep, conj ...
	phrases map[string][]phrase
	light   map[string]bool
	heavy   map[string]bool
	banned  map[string]string // by why
	known   map[string]bool
}

// noun is what a noun means.
type noun struct {
	kind   byte
	is     []string // families, places, or the scene's aspect=word
	plural bool
	weight int
}

// form is a verb's form.
type form struct {
	lemma string
	tense byte // b base, s third person, g -ing, d past, n past participle
}

// sense is what a verb claims where its surroundings are such.
type sense struct {
	subject, object, second string   // kinds, empty for any
	bare                    bool     // without an object
	alone                   bool     // without an object, and nothing a preposition leads to
	free                    bool     // it may have about it whatever is no picture
	particle                []string // one of these
	preps                   []string // one of these, with one of toward's kinds
	toward                  string
	claim                   string // a class, empty for none
	grave                   bool   // of a wound
	by, to                  string // S, O, @, 2 or -
}

// phrase is words that mean something only together: of which class that is, and which word it is read as.
type phrase struct {
	words []string
	class string
	as    string
}

// words is the lexicon, made once.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{nouns: map[string]noun{}, verbs: map[string][]form{}, senses: map[string][]sense{}, weights: map[string]int{}, cat: map[string]string{},
		adjs: map[string]string{}, words: map[string]string{}, phrases: map[string][]phrase{}, light: set(lightWords), heavy: set(heavyWords),
		banned: map[string]string{}, known: set(knownWords)}
	for line := range lines(nounLines) {
		head, list, _ := strings.Cut(line, ":")
		fields := strings.Fields(head)
		for w := range strings.FieldsSeq(list) {
			l.noun(w, noun{kind: fields[0][0], is: fields[1:]})
		}
	}
	for w := range strings.FieldsSeq(lightWounds) {
		l.weigh(w, Light)
	}
	for w := range strings.FieldsSeq(graveWounds) {
		l.weigh(w, Grave)
	}
	for line := range lines(wordLines) {
		class, list, _ := strings.Cut(line, ":")
		for w := range strings.FieldsSeq(list) {
			l.words[w] = class
		}
	}
	for line := range lines(phraseLines) {
		text, as, _ := strings.Cut(line, "=")
		ws := strings.Fields(text)
		class, word, _ := strings.Cut(strings.TrimSpace(as), " ")
		l.phrases[ws[0]] = append(l.phrases[ws[0]], phrase{ws, class, word})
	}
	for _, list := range l.phrases {
		slices.SortStableFunc(list, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	for line := range lines(adjLines) {
		class, list, _ := strings.Cut(line, ":")
		for w := range strings.FieldsSeq(list) {
			l.adjs[w] = class
		}
	}
	for line := range lines(bannedLines) {
		why, list, _ := strings.Cut(line, ":")
		for w := range strings.FieldsSeq(list) {
			l.banned[w] = why
		}
	}
	var lemmas []string
	for line := range lines(verbLines) {
		if head, ok := strings.CutSuffix(line, ":"); ok {
			lemmas = strings.Fields(head)
			for _, w := range lemmas {
				l.verb(w)
			}
			continue
		}
		for _, w := range lemmas {
			w, _, _ = strings.Cut(w, "/")
			l.senses[w] = append(l.senses[w], senseOf(line))
		}
	}
	for w := range strings.FieldsSeq(freeVerbs) {
		l.verb(w)
		w, _, _ = strings.Cut(w, "/")
		l.senses[w] = append(l.senses[w], sense{free: true})
	}
	for line := range lines(helpers) {
		class, list, _ := strings.Cut(line, ":")
		for w := range strings.FieldsSeq(list) {
			l.verb(w)
			w, _, _ = strings.Cut(w, "/")
			l.cat[w] = class
		}
	}
	for w := range strings.FieldsSeq(lightVerbs) {
		l.weights[w] = Light
	}
	for w := range strings.FieldsSeq(graveVerbs) {
		l.weights[w] = Grave
	}
	return l
})

func lines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && !yield(line) {
				return
			}
		}
	}
}

func set(text string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		m[w] = true
	}
	return m
}

// noun learns a noun with its plural; a word given as singular/plural has that one.
func (l *lexicon) noun(w string, n noun) {
	one, many, irregular := strings.Cut(w, "/")
	if !irregular {
		many = third(one)
	}
	for i, form := range []string{one, many} {
		n := n
		n.plural = i == 1
		if old, ok := l.nouns[form]; ok && old.kind == n.kind {
			n.is = append(slices.Clone(old.is), n.is...)
		}
		l.nouns[form] = n
	}
}

func (l *lexicon) weigh(w string, weight int) {
	for _, form := range []string{w, third(w)} {
		n := l.nouns[form]
		n.weight = weight
		l.nouns[form] = n
	}
}

// third is a verb's third person, and a noun's plural.
func third(w string) string {
	switch {
	case strings.HasSuffix(w, "y") && !strings.ContainsAny(w[len(w)-2:len(w)-1], "aeou"):
		return w[:len(w)-1] + "ies"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "sh"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "z"), w == "go", w == "do", w == "echo":
		return w + "es"
	}
	return w + "s"
}

// verb learns a verb with its forms: base, or base/past/participle.
func (l *lexicon) verb(w string) {
	parts := strings.Split(w, "/")
	base := parts[0]
	stem := base
	if strings.HasSuffix(base, "e") && !strings.HasSuffix(base, "ee") {
		stem = base[:len(base)-1]
	} else if doubles[base] {
		stem = base + base[len(base)-1:]
	}
	ing, past := stem+"ing", stem+"ed"
	if strings.HasSuffix(base, "ie") {
		ing = base[:len(base)-2] + "ying"
	}
	if strings.HasSuffix(base, "y") && !strings.ContainsAny(base[len(base)-2:len(base)-1], "aeou") {
		ing, past = base+"ing", base[:len(base)-1]+"ied"
	}
	part := past
	if len(parts) > 1 {
		past, part = parts[1], parts[1]
	}
	if len(parts) > 2 {
		part = parts[2]
	}
	for _, f := range []struct {
		text  string
		tense byte
	}{{base, 'b'}, {third(base), 's'}, {ing, 'g'}, {past, 'd'}, {part, 'n'}} {
		if made := (form{base, f.tense}); !slices.Contains(l.verbs[f.text], made) {
			l.verbs[f.text] = append(l.verbs[f.text], made)
		}
	}
}

// senseOf reads a sense: what surrounds the verb, an arrow, and what it then claims.
//
//	S:pwb O:ph +down @at/on:p > wounds S @
func senseOf(line string) (s sense) {
	where, what, _ := strings.Cut(line, ">")
	for f := range strings.FieldsSeq(where) {
		switch {
		case f == "-":
			s.bare = true
		case f == ".":
			s.alone = true
		case strings.HasPrefix(f, "S:"):
			s.subject = f[2:]
		case strings.HasPrefix(f, "O:"):
			s.object = f[2:]
		case strings.HasPrefix(f, "2:"):
			s.second = f[2:]
		case f[0] == '+':
			s.particle = strings.Split(f[1:], "/")
		case f[0] == '@':
			preps, kinds, _ := strings.Cut(f[1:], ":")
			s.preps, s.toward = strings.Split(preps, "/"), kinds
		default:
			panic("clause: sense " + line)
		}
	}
	fields := append(strings.Fields(what), "-", "-", "-", "")
	if s.claim = fields[0]; s.claim == "-" {
		s.claim = ""
	}
	s.by, s.to, s.grave = fields[1], fields[2], fields[3] == "gravely"
	return s
}
