package main

import (
	"fmt"
	"slices"
	"strings"
)

// To build a test binary takes longer than to run its tests, so many mutants are built into one binary. A function is
// written with the bodies of its mutants before its own body. They sleep: an environment variable says which one of
// them is awake, and only that one is run in place of the function.

// awake is the environment variable that says which mutant of a binary is run, from 1; 0 runs none.
const awake = "KOKYU_MUTANT"

// sleeps reports whether a mutant can be built into a binary with others: it must be in a function, which can have
// several bodies.
func (m mutant) sleeps() bool { return m.body != body{} }

// awakeFile returns a file of the package under test that reads the variable.
func awakeFile(system string) string {
	return fmt.Sprintf("package %s\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\n"+
		"var awakeMutant, _ = strconv.Atoi(os.Getenv(%q))\n", system, awake)
}

// sleeper is a mutant in a binary with others.
type sleeper struct {
	mutant
	number      int
	first, last int // its lines in the file that withBodies returns
}

// withBodies returns the text of a file in which each function begins with the bodies of its mutants, each under a
// condition. It sets first and last of the sleepers, by which blamedSleepers finds those that do not compile.
func withBodies(text string, sleepers []*sleeper) string {
	var out strings.Builder
	line, at := 1, 0
	write := func(s string) {
		out.WriteString(s)
		line += strings.Count(s, "\n")
	}
	slices.SortStableFunc(sleepers, func(a, b *sleeper) int { return a.body.from - b.body.from })
	for _, m := range sleepers {
		write(text[at:m.body.from])
		at = m.body.from
		m.first = line
		changed := text[m.body.from:m.from] + m.text + text[m.to:m.body.to]
		if m.body.results == "" {
			write(fmt.Sprintf(" if awakeMutant == %d { func() {%s}(); return };\n", m.number, changed))
		} else {
			write(fmt.Sprintf(" if awakeMutant == %d { return func() %s {%s}() };\n", m.number, m.body.results, changed))
		}
		m.last = line - 1
	}
	write(text[at:])
	return out.String()
}
