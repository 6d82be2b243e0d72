package search

import (
	"kokyu/rules"
)

// lineMax is the longest line told.
const lineMax = 32

// line follows the first steps of a principal variation to where the depth under way cuts it: by exact entries of the
// table, which hold the best action and the likeliest consequence; a position the table has lost is searched again
// while the quota lasts, and so is a secret choice, whose answer no table holds.
func (w *worker[S]) line(root *S, at place, line []Ply) []Ply {
	slot := w.push()
	s := root
	for done := 0; w.playLine(slot, s, line[done:]) && len(line) < lineMax; {
		done = len(line)
		s = &w.states[slot]
		turn := w.game.Turn(s)
		if w.endsLine(s, turn, at) {
			break
		}
		if turn.Kind == rules.Commit && len(line)+2 > lineMax {
			break
		}
		at = at.enter(turn)
		to, ok := w.bestMove(s, turn, at)
		if !ok {
			break
		}
		line = append(line, Ply{turn.Kind, turn.Seat, to.action, to.p})
		if turn.Kind == rules.Commit {
			line = append(line, w.answered)
		}
		s = &w.states[slot]
	}
	w.top--
	return line
}

// playLine makes the state in slot what s becomes by the steps of a line.
func (w *worker[S]) playLine(slot int, s *S, line []Ply) bool {
	for _, p := range line {
		if !w.play(slot, s, p.Action) {
			return false
		}
		s = &w.states[slot]
	}
	return true
}

// bestMove returns the best action of a position whose value is exact: by the table, or by searching it.
func (w *worker[S]) bestMove(s *S, t rules.Turn, at place) (to move, ok bool) {
	if w.switches.table && t.Kind != rules.Commit {
		h, _ := w.table.digest(s)
		if e := w.table.probe(h, s); e != nil && w.usable(e, at.left) && e.kind&^open == exact {
			return e.move, true
		}
	}
	w.expand(s, t, at, &to, -1, 1)
	return to, !w.stopped
}

// scout walks the likeliest line ahead of the search, so that a depth's first narrow stage knows something of the
// actions it has to choose among.
type scout[S comparable] struct {
	at      S          // where it is
	owner   rules.Seat // of the breath under way
	breaths int        // ended so far
	moved   bool       // since the breath began
	over    bool       // the fight ended
}

// scoutShare is the part of what is left of the budget that a scout may spend, scoutMax the most it ever spends.
const (
	scoutShare = 8
	scoutMax   = 1 << 16
)

// explore walks on to the end of breath number depth and learns from every decision on the way.
func (x *Searcher[S]) explore(depth int) {
	w := x.worker
	w.start(stage{number: x.stage.number}, min(x.nodesLeft()/scoutShare, scoutMax))
	for !x.scout.over && x.scout.breaths < depth && x.stepScout() {
	}
	w.stopped, w.commit = false, false // the next stage meets the same by itself
	x.known.add(w.learned)
	w.learned.clear()
}

// stepScout takes the scout one step on. It returns false when its quota is spent or the fight is over; where a breath
// begins it stops before it.
func (x *Searcher[S]) stepScout() bool {
	scout, worker := &x.scout, x.worker
	turn := x.game.Turn(&scout.at)
	if turn.Begins && scout.moved {
		scout.breaths++
		scout.moved = false // the new breath is entered when the next depth is explored
		scout.owner = turn.Seat
		return true
	}
	a, ok := x.scoutAction(turn)
	if !ok || worker.stopped {
		return false
	}
	slot := worker.push()
	ok = worker.play(slot, &scout.at, a)
	if ok && turn.Kind == rules.Commit {
		ok = worker.play(slot, &worker.states[slot], worker.answered.Action)
	}
	if ok {
		scout.at, scout.moved = worker.states[slot], true
	}
	worker.top--
	return ok
}

// scoutAction returns the action with which the scout goes on: what settles its exchange best, the likeliest dice or
// secret.
func (x *Searcher[S]) scoutAction(turn rules.Turn) (rules.Action, bool) {
	worker, at := x.worker, place{left: untilSettled, owner: x.scout.owner}
	switch turn.Kind {
	case rules.Decide:
		return worker.bestExchange(&x.scout.at, turn.Seat, at), true
	case rules.Chance:
		top := worker.top
		worker.branches = worker.branches[:0]
		if !worker.throw(&x.scout.at, at, 0) {
			return rules.Action{}, false
		}
		to := worker.likeliest(0).move()
		worker.top, worker.branches = top, worker.branches[:0]
		return to.action, true
	case rules.Commit:
		var to move
		worker.secretValue(&x.scout.at, turn, at, &to, -1, 1)
		return to.action, true
	}
	x.scout.over = true
	return rules.Action{}, false
}

// bestExchange returns the best action by the exchange it opens. All of them are valued in full, to be learned from.
func (w *worker[S]) bestExchange(s *S, seat rules.Seat, at place) rules.Action {
	sign, best, pick := 1.0, -2.0, 0
	if w.game.Side(seat) != 0 {
		sign = -1
	}
	first := len(w.actions)
	n := w.listAll(s)
	for i := first; i < first+n; i++ {
		v, ends := w.option(s, w.actions[i], at)
		w.notes[i].value, w.notes[i].ends = v, ends && seat == at.owner
		if sign*v > best {
			best, pick = sign*v, i
		}
	}
	a := w.actions[pick]
	if !w.stopped {
		w.learn(seat, first, n, float64(sign*best))
	}
	w.actions, w.notes = w.actions[:first], w.notes[:first]
	return a
}
