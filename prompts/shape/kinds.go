package shape

import (
	"slices"
	"strings"
)

// Rule 7: the two shapes.

// begins are words that a saying can begin with, besides a gerund, a mass noun and a plural.
var begins = strings.Fields(`a an every each any no what whatever whoever where wherever when whenever to more less most
	enough too all much within in inside between from before after at near behind out without under with for outside beyond
	against over half neither such nothing everything anything if once`)

// saying refuses what does not speak of fights in general.
func (c *check) saying() {
	first := c.words[0]
	next := c.at(1)
	switch {
	case slices.Contains(begins, first.text):
	case first.text == "the" && (next.form(comparative) || next.text == "more" || next.text == "less"):
	case first.form(ing), c.general():
	default:
		c.wrong("%q does not begin a saying; begin with a, every, what, whoever or a thing without article", first.text)
	}
	c.pointing()
	c.bare()
	for i, w := range c.words {
		if w.be() && c.at(i+1).is(func(r reading) bool { return r.pos == verb && r.form == ing }) &&
			c.at(i+1).only(func(r reading) bool { return r.form == ing }) && !c.words[0].form(ing) && c.at(0).text != "to" {
			c.wrong("%q tells what goes on; a saying is true at any time", w.text+" "+c.at(i+1).text)
		}
	}
}

// general reports whether the sentence begins with a plural or a mass noun, adjectives before it.
func (c *check) general() bool {
	for _, w := range c.words {
		switch {
		case w.form(plural) || w.form(mass):
			return !w.owner
		case w.pos(adjective), w.form(participle), w.noun() && w.owner:
		default:
			return false
		}
	}
	return false
}

// pointing refuses the guard, its arm.
func (c *check) pointing() {
	for i, w := range c.words {
		if w.text != "the" && w.text != "its" {
			continue
		}
		for k := i + 1; k < len(c.words); k++ {
			n := c.words[k]
			if !n.noun() && !n.pos(adjective) && !n.pos(adverb) && !n.form(participle) && !n.form(ing) && !n.pos(determiner) {
				break
			}
			if n.is(func(r reading) bool {
				return r.noun() && (concrete[r.class] || arms[r.class] != "" || r.class == "SCENE")
			}) {
				c.wrong("%q points at this fight; write %s", w.text+" "+n.text, some(n))
				break
			}
			if n.noun() && !c.at(k+1).noun() {
				break
			}
		}
	}
}

// some returns a noun without what points.
func some(n word) string {
	switch {
	case n.form(plural) || n.form(mass):
		return n.text
	case strings.ContainsRune("aeiou", rune(n.text[0])):
		return "an " + n.text
	}
	return "a " + n.text
}

// bare refuses "A foot slides.", which tells what happens: a limb, a weapon or a blow with nothing said of it that does
// something once.
func (c *check) bare() {
	i := 0
	if slices.Contains([]string{"a", "an", "every", "each", "any", "no"}, c.words[0].text) {
		i++
	}
	subject := c.at(i)
	if !subject.is(func(r reading) bool {
		return r.noun() && (concrete[r.class] || arms[r.class] != "") || r.lemma == "nothing" || r.lemma == "everything"
	}) || subject.owner {
		return
	}
	doer := c.at(i + 1)
	if doer.pos(adverb) && !doer.finite() {
		doer = c.at(i + 2)
	}
	any := slices.Contains([]string{"every", "each", "any"}, c.words[0].text)
	once := doer.is(func(r reading) bool { return r.pos == verb && r.finite() }) &&
		!doer.is(func(r reading) bool { return r.pos == verb && (r.class == "STATE" || any && r.class == "ACT") }) ||
		doer.be() && c.at(i+2).isDone()
	if once && !slices.ContainsFunc(c.words, timeless) {
		c.wrong("%q tells what happens; say which %s does it, or when it does", subject.text+" "+doer.text, subject.text)
	}
}

// timeless words make a sentence one of any time.
func timeless(w word) bool {
	return w.form(comparative) || w.modal() || slices.Contains([]string{"more", "less", "than", "always", "never", "often",
		"seldom", "sometimes", "rarely", "only", "where", "when", "too", "without", "enough", "before", "whoever",
		"whatever"}, w.text)
}

// place refuses what does not show a thing of the setting.
func (c *check) place() {
	if c.subject() == "" {
		c.wrong("its first thing is not in the setting")
	}
	if first := c.words[0]; !first.noun() && first.pos(verb) && !first.pos(adjective) {
		c.wrong("%q does not begin an image of the place; begin with what is seen", first.text)
	}
	comes := slices.ContainsFunc(c.words, func(w word) bool { return w.lemma("move", "stir", "rise", "come") })
	restless := c.held.sees(c.subject(), "trees", "weather", "water", "light", "season", "roof") // to deny it is no news
	for i, w := range c.words {
		if next := c.at(i + 1); w.be() && next.isDone() {
			c.wrong("%q tells what was done to it; show what it does", w.text+" "+next.text)
		}
		if w.text == "it" && !opens(c.at(i-1).text) && !c.saidBefore(i) {
			c.wrong("%q stands for something that is not said", w.text)
		}
		if (w.pos(negation) || w.text == "nothing") && comes && (c.words[0].text == "nothing" || !restless) {
			c.wrong("%q denies what may have happened", w.text)
		}
	}
}

// saidBefore says whether, besides the first noun, another stands before a word.
func (c *check) saidBefore(i int) bool {
	n := 0
	for _, w := range c.words[:i] {
		if w.noun() {
			n++
		}
	}
	return n > 1
}

// subject returns the lemma of the first noun, if the setting has it: "a strip of sky" shows the sky, "nothing grows between the
// stones" the stones. It is empty if the setting has it not.
func (c *check) subject() string {
	for i, w := range c.words {
		if !w.noun() {
			continue
		}
		for _, r := range w.as {
			if r.noun() && c.held.sees(r.lemma) {
				return r.lemma
			}
		}
		if c.at(i+1).text != "of" && c.at(i+1).text != "in" {
			break
		}
	}
	if c.words[0].text == "nothing" || c.words[0].text == "everything" {
		for _, w := range c.words[1:] {
			for _, r := range w.as {
				if r.noun() && c.held.sees(r.lemma) {
					return r.lemma
				}
			}
		}
	}
	return ""
}
