package keep

import (
	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// What is used: techniques for what they cost (RK-34), small objects that are drawn first (RK-30), spells that are begun, paid for
// and completed (RK-33).

// deed is a row with effects that its owner uses.
type deed struct {
	row     string
	kind    uint8
	owner   uint8
	cost    uint8 // in the order of rows.CostNames
	once    bool
	number  int // of a spell, what completing it has to reach; 0 for no test
	ring    int
	effects []uint8
	slot    uint8 // where its mark is kept, noSlot if it needs none
	target  uint8 // onFriend or onFoe for one who is named, else onSelf
	reach   uint8
}

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

// deedOf returns the deed whose mark is kept at a place, nil if there is none.
func (g *Game) deedOf(slot int) *deed {
	for d := range g.deeds {
		if int(g.deeds[d].slot) == slot {
			return &g.deeds[d]
		}
	}
	return nil
}

// markOf returns how far its owner has come with a deed: 0 at the beginning and while it lasts.
func (g *Game) markOf(s *State, d *deed) uint8 {
	if d.slot == noSlot || s.lasts[d.slot].on != 0 {
		return 0
	}
	return s.lasts[d.slot].left
}

// canBegin reports whether a deed can be begun: it is neither used up nor lasting already.
func (g *Game) canBegin(s *State, d *deed) bool {
	return d.slot == noSlot || (!d.once || s.lasts[d.slot].on == 0) && g.markOf(s, d) != markUsed
}

// canPay reports whether the actor can pay a cost now.
func (s *State) canPay(cost uint8) bool {
	switch cost {
	case costFree:
		return s.said&saidPaid == 0
	case costSimple, costManyWords:
		return s.simpleLeft >= 1
	case costComplex:
		return s.simpleLeft >= 2
	case costFewWords:
		return s.said&saidSeven == 0
	}
	return true
}

// pay pays it.
func (s *State) pay(cost uint8) {
	switch cost {
	case costFree:
		s.said |= saidPaid
	case costSimple, costManyWords:
		s.simpleLeft--
	case costComplex:
		s.simpleLeft -= 2
	case costFewWords:
		s.said |= saidSeven
	}
}

// listDeeds lists what the actor may use. In a grapple that is what words alone do (RK-155), without control what few do (R-RK-20).
func (g *Game) listDeeds(s *State, buf []rules.Action) []rules.Action {
	hold := s.seats[s.actor].hold & holdNumber
	for k := range g.deeds {
		d := &g.deeds[k]
		if d.owner != s.actor || !g.canBegin(s, d) || hold != 0 && d.cost != costFewWords && (d.cost != costManyWords || s.holds[hold-1].control != 1+s.actor) {
			continue
		}
		with := rules.Action{With: uint8(k), At: rules.Nobody}
		add := func(do uint16, ok bool) {
			if with.Do = do; ok {
				buf = append(buf, with)
			}
		}
		switch mark := g.markOf(s, d); {
		case d.kind == ofTechnique && s.canPay(d.cost), d.kind == ofObject && mark == markDrawn && s.canPay(d.cost):
			buf = g.appendDeed(s, d, doUse, with, buf)
			if d.kind == ofObject {
				add(doPutAway, s.did&didObject == 0)
			}
		case d.kind == ofObject:
			add(map[bool]uint16{true: doPutAway, false: doDraw}[mark == markDrawn], s.did&didObject == 0)
		case d.kind == ofSpell && mark == 0:
			add(doBegin, s.said&saidBegun == 0 && s.lasts[d.slot].on == 0)
		case d.kind == ofSpell && mark == markBegun && d.cost != costNone:
			add(doPayFor, s.canPay(d.cost))
		case d.kind == ofSpell && s.said&saidDone == 0:
			buf = g.appendDeed(s, d, doComplete, with, buf)
		}
	}
	return buf
}

// appendDeed appends a deed: of one who is named, once for each who can be, if its needs are met.
func (g *Game) appendDeed(s *State, d *deed, do uint16, with rules.Action, buf []rules.Action) []rules.Action {
	with.Do = do
	ready := false
	for _, k := range d.effects {
		ready = ready || g.meetsNeeds(s, &g.effects[k])
	}
	if !ready {
		return buf
	}
	if d.target == onSelf {
		return append(buf, with)
	}
	i := int(d.owner)
	for k := range g.n {
		if g.conscious(s, k) && g.foes(i, k) == (d.target == onFoe) && (d.reach == 0 || g.ground.Far(s.seats[i].square, s.seats[k].square) <= d.reach) {
			with.At = rules.Seat(k)
			buf = append(buf, with)
		}
	}
	return buf
}

// useDeed makes a deed happen, and says whether the turn goes on at once.
func (g *Game) useDeed(s *State, a rules.Action, log *rules.Log) bool {
	d := &g.deeds[a.With]
	if log != nil {
		e := rules.Event{Kind: "declare", Seat: g.name(int(s.actor)), What: deedNames[a.Do], Of: d.row}
		if a.At != rules.Nobody {
			e.At = g.name(int(a.At))
		}
		log.Add(e)
	}
	switch a.Do {
	case doDraw, doPutAway:
		s.did |= didObject
		s.lasts[d.slot] = running{left: map[bool]uint8{true: markDrawn}[a.Do == doDraw]}
	case doBegin:
		s.said |= saidBegun
		s.lasts[d.slot] = running{left: markBegun}
	case doPayFor:
		s.pay(d.cost)
		s.lasts[d.slot] = running{left: markPaid}
	case doUse:
		s.pay(d.cost)
		g.applyDeed(s, d, int(a.At), log)
	case doComplete:
		s.said |= saidDone
		if s.lasts[d.slot] = (running{}); d.number > 0 {
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
	if !g.decide(s, log) {
		g.continueTurn(s, log)
	}
}

// applyDeed makes the effects of a deed happen, one after the other.
func (g *Game) applyDeed(s *State, d *deed, at int, log *rules.Log) {
	for _, k := range d.effects {
		if e := &g.effects[k]; g.meetsNeeds(s, e) {
			g.applyEffect(s, e, at, log)
		}
	}
	if d.slot != noSlot && d.once && s.lasts[d.slot].on == 0 {
		s.lasts[d.slot].left = markUsed
	} else if d.slot != noSlot && s.lasts[d.slot].on == 0 {
		s.lasts[d.slot] = running{}
	}
}

// deedWords returns the small objects and spells that a seat is at, in words: "incense drawn".
func (g *Game) deedWords(s *State, i int) (out []string) {
	for k := range g.deeds {
		d := &g.deeds[k]
		if mark := g.markOf(s, d); int(d.owner) == i && mark >= markDrawn && mark <= markUsed {
			out = append(out, d.row+" "+rows.IsNames[mark-markDrawn])
		}
	}
	return out
}
