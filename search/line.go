package search

import (
	"kokyu/rules"
)

// lineMax is the most plies of a line.
const lineMax = 32

// line continues a principal variation to where the depth under way cuts it. Exact entries of the table have the best
// action or the likeliest outcome. A position that the table has lost, and a secret choice, whose answer it never has,
// are searched again while the quota lasts.
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
		best, ok := w.bestMove(s, turn, at)
		if !ok {
			break
		}
		line = append(line, Ply{turn.Kind, turn.Seat, best.action, best.p})
		if turn.Kind == rules.Commit {
			line = append(line, w.likeliestAnswer)
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
func (w *worker[S]) bestMove(s *S, t rules.Turn, at place) (best move, ok bool) {
	if w.switches.table && t.Kind != rules.Commit {
		h, _ := w.table.digest(s)
		if e := w.table.probe(h, s); e != nil && w.isUsable(e, at.depthLeft) && e.kind&^open == exact {
			return e.move, true
		}
	}
	w.expand(s, t, at, &best, -1, 1)
	return best, !w.stopped
}

// scout walks the likeliest line ahead of the search, so that the first narrow stage of a depth has losses to choose
// actions by.
type scout[S comparable] struct {
	position  S          // where it is
	owner     rules.Seat // of the breath under way
	breaths   int        // ended so far
	moved     bool       // since the breath began
	fightOver bool       // the fight ended
}

// A scout may spend one part in scoutShare of the remaining nodes, and at most scoutMax.
const (
	scoutShare = 8
	scoutMax   = 1 << 16
)

// runScout walks on to the end of breath number depth and learns from every decision on the way.
func (x *Searcher[S]) runScout(depth int) {
	w := x.worker
	w.start(stage{number: x.stage.number}, min(x.nodesLeft()/scoutShare, scoutMax))
	for !x.scout.fightOver && x.scout.breaths < depth && x.stepScout() {
	}
	w.stopped, w.badCommit = false, false // the next stage meets the same by itself
	x.known.add(w.learned)
	w.learned.clear()
}

// stepScout takes the scout one step on; the beginning of a breath is a step of its own. It returns false when the
// quota is spent or the fight is over.
func (x *Searcher[S]) stepScout() bool {
	scout, worker := &x.scout, x.worker
	turn := x.game.Turn(&scout.position)
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
	ok = worker.play(slot, &scout.position, a)
	if ok && turn.Kind == rules.Commit {
		ok = worker.play(slot, &worker.states[slot], worker.likeliestAnswer.Action)
	}
	if ok {
		scout.position, scout.moved = worker.states[slot], true
	}
	worker.top--
	return ok
}

// scoutAction returns the action with which the scout goes on: the one with the best exchange, or the likeliest outcome
// or secret.
func (x *Searcher[S]) scoutAction(turn rules.Turn) (rules.Action, bool) {
	worker, at := x.worker, place{depthLeft: untilSettled, owner: x.scout.owner}
	switch turn.Kind {
	case rules.Decide:
		return worker.bestExchange(&x.scout.position, turn.Seat, at), true
	case rules.Chance:
		top := worker.top
		worker.branches = worker.branches[:0]
		if !worker.playOutcomes(&x.scout.position, at, 0) {
			return rules.Action{}, false
		}
		best := worker.likeliest(0).move()
		worker.top, worker.branches = top, worker.branches[:0]
		return best.action, true
	case rules.Commit:
		var best move
		worker.secretValue(&x.scout.position, turn, at, &best, -1, 1)
		return best.action, true
	}
	x.scout.fightOver = true
	return rules.Action{}, false
}

// bestExchange returns the action with the best value at the end of its exchange. It searches all with the full window,
// so that their losses are exact.
func (w *worker[S]) bestExchange(s *S, seat rules.Seat, at place) rules.Action {
	sign, best, pick := signOf(w.game.Side(seat)), -2.0, 0
	first := len(w.actions)
	n := w.listAll(s)
	for i := first; i < first+n; i++ {
		v, ends := w.optionValue(s, w.actions[i], at)
		w.notes[i].value, w.notes[i].endsBreath = v, ends && seat == at.owner
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
