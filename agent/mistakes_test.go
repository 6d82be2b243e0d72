package agent

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/text"
)

// mistakes are files with n mistakes of a kind each, laid under an encounter.
var mistakes = map[string]func(n int) string{
	"aliases": func(n int) string { return "x: &x 1\ny: [" + strings.Repeat("*x, ", n) + "]\n" },
	"anchors": func(n int) string { return "y: [" + numbered("&a%d 1, ", n) + "]\n" },
	"tags":    func(n int) string { return "y: [" + strings.Repeat("!t 1, ", n) + "]\n" },
	"merges":  func(n int) string { return "x: &x {}\n" + strings.Repeat("<<: *x\n", n) },
	"unknown": func(n int) string { return numbered("k%d: 1\n", n) },
	"twice":   func(n int) string { return strings.Repeat("title: a\n", n) },
	"combatants": func(n int) string {
		return "sides:\n - fighters:\n" + numbered("   - {who: zz%d}\n", n) + " - fighters: [zz]\n"
	},
	"of one name": func(n int) string {
		return "sides:\n - fighters:\n" + strings.Repeat("   - {who: zz, name: A}\n", n) + " - fighters: [zz]\n"
	},
	"rows":    func(n int) string { return "rows:\n  weapons:\n" + numbered("    w%d: {x: 1}\n", n) },
	"seats":   func(n int) string { return "now:\n  seats:\n" + numbered("    N%d: {x: 1}\n", n) },
	"rulings": func(n int) string { return "rulings:\n" + numbered("  r%d: x\n", n) },
}

// numbered returns a pattern n times, each with its number.
func numbered(pattern string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, pattern, i)
	}
	return b.String()
}

// mistaken returns an encounter of a system with mistakes in it.
func mistaken(system, kind string, n int) []byte {
	head := "version: 1\nsystem: " + system + "\ntitle: Of many mistakes\n"
	if !strings.HasPrefix(mistakes[kind](1), "sides:") {
		head += "sides: [{fighters: [zz]}, {fighters: [zz]}]\n"
	}
	wrong := mistakes[kind](n)
	if rows := rowLists(system); !slices.Contains(rows, "weapons") {
		wrong = strings.Replace(wrong, "weapons:", rows[0]+":", 1)
	}
	return []byte(head + wrong)
}

// Of a file full of mistakes the first fifty are told, and where the rest begins.
func TestFiftyMistakesAreTold(t *testing.T) {
	for _, system := range Systems() {
		for kind := range mistakes {
			_, err := Builtin().NewFight("many.yaml", mistaken(system, kind, 90), Setup{})
			problems, ok := errors.AsType[text.Problems](err)
			if !ok || len(problems) != text.ProblemsMax+1 {
				t.Fatalf("%s, %s: %d are told: %.300v", system, kind, len(problems), err)
			}
			if last := problems[text.ProblemsMax]; !strings.HasSuffix(last.What, " more mistakes from here on") || last.Line == 0 {
				t.Errorf("%s, %s: the last is %q", system, kind, last)
			}
		}
	}
}

// What a file full of mistakes costs for each of its bytes is the same for sixteen times as many.
func BenchmarkMistakes(b *testing.B) {
	for kind := range mistakes {
		for _, n := range []int{250, 4000} {
			data := mistaken(DefaultSystem, kind, n)
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if _, err := Builtin().NewFight("many.yaml", data, Setup{}); err == nil {
						b.Fatal("nothing is wrong")
					}
				}
			})
		}
	}
}
