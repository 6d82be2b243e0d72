package tempo

import "kokyu/rules"

// The value of an action under way before its dice are thrown: the estimates of its outcomes, weighed by their chances.
// Without it a search that looks a single decision ahead would only see the AP that an attack costs. Whoever may answer
// is taken to answer as is best for its side by this estimate. A secret must not show in the value before it is
// answered: until then every attack counts as one in earnest.

// blow is a blow that may still fall, with the chances of what it may do.
type blow struct {
	by      int   // who strikes
	with    uint8 // its arm
	target  int
	landed  float64 // the chance of a hit that armour counts against
	pierced float64 // the chance of a hit that it does not count against
}

// answersMax is how many answers an estimate considers.
const answersMax = 16

// pendingValue returns the estimate of a position with an action under way, by how far the action has come.
func (g *Game) pendingValue(s *State, v *view) float64 {
	now, k := *s, int(s.at)
	var buf [answersMax]rules.Action
	switch s.phase {
	case phSecret, phReact:
		if uint16(s.do) == doMelee {
			now.feint = 0
		}
		if isAnsweredByMany(uint16(s.do)) || s.seats[k].reaction != 0 {
			break
		}
		best := g.expectedValue(&now, v)
		for _, a := range g.listReactions(&now, k, buf[:0], answersMax) {
			then := now
			c := &then.seats[k]
			// An answer costs AP whatever it comes to, so that answering is only better where it saves more than they
			// are worth.
			c.ap -= uint8(g.price(&now, k, a.Do, a.With))
			c.reaction, c.reactionArm = uint8(a.Do), a.With
			best = g.betterFor(k, best, g.expectedValue(&then, v))
		}
		return best
	case phTempo:
		best := g.expectedValue(&now, v)
		for _, a := range g.listCounterTempos(&now, buf[:0], answersMax) {
			then := now
			then.seats[s.actor].ap -= uint8(g.surcharge(&now, a.Do, a.With))
			then.counterTempo = uint8(a.Do)
			if a.Do == doCTCounter {
				then.with = a.With
			}
			best = g.betterFor(int(s.actor), best, g.expectedValue(&then, v))
		}
		return best
	case phDamage:
		var room [1 + reactorsMax]blow
		return g.blowsValue(s, g.landedBlows(s, room[:0]), v)
	case phStep:
		return g.blowsValue(s, nil, v)
	}
	return g.expectedValue(&now, v)
}

// landedBlows appends the blows that have hit and whose damage is not yet rolled.
func (g *Game) landedBlows(s *State, blows []blow) []blow {
	add := func(k int, with, how uint8, target int) {
		b := blow{by: k, with: with, target: target, landed: 1}
		if how == pierced {
			b.landed, b.pierced = 0, 1
		}
		blows = append(blows, b)
	}
	i := int(s.actor)
	if s.actorHit > 0 {
		add(i, s.with, s.actorHit, int(s.at))
	}
	for k := range g.n {
		if c := &s.seats[k]; c.effectRow > 0 && usesArm(uint16(c.reaction)) {
			add(k, c.reactionArm, c.effectRow, i)
		}
	}
	return blows
}

// betterFor returns the one of two values that is better for seat k: side 0 wants the higher, side 1 the lower.
func (g *Game) betterFor(k int, a, b float64) float64 {
	if g.seats[k].side == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// expectedValue returns the estimate over the dice of the check under way, with the answers declared so far. With
// several reactors it is an approximation: the chances of each are worked out as if it were alone.
func (g *Game) expectedValue(s *State, v *view) float64 {
	t := g.checkUnderWay(s)
	i := int(s.actor)
	var room [1 + reactorsMax]blow
	blows := room[:0]
	mine := g.thresholds(t.do, int(s.at))
	least := int16(-noRow) // the least result that is not cancelled
	for j := range t.reactors {
		k := int(t.seats[j])
		c := &s.seats[k]
		answer := uint16(c.reaction)
		rows := g.thresholds(answer, i)
		switch {
		case usesArm(answer):
			b := blow{by: k, with: c.reactionArm, target: i}
			edge := t.mods[j] - t.mod
			b.pierced, b.landed = t.reactorExceeds(rows[1]-edge), t.reactorExceeds(rows[0]-edge)
			if t.do == doCTParry { // what it parries misses
				held := t.reactorExceeds(1 - mine[0] - edge)
				b.pierced, b.landed = min(b.pierced, held), min(b.landed, held)
			}
			b.landed -= b.pierced
			blows = append(blows, b)
		case answer != doRetreat:
			least = 1 - rows[0]
		}
	}
	if rollsDamage(t.do) {
		b := blow{by: i, with: s.with, target: int(s.at)}
		b.pierced = t.actorReaches(max(mine[1], least))
		b.landed = t.actorReaches(max(mine[0], least)) - b.pierced
		return g.blowsValue(s, append(blows, b), v)
	}
	failed := g.blowsValue(s, blows, v)
	p := 0.0
	switch t.do {
	case doMove, doReload, doDraw, doPickUp:
		p = 1 // whatever comes, unless a mover is hit on the way
	case doCombatMove, doDisarm, doPin, doEscape:
		p = t.actorReaches(max(mine[0], least))
	}
	done := *s
	if p == 0 || !g.applySuccess(&done, t.do) {
		return failed
	}
	return float64(p*g.blowsValue(&done, blows, v)) + float64((1-p)*failed)
}

// applySuccess changes a position as far as the estimate sees the success of an action, and reports whether it sees
// any.
func (g *Game) applySuccess(s *State, do uint16) bool {
	c, o := &s.seats[s.actor], &s.seats[s.at]
	switch do {
	case doMove, doCombatMove:
		if s.to == 0 {
			return false
		}
		c.square = s.to
	case doReload:
		c.loadingAP += s.to
	case doDraw, doPickUp:
		c.hand = s.with
	case doDisarm:
		o.hand = slotNone
	case doPin:
		o.status = pinned
	case doEscape:
		if c.status != pinned {
			return false
		}
		c.status = grappled
	}
	return true
}

// reactorExceeds returns the chance that the first reactor's dice come to n or more above the actor's, or above 0 if
// the actor does not throw.
func (t *opposedCheck) reactorExceeds(n int16) float64 {
	switch {
	case n > noRow/2:
		return 0
	case t.actorThrows:
		return marginAtLeast(n)
	}
	return chanceAtLeast(n)
}

// actorReaches returns the chance that the actor's result is n or more, opposed by the first reactor if there is one.
func (t *opposedCheck) actorReaches(n int16) float64 {
	switch {
	case n > noRow/2:
		return 0
	case t.reactors == 0:
		return chanceAtLeast(n - t.mod)
	}
	return marginAtLeast(n - t.mod + t.mods[0])
}

// afterBlows returns what the blows that may fall on seat i are expected to leave of what it deals and bears. Of
// several only the worst counts: their joint effect would take far more work.
func (g *Game) afterBlows(s *State, i int, blows []blow, deal, bear float64, v *view) (dealt, borne float64) {
	dealt, borne = deal, bear
	for k := range blows {
		if blows[k].target == i {
			d, b := g.afterBlow(s, i, &blows[k], deal, bear, v)
			dealt, borne = min(dealt, d), min(borne, b)
		}
	}
	return dealt, borne
}

// afterBlow returns what one blow is expected to leave of what seat i deals and bears, over the wounds that it can
// make. The AP that a wound costs are left out.
func (g *Game) afterBlow(s *State, i int, b *blow, deal, bear float64, v *view) (dealt, borne float64) {
	missed := 1 - b.landed - b.pierced
	dealt, borne = float64(missed*deal), float64(missed*bear)
	a := g.arm(b.by, b.with)
	dice := int16(a.dice)
	for _, way := range [2]struct {
		hit    uint8
		chance float64
	}{{landed, b.landed}, {pierced, b.pierced}} {
		if way.chance <= 0 {
			continue
		}
		h := g.damageOf(a, i, way.hit)
		for sum := dice; sum <= 6*dice; {
			category, p := g.woundCategory(s, h, sum), 0.0
			for ; sum <= 6*dice && g.woundCategory(s, h, sum) == category; sum++ {
				p += float64(way.chance * sumChances[dice][sum])
			}
			d, w := deal, bear
			switch {
			case category >= critical:
				d, w = 0, 0
			case category > 0:
				wounded := s.seats[i]
				wounded.boxes[category-1]++
				d, w = g.dealsAndBears(s, i, &wounded, v)
			}
			dealt += float64(p * d)
			borne += float64(p * w)
		}
	}
	return dealt, borne
}
