package keep

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// Deeds are the rows that people use: techniques for what they cost (RK-34), small objects that are drawn first
// (RK-30), spells that are begun, paid for and completed (RK-33). The slot of a deed keeps how far it has come, as a
// mark:
//
//	technique     used, if it can be used once
//	small object  drawn, then used
//	spell         begun, then paid if it costs anything; used, if it can be completed once

// deed is a technique, a spell or a small object that its owner can use for its effects.
type deed struct {
	row     string
	kind    uint8 // ofTechnique and so on
	owner   uint8
	cost    uint8   // costFree and so on
	once    bool    // it can be used once a fight
	number  int     // of a spell, what the test to complete it has to reach; 0 for no test
	ring    int     // the ring of that test
	effects []uint8 // those that its use sets off, as indices into Game.effects
	slot    uint8   // where its mark is kept, noSlot if it needs none
	target  uint8   // onFriend or onFoe if the user names a target, else onSelf
	reach   uint8   // squares to the target, 0 for anywhere
}

// Kinds of deeds.
const (
	ofTechnique uint8 = iota
	ofSpell
	ofObject
)

// Costs, in the order of rows.CostNames.
const (
	costNone uint8 = iota
	costFree
	costSimple
	costComplex
	costFewWords
	costManyWords
)

// deedOf returns the deed whose mark a slot keeps, nil if there is none.
func (g *Game) deedOf(slot int) *deed {
	for d := range g.deeds {
		if int(g.deeds[d].slot) == slot {
			return &g.deeds[d]
		}
	}
	return nil
}

// markOf returns how far the owner of a deed has come with it: 0 before it begins, and while it lasts on somebody.
func (g *Game) markOf(s *State, d *deed) uint8 {
	if d.slot == noSlot || s.slots[d.slot].on != 0 {
		return 0
	}
	return s.slots[d.slot].left
}

// canHaveMark reports whether a deed can ever have a mark.
func (d *deed) canHaveMark(mark uint8) bool {
	switch mark {
	case markDrawn:
		return d.kind == ofObject
	case markBegun:
		return d.kind == ofSpell
	case markPaid:
		return d.kind == ofSpell && d.cost != costNone
	}
	return d.once // markUsed
}

// canBegin reports whether a deed can be begun: it is not used up, and if it can be used once it does not last now.
func (g *Game) canBegin(s *State, d *deed) bool {
	return d.slot == noSlot || (!d.once || s.slots[d.slot].on == 0) && g.markOf(s, d) != markUsed
}

// hasActionsFor reports whether the actor has the actions left that a cost takes.
func (s *State) hasActionsFor(cost uint8) bool {
	switch cost {
	case costFree:
		return s.said&saidCostPaid == 0
	case costSimple, costManyWords:
		return s.simpleLeft >= 1
	case costComplex:
		return s.simpleLeft >= 2
	case costFewWords:
		return s.said&saidFewWords == 0
	}
	return true
}

// pay takes a cost from what the turn of the actor has left.
func (s *State) pay(cost uint8) {
	switch cost {
	case costFree:
		s.said |= saidCostPaid
	case costSimple, costManyWords:
		s.simpleLeft--
	case costComplex:
		s.simpleLeft -= 2
	case costFewWords:
		s.said |= saidFewWords
	}
}

// listDeeds appends the deeds that the actor may use or go on with: in a grapple only those that cost words (RK-155),
// and without control of it few words (R-RK-20).
func (g *Game) listDeeds(s *State, buf []rules.Action) []rules.Action {
	isGrappled, hasControl := s.seats[s.actor].grapple != 0, s.hasControl(int(s.actor))
	for k := range g.deeds {
		d := &g.deeds[k]
		if d.owner != s.actor || !g.canBegin(s, d) || isGrappled && d.cost != costFewWords && !(d.cost == costManyWords && hasControl) {
			continue
		}
		action := rules.Action{With: uint8(k), At: rules.Nobody}
		add := func(do uint16, ok bool) {
			if action.Do = do; ok {
				buf = append(buf, action)
			}
		}
		switch mark := g.markOf(s, d); {
		case d.kind == ofTechnique, d.kind == ofObject && mark == markDrawn:
			if s.hasActionsFor(d.cost) {
				buf = g.appendDeed(s, d, doUse, action, buf)
			}
			add(doPutAway, d.kind == ofObject && s.did&didHandleObject == 0)
		case d.kind == ofObject:
			add(doDraw, s.did&didHandleObject == 0)
		case d.kind == ofSpell && mark == 0:
			add(doBegin, s.said&saidSpellBegun == 0 && s.slots[d.slot].on == 0)
		case d.kind == ofSpell && mark == markBegun && d.cost != costNone:
			add(doPayFor, s.hasActionsFor(d.cost))
		case d.kind == ofSpell && s.said&saidSpellDone == 0:
			buf = g.appendDeed(s, d, doComplete, action, buf)
		}
	}
	return buf
}

// appendDeed appends the use of a deed if the needs of one of its effects are met, for each target that can be named.
func (g *Game) appendDeed(s *State, d *deed, do uint16, action rules.Action, buf []rules.Action) []rules.Action {
	action.Do = do
	if !slices.ContainsFunc(d.effects, func(k uint8) bool { return g.meetsNeeds(s, &g.effects[k]) }) {
		return buf
	}
	if d.target == onSelf {
		return append(buf, action)
	}
	i := int(d.owner)
	for k := range g.n {
		if g.isConscious(s, k) && g.foes(i, k) == (d.target == onFoe) && (d.reach == 0 || g.distance(s, i, k) <= d.reach) {
			action.At = rules.Seat(k)
			buf = append(buf, action)
		}
	}
	return buf
}

// useDeed takes an action with a deed, and reports whether the turn goes on at once: if a spell has a test to pass
// first, completeSpell goes on.
func (g *Game) useDeed(s *State, a rules.Action, log *rules.Log) bool {
	d := &g.deeds[a.With]
	if log != nil {
		e := rules.Event{Kind: "declare", Seat: g.name(int(s.actor)), What: actionNames[a.Do], Of: d.row}
		if a.At != rules.Nobody {
			e.At = g.name(int(a.At))
		}
		log.Add(e)
	}
	switch a.Do {
	case doDraw:
		s.did |= didHandleObject
		s.slots[d.slot] = slotState{left: markDrawn}
	case doPutAway:
		s.did |= didHandleObject
		s.slots[d.slot] = slotState{}
	case doBegin:
		s.said |= saidSpellBegun
		s.slots[d.slot] = slotState{left: markBegun}
	case doPayFor:
		s.pay(d.cost)
		s.slots[d.slot] = slotState{left: markPaid}
	case doUse:
		s.pay(d.cost)
		g.applyDeed(s, d, int(a.At), log)
	case doComplete:
		s.said |= saidSpellDone
		if s.slots[d.slot] = (slotState{}); d.number > 0 {
			s.do, s.with, s.at = uint8(doComplete), a.With, d.owner
			if a.At != rules.Nobody {
				s.at = uint8(a.At)
			}
			g.beginTest(s, int(s.actor))
			return false
		}
		g.applyDeed(s, d, int(a.At), log)
	}
	return true
}

// completeSpell goes on after the test of a spell.
func (g *Game) completeSpell(s *State, ok bool, log *rules.Log) {
	d, at := &g.deeds[s.with], int(s.at)
	if log != nil {
		e := rules.Event{Kind: "spell", Seat: g.name(int(d.owner)), What: d.row, OK: ok}
		if d.target != onSelf {
			e.At = g.name(at)
		}
		log.Add(e)
	}
	if ok {
		g.applyDeed(s, d, at, log)
	}
	if !g.endIfDecided(s, log) {
		g.continueTurn(s, log)
	}
}

// applyDeed applies the effects of a deed, one after the other; at is the target if it takes one. If the deed can be
// used once and lasts on nobody, its slot keeps markUsed.
func (g *Game) applyDeed(s *State, d *deed, at int, log *rules.Log) {
	for _, k := range d.effects {
		if e := &g.effects[k]; g.meetsNeeds(s, e) {
			g.applyEffect(s, e, at, log)
		}
	}
	if d.slot != noSlot && s.slots[d.slot].on == 0 {
		s.slots[d.slot] = slotState{}
		if d.once {
			s.slots[d.slot].left = markUsed
		}
	}
}

// deedWords words what a seat has drawn, begun, paid for or used up: "incense drawn".
func (g *Game) deedWords(s *State, i int) (out []string) {
	for k := range g.deeds {
		d := &g.deeds[k]
		if mark := g.markOf(s, d); int(d.owner) == i && mark >= markDrawn && mark <= markUsed {
			out = append(out, d.row+" "+rows.MarkNames[mark-markDrawn])
		}
	}
	return out
}
