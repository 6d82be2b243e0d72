package keep

import (
	"kokyu/rules"
	"kokyu/rules/dice"
)

// Grapples (001 §Grappling): begun by a test, and contested at the start of each participant's turn. Whoever is in
// control has the Grapple Actions.

// grapplePool returns the pool of the test that begins a grapple (RK-134, RK-142): Jujutsu, or the weapon's skill, with
// Agility. It is like a melee attack on which only Void Points can be called (R-RK-64).
func (g *Game) grapplePool(s *State, i int, with uint8) dice.Pool {
	if with == bareHands {
		p := g.jujutsuPool(i, agility)
		p.Add -= g.seats[i].clumsy
		return g.withAttackGains(p, s, i, int(s.at), &g.arms[with])
	}
	return g.withAttackGains(g.unhinderedPool(i, with), s, i, int(s.at), &g.arms[with])
}

// jujutsuPool returns the pool of Jujutsu(Grappling) with an attribute. A seat whose bare hands are Samurai weapons
// rolls Weapon: Samurai instead if its rank is higher (RK-146).
func (g *Game) jujutsuPool(i, attribute int) dice.Pool {
	f := &g.seats[i]
	p := g.skillPool(i, jujutsu, attribute)
	p.Emphasis = p.Explode && f.grappler
	if f.samuraiHands && f.skills[samurai] > f.skills[jujutsu] {
		p = g.skillPool(i, samurai, attribute)
		p.Emphasis = f.emphases&(1<<bareHands) != 0
	}
	return p
}

// grappleContestPool returns what a seat rolls in the contest of its grapple (RK-139): Jujutsu with Strength, or the
// skill of the weapon that the grapple was begun with, if that is higher (RK-143).
func (g *Game) grappleContestPool(s *State, k int) dice.Pool {
	f, c := &g.seats[k], &s.seats[k]
	p := g.jujutsuPool(k, strength)
	if h := &s.grapples[c.grappleNumber()-1]; h.starter != 0 {
		if skill := int(g.arms[h.with].skill); f.skills[skill] > p.Roll-f.attributes[strength] {
			p = g.skillPool(k, skill, strength)
			p.Emphasis = f.emphases&(1<<h.with) != 0
		}
	}
	if c.grapple&grappleMaintained != 0 {
		p = maintainGain.addTo(p)
	}
	return p
}

// joinGrapple puts attacker i into the grapple of target k, or both into a new one (RK-135, RK-137). There is always
// room for a new one: grapplesMax pairs are all seats.
func (g *Game) joinGrapple(s *State, i, k int, log *rules.Log) {
	o := &s.seats[k]
	if o.grapple == 0 {
		n := 0
		for s.hasGrapplers(n) {
			n++
		}
		s.grapples[n] = grapple{}
		if g.arms[s.with].item != noItem {
			s.grapples[n] = grapple{starter: uint8(1 + i), with: s.with}
		}
		o.grapple = uint8(1 + n)
		g.logGrapple(log, k, i, true)
	}
	s.seats[i].grapple = o.grappleNumber()
	g.logGrapple(log, i, k, true)
}

// hasGrapplers reports whether the grapple of an index has participants.
func (s *State) hasGrapplers(n int) bool {
	for i := range s.seats {
		if int(s.seats[i].grappleNumber()) == n+1 {
			return true
		}
	}
	return false
}

// hasControl reports whether a seat is in control of its grapple.
func (s *State) hasControl(i int) bool {
	n := s.seats[i].grappleNumber()
	return n != 0 && s.grapples[n-1].control == uint8(1+i)
}

// logGrapple logs that a seat's grapple with another began or ended.
func (g *Game) logGrapple(log *rules.Log, i, by int, began bool) {
	log.Add(rules.Event{Kind: "status", Seat: g.name(i), At: g.name(by), What: "grappled", OK: began})
}

// byNobody stands for the seat that a combatant breaks from if it leaves its grapple in another way.
const byNobody = -1

// leaveGrapple takes seat i out of its grapple, if it is in one. If one participant remains, that one is free too
// (RK-138). from is the seat that i breaks from, for the log, or byNobody.
func (g *Game) leaveGrapple(s *State, i, from int, log *rules.Log) {
	n := s.seats[i].grappleNumber()
	if n == 0 {
		return
	}
	s.seats[i].grapple = 0
	if from == byNobody {
		g.logStatusChange(log, i, "grappled", false)
	} else {
		g.logGrapple(log, i, from, false)
	}
	h := &s.grapples[n-1]
	if h.control == uint8(1+i) {
		h.control = 0
	}
	last, left := 0, 0
	for k := range g.n {
		if s.seats[k].grappleNumber() == n {
			last = k
			left++
		}
	}
	if left == 1 {
		s.seats[last].grapple = 0
		g.logStatusChange(log, last, "grappled", false)
	}
	if left <= 1 {
		*h = grapple{}
	}
}

// takeControl puts the winner of the contest in control. On a tie whoever was in control stays in it, and if nobody
// was, the actor is (R-RK-19).
func (g *Game) takeControl(s *State, winner rules.Seat, log *rules.Log) {
	i := int(s.actor)
	n := s.seats[i].grappleNumber()
	h := &s.grapples[n-1]
	for k := range g.n {
		if s.seats[k].grappleNumber() == n {
			s.seats[k].grapple = n // without grappleMaintained: it is used
		}
	}
	switch {
	case winner != rules.Nobody:
		h.control = uint8(1 + winner)
	case h.control == 0:
		h.control = uint8(1 + i)
	}
	log.Add(rules.Event{Kind: "status", Seat: g.name(int(h.control) - 1), What: "in control", OK: true})
	g.continueTurn(s, log)
}

// listGrappled appends what a grappled combatant may do: the Grapple Actions if it is in control (RK-136, RK-141).
func (g *Game) listGrappled(s *State, buf []rules.Action, squares squareChoice) []rules.Action {
	i := int(s.actor)
	if s.hasControl(i) {
		if s.simpleLeft >= 2 {
			buf = g.listHits(s, buf)
		}
		if s.simpleLeft >= 1 {
			buf = append(buf, bareAction(doBreak))
			buf = g.listThrows(s, buf, squares)
			buf = g.listDrags(s, buf, squares)
		}
		if s.simpleLeft >= 2 {
			buf = append(buf, bareAction(doMaintain))
		}
		buf = g.listSpeech(s, buf)
	} else if g.seats[i].speaks && s.hasActionsFor(costFewWords) {
		buf = append(buf, rules.Action{Do: doSpeak, N: fewSyllables, At: rules.Nobody})
	}
	buf = g.listDeeds(s, buf)
	if s.said&saidOffer == 0 {
		buf = append(buf, bareAction(doNevermind))
	}
	return buf
}

// listHits appends the blows at the foes in the grapple: unarmed (RK-147), or with the weapon in hand with which the
// actor began it (RK-144). With such a weapon the actor strikes unarmed only if the ruling weapon grapple allows it
// (R-RK-83).
func (g *Game) listHits(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	n := s.seats[i].grappleNumber()
	h := &s.grapples[n-1]
	armed := h.starter == uint8(1+i) && g.hasReady(s, i, g.arms[h.with].item)
	for j := range g.arms {
		a := &g.arms[j]
		weapon := armed && a.item == g.arms[h.with].item && a.kind == melee
		if !weapon && (a.item != noItem || armed && !g.rule.EitherHit) { // R-RK-83
			continue
		}
		for k := range g.n {
			if k != i && s.seats[k].grappleNumber() == n && g.foes(i, k) && g.distance(s, i, k) <= a.reach {
				buf = append(buf, rules.Action{Do: doHit, With: uint8(j), At: rules.Seat(k)})
			}
		}
	}
	return buf
}

// listThrows appends where the actor can throw others in its grapple: to free squares in sight, as far as its Strength
// allows (RK-150).
func (g *Game) listThrows(s *State, buf []rules.Action, squares squareChoice) []rules.Action {
	i := int(s.actor)
	n, from, most := s.seats[i].grappleNumber(), s.seats[i].square, throwSquares*g.seats[i].attributes[strength]
	occupied := g.seatsBySquare(s)
	m := &g.ground
	var o surroundings
	g.fillSurroundings(s, i, squares, &o)
	for k := range g.n {
		if k == i || s.seats[k].grappleNumber() != n || g.distance(s, i, k) > 1 {
			continue
		}
		for sq := range m.Squares() {
			to := uint8(sq)
			if d := int(m.Distance(from, to)); d < 1 || d > most || m.Wall[to] || occupied[to] != 0 || !m.Sees(from, to) {
				continue
			}
			if a := (rules.Action{Do: doThrow, At: rules.Seat(k), To: to}); o.isNewKind(m, a) {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

// listDrags appends where the actor can drag the only other participant of its grapple: both move alike, to free
// squares in sight (RK-152, RK-153, R-RK-21), which counts against the actor's movement of the turn.
func (g *Game) listDrags(s *State, buf []rules.Action, squares squareChoice) []rules.Action {
	i := int(s.actor)
	c := &s.seats[i]
	k, n := g.grapplePartner(s, i)
	if n != 1 || c.stance == earth || c.stance == void || c.mount != 0 || s.seats[k].mount != 0 {
		return buf
	}
	m := &g.ground
	w := g.waterOf(s, i)
	most := min(dragSquares*w, capSquares*g.lowestWater(s, w)-int(s.moved))
	occupied := g.seatsBySquare(s)
	var o surroundings
	g.fillSurroundings(s, i, squares, &o)
	free := func(sq uint8) bool { return occupied[sq] == 0 || int(occupied[sq]) == 1+i || int(occupied[sq]) == 1+k }
	for sq := range m.Squares() {
		to := uint8(sq)
		d := int(m.Distance(c.square, to))
		if d < 1 || d > most || m.Wall[to] || !free(to) || !m.Sees(c.square, to) {
			continue
		}
		beside, ok := g.shiftedSquare(s, k, c.square, to)
		if ok && free(beside) && m.Sees(s.seats[k].square, beside) {
			if a := (rules.Action{Do: doDrag, At: rules.Nobody, To: to, N: int16(d)}); o.isNewKind(m, a) {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

// shiftedSquare returns the square that seat k comes to when it is moved as from one square to another; ok is false off
// the map and in a wall.
func (g *Game) shiftedSquare(s *State, k int, from, to uint8) (sq uint8, ok bool) {
	m, was := &g.ground, s.seats[k].square
	return m.freeSquare(m.X[was]+m.X[to]-m.X[from], m.Y[was]+m.Y[to]-m.Y[from])
}

// grapplePartner returns one of the others in a seat's grapple, and how many they are.
func (g *Game) grapplePartner(s *State, i int) (other, n int) {
	for k := range g.n {
		if k != i && s.seats[k].grappleNumber() == s.seats[i].grappleNumber() {
			other = k
			n++
		}
	}
	return other, n
}

// takeGrappleAction takes a Grapple Action.
func (g *Game) takeGrappleAction(s *State, a rules.Action, log *rules.Log) {
	i, k := int(s.actor), int(a.At)
	c := &s.seats[i]
	switch a.Do {
	case doHit:
		s.simpleLeft -= 2
		s.do, s.with, s.at = uint8(doHit), a.With, uint8(a.At)
		s.eventful = 1
		g.askDamage(s, log)
		return
	case doBreak:
		s.simpleLeft--
		h := s.grapples[c.grappleNumber()-1]
		from, _ := g.grapplePartner(s, i)
		g.leaveGrapple(s, i, from, log)
		if h.starter != 0 && h.starter != uint8(1+i) {
			c.brokeFrom = h.starter // RK-145
		}
	case doThrow:
		s.simpleLeft--
		g.leaveGrapple(s, k, byNobody, log)
		g.dismount(s, k, log)
		down := g.ground.heightDrop(s.seats[k].square, a.To)
		g.moveTo(s, k, a.To, log)
		g.fallProne(s, k, i, log)
		if !g.bruise(s, k, 1+down, log) {
			return
		}
	case doDrag:
		s.simpleLeft--
		k, _ := g.grapplePartner(s, i)
		beside, _ := g.shiftedSquare(s, k, c.square, a.To)
		g.moveTo(s, i, a.To, log)
		g.moveTo(s, k, beside, log)
		s.moved += uint8(a.N)
		s.lowestWater = uint8(g.lowestWater(s, g.waterOf(s, i)))
	case doMaintain:
		s.simpleLeft -= 2
		c.grapple |= grappleMaintained
		g.logStatusChange(log, i, "maintaining", true)
	case doNevermind:
		if a.At == rules.Nobody {
			s.said |= saidOffer
			s.answered, s.at = 1<<i, uint8(i)
		} else { // somebody whose turn it is not proposes it, and is asked too
			s.seats[k].grapple |= grappleEndOffered
			s.at = uint8(k)
		}
		g.askAgreement(s, log)
		return
	}
	g.continueTurn(s, log)
}

// listNeverminds appends the proposals that a grapple end, by those in it whose turn it is not (RK-156, R-RK-82). Each
// can make it once a turn, between two actions of the actor.
func (g *Game) listNeverminds(s *State, buf []rules.Action) []rules.Action {
	for k := range g.n {
		if own := s.seats[k].grapple; own != 0 && own&grappleEndOffered == 0 && k != int(s.actor) && !g.rule.OwnOffers && g.canAct(s, k) {
			buf = append(buf, rules.Action{Do: doNevermind, At: rules.Seat(k)})
		}
	}
	return buf
}

// askAgreement asks the next in the grapple of seat State.at whether it is to end. When all who can act agree, it ends
// for all (RK-156).
func (g *Game) askAgreement(s *State, log *rules.Log) {
	n := s.seats[s.at].grappleNumber()
	for place := range g.n {
		if k := g.seatAt(s, place); s.seats[k].grappleNumber() == n && s.answered&(1<<k) == 0 && g.canAct(s, k) {
			s.phase, s.by = phAgree, uint8(k)
			return
		}
	}
	for k := range g.n {
		if s.seats[k].grappleNumber() == n {
			s.seats[k].grapple = 0
			g.logStatusChange(log, k, "grappled", false)
		}
	}
	s.grapples[n-1] = grapple{}
	g.continueTurn(s, log)
}

// takeAgreement takes an answer: one refusal, and the grapple goes on.
func (g *Game) takeAgreement(s *State, a rules.Action, log *rules.Log) {
	if a.Do != doAgree {
		g.continueTurn(s, log)
		return
	}
	s.answered |= 1 << s.by
	g.askAgreement(s, log)
}
