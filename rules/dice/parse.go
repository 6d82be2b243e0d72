package dice

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules/text"
)

// Parse reads a question in the language that all rule systems share. Spaces and case do not matter, "d20" is "1d20",
// "≥" is ">=", and modifiers may stand anywhere in a hand. Every error is an [*Error].
//
//	2d10+5 >= 14             a check; > <= < and = are known as well
//	2d10+5 >= 14 crit        a check that counts only doubles
//	2d10+3 vs 2d10+5         a contest
//	2d10+3 vs 2d10+5 >= 2    the same: whether the first is ahead by two
//	2d10+5                   a roll alone: how likely each total is
//	2d6+1d8-1d4              dice of several kinds
//	4d6kh3, 2d20kl1          only the highest or the lowest count
//	d20 adv+5, d20 dis       the better or the worse of two
//	7k3+6 >= 25              ten-sided dice rolled and kept; a ten explodes: it is thrown again and added
//	6k3 emphasis             ones are thrown again, once
//	3k2 flat                 dice that do not explode
//	prismatic+2 >= 5         a prismatic result; tempo +2 says the same
func Parse(text string) (Expr, error) { return read(text, (*parser).readExpr) }

// ParseTest reads a check or a contest; a roll alone, which decides nothing, is a mistake.
func ParseTest(text string) (Expr, error) {
	return read(text, func(p *parser) (e Expr, wrong *Error) {
		if e, wrong = p.readExpr(); wrong == nil && e.Compare == Open && !e.Contest {
			wrong = p.fail(wantCompare)
		}
		return e, wrong
	})
}

// ParsePool reads a pool, "7k3+6". Explode and Emphasis are not set: they depend on whose dice they are. Every error is
// an [*Error].
func ParsePool(text string) (Pool, error) {
	return read(text, func(p *parser) (pool Pool, wrong *Error) {
		pool, wrong = p.readPool()
		for wrong == nil && p.isSign() {
			col := p.col
			wrong = p.readAdded(&pool.Add, col, p.readSign())
		}
		if wrong == nil && p.token != "" {
			wrong = p.fail("the end of the pool")
		}
		return pool, wrong
	})
}

// ParseHand reads the dice of one party: "2d6+3", "6k3+2 emphasis".
func ParseHand(text string) (Hand, error) {
	return read(text, func(p *parser) (h Hand, wrong *Error) {
		if h, wrong = p.readHand(false); wrong == nil && p.token != "" {
			wrong = p.fail("the end of the dice")
		}
		return h, wrong
	})
}

// Phrase is a question in the words of one rule system: its name, dice if it takes any, and values in any order.
type Phrase struct {
	Name   string
	Sample string  // one such question
	Dice   bool    // dice follow, and a number to reach may
	Values []Value // in the order in which messages list them
	// Answer answers the question. e has the dice and the number to reach, if any; a value that is left out is 0.
	Answer func(e Expr, values map[string]int) Answer
}

// Value is a number in a phrase: "excess=2". With the key vs it may be written "vs 12", without a key it is just a
// number.
type Value struct {
	Key         string
	Least, Most int
	Flag        bool   // takes no number: the key alone makes the value 1
	Missing     string // the message if it is left out; empty if it may be
}

// Ask answers a question in the shared language or in the words of phrases. Every error is an [*Error].
func Ask(text string, phrases []Phrase) (Answer, error) {
	return read(text, func(p *parser) (a Answer, wrong *Error) {
		for _, ph := range phrases {
			if strings.EqualFold(ph.Name, p.token) {
				wrong = p.readPhrase(ph, &a)
				return a, wrong
			}
		}
		if wrong = p.misspeltError(phrases); wrong != nil {
			return a, wrong
		}
		e, wrong := p.readExpr()
		if wrong == nil {
			a = e.Answer()
		}
		return a, wrong
	})
}

// read runs a parse function on a text from its first token on.
func read[T any](text string, parse func(p *parser) (T, *Error)) (v T, err error) {
	p := parser{text: text}
	if n := utf8.RuneCountInString(text); n > LengthMax {
		what := fmt.Sprintf("the expression has %d characters", n)
		return v, p.failAt(LengthMax+1, what, fmt.Sprintf("at most %d", LengthMax))
	}
	p.next()
	v, wrong := parse(&p)
	if wrong != nil {
		err = wrong
	}
	return v, err
}

const (
	wantDice    = "dice, as in 2d10+5, 2d6+1d8, 2d20kh1, d20 adv, 7k3+6 or prismatic+2"
	wantCompare = ">= (or > <= < =) and a number, or vs and dice, as in 2d10+5 >= 14 or 2d10+3 vs 2d10+5"
	wantNeed    = "a number, as in 2d10+5 >= 14"
	wantAdded   = "a number or dice, as in 2d10+5 or 2d6+1d8"
	wantEnd     = "the end of the expression"
)

// parser reads an expression token by token, with one token of lookahead: a number, a word, a sign, or "" at the end.
type parser struct {
	text     string
	pos      int      // after the token, in bytes
	token    string   // lower case
	col      int      // of the token, in characters from 1
	previous string   // the token before, for messages
	keys     []string // of the values of the phrase that is read
}

// qualityWords are the words that can follow dice.
var qualityWords = []string{"adv", "advantage", "dis", "disadvantage", "emphasis", "flat", "crit"}

// tokens matches a number, a word, a comparison, or any other character that is no space.
var tokens = regexp.MustCompile(`[0-9]+|[a-zA-Z]+|[<>=!]+|[^\s\v\x{85}\p{Z}]`)

// next moves to the next token.
func (p *parser) next() {
	p.previous, p.token = p.token, ""
	at := tokens.FindStringIndex(p.text[p.pos:])
	if at == nil {
		p.pos, p.col = len(p.text), p.end()
		return
	}
	start := p.pos + at[0]
	p.pos += at[1]
	p.col = 1 + utf8.RuneCountInString(p.text[:start])
	p.token = strings.ToLower(p.text[start:p.pos])
	if same, ok := spellings[p.token]; ok {
		p.token = same
	}
}

// end returns the column after the text.
func (p *parser) end() int { return 1 + utf8.RuneCountInString(p.text) }

// spellings are other ways to write a word or a sign.
var spellings = map[string]string{"≥": ">=", "≤": "<=", "==": "=", "\u2212": "-", "\u2013": "-",
	"advantage": "adv", "disadvantage": "dis"}

func (p *parser) isNumber() bool {
	return p.token != "" && p.token[0] >= '0' && p.token[0] <= '9'
}

func (p *parser) isSign() bool { return p.token == "+" || p.token == "-" }

// peek returns the token after the current one.
func (p *parser) peek() string {
	look := *p
	look.next()
	return look.token
}

// fail returns the mistake that the current token is not what is wanted.
func (p *parser) fail(want string) *Error {
	switch {
	case p.token != "":
		if near, ok := text.Nearest(p.token, slices.Concat(qualityWords, p.keys)); ok && near != p.token && len(p.token) > 1 {
			want += "; did you mean " + near + "?"
		}
		return p.failAt(p.col, fmt.Sprintf("%q does not fit here", p.token), want)
	case p.previous != "":
		return p.failAt(p.end(), "the expression ends after "+p.previous, want)
	}
	return p.failAt(1, "the expression is empty", want)
}

// failAt returns a mistake at a column.
func (p *parser) failAt(col int, what, want string) *Error {
	return &Error{p.text, col, what, want}
}

// misspeltError returns the mistake of a first word that is misspelt, or nil.
func (p *parser) misspeltError(phrases []Phrase) *Error {
	names, samples := []string{"tempo", "prismatic"}, []string{"tempo +3 >= 5", "prismatic+3 >= 5"}
	for _, ph := range phrases {
		names, samples = append(names, ph.Name), append(samples, ph.Sample)
	}
	near, ok := text.Nearest(p.token, names)
	if !ok || p.token == near || p.token == "d" {
		return nil
	}
	want := "dice, as in 2d10+5 >= 14, or " + samples[slices.Index(names, near)] + "; did you mean " + near + "?"
	return p.failAt(p.col, fmt.Sprintf("%q begins no question", p.token), want)
}

// readPhrase reads what follows the name of a phrase.
func (p *parser) readPhrase(ph Phrase, a *Answer) (err *Error) {
	p.next()
	for _, v := range ph.Values {
		p.keys = append(p.keys, v.Key)
	}
	e, values := Expr{Compare: Open}, map[string]int{}
	if ph.Dice {
		if e.Own, err = p.readHand(false); err != nil {
			return err
		}
	}
	for p.token != "" {
		taken := false
		if taken, err = p.readValue(ph, values); !taken && err == nil && ph.Dice {
			taken, err = p.readQuality(&e.Own, -1)
		}
		if !taken && err == nil && ph.Dice && p.isCompare() {
			if err = p.readNeed(&e); err == nil && p.token != "" {
				err = p.fail(wantEnd)
			}
			taken = true
		}
		switch {
		case err != nil:
			return err
		case !taken && len(values) == len(ph.Values) && !ph.Dice:
			return p.fail(wantEnd)
		case !taken:
			return p.fail(ph.wantText())
		}
	}
	for _, v := range ph.Values {
		if _, ok := values[v.Key]; !ok && v.Missing != "" {
			return p.failAt(p.end(), v.Missing, v.prefixText()+"a number, as in "+ph.Sample)
		}
	}
	*a = ph.Answer(e, values)
	return nil
}

// prefixText returns what stands before a value's number, for messages.
func (v Value) prefixText() string {
	switch v.Key {
	case "":
		return ""
	case "vs":
		return "vs and "
	}
	return v.Key + "= and "
}

// wantText returns what a phrase takes, for messages: "physique= and excess=, as in overload physique=1 excess=2".
func (ph Phrase) wantText() string {
	var keys []string
	for _, v := range ph.Values {
		switch {
		case v.Key == "":
			keys = append(keys, "a number")
		case v.Key == "vs" || v.Flag:
			keys = append(keys, v.Key)
		default:
			keys = append(keys, v.Key+"=")
		}
	}
	if ph.Dice {
		keys = append([]string{"emphasis", "flat"}, append(keys, ">= (or > <= < =) and a number")...)
	}
	return text.List(keys, "and") + ", as in " + ph.Sample
}

// readValue takes a value of a phrase, if the token begins one.
func (p *parser) readValue(ph Phrase, values map[string]int) (taken bool, err *Error) {
	k := slices.IndexFunc(ph.Values, func(v Value) bool {
		return v.Key == p.token || v.Key == "" && (p.isNumber() || p.isSign())
	})
	if k < 0 || p.token == "" {
		return false, nil
	}
	v, col := ph.Values[k], p.col
	if _, twice := values[v.Key]; twice {
		if v.Key == "" {
			return false, nil
		}
		return true, p.failAt(col, v.Key+" is here twice", "it once")
	}
	if v.Flag {
		values[v.Key] = 1
		p.next()
		return true, nil
	}
	what := v.Key
	if v.Key == "" {
		what = "the number"
	} else {
		p.next()
		if p.token == "=" {
			p.next()
		} else if v.Key != "vs" {
			return true, p.failAt(col, fmt.Sprintf("%q gives no number", v.Key), v.prefixText()+"a number, as in "+ph.Sample)
		}
	}
	values[v.Key], err = p.readSigned(what, col, v.Least, v.Most, v.prefixText()+"a number, as in "+ph.Sample)
	return true, err
}

// readExpr reads expr = hand [ "vs" hand ] [ need [ "crit" ] ].
func (p *parser) readExpr() (e Expr, err *Error) {
	e.Compare = Open
	if e.Own, err = p.readHand(false); err != nil {
		return e, err
	}
	if p.token == "vs" {
		p.next()
		e.Contest = true
		if p.token == "" && e.Own.isPrismatic() {
			return e, p.fail("a modifier or dice, as in tempo +3 vs +2")
		}
		if e.Against, err = p.readHand(e.Own.isPrismatic()); err != nil {
			return e, err
		}
	}
	if p.isCompare() {
		if err = p.readNeed(&e); err == nil && p.token == "crit" && !e.Contest {
			err = p.readCrit(&e)
		}
	}
	switch {
	case err != nil || p.token == "":
		return e, err
	case e.Contest || e.Compare != Open:
		return e, p.fail(wantEnd)
	}
	return e, p.fail(wantCompare)
}

func (p *parser) isCompare() bool { return slices.Contains(comparisons[:], p.token) }

// readNeed reads need = compare [ "+" | "-" ] number.
func (p *parser) readNeed(e *Expr) (err *Error) {
	e.Compare = Compare(slices.Index(comparisons[:], p.token))
	p.next()
	e.Need, err = p.readSigned("the number to reach", p.col, NeedMin, NeedMax, wantNeed)
	return err
}

// readCrit reads the word crit, which asks for the same face on both dice. It is a mistake but for two dice added up.
func (p *parser) readCrit(e *Expr) *Error {
	if t := e.Own.Terms[0]; len(e.Own.Terms) > 1 || t.Count != 2 || t.Keep != 0 || t.Minus {
		sides, _ := e.Own.Dice()
		what := fmt.Sprintf("crit means two equal dice, and %v has %d", e.Own, len(sides))
		if len(sides) == 2 {
			what = fmt.Sprintf("crit means two equal dice that are added up, and %v are none", e.Own)
		}
		return p.failAt(p.col, what, "two dice, as in 2d10+5 >= 14 crit")
	}
	e.Crit = true
	p.next()
	return nil
}

// readHand reads hand = term { quality } { ( "+" | "-" ) term { quality } }. Against a prismatic result a number alone
// is one as well.
func (p *parser) readHand(against bool) (h Hand, err *Error) {
	start := p.col
	for began := false; !began || p.isSign(); began = true {
		termIndex := len(h.Terms)
		if err = p.readTerm(&h); err != nil {
			return h, err
		}
		if termIndex == len(h.Terms) {
			termIndex = -1 // the term was a number
		}
		for taken := true; taken; {
			if taken, err = p.readQuality(&h, termIndex); err != nil {
				return h, err
			}
		}
	}
	count, sides := 0, 0
	for _, t := range h.Terms {
		count, sides = count+t.Count, sides+t.Count*t.Sides
	}
	switch open := h.endlessTerm(); {
	case len(h.Terms) == 0 && against:
		h.Terms = []Term{{Prismatic: true}}
	case len(h.Terms) == 0 && p.isCompare():
		return h, p.failAt(start, fmt.Sprintf("%d throws no dice", h.Mod), "the dice first, as in 2d10+5 >= 14")
	case len(h.Terms) == 0 && p.token != "":
		return h, p.fail(wantDice)
	case len(h.Terms) == 0:
		return h, p.failAt(start, fmt.Sprintf("%d throws no dice", h.Mod),
			"dice, as in 2d10+3 vs 2d10+5, or >= before a number to reach, as in 2d10+5 >= 14")
	case len(h.Terms) > KindsMax:
		return h, p.failAt(start, "the hand has more than "+text.Several(KindsMax, "kind", "kinds")+" of dice",
			"fewer, as in 2d6+1d8")
	case count > CountMax:
		return h, p.failAt(start, fmt.Sprintf("the hand has %d dice", count), fmt.Sprintf("at most %d", CountMax))
	case open != nil && sides > BesideMax:
		return h, p.failAt(start, fmt.Sprintf("the dice beside %v have %d sides together", open, sides),
			fmt.Sprintf("at most %d, as in 7k3+2d6", BesideMax))
	}
	return h, nil
}

// readTerm reads term = [ "+" | "-" ] ( dice | pool | ( "prismatic" | "tempo" ) [ number ] | number ).
func (p *parser) readTerm(h *Hand) (err *Error) {
	col, signed := p.col, p.isSign()
	sign := p.readSign()
	var t Term
	switch after := p.peek(); {
	case p.token == "d" || p.isNumber() && after == "d":
		t, err = p.readDice()
		t.Minus = sign < 0
	case p.isNumber() && after == "k":
		var pool Pool
		pool, err = p.readPool()
		if err == nil && (pool.Roll == 0 || pool.Keep == 0) {
			err = p.failAt(col, fmt.Sprintf("%v throws nothing", pool), "at least one die rolled and one kept, as in 7k3+6")
		}
		pool.Explode = true
		t.Pool = &pool
	case p.token == "prismatic" || p.token == "tempo":
		p.next()
		t.Prismatic = true
	case p.isNumber():
		return p.readAdded(&h.Mod, col, sign)
	case signed:
		return p.fail(wantAdded)
	default:
		return p.fail(wantDice)
	}
	switch open := t.Pool != nil || t.Prismatic; {
	case err != nil:
		return err
	case open && sign < 0:
		return p.failAt(col, fmt.Sprintf("%v is taken away", t), "dice with an end behind a minus, as in 7k3-1d6")
	case open && h.endlessTerm() != nil:
		return p.failAt(col, fmt.Sprintf("%v is a second pool of the hand", t),
			"one, and plain dice beside it, as in 7k3+2d6, or vs before the other, as in 7k3 vs 5k3")
	}
	h.Terms = append(h.Terms, t)
	if after := p.peek(); t.Prismatic && p.isNumber() && after != "d" && after != "k" {
		return p.readAdded(&h.Mod, p.col, 1)
	}
	return nil
}

// readDice reads dice = [ number ] "d" number [ ( "kh" | "k" | "kl" ) [ number ] ].
func (p *parser) readDice() (t Term, err *Error) {
	t.Count = 1
	if p.isNumber() {
		if t.Count, err = p.readNumber("the number of dice", p.col, 1, 1, CountMax); err != nil {
			return t, err
		}
	}
	p.next()
	if !p.isNumber() {
		return t, p.fail("the sides of the dice, as in 2d10")
	}
	if t.Sides, err = p.readNumber("the number of sides", p.col, 1, SidesMin, SidesMax); err != nil {
		return t, err
	}
	if p.token != "kh" && p.token != "k" && p.token != "kl" {
		return t, nil
	}
	lowest := p.token == "kl"
	p.next()
	t.Keep = 1
	if p.isNumber() {
		t.Keep, err = p.readNumber("the number of dice kept", p.col, 1, 1, t.Count)
	}
	if lowest {
		t.Keep = -t.Keep
	}
	return t, err
}

// poolMax is the most dice that a pool may be written with, rolled or kept. A pool of more than ten is thrown as
// another one (R-RK-34).
const poolMax = 30

// readPool reads pool = number "k" number.
func (p *parser) readPool() (pool Pool, err *Error) {
	const want = "dice rolled and kept, as in 7k3+6"
	if !p.isNumber() {
		return pool, p.fail(want)
	}
	if pool.Roll, err = p.readNumber("the number of dice rolled", p.col, 1, 0, poolMax); err != nil {
		return pool, err
	}
	if p.token != "k" {
		return pool, p.fail(want)
	}
	p.next()
	if !p.isNumber() {
		return pool, p.fail("the number of dice kept, as in 7k3")
	}
	pool.Keep, err = p.readNumber("the number of dice kept", p.col, 1, 0, poolMax)
	return pool, err
}

// readQuality reads quality = "emphasis" | "flat" | "adv" | "dis", if there is one. It applies to the term at termIndex
// or, if that is -1, to the only term that it fits.
func (p *parser) readQuality(h *Hand, termIndex int) (taken bool, err *Error) {
	word := p.token
	switch word {
	case "emphasis", "flat":
		t := h.endlessTerm()
		switch {
		case t == nil || t.Pool == nil:
			return false, p.failAt(p.col, fmt.Sprintf("%s is said of dice rolled and kept, and %v has none", word, h),
				"it behind such dice, as in 3k2 "+word)
		case word == "flat" && !t.Pool.Explode || word == "emphasis" && t.Pool.Emphasis:
			return false, p.failAt(p.col, word+" is here twice", "it once")
		}
		t.Pool.Explode, t.Pool.Emphasis = t.Pool.Explode && word != "flat", t.Pool.Emphasis || word == "emphasis"
	case "adv", "dis":
		var single []int
		for i, t := range h.Terms {
			if t.Count == 1 && (termIndex < 0 || i == termIndex) {
				single = append(single, i)
			}
		}
		if len(single) != 1 {
			has := "no single die"
			if len(single) > 1 {
				has = fmt.Sprintf("%d of them", len(single))
			}
			return false, p.failAt(p.col, fmt.Sprintf("%s throws a single die twice, and %v has %s", word, h, has),
				"it behind the die, as in d20 "+word+"+5")
		}
		t := &h.Terms[single[0]]
		t.Count, t.Keep = 2, map[string]int{"adv": 1, "dis": -1}[word]
	default:
		return false, nil
	}
	p.next()
	return true, nil
}

// readSign reads a sign, if there is one, and returns 1 or -1.
func (p *parser) readSign() int {
	minus := p.token == "-"
	if p.isSign() {
		p.next()
	}
	if minus {
		return -1
	}
	return 1
}

// readAdded reads a number that is added to dice; its sign stands in column col.
func (p *parser) readAdded(sum *int, col, sign int) *Error {
	if !p.isNumber() {
		return p.fail(wantAdded)
	}
	n, err := p.readNumber("the modifier", col, sign, -ModMax, ModMax)
	if err != nil {
		return err
	}
	if *sum += n; *sum < -ModMax || *sum > ModMax {
		return p.failAt(col, fmt.Sprintf("the modifiers add up to %d", *sum), fmt.Sprintf("%d to %d", -ModMax, ModMax))
	}
	return nil
}

// readSigned reads a number with or without a sign.
func (p *parser) readSigned(what string, col, least, most int, want string) (int, *Error) {
	sign := p.readSign()
	if !p.isNumber() {
		return 0, p.fail(want)
	}
	return p.readNumber(what, col, sign, least, most)
}

// readNumber reads a number within limits. col is the column of its sign or of its first digit.
func (p *parser) readNumber(what string, col, sign, least, most int) (int, *Error) {
	n, err := strconv.Atoi(p.token)
	if n *= sign; err != nil || n < least || n > most {
		shown := strings.TrimLeft(p.token, "0")
		if sign < 0 {
			shown = "-" + shown
		}
		if shown == "" || shown == "-" {
			shown = "0"
		}
		return 0, p.failAt(col, fmt.Sprintf("%s is %s", what, shown), fmt.Sprintf("%d to %d", least, most))
	}
	p.next()
	return n, nil
}
