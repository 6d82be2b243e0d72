package breath

import (
	"encoding/binary"
	"math"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// What the exact solver and its tables need: a position without its round, packed.

// SetRound puts a position into another round.
func (g *Game) SetRound(s *State, round int) { s.round = uint8(round) }

// Rounds returns the last round: the cap, or the rounds an objective asks for.
func (g *Game) Rounds() int { return g.goal.Last(g.rounds) }

// seatBytes and sceneBytes are what Pack writes of a seat and of everything else, before zeros are left out; laidBytes
// are written besides in a fight where something can be laid on people and places.
const (
	seatBytes  = 12
	sceneBytes = 39
	laidBytes  = 72
)

// rawBytes is a position as bytes, its round left out.
type rawBytes [12*seatBytes + sceneBytes + laidBytes]byte

// Pack appends a position without its round. Positions that differ only in what can no longer matter are packed alike,
// see [Game.plainest].
func (g *Game) Pack(s *State, buf []byte) []byte {
	var raw rawBytes
	same := *s
	g.plainest(&same)
	n := g.marshal(&same, &raw)
	return rules.CompressZeros(raw[:n], buf)
}

// Unpack returns the inverse of Pack: it returns the simplest position of round 1 with the same future.
func (g *Game) Unpack(packed []byte, s *State) error {
	var raw rawBytes
	if err := rules.ExpandZeros(packed, raw[:g.size()]); err != nil {
		return err
	}
	g.unmarshal(&raw, s)
	return nil
}

// size returns how many bytes marshal writes.
func (g *Game) size() int {
	n := g.n*seatBytes + sceneBytes
	if g.wide {
		n += laidBytes
	}
	return n
}

// marshal writes a position's bytes in the order of its fields and says how many.
func (g *Game) marshal(s *State, to *rawBytes) int {
	at := 0
	for i := range g.n {
		c := &s.seats[i]
		b := (*[seatBytes]byte)(to[at:])
		b[0], b[1], b[2], b[3], b[4], b[5] = byte(c.energy), byte(c.wounds), c.place, c.zone, byte(c.is), byte(c.is>>8)
		b[6], b[7], b[8], b[9], b[10], b[11] = c.held[0], c.held[1], c.lost, c.stance, c.zero, byte(c.bare)
		at += seatBytes
	}
	b, d := (*[sceneBytes]byte)(to[at:]), &s.duel
	b[0], b[1], b[2], b[3], b[4], b[5], b[6] = byte(s.phase), s.actor, s.over, byte(s.spent), byte(s.strikes), s.focus, s.strain
	b[7], b[8], b[9], b[10], b[11] = s.task.do, s.task.with, s.task.at, s.task.to, s.task.mode
	b[12], b[13], b[14], b[15], b[16] = s.shown[0], s.shown[1], byte(s.paused), s.scan, s.deep
	for k := range s.blow {
		x, e := &s.blow[k], (*[7]byte)(b[17+7*k:])
		e[0], e[1], e[2], e[3], e[4], e[5], e[6] = x.by, x.at, x.with, byte(x.mod), byte(x.sum), x.is, x.answer
	}
	b[31], b[32], b[33], b[34], b[35] = d.rung, byte(d.guard[0]), byte(d.guard[1]), d.hurt[0], d.hurt[1]
	b[36], b[37], b[38] = d.is[0], d.is[1], d.met
	if g.wide {
		s.laid.marshal((*[laidBytes]byte)(to[at+sceneBytes:]))
	}
	return g.size()
}

func (l *laid) marshal(to *[laidBytes]byte) {
	b := to[:0]
	for _, m := range l.marks {
		b = binary.LittleEndian.AppendUint16(b, uint16(m))
	}
	for _, c := range l.casters {
		b = binary.LittleEndian.AppendUint16(b, c.slots[0])
		b = binary.LittleEndian.AppendUint16(b, c.slots[1])
		b = append(b, c.spell, c.stage, c.is, c.on)
	}
	for _, x := range l.barriers {
		b = append(b, x.of, x.wounds)
	}
	for _, z := range l.ground {
		b = append(b, byte(z))
	}
	copy(to[len(b):], l.purses[:])
}

func (l *laid) unmarshal(b []byte) {
	for i := range l.marks {
		l.marks[i], b = marks(binary.LittleEndian.Uint16(b)), b[2:]
	}
	for k := range l.casters {
		slots := [2]uint16{binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])}
		l.casters[k], b = caster{slots: slots, spell: b[4], stage: b[5], is: b[6], on: b[7]}, b[8:]
	}
	for side := range l.barriers {
		l.barriers[side], b = barrier{b[0], b[1]}, b[2:]
	}
	for z := range l.ground {
		l.ground[z], b = lie(b[0]), b[1:]
	}
	copy(l.purses[:], b)
}

// unmarshal is the inverse of marshal.
func (g *Game) unmarshal(from *rawBytes, s *State) {
	*s = State{round: 1}
	at := 0
	for i := range g.n {
		b := (*[seatBytes]byte)(from[at:])
		s.seats[i] = seat{
			energy: int8(b[0]), wounds: int8(b[1]), place: b[2], zone: b[3], is: flags(b[4]) | flags(b[5])<<8,
			held: [2]uint8{b[6], b[7]}, lost: b[8], stance: b[9], zero: b[10], bare: int8(b[11]),
		}
		at += seatBytes
	}
	b := (*[sceneBytes]byte)(from[at:])
	s.phase, s.actor, s.over, s.spent, s.strikes, s.focus, s.strain = phase(b[0]), b[1], b[2], int8(b[3]), int8(b[4]), b[5], b[6]
	s.task = task{b[7], b[8], b[9], b[10], b[11]}
	s.shown, s.paused, s.scan, s.deep = [2]uint8{b[12], b[13]}, phase(b[14]), b[15], b[16]
	for k := range s.blow {
		e := b[17+7*k:]
		s.blow[k] = exchange{by: e[0], at: e[1], with: e[2], mod: int8(e[3]), sum: int8(e[4]), is: e[5], answer: e[6]}
	}
	s.duel = duelState{rung: b[31], guard: [2]int8{int8(b[32]), int8(b[33])}, hurt: [2]uint8{b[34], b[35]}, is: [2]uint8{b[36], b[37]}, met: b[38]}
	if g.wide {
		s.laid.unmarshal(from[at+sceneBytes:])
	}
}

// plainest takes out of a position what cannot change its future, though people may want to read it:
//
//	the sum spent in a breath that can no longer pass its limit
//	the attacks of a breath that can no longer reach the fourth
//	reservations beyond the blows that foes can still pay for this round
//	of one who has closed, Energy that buys no further answer (in a duel it still wins half-steps, R-113)
//
// What it does holds from one position to the next: whatever happens, two positions with one plainest position lead
// to positions with one plainest position again.
func (g *Game) plainest(s *State) {
	if g.wide { // what others strike and give in one's breath is no bound of Energy's
		return
	}
	for i := range g.n {
		c, t := &s.seats[i], &g.thrift[i]
		if c.is&isClosed != 0 && !g.duel.on && int(c.energy) < len(t.answers) {
			c.energy = t.answers[c.energy]
			if c.energy == 0 {
				c.is &^= isClosed
			}
		}
	}
	for i := range g.n {
		if c := &s.seats[i]; c.held[0]|c.held[1] != 0 {
			if n := g.blowsAgainst(s, i); n < reservesMax {
				c.held[0], c.held[1] = min(c.held[0], uint8(n)), min(c.held[1], uint8(n))
			}
		}
	}
	i := int(s.actor)
	f, c := &g.seats[i], &s.seats[i]
	if s.phase <= phCount || s.phase == phBleed || f.descent > 0 || f.inCore > 0 {
		return
	}
	free := g.limit(s, i) - s.spent
	if c.energy <= free {
		s.spent = 0
	}
	if s.strikes == 0 || s.phase != phBreath && s.deep == 0 { // what is declared and not yet struck is not counted
		return
	}
	if int(s.strikes)+g.blowsBy(s, i, min(c.energy, free))+1 <= fatigueFree {
		s.strikes = 0
	}
}

// thrift is what a fighter's Energy buys at best.
type thrift struct {
	armed   int8                     // the cheapest attack or Kata with a weapon, in any zone
	any     int8                     // the cheapest of all, bare hands included
	strikes bool                     // has a stance that strikes unasked
	answers [rows.EnergyMax + 1]int8 // of so much Energy, the most that improvised answers can use up
}

// thrifts works them out, once a fight.
func (g *Game) thrifts() {
	for i := range g.n {
		f, t := &g.seats[i], &g.thrift[i]
		t.armed, t.any = rows.EnergyMax+1, rows.EnergyMax+1
		var haste [rows.EnergyMax + 1]bool
		for k := range f.arms {
			a := &f.arms[k]
			for z := range zoneCount {
				switch {
				case a.kind == isDefense && a.haste[z] <= rows.EnergyMax:
					haste[a.haste[z]] = true
				case a.kind == isAttack || a.kind == isKata:
					t.any = min(t.any, a.cost[z])
					if a.slot != slotBare {
						t.armed = min(t.armed, a.cost[z])
					}
				}
			}
		}
		if g.duel.on { // a feint and an empty hand cost 1 whatever the weapon
			t.armed, t.any = min(t.armed, 1), min(t.any, 1)
		}
		for _, st := range f.stances {
			t.strikes = t.strikes || g.stances[st].strikes != 0
		}
		for e := 1; e <= rows.EnergyMax; e++ {
			for cost := 1; cost <= e; cost++ {
				if haste[cost] {
					t.answers[e] = max(t.answers[e], int8(cost)+t.answers[e-cost])
				}
			}
			if haste[0] {
				t.answers[e] = int8(e)
			}
		}
	}
}

// blows returns how many attacks so much Energy pays for at most. A weapon may drop at any time, so the cheapest counts.
func (t *thrift) blows(energy int8) int {
	switch {
	case t.any <= 0 || t.strikes:
		return math.MaxInt8
	case energy <= 0:
		return 0
	}
	return int(energy / t.any)
}

// blowsBy returns how many attacks so much Energy pays for in seat i's own breath, at most. There a weapon in hand drops
// after an attack at the earliest, unless a stance strikes back.
func (g *Game) blowsBy(s *State, i int, energy int8) int {
	t := &g.thrift[i]
	for k := range g.n {
		if g.seats[k].side != g.seats[i].side && g.thrift[k].strikes {
			return t.blows(energy)
		}
	}
	first := t.armed
	if s.seats[i].lost&1 != 0 || s.deep > 0 {
		first = t.any
	}
	switch {
	case t.any <= 0:
		return math.MaxInt8
	case energy < first:
		return 0
	}
	return 1 + int((energy-first)/t.any)
}

// blowsAgainst returns how many blows can still fall on seat i this round, at most, those under way included.
func (g *Game) blowsAgainst(s *State, i int) int {
	n := int(s.deep)
	for k := range g.n {
		if g.seats[k].side == g.seats[i].side || !s.up(k) {
			continue
		}
		if c := &s.seats[k]; c.is&isClosed == 0 || g.thrift[k].strikes {
			n += g.thrift[k].blows(c.energy)
		}
	}
	return n
}
