package keep

import (
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/keep/rows"
)

// The numbers of the document's tables, as the engine counts with them. Package rows has them, with their sources; feet are
// squares of five here.
var (
	// §Stances
	fireATN        = -rows.Stances.Num("fire", "ATN")
	fireAttack     = gained(&rows.Stances, "fire", "attack")
	fireStep       = rows.Stances.Num("fire", "move") / squareFeet
	voidActions    = uint8(-rows.Stances.Nums("void", "besides")[0])
	voidThrow      = gain{roll: rows.Stances.Nums("void", "besides")[1], keep: rows.Stances.Nums("void", "besides")[2]}
	defendNumber   = rows.Stances.Num("earth", "besides")
	voidInitiative = rows.Stances.Nums("void", "besides")[3]

	// §Default Maneuvers
	raiseNumber     = rows.Terms.Num("raise", "is")
	feintRaises     = rows.Maneuvers.Num("feint", "raises")
	disarmRaises    = rows.Maneuvers.Num("disarm", "raises")
	extraRaises     = rows.Maneuvers.Num("extra attack", "raises")
	tacticalRaises  = rows.Maneuvers.Num("tactical strike", "raises")
	knockdownRaises = rows.Maneuvers.Num("knockdown", "raises")
	fourLegsRaises  = rows.Maneuvers.Nums("knockdown", "raises")[1]
	shoveRaises     = rows.Maneuvers.Nums("push/pull", "raises")[1] // for every square
	extraLeast      = rows.Maneuvers.Num("extra damage", "raises")
	extraDamage     = gained(&rows.Maneuvers, "extra damage", "damage") // for each raise
	tacticsGain     = uint8(rows.Maneuvers.Num("tactical strike", "does"))
	disarmDamage    = gained(&rows.Maneuvers, "disarm", "damage")
	feintMost       = rows.Maneuvers.Num("feint", "damage") // for each Insight Rank
	partRaises      = numbersOf(&rows.Parts, "raises")
	armAttack       = gained(&rows.Parts, "arm", "does")
	handAttack      = gained(&rows.Parts, "hand", "does")
	legWater        = -rows.Parts.Num("leg", "does")

	// §Grapple Actions, §Guard, §Movement
	throwSquares  = rows.GrappleActions.Num("throw", "does") / squareFeet // for each point of Strength
	dragSquares   = rows.GrappleActions.Num("drag", "does") / squareFeet  // for each point of Water
	maintainGain  = gained(&rows.GrappleActions, "maintain", "does")
	guardSquares  = uint8(rows.Actions.Nums("guard", "does")[0] / squareFeet)
	guardMalus    = -rows.Actions.Nums("guard", "does")[1]
	guardBonus    = rows.Actions.Nums("guard", "does")[2]
	stepSquares   = rows.Actions.Num("step", "does") / squareFeet // for each point of Water
	moveSquares   = rows.Actions.Num("move", "does") / squareFeet
	crawlSquares  = rows.Actions.Num("crawl", "does") / squareFeet
	fewSyllables  = int16(rows.Actions.Nums("speak", "does")[0])
	manySyllables = int16(rows.Actions.Nums("speak", "does")[1])
	capSquares    = rows.Actions.Nums("move", "does")[1] / squareFeet

	// §Void Points
	accelerateBy = rows.VoidUses.Num("accelerate", "gives")
	boostGain    = gained(&rows.VoidUses, "boost", "gives")
	striveGain   = gained(&rows.VoidUses, "strive", "gives")
	deflectBy    = rows.VoidUses.Num("deflect", "gives")
	endureBy     = -rows.VoidUses.Num("endure", "gives")

	// §Status Effects
	blindMelee   = gained(&rows.Statuses, "blind", "rolls")
	blindFar     = gain{roll: rows.Statuses.Nums("blind", "rolls")[2], keep: rows.Statuses.Nums("blind", "rolls")[3]}
	blindWater   = -rows.Statuses.Nums("blind", "forbids")[0]
	leastWater   = rows.Statuses.Nums("blind", "forbids")[1]
	blindNumber  = rows.Statuses.Nums("blind", "forbids")[2]
	stunDice     = rows.Statuses.Num("stunned", "rolls")
	stunNumber   = rows.Statuses.Nums("stunned", "ends")[0]
	stunEase     = -rows.Statuses.Nums("stunned", "ends")[1]
	hungerDay    = rows.Statuses.Num("hungry", "rolls")
	hungerWounds = gained(&rows.Statuses, "hungry", "forbids")
	sleepDay     = -rows.Statuses.Num("exhausted", "rolls")
	sleepNumber  = rows.Statuses.Num("exhausted", "forbids")
	sleepHours   = rows.Days.Num("waking", "then")
	restStamina  = rows.Days.Nums("resting", "does")[0]
	restRank     = rows.Days.Nums("resting", "does")[1]
	strongDice   = rows.Statuses.Num("strong position", "rolls")
	proneATN     = -rows.Statuses.Num("prone", "ATN")
	proneDice    = rows.Statuses.Num("prone", "rolls")
	rallyNumber  = rows.Statuses.Num("incapacitated", "ends")

	// §Armor Target Number
	plainATN    = rows.Terms.Nums("Armor Target Number", "is")[0]
	reflexesATN = rows.Bonuses.Num("attribute bonus", "is")
)

// squareFeet are the feet of a square (R-RK-52).
const squareFeet = 5

// gained is a cell of dice.
func gained(t *book.Table, row, column string) gain {
	n := t.Nums(row, column)
	return gain{roll: n[0], keep: n[1]}
}

// numbersOf are the first numbers of a column, row by row.
func numbersOf(t *book.Table, column string) (all []int) {
	for _, e := range t.Rows {
		all = append(all, t.Num(e.Name, column))
	}
	return all
}

// more is a pool with what it gains.
func (n gain) more(p dice.Pool) dice.Pool { return p.Gain(n.roll, n.keep, n.add) }
