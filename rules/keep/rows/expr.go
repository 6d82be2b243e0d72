package rows

import (
	"fmt"

	"kokyu/rules/dice"
)

// Limits of a question about damage: what Endure takes off it (RK-177), and the most that a Reduction does.
const (
	endured          = 10
	oddsReductionMax = 30
)

// Phrases returns this system's own questions.
//
//	damage 6k3+6 reduction=3     how many Wounds; with endure less 10 before that
//	damage 6k3+6 >= 16           and whether there are so many
func Phrases(func() Book) []dice.Phrase {
	return []dice.Phrase{{Name: "damage", Sample: "damage 6k3+6 reduction=3 >= 16", Dice: true, Answer: damage,
		Values: []dice.Value{{Key: "endure", Flag: true}, {Key: "reduction", Most: oddsReductionMax}}}}
}

// damage returns what is left of a damage roll: Endure takes off first, Reduction then, and neither more than there is (RK-53, R-RK-26).
func damage(e dice.Expr, v map[string]int) dice.Answer {
	e.Of, e.Less = "Wounds", []int{endured * v["endure"], v["reduction"]}
	e.Words = "damage " + e.Own.String()
	if v["endure"] > 0 {
		e.Words += " endure"
	}
	if v["reduction"] > 0 {
		e.Words += fmt.Sprintf(" reduction=%d", v["reduction"])
	}
	return e.Answer()
}
