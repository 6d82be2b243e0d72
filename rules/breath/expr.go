package breath

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules/dice"
	"kokyu/rules/strict"
)

// question is a check of this system asked by its terms: "overload physique=1 excess=2".
type question struct {
	head   string
	sample string
	terms  []oddsTerm
	asks   func(n map[string]int) dice.Expr
}

// oddsTerm is one number of a question.
type oddsTerm struct {
	key    string
	lo, hi int
	must   string // what is missing where it is not named; empty for one that is 0 then
}

// Limits of the terms: attributes (EB-01 and the stat blocks), points of skills, and what a breath can be over its limit.
const (
	oddsAttributeMin, oddsAttributeMax = -3, 6
	oddsExcessMin, oddsExcessMax       = 1, EnergyMax
)

const wantOverload = "overload physique=1 excess=2"

// questions are those of this system. Skills are told in points, as sheets have them.
var questions = []question{
	{"overload", wantOverload, []oddsTerm{attributeTerm("physique"), {"excess", oddsExcessMin, oddsExcessMax, "the excess over the limit"}},
		func(n map[string]int) dice.Expr { return check2d10(n["physique"]-n["excess"], 11) }}, // EB-42, R-02
	{"cast", "cast dan=5 wisdom=3 skill=4", []oddsTerm{{"dan", 1, tatsujin, "the dan of the spell"}, attributeTerm("wisdom"), {"skill", 0, saintPoints, "the skill in points"}},
		func(n map[string]int) dice.Expr { // SP-19, SP-20
			dan := n["dan"]
			for targetNumbers[dan] == 0 {
				dan-- // of an even dan the row below it
			}
			return check2d10(n["wisdom"]+int(proficiency(n["skill"])), targetNumbers[dan])
		}},
	{"focus", "focus physique=1 hardiness=2 wounds=2", []oddsTerm{attributeTerm("physique"), {"hardiness", 0, saintPoints, ""}, {"wounds", 1, 9, "the number of Wounds"}},
		func(n map[string]int) dice.Expr { // SP-26
			return check2d10(n["physique"]+int(proficiency(n["hardiness"])), focusBase+n["wounds"])
		}},
}

func attributeTerm(key string) oddsTerm {
	return oddsTerm{key: key, lo: oddsAttributeMin, hi: oddsAttributeMax}
}

func check2d10(mod, need int) dice.Expr {
	return dice.Expr{Roll: dice.Roll{Count: 2, Sides: 10, Mod: mod}, Need: need}
}

// OddsWords are what this system's own questions begin with.
var OddsWords = []string{"overload", "cast", "focus"}

// ParseOdds reads a question about this system's dice: whatever [dice.Parse] takes, and checks by their terms: overload,
// "overload physique=1 excess=2", which is 2d10 + Physique - excess >= 11; a casting, "cast dan=5 wisdom=3 skill=4"; and
// focus, "focus physique=1 hardiness=2 wounds=2". Attributes and Hardiness are 0 if they are not named, skills are told in
// points. Every error is a [*dice.Error].
func ParseOdds(text string) (dice.Expr, error) {
	at := strings.IndexFunc(text, func(r rune) bool { return r != ' ' && r != '\t' })
	if at < 0 {
		return dice.Parse(text)
	}
	k := slices.IndexFunc(questions, func(q question) bool { return strings.HasPrefix(strings.ToLower(text[at:]), q.head) })
	if k < 0 {
		return dice.Parse(text)
	}
	return questions[k].read(text, at+len(questions[k].head))
}

// read reads the terms from a byte of the text on.
func (q question) read(text string, at int) (dice.Expr, error) {
	wrong := func(at int, what, want string) (dice.Expr, error) {
		return dice.Expr{}, &dice.Error{Expr: text, Col: 1 + utf8.RuneCountInString(text[:at]), What: what, Want: want}
	}
	if n := utf8.RuneCountInString(text); n > dice.LengthMax {
		return dice.Expr{}, &dice.Error{Expr: text, Col: dice.LengthMax + 1, What: fmt.Sprintf("the expression has %d characters", n),
			Want: fmt.Sprintf("at most %d", dice.LengthMax)}
	}
	said := map[string]int{}
	for at < len(text) {
		word := text[at:]
		if word[0] == ' ' || word[0] == '\t' {
			at++
			continue
		}
		if end := strings.IndexAny(word, " \t"); end >= 0 {
			word = word[:end]
		}
		key, value, equals := strings.Cut(word, "=")
		key = strings.ToLower(key)
		k := slices.IndexFunc(q.terms, func(t oddsTerm) bool { return t.key == key })
		if k < 0 {
			return wrong(at, fmt.Sprintf("%q does not fit here", strict.Escape(word)), q.keys()+", as in "+q.sample)
		}
		t := q.terms[k]
		n, err := strconv.Atoi(value)
		switch _, twice := said[key]; {
		case twice:
			return wrong(at, key+" is here twice", "it once")
		case !equals || err != nil || strconv.Itoa(n) != strings.TrimPrefix(value, "+"):
			return wrong(at, fmt.Sprintf("%q gives no number", strict.Escape(word)), key+"= and a number, as in "+q.sample)
		case n < t.lo || n > t.hi:
			return wrong(at, fmt.Sprintf("%s is %d", key, n), fmt.Sprintf("%d to %d", t.lo, t.hi))
		}
		said[key] = n
		at += len(word)
	}
	for _, t := range q.terms {
		if _, ok := said[t.key]; !ok && t.must != "" {
			return wrong(len(text), t.must+" is missing", t.key+"= and a number, as in "+q.sample)
		}
	}
	return q.asks(said), nil
}

// keys are the terms as a sentence has them.
func (q question) keys() string {
	var words []string
	for _, t := range q.terms {
		words = append(words, t.key+"=")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
