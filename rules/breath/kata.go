package breath

import (
	"fmt"
	"slices"
	"strconv"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
)

// §0-Energy Kata: what a row may do without Energy is on a closed list, and says its source, its trigger, its limit and
// its price (EB-50, EB-58 to EB-61, EB-122). Each row serves once a round, all together twice (EB-51, EB-84, EB-85).

// kata is one of a combatant's, worked out.
type kata struct {
	name      string
	does      uint8
	trigger   uint8
	pays      uint8
	price     int8
	perFight  int8  // uses a fight, 0 as many as rounds allow
	purse     int8  // the purse that counts them
	bit       uint8 // what says in a seat that it has served this round
	bonus     int8
	perBreath bool // serves once a breath and has no bit; it stands behind the others
}

const (
	kataStrike uint8 = iota
	kataOrder
	kataControl
	kataHead
	kataDomination
	kataBoost
	kataCleanse
)

const (
	triggerOwn uint8 = iota
	triggerParry
	triggerMiss
)

const (
	paysNone uint8 = iota
	paysGold
	paysFaith
	paysExposed
)

// kataMax is how many such rows one combatant may know: a bit for each is what a round remembers.
const kataMax = 3

// readKata works a Kata of a combatant out.
func (b *builder) readKata(path strict.Path, f *fighter, name string, z rows.Zero) {
	word, price, _ := rows.Amount(z.Pays)
	_, uses, _ := rows.Amount(z.Limit)
	k := kata{name: name, does: indexOrZero(rows.KataEffects, z.Does), trigger: indexOrZero(rows.KataTriggers, z.Trigger),
		pays: indexOrZero(rows.KataPrices, word), price: int8(price), perFight: int8(uses), bonus: int8(z.Bonus.N)}
	if k.does == kataControl {
		return // what it does is in controls:, how often in the two of all
	}
	if len(f.katas) == kataMax {
		b.Wrong(path.And("who"), fmt.Sprintf("%s knows more than %s Kata of 0 Energy", f.name, strconv.Itoa(kataMax)), "at most three")
		return
	}
	k.bit = 1 << (5 + len(f.katas))
	f.katas = append(f.katas, k)
}

func indexOrZero(words []string, word string) uint8 { return uint8(max(0, slices.Index(words, word))) }

// mayUse reports whether a row is open to seat i now: neither cap reached, uses left, the price there.
func (g *Game) mayUse(s *State, i, k int) bool {
	f, x := &g.seats[i], &g.seats[i].katas[k]
	if x.perBreath && s.strain&strainWaived != 0 || !mayZero(s.seats[i].zero, x.bit) || x.perFight > 0 && s.purses[x.purse] == 0 {
		return false
	}
	switch x.pays {
	case paysGold, paysFaith:
		p := f.purse[x.pays-paysGold]
		return p >= 0 && s.purses[p] >= uint8(x.price)
	}
	return true
}

// payKata takes a row's price, before any roll and for good, and counts it.
func (g *Game) payKata(s *State, i, k int, log *rules.Log) {
	f, c, x := &g.seats[i], &s.seats[i], &g.seats[i].katas[k]
	useZero(c, x.bit)
	if x.perBreath {
		s.strain |= strainWaived
	}
	if x.perFight > 0 {
		s.purses[x.purse]--
	}
	switch x.pays {
	case paysGold, paysFaith:
		p := &s.purses[f.purse[x.pays-paysGold]]
		*p -= uint8(x.price)
		log.Add(rules.Event{Kind: "spend", Seat: g.name(i), Of: rows.KataPrices[x.pays], N: int(x.price), Left: int(*p)})
	case paysExposed:
		c.exposed = max(c.exposed, x.price)
		g.status(log, i, "exposed", true)
	}
}

// kataActions appends what seat i can do by a row in its own breath.
func (g *Game) kataActions(s *State, i int, buf []rules.Action) []rules.Action {
	f := &g.seats[i]
	if len(f.katas) == 0 || !g.canDeclare(s, i) {
		return buf
	}
	for k := range f.katas {
		x := &f.katas[k]
		if x.trigger != triggerOwn || !g.mayUse(s, i, k) {
			continue
		}
		if x.does == kataOrder {
			if g.hasOrderToWaive(s, i) {
				buf = append(buf, rules.Action{Do: doKata, With: uint8(k), At: rules.Nobody})
			}
			continue
		}
		if x.does == kataDomination {
			buf = g.silverActions(s, i, k, buf)
			continue
		}
		for t := range g.n {
			if t != i && s.up(t) && g.seats[t].side == f.side && g.helpsAlly(s, i, t, x.does) {
				buf = append(buf, rules.Action{Do: doKata, With: uint8(k), At: rules.Seat(t)})
			}
		}
	}
	return buf
}

// silverActions appends the zones in which silver can be scattered: within a step, where the enemy has a hold to lose.
func (g *Game) silverActions(s *State, i, k int, buf []rules.Action) []rules.Action {
	foe := 1 - g.seats[i].side
	for to := range uint8(scene) {
		if g.inPlay[to] && g.stepsApart[s.seats[i].zone][to] <= 1 && s.ground[to]&silverOn(foe) == 0 && g.roundedDomination(s, foe, to) > 0 {
			buf = append(buf, rules.Action{Do: doKata, With: uint8(k), At: rules.Nobody, To: to})
		}
	}
	return buf
}

// silverOn returns the mark of silver scattered among a side's men in a zone; silverTakes is what it takes of their hold, twice.
func silverOn(side rules.Side) lie { return 1 << (6 + side) }

const silverTakes = 2 * 2

// helpsAlly reports whether a row's effect would do anything for an ally.
func (g *Game) helpsAlly(s *State, i, t int, does uint8) bool {
	f, c := &g.seats[t], &s.seats[t]
	here := s.seats[i].zone == c.zone
	switch does {
	case kataHead:
		return g.isCommander(s, i, t) && g.isWithin(s, i, t, g.seats[i].orderReach) && g.heads(s, t) < f.heads
	case kataBoost:
		return here && !f.mob && !f.isBound() && s.marks[t]&markBlessed == 0
	}
	return here && (c.is&(isDefenseless&^g.exhaustionFlags(s, t)|isBleeding) != 0 || c.exposed != 0 || s.marks[t]&markBurning != 0)
}

// performKata does a row of the own breath.
func (g *Game) performKata(s *State, log *rules.Log) {
	i, t := int(s.actor), s.task
	x := &g.seats[i].katas[t.with]
	g.payKata(s, i, int(t.with), log)
	at := int(t.at)
	switch x.does {
	case kataOrder:
		s.breath |= breathWaived
	case kataHead:
		g.hire(s, at, log)
	case kataDomination:
		s.ground[t.to] |= silverOn(1 - g.seats[i].side)
		log.Add(rules.Event{Kind: "silver", Seat: g.name(i), To: rows.Zones[t.to]})
	case kataBoost:
		s.marks[at] |= markBlessed
		g.status(log, at, "blessed", true)
	case kataCleanse:
		g.cleanse(s, at, log)
	}
	g.closeManeuver(s, log)
}

// hire adds one man for a squad that lacks one.
func (g *Game) hire(s *State, q int, log *rules.Log) {
	f, c := &g.seats[q], &s.seats[q]
	c.wounds += f.woundsEach
	log.Add(rules.Event{Kind: "heads", Seat: g.name(q), N: 1, Left: int(g.heads(s, q)), OK: true})
}

// cleanse ends what water can wash off.
func (g *Game) cleanse(s *State, i int, log *rules.Log) {
	c := &s.seats[i]
	g.clearFlag(s, i, isDefenseless&^g.exhaustionFlags(s, i), "defenseless", log)
	g.clearFlag(s, i, isBleeding, "bleeding", log)
	s.marks[i] &^= markBurning
	if c.exposed != 0 {
		c.exposed = 0
		g.status(log, i, "exposed", false)
	}
}

// blessingBonus returns what a blessing adds to the next roll.
func (g *Game) blessingBonus(s *State, i int) int {
	if s.marks[i]&markBlessed != 0 {
		return blessing
	}
	return 0
}

const blessing = 2

// triggeredStrike returns the strike that a seat may make after a parry or a miss of its own, or -1: with Attack A, at a foe in
// reach, not while Defenseless, and never inside a blow of a stance.
func (g *Game) triggeredStrike(s *State, i, at int, trigger uint8) int {
	f := &g.seats[i]
	for k := range f.katas {
		if f.katas[k].trigger != trigger || !g.mayUse(s, i, k) {
			continue
		}
		a := &f.arms[0]
		if s.up(i) && s.up(at) && s.seats[i].is&isDefenseless == 0 && a.kind == kindAttack && a.reach == 0 && s.seats[i].inHand(a.slot) &&
			g.reaches(s, i, at, a) && a.rungMod[s.duel.rung] != outOfReach {
			return k
		}
	}
	return -1
}

// striker returns who may use the Kata that the fight waits for, against whom, and which.
func (g *Game) striker(s *State) (i, at, k int) {
	b := s.currentBlow()
	if b.is&blowMissed != 0 {
		return int(b.by), int(b.at), g.triggeredStrike(s, int(b.by), int(b.at), triggerMiss)
	}
	return int(b.at), int(b.by), g.triggeredStrike(s, int(b.at), int(b.by), triggerParry)
}

// offerKata lets a blade that parried be there already, if its Kata is open: then its owner decides. The main weapon must
// have parried.
func (g *Game) offerKata(s *State, log *rules.Log) {
	b := s.currentBlow()
	if i, a := g.answererOf(b); b.is&blowStance == 0 && i == int(b.at) && a.slot == slotMain && g.triggeredStrike(s, i, int(b.by), triggerParry) >= 0 {
		*b = exchange{by: b.by, at: b.at, with: b.with, sum: sumParried}
		s.phase = phKata
		return
	}
	g.endExchange(s, log)
}

// sumParried stands where the dice of a blow stood that was parried: what follows it is no miss.
const sumParried = 1

// offerMissKata lets one who missed open the collar, if its Kata is open.
func (g *Game) offerMissKata(s *State, log *rules.Log) {
	b := s.currentBlow()
	if b.is&blowStance == 0 && b.sum != sumParried && b.by == s.actor && g.triggeredStrike(s, int(b.by), int(b.at), triggerMiss) >= 0 {
		*b = exchange{by: b.by, at: b.at, with: b.with, is: blowMissed}
		s.phase = phKata
		return
	}
	g.endExchange(s, log)
}

// strikeKata strikes with the Kata: after a parry on top of the blow that was parried, after a miss in place of it, as one
// more attack of the breath.
func (g *Game) strikeKata(s *State, log *rules.Log) {
	i, at, k := g.striker(s)
	x, a := &g.seats[i].katas[k], &g.seats[i].arms[0]
	g.payKata(s, i, k, log)
	b := s.currentBlow()
	log.Add(rules.Event{Kind: "counter", Seat: g.name(i), At: g.name(at), What: a.name, With: g.slotName(i, a.slot), Of: g.slotFamily(i, a.slot)})
	if x.trigger == triggerParry {
		b.is = blowMissed
		s.depth++
		*s.currentBlow() = exchange{by: uint8(i), at: uint8(at), is: blowStance,
			mod: g.capped(int(a.mod[s.seats[i].zone]+x.bonus) + g.heightBonus(s, i, at) + g.distanceMod(s, i, a))}
		g.awaitRoll(s, log)
		return
	}
	*b = exchange{by: uint8(i), at: uint8(at), mod: g.capped(int(g.attackMod(s, i, a, at)) + int(x.bonus)), is: g.surpriseFlag(s, i, at)}
	s.strikes++
	g.meetBlow(s, log)
}
