package rows

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// question is a check of this system by its terms: 2d10 and what they add against what they need.
type question struct {
	name, sample string
	terms        []oddsTerm
	against      bool // a Defense follows: "vs 12"
	check        func(t map[string]int) (mod, need int)
}

// oddsTerm is one of its numbers with its bounds. One that must be named says what is missing without it.
type oddsTerm struct {
	key     string
	lo, hi  int
	missing string
}

const wantOverload = "overload physique=1 excess=2"

var (
	physique  = oddsTerm{"physique", -3, 6, ""}
	questions = []question{
		{name: "overload", sample: wantOverload, terms: []oddsTerm{physique, {"excess", 1, EnergyMax, "the excess over the limit is missing"}}, // EB-42, R-02
			check: func(t map[string]int) (mod, need int) { return t["physique"] - t["excess"], 11 }},
		{name: "squad", sample: "squad heads=4 skill=1 vs 12", against: true,
			terms: []oddsTerm{{"heads", 1, HeadsMax, "the heads are missing"}, {"skill", 0, SaintPoints, ""}, {"attribute", -3, 6, ""}, {"bonus", -9, 9, ""}},
			check: func(t map[string]int) (mod, need int) {
				return t["attribute"] + int(Proficiency(t["skill"])) + t["bonus"] + t["heads"] - HeadsMax, t["vs"]
			}},
		{name: "cast", sample: "cast dan=5 wisdom=3 skill=2", terms: []oddsTerm{{"dan", 1, 9, "the dan is missing"}, {"wisdom", -3, 6, ""}, {"skill", 0, SaintPoints, ""}},
			check: func(t map[string]int) (mod, need int) {
				return t["wisdom"] + int(Proficiency(t["skill"])), 8 + (t["dan"]-1)&^1
			}},
		{name: "focus", sample: "focus physique=1 hardiness=2 wounds=2", terms: []oddsTerm{physique, {"hardiness", 0, SaintPoints, ""}, {"wounds", 1, 9, "the Wounds are missing"}},
			check: func(t map[string]int) (mod, need int) {
				return t["physique"] + int(Proficiency(t["hardiness"])), 10 + t["wounds"]
			}},
	}
)

// OddsWords are what this system's own questions begin with.
var OddsWords = func() (words []string) {
	for _, q := range questions {
		words = append(words, q.name)
	}
	return words
}()

// OddsSamples are questions for people to try.
var OddsSamples = []book.Sample{{Question: wantOverload, Says: "a breath two over its limit"}, {Question: "squad heads=4 skill=1 vs 12", Says: "a squad's blow"}}

// ParseOdds reads a question about this system's dice: whatever [dice.Parse] takes, and its own checks by their terms:
// "overload physique=1 excess=2" is 2d10 + Physique - excess >= 11 (EB-42, R-02); "squad heads=4 skill=1 vs 12" a squad's
// blow; "cast dan=5 wisdom=3 skill=2" a spell's check; "focus physique=1 hardiness=2 wounds=2" whether a
// casting is kept. What is not named is 0. Every error is a [*dice.Error].
func ParseOdds(text string) (dice.Expr, error) {
	at := strings.IndexFunc(text, func(r rune) bool { return r != ' ' && r != '\t' })
	k := slices.IndexFunc(questions, func(q question) bool { return at >= 0 && strings.EqualFold(first(text[at:]), q.name) })
	if k < 0 {
		return dice.Parse(text)
	}
	if n := utf8.RuneCountInString(text); n > dice.LengthMax {
		return dice.Expr{}, &dice.Error{Expr: text, Col: dice.LengthMax + 1, What: fmt.Sprintf("the expression has %d characters", n),
			Want: fmt.Sprintf("at most %d", dice.LengthMax)}
	}
	return questions[k].parse(text, at+len(questions[k].name))
}

// first is the word that a text begins with.
func first(text string) string {
	word, _, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	return word
}

// parse reads the terms behind a question's name.
func (q *question) parse(txt string, at int) (dice.Expr, error) {
	wrong := func(at int, what, want string) error {
		return &dice.Error{Expr: txt, Col: 1 + utf8.RuneCountInString(txt[:at]), What: what, Want: want}
	}
	terms := map[string]int{}
	for at < len(txt) {
		word := txt[at:]
		if word[0] == ' ' || word[0] == '\t' {
			at++
			continue
		}
		if end := strings.IndexAny(word, " \t"); end >= 0 {
			word = word[:end]
		}
		key, value, equals := strings.Cut(word, "=")
		key = strings.ToLower(key)
		if q.against && key == "vs" && !equals { // the number is the next word
			rest := strings.TrimLeft(txt[at+len(word):], " \t")
			value, _, _ = strings.Cut(rest, " ")
			equals = true
			word = txt[at : len(txt)-len(rest)+len(value)]
		}
		known := q.terms
		if q.against {
			known = append(slices.Clone(known), oddsTerm{key: "vs", lo: 2, hi: 40})
		}
		k := slices.IndexFunc(known, func(t oddsTerm) bool { return t.key == key })
		if k < 0 {
			return dice.Expr{}, wrong(at, fmt.Sprintf("%q does not fit here", word), q.keys()+", as in "+q.sample)
		}
		mark := key + "="
		if key == "vs" {
			mark = key
		}
		n, err := strconv.Atoi(value)
		switch _, twice := terms[key]; {
		case twice:
			return dice.Expr{}, wrong(at, key+" is here twice", "it once")
		case !equals || err != nil || strconv.Itoa(n) != strings.TrimPrefix(value, "+"):
			return dice.Expr{}, wrong(at, fmt.Sprintf("%q gives no number", word), mark+" and a number, as in "+q.sample)
		case n < known[k].lo || n > known[k].hi:
			return dice.Expr{}, wrong(at, fmt.Sprintf("%s is %d", key, n), fmt.Sprintf("%d to %d", known[k].lo, known[k].hi))
		}
		terms[key] = n
		at += len(word)
	}
	for _, t := range q.terms {
		if _, ok := terms[t.key]; !ok && t.missing != "" {
			return dice.Expr{}, wrong(len(txt), t.missing, t.key+"= and a number, as in "+q.sample)
		}
	}
	if _, ok := terms["vs"]; q.against && !ok {
		return dice.Expr{}, wrong(len(txt), "the Defense is missing", "vs and a number, as in "+q.sample)
	}
	mod, need := q.check(terms)
	return dice.Expr{Roll: dice.Roll{Count: 2, Sides: 10, Mod: mod}, Need: need}, nil
}

// keys are a question's terms: "physique= and excess=".
func (q *question) keys() string {
	var keys []string
	for _, t := range q.terms {
		keys = append(keys, t.key+"=")
	}
	last := len(keys) - 1
	return strings.Join(keys[:last], ", ") + " and " + keys[last]
}
