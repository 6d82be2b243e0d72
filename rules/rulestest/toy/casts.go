package toy

import (
	"kokyu/rules"
	"kokyu/rules/stage"
)

// casts are the throws of dice, one for each phase of dice. A search looks ahead at the classes of a throw and not at
// its totals: totals with the same consequences are one class, whose chance is exact.
var casts = []stage.Cast[Row]{
	{Phase: attackRoll, Name: "attack", Verb: "hits", Passive: "is hit", ClassWords: []string{"miss", "hit"},
		Against: seatOfTarget, Dice: attackDice, Need: armourOfTarget, Class: classOfAttack, Play: resolveAttack},
	{Phase: damageRoll, Name: "damage", Unit: "damage", IsDamage: true,
		Against: seatOfTarget, Dice: damageDice, With: weaponName, Class: classOfDamage, Play: resolveDamage},
	{Phase: blastRoll, Name: "damage", Unit: "damage", Dice: blastDice, Play: resolveBlast},
	{Phase: saveRoll, Name: "save", Verb: "saves", ClassWords: []string{"does not save", "saves"},
		Dice: saveDice, Need: saveNeed, Play: resolveSave},
	{Phase: healRoll, Name: "draught", Unit: "hit points", Dice: draughtDice, Class: classOfDraught, Play: resolveDraught},
}

func seatOfTarget(_ *game, s *State) int   { return int(s.Notes[target]) }
func armourOfTarget(_ *game, s *State) int { return int(s.Seats[s.Notes[target]].Values[armourClass]) }

// attackInUse returns the attack that is under way.
func attackInUse(g *game, s *State) *attack {
	return &g.Seats[s.Notes[attacker]].Row.Attacks[s.Notes[weapon]]
}

// spell returns the spell of the actor.
func spell(g *game, s *State) *blast { return g.Seats[s.Actor].Row.Blast }

// attackDice returns the d20 of an attack. Conditions of both sides give advantages and disadvantages (TY-06): a dazed
// target (TY-09), a prone attacker or target (TY-08), a target that dodges (TY-10).
func attackDice(g *game, s *State) stage.Dice {
	by, at := &s.Seats[s.Notes[attacker]], &s.Seats[s.Notes[target]]
	advantages, disadvantages := int(at.Values[dazed]), int(by.Values[prone]+at.Values[dodging])
	switch {
	case at.Values[prone] > 0 && by.Place == at.Place:
		advantages++
	case at.Values[prone] > 0:
		disadvantages++
	}
	d20 := stage.Dice{N: 1, Sides: 20, Mod: int8(attackInUse(g, s).Bonus)}
	return d20.WithAdvantage(advantages, disadvantages)
}

// classOfAttack returns 1 for a hit, else 0: die is the d20 that counts.
func classOfAttack(g *game, s *State, total, die int) uint8 { // TY-04
	if die == 20 || die > 1 && total >= armourOfTarget(g, s) {
		return 1
	}
	return 0
}

// resolveAttack trips the target, or goes on to the damage.
func resolveAttack(g *game, s *State, hit uint8, log *rules.Log) {
	if hit == 1 && s.Notes[isTrip] == 0 {
		s.Phase = damageRoll
		return
	}
	if hit == 1 {
		g.Set(s, int(s.Notes[target]), prone, 1, log)
	}
	endAttack(g, s, log)
}

func damageDice(g *game, s *State) stage.Dice { return attackInUse(g, s).Damage }
func weaponName(g *game, s *State) string     { return attackInUse(g, s).Name }

// classOfDamage returns the hit points that a hit takes, at least 1 (TY-05). Damage beyond what the target has left
// fells it just the same, so all of it is one class.
func classOfDamage(_ *game, s *State, total, _ int) uint8 {
	return uint8(min(max(total, 1), int(s.Seats[s.Notes[target]].Values[hitPoints])))
}

func resolveDamage(g *game, s *State, damage uint8, log *rules.Log) {
	g.Hurt(s, int(s.Notes[target]), int(damage), int(s.Notes[attacker]), log)
	endAttack(g, s, log)
}

func blastDice(g *game, s *State) stage.Dice { return spell(g, s).Damage }

// resolveBlast keeps the damage for all in the room, and asks the first of them to save.
func resolveBlast(g *game, s *State, damage uint8, log *rules.Log) {
	s.Notes[blastDamage] = max(damage, 1)
	askNextSave(g, s, 0, log)
}

// saveDice returns the d20 of a saving throw, with advantage for one who dodges (TY-10).
func saveDice(g *game, s *State) stage.Dice {
	seat := s.Notes[target]
	d20 := stage.Dice{N: 1, Sides: 20, Mod: int8(g.Seats[seat].Row.Save)}
	return d20.WithAdvantage(int(s.Seats[seat].Values[dodging]), 0)
}

func saveNeed(g *game, s *State) int { return spell(g, s).Difficulty }

// resolveSave takes half of the damage, rounded down, from one who saves; others are dazed and take all (TY-11).
func resolveSave(g *game, s *State, saved uint8, log *rules.Log) {
	seat, damage := int(s.Notes[target]), int(s.Notes[blastDamage])
	if saved == 1 {
		damage /= 2
	} else {
		g.Set(s, seat, dazed, 1, log)
	}
	g.Hurt(s, seat, damage, int(s.Actor), log)
	askNextSave(g, s, seat+1, log)
}

func draughtDice(*game, *State) stage.Dice { return stage.Dice{N: 2, Sides: 4, Mod: 2} }

// classOfDraught returns the hit points that come back. A draught that would heal more than was lost (TY-12) is of the
// class of one that heals just that.
func classOfDraught(g *game, s *State, total, _ int) uint8 {
	return uint8(min(total, int(g.Seats[s.Actor].Most[hitPoints]-actor(s).Values[hitPoints])))
}

func resolveDraught(g *game, s *State, healed uint8, log *rules.Log) {
	g.Set(s, int(s.Actor), hitPoints, int(actor(s).Values[hitPoints]+healed), log)
	g.EndAction(s, log)
}
