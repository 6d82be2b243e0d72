package breath

import (
	"math/big"

	"kokyu/rules"
	"kokyu/rules/breath/tale"
)

// What the dice that a fight waits for lead to, and with what chances. Each throw has a key, the number of its
// consequence, and a search plays one throw for each key. So throws of different consequences must have different keys;
// one consequence may have several keys, which only costs time.

// blowOdds returns the outcomes of an attack or a defence roll.
func (g *Game) blowOdds(s *State, buf []rules.Odds) []rules.Odds {
	k := g.stakes(s)
	if k.isDefence && !k.mayLock {
		return k.defenceOdds(buf)
	}
	return mergeThrows(buf, k.consequence)
}

// defenceOdds appends the outcomes of a defence roll that cannot lock the blades. It returns what mergeThrows would, in
// the same order, but is faster: no other dice are thrown as often in a search.
func (k *stakes) defenceOdds(buf []rules.Odds) []rules.Odds {
	add := func(act rules.Action, ways int) {
		if ways > 0 {
			buf = append(buf, rules.Odds{Action: act, P: float64(ways) / 100})
		}
	}
	need := min(max(int(k.need), 2), 21)
	yes := throwsFor(need)
	switch {
	case need == 2:
	case k.hitWounds >= k.woundsLeft && !k.byUnit:
		add(rollAction(2, true), 100-yes)
	default:
		add(rollAction(2, true), 1)
		add(rollAction(3, false), int(throwsBelow[need].unequal))
		add(rollAction(4, true), int(throwsBelow[need].double))
	}
	add(rollAction(int8(need), need == 2 || need == 20), yes)
	return buf
}

// throwsBelow has by n how many throws of a hundred show less than n: of unequal dice, and of doubles other than 1-1.
var throwsBelow = func() (w [22]struct{ unequal, double int8 }) {
	for n := range w {
		for sum := 2; sum < n; sum++ {
			w[n].unequal += unequalWays[sum]
			if sum%2 == 0 && sum > 2 {
				w[n].double++
			}
		}
	}
	return w
}()

// The keys of attack and defence rolls and of castings, for mergeThrows.
const (
	keyMiss int16 = iota
	keyFumble
	keyRetribution
	keySuccess
	keyFatal
	keyLock       // a defence that ties the blow and locks the blades
	keyNear = 10  // plus one of the keys above: a miss so close that it shaves guard
	keyHit  = 100 // plus what matters of the hit
)

// stakes is all that the consequence of a throw for a blow or its answer depends on. It is worked out once for all
// sums.
type stakes struct {
	need           int8 // what the dice must show
	isDefence      bool // it is an answer's throw
	isAsked        bool // a hit goes to the target's answer, which must reach its total: each sum is a class
	twenty         int8 // dice with which a technique reaches its 20, 0 if that means nothing
	woundsLeft     int8 // Wounds with which the target falls
	hitWounds      int8 // Wounds of a hit
	criticalWounds int8 // of a critical one
	twentyWounds   int8 // of one that reaches 20
	byUnit         bool // a unit answers for its master: how it fails matters even if he falls
	mayLock        bool // an exact defence locks the blades
	nearMiss       int8 // by how little a miss at a location still shaves guard, 0 not at all
	onesMatter     bool // 1-1 means more than another double that fails
	tensMatter     bool // 10-10 means more than another double that succeeds
	feint          bool // it takes guard only
	isWindow       bool // every hit is a critical, in the Critical window of an opening
	spell          bool // it is a casting: a double that fails means nothing, unless it is 1-1
	beside         int8 // dice with which a spell strikes one more foe (rows.SpellEffects.Beside), 0 if nobody is there
	mirage         bool // an odd sum misses
}

// stakes returns the stakes of the throw that the fight waits for: an attack's, or in phDefend its answer's. What
// cannot change the consequence of any sum stays zero, so that as many sums as possible share a key.
//
// Where a unit answers for its master, how it fails matters even if the master falls. Where an ally may answer by a
// spell, the total of a hit matters even if the target itself has no answer.
func (g *Game) stakes(s *State) stakes {
	b := s.currentBlow()
	a := g.techniqueOf(b)
	k := stakes{onesMatter: g.rule.Retribution, tensMatter: g.rule.Mandate && b.aim() != aimFeint, woundsLeft: max(1, s.seats[b.target].wounds),
		hitWounds: a.wounds, criticalWounds: max(a.wounds, a.criticalWounds), twentyWounds: a.twentyWounds}
	if g.duel.on {
		g.duelStakes(s, b, &k)
	}
	if len(g.casters) > 0 {
		k.woundsLeft += g.absorbable(s, int(b.target))
		if a.flags&techSpell != 0 {
			k.tensMatter = false
			k.hitWounds, k.criticalWounds = g.blowWounds(s, b), g.blowWounds(s, b)+1
		}
	}
	if s.phase == phDefend {
		k.isDefence = true
		i, answer := g.answererOf(b)
		k.need = b.sum + b.mod - g.defenseMod(s, i, answer)
		k.hitWounds, k.byUnit = g.blowWounds(s, b), i != int(b.target)
		return k
	}
	k.onesMatter = g.isRetribution(b)
	k.need = g.defenseAgainst(s, b) - b.mod
	k.isAsked = g.canAnswer(s) || len(g.casters) > 0 && g.answeringAlly(s) != rules.Nobody
	if len(g.casters) > 0 {
		k.mirage = g.strikesMirage(s, b)
		if a.flags&techSpell != 0 {
			k.spell, k.onesMatter = true, true
			if s.maneuver.to > 0 && g.rolledSpell(s).effects.Beside.N > 0 {
				k.beside = max(1, g.shownDefense(s, int(s.maneuver.to)-1)-b.mod)
			}
		}
	}
	if t := g.blowTaker(s, b); t != int(b.target) {
		k.isAsked, k.woundsLeft = false, max(1, s.seats[t].wounds)
	}
	k.onesMatter = k.onesMatter || g.fighters[b.striker].isSquad()
	if a.twentyWounds > 0 && !k.feint {
		k.twenty = 20 - b.mod
	}
	return k
}

// duelStakes adds to the stakes of a throw what a duel makes of them.
func (g *Game) duelStakes(s *State, b *blow, k *stakes) {
	k.isWindow = s.duel.hasCriticalWindow(int(b.target))
	k.feint = b.aim() == aimFeint
	if k.feint {
		k.hitWounds, k.criticalWounds, k.twentyWounds = 0, 0, 0
	}
	if n := g.torsoBonus(s, b); n > 0 {
		k.hitWounds, k.criticalWounds = k.hitWounds+n, k.criticalWounds+n
		if k.twentyWounds > 0 {
			k.twentyWounds += n
		}
	}
	if b.aim().isLocation() && !s.duel.isBroken(int(b.target)) {
		k.nearMiss = g.rule.NearMiss
	}
	k.mayLock = s.phase == phDefend && s.duel.rung == closeFighting
}

// consequence returns the key of a throw. Throws with the same key lead to the same state.
func (k *stakes) consequence(sum int8, double bool) int16 {
	switch {
	case k.mayLock && sum == k.need:
		return keyLock
	case k.mirage && sum%2 == 1:
		return keyMiss
	case k.isDefence && sum >= k.need:
		return keySuccess
	case k.isDefence && k.hitWounds >= k.woundsLeft && !k.byUnit:
		return keyFatal
	case sum < k.need && !k.isDefence && sum >= k.need-k.nearMiss:
		return keyNear + k.failure(sum, double)
	case sum < k.need:
		return k.failure(sum, double)
	case k.isAsked:
		return keyHit + 2*int16(sum) + bit(double)
	case k.beside > 0:
		return keyHit + bit(double) + 2*bit(sum >= k.beside)
	}
	n, reaches20 := k.hitWounds, k.twenty > 0 && sum >= k.twenty
	if double || k.isWindow {
		n = k.criticalWounds
	}
	if reaches20 {
		n = max(n, k.twentyWounds)
	}
	if n >= k.woundsLeft {
		return keyFatal
	}
	return keyHit + bit(double || k.isWindow) + 2*bit(double && sum == 20 && k.tensMatter) + 4*bit(reaches20)
}

// failure returns the key of a failing throw: a double is a Fumble, and 1-1 Retribution where that is played.
func (k *stakes) failure(sum int8, double bool) int16 {
	switch {
	case double && sum == 2 && k.onesMatter:
		return keyRetribution
	case double && !k.spell:
		return keyFumble
	}
	return keyMiss
}

// lotOdds appends the friends whom a shot gone astray may strike, all with one chance.
func (g *Game) lotOdds(s *State, buf []rules.Odds) []rules.Odds {
	by := int(s.currentBlow().striker)
	p := 1 / float64(g.friendsInCore(s, by))
	for k := range g.n {
		if g.isFriendInCore(s, by, k) {
			buf = append(buf, rules.Odds{Action: rules.Action{Do: doDrawLot, At: rules.Seat(k)}, P: p})
		}
	}
	return buf
}

// castOdds appends the outcomes of a casting that does not strike as a blow: it fails, fails with 1-1, or works; an
// area spell works on so many, with a double or without.
func (g *Game) castOdds(s *State, buf []rules.Odds) []rules.Odds {
	return mergeThrows(buf, func(sum int8, double bool) int16 { return g.castKey(s, sum, double) })
}

// castKey returns the key of a throw of a casting. Of an area spell it matters how many it hits, not whom: a higher
// total hits the same seats and more.
func (g *Game) castKey(s *State, sum int8, double bool) int16 {
	sp := g.rolledSpell(s)
	total, need := sum+g.castMod(s, sp), g.castNeed(s, sp)
	switch {
	case total < need && sum == 2:
		return keyRetribution
	case total < need:
		return keyMiss
	case sp.flags&spellAtDefense == 0:
		return keySuccess
	}
	n := int16(0)
	for t := range g.n {
		if g.isInArea(s, t, s.maneuver.to, sp) && total >= g.shownDefense(s, t) {
			n++
		}
	}
	return keyHit + 2*n + bit(double)
}

// evenDifference returns by how much the mover's dice must be ahead of the other's for a tie, after both modifiers.
func (g *Game) evenDifference(s *State) int8 {
	return g.contestMod(s, 1-int(s.actor)) - g.contestMod(s, int(s.actor))
}

// contestWays returns how many of 10,000 throws the mover wins, nobody wins, and the mover loses.
func (g *Game) contestWays(s *State) (win, tie, lose int) {
	even := g.evenDifference(s)
	win = countBeating(even + 1)
	tie = countBeating(even) - win
	lose = 10_000 - win - tie
	if g.winsTies(s) {
		win, tie = win+tie, 0
	}
	return win, tie, lose
}

// contestOdds appends win, tie and loss of a contest. If merged, as for a search, a tie that leads where a loss does is
// one outcome with it.
func (g *Game) contestOdds(s *State, buf []rules.Odds, merged bool) []rules.Odds {
	even := g.evenDifference(s)
	win, tie, lose := g.contestWays(s)
	if merged && g.tieIsLoss(s) {
		lose, tie = lose+tie, 0
	}
	add := func(own, other int8, ways int) {
		if ways > 0 {
			buf = append(buf, rules.Odds{Action: contestAction(own, other), P: float64(ways) / 10_000})
		}
	}
	add(20, 2, win) // these two sums stand for all that win, those below for all that tie or lose
	add(2+max(0, even), 2+max(0, -even), tie)
	add(2, 20, lose)
	return buf
}

// contestAction returns the action of the dice of both: the sum of the mover's two and that of the other's two.
func contestAction(own, other int8) rules.Action {
	return rules.Action{Do: doContest, At: rules.Nobody, With: uint8(own), To: uint8(other)}
}

// tieIsLoss reports whether a tie leads where the mover's loss does: with a push or a slip always, with a half-step if
// the loss changes nothing either.
func (g *Game) tieIsLoss(s *State) bool {
	if uint16(s.maneuver.do) != doHalfStep {
		return true
	}
	i, d := int(s.actor), &s.duel
	return g.rule.LostSteps == 0 || d.flags[i]&duelLostStep != 0 && d.flags[1-i]&duelLostStep == 0 && d.isBroken(i)
}

// describeAttack describes the check of a blow.
func (g *Game) describeAttack(s *State, c *rules.Check) {
	b := s.currentBlow()
	c.At, c.Mod, c.Need = rules.Seat(b.target), int(b.mod), int(g.defenseAgainst(s, b))
	if g.techniqueOf(b).kind == kindSpell {
		c.Success = tale.Success("casting")
	}
}

// describeDefence describes the check of an answer to a blow. Where a unit answers for its master, the words of its
// success name the master, who is hit if it fails.
func (g *Game) describeDefence(s *State, c *rules.Check) {
	b := s.currentBlow()
	who, a := g.answererOf(b)
	c.At, c.Mod, c.Need = rules.Seat(b.striker), int(g.defenseMod(s, who, a)), int(b.sum+b.mod)
	if who != int(b.target) {
		c.Success = rules.Success{Verb: tale.Success(c.What).Verb, Passive: g.name(int(b.target)) + " " + tale.Success(c.What).Passive}
	}
}

// describeLot describes the lot that says whom a stray shot strikes: one die with as many faces as there are friends.
func (g *Game) describeLot(s *State, c *rules.Check) {
	c.Dice, c.Need, c.Num, c.Den, c.P = []int{g.friendsInCore(s, int(s.currentBlow().striker))}, 1, 1, 1, 1
}

// describeRoar describes the check of a roar.
func (g *Game) describeRoar(s *State, c *rules.Check) {
	c.At, c.Mod, c.Need = rules.Seat(s.maneuver.at), int(g.fighters[s.actor].roarBonus), roarNeed
}

// describeCast describes the check of a spell.
func (g *Game) describeCast(s *State, c *rules.Check) {
	sp := g.rolledSpell(s)
	c.Mod, c.Need = int(g.castMod(s, sp)), int(g.castNeed(s, sp))
	switch {
	case s.phase == phSpellAnswer:
		c.At = rules.Seat(s.currentBlow().striker)
	case int(s.maneuver.at) < g.n && s.maneuver.at != s.actor:
		c.At = rules.Seat(s.maneuver.at)
	}
}

// describeContest describes the dice of both: the mover's two, then the other's two. P is the mover's chance to win.
func (g *Game) describeContest(s *State, c *rules.Check) {
	i := int(s.actor)
	c.At, c.What, c.Contest = rules.Seat(1-i), contestName(s.maneuver), true
	c.Success = tale.Contest
	c.Dice = []int{10, 10, 10, 10}
	c.Mod, c.Need = int(g.contestMod(s, i)), int(g.contestMod(s, 1-i))
	win, _, _ := g.contestWays(s)
	setChance(c, win, 10_000)
}

// setChance sets the chance of a check to n/of, as a reduced fraction.
func setChance(c *rules.Check, n, of int) {
	chance := big.NewRat(int64(n), int64(of))
	c.Num, c.Den = chance.Num().Int64(), chance.Denom().Int64()
	c.P = float64(c.Num) / float64(c.Den)
}
