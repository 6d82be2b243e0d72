package agent

import (
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath"
	"kokyu/rules/keep"
	"kokyu/rules/tempo"
	"kokyu/rules/text"
)

// DefaultSystem is the system that is meant where none is named.
const DefaultSystem = "breath"

// systems is every rule system that can be played, in any order. No other file names a system: a fourth takes a line
// here and an import.
var systems = []*system{
	newSystem(breath.About()),
	newSystem(tempo.About()),
	newSystem(keep.About()),
}

// Systems lists the rule systems that can be played.
func Systems() []string {
	return text.Each(systems, func(sys *system) string { return sys.Name })
}

// systemNamed returns the system with a name. The error lists the known systems.
func systemNamed(name string) (*system, error) {
	i := slices.Index(Systems(), name)
	if i < 0 {
		return nil, fmt.Errorf("no rule system is called %q, want %s", name, text.OneOf(name, Systems()))
	}
	return systems[i], nil
}

// About returns the description of a system. The error lists the known systems.
func About(name string) (book.About, error) {
	sys, err := systemNamed(name)
	if err != nil {
		return book.About{}, err
	}
	return sys.About, nil
}

// Dialect returns the dialect of a system. If it has none, the result is the zero Dialect, which tells events plainly.
func Dialect(system string) rules.Dialect {
	sys, err := systemNamed(system)
	if err != nil {
		return rules.Dialect{}
	}
	return sys.dialect()
}
