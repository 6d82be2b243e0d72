package breath

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules/dice"
	"kokyu/rules/strict"
)

// Limits of the overload check's terms: attributes (EB-01 and the stat blocks), and what a breath can be over its limit.
const (
	oddsPhysiqueMin, oddsPhysiqueMax = -3, 6
	oddsExcessMin, oddsExcessMax     = 1, EnergyMax
)

const wantOverload = "overload physique=1 excess=2"

// OddsWords are what this system's own questions begin with.
var OddsWords = []string{"overload"}

// ParseOdds reads a question about this system's dice: whatever [dice.Parse] takes, and the overload check by its terms,
// "overload physique=1 excess=2", which is 2d10 + Physique - excess >= 11 (EB-42, R-02). Physique is 0 if it is not
// named. Every error is a [*dice.Error].
func ParseOdds(text string) (dice.Expr, error) {
	at := strings.IndexFunc(text, func(r rune) bool { return r != ' ' && r != '\t' })
	if at < 0 || !strings.HasPrefix(strings.ToLower(text[at:]), "overload") {
		return dice.Parse(text)
	}
	at += len("overload")
	col := func(byte int) int { return 1 + utf8.RuneCountInString(text[:byte]) }
	wrong := func(at int, what, want string) error {
		return &dice.Error{Expr: text, Col: col(at), What: what, Want: want}
	}
	if n := utf8.RuneCountInString(text); n > dice.LengthMax {
		return dice.Expr{}, &dice.Error{Expr: text, Col: dice.LengthMax + 1, What: fmt.Sprintf("the expression has %d characters", n),
			Want: fmt.Sprintf("at most %d", dice.LengthMax)}
	}
	terms := map[string]int{}
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
		lo, hi := oddsPhysiqueMin, oddsPhysiqueMax
		switch key {
		case "physique":
		case "excess":
			lo, hi = oddsExcessMin, oddsExcessMax
		default:
			return dice.Expr{}, wrong(at, fmt.Sprintf("%q does not fit here", strict.Escape(word)), "physique= and excess=, as in "+wantOverload)
		}
		n, err := strconv.Atoi(value)
		switch _, twice := terms[key]; {
		case twice:
			return dice.Expr{}, wrong(at, key+" is here twice", "it once")
		case !equals || err != nil || strconv.Itoa(n) != strings.TrimPrefix(value, "+"):
			return dice.Expr{}, wrong(at, fmt.Sprintf("%q gives no number", strict.Escape(word)), key+"= and a number, as in "+wantOverload)
		case n < lo || n > hi:
			return dice.Expr{}, wrong(at, fmt.Sprintf("%s is %d", key, n), fmt.Sprintf("%d to %d", lo, hi))
		}
		terms[key] = n
		at += len(word)
	}
	excess, ok := terms["excess"]
	if !ok {
		return dice.Expr{}, wrong(len(text), "the excess over the limit is missing", "excess= and a number, as in "+wantOverload)
	}
	return dice.Expr{Roll: dice.Roll{Count: 2, Sides: 10, Mod: terms["physique"] - excess}, Need: 11}, nil
}
