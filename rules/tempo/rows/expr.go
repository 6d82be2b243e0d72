package rows

import (
	"fmt"
	"math/big"

	"kokyu/rules/dice"
)

// Phrases returns this system's own questions about odds: "recover -4" asks how many AP a Recover Stamina at -4 gives
// back (TP-158 to TP-167), by the table of the catalogue.
func Phrases(book func() Book) []dice.Phrase {
	modifier := dice.Value{Least: -dice.ModMax, Most: dice.ModMax, Missing: "the modifier is missing"}
	return []dice.Phrase{{Name: "recover", Sample: "recover -4", Values: []dice.Value{modifier},
		Answer: func(_ dice.Expr, v map[string]int) dice.Answer { return book().recovery(v[""]) }}}
}

// recovery answers such a question: it lists the rows of the table of Recover Stamina that can be reached with a
// modifier, with the exact chance of each.
func (b Book) recovery(mod int) dice.Answer {
	a := dice.Answer{Question: fmt.Sprintf("recover %+d", mod), Table: &dice.Table{}}
	rows := b.Actions[recoverStamina].Outcomes
	mean := new(big.Rat)
	for k, r := range rows {
		p := big.NewRat(1, 1)
		if k > 0 {
			p = dice.Prismatic.ExactAtLeast(r.From.N - mod)
		}
		if k+1 < len(rows) {
			p.Sub(p, dice.Prismatic.ExactAtLeast(rows[k+1].From.N-mod))
		}
		if p.Sign() == 0 {
			continue
		}
		c := dice.Chance{Says: fmt.Sprintf("%d AP", r.AP.N), Rat: p}
		a.Chances, a.Table.Outcomes = append(a.Chances, c), append(a.Table.Outcomes,
			dice.Outcome{Of: "ap", Value: r.AP.N, P: c.P()})
		mean.Add(mean, new(big.Rat).Mul(p, big.NewRat(int64(r.AP.N), 1)))
	}
	a.Table.Mean, _ = mean.Float64()
	a.Note = fmt.Sprintf("on average %.2f AP", a.Table.Mean)
	return a
}
