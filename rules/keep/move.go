package keep

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// Movement (001 §Movement): Free and Simple Actions whose length depends on Water, under the cap of the turn; on foot,
// on horseback, crawling. Distances are counted in squares.

// waterOf returns the Water that a seat moves with (RK-168): its steed's when it rides (RK-207), less for a struck leg
// (R-RK-62) and when Blind (RK-184), at least one.
func (g *Game) waterOf(s *State, i int) int {
	c := &s.seats[i]
	if g.isRiding(s, i) {
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

// lowestWater returns the lowest Water that the actor has moved with in this turn, if it moves with Water w now. The
// cap of the turn goes by it (RK-169).
func (g *Game) lowestWater(s *State, w int) int {
	if s.lowestWater == 0 {
		return w
	}
	return min(w, int(s.lowestWater))
}

// canMove reports whether the actor can take a kind of move action now (RK-162). Whoever is Prone can only crawl, and
// nobody else crawls.
func (g *Game) canMove(s *State, do uint16) bool {
	i := int(s.actor)
	c := &s.seats[i]
	if c.stance == void || c.grapple != 0 || c.escapeNumber != 0 || (c.status&prone != 0) != (do == doCrawl) {
		return false
	}
	if g.isRiding(s, i) {
		m := int(c.mount) - 1
		o := &s.seats[m]
		if !g.canAct(s, m) || o.grapple != 0 || o.escapeNumber != 0 || o.status&prone != 0 || !g.rule.HitAndRun && s.riding&steedDone != 0 {
			return false
		}
	}
	switch do {
	case doFreeMove:
		return s.did&didMove == 0 && c.focus&hurtFoot == 0
	case doMove:
		return s.simpleLeft >= 1 && c.stance != earth
	case doSteedFree:
		return c.mount != 0 && s.did&didSteed == 0 && s.seats[c.mount-1].focus&hurtFoot == 0
	case doSteedMove:
		return c.mount != 0 && s.steedSimpleLeft >= 1
	}
	return s.simpleLeft >= 2 && c.stance != earth // crawling
}

// moveRange returns how many squares a move action of a kind covers with Water w (RK-32, RK-38, RK-214).
func (g *Game) moveRange(s *State, do uint16, w int) int {
	switch do {
	case doMove, doSteedMove:
		return moveSquares * w
	case doFreeMove:
		if g.hasBenefit(s, int(s.actor), fire) {
			return stepSquares*w + fireStep // RK-86
		}
		return stepSquares * w
	case doCrawl:
		return crawlSquares * w
	}
	return stepSquares * w // the steed's Free Move
}

// listMoves appends where each kind of move action may lead. Over rough ground a move counts with Water one lower
// (R-RK-53): with Mode 1 it leads to squares that are within range only over such ground.
func (g *Game) listMoves(s *State, buf []rules.Action, squares squareChoice) []rules.Action {
	i := int(s.actor)
	kinds := [...]uint16{doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl}
	far := 0
	w := g.waterOf(s, i)
	squaresWith := func(do uint16, w int) int {
		return min(g.moveRange(s, do, w), capSquares*g.lowestWater(s, w)-int(s.moved))
	}
	open := kinds[:0]
	for _, do := range kinds {
		if g.canMove(s, do) {
			open, far = append(open, do), max(far, squaresWith(do, w))
		}
	}
	if far <= 0 {
		return buf
	}
	occupied := g.seatsBySquare(s)
	closed, rough := book.Squares{}, g.ground.rough
	for k := range g.n { // foes that can act let nobody pass
		if sq := s.seats[k].square; occupied[sq] == uint8(1+k) && g.foes(i, k) && g.canAct(s, k) {
			closed.Add(sq)
			rough.Add(sq)
		}
	}
	var o surroundings
	g.fillSurroundings(s, i, squares, &o)
	var isForbidden func(from, to uint8) bool
	if s.seats[i].stance == fire {
		isForbidden = o.leadsAway // R-RK-08
	}
	// All kinds of move cross the same squares and differ only in range, so that one walk, the farthest, serves all. A
	// second one, past the rough squares, is only worth its time if the first reaches one.
	var walk, evenWalk book.Walk
	even := &walk
	reached := g.ground.Walk(s.seats[i].square, far, closed, isForbidden, &walk)
	if reached.Without(&g.ground.rough) != reached {
		even = &evenWalk
		g.ground.Walk(s.seats[i].square, far, rough, isForbidden, even)
	}
	for _, do := range open {
		most, less := squaresWith(do, w), squaresWith(do, max(1, w-1))
		for _, sq := range walk.Order[1:walk.N] {
			if int(walk.Far[sq])-1 > most {
				break // those that follow are no nearer
			}
			if occupied[sq] != 0 {
				continue
			}
			a := rules.Action{Do: do, At: rules.Nobody, To: sq, N: int16(even.Far[sq]) - 1}
			if a.N < 1 || int(a.N) > most {
				if a.N, a.Mode = int16(walk.Far[sq])-1, 1; int(a.N) > less {
					continue
				}
			}
			if o.isNewKind(&g.ground, a) {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

// takeMove pays for a move action and makes the move. A Blind combatant has to pass a test before a move that is a
// Simple Action (RK-185).
func (g *Game) takeMove(s *State, a rules.Action, log *rules.Log) {
	i := int(s.actor)
	switch a.Do {
	case doFreeMove:
		s.did |= didMove
	case doSteedFree:
		s.did |= didSteed
	case doMove:
		s.simpleLeft--
	case doSteedMove:
		s.steedSimpleLeft--
	case doCrawl:
		s.simpleLeft -= 2
	}
	s.do, s.to, s.squares, s.part = uint8(a.Do), a.To, uint8(a.N), a.Mode
	mover := i
	if a.Do == doSteedMove {
		mover = int(s.seats[i].mount) - 1
	}
	if (a.Do == doMove || a.Do == doSteedMove) && g.isBlind(&s.seats[mover]) {
		g.beginTest(s, i)
		return
	}
	g.finishMove(s, log)
	g.continueTurn(s, log)
}

// finishMove moves the actor to the square of its action, and counts the move against the turn.
func (g *Game) finishMove(s *State, log *rules.Log) {
	i := int(s.actor)
	c := &s.seats[i]
	w := g.waterOf(s, i)
	if s.part != 0 { // over rough ground
		w = max(1, w-1)
	}
	s.moved += s.squares
	s.lowestWater = uint8(g.lowestWater(s, w))
	if g.isRiding(s, i) {
		if s.riding&riderStruck != 0 && s.riding&steedMoved != 0 {
			s.riding |= steedDone
		}
		s.riding |= steedMoved
		if s.squares >= chargeSquares && g.ground.isStraightLine(c.square, s.to) && g.ground.Distance(c.square, s.to) == s.squares {
			s.riding |= steedCharged // R-RK-80
		}
	}
	g.moveTo(s, i, s.to, log)
}

// chargeSquares are the 20 feet in a straight line that make a charge (R-RK-80).
const chargeSquares = 20 / squareFeet

// afterBlindTest goes on after the test of a Blind combatant: it moves, or is Prone instead (RK-186).
func (g *Game) afterBlindTest(s *State, ok bool, log *rules.Log) {
	if ok {
		g.finishMove(s, log)
		return
	}
	i := int(s.actor)
	if m := s.seats[i].mount; m != 0 {
		g.knockProne(s, int(m)-1, i, log)
		return
	}
	g.fallProne(s, i, i, log)
}
