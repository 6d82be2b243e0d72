package breath

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// §0-Energy Kata: what costs no Energy is on a closed list and has a source, a trigger, a limit and a price (EB-50,
// EB-58 to EB-61, EB-122). Each is used at most once a round, and all of a combatant's twice (EB-51, EB-84, EB-85).

// kataMax is how many of them one combatant may know: seat.zeroUses has room for the bits of three.
const kataMax = 3

// readKata adds to a combatant the 0-Energy Kata of a trait with a zero: block.
func (b *builder) readKata(path strict.Path, f *fighter, name string, z rows.Zero) {
	word, price, _ := rows.ParseAmount(z.Pays)
	_, uses, _ := rows.ParseAmount(z.Limit)
	k := kata{name: name, effect: text.IndexOrZero(rows.KataEffects, z.Does), trigger: text.IndexOrZero(rows.KataTriggers, z.Trigger),
		pays: text.IndexOrZero(rows.KataPrices, word), price: int8(price), perFight: int8(uses), bonus: int8(z.Bonus.N)}
	if k.effect == kataControl {
		return // it acts through the row's controls:, and is limited only by the two uses of a round
	}
	if len(f.katas) == kataMax {
		b.Wrong(path.And("who"), fmt.Sprintf("%s knows more than %d Kata of 0 Energy", f.name, kataMax), "at most three")
		return
	}
	k.bit = zeroOutside << (1 + len(f.katas)) // the bits above the other sources
	f.katas = append(f.katas, k)
}

// mayUse reports whether seat i may use its k-th Kata now: no cap is reached, uses are left, and it can pay (R-147,
//
func (g *Game) mayUse(s *State, i, k int) bool {
	f, x := &g.fighters[i], &g.fighters[i].katas[k]
	if !mayUseZero(s.seats[i].zeroUses, x.bit) || x.perBreath && s.overload&waiverUsed != 0 ||
		x.perFight > 0 && s.purses[x.purse] == 0 {
		return false
	}
	switch x.pays {
	case paysGold, paysFaith:
		p := f.purse[x.pays-paysGold]
		return p >= 0 && s.purses[p] >= uint8(x.price)
	}
	return true
}

// payKata counts a use of seat i's k-th Kata and takes its price, before any roll and for good.
func (g *Game) payKata(s *State, i, k int, log *rules.Log) {
	f, c, x := &g.fighters[i], &s.seats[i], &g.fighters[i].katas[k]
	useZero(c, x.bit)
	if x.perBreath {
		s.overload |= waiverUsed
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
		g.logState(log, i, "exposed", true)
	}
}

// kataActions appends the Kata that seat i can use in its own breath, with what they can be used on. One that would do
// nothing is not offered.
func (g *Game) kataActions(s *State, i int, buf []rules.Action) []rules.Action {
	f := &g.fighters[i]
	if len(f.katas) == 0 || !g.canDeclare(s, i) {
		return buf
	}
	for k := range f.katas {
		x := &f.katas[k]
		if x.trigger != triggerOwn || !g.mayUse(s, i, k) {
			continue
		}
		act, foe := rules.Action{Do: doKata, With: uint8(k), At: rules.Nobody}, 1-f.side
		switch x.effect {
		case kataOrder:
			if g.hasOrderToWaive(s, i) {
				buf = append(buf, act)
			}
		case kataDomination: // silver is scattered within a step, where the foes have Domination to lose
			for to := range uint8(zoneScene) { // the zones of the field
				if g.inPlay[to] && g.stepsApart[s.seats[i].zone][to] <= 1 && s.ground[to]&silverOn(foe) == 0 &&
					g.roundedDomination(s, foe, to) > 0 {
					act.To = to
					buf = append(buf, act)
				}
			}
		default:
			for t := range g.n {
				if t != i && s.isUp(t) && g.fighters[t].side == f.side && g.helpsAlly(s, i, t, x.effect) {
					act.At = rules.Seat(t)
					buf = append(buf, act)
				}
			}
		}
	}
	return buf
}

// helpsAlly reports whether the effect of seat i's Kata would do anything for seat t: a man for a squad that lacks one,
// a blessing for whoever has none, a cleansing for whoever has anything that it ends.
func (g *Game) helpsAlly(s *State, i, t int, effect uint8) bool {
	f, c := &g.fighters[t], &s.seats[t]
	here := s.seats[i].zone == c.zone
	switch effect {
	case kataHead:
		return g.isCommander(s, i, t) && g.isWithin(s, i, t, g.fighters[i].orderReach) && g.heads(s, t) < f.heads
	case kataBoost:
		return here && !f.isMob && !f.isBound() && s.marks[t]&markBlessed == 0
	}
	ailments := isDefenseless&^g.exhaustionFlags(s, t) | isBleeding // flags that a cleansing ends
	return here && (c.flags&ailments != 0 || c.exposed != 0 || s.marks[t]&markBurning != 0)
}

// performKata uses the declared Kata. One that waives an order only marks the breath: an order must follow as the next
// maneuver. With a second copy of every order instead there were 75 choices in the encounter tedori.
func (g *Game) performKata(s *State, log *rules.Log) {
	i, m := int(s.actor), s.maneuver
	x := &g.fighters[i].katas[m.with]
	g.payKata(s, i, int(m.with), log)
	at := int(m.at)
	switch x.effect {
	case kataOrder:
		s.breath |= breathWaived
	case kataHead:
		s.seats[at].wounds += g.fighters[at].woundsEach
		log.Add(rules.Event{Kind: "heads", Seat: g.name(at), N: 1, Left: int(g.heads(s, at)), OK: true})
	case kataDomination:
		s.ground[m.to] |= silverOn(1 - g.fighters[i].side)
		log.Add(rules.Event{Kind: "silver", Seat: g.name(i), To: rows.Zones[m.to]})
	case kataBoost:
		s.marks[at] |= markBlessed
		g.logState(log, at, "blessed", true)
	case kataCleanse:
		g.cleanse(s, at, log)
	}
}

// cleanse ends what a Kata and a spell can both end: Defenseless, except by exhaustion, bleeding, burning, and
// lowered Defense.
func (g *Game) cleanse(s *State, i int, log *rules.Log) {
	g.clearFlag(s, i, isDefenseless&^g.exhaustionFlags(s, i), "defenseless", log)
	g.clearFlag(s, i, isBleeding, "bleeding", log)
	s.marks[i] &^= markBurning
	g.clearExposed(s, i, log)
}

// findKataStrike returns the index of the Kata by which seat i may strike seat target after a parry or a miss of its own,
// or -1: with its first technique, if that attacks hand to hand, at a foe in reach, and not while Defenseless.
func (g *Game) findKataStrike(s *State, i, target int, trigger uint8) int {
	f, c := &g.fighters[i], &s.seats[i]
	for k := range f.katas {
		if f.katas[k].trigger != trigger || !g.mayUse(s, i, k) {
			continue
		}
		a := &f.techniques[0]
		canStrike := a.kind == kindAttack && a.reach == 0 && c.inHand(a.slot) && c.flags&(isDown|isDefenseless) == 0
		if canStrike && s.isUp(target) && g.reaches(s, i, target, a) && a.rungMod[s.duel.rung] != outOfReach {
			return k
		}
	}
	return -1
}

// kataStriker returns who may strike by the Kata that the fight waits for in phKata, whom, and the index of that Kata.
func (g *Game) kataStriker(s *State) (i, target, k int) {
	b := s.currentBlow()
	if b.flags&blowMissed != 0 {
		return int(b.striker), int(b.target), g.findKataStrike(s, int(b.striker), int(b.target), triggerMiss)
	}
	return int(b.target), int(b.striker), g.findKataStrike(s, int(b.target), int(b.striker), triggerParry)
}

// offerKata goes on after a parry: it offers whoever has parried with the main weapon the strike of its Kata, if it has
// one. Nothing follows the parry of a stance's blow. It keeps of the blow only what the Kata needs, so that
// positions that wait for the same are equal.
func (g *Game) offerKata(s *State) {
	b := s.currentBlow()
	s.phase = phBlowOver
	if i, a := g.answererOf(b); b.flags&blowStance == 0 && i == int(b.target) && a.slot == slotMain &&
		g.findKataStrike(s, i, int(b.striker), triggerParry) >= 0 {
		*b, s.phase = blow{striker: b.striker, target: b.target, technique: b.technique, sum: sumParried}, phKata
	}
}

// sumParried stands in blow.sum for the dice of a blow that was parried, so that it does not count as a miss.
const sumParried = 1

// offerMissKata goes on after a miss: it offers the actor the strike of its Kata, if it has one. A blow that has been
// parried did not miss.
func (g *Game) offerMissKata(s *State) {
	b := s.currentBlow()
	s.phase = phBlowOver
	if b.flags&blowStance == 0 && b.sum != sumParried && b.striker == s.actor &&
		g.findKataStrike(s, int(b.striker), int(b.target), triggerMiss) >= 0 {
		*b, s.phase = blow{striker: b.striker, target: b.target, technique: b.technique, flags: blowMissed}, phKata
	}
}

// strikeKata strikes by the Kata that the fight waits for: after a parry as a blow inside the one parried, which counts
// as missed and so is over; after a miss in its place, as one more attack of the breath, which counts for Combo Fatigue.
// The blow inside is none of the breath's attacks, as that of a stance is none: hence blowStance, and no attackMod.
func (g *Game) strikeKata(s *State, log *rules.Log) {
	i, at, k := g.kataStriker(s)
	x, a := &g.fighters[i].katas[k], &g.fighters[i].techniques[0]
	g.payKata(s, i, k, log)
	b := s.currentBlow()
	g.logCounter(log, i, at, a)
	if x.trigger == triggerParry {
		b.flags = blowMissed
		s.blowDepth++
		*s.currentBlow() = blow{striker: uint8(i), target: uint8(at), flags: blowStance,
			mod: g.capModifiers(int(a.mod[s.seats[i].zone]+x.bonus) + g.heightBonus(s, i, at) + g.distanceMod(s, i, a))}
		s.phase = phBlowReady
		return
	}
	*b = blow{striker: uint8(i), target: uint8(at), flags: g.surpriseFlag(s, i, at),
		mod: g.capModifiers(int(g.attackMod(s, i, a, at)) + int(x.bonus))}
	s.attacks++
	s.phase = phBlowDeclared
}
