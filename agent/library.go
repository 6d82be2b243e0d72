package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
)

// What the systems know besides fights: laws, rulings, odds, rows.

// Systems lists the rule systems that can be played, the default first.
func Systems() (names []string) {
	for _, sys := range systems {
		names = append(names, sys.facts().name)
	}
	return names
}

// known is a system's place.
func known(name string) (int, error) {
	i := slices.Index(Systems(), name)
	if i < 0 {
		return 0, fmt.Errorf("no rule system is called %q, want %s", strict.Escape(name), strict.OneOf(name, Systems()))
	}
	return i, nil
}

// Laws lists the laws of a system.
func Laws(system string) ([]book.Law, error) {
	i, err := known(system)
	if err != nil {
		return nil, err
	}
	return systems[i].facts().laws(), nil
}

// Rulings lists the decided readings of a system.
func Rulings(system string) ([]book.Ruling, error) {
	i, err := known(system)
	if err != nil {
		return nil, err
	}
	return systems[i].facts().rulings(), nil
}

// Lists are a system's rows as people read them.
func (c Catalogue) Lists(system string) ([]book.List, error) {
	i, err := known(system)
	if err != nil {
		return nil, err
	}
	return systems[i].lists(c.books[i]()), nil
}

// Answer is the exact answer to a question about dice. In the language all systems share it has a bar for each total; in
// a system's own words it is a list of chances.
type Answer struct {
	Asked   string
	Chances []dice.Chance
	Note    string // what the chances come to

	Expr dice.Expr  // of the shared language
	Dice *dice.Odds // its answer; nil for a question in a system's own words

	shown any
}

// MarshalJSON is the answer as its language has it.
func (a Answer) MarshalJSON() ([]byte, error) { return json.Marshal(a.shown) }

// counted answers a question of the shared language.
func counted(e dice.Expr) Answer {
	o := e.Odds()
	return Answer{Asked: e.String(), Expr: e, Dice: &o, shown: o}
}

// Odds answers a question about dice, in the words of any system. Every error is a [*dice.Error].
func (c Catalogue) Odds(text string) (Answer, error) {
	head, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	var words, samples []string
	for i, sys := range systems {
		a := sys.facts()
		if slices.Contains(a.oddsWords, head) {
			return sys.answer(c.books[i](), text)
		}
		words, samples = append(words, a.oddsWords...), append(samples, a.oddsSample)
	}
	if near, ok := strict.Nearest(head, words); ok {
		return Answer{}, &dice.Error{Expr: text, Col: 1 + utf8.RuneCountInString(text[:strings.Index(strings.ToLower(text), head)]),
			What: fmt.Sprintf("%q begins no question", strict.Escape(head)), Want: "dice, as in 2d10+5 >= 14, or " + strings.Join(samples, ", or ") + "; did you mean " + near + "?"}
	}
	e, err := dice.Parse(text)
	if err != nil {
		return Answer{}, err
	}
	return counted(e), nil
}
