// Command odds asks for exact odds in the words of each rule system. Nothing is simulated: every answer is a fraction.
package main

import (
	"fmt"

	"kokyu/agent"
	"kokyu/rules/dice"
)

func main() {
	rows := agent.Builtin()
	for _, question := range []string{
		"2d10+5 >= 14",                   // a check
		"2d10+3 vs 2d10+5",               // a contest
		"overload physique=1 excess=2",   // breath: a breath two over its limit
		"tempo +3 vs +2 >= 1",            // tempo: two checks against each other
		"7k3+6 >= 25",                    // keep: seven dice, the three highest and 6
		"tempo +3 vs +2 >= ", "2d10 > x", // no questions: the error says where and what would be right
	} {
		answer, err := rows.Odds(question)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(answer.Question)
		for _, c := range answer.Chances {
			fmt.Printf("  %s %v = %s\n", c.Says, c.Rat, c.Percent())
		}
	}

	// The distributions themselves are in package dice. Ways are whole numbers; a chance is divided out once.
	sum := dice.Sum(2, 10)
	fmt.Println("2d10 at least 12:", sum.AtLeast(12))
	plain, double := dice.TwoD10AtLeast(12)
	fmt.Printf("of %d throws, %d reach it with different faces and %d with equal ones\n", dice.TwoD10Throws, plain, double)
}
