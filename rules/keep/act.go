package keep

import (
	"kokyu/rules"
	"kokyu/rules/text"
)

// The actions of a turn (001 §Actions in Combat): Free Actions once each, two Simple Actions, Complex ones that take
// both (RK-18 to RK-23).

// turnActions appends what the actor may do, the end of the turn last. With oneSquarePerKind, for a search, an action
// that leads to a square is listed once for each kind of square (see [surroundings]).
func (g *Game) turnActions(s *State, buf []rules.Action, squares squareChoice) []rules.Action {
	i := int(s.actor)
	c := &s.seats[i]
	switch {
	case c.escapeNumber != 0: // RK-191
		if s.simpleLeft >= 2 {
			buf = append(buf, bareAction(doEscape))
		}
	case c.grapple != 0:
		buf = g.listGrappled(s, buf, squares)
	default:
		if s.simpleLeft >= 2 {
			buf = g.listComplex(s, buf)
		}
		buf = g.listGuarding(s, buf)
		buf = g.listMoves(s, buf, squares)
		buf = g.listFooting(s, buf)
		buf = g.listHandling(s, buf)
		buf = g.listDeeds(s, g.listSpeech(s, buf))
	}
	return append(buf, bareAction(doEnd))
}

// listComplex appends the Complex Actions (RK-40 to RK-43, RK-82, RK-133), tending among them if a ruling lets the
// wounded bleed.
func (g *Game) listComplex(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	c := &s.seats[i]
	buf = g.listGrapples(s, g.listAttacks(s, buf))
	if c.stance == earth && c.earthBonus == 0 {
		buf = append(buf, bareAction(doDefend)) // RK-82
	}
	if g.rule.Bleeding > 0 {
		for k := range g.n {
			o := &s.seats[k]
			if k != i && !g.foes(i, k) && !g.isConscious(s, k) && o.wounds < g.deadFrom(o, k) &&
				o.status&(tended|gone) == 0 && g.distance(s, i, k) <= 1 {
				buf = append(buf, rules.Action{Do: doTend, At: rules.Seat(k)})
			}
		}
	}
	for _, item := range g.items {
		if s.items[item].at&itemUnstrung != 0 && g.hasReady(s, i, item) {
			buf = append(buf, rules.Action{Do: doString, With: item, At: rules.Nobody}) // RK-41
		}
	}
	// A free steed of its own side beside it can be mounted, whoever rode it before.
	if c.mount == 0 && c.status&prone == 0 && c.stance != void {
		for k := range g.n {
			o := &s.seats[k]
			if g.seats[k].steed && !g.seats[i].steed && !g.foes(i, k) && o.mount == 0 && g.canAct(s, k) && o.grapple == 0 &&
				o.status&prone == 0 && g.distance(s, i, k) <= 1 {
				buf = append(buf, rules.Action{Do: doMount, At: rules.Seat(k)}) // RK-42
			}
		}
	}
	for t := range g.trials {
		buf = append(buf, rules.Action{Do: doTrial, With: uint8(t), At: rules.Nobody}) // RK-43
	}
	return buf
}

// listGuarding appends to guard each friend within five feet whom the actor does not guard yet (RK-157), but not in the
// Fire stance (RK-89). In the Earth stance the first guard of a turn is a Free Action, with Mode 1 (RK-85, RK-160).
func (g *Game) listGuarding(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	c := &s.seats[i]
	if c.stance == fire {
		return buf
	}
	for k := range g.n {
		if k == i || g.foes(i, k) || !g.isConscious(s, k) || c.guards&(1<<k) != 0 || !g.canGuard(s, i, k) {
			continue
		}
		if c.stance == earth && s.did&didGuard == 0 {
			buf = append(buf, rules.Action{Do: doGuard, At: rules.Seat(k), Mode: 1})
		} else if s.simpleLeft >= 1 {
			buf = append(buf, rules.Action{Do: doGuard, At: rules.Seat(k)})
		}
	}
	return buf
}

// listFooting appends standing up, dismounting and leaving the field, where they are legal.
func (g *Game) listFooting(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	c := &s.seats[i]
	if s.simpleLeft < 1 {
		return buf
	}
	if c.status&prone != 0 {
		buf = append(buf, bareAction(doStand)) // RK-213
	}
	if g.isRiding(s, i) {
		occupied := g.seatsBySquare(s)
		for sq := range g.ground.Near[c.square].All() {
			if occupied[sq] == 0 {
				buf = append(buf, rules.Action{Do: doDismount, At: rules.Nobody, To: sq})
			}
		}
	}
	if g.ground.exit[c.square] && c.stance != void && c.stance != earth && c.status&prone == 0 {
		buf = append(buf, bareAction(doLeave)) // R-RK-75
	}
	return buf
}

// listHandling appends drawing, stowing, dropping and picking up weapons (RK-29 to RK-31, RK-36, RK-39). To draw or
// stow a Small weapon is a Free Action, at most twice a turn.
func (g *Game) listHandling(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	free := g.freeHands(s, i)
	empty := free == 2
	for _, item := range g.items {
		a, it := g.armOf(item), s.items[item]
		mine := it.isCarriedBy(i)
		if a.natural || !mine && it.at&itemLying == 0 {
			continue
		}
		// A weapon takes a free hand, a Large one two, and a second weapon somebody who may wield two.
		canPay := s.simpleLeft >= 1 || a.size == small && s.smallActions < 2
		fits := free >= 2 || a.size != large && free >= 1 && g.seats[i].dual
		with := func(do uint16) rules.Action { return rules.Action{Do: do, With: item, At: rules.Nobody} }
		switch {
		case mine && it.at&itemReady == 0 && canPay && fits:
			buf = append(buf, with(doReady))
		case mine && it.at&itemReady != 0:
			if canPay {
				buf = append(buf, with(doStow))
			}
			if s.did&didLetGo == 0 && !empty {
				buf = append(buf, with(doLetGo))
			}
		case it.at&itemLying != 0 && s.simpleLeft >= 1 && fits && !g.seats[i].steed && !g.seats[i].fourLegs &&
			g.ground.Distance(it.square, s.seats[i].square) <= 1:
			buf = append(buf, with(doRecover))
		}
	}
	return buf
}

// listSpeech appends few and many words, for a sheet that offers speech (RK-28, RK-35).
func (g *Game) listSpeech(s *State, buf []rules.Action) []rules.Action {
	if !g.seats[s.actor].speaks {
		return buf
	}
	if s.hasActionsFor(costFewWords) {
		buf = append(buf, rules.Action{Do: doSpeak, N: fewSyllables, At: rules.Nobody})
	}
	if s.hasActionsFor(costManyWords) {
		buf = append(buf, rules.Action{Do: doSpeak, N: manySyllables, At: rules.Nobody})
	}
	return buf
}

// takeAction takes an action of the actor's turn. What needs a roll or an answer returns early and goes on with the
// turn later; everything else may have decided the fight.
func (g *Game) takeAction(s *State, a rules.Action, log *rules.Log) {
	switch a.Do {
	case doEnd:
		g.endTurn(s, log)
		return
	case doAttack, doGrapple:
		s.simpleLeft -= 2
		g.declareAttack(s, a, log)
		return
	case doDefend, doEscape, doTrial:
		s.simpleLeft -= 2
		s.do, s.with = uint8(a.Do), a.With
		g.beginTest(s, int(s.actor))
		return
	case doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl:
		g.takeMove(s, a, log)
		return
	case doHit, doBreak, doThrow, doDrag, doMaintain, doNevermind:
		g.takeGrappleAction(s, a, log)
		return
	case doReady, doStow, doLetGo, doRecover, doString:
		g.takeHandling(s, a, log)
	case doSpeak:
		g.takeSpeech(s, a, log)
	case doUse, doDraw, doPutAway, doBegin, doPayFor, doComplete:
		if !g.useDeed(s, a, log) {
			return
		}
	default:
		g.actAtOnce(s, a, log)
	}
	if !g.endIfDecided(s, log) {
		g.continueTurn(s, log) // or end it, if the actor has left the field
	}
}

// actAtOnce takes the actions that need neither a roll nor a weapon.
func (g *Game) actAtOnce(s *State, a rules.Action, log *rules.Log) {
	i, k := int(s.actor), int(a.At)
	c := &s.seats[i]
	switch a.Do {
	case doGuard:
		if a.Mode == 1 {
			s.did |= didGuard
		} else {
			s.simpleLeft--
		}
		c.guards |= 1 << k
		log.Add(rules.Event{Kind: "ward", Seat: g.name(i), At: g.name(k)})
	case doTend:
		s.simpleLeft -= 2
		s.seats[k].status |= tended
		g.logStatusChange(log, k, "tended", true)
	case doStand:
		s.simpleLeft--
		c.status &^= prone
		g.logStatusChange(log, i, "prone", false)
	case doMount:
		s.simpleLeft -= 2
		c.mount, s.seats[k].mount = uint8(1+k), uint8(1+i)
		c.square = s.seats[k].square
		s.steedSimpleLeft = 2
		g.logStatusChange(log, i, "mounted", true)
	case doDismount:
		s.simpleLeft--
		g.dismount(s, i, log)
		g.moveTo(s, i, a.To, log)
	case doLeave:
		log.Add(rules.Event{Kind: "leave", Seat: g.name(i), From: g.ground.Name(c.square)})
		g.removeFromField(s, i, gone, log)
	}
}

// removeFromField takes a combatant off the field for good, with its steed or rider and the weapons of both. as is
// their status from then on. They keep what they carry into the next fight: Wounds and Void Points.
func (g *Game) removeFromField(s *State, i int, as status, log *rules.Log) {
	for _, k := range [2]int{i, int(s.seats[i].mount) - 1} {
		if k < 0 {
			continue
		}
		for j, it := range s.items {
			if it.isCarriedBy(k) {
				s.items[j] = item{at: itemGone}
			}
		}
		g.endEffectsOf(s, k, log)
		g.forgetSeat(s, k)
		c := &s.seats[k]
		*c = seat{status: as, place: c.place, wounds: c.wounds, voidPoints: c.voidPoints, earthChange: c.earthChange}
	}
}

// takeHandling draws, stows, drops, picks up or strings a weapon, and pays for that.
func (g *Game) takeHandling(s *State, a rules.Action, log *rules.Log) {
	i := int(s.actor)
	if log != nil {
		isPut := a.Do == doStow || a.Do == doLetGo
		log.Add(rules.Event{Kind: text.Either(isPut, "put", "take"), Seat: g.name(i), What: actionNames[a.Do], With: g.itemName(a.With),
			To: text.Either(a.Do == doLetGo, g.ground.Name(s.seats[i].square), "")})
	}
	it := &s.items[a.With]
	switch a.Do {
	case doReady, doStow:
		it.at ^= itemReady
		if g.armOf(a.With).size == small && s.smallActions < 2 {
			s.smallActions++
		} else {
			s.simpleLeft--
		}
	case doLetGo:
		s.did |= didLetGo
		s.layOnGround(a.With, s.seats[i].square)
	case doRecover:
		s.simpleLeft--
		*it = item{at: uint8(i) | itemReady | it.at&itemUnstrung}
	case doString:
		s.simpleLeft -= 2
		it.at &^= itemUnstrung
	}
}

// takeSpeech pays for speech, which changes nothing else in the fight: what is said is for the GM.
func (g *Game) takeSpeech(s *State, a rules.Action, log *rules.Log) {
	if a.N == fewSyllables {
		s.pay(costFewWords)
	} else {
		s.pay(costManyWords)
	}
	log.Add(rules.Event{Kind: "declare", Seat: g.name(int(s.actor)), What: actionNames[a.Do], N: int(a.N)})
}
