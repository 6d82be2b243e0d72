package breath

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// strangeRows writes a catalogue nobody would: numbers at and past their ends, weapons without an attack, stances for
// those who cannot strike.
func strangeRows(r *rand.Rand) []byte {
	var b strings.Builder
	number := func(lo, hi int) int {
		if r.IntN(3) == 0 {
			return []int{-99, 99, 0, 50, -50, 20}[r.IntN(6)]
		}
		return lo + r.IntN(hi-lo+1)
	}
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	some := func(lo, hi int, keys ...string) {
		for _, k := range keys {
			if r.IntN(4) == 0 {
				fmt.Fprintf(&b, ", %s: %d", k, number(lo, hi))
			}
		}
	}
	technique := func(name string) {
		fmt.Fprintf(&b, "{name: %s, energy: %d, check: %s, bonus: %d", name, 1+r.IntN(5), pick("courage", "finesse", "physique"), r.IntN(19)-9)
		some(0, 5, "pierce", "direct", "against", "expose")
		some(0, 9, "wounds", "critical", "twenty")
		b.WriteString(pick("", ", effects: ["+pick("strip", "topple", "bleed", "unload", "melee", "incorporeal", "grapple")+"]") + "}")
	}
	b.WriteString("version: 1\nstances:\n  st: {energy: 2")
	some(0, 4, "defense", "domination", "front")
	b.WriteString(pick("", ", strikes: miss", ", strikes: shorter") + pick("", ", grade: [lord]") + "}\ntraits:\n  tr: {family: blade")
	some(0, 4, "limit", "core limit", "descent", "descent energy", "outside", "evasion", "initiative", "wounds", "discount")
	b.WriteString(pick("", ", stance: st") + "}\nweapons:\n  w:\n    skill: s\n    family: " + pick("blade", "bow", "gun", "thrown", "short", "spear", "shield") +
		"\n    tags: [" + pick("", "ranged", "long", "short", "ranged, one-handed") + "]\n")
	if r.IntN(6) > 0 {
		b.WriteString("    attack: [")
		technique("one")
		b.WriteString(", ")
		technique(pick("two", "one"))
		b.WriteString("]\n")
	}
	if r.IntN(3) > 0 {
		b.WriteString("    defense: [")
		technique("three")
		b.WriteString("]\n")
	}
	b.WriteString(pick("", "    upkeep: [{name: four, energy: 1, does: "+pick("nock", "reload")+"}]\n"))
	b.WriteString(pick("", "", "    stance: st\n"))
	b.WriteString(pick("", "", fmt.Sprintf("    shield: %d\n", number(0, 2))))
	b.WriteString(pick("", "", fmt.Sprintf("    reach: %d\n", number(0, 2))))
	fmt.Fprintf(&b, "armours:\n  ar: {defense: %d, energy: %d, limit: %d}\n", 10+r.IntN(11), number(-3, 0), number(0, 1))
	fmt.Fprintf(&b, "combatants:\n  x: {grade: %s, courage: %d, finesse: %d, physique: %d, weapons: [%s], skills: {s: %d}, traits: [tr%s]%s", pick(rows.Grades...),
		r.IntN(10)-3, r.IntN(10)-3, r.IntN(10)-3, pick("w", "w", "w, w", "uchigatana, w"), r.IntN(6),
		pick("", ", samurai", ", tough", ", tr"), pick("", ", armour: ar"))
	some(0, 20, "energy", "wounds", "defense")
	some(0, 4, "domination")
	b.WriteString("}\n")
	return []byte(b.String())
}

// A catalogue with strange numbers is refused, or fights with it keep every invariant and print positions that load.
func TestStrangeRowsAreRefusedOrPlayable(t *testing.T) {
	accepted := 0
	for n := range 600 {
		r := rand.New(rand.NewPCG(9, uint64(n)))
		catalogue := strangeRows(r)
		book, err := rows.DefaultBook().Overlay("strange.yaml", catalogue)
		if err != nil {
			continue
		}
		g, err := Load("row.yaml", oneFight([]string{"x", "x"}), book)
		if err != nil {
			continue
		}
		accepted++
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("panic: %v", p)
				}
				if t.Failed() {
					t.Logf("%s", catalogue)
				}
			}()
			walkOn(t, g, book, &rulestest.Choices{Rest: r}, 150, false)
		})
	}
	if accepted < 40 {
		t.Errorf("only %d catalogues are accepted: this shows little", accepted)
	}
	t.Logf("%d catalogues accepted", accepted)
}
