package breath

import "kokyu/rules"

// §Reservation: a defence technique is held ready in one's own breath and paid at once, or answers a blow in haste and
// is paid then.

// reservesMax is how many reservations of one weapon may stand at once. Nobody has the Energy for so many.
const reservesMax = 9

// reserveActions appends the defence techniques that seat i can reserve, each at its price in its own breath (EB-29).
func (g *Game) reserveActions(s *State, i int, buf []rules.Action) []rules.Action {
	f, c := &g.fighters[i], &s.seats[i]
	for k := range f.techniques {
		a := &f.techniques[k]
		if a.kind == kindDefense && s.techniqueCost(a, c.zone) <= c.energy && c.inHand(a.slot) && *c.reservationsOf(a.slot) < reservesMax {
			buf = append(buf, rules.Action{Do: doReserve, With: uint8(k), At: rules.Nobody})
		}
	}
	return buf
}

// reserve holds the declared technique ready (EB-29, EB-30, R-21). Reservations are counted by weapon, of which each
// has one defence technique.
func (g *Game) reserve(s *State, log *rules.Log) {
	i := int(s.actor)
	c, a := &s.seats[i], &g.fighters[i].techniques[s.maneuver.with]
	*c.reservationsOf(a.slot)++
	if log != nil {
		log.Add(rules.Event{Kind: "reserve", Seat: g.name(i), What: a.name, With: g.slotName(i, a.slot), N: int(*c.reservationsOf(a.slot))})
	}
}

// canAnswer reports whether the target of the current blow has any answer. A unit has none of its own: its ward is for
// its master.
func (g *Game) canAnswer(s *State) bool {
	if g.isAnswerBarred(s) {
		return false
	}
	b := s.currentBlow()
	c, f := &s.seats[b.target], &g.fighters[b.target]
	if f.isBound() {
		return false
	}
	if g.usesExtras {
		for u := range g.n {
			if g.isWarded(s, int(b.target), u) {
				return true
			}
		}
	}
	haste := s.mayAnswerInHaste()
	for k := range f.techniques {
		a := &f.techniques[k]
		if a.kind != kindDefense || !c.inHand(a.slot) {
			continue
		}
		if *c.reservationsOf(a.slot) > 0 || haste && a.haste[c.zone] <= c.energy {
			return true
		}
	}
	return f.casterNumber != 0 && g.canAnswerBySpell(s, int(b.target))
}

// mayAnswerInHaste reports whether the current blow may be answered in haste, as none may after a slip away.
func (s *State) mayAnswerInHaste() bool { return s.blowDepth > 1 || s.breath&breathSlipped == 0 }

// answerActions appends what may answer the current blow: one defence technique, by a reservation that is paid
// already (EB-31) or in haste (EB-32), but not in haste while it is reserved; a spell; a unit's ward; or no
// answer.
func (g *Game) answerActions(s *State, buf []rules.Action) []rules.Action {
	b := s.currentBlow()
	c, f := &s.seats[b.target], &g.fighters[b.target]
	haste := s.mayAnswerInHaste()
	for k := range f.techniques {
		a := &f.techniques[k]
		if a.kind != kindDefense || !c.inHand(a.slot) {
			continue
		}
		held := *c.reservationsOf(a.slot) > 0
		if held {
			buf = append(buf, rules.Action{Do: doDefend, With: uint8(k), At: rules.Seat(b.striker), Mode: modeHeld})
		}
		if haste && (!held || !g.rule.ReserveFirst) && a.haste[c.zone] <= c.energy {
			buf = append(buf, rules.Action{Do: doDefend, With: uint8(k), At: rules.Seat(b.striker), Mode: modeHaste})
		}
	}
	if f.casterNumber != 0 {
		buf = g.answerSpellActions(s, int(b.target), buf)
	}
	if g.usesExtras {
		for u := range g.n {
			if g.isWarded(s, int(b.target), u) {
				buf = append(buf, rules.Action{Do: doDefend, With: uint8(u), At: rules.Seat(b.striker), Mode: modeWard})
			}
		}
	}
	return append(buf, rules.Action{Do: doTakeBlow, At: rules.Seat(b.striker)})
}

// defend answers the current blow. It uses the reservation up, whether or not the roll will succeed (EB-35, R-17), or
// pays the price of haste, which counts for the limit of no breath.
func (g *Game) defend(s *State, act rules.Action, log *rules.Log) {
	b := s.currentBlow()
	b.answer = act.With
	if act.Mode == modeWard {
		b.answer |= wardAnswer
	}
	at, a := g.answererOf(b)
	c := &s.seats[at]
	paid := int8(0)
	switch act.Mode {
	case modeWard:
		c.held[0]--
	case modeHeld:
		*c.reservationsOf(a.slot)--
	default:
		paid = a.haste[c.zone]
	}
	if log != nil {
		log.Add(rules.Event{Kind: "react", Seat: g.name(at), At: g.name(int(b.striker)), What: a.name,
			With: g.slotName(at, a.slot), Of: g.slotFamily(at, a.slot), Paid: int(paid)})
	}
	g.spendEnergy(s, at, paid, log)
	if a.flags&techAutomatic != 0 { // EB-64: the automatic success of a defence stands
		s.phase = phBlowOver
	} else {
		s.phase = phDefend
	}
}

// takeDefence takes the dice of an answer. If they reach the blow's total, the blow is negated whole. A
// double that fails is a Fumble, and 1-1 disarms too. An exact success at close fighting locks the blades
//
func (g *Game) takeDefence(s *State, sum int8, double bool, log *rules.Log) {
	b := *s.currentBlow()
	at, a := g.answererOf(&b)
	total, need := sum+g.defenseMod(s, at, a), b.sum+b.mod
	if len(g.casters) > 0 {
		g.expire(s, at, func(t *lastingEffect) bool { return t.effects.Answering.N != 0 }, log)
	}
	if log != nil {
		log.Add(rules.Event{Kind: "check", Seat: g.name(at), At: g.name(int(b.striker)), What: "defense", With: g.slotName(at, a.slot), Of: g.slotFamily(at, a.slot),
			Total: int(total), Need: int(need), OK: total >= need, Double: double})
	}
	s.marks[at] &^= markBlessed
	if total >= need {
		if total == need && g.duel.on && s.duel.rung == closeFighting {
			g.setRung(s, at, tsubazeriai, "the blades lock", log)
		}
		g.offerKata(s)
		return
	}
	if double {
		g.makeDefenseless(s, at, isShaken, log)
		if sum == 2 && g.rule.Retribution {
			g.disarm(s, at, a.slot, log)
		}
	}
	s.phase = phUnanswered
}

// Document 002 §Instant exception: spells that answer a blow. The target casts one in place of a defence; if it
// takes the blow, an ally may cast one for it.

// mayAnswerBySpell reports whether seat i can answer the current blow with its spell sp: not while it is casting, and
// only a blow that can be answered at all.
func (g *Game) mayAnswerBySpell(s *State, i int, sp *spell) bool {
	if sp.flags&spellReacts == 0 || sp.cost[0] > s.seats[i].energy {
		return false
	}
	b := s.currentBlow()
	ca := &s.casters[g.fighters[i].casterNumber-1]
	if ca.flags&muteNow != 0 || g.isCasting(s, i) || s.marks[i]&markRoundLost != 0 ||
		g.techniqueOf(b).flags&(techSpell|techAnswerable) == techSpell {
		return false
	}
	_, ok := g.slotFor(ca, sp)
	return ok && g.stepsBetween(s, i, int(b.target)) <= sp.reach
}

// answerSpellActions appends the spells with which seat i, a caster, can answer the current blow.
func (g *Game) answerSpellActions(s *State, i int, buf []rules.Action) []rules.Action {
	k := g.fighters[i].casterNumber - 1
	for n := range g.casters[k].spells {
		if g.mayAnswerBySpell(s, i, &g.casters[k].spells[n]) {
			buf = append(buf, rules.Action{Do: doAnswerSpell, With: uint8(n), At: rules.Seat(s.currentBlow().striker), To: k})
		}
	}
	return buf
}

// canAnswerBySpell reports whether seat i can answer the current blow with any spell.
func (g *Game) canAnswerBySpell(s *State, i int) bool {
	sheet := &g.casters[g.fighters[i].casterNumber-1]
	for n := range sheet.spells {
		if g.mayAnswerBySpell(s, i, &sheet.spells[n]) {
			return true
		}
	}
	return false
}

// answeringAlly returns the first ally, in the order of casters, who may answer for the target of the current blow;
// nobody if none can.
func (g *Game) answeringAlly(s *State) rules.Seat {
	b := s.currentBlow()
	for k := range g.casters {
		i := int(g.casters[k].seat)
		if i != int(b.target) && s.isUp(i) && !g.foes(i, int(b.target)) && !g.isSealed(s, i) &&
			g.canAnswerBySpell(s, i) {
			return rules.Seat(i)
		}
	}
	return rules.Nobody
}

// takeBlow goes on with a blow that its target does not answer: an ally may by a spell, else it lands.
func (g *Game) takeBlow(s *State) {
	s.phase = phUnanswered
	if len(g.casters) > 0 && g.answeringAlly(s) != rules.Nobody {
		s.phase = phAllySpell
	}
}

// answerBySpell casts a spell that answers the current blow. It costs what is printed and counts for no breath's limit.
func (g *Game) answerBySpell(s *State, act rules.Action, log *rules.Log) {
	b := s.currentBlow()
	sp := &g.casters[act.To].spells[act.With]
	i := int(g.casters[act.To].seat)
	g.useSlot(s, act.To, sp, log)
	b.answer = act.With | act.To<<spellCasterShift
	log.Add(rules.Event{Kind: "react", Seat: g.name(i), At: g.name(int(b.striker)), What: sp.name, Paid: int(sp.cost[0])})
	g.spendEnergy(s, i, sp.cost[0], log)
	s.phase = phSpellAnswer
}

// takeSpellAnswer takes the dice of a spell that answers a blow. If it works, the blow is negated whole; if it fails,
// the blow lands, after the spell's backlash. The phase is changed last: while it is phSpellAnswer the spell at
// work is this one, and not one that the blow itself may be.
func (g *Game) takeSpellAnswer(s *State, sum int8, double bool, log *rules.Log) {
	sp := g.answeringSpell(s)
	i := int(g.casters[sp.caster].seat)
	ok := sum+g.castMod(s, sp) >= sp.need
	log.Add(rules.Event{Kind: "spell", Seat: g.name(i), At: g.name(int(s.currentBlow().striker)), What: sp.name, OK: ok})
	if !ok && sum == 2 {
		g.sufferBacklash(s, sp, log)
	}
	b := s.currentBlow()
	if s.phase = phBlowOver; !ok && s.isUp(int(b.target)) {
		b.answer, s.phase = 0, phUnanswered
	}
}
