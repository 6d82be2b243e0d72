package main

import (
	"fmt"
	"slices"
	"strings"
)

// Most of a mutant's time went into building it. So many are built at once, asleep: a function is written with the bodies of
// its mutants before its own, and the environment says which of them is awake when the tests are run.

// awake is the variable of the environment that says which mutant is awake, counted from 1.
const awake = "KOKYU_MUTANT"

// sleeps reports whether a mutant can be built with others: in a function, and so not one of a constant.
func (m mutant) sleeps() bool { return m.body != body{} }

// alarm returns a file for the package that knows which mutant is awake.
func alarm(system string) string {
	return fmt.Sprintf("package %s\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar awakeMutant, _ = strconv.Atoi(os.Getenv(%q))\n", system, awake)
}

// sleeper is a mutant in a binary of many.
type sleeper struct {
	mutant
	number      int
	first, last int // its lines in the file that was written for it
}

// asleep returns a file with the bodies of mutants in it. The sleepers learn their lines.
func asleep(text string, sleepers []*sleeper) string {
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
