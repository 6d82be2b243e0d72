package keep

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// Movement (001 §Movement): by Free and Simple Actions, in feet of one's Water, under the cap of the turn; on foot, on
// horseback, on hands and knees.

// waterOf returns a seat's Water for movement: its steed's when it rides; one lower for a leg that is struck, two lower Blind, one
// at least (RK-207, RK-184, R-RK-62).
func (g *Game) waterOf(s *State, i int) int {
	c := &s.seats[i]
	if c.mount != 0 && !g.seats[i].steed {
		i = int(c.mount) - 1
		c = &s.seats[i]
	}
	w := g.seats[i].rings[ringWater] + g.gainOf(s, i, doesWater).add // RK-168
	if c.focus&hurtLeg != 0 {
		w -= legWater
	}
	if g.isBlind(c) {
		w -= blindWater
	}
	return max(leastWater, w)
}

// slowest returns the lowest Water of the turn, this one included (RK-169).
func (g *Game) slowest(s *State, w int) int {
	if s.pace == 0 {
		return w
	}
	return min(w, int(s.pace))
}

// goes reports whether a move action of a kind is open to the actor (RK-162).
func (g *Game) goes(s *State, do uint16) bool {
	i := int(s.actor)
	c := &s.seats[i]
	if c.stance == void || c.hold != 0 || c.tangle != 0 || (c.status&prone != 0) != (do == doCrawl) {
		return false
	}
	if m := int(c.mount) - 1; m >= 0 && !g.seats[i].steed {
		o := &s.seats[m]
		if !g.acts(s, m) || o.hold != 0 || o.tangle != 0 || o.status&prone != 0 || !g.rule.HitAndRun && s.run&rodeAway != 0 {
			return false
		}
	}
	switch do {
	case doFreeMove:
		return s.did&didMove == 0 && c.focus&hurtFoot == 0
	case doMove:
		return s.simple >= 1 && c.stance != earth
	case doSteedFree:
		return c.mount != 0 && s.did&didSteed == 0 && s.seats[c.mount-1].focus&hurtFoot == 0
	case doSteedMove:
		return c.mount != 0 && s.steeds >= 1
	}
	return s.simple >= 2 && c.stance != earth // crawling
}

// feet returns how many squares a move action of a kind covers with this Water (RK-32, RK-38, RK-214).
func (g *Game) feet(s *State, do uint16, w int) int {
	switch do {
	case doMove, doSteedMove:
		return moveSquares * w
	case doFreeMove:
		if g.gives(s, int(s.actor), fire) {
			return stepSquares*w + fireStep // RK-86
		}
		return stepSquares * w
	case doCrawl:
		return crawlSquares * w
	}
	return stepSquares * w // the steed's Free Move
}

// moves lists where each kind of move action may lead. Rough ground is counted with Water one lower (R-RK-53), so that a
// square it is needed for is nearer than others. To look ahead the first square of each kind will do.
func (g *Game) moves(s *State, buf []rules.Action, look bool) []rules.Action {
	i := int(s.actor)
	kinds := [...]uint16{doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl}
	far := 0
	w := g.waterOf(s, i)
	level := func(do uint16) int { return min(g.feet(s, do, w), capSquares*g.slowest(s, w)-int(s.moved)) }
	slow := max(1, w-1)
	uneven := func(do uint16) int { return min(g.feet(s, do, slow), capSquares*g.slowest(s, slow)-int(s.moved)) }
	open := kinds[:0]
	for _, do := range kinds {
		if g.goes(s, do) {
			open, far = append(open, do), max(far, level(do))
		}
	}
	if far <= 0 {
		return buf
	}
	f := g.stand(s)
	closed, rough := book.Squares{}, g.ground.rough
	for k := range g.n { // foes let nobody past
		if sq := s.seats[k].square; f[sq] == uint8(1+k) && g.foes(i, k) && g.acts(s, k) {
			closed.Add(sq)
			rough.Add(sq)
		}
	}
	var o around
	g.among(s, i, look, &o)
	var flees func(from, to uint8) bool
	if s.seats[i].stance == fire {
		flees = o.flees // R-RK-08
	}
	var any, even book.Walk
	smooth := &any
	reached := g.ground.Walk(s.seats[i].square, far, closed, flees, &any)
	if reached.Without(&g.ground.rough) != reached {
		smooth = &even
		g.ground.Walk(s.seats[i].square, far, rough, flees, smooth)
	}
	for _, do := range open {
		most, less := level(do), uneven(do)
		for _, sq := range any.Order[1:any.N] {
			if int(any.Far[sq])-1 > most {
				break // those that follow are no nearer
			}
			if f[sq] != 0 {
				continue
			}
			a := rules.Action{Do: do, At: rules.Nobody, To: sq, N: int16(smooth.Far[sq]) - 1}
			if a.N < 1 || int(a.N) > most {
				if a.N, a.Mode = int16(any.Far[sq])-1, 1; int(a.N) > less {
					continue
				}
			}
			if o.adds(&g.ground, a) {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

// takeMove takes a move action: paid for, and if a Blind one spends a Simple Action, tested for (RK-185).
func (g *Game) takeMove(s *State, a rules.Action, log *rules.Log) {
	i := int(s.actor)
	switch a.Do {
	case doFreeMove:
		s.did |= didMove
	case doSteedFree:
		s.did |= didSteed
	case doMove:
		s.simple--
	case doSteedMove:
		s.steeds--
	case doCrawl:
		s.simple -= 2
	}
	s.do, s.to, s.far, s.part = uint8(a.Do), a.To, uint8(a.N), a.Mode
	mover := i
	if a.Do == doSteedMove {
		mover = int(s.seats[i].mount) - 1
	}
	if (a.Do == doMove || a.Do == doSteedMove) && g.isBlind(&s.seats[mover]) {
		g.beginTest(s, i)
		return
	}
	g.went(s, log)
	g.onward(s, log)
}

// went moves the actor as far as its action leads.
func (g *Game) went(s *State, log *rules.Log) {
	i := int(s.actor)
	c := &s.seats[i]
	w := g.waterOf(s, i)
	if s.part != 0 {
		w = max(1, w-1)
	}
	s.moved += s.far
	s.pace = uint8(g.slowest(s, w))
	if c.mount != 0 && !g.seats[i].steed {
		if s.run&hasStruck != 0 && s.run&rodeBefore != 0 {
			s.run |= rodeAway
		}
		s.run |= rodeBefore
		if s.far >= chargeSquares && g.ground.straight(c.square, s.to) && g.ground.Far(c.square, s.to) == s.far {
			s.run |= charged // R-RK-80
		}
	}
	g.putOn(s, i, s.to, log)
}

// chargeSquares are the 20 feet of a charge.
const chargeSquares = 4

// stumble goes on after the test of a Blind one: it moves, or is Prone instead (RK-186).
func (g *Game) stumble(s *State, ok bool, log *rules.Log) {
	if ok {
		g.went(s, log)
		return
	}
	i := int(s.actor)
	if m := s.seats[i].mount; m != 0 {
		g.fells(s, int(m)-1, i, log)
		return
	}
	g.fallProne(s, i, i, log)
}
