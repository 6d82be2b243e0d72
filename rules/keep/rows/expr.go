package rows

import (
	"fmt"

	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// oddsReductionMax is the highest Reduction in a question about damage.
const oddsReductionMax = 30

// Phrases returns this system's own questions about odds.
//
//	damage 6k3+6 reduction=3     how many Wounds there are; with endure, after a Void Point against them
//	damage 6k3+6 >= 16           whether there are so many
func Phrases(func() Book) []dice.Phrase {
	return []dice.Phrase{{Name: "damage", Sample: "damage 6k3+6 reduction=3 >= 16", Dice: true, Answer: answerDamage,
		Values: []dice.Value{{Key: "endure", Flag: true}, {Key: "reduction", Most: oddsReductionMax}}}}
}

// answerDamage returns what Endure and then Reduction leave of a damage roll (RK-177, RK-53, R-RK-26).
func answerDamage(e dice.Expr, v map[string]int) dice.Answer {
	e.Of, e.Less = "Wounds", []int{EndureBy * v["endure"], v["reduction"]}
	e.Words = "damage " + e.Own.String() + text.Either(v["endure"] > 0, " endure", "") +
		text.Either(v["reduction"] > 0, fmt.Sprintf(" reduction=%d", v["reduction"]), "")
	return e.Answer()
}
