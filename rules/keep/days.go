package keep

import (
	"fmt"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/keep/tale"
)

// Hunger and want of sleep (001 §Hunger, §Exhaustion) and rest, between fights. In a fight [Game.testNumber] counts
// hunger, [Game.penalty] and [Game.hasBenefit] want of sleep.

// hungerNumber returns what days without food and water add to the number of every skill, trait and spell roll
// (RK-194).
func hungerNumber(days int) int { return hungerDay * days }

// hungerDamage returns the damage of a day without food and water; due is whether there is any: from more such days
// than the Earth Ring on (RK-195).
func hungerDamage(days, earth int) (p dice.Pool, due bool) {
	if days <= earth {
		return dice.Pool{}, false
	}
	return hungerWounds.addTo(dice.Pool{Explode: true}), true
}

// sleepMalus returns what nights without sleep take off every test and contest (RK-198).
func sleepMalus(days int) int { return sleepDay * days }

// sleepTest returns the test of Willpower that keeps one awake, and its number; due is whether it has to be made: every
// two hours from more days without sleep than Stamina on (RK-199).
func sleepTest(days, stamina, willpower int) (p dice.Pool, number int, due bool) {
	if days <= stamina {
		return dice.Pool{}, 0, false
	}
	return traitPool(willpower).Gain(0, 0, -sleepMalus(days)), sleepNumber, true
}

// takeRest returns a combatant after a rest. Whole days heal, and hurt whoever goes without food (R-RK-87); a night or
// an interlude only gives Void Points back.
func takeRest(c book.CarryOver, r book.Rest) book.CarryOver {
	if r.Days == 0 {
		if r.Long() {
			c.Void = voidAfterNight(c)
		}
		return c
	}
	if c.Body == nil {
		r.Calls.Tell("without body: in the file, so that days do nothing but give Void Points back")
		if r.Long() && !r.WithoutFood {
			c.Void = voidAfterNight(c)
		}
		return c
	}
	l := restingCombatant{CarryOver: c, rest: r}
	if l.Wounds == nil {
		l.Wounds = new(int)
	}
	wounds := *l.Wounds
	l.Wounds = &wounds
	for l.day = 1; l.day <= r.Days && wounds < l.leastWounds(dead); l.day++ {
		l.eat()
		if wounds < l.leastWounds(dead) && l.sleep() {
			l.heal()
		}
		if l.Down && wounds < l.leastWounds(outRank) {
			l.Down = false
			l.tell("stands again")
		}
	}
	return l.CarryOver
}

// voidAfterNight returns the Void Points after a night: all of them, or of one who is Hungry as many as before
// (RK-193).
func voidAfterNight(c book.CarryOver) *book.Pool {
	if c.Void == nil || c.HungryDays > 0 {
		return c.Void
	}
	return &book.Pool{Left: max(c.Void.Left, c.Void.Of), Of: c.Void.Of}
}

// restingCombatant is a combatant between two fights while days go by.
type restingCombatant struct {
	book.CarryOver
	rest book.Rest
	day  int
}

// tell tells the GM what the day has come to.
func (l *restingCombatant) tell(format string, more ...any) {
	l.rest.Calls.Tell(fmt.Sprintf("day %d: %s", l.day, fmt.Sprintf(format, more...)))
}

// leastWounds returns the least Wounds of a rank.
func (l *restingCombatant) leastWounds(rank int) int {
	return threshold(rank, l.Body.Earth, l.Body.Mook)
}

// throw throws a pool, and returns the total and its words.
func (l *restingCombatant) throw(p dice.Pool) (total int, says string) {
	faces := p.Throw(l.rest.Calls.Throw)
	cast, _, _ := p.Read(faces) // no error: these are the pool's own dice
	text := p.Normalize().Text()
	return cast.Total, text + ": " + tale.DiceText(text, faces)
}

// eat counts a day with food and water or without, and deals the damage of hunger (RK-195). Reduction takes nothing off
// that, nor does Endure (R-RK-87).
func (l *restingCombatant) eat() {
	if !l.rest.WithoutFood {
		l.HungryDays = 0
		return
	}
	l.HungryDays++
	p, hurts := hungerDamage(l.HungryDays, l.Body.Earth)
	if !hurts {
		return
	}
	total, says := l.throw(p)
	wounds := min(max(0, total), l.leastWounds(dead)-*l.Wounds)
	was := l.rank()
	*l.Wounds += wounds
	l.HungerWounds += wounds
	l.tell("hunger %s, %d Wounds", says, *l.Wounds)
	if now := l.rank(); now != was && now >= outRank {
		l.Down = true
		l.tell("hunger brings the rank to %s", rankNames[now])
	}
}

// rank returns the rank of Wounds.
func (l *restingCombatant) rank() int {
	return int(ladderOf(l.Body.Earth, l.Body.Mook).rank[*l.Wounds])
}

// sleep counts a night, and reports whether there was sleep in it. Whoever goes without makes the tests of sleepTest,
// and falls asleep with the first that fails.
func (l *restingCombatant) sleep() bool {
	if !l.rest.WithoutSleep || l.rank() >= outRank { // who is Out sleeps
		l.SleeplessDays = 0
		return true
	}
	l.SleeplessDays++
	for hour := sleepHours; hour <= 24; hour += sleepHours {
		p, number, due := sleepTest(l.SleeplessDays, l.Body.Stamina, l.Body.Willpower)
		if !due {
			return false
		}
		number += hungerNumber(l.HungryDays)
		p.Add -= penalties[l.rank()]
		if total, says := l.throw(p); total < number {
			l.tell("asleep after %d hours, Willpower %s vs %d", hour, says, number)
			l.SleeplessDays = 0
			return true
		}
	}
	l.tell("awake through %d tests of Willpower", 24/sleepHours)
	return false
}

// heal gives back what a night's rest does: Void Points (RK-193), and Wounds that are not of hunger (RK-196).
func (l *restingCombatant) heal() {
	l.Void = voidAfterNight(l.CarryOver)
	most := restStamina*l.Body.Stamina + restRank*l.Body.Rank
	if n := min(most, *l.Wounds-l.HungerWounds); n > 0 {
		*l.Wounds -= n
		l.tell("rest heals %d, %d Wounds", n, *l.Wounds)
	}
}
