package search

import (
	"context"
	"time"

	"kokyu/rules"
)

// A value is always from side 0's view, within [-1, 1]. A function that takes a window returns a true bound when it
// leaves the window (fail-soft) and the exact value otherwise.

// untilSettled is the value of place.depthLeft for a search that stops as soon as an exchange is settled.
const untilSettled = -1

// place is where in the tree a position is: all that its value depends on besides the position.
type place struct {
	depthLeft int        // breaths that may still begin before a line is cut, or untilSettled
	breath    int        // 0 the breath under way, 1 the next one
	owner     rules.Seat // whose breath it is
	reach     float64    // the chance that a line of random actions comes here: for Coverage.Share
}

// worker searches below the options of the root. Everything it needs per position lies on stacks that only ever grow,
// so the recursion allocates nothing. A state is never changed once its children are searched, so a pointer to it
// stays good even when the stack moves.
type worker[S comparable] struct {
	evaluator[S]
	switches switches
	table    table[S]
	leaves   leaves
	stage    stage
	known    *history // what finished stages have learned
	learned  *history // what this worker learns in the stage

	nodes, limit int
	ctx          context.Context
	pause        func()    // of [WithPause]; may be nil
	deadline     time.Time // zero: none
	// stopped is set if the budget is spent, the context cancelled, or badCommit. What is returned then means nothing.
	stopped   bool
	badCommit bool    // a secret choice without a proper answer was met
	narrowed  int     // decisions at which something may have been left out
	cut       int     // lines cut before the fight was over
	leftOut   float64 // the chance that a line of random actions takes an action that was left out

	states          []S
	top             int // states in use
	actions         []rules.Action
	notes           []note // one for each of actions
	odds            []rules.Odds
	branches        []branch  // of the dice under way
	cells           []float64 // of the matrix games under way
	matrix          matrixSolver
	likeliestAnswer Ply // the likeliest answer in the one solved last
}

// note is what a worker knows of one action of a decision.
type note struct {
	priority   float64 // how promising it is, for narrowing
	value      float64 // what it turned out to be worth
	endsBreath bool    // it ends the breath at once
	isUnknown  bool    // nothing was learned of it in an earlier stage
}

// branch is one consequence of the dice: all outcomes that lead to the same position.
type branch struct {
	p      float64      // its chance
	most   float64      // the chance of its likeliest outcome
	action rules.Action // the likeliest outcome
	lo, hi float64      // bounds of its value
	hash   uint64       // of its position
	tag    uint64       // of its digest
	state  int          // in worker.states
	turn   rules.Turn
	at     place // its place
}

// newWorker returns a worker, to be reset before use.
func newWorker[S comparable]() *worker[S] {
	return &worker[S]{learned: newHistory(), states: make([]S, 64)}
}

// reset forgets the search before.
func (w *worker[S]) reset(ctx context.Context, e evaluator[S], sw switches, known *history, size int,
	deadline time.Time) {
	w.evaluator, w.ctx, w.switches, w.known, w.deadline = e, ctx, sw, known, deadline
	w.pause = PauseOf(ctx)
	w.nodes, w.badCommit = 0, false
	w.table.reset(size, e.hooks.HashPrefix)
	w.leaves.reset(size)
	w.learned.clear()
}

// start begins a stage or a scout with a quota of nodes.
func (w *worker[S]) start(g stage, quota int) {
	w.stage, w.limit, w.stopped = g, w.nodes+quota, false
	w.narrowed, w.cut, w.leftOut = 0, 0, 0
	w.top, w.actions, w.notes, w.odds, w.branches = 0, w.actions[:0], w.notes[:0], w.odds[:0], w.branches[:0]
	w.cells = w.cells[:0]
}

// optionValue returns the value of playing a at s, with the full window, and whether that ends the breath at once.
func (w *worker[S]) optionValue(s *S, a rules.Action, at place) (v float64, ends bool) {
	slot := w.push()
	if w.play(slot, s, a) {
		v, ends = w.value(&w.states[slot], at, -1, 1)
	}
	w.top--
	return v, ends
}

// push takes the next state of the stack.
func (w *worker[S]) push() int {
	if w.top == len(w.states) {
		w.states = append(w.states, w.states...)
	}
	w.top++
	return w.top - 1
}

// lateEvery is the number of Plays between two looks at the clock and the context, a power of two.
const lateEvery = 1 << 10

// isLate reports whether the time is up or the search was cancelled.
func (w *worker[S]) isLate() bool {
	if w.pause != nil {
		w.pause()
	}
	return w.ctx.Err() != nil || !w.deadline.IsZero() && time.Now().After(w.deadline)
}

// play sets the state in slot to s after a. It returns false when the budget is spent.
func (w *worker[S]) play(slot int, s *S, a rules.Action) bool {
	if w.stopped || w.nodes >= w.limit {
		w.stopped = true
		return false
	}
	w.nodes++
	if w.nodes%lateEvery == 0 && w.isLate() {
		w.stopped = true
		return false
	}
	c := &w.states[slot]
	*c = *s
	w.game.Play(c, a, nil)
	return true
}

// value returns the worth of a position, and whether a breath begins there.
func (w *worker[S]) value(s *S, at place, alpha, beta float64) (float64, bool) {
	turn := w.game.Turn(s)
	h, tag := w.table.digest(s)
	if w.endsLine(s, turn, at) {
		return w.score(s, turn, h, tag), turn.Begins
	}
	return w.innerValue(s, turn, at.enter(turn), h, alpha, beta), turn.Begins
}

// endsLine reports whether a line ends here, so that the position is valued by an estimate.
func (w *worker[S]) endsLine(s *S, t rules.Turn, at place) bool {
	return t.Kind == rules.Over || t.Begins && at.depthLeft <= 0 ||
		at.depthLeft == untilSettled && t.Kind == rules.Decide && t.Seat == at.owner && !w.isWithinAction(s)
}

// score returns the value of a leaf with this digest. Nine of ten leaves come up again, most of them in a wider stage,
// so their estimates are remembered.
func (w *worker[S]) score(s *S, t rules.Turn, h, tag uint64) float64 {
	if t.Kind == rules.Over {
		return w.estimate(s)
	}
	w.cut++
	if !w.switches.leaves {
		return w.estimate(s)
	}
	l := w.leaves.slot(h)
	if l.tag != tag {
		*l = leafEntry{tag, w.estimate(s)}
	}
	return l.value
}

// enter returns the place of a position that is not a leaf; where a breath begins, that breath's.
func (at place) enter(t rules.Turn) place {
	if t.Begins {
		at.depthLeft--
		at.breath++
		at.owner = t.Seat
	}
	return at
}

// innerValue returns the value of a position that is not a leaf: from the table, or from its children.
func (w *worker[S]) innerValue(s *S, t rules.Turn, at place, hash uint64, alpha, beta float64) float64 {
	var best move // the entry may be overwritten while its subtree is searched, so its move is copied
	if w.switches.table {
		if e := w.table.probe(hash, s); e != nil {
			if w.isUsable(e, at.depthLeft) && e.suffices(alpha, beta) {
				w.recall(e)
				w.leftOut += float64(at.reach * float64(e.leftOut))
				return e.value
			}
			best = e.move
		}
	}
	nodes, narrowed, cut, lost := w.nodes, w.narrowed, w.cut, w.leftOut
	v := w.expand(s, t, at, &best, alpha, beta)
	if w.switches.table && !w.stopped {
		e := entry[S]{value: v, move: best, depthLeft: int8(at.depthLeft), work: uint32(w.nodes - nodes)}
		e.kind = kindOf(v, alpha, beta)
		if w.cut > cut {
			e.kind |= open
		}
		if w.narrowed > narrowed {
			e.stage, e.leftOut = w.stage.number, float32((w.leftOut-lost)/at.reach)
		}
		w.table.store(hash, s, &e, w.stage.number)
	}
	return v
}

// isUsable reports whether an entry is valid here: searched to the same depth, or to less with no line cut; and
// narrowed in this stage or not at all.
func (w *worker[S]) isUsable(e *entry[S], left int) bool {
	if e.stage != 0 {
		return int(e.depthLeft) == left && e.stage == w.stage.number
	}
	return int(e.depthLeft) == left || int(e.depthLeft) < left && e.kind&open == 0
}

// recall adds what the subtree of a table entry left out to the worker's counts, as searching it would have.
func (w *worker[S]) recall(e *entry[S]) {
	if e.stage != 0 {
		w.narrowed++
	}
	if e.kind&open != 0 {
		w.cut++
	}
}

// move is the step of the principal variation at a position: the best action of a decision, the likeliest one of a mix
// or of the dice.
type move struct {
	action rules.Action
	p      float64
}

// expand returns the value of a position from those of its children. best is the move to try first, and becomes the
// best one.
func (w *worker[S]) expand(s *S, t rules.Turn, at place, best *move, alpha, beta float64) float64 {
	switch t.Kind {
	case rules.Decide:
		return w.decisionValue(s, t.Seat, at, best, alpha, beta)
	case rules.Chance:
		return w.chanceValue(s, at, best, alpha, beta)
	}
	return w.secretValue(s, t, at, best, alpha, beta)
}

// decisionValue returns the value of a decision, by alpha-beta over the actions of the seat.
func (w *worker[S]) decisionValue(s *S, seat rules.Seat, at place, best *move, alpha, beta float64) float64 {
	first, kept := w.listActions(s, seat, at, best.action)
	at.reach /= float64(len(w.actions) - first)
	maximise := w.game.Side(seat) == 0
	bestValue := 2.0 // worse than any value
	if maximise {
		bestValue = -2
	}
	slot, i := w.push(), first
	for ; i < first+kept && alpha < beta; i++ {
		a := w.actions[i]
		if !w.play(slot, s, a) {
			break
		}
		v, begins := w.value(&w.states[slot], at, alpha, beta)
		w.notes[i].value, w.notes[i].endsBreath = v, begins && seat == at.owner
		if maximise && v > bestValue || !maximise && v < bestValue {
			bestValue, *best = v, move{a, 1}
		}
		if w.switches.prune && maximise {
			alpha = max(alpha, bestValue)
		} else if w.switches.prune {
			beta = min(beta, bestValue)
		}
	}
	w.top--
	if !w.stopped {
		w.learn(seat, first, i-first, bestValue)
	}
	w.actions, w.notes = w.actions[:first], w.notes[:first]
	return bestValue
}

// evaluator values positions that are not searched.
type evaluator[S comparable] struct {
	game      rules.Game[S]
	leafValue func(s *S) float64 // the leaf evaluation of this search
	hooks     rules.Hooks[S]
}

// decisions appends the actions of a position that a search looks at.
func (e *evaluator[S]) decisions(s *S, buf []rules.Action) []rules.Action {
	if e.hooks.Representatives != nil {
		return e.hooks.Representatives(s, buf)
	}
	return e.game.Actions(s, buf)
}

// estimate returns Score of a position, which is exact if the fight is over.
func (e *evaluator[S]) estimate(s *S) float64 { return clamp(e.leafValue(s)) }

// clamp bounds a value to [-1, 1]: an estimate or a sum may be outside by rounding.
func clamp(v float64) float64 { return max(-1, min(1, v)) }
