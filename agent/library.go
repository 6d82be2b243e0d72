package agent

import (
	"fmt"

	"kokyu/rules/breath"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
)

// What the systems know besides fights: laws, rulings, odds, rows. Like systems.go this names them, and nothing else does.

// Systems lists the rule systems that can be played.
func Systems() []string { return []string{breath.System} }

// Law is one law of a rule document, with its tests.
type Law = breath.Law

// Laws lists the laws of a system.
func Laws(system string) ([]Law, error) {
	if err := known(system); err != nil {
		return nil, err
	}
	return breath.Laws(), nil
}

// Ruling is one decided reading of a rule document.
type Ruling = breath.Ruling

// Rulings lists the decided readings of a system.
func Rulings(system string) ([]Ruling, error) {
	if err := known(system); err != nil {
		return nil, err
	}
	return breath.AllRulings(), nil
}

func known(system string) error {
	if system != breath.System {
		return fmt.Errorf("no rule system is called %q, want %s", strict.Escape(system), strict.OneOf(system, Systems()))
	}
	return nil
}

// ParseOdds reads a question about dice, in the words of any system.
func ParseOdds(text string) (dice.Expr, error) { return breath.ParseOdds(text) }

// Technique and Num are parts of the catalogue's rows.
type (
	Technique = breath.Technique
	Num       = breath.Num
)
