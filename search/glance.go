package search

import (
	"slices"

	"kokyu/rules"
)

// glanceNodes is the number of nodes per option that the first stage must leave, so that a glance can be made if the
// stage fails.
const glanceNodes = 16

// glance values the options when the budget is too small to settle the exchanges of all. First each option gets the
// mean, over the dice, of the estimates after it, as if nobody answered and nothing were added. Then the exchanges of
// the options are settled, the best first, while nodes are left. It returns true if all were settled, which makes this
// the first stage.
func (x *Searcher[S]) glance() bool {
	n := len(x.current)
	if x.turn.Kind != rules.Decide || x.nodesLeft() < n {
		return false
	}
	worker, at := x.worker, x.coarsePlace()
	worker.start(x.stage, x.nodesLeft())
	for i := range x.current { // value all before any is settled
		s := &worker.states[worker.push()]
		*s = x.root
		x.game.Play(s, x.current[i].Action, nil)
		x.current[i].Value, x.current[i].Coverage = x.estimate(s), Coverage{Nodes: 1, Glance: true}
	}
	worker.nodes += n
	hasExchange := make([]bool, n)
	for i := range x.current {
		hasExchange[i] = !worker.endsLine(&worker.states[i], worker.game.Turn(&worker.states[i]), at)
		nodes := worker.nodes
		if v := worker.plainValue(i, at); !worker.stopped {
			x.current[i].Value = v
			x.current[i].Coverage.Nodes += worker.nodes - nodes
		}
	}
	copy(x.finished, x.current)
	x.seen.Glance = true
	return x.settleBest(hasExchange)
}

// coarsePlace returns the root's place as if the next breath were under way: there [worker.playOutcomes] uses
// MergedOdds of [rules.Hooks], which are exact enough for a glance.
func (x *Searcher[S]) coarsePlace() place {
	at := x.rootPlace()
	at.breath = 1
	return at
}

// settleBest settles the exchanges of the options after a glance, the best one first, while nodes are left. It lowers
// the unsettled options with an exchange by the mean by which answers lowered the settled ones. It returns true if all
// are settled.
func (x *Searcher[S]) settleBest(hasExchange []bool) bool {
	x.worker.start(x.stage, x.nodesLeft())
	var order []int
	lowered, settled := 0.0, 0
	for range x.current {
		best := -1
		for i, o := range x.current {
			if !slices.Contains(order, i) && (best < 0 || x.sign()*(o.Value-x.current[best].Value) > 0) {
				best = i
			}
		}
		before := x.current[best].Value
		if x.searchOptions([]int{best}); x.worker.stopped {
			break
		}
		x.finished[best] = x.current[best]
		order = append(order, best)
		if hasExchange[best] {
			lowered += before - x.current[best].Value
			settled++
		}
	}
	if len(order) == len(x.current) {
		x.setLines(order)
		x.acceptStage()
		return true
	}
	for i := range x.finished {
		if hasExchange[i] && settled > 0 && !slices.Contains(order, i) {
			x.finished[i].Value = clamp(x.finished[i].Value - lowered/float64(settled))
		}
	}
	return false
}

// plainValue returns the value after the action under way if every decision in it is the plain one: the mean of the
// estimates over the dice.
func (w *worker[S]) plainValue(slot int, at place) (v float64) {
	s := &w.states[slot]
	turn := w.game.Turn(s)
	if w.endsLine(s, turn, at) {
		h, tag := w.table.digest(s)
		return w.score(s, turn, h, tag)
	}
	first, top := len(w.branches), w.top
	if turn.Kind != rules.Chance {
		next := w.push()
		if w.play(next, s, w.plainAction(s)) {
			v = w.plainValue(next, at)
		}
	} else if w.playOutcomes(s, at, first) {
		for i := first; i < len(w.branches) && !w.stopped; i++ {
			v += float64(w.branches[i].p * w.plainValue(w.branches[i].state, at))
		}
	}
	w.branches, w.top = w.branches[:first], top
	return v
}

// isWithinAction reports whether a decision only specifies an action under way.
func (w *worker[S]) isWithinAction(s *S) bool {
	if w.hooks.Plain == nil {
		return false
	}
	_, ok := w.hooks.Plain(s)
	return ok
}

// plainAction returns the decision that adds nothing to the action under way; the first legal one if the game names
// none.
func (w *worker[S]) plainAction(s *S) rules.Action {
	if w.hooks.Plain != nil {
		if a, ok := w.hooks.Plain(s); ok {
			return a
		}
	}
	first := len(w.actions)
	w.listAll(s)
	a := w.actions[first]
	w.actions, w.notes = w.actions[:first], w.notes[:first]
	return a
}

// lookAhead values the options of a small search if none of them opens an exchange, as where a stance is chosen or
// nobody is in reach. Each option gets the value after the best next decision of the highest Activity. The most active
// options are valued first; the others keep their values if the budget runs out.
func (x *Searcher[S]) lookAhead() {
	small := x.lim.Nodes > 0 && x.lim.Nodes < rules.PrepareNodes
	if !small || x.hooks.Activity == nil || x.turn.Kind != rules.Decide {
		return
	}
	if slices.ContainsFunc(x.finished, func(o Option) bool { return o.Coverage.Nodes > 1 }) {
		return
	}
	grades, values := make([]int, len(x.finished)), make([]float64, len(x.finished))
	for i, o := range x.finished {
		grades[i] = x.hooks.Activity(&x.root, o.Action)
	}
	w, at := x.worker, x.coarsePlace()
	w.start(x.stage, x.nodesLeft())
	for grade := slices.Max(grades); grade >= slices.Min(grades); grade-- {
		for i, o := range x.finished {
			if grades[i] != grade {
				continue
			}
			slot := w.push()
			if w.play(slot, &x.root, o.Action) {
				values[i] = w.bestActiveValue(slot, at, o.Value, x.sign())
			}
			w.top--
		}
		for i := range x.finished {
			if grades[i] == grade && !w.stopped {
				x.finished[i].Value = values[i]
			}
		}
	}
}

// bestActiveValue returns the value of a position whose owner goes on with the best of its most active decisions, or
// its value soFar if none of these is better.
func (w *worker[S]) bestActiveValue(slot int, at place, soFar, sign float64) float64 {
	s := &w.states[slot]
	if t := w.game.Turn(s); t.Kind != rules.Decide || t.Begins || t.Seat != at.owner {
		return soFar
	}
	first, most := len(w.actions), 1
	n := w.listAll(s)
	for i := first; i < first+n; i++ {
		most = max(most, w.hooks.Activity(s, w.actions[i]))
	}
	child := w.push()
	for i := first; i < first+n; i++ {
		if w.hooks.Activity(s, w.actions[i]) == most && w.play(child, s, w.actions[i]) {
			if c := &w.states[child]; !w.endsLine(c, w.game.Turn(c), at) {
				soFar = float64(sign * max(sign*soFar, sign*w.plainValue(child, at)))
			}
		}
	}
	w.top--
	w.actions, w.notes = w.actions[:first], w.notes[:first]
	return soFar
}
