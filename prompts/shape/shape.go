package shape

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Kind is what an image is.
type Kind uint8

const (
	Saying Kind = iota // true of any fight
	Place              // a thing of the setting
)

func (k Kind) String() string { return [...]string{"saying", "place"}[k] }

// Lengths of an image, in words.
const (
	wordsMin = 3
	wordsMax = 18
)

// Check says what is wrong with a sentence as an image of a kind; nothing is if the answer is empty. Licences are what the
// passage has just told and what the setting has, words of [Licences]; others license nothing.
func Check(text string, kind Kind, licences []string) (problems []string) {
	if !Sentence(text) {
		return []string{"the text is not one plain sentence; write a capital, then words in small letters, and a full stop"}
	}
	c := check{kind: kind, held: hold(licences), words: wordsOf(text), seen: map[string]bool{}}
	if n := len(c.words); n < wordsMin || n > wordsMax {
		c.wrong("it has %d words; write %d to %d", n, wordsMin, wordsMax)
	}
	for _, w := range c.words {
		if len(w.all) == 0 {
			c.wrong("%q is not a known word", w.text)
		}
	}
	if len(c.problems) > 0 {
		return c.problems
	}
	c.tense()
	for i := range c.words {
		c.word(i)
	}
	c.phrases()
	c.neighbours()
	c.negations()
	c.comparison()
	if kind == Saying {
		c.saying()
	} else {
		c.place()
	}
	return c.problems
}

// Sentence reports whether a text has the form of an image: one sentence of ASCII letters, its first a capital and no other.
func Sentence(text string) bool { return sentence.MatchString(text) }

var sentence = regexp.MustCompile(`^[A-Z][a-z]*(['-][a-z]+)*([,;:]? [a-z]+(['-][a-z]+)*)+\.$`)

// check is one sentence under judgement.
type check struct {
	kind     Kind
	held     held
	words    []word
	problems []string
	seen     map[string]bool
}

func (c *check) wrong(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); !c.seen[s] {
		c.seen[s] = true
		c.problems = append(c.problems, s)
	}
}

// at returns a word of the sentence, one without readings beyond its ends.
func (c *check) at(i int) word {
	if i < 0 || i >= len(c.words) {
		return word{}
	}
	return c.words[i]
}

// near reports whether one of the words from i-back to i+ahead, but i, is what f says.
func (c *check) near(i, back, ahead int, f func(w word) bool) bool {
	for k := i - back; k <= i+ahead; k++ {
		if k != i && f(c.at(k)) {
			return true
		}
	}
	return false
}

// Rules 3 to 5: what classes may stand.

// never is what no fact and no setting licenses.
var never = map[string]string{
	"PERSON": "a person", "NUM": "a number", "PAST": "the past", "FUTURE": "the future", "SPEECH": "speech",
	"ANIMAL": "an animal", "BREAK": "something broken", "FLEE": "a flight", "WIN": "victory or loss", "VITAL": "a vital part",
	"CHAIN": "a weapon that is not there",
}

// events is what a fact or a cause licenses.
var events = map[string]string{
	"HIT": "that a blow lands", "MISS": "that a blow misses", "LATE": "that it is late", "EARLY": "that it is early",
	"GUARDV": "that a blow is turned", "WOUND": "that there is a wound", "DEEP": "that it is deep", "SHALLOW": "that it is slight",
	"FATE": "that somebody falls", "KILL": "that somebody dies", "HOLD": "that one is held", "THROW": "that one is thrown",
	"DROP": "that something leaves a hand", "OPEN": "that it is open", "SPENT": "that strength is gone",
	"HURRY": "that it is hasty", "FEINT": "that it is a feint", "CUT": "that it is a cut", "THRUST": "that it is a thrust",
	"ORDER": "that there is a command", "CHANT": "that there is a spell", "MOUNT": "that there is a horse",
	"SHOOT": "that there is a shot",
}

// arms is what a weapon family licenses.
var arms = map[string]string{
	"ARMS": "a weapon", "EDGE": "a blade", "KNIFE": "a knife", "POINT": "a point", "SHAFT": "a shaft", "SPEAR": "a spear",
	"STRING": "of a bow", "BALL": "of a gun", "FIST": "a fist", "CLAW": "a claw", "RIM": "a shield", "AXE": "an axe", "CLUB": "a club",
	"POLEARM": "a polearm",
}

// concrete is what a saying never points at and no image of a place shows, besides weapons.
var concrete = map[string]bool{"BODY": true, "CLOTH": true, "ARMOUR": true, "BLOW": true, "GUARD": true, "BREATH": true,
	"WEIGHT": true, "STEP": true, "BALANCE": true, "WOUND": true, "FIST": true, "CLAW": true}

// word judges one word. Of what it can be here as one part of speech, one reading that may stand is enough; but each part of
// speech it can be must have one.
func (c *check) word(i int) {
	w := c.words[i]
	why := map[byte]string{}
	for _, r := range w.as {
		pos := r.pos
		if pos == massNoun {
			pos = noun
		}
		problem := c.reading(i, r)
		if old, judged := why[pos]; !judged || old != "" && problem == "" {
			why[pos] = problem
		}
	}
	var problems []string
	for _, problem := range why {
		if problem != "" {
			problems = append(problems, problem)
		}
	}
	slices.Sort(problems)
	if len(problems) > 0 {
		c.wrong("%s", problems[0])
	}
}

// reading says what is wrong with a word as this.
func (c *check) reading(i int, r reading) string {
	w := c.words[i]
	if what, ok := never[r.class]; ok {
		return fmt.Sprintf("%q tells of %s, which no image does", w.text, what)
	}
	if r.class == "THING" {
		if !c.isCompared(i) {
			return fmt.Sprintf("%q is not there; a borrowed thing stands after like or as a", w.text)
		}
		return ""
	}
	if c.kind == Place {
		return c.checkPlace(i, r)
	}
	switch {
	case r.class == "SCENE" || r.class == "PLACE":
		if !c.held.fact(r.class, r.lemma) {
			return fmt.Sprintf("%q is of the place; a saying is true anywhere", w.text)
		}
	case r.class == "FIGURE": // a clear answer
	case r.class == "NOW" || r.class == "BACK":
		return fmt.Sprintf("%q points at this fight; a saying is true of any", w.text)
	case events[r.class] != "":
		class := r.class
		if class == "HIT" && c.near(i, 0, 3, func(w word) bool {
			return slices.Contains([]string{"only", "nothing", "air", "wind"}, w.text)
		}) {
			class = "MISS"
		}
		if !c.held.fact(class, r.lemma) {
			return fmt.Sprintf("%q says %s, and no fact does", w.text, events[class])
		}
	case arms[r.class] != "":
		if !c.held.fact(r.class, r.lemma) {
			return fmt.Sprintf("%q is %s, and there may be none", w.text, arms[r.class])
		}
	}
	return ""
}

// checkPlace says what is wrong with a word in an image of the place.
func (c *check) checkPlace(i int, r reading) string {
	w := c.words[i]
	switch {
	case r.pos == verb && r.class == "PLACE":
		if only, ok := rights().only[r.lemma]; ok && !c.held.sees(c.subject(), only...) {
			return fmt.Sprintf("%q tells what %s does; no setting says so", w.text, orIt(c.subject()))
		}
		return ""
	case r.class == "SCENE" || r.class == "FIGURE" || c.held.sees(r.lemma):
		if !c.held.sees(r.lemma) {
			return fmt.Sprintf("%q is not in the setting", w.text)
		}
		return ""
	case r.pos == verb && r.form == participle && i > 0 && !c.at(i-1).be():
		return "" // packed earth; what was done to it is over
	case r.pos == verb:
		return fmt.Sprintf("%q is nothing that a place does", w.text)
	case r.class == "NOW" && (r.lemma == "now" || r.lemma == "already" || r.lemma == "suddenly"):
		return fmt.Sprintf("%q tells what has just happened; a place is as it is", w.text)
	case r.class == "HIDDEN" || r.class == "WHO":
		return fmt.Sprintf("%q hides somebody; show a thing of the setting", w.text)
	case arms[r.class] != "" || concrete[r.class] || r.class == "MOUNT":
		return fmt.Sprintf("%q is of a fighter; no place has one", w.text)
	case events[r.class] != "":
		return fmt.Sprintf("%q says %s, which no place does", w.text, events[r.class])
	}
	return ""
}

func orIt(lemma string) string {
	if lemma == "" {
		return "it"
	}
	return lemma
}

// tense is rule 3 for forms: the sentence is in the present.
func (c *check) tense() {
	present := false
	for i, w := range c.words {
		if w.finite() && !w.owner {
			present = true
		}
		if !w.form(past) {
			continue
		}
		if w.form(participle) && c.participle(i) {
			continue
		}
		if w.only(func(r reading) bool { return r.pos == verb && (r.form == past || r.form == participle) }) {
			c.wrong("%q tells of %s, which no image does", w.text, never["PAST"])
		}
	}
	for i, w := range c.words {
		next := c.at(i + 1)
		perfect := next.form(participle) || next.pos(adverb) && c.at(i+2).form(participle)
		if w.have() && perfect && next.text != "to" && !next.noun() && !next.pos(adjective) {
			c.wrong("%q tells of %s, which no image does", w.text+" "+next.text, never["PAST"])
		}
	}
	if !present {
		c.wrong("it has no verb in the present")
	}
}

// participle reports whether a word that is also a past is none here: after be, before a noun, or after one with the sentence's
// verb still to come.
func (c *check) participle(i int) bool {
	p := c.at(i - 1)
	if i == 0 || p.be() || p.have() || p.pos(preposition) || p.pos(conjunction) || p.owner || p.pos(determiner) ||
		p.pos(adjective) && !p.noun() || p.pos(adverb) && (c.at(i-2).be() || c.at(i+1).noun()) || p.pos(negation) {
		return true
	}
	for k := i - 1; k >= 0 && !c.words[k].joins() && !c.words[k].closes; k-- {
		if w := c.words[k]; w.finite() && !w.noun() {
			return true // weight gained, after is
		}
	}
	for k := i + 1; k < len(c.words); k++ {
		switch w := c.words[k]; {
		case w.joins() && (w.text == "and" || w.text == "but" || w.text == "or"):
			return false
		case w.pos(auxiliary), w.is(func(r reading) bool { return r.pos == verb && r.form == third }) && k > i+1:
			return true
		case w.is(func(r reading) bool { return r.pos == verb && r.form == base }) && !w.noun() && k > i+1:
			return true
		}
	}
	return false
}

// Rule 6.

// phrases refuses words that together say what happens.
func (c *check) phrases() {
	for _, p := range rights().phrases {
		for i := range c.words {
			fits := true
			for k, lemma := range p.lemmas {
				w := c.at(i + k)
				fits = fits && (w.lemma(lemma) || w.text == lemma || lemma == "be" && w.be())
			}
			ok := c.held.fact(p.class, "")
			if c.kind == Place {
				told := slices.Contains([]string{"FATE", "KILL", "WOUND", "NEVER", "OPEN"}, p.class)
				ok = !told || p.class == "OPEN" && c.held.sees("open") || p.lemmas[len(p.lemmas)-1] == "ground"
			}
			if fits && !ok {
				c.wrong("%q says what happens, and no fact does", strings.Join(p.lemmas, " "))
			}
		}
	}
}

// neighbours refuses words that say a hit, a wound or a fall only side by side.
func (c *check) neighbours() {
	armed := func(w word) bool {
		return w.is(func(r reading) bool { return r.noun() && (arms[r.class] != "" || r.class == "BLOW") })
	}
	worn := func(w word) bool { return armed(w) || w.class("BODY", "CLOTH") && w.noun() }
	for i, w := range c.words {
		switch {
		case w.lemma("find", "meet", "reach", "touch", "enter", "take", "catch", "part") && w.pos(verb) &&
			c.near(i, i, 0, armed) && c.near(i, 0, 3, func(w word) bool { return w.class("BODY", "CLOTH") && w.noun() }):
			if !c.held.fact("HIT", "") {
				c.wrong("%q with a weapon and a body says %s, and no fact does", w.text, events["HIT"])
			}
		case w.lemma("wet", "warm", "dark", "slick", "sticky", "damp", "stain", "drip") && c.near(i, 4, 4, worn):
			if !c.held.fact("WOUND", "") {
				c.wrong("%q beside a weapon, a body or cloth says %s, and no fact does", w.text, events["WOUND"])
			}
		case w.class("CUT") && w.pos(verb) && c.near(i, 0, 3, func(w word) bool { return w.class("BODY") && w.noun() }):
			if !c.held.fact("WOUND", "") {
				c.wrong("%q and a body say %s, and no fact does", w.text, events["WOUND"])
			}
		}
	}
}

// negations refuses an event denied, unless it is asked, known, needed or waited for, or cannot be.
func (c *check) negations() {
	if c.kind == Place {
		return
	}
	asked := func(w word) bool {
		return w.modal() && w.text != "do" && w.text != "does" || w.text == "to" || w.be() || w.have() ||
			w.lemma("need", "ask", "know", "wait", "want", "cost", "give", "learn", "mean", "matter", "count")
	}
	for i, w := range c.words {
		if !(w.pos(negation) && w.text != "cannot" || w.text == "no" || w.text == "nothing" || w.text == "without") {
			continue
		}
		event := c.near(i, 0, 3, func(w word) bool {
			return w.is(func(r reading) bool {
				return (r.noun() || r.pos == verb) &&
					(events[r.class] != "" || arms[r.class] != "" || r.class == "BLOW" || r.class == "GUARD")
			})
		})
		if event && w.text != "without" && !asked(w) && !c.near(i, 2, 2, asked) {
			c.wrong("%q denies what may have happened", w.text)
		}
	}
}

// isCompared reports whether a word stands in a comparison.
func (c *check) isCompared(i int) bool {
	for k := max(0, i-4); k < i; k++ {
		if c.likens(k) {
			return true
		}
	}
	return false
}

// likens reports whether a comparison begins with a word: like, or as a.
func (c *check) likens(i int) bool {
	next := c.at(i + 1).text
	return c.words[i].text == "like" || c.words[i].text == "as" && (next == "a" || next == "an")
}

func (c *check) comparison() {
	n := 0
	for i := range c.words {
		if c.likens(i) {
			n++
		}
	}
	if n > 1 {
		c.wrong("it compares more than once")
	}
}
