package keep

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// What a search looks at (Representatives of rules.Hooks): of moves one to each kind of square, of calls those that can come off, of the rest
// what could be of use in a fight. People may do all of it.

// HasRepresentatives says that a search passes over something in any fight.
func (g *Game) HasRepresentatives() bool { return true }

// Representatives appends the decisions worth a look.
func (g *Game) Representatives(s *State, buf []rules.Action) []rules.Action {
	first := len(buf)
	buf = g.Actions(s, buf)
	all := buf[first:]
	switch s.phase {
	case phAct:
		all = g.representActs(s, all)
	case phCall:
		all = g.representCalls(s, all)
	case phExtra:
		all = g.representBlows(s, all)
	}
	return buf[:first+len(all)]
}

// representActs leaves out what does nothing in a fight, and of squares of one kind all but the nearest.
func (g *Game) representActs(s *State, all []rules.Action) []rules.Action {
	all = g.representBlows(s, all)
	i := int(s.actor)
	armed := g.hands(s, i) < 2
	others := g.among(s, i)
	var squares [squaresMax]uint64
	var kinds [64]uint64
	seen := 0
	kept := all[:0]
	for _, a := range all {
		switch a.Do {
		case doSpeak, doObject, doSpell, doPay, doTrial, doStow, doPutAway: // letting go is quicker than stowing
			continue
		case doNevermind: // somebody else's comes to nothing where both sides are in it: one of them would refuse
			if a.At != rules.Nobody && !g.ownGrapple(s, int(a.At)) {
				continue
			}
		case doLetGo:
			if !g.isRelieved(s, i) {
				continue
			}
		case doReady, doRecover:
			if armed && !g.seats[i].dual {
				continue
			}
		case doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl, doThrow, doDrag:
			if a.Do == doCrawl && s.simple >= 1 && g.isPressed(s, i) {
				continue
			}
			if squares[a.To] == 0 {
				squares[a.To] = g.ground.kindOf(&others, a.To)
			}
			kind := uint64(a.Do)<<56 | squares[a.To]
			if a.Do == doThrow {
				kind |= uint64(a.At) << 50
			}
			if slices.Contains(kinds[:seen], kind) {
				continue
			}
			if seen < len(kinds) {
				kinds[seen] = kind
				seen++
			}
		}
		kept = append(kept, a)
	}
	return kept
}

// ownGrapple reports whether all in seat k's grapple are of the actor's side.
func (g *Game) ownGrapple(s *State, k int) bool {
	for o := range g.n {
		if s.seats[o].hold&holdNumber == s.seats[k].hold&holdNumber && g.foes(int(s.actor), o) {
			return false
		}
	}
	return true
}

// isRelieved reports whether a seat is better off without what it holds: it is a grappler, or its other weapon would serve.
func (g *Game) isRelieved(s *State, i int) bool {
	f := &g.seats[i]
	if f.skills[jujutsu] >= 3 && g.hands(s, i) == 0 {
		return true
	}
	for _, item := range g.items {
		it := s.items[item].at
		if !g.armOf(item).natural && int(it&itemHolder) == i && it&(itemLying|itemGone|itemReady) == 0 {
			return s.seats[i].status&prone != 0 || g.aiming(s, i) && g.isPressed(s, i)
		}
	}
	return false
}

// aiming reports whether a seat has a bow ready.
func (g *Game) aiming(s *State, i int) bool {
	for j := range g.arms {
		if a := &g.arms[j]; a.kind == aimed && g.holds(s, i, a.item) {
			return true
		}
	}
	return false
}

// standing is whom a seat would stand among.
type standing struct {
	own     uint8 // how far the seat itself strikes
	foes    [seatsMax]stander
	friends [seatsMax]stander
	n       [2]int // of foes, of friends
}

// stander is one of them: where it stands, how far it strikes, and its bits in what could matter of a square.
type stander struct {
	at, far       uint8
	struck, hurts uint32
}

// among lists the others on the field.
func (g *Game) among(s *State, i int) (o standing) {
	o.own = g.threat(s, i)
	for k := range g.n {
		if k == i || !g.conscious(s, k) {
			continue
		}
		at := s.seats[k].square
		if g.foes(i, k) {
			o.foes[o.n[0]] = stander{at, g.threat(s, k), 1 << k, 1 << (8 + k)}
			o.n[0]++
		} else {
			o.friends[o.n[1]] = stander{at: at, struck: 1 << (16 + k)}
			o.n[1]++
		}
	}
	return o
}

// kindOf returns what of a square could matter to a seat: whom it reaches from there and who reaches it, how far the nearest foe is,
// friends beside, and what it is itself.
func (m *ground) kindOf(o *standing, sq uint8) uint64 {
	steps, near, kind := m.Fars(sq), uint8(7), uint32(0)
	for n := range o.n[0] {
		k := &o.foes[n]
		d := steps[k.at]
		near = min(near, d)
		if d <= o.own {
			kind |= k.struck
		}
		if d <= k.far {
			kind |= k.hurts
		}
	}
	for n := range o.n[1] {
		if k := &o.friends[n]; steps[k.at] <= 1 {
			kind |= k.struck
		}
	}
	return m.kinds[sq] | uint64(near)<<24 | uint64(kind)
}

// features works out what could matter of each square itself: height, cover, mire, a way out.
func (m *ground) features() {
	for sq := range m.Squares() {
		kind := uint64(m.height[sq])<<28 | uint64(m.cover[sq])<<32
		if m.mire[sq] {
			kind |= 1 << 34
		}
		if m.exit[sq] {
			kind |= 1 << 35
		}
		m.kinds[sq] = kind
	}
}

// representBlows leaves out bare hands where a weapon reaches as well.
func (g *Game) representBlows(s *State, all []rules.Action) []rules.Action {
	var armed uint8
	for _, a := range all {
		if a.Do == doAttack && g.arms[a.With].item != noItem && g.arms[a.With].kind != thrown {
			armed |= 1 << a.At
		}
	}
	return slices.DeleteFunc(all, func(a rules.Action) bool {
		if a.Do != doAttack || armed&(1<<a.At) == 0 {
			return false
		}
		return g.arms[a.With].item == noItem || g.arms[a.With].kind == thrown
	})
}

// representCalls leaves out what would hardly ever come off, and what nobody gains by.
func (g *Game) representCalls(s *State, all []rules.Action) []rules.Action {
	if uint16(s.do) != doAttack {
		return all
	}
	i := int(s.by)
	curve, need := g.pool(s, i).Curve(), g.number(s, i)
	likely := func(raises int) bool { return curve.AtLeast(need+5*raises) > 0.2 }
	stronger := g.seats[i].attributes[strength] > g.seats[s.at].attributes[strength]
	called := g.raises(s) > 0
	return slices.DeleteFunc(all, func(a rules.Action) bool {
		if called && a.Do > doRoll && a.Do < callFree { // one maneuver an attack
			return true
		}
		switch a.Do {
		case callFeint:
			return !likely(2)
		case callDisarm:
			return !likely(3) || !stronger
		case callExtraAttack:
			return !likely(5)
		case callExtraDamage:
			return a.N > 3 || !likely(int(a.N))
		case callKnockdown:
			return !likely(2) || !stronger
		case callPush, callPull:
			return true
		case callFocus:
			return rows.PartNames[a.Mode] != "head" || !likely(3)
		case callTactical:
			return !likely(2)
		}
		return false
	})
}

// MergedOdds appends the outcomes of the dice; of damage those that leave the target in one rank are one, the middle of them, and
// while it may Endure those within ten of each other.
func (g *Game) MergedOdds(s *State, buf []rules.Odds) []rules.Odds {
	first := len(buf)
	buf = g.Odds(s, buf)
	if s.phase != phDamage {
		return buf
	}
	k := int(s.at)
	c := s.seats[k]
	was := c.wounds
	out := buf[:first]
	last, sum, mean := -1, 0.0, 0.0
	flush := func() {
		if sum > 0 {
			out = append(out, outcome(int16(mean/sum+0.5), sum))
		}
		sum, mean = 0, 0
	}
	for _, o := range buf[first:] {
		c.wounds = uint8(min(int(was)+max(0, int(o.N)-g.reduction(s, k)), int(g.deadFrom(&c, k))))
		rank := g.rankOf(&c, k)
		if c.wounds == was {
			rank = -2
		} else if g.endures(s) {
			rank = rank<<4 | int(o.N)/10
		}
		if rank != last {
			flush()
			last = rank
		}
		sum += o.P
		mean += float64(o.P * float64(o.N))
	}
	flush()
	return buf[:len(out)]
}
