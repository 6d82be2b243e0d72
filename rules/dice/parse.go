package dice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads an expression; spaces and case do not matter, "d20" is "1d20", "≥" is ">=" and modifiers add up.
// Every error is an [*Error].
//
//	2d10+5 >= 14        a check; > <= < and = are known as well
//	2d10+5 >= 14 crit   a check that counts only doubles
//	2d10+3 vs 2d10+5    a contest
//	2d10+5              a roll alone: how likely each total is
func Parse(text string) (Expr, error) {
	if n := utf8.RuneCountInString(text); n > LengthMax {
		return Expr{}, &Error{text, LengthMax + 1, fmt.Sprintf("the expression has %d characters", n), fmt.Sprintf("at most %d", LengthMax)}
	}
	p := parser{text: text, runes: []rune(text)}
	p.next()
	e, err := p.expr()
	if err != nil {
		return Expr{}, err
	}
	return e, nil
}

const (
	wantRoll    = "dice, as in 2d10+5"
	wantCompare = ">= (or > <= < =) and a number, or vs and dice, as in 2d10+5 >= 14 or 2d10+3 vs 2d10+5"
	wantNeed    = "a number, as in 2d10+5 >= 14"
)

// parser holds one token of lookahead: a number, a word, a sign, or "" at the end.
type parser struct {
	text  string
	runes []rune
	pos   int    // after the token
	token string // lower case
	col   int    // of the token, from 1
	last  string // the token before, for messages
}

// next moves to the token after the spaces that follow.
func (p *parser) next() {
	p.last = p.token
	for p.pos < len(p.runes) && unicode.IsSpace(p.runes[p.pos]) {
		p.pos++
	}
	start := p.pos
	p.col = start + 1
	if start == len(p.runes) {
		p.token = ""
		return
	}
	class := classOf(p.runes[start])
	for p.pos < len(p.runes) && classOf(p.runes[p.pos]) == class {
		p.pos++
		if class == single {
			break
		}
	}
	p.token = strings.ToLower(string(p.runes[start:p.pos]))
	if same, ok := spellings[p.token]; ok {
		p.token = same
	}
}

// spellings are other ways to write a comparison or a minus.
var spellings = map[string]string{"≥": ">=", "≤": "<=", "==": "=", "\u2212": "-", "\u2013": "-"}

type class uint8

const (
	single class = iota // + - and whatever is not understood: one by one
	digits
	letters
	compares
	spaces
)

func classOf(r rune) class {
	switch {
	case r >= '0' && r <= '9':
		return digits
	case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		return letters
	case strings.ContainsRune("<>=!", r):
		return compares
	case unicode.IsSpace(r):
		return spaces
	}
	return single
}

func (p *parser) isNumber() bool {
	return p.token != "" && p.token[0] >= '0' && p.token[0] <= '9'
}

// fail is the mistake that the token is not what is wanted here.
func (p *parser) fail(want string) *Error {
	switch {
	case p.token != "":
		return p.failAt(p.col, fmt.Sprintf("%q does not fit here", p.token), want)
	case p.last != "":
		return p.failAt(len(p.runes)+1, "the expression ends after "+p.last, want)
	}
	return p.failAt(1, "the expression is empty", want)
}

func (p *parser) failAt(col int, what, want string) *Error {
	return &Error{p.text, col, what, want}
}

// expr = roll [ ( ">=" | ">" | "<=" | "<" | "=" ) need [ "crit" ] | "vs" roll ].
func (p *parser) expr() (e Expr, err *Error) {
	start := p.col
	if e.Roll, err = p.roll(); err != nil {
		return e, err
	}
	compare := slices.Index(comparisons[:], p.token)
	switch {
	case p.token == "":
		e.Compare = Open
	case compare >= 0:
		e.Compare = Compare(compare)
		err = p.need(&e)
	case p.token == "vs":
		p.next()
		e.Against, err = p.roll()
	default:
		return e, p.fail(wantCompare)
	}
	if err != nil {
		return e, err
	}
	if p.token != "" {
		return e, p.fail("the end of the expression")
	}
	if n := e.allThrows(); !fits(n) {
		return e, p.failAt(start, fmt.Sprintf("%v has about 10^%d throws, too many to count one by one", e, len(n.String())-1),
			"fewer dice or fewer sides, as in 18d10 or 9d100")
	}
	return e, nil
}

// need = reach [ "crit" ], after the comparison.
func (p *parser) need(e *Expr) (err *Error) {
	if e.Need, err = p.reach(); err != nil {
		return err
	}
	if p.token != "crit" {
		return nil
	}
	if e.Roll.Count != 2 {
		return p.failAt(p.col, fmt.Sprintf("crit means two equal dice, and %v has %d", e.Roll, e.Roll.Count), "two dice, as in 2d10+5 >= 14 crit")
	}
	e.Crit = true
	p.next()
	return nil
}

// reach = [ "+" | "-" ] number, after the comparison.
func (p *parser) reach() (int, *Error) {
	p.next()
	col, sign := p.col, 1
	if p.token == "-" || p.token == "+" {
		if p.token == "-" {
			sign = -1
		}
		p.next()
	}
	if !p.isNumber() {
		return 0, p.fail(wantNeed)
	}
	return p.number("the number to reach", col, sign, NeedMin, NeedMax)
}

// roll = dice mods.
func (p *parser) roll() (r Roll, err *Error) {
	if r, err = p.dice(); err != nil {
		return r, err
	}
	r.Mod, err = p.mods()
	return r, err
}

// dice = [ number ] "d" number.
func (p *parser) dice() (r Roll, err *Error) {
	r.Count = 1
	if p.isNumber() {
		if r.Count, err = p.number("the number of dice", p.col, 1, 1, CountMax); err != nil {
			return r, err
		}
	}
	if p.token != "d" {
		return r, p.fail(wantRoll)
	}
	p.next()
	if !p.isNumber() {
		return r, p.fail("the sides of the dice, as in 2d10")
	}
	r.Sides, err = p.number("the number of sides", p.col, 1, SidesMin, SidesMax)
	return r, err
}

// mods = { ( "+" | "-" ) number }.
func (p *parser) mods() (int, *Error) {
	r := Roll{}
	for p.token == "+" || p.token == "-" {
		if err := p.modifier(&r); err != nil {
			return 0, err
		}
	}
	return r.Mod, nil
}

func (p *parser) modifier(r *Roll) *Error {
	col, sign := p.col, 1
	if p.token == "-" {
		sign = -1
	}
	p.next()
	if !p.isNumber() {
		return p.fail("a number, as in 2d10+5")
	}
	n, err := p.number("the modifier", col, sign, -ModMax, ModMax)
	if err != nil {
		return err
	}
	if r.Mod += n; r.Mod < -ModMax || r.Mod > ModMax {
		return p.failAt(col, fmt.Sprintf("the modifiers add up to %d", r.Mod), fmt.Sprintf("%d to %d", -ModMax, ModMax))
	}
	return nil
}

// number takes a number token, with its sign, within limits; col is where it begins.
func (p *parser) number(what string, col, sign, least, most int) (int, *Error) {
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

// Words are the words of a question with their columns, for the languages that systems add; >= and > are words of their own.
func Words(text string) (words []string, cols []int) {
	word, at := "", 0
	flush := func() {
		if word != "" {
			words, cols = append(words, word), append(cols, at)
		}
		word = ""
	}
	runes := []rune(text)
	for k := 0; k < len(runes); k++ {
		r := runes[k]
		two := r == '>' && k+1 < len(runes) && runes[k+1] == '='
		switch {
		case r == ' ' || r == '\t':
			flush()
		case r == '>' || r == '≥':
			flush()
			word, at := ">=", k+1
			if r == '>' && !two {
				word = ">"
			}
			words, cols = append(words, word), append(cols, at)
			if two {
				k++
			}
		default:
			if word == "" {
				at = k + 1
			}
			word += string(r)
		}
	}
	flush()
	return words, cols
}
