package search

import "kokyu/rules"

// outward is by how much a window is widened at a chance node, so that rounding never cuts what the plain sum would
// keep. It is far above rounding and far below any difference that matters.
const outward = 1e-9

// chanceValue returns the value of a chance node: the sum of its branches' values, weighted by their chances. With
// pruning it is Star1 (Ballard 1983): bounds of the other branches give the window outside of which a branch's value
// does not matter.
func (w *worker[S]) chanceValue(s *S, at place, best *move, alpha, beta float64) float64 {
	top, first := w.top, len(w.branches)
	v := 0.0
	if w.playOutcomes(s, at, first) {
		*best = w.likeliest(first).move()
		if w.switches.prune {
			v = w.star1(first, len(w.branches), alpha, beta)
		} else {
			v = w.fullWindow(first, len(w.branches))
		}
	}
	w.top, w.branches = top, w.branches[:first]
	return v
}

// playOutcomes plays every outcome and merges those that lead to the same position. It returns false when the budget is
// spent.
func (w *worker[S]) playOutcomes(s *S, at place, first int) bool {
	odds := len(w.odds)
	if w.hooks.MergedOdds != nil && at.breath > 0 {
		w.odds = w.hooks.MergedOdds(s, w.odds)
	} else {
		w.odds = w.game.Odds(s, w.odds)
	}
	for i := odds; i < len(w.odds); i++ {
		slot := w.push()
		if !w.play(slot, s, w.odds[i].Action) {
			break
		}
		w.addOutcome(slot, w.odds[i], first)
	}
	w.odds = w.odds[:odds]
	for i := first; i < len(w.branches); i++ {
		b := &w.branches[i]
		b.turn = w.game.Turn(&w.states[b.state])
		b.at, b.lo, b.hi = at, -1, 1
		b.at.reach *= b.p
	}
	return !w.stopped
}

// addOutcome adds the chance of an outcome to the branch of its position, or makes a new branch.
func (w *worker[S]) addOutcome(slot int, o rules.Odds, first int) {
	c := &w.states[slot]
	h, tag := w.table.digest(c)
	for i := first; i < len(w.branches); i++ {
		if b := &w.branches[i]; b.hash == h && w.states[b.state] == *c {
			if o.P > b.most {
				b.most, b.action = o.P, o.Action
			}
			b.p += o.P
			w.top--
			return
		}
	}
	w.branches = append(w.branches, branch{p: o.P, most: o.P, action: o.Action, hash: h, tag: tag, state: slot})
}

// likeliest returns the branch with the largest chance; among equals the first.
func (w *worker[S]) likeliest(first int) *branch {
	best := &w.branches[first]
	for i := first + 1; i < len(w.branches); i++ {
		if b := &w.branches[i]; b.p > best.p {
			best = b
		}
	}
	return best
}

// move returns the branch as a step of a principal variation.
func (b *branch) move() move { return move{b.action, b.p} }

// fullWindow searches every branch with the full window.
func (w *worker[S]) fullWindow(first, end int) float64 {
	for i := first; i < end && !w.stopped; i++ {
		v := w.branchValue(i, -1, 1)
		w.branches[i].lo, w.branches[i].hi = v, v
	}
	return w.sum(first, end)
}

// branchValue searches branch i.
func (w *worker[S]) branchValue(i int, alpha, beta float64) float64 {
	b := w.branches[i]
	s := &w.states[b.state]
	if w.endsLine(s, b.turn, b.at) {
		return w.score(s, b.turn, b.hash, b.tag)
	}
	return w.innerValue(s, b.turn, b.at.enter(b.turn), b.hash, alpha, beta)
}

// star1 takes what leaves and the table know, then searches the branches whose values are still unknown, those that can
// change the sum most first, until the sum is known or proven to lie outside the window.
func (w *worker[S]) star1(first, end int, alpha, beta float64) float64 {
	for i := first; i < end; i++ {
		w.setBounds(i)
	}
	lo, hi := w.bounds(first, end)
	if w.switches.star2 {
		w.star2(first, end, alpha, beta)
		lo, hi = w.bounds(first, end)
	}
	for lo < beta+outward && hi > alpha-outward && !w.stopped {
		i := w.widest(first, end)
		if i < 0 {
			return w.sum(first, end)
		}
		a, z := w.branches[i].window(alpha-hi, beta-lo)
		v := w.branchValue(i, a, z)
		k := kindOf(v, a, z)
		w.branches[i].tighten(v, k)
		lo, hi = w.bounds(first, end)
		switch k { // in exact arithmetic the comparison always holds; rounding may break it
		case upper:
			return min(hi, alpha)
		case lower:
			return max(lo, beta)
		}
	}
	if lo >= beta {
		return clamp(lo)
	}
	return clamp(hi)
}

// window returns what the branch must be worth for the sum to stay inside its window, given how far the bounds of the
// sum reach beyond it: below is alpha less the upper bound, above is beta less the lower one.
func (b *branch) window(below, above float64) (alpha, beta float64) {
	alpha = b.hi + below/b.p - outward
	beta = b.lo + above/b.p + outward
	return max(alpha, -1), min(beta, 1)
}

// setBounds sets the bounds of a branch's value that are known without a search: from a leaf or the table.
func (w *worker[S]) setBounds(i int) {
	b := &w.branches[i]
	s := &w.states[b.state]
	if w.endsLine(s, b.turn, b.at) {
		b.tighten(w.score(s, b.turn, b.hash, b.tag), exact)
		return
	}
	if !w.switches.table {
		return
	}
	if e := w.table.probe(b.hash, s); e != nil && w.isUsable(e, b.at.enter(b.turn).depthLeft) {
		w.recall(e)
		if b.tighten(e.value, e.kind&^open); b.lo == b.hi {
			w.leftOut += float64(b.at.reach * float64(e.leftOut))
		}
	}
}

// tighten narrows the bounds of a branch by a value of a kind (exact, lower or upper bound).
func (b *branch) tighten(v float64, k kind) {
	if k != upper {
		b.lo = max(b.lo, v)
	}
	if k != lower {
		b.hi = min(b.hi, v)
	}
}

// bounds returns the bounds of the sum. They are added up anew each time: a running sum would gather rounding.
func (w *worker[S]) bounds(first, end int) (lo, hi float64) {
	for i := first; i < end; i++ {
		b := &w.branches[i]
		lo += float64(b.p * b.lo)
		hi += float64(b.p * b.hi)
	}
	return lo, hi
}

// widest returns the branch whose unknown value can change the sum most; -1 when all values are known.
func (w *worker[S]) widest(first, end int) int {
	best, width := -1, 0.0
	for i := first; i < end; i++ {
		b := &w.branches[i]
		if d := float64(b.p * (b.hi - b.lo)); b.hi > b.lo && d > width {
			best, width = i, d
		}
	}
	return best
}

// sum returns the value when every branch is known, added in the order the game lists its outcomes.
func (w *worker[S]) sum(first, end int) float64 {
	v, _ := w.bounds(first, end)
	return clamp(v)
}

// star2 is Star2: it searches one child of each branch that is still unknown, the best one of an earlier search. Its
// value bounds that of the branch, since the mover can choose it.
func (w *worker[S]) star2(first, end int, alpha, beta float64) {
	lost := w.leftOut
	for i := first; i < end && !w.stopped; i++ {
		b := w.branches[i]
		if b.hi <= b.lo || b.turn.Kind != rules.Decide {
			continue
		}
		lo, hi := w.bounds(first, end)
		if lo >= beta+outward || hi <= alpha-outward {
			break
		}
		a, z := b.window(alpha-hi, beta-lo)
		if w.game.Side(b.turn.Seat) == 0 {
			w.branches[i].tighten(w.replyValue(b, -1, z), lower)
		} else {
			w.branches[i].tighten(w.replyValue(b, a, 1), upper)
		}
	}
	w.leftOut = lost // what the replies left out is not counted: the branch is searched in full later
}

// replyValue returns the value of one action of a branch that is a decision.
func (w *worker[S]) replyValue(b branch, alpha, beta float64) (v float64) {
	s, at := &w.states[b.state], b.at.enter(b.turn)
	var hint rules.Action
	if e := w.table.probe(b.hash, s); w.switches.table && e != nil {
		hint = e.move.action
	}
	first, _ := w.listActions(s, b.turn.Seat, at, hint)
	at.reach /= float64(len(w.actions) - first)
	a := w.actions[first]
	w.actions, w.notes = w.actions[:first], w.notes[:first]
	slot := w.push()
	if w.play(slot, s, a) {
		v, _ = w.value(&w.states[slot], at, alpha, beta)
	}
	w.top--
	return v
}
