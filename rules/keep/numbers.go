package keep

import (
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/keep/rows"
)

// The numbers of the document's tables, as the engine counts with them: what is taken off is positive, and feet are
// squares. Package rows has the tables with their sources.
var (
	// §Stances
	fireATN        = -rows.Stances.Num("fire", "ATN")
	fireAttack     = poolOf(&rows.Stances, "fire", "attack")
	fireStep       = rows.Stances.Num("fire", "feet") / squareFeet
	voidActions    = uint8(-rows.Stances.Num("void", "simple actions"))
	voidGain       = poolOf(&rows.Stances, "void", "throw")
	defendNumber   = rows.Stances.Num("earth", "number")
	voidInitiative = rows.Stances.Num("void", "initiative")

	// §Default Maneuvers
	raiseNumber     = rows.RaiseNumber
	feintRaises     = rows.Maneuvers.Num("feint", "raises")
	disarmRaises    = rows.Maneuvers.Num("disarm", "raises")
	extraRaises     = rows.Maneuvers.Num("extra attack", "raises")
	tacticalRaises  = rows.Maneuvers.Num("tactical strike", "raises")
	knockdownRaises = rows.Maneuvers.Num("knockdown", "raises")
	fourLegsRaises  = rows.Maneuvers.Num("knockdown", "raises on four legs")
	shoveRaises     = rows.Maneuvers.Num("push/pull", "raises")
	fartherRaises   = rows.Maneuvers.Num("push/pull", "raises farther") // for every square more
	extraLeast      = rows.Maneuvers.Num("extra damage", "raises")
	extraDamage     = poolOf(&rows.Maneuvers, "extra damage", "damage") // for each raise
	tacticsGain     = uint8(rows.Maneuvers.Num("tactical strike", "free raises"))
	disarmDamage    = poolOf(&rows.Maneuvers, "disarm", "damage")
	feintMost       = rows.Maneuvers.Num("feint", "most damage") // for each Insight Rank
	partRaises      = numbersOf(&rows.Parts, "raises")
	armAttack       = poolOf(&rows.Parts, "arm", "attacks")
	handAttack      = poolOf(&rows.Parts, "hand", "attacks")
	legWater        = -rows.Parts.Num("leg", "water")

	// §Grapple Actions, §Guard, §Movement
	throwSquares  = rows.GrappleActions.Num("throw", "feet") / squareFeet // for each point of Strength
	dragSquares   = rows.GrappleActions.Num("drag", "feet") / squareFeet  // for each point of Water
	maintainGain  = poolOf(&rows.GrappleActions, "maintain", "contest")
	guardSquares  = uint8(rows.Actions.Num("guard", "feet") / squareFeet)
	guardMalus    = -rows.Actions.Num("guard", "own ATN")
	guardBonus    = rows.Actions.Num("guard", "their ATN")
	stepSquares   = rows.Actions.Num("step", "feet") / squareFeet // for each point of Water
	moveSquares   = rows.Actions.Num("move", "feet") / squareFeet // the same
	crawlSquares  = rows.Actions.Num("crawl", "feet") / squareFeet
	fewSyllables  = int16(rows.Actions.Num("speak", "syllables"))
	manySyllables = int16(rows.Actions.Num("speak", "most syllables"))
	capSquares    = rows.Actions.Num("move", "cap feet") / squareFeet

	// §Void Points
	accelerateBy = rows.VoidUses.Num("accelerate", "initiative")
	boostGain    = poolOf(&rows.VoidUses, "boost", "throw")
	striveGain   = poolOf(&rows.VoidUses, "strive", "throw")
	deflectBy    = rows.DeflectBy
	endureBy     = rows.EndureBy

	// §Status Effects
	blindMelee   = poolOf(&rows.Statuses, "blind", "melee")
	blindFar     = poolOf(&rows.Statuses, "blind", "from afar")
	blindWater   = -rows.Statuses.Num("blind", "water")
	leastWater   = rows.Statuses.Num("blind", "least water")
	blindNumber  = rows.Statuses.Num("blind", "number")
	stunDice     = poolOf(&rows.Statuses, "stunned", "throws").roll
	stunNumber   = rows.Statuses.Num("stunned", "number")
	stunEase     = -rows.Statuses.Num("stunned", "each failure")
	hungerDay    = rows.Statuses.Num("hungry", "a day")
	hungerWounds = poolOf(&rows.Statuses, "hungry", "damage")
	sleepDay     = -rows.Statuses.Num("exhausted", "a day")
	sleepNumber  = rows.Statuses.Num("exhausted", "number")
	sleepHours   = rows.Days.Num("waking", "hours")
	restStamina  = rows.Days.Num("resting", "each Stamina")
	restRank     = rows.Days.Num("resting", "each rank")
	strongDice   = poolOf(&rows.Statuses, "strong position", "attacks").roll
	proneATN     = -rows.Statuses.Num("prone", "ATN")
	proneDice    = poolOf(&rows.Statuses, "prone", "attacks").roll
	rallyNumber  = rows.Statuses.Num("incapacitated", "number")

	// §Armor Target Number
	baseATN     = rows.Terms.Num("Armor Target Number", "base")
	reflexesATN = rows.Bonuses.Num("attribute bonus", "each")
)

// squareFeet is the side of a square in feet (R-RK-52).
const squareFeet = 5

// poolOf returns the dice that a row of a table names.
func poolOf(t *book.Table, row, name string) gain {
	rolled, kept := t.Pool(row, name)
	return gain{roll: rolled, keep: kept}
}

// numbersOf returns the numbers that all rows of a table have under a name, in their order.
func numbersOf(t *book.Table, name string) (all []int) {
	for _, e := range t.Rows {
		all = append(all, t.Num(e.Name, name))
	}
	return all
}

// addTo returns a pool with what it gains.
func (n gain) addTo(p dice.Pool) dice.Pool { return p.Gain(n.roll, n.keep, n.add) }
