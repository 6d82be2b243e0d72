package clause

import (
	"slices"
	"strings"
)

// assemble reads the claims off the pieces, verb by verb.
func (r *sentenceReader) assemble() {
	for i := range r.chunks {
		if r.chunks[i].v != nil {
			r.clause(i)
		}
		if len(r.Faults) > 0 {
			return
		}
	}
	r.loose()
	r.left()
	r.weigh()
	hit := slices.ContainsFunc(r.Claims, func(c Claim) bool {
		return slices.Contains([]string{"hits", "wounds", "hurt", "bleeds", "strikes", "misses", "parries", "scores", "turned", "fells", "deflects"}, c.Class)
	})
	for i := range r.Things {
		r.Things[i].Hit = hit
	}
}

// taken notes what a verb has about it.
func (r *sentenceReader) taken(i int, a around) {
	for _, np := range []*phraseOf{a.subject, a.object, a.second} {
		if np != nil {
			np.taken = true
		}
	}
	for _, p := range a.preps {
		p.np.taken = true
	}
	for k := i + 1; k < len(r.chunks) && strings.IndexByte("MANP", r.chunks[k].kind) >= 0; k++ {
		r.chunks[k].taken = true
	}
}

// left refuses what no verb has about it: somebody of whom nothing is said, a thing nothing happens to. What is said of
// somebody apart, as "unhurt", is a claim.
func (r *sentenceReader) left() {
	for i := range r.chunks {
		c := &r.chunks[i]
		switch {
		case c.kind == 'A' && !c.taken && r.lex.adjs[c.word] != "":
			about := r.earlier(i)
			if i > 0 && r.chunks[i-1].kind == 'N' && r.chunks[i-1].np.kind == person {
				about = r.chunks[i-1].np
			}
			if about == nil {
				about = r.ahead(i)
			}
			r.predicates(around{subject: about, particles: []string{c.word}}, &verb{copula: true})
		case c.kind != 'N' || c.np.taken:
		case i > 0 && r.chunks[i-1].kind == 'P' && c.np.kind != person: // "After {A}'s blow,"
		case i == 0 && c.np.kind == blow && c.np.who != "": // "One more thrust from {A}, and"
		case c.np.who != "" || strings.IndexByte("wbgosheuv", c.np.kind) >= 0:
			r.fault("what is said of %q", c.np.word)
		}
	}
}

// around is what stands around a verb.
type around struct {
	subject, object, second *phraseOf
	at                      *phraseOf // whom a blow that is the subject is aimed at
	particles               []string
	preps                   []leading
}

// leading is a preposition and what it leads to.
type leading struct {
	prep string
	np   *phraseOf
}

// clause reads the claim of the verb at i.
func (r *sentenceReader) clause(i int) {
	v := r.chunks[i].v
	a := r.complement(i)
	for k := i - 1; k >= 0 && r.chunks[k].kind == 'M'; k-- {
		a.particles = append(a.particles, r.chunks[k].word)
		if r.chunks[k].word == "without" {
			v.neg = !v.neg
		}
	}
	reduced := v.tense == 'n' && !v.passive
	if reduced || v.passive {
		a.object, a.second = r.subject(i), a.object
		a.subject = nil
		for _, p := range a.preps {
			if p.prep == "by" && strings.ContainsRune("pwbhgev", rune(p.np.kind)) {
				a.subject = p.np
			}
		}
	} else {
		a.subject = r.subject(i)
		if a.object == nil {
			a.object = r.gap(i)
		}
	}
	r.taken(i, a)
	if a.picture() && !slices.ContainsFunc(a.particles, func(p string) bool { return r.lex.adjs[p] != "" }) {
		return
	}
	if a.subject != nil && a.subject.kind == blow {
		a.at = r.aimed(a.subject)
	}
	if v.copula {
		r.state(a, v)
		return
	}
	if forcing[v.lemma] && r.forced(i) {
		return
	}
	r.predicates(a, v)
	for _, s := range r.lex.senses[v.lemma] {
		if !s.fits(a, v.passive || reduced) {
			continue
		}
		r.claim(s, a, v, r.chunks[i].word)
		return
	}
	r.fault("%q, as it stands here", r.chunks[i].word)
}

// complement is what follows the verb at i, up to the next verb, sign or conjunction.
func (r *sentenceReader) complement(i int) (a around) {
	for k := i + 1; k < len(r.chunks); k++ {
		c := r.chunks[k]
		switch c.kind {
		case 'M', 'A':
			a.particles = append(a.particles, c.word)
		case 'N':
			switch {
			case a.object == nil && len(a.preps) == 0:
				a.object = c.np
			case a.second == nil && a.object != nil:
				a.second = c.np
			}
		case 'P':
			if k+1 < len(r.chunks) && r.chunks[k+1].kind == 'N' {
				a.preps = append(a.preps, leading{c.word, r.chunks[k+1].np})
				if c.word == "without" {
					r.chunks[k+1].np.neg = true
				}
				k++
			}
		case ',':
			if k+2 < len(r.chunks) && c.word == "," && r.chunks[k+1].kind == 'P' && r.chunks[k+2].kind == 'N' && (k+3 == len(r.chunks) || r.chunks[k+3].kind == ',') {
				continue
			}
			return a
		case 'C':
			if end := r.coordinated(k); end > k {
				k = end
				continue
			}
			return a
		default:
			return a
		}
	}
	return a
}

// coordinated is where a second object ends that the conjunction at k joins to the first, k if it joins a clause. Two people
// are not read as one.
func (r *sentenceReader) coordinated(k int) int {
	if k+1 >= len(r.chunks) || r.chunks[k+1].kind != 'N' || r.chunks[k+1].np.kind == person {
		return k
	}
	for j := k + 2; j < len(r.chunks); j++ {
		switch r.chunks[j].kind {
		case 'V':
			return k
		case ',', 'C', 'U', 'R':
			j = len(r.chunks)
		}
	}
	r.chunks[k+1].np.taken = true
	return k + 1
}

// subject is who does the verb at i. It is found once: whose clause is whose goes back through all of a long sentence.
func (r *sentenceReader) subject(i int) *phraseOf {
	c := &r.chunks[i]
	if !c.sought {
		c.doer = r.seek(i)
		c.sought = true
	}
	return c.doer
}

func (r *sentenceReader) seek(i int) *phraseOf {
	k := i - 1
	if k >= 0 && r.chunks[k].kind == 'M' && slices.Contains([]string{"without", "by", "after", "before"}, r.chunks[k].word) && r.chunks[i].v.tense == 'g' {
		if n := r.earlier(k); n != nil {
			return n
		}
	}
	for k >= 0 && (r.chunks[k].kind == 'M' || r.chunks[k].kind == 'A' && r.chunks[i].v.tense != 'f') {
		k--
	}
	tense := r.chunks[i].v.tense
	if tense == 'i' {
		for j := i - 1; j >= 0; j-- {
			if v := r.chunks[j].v; v != nil {
				if (forcing[v.lemma] || ordering[v.lemma]) && r.forced(j) {
					r.chunks[i].v.real, r.chunks[i].v.neg = true, r.chunks[i].v.neg != v.neg
					return r.chunks[j+1].np
				}
				return r.subject(j)
			}
		}
	}
	if tense == 'n' && k > 0 && r.chunks[k].kind == 'N' && r.chunks[k].np.kind == weapon && r.chunks[k-1].word == "with" { // "with the sword raised"
		return r.chunks[k].np
	}
	switch {
	case k < 0:
		return r.ahead(i)
	case r.chunks[k].kind == 'N':
		for k-2 >= 0 && r.chunks[k-1].kind == 'P' && r.chunks[k-2].kind == 'N' {
			k -= 2
		}
		if k > 0 && r.chunks[k-1].kind == 'P' { // what a preposition leads to does nothing
			if k > 1 && r.chunks[k-2].kind == 'V' {
				if n := r.contact(k - 2); n != nil {
					return n
				}
				if tense != 'f' {
					return r.earlier(k - 1)
				}
			}
			if tense == 'n' || tense == 'g' {
				return r.chunks[k].np
			}
			return r.ahead(i)
		}
		return r.chunks[k].np
	case r.chunks[k].kind == 'R':
		for j := k - 1; j >= 0; j-- {
			if r.chunks[j].kind == 'N' {
				return r.chunks[j].np
			}
		}
		return nil
	case r.chunks[k].kind == 'V' && tense == 'i':
		return r.subject(k)
	}
	if n := r.earlier(i); n != nil {
		return n
	}
	for j := 0; j < i; j++ { // "{B}, struck by {A}, falls"
		if r.chunks[j].kind == 'N' && (j == 0 || r.chunks[j-1].kind != 'P') {
			return r.chunks[j].np
		}
	}
	return r.ahead(i)
}

// forcing are verbs of making somebody do what follows.
var forcing = set("force compel")

// ordering are those of telling somebody to do it, and it is done: what an order is, is known by what follows it.
var ordering = set("order command")

// forced says whether what follows such a verb at i is what somebody is made to do: "forces {B} to drop it".
func (r *sentenceReader) forced(i int) bool {
	return i+2 < len(r.chunks) && r.chunks[i+1].kind == 'N' && r.chunks[i+1].np.kind == person && r.chunks[i+2].v != nil && r.chunks[i+2].v.tense == 'i'
}

// aimed is whom a blow is aimed at by the words after it: "{A}'s attack on {B} fails".
func (r *sentenceReader) aimed(np *phraseOf) *phraseOf {
	for k := 0; k+2 < len(r.chunks); k++ {
		if r.chunks[k].np == np && r.chunks[k+1].kind == 'P' && slices.Contains([]string{"on", "at", "against"}, r.chunks[k+1].word) && r.chunks[k+2].np != nil && r.chunks[k+2].np.kind == person {
			r.chunks[k+2].np.taken = true
			return r.chunks[k+2].np
		}
	}
	return nil
}

// earlier is the subject of the clause before.
func (r *sentenceReader) earlier(i int) *phraseOf {
	for j := i - 1; j >= 0; j-- {
		v := r.chunks[j].v
		if v != nil && v.tense == 'f' && !(j > 0 && r.chunks[j-1].kind == 'R') {
			return r.subject(j)
		}
	}
	return nil
}

// ahead is the subject of the clause that follows, for what stands before it.
func (r *sentenceReader) ahead(i int) *phraseOf {
	for j := i + 1; j < len(r.chunks); j++ {
		if v := r.chunks[j].v; v != nil && v.tense == 'f' {
			k := j - 1
			for k > i && r.chunks[k].kind == 'M' {
				k--
			}
			if k > i && r.chunks[k].kind == 'N' {
				for k-2 > i && r.chunks[k-1].kind == 'P' && r.chunks[k-2].kind == 'N' {
					k -= 2
				}
				return r.chunks[k].np
			}
			return nil
		}
	}
	for j := i + 1; j < len(r.chunks); j++ { // "Out comes the sword"
		if r.chunks[j].kind == 'N' && r.chunks[j-1].kind != 'P' {
			return r.chunks[j].np
		}
	}
	return nil
}

// contact is the object a clause without a relative pronoun is about: "the slash {A} aims at {B} falls short".
func (r *sentenceReader) contact(i int) *phraseOf {
	k := i - 1
	for k >= 0 && r.chunks[k].kind == 'M' {
		k--
	}
	if k >= 1 && r.chunks[k].kind == 'N' && r.chunks[k-1].kind == 'N' && (k < 2 || r.chunks[k-2].kind != 'P') {
		return r.chunks[k-1].np
	}
	return nil
}

// gap is the object that stands before the subject of the verb at i.
func (r *sentenceReader) gap(i int) *phraseOf { return r.contact(i) }

// fits says whether the surroundings are those of the sense.
func (s *sense) fits(a around, passive bool) bool {
	has := func(kinds string, np *phraseOf) bool { return strings.ContainsRune(kinds, rune(np.kind)) }
	if s.subject != "" && (a.subject == nil && !(passive && strings.ContainsRune(s.subject, person)) || a.subject != nil && !has(s.subject, a.subject)) {
		return false
	}
	if s.object != "" && (a.object == nil || !has(s.object, a.object)) {
		return false
	}
	if s.second != "" && (a.second == nil || !has(s.second, a.second)) {
		return false
	}
	if s.alone && (a.object != nil && s.object == "" || len(a.preps) > 0) || s.free && !a.plain() {
		return false
	}
	if s.bare && a.object != nil {
		return false
	}
	if len(s.particle) > 0 && !slices.ContainsFunc(a.particles, func(p string) bool { return slices.Contains(s.particle, p) }) {
		return false
	}
	if len(s.preps) > 0 && s.led(a) == nil {
		return false
	}
	return true
}

// plain says whether nothing about a verb is a picture, or a wound nothing is said of.
func (a around) plain() bool {
	fine := func(np *phraseOf) bool {
		return np == nil || np.kind != image && np.kind != wound && np.kind != nothing
	}
	return fine(a.subject) && fine(a.object) && fine(a.second) && !slices.ContainsFunc(a.preps, func(p leading) bool { return !fine(p.np) })
}

// picture says whether all about a verb is: nobody is in it, and nothing of anybody's.
func (a around) picture() bool {
	drawn := func(np *phraseOf) bool { return np == nil || np.who == "" && strings.IndexByte("icnl", np.kind) >= 0 }
	return a.subject != nil && a.subject.kind != nothing && drawn(a.subject) && drawn(a.object) && drawn(a.second) &&
		!slices.ContainsFunc(a.preps, func(p leading) bool { return !drawn(p.np) })
}

// led is what the sense's preposition leads to.
func (s *sense) led(a around) *phraseOf {
	for _, p := range a.preps {
		if slices.Contains(s.preps, p.prep) && strings.ContainsRune(s.toward, rune(p.np.kind)) {
			return p.np
		}
	}
	return nil
}

// claim adds what a sense claims.
func (r *sentenceReader) claim(s sense, a around, v *verb, text string) {
	neg := v.neg
	for _, np := range []*phraseOf{a.subject, a.object, a.second} {
		if np != nil && (np.kind == wound || np.kind == order) && s.claim != "" {
			np.used = true
		}
		if np != nil && np.neg && np.kind != nothing {
			neg = !neg
		}
	}
	if a.subject != nil && a.subject.kind == nothing {
		if neg = !neg; v.tense != 'f' {
			r.fault("what nothing does: %q", text)
			return
		}
	}
	led := s.led(a)
	if led != nil {
		led.used = true
	}
	switch s.claim {
	case "":
		return
	case "!":
		r.fault("%q, as it stands here", text)
		return
	}
	who := func(role string) string {
		switch {
		case role == "S" && a.subject != nil:
			return a.subject.who
		case role == "O" && a.object != nil:
			return a.object.who
		case role == "2" && a.second != nil:
			return a.second.who
		case role == "@" && led != nil:
			return led.who
		}
		return ""
	}
	c := Claim{Class: s.claim, By: who(s.by), To: who(s.to), Weight: r.lex.weights[v.lemma], Text: text}
	if s.grave {
		c.Weight = Grave
	}
	for _, p := range a.particles { // "knocks out" is not "knocks"
		if turning[p] && !slices.Contains(s.particle, p) {
			r.fault("%q with %q", text, p)
			return
		}
	}
	if c.By == "" && (a.subject == nil || s.by == "S") {
		for _, p := range a.preps { // "falls under {A}'s blade"
			if p.prep == "by" && p.np.who != "" && p.np != led {
				c.By = p.np.who
			}
		}
	}
	if c.To == "" && a.object != nil && strings.ContainsRune("kr", rune(a.object.kind)) && a.object.who != "" && c.By != a.object.who {
		c.To = a.object.who
	}
	if c.To == "" && a.at != nil {
		c.To = a.at.who
	}
	if c.Class == "hurt" && c.To == "" && a.subject != nil && a.subject.kind == wound {
		c.To = a.subject.who
	}
	for _, np := range []*phraseOf{a.subject, a.object, a.second, led} {
		if np != nil && np.weight != 0 {
			c.Weight = np.weight
		}
	}
	if c.Class == "hits" && (v.lemma == "take" || v.lemma == "suffer" || v.lemma == "receive" || v.lemma == "land") && a.object != nil && slices.Contains([]string{"cut", "slash", "stab", "cuts"}, a.object.word) {
		c.Class = "wounds"
	}
	if slices.Contains(a.particles, "in-vain") {
		vain := map[string]string{"strikes": "misses", "hits": "turned"}[c.Class]
		if vain == "" || neg {
			r.fault("what is done in vain: %q", text)
			return
		}
		c.Class = vain
	}
	if (c.Class == "parries" || c.Class == "evades") && slices.Contains(a.particles, "too-late") {
		if neg {
			r.fault("not %q too late", text)
			return
		}
		c = Claim{Class: "tryparry", By: c.By, Text: text}
	}
	if c.Class == "misses-if-not" {
		if !neg {
			return
		}
		c.Class, neg = "misses", false
	}
	if slices.Contains(a.particles, "nearly") || slices.Contains(a.particles, "almost") {
		if c.Class != "hits" && c.Class != "wounds" {
			r.fault("what nearly happens: %q", text)
			return
		}
		c = Claim{Class: "misses", By: c.By, To: c.To, Text: text}
	}
	for _, p := range a.particles { // hardly touched is hurt, or is not
		if (p == "hardly" || p == "scarcely" || p == "barely") && !slices.Contains([]string{"parries", "evades", "deflects", "misses", "wounds", "bleeds", "escapes", "passes", "holds"}, c.Class) {
			r.fault("%q with %q", text, p)
			return
		}
	}
	if v.help == "stop" && (c.Class == "bleeds" || c.Class == "hurt") {
		r.Claims = append(r.Claims, Claim{Class: "staunches", By: c.By + c.To, Text: text})
		return
	}
	switch v.help {
	case "try":
		switch c.Class {
		case "parries", "guards", "evades":
			c = Claim{Class: "tryparry", By: c.By, Text: text}
		case "passes":
			c = Claim{Class: "trypass", By: c.By, Text: text}
		case "escapes":
			c = Claim{Class: "tryescape", By: c.By, Text: text}
		case "hits", "wounds", "strikes":
			c.Class = "strikes"
		default:
			r.fault("what somebody only tries: %q", text)
			return
		}
	case "begin":
		if c.Class == "casts" {
			c.Class = "chants"
		}
	case "ready":
		if c.Class != "parries" && c.Class != "guards" && c.Class != "evades" {
			r.fault("a secret: what somebody prepares")
			return
		}
		c = Claim{Class: "guards", By: c.By, Text: text}
	}
	if v.real {
	} else if v.tense == 'i' && v.help == "" && !slices.Contains([]string{"parries", "guards", "wards"}, c.Class) {
		r.fault("%q, which is not said to happen", text)
		return
	} else if v.tense == 'i' && c.Class == "parries" {
		c = Claim{Class: "guards", By: c.By, Text: text}
	}
	if neg {
		if !r.negate(&c) {
			r.fault("not %q", text)
			return
		}
	}
	r.Claims = append(r.Claims, c)
}

// turning are particles that make another verb of the one before them.
var turning = set("out off through under apart to-knees off-feet")

// negate makes a claim what it is with a not before it, if that is anything.
func (r *sentenceReader) negate(c *Claim) bool {
	switch c.Class {
	case "getsin":
		*c = Claim{Class: "deflects", By: c.By, Text: c.Text}
	case "grounded":
		*c = Claim{Class: "stands", By: c.To, Text: c.Text}
	case "hits", "aims":
		c.Class = "misses"
	case "misses":
		c.Class = "hits"
	case "wounds", "hurt":
		c.Class, c.By = "unhurt", ""
	case "bleeds":
		if c.Text == "loses" {
			c.Class = "staunches"
			return true
		}
		*c = Claim{Class: "unhurt", To: c.By, Text: c.Text}
	case "fells":
		*c = Claim{Class: "stands", By: c.To, Text: c.Text}
	case "rises":
		*c = Claim{Class: "fells", To: c.By, Text: c.Text}
	case "parries", "tryparry", "evades":
		c.Class = "unparried"
	case "stands":
		*c = Claim{Class: "fells", To: c.By, Text: c.Text}
	case "yields":
		*c = Claim{Class: "stands", By: c.By, Text: c.Text}
	case "stance":
		c.Class = "losesstance"
	case "holds", "grapples":
		*c = Claim{Class: "escapes", By: c.To, To: c.By, Text: c.Text}
	case "guards":
		*c = Claim{Class: "opens", To: c.By, Text: c.Text}
	case "opens":
		*c = Claim{Class: "guards", By: c.To, Text: c.Text}
	case "moves":
		if strings.HasPrefix(c.Text, "hurr") || c.Text == "dash" || c.Text == "sprint" { // who does not hurry moves all the same
			return false
		}
		*c = Claim{Class: "still", To: c.By, Text: c.Text}
	case "passes", "trypass":
		*c = Claim{Class: "presses", To: c.By, Text: c.Text}
	case "fools":
		*c = Claim{Class: "unfooled", By: c.To, Text: c.Text}
	case "unhurt":
		c.Class = "hurt"
	case "escapes", "tryescape":
		c.Class = "holds"
		c.By, c.To = c.To, c.By
	case "chants", "casts":
		c.Class = "unchants"
	case "waits", "rests":
		return false
	case "drops", "keeps":
		return false
	default:
		return false
	}
	c.Weight = 0
	return true
}

// state reads what somebody or something is.
func (r *sentenceReader) state(a around, v *verb) {
	r.predicates(a, v)
	if a.subject != nil && a.subject.kind == guard && slices.Contains(a.particles, "back") && !v.neg {
		r.Claims = append(r.Claims, Claim{Class: "recovers", By: a.subject.who, Text: "back"})
	}
	if a.object == nil && a.subject != nil && a.subject.kind == person && a.elsewhere(v.neg) {
		r.Claims = append(r.Claims, Claim{Class: "evades", By: a.subject.who, Text: "there"})
		return
	}
	if a.object == nil && a.subject != nil && a.subject.kind != person && slices.ContainsFunc(a.particles, func(p string) bool { return p == "lost" || p == "gone" }) {
		class := map[byte]string{magic: "unchants", weapon: "drops", stance: "losesstance"}[a.subject.kind]
		if class == "" && strings.IndexByte("icnl", a.subject.kind) < 0 || v.neg {
			r.fault("that %q is lost", a.subject.word)
		} else if class != "" {
			r.Claims = append(r.Claims, Claim{Class: class, By: a.subject.who, Text: "lost"})
		}
		return
	}
	if a.object == nil {
		r.measure(a, v)
		return
	}
	o := a.object
	if a.subject != nil && o.kind == ruse {
		a.subject.used, o.used = true, true
	}
	switch o.kind {
	case wound:
		o.used = true
		c := Claim{Class: "hurt", To: o.who, Weight: o.weight, Text: o.word}
		for _, p := range a.preps {
			if strings.ContainsRune("phk", rune(p.np.kind)) && (p.prep == "on" || p.prep == "in" || p.prep == "across") {
				c.To = p.np.who
			}
		}
		if v.neg != o.neg && !r.negate(&c) {
			r.fault("not %q", o.word)
		}
		if v.neg && o.weight != 0 { // "no scratch" is a wound all the same
			c = Claim{Class: "hurt", To: c.To, Text: o.word}
		}
		r.Claims = append(r.Claims, c)
	case weapon:
		if a.subject == nil || a.subject.kind != fight || o.word != "own" || v.neg { // "the victory is {A}'s"
			r.fault("being %q", o.word)
			return
		}
		r.Claims = append(r.Claims, Claim{Class: "wins", By: o.who, Text: "victory"})
	case ruse:
		c := Claim{Class: "feints", Text: o.word}
		if a.subject != nil {
			c.By = a.subject.who
		}
		if v.neg {
			r.fault("not %q", o.word)
		}
		r.Claims = append(r.Claims, c)
	default:
		r.fault("being %q", o.word)
	}
}

// elsewhere says whether somebody is where no blow can find them: not there, out of reach, too quick.
func (a around) elsewhere(neg bool) bool {
	has := func(word string) bool { return slices.Contains(a.particles, word) }
	if neg {
		return has("there")
	}
	return has("out-of-reach") || has("too") && (has("quick") || has("fast"))
}

// measure reads how much something is, and refuses what is nothing in particular.
func (r *sentenceReader) measure(a around, v *verb) {
	said := len(a.preps) > 0
	if a.subject != nil && a.subject.kind == fight && slices.Contains(a.particles, "over") && !v.neg {
		c := Claim{Class: "ends", Text: "over"}
		for _, p := range a.preps {
			if p.prep == "for" && p.np.kind == person { // "for {B}"
				c = Claim{Class: "fells", To: p.np.who, Text: "over"}
			}
		}
		r.Claims = append(r.Claims, c)
	}
	if a.subject != nil && a.subject.kind == blow && !v.neg && (slices.Contains(a.particles, "wide") || slices.Contains(a.particles, "short")) {
		c := Claim{Class: "misses", By: a.subject.who, Text: "wide"}
		if len(a.preps) > 0 && a.preps[0].prep == "of" {
			c.To = a.preps[0].np.who
		}
		r.Claims = append(r.Claims, c)
		return
	}
	for _, p := range a.particles {
		weight := 0
		switch {
		case (r.lex.light[p] || r.lex.heavy[p]) && slices.ContainsFunc(a.particles, func(p string) bool { return r.lex.adjs[p] == "hurt" }):
			continue // "badly hurt"
		case r.lex.light[p]:
			weight = Light
		case r.lex.heavy[p]:
			weight = Grave
		case placed[p]:
			said = true
			continue
		default:
			_, adj := r.lex.adjs[p]
			said = said || adj
			continue
		}
		if a.subject == nil || strings.IndexByte("bry", a.subject.kind) < 0 || v.neg {
			r.fault("%q, of what is not said", p)
			return
		}
		a.subject.used, said = true, true
		r.Claims = append(r.Claims, Claim{Class: "hurt", Weight: weight, Text: p})
	}
	if !said {
		r.fault("being nothing in particular")
	}
}

// placed are adverbs of where and when.
var placed = set("back away here there home elsewhere late in-time early ahead on-the-ground to-the-ground over off-balance in-the-way near close behind")

// predicates reads what is said of somebody besides the verb: open, unhurt, out.
func (r *sentenceReader) predicates(a around, v *verb) {
	about := a.object
	if about == nil || about.kind != person {
		about = a.subject
	}
	for _, w := range a.particles {
		class, ok := r.lex.adjs[w]
		if !ok || class == "" || about == nil {
			continue
		}
		if !v.copula && (w == "down" || w == "out" || w == "free" || w == "loose" || w == "open" && about != a.subject && v.lemma != "leave") {
			continue
		}
		who := about.who
		c := Claim{To: who, Class: class, Text: w}
		switch class {
		case "guards", "wins", "stands", "escapes":
			c.By, c.To = who, ""
		}
		if class == "unhurt" && about.kind == wound || w == "open" && a.object != nil && a.object.kind == body && !v.copula { // "cuts {B}'s brow open"
			continue
		}
		if v.neg && !r.negate(&c) {
			r.fault("not %q", w)
			return
		}
		r.Claims = append(r.Claims, c)
	}
}

// loose reads what no verb has taken: wounds and blood that are simply there, somebody's blow.
func (r *sentenceReader) loose() {
	for i, c := range r.chunks {
		np := c.np
		if np == nil || np.used {
			continue
		}
		switch np.kind {
		case wound:
			claim := Claim{Class: "hurt", To: np.who, Weight: np.weight, Text: np.word}
			if i+2 < len(r.chunks) && r.chunks[i+1].kind == 'P' && slices.Contains([]string{"on", "in", "across", "upon", "from"}, r.chunks[i+1].word) && strings.ContainsRune("phk", rune(r.chunks[i+2].np.kindOr())) && claim.To == "" {
				claim.To = r.chunks[i+2].np.who
			}
			if np.neg || i > 0 && r.chunks[i-1].kind == 'P' && r.chunks[i-1].word == "without" {
				claim = Claim{Class: "unhurt", To: claim.To, Text: np.word}
			}
			r.Claims = append(r.Claims, claim)
		case blow:
			if np.who != "" && !np.neg {
				r.Claims = append(r.Claims, Claim{Class: "strikes", By: np.who, Text: np.word})
			}
		case ruse:
			r.Claims = append(r.Claims, Claim{Class: "feints", By: np.who, Text: np.word})
		case order:
			if np.who != "" && !np.neg {
				r.Claims = append(r.Claims, Claim{Class: "commands", By: np.who, Text: np.word})
			}
		}
	}
}

func (np *phraseOf) kindOr() byte {
	if np == nil {
		return 0
	}
	return np.kind
}

// weigh says how heavy the sentence makes its wounds. Words of weight in a sentence without a wound are of nothing that can
// be read.
func (r *sentenceReader) weigh() {
	var light, heavy string
	for i, t := range r.tokens {
		if r.lex.light[t.word] && t.who == "" {
			light = t.word
		}
		switch {
		case !r.lex.heavy[t.word]:
		case i > 1 && r.tokens[i-1].word == "not" && (r.tokens[i-2].sign || strings.Contains(" though although but ", " "+r.tokens[i-2].word+" ")): // "though not deep"
			light = t.word
		default:
			heavy = t.word
		}
	}
	only := slices.ContainsFunc(r.tokens, func(t token) bool { return t.word == "only" || t.word == "merely" || t.word == "just" })
	wounds := false
	for i := range slices.Clone(r.Claims) {
		c := &r.Claims[i]
		switch c.Class {
		case "wounds", "hurt", "bleeds":
			wounds = true
			other := *c
			switch {
			case heavy != "" && c.Weight == 0:
				c.Weight = Grave
				if other.Weight = Light; light != "" {
					r.Claims = append(r.Claims, other)
				}
			case heavy != "" && c.Weight == Light:
				other.Weight = Grave
				r.Claims = append(r.Claims, other)
			case light != "" && c.Weight == 0:
				c.Weight = Light
			}
			if only && c.Class == "hurt" {
				r.Claims = append(r.Claims, Claim{Class: "merely", To: c.To, Text: "only"})
			}
		}
	}
	if heavy != "" && !wounds {
		r.fault("%q, of what is not said", heavy)
	}
}
