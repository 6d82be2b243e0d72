package keep

import "kokyu/rules/dice"

// What takes days (001 §Hunger, §Exhaustion): no fight shows it, so it is arithmetic for the table. What of it weighs on the
// rolls of a fight is in penalty, number and gives.

// hungerNumber is what days without food and water add to the number of every skill, trait and spell roll (RK-194).
func hungerNumber(days int) int { return hungerDay * days }

// hungerDamage is the damage of one more day without, once there were more than the Earth Ring (RK-195).
func hungerDamage(days, earth int) (p dice.Pool, any bool) {
	if days <= earth {
		return dice.Pool{}, false
	}
	return hungerWounds.more(dice.Pool{Explode: true}), true
}

// nightsRest are the Wounds and the Void Points a night's rest gives back of what could come back: the Hungry regain no Void
// (RK-193), and Wounds by hunger do not heal by rest (RK-196).
func nightsRest(wounds, byHunger, void int, hungry bool) (healed, regained int) {
	healed = max(0, wounds-byHunger)
	if !hungry {
		regained = void
	}
	return healed, regained
}

// SleepMalus is what nights without sleep take off every test and contest (RK-198).
func SleepMalus(days int) int { return sleepDay * days }

// sleepTest is the test of Willpower every two hours that keeps one awake, once there were more days without sleep than
// Stamina; who fails it falls asleep (RK-199).
func sleepTest(days, stamina, willpower int) (p dice.Pool, number int, due bool) {
	if days <= stamina {
		return dice.Pool{}, 0, false
	}
	return bare(willpower).Gain(0, 0, -SleepMalus(days)), sleepNumber, true
}
