package search

import (
	"math"

	"kokyu/rules"
)

// listActions puts the actions of a decision on the stack, the hint first, and returns the index of the first and how
// many of them to search. Apart from the hint they stay in the game's order: sorting them by what was learned took more
// nodes.
func (w *worker[S]) listActions(s *S, seat rules.Seat, at place, hint rules.Action) (first, kept int) {
	first = len(w.actions)
	if at.depthLeft == untilSettled && seat == at.owner && w.isWithinAction(s) {
		w.actions, w.notes = append(w.actions, w.plainAction(s)), append(w.notes, note{})
		w.narrowed++ // the value must never count as that of all decisions, even if all of them end the fight
		return first, 1
	}
	n := w.listAll(s)
	kept = n
	if at.depthLeft == 0 && seat == at.owner && n > w.stage.width {
		kept = w.narrow(s, first, n, seat)
		w.leftOut += float64(at.reach * float64(n-kept) / float64(n))
	}
	for i := first; i < first+kept; i++ {
		if w.actions[i] == hint {
			w.swap(first, i)
			break
		}
	}
	return first, kept
}

// listAll puts the actions of a position on the stack and returns their number.
func (w *worker[S]) listAll(s *S) int {
	first := len(w.actions)
	w.actions = w.decisions(s, w.actions)
	n := len(w.actions) - first
	for range n {
		w.notes = append(w.notes, note{})
	}
	return n
}

// narrow moves the actions to search to the front and returns their number. Which they are depends only on the position
// and on what earlier stages have learned, so that a narrowed value is well defined within a stage. An action that
// nothing was learned of is played to see whether it ends the breath: a scout that is out of nodes has met no ending,
// and what costs Energy would be repeated until none is left.
func (w *worker[S]) narrow(s *S, first, n int, seat rules.Seat) int {
	for i := first; i < first+n; i++ {
		w.notes[i] = w.known.note(seat, w.actions[i])
	}
	end := first
	for ; end < first+w.stage.width; end++ {
		w.pickBest(end, first+n)
	}
	for i := end; i < first+n; i++ {
		if known := &w.notes[i]; known.endsBreath || known.isUnknown && w.endsBreath(s, w.actions[i]) {
			w.swap(i, end)
			end++
		}
	}
	if end < first+n {
		w.narrowed++
	}
	return end - first
}

// endsBreath reports whether an action ends the breath at once.
func (w *worker[S]) endsBreath(s *S, a rules.Action) (ends bool) {
	slot := w.push()
	if w.play(slot, s, a) {
		ends = w.game.Turn(&w.states[slot]).Begins
	}
	w.top--
	return ends
}

// pickBest moves the most promising of the actions from i to end to the place i; of equals the first.
func (w *worker[S]) pickBest(i, end int) {
	best, most := i, w.notes[i].priority
	for j, n := range w.notes[i:end] {
		if n.priority > most {
			best, most = i+j, n.priority
		}
	}
	w.swap(i, best)
}

// swap exchanges two actions with their notes.
func (w *worker[S]) swap(i, j int) {
	w.actions[i], w.actions[j] = w.actions[j], w.actions[i]
	w.notes[i], w.notes[j] = w.notes[j], w.notes[i]
}

// learn records the losses of the first done actions of a decision, and which of them end the breath. It takes bounds
// for values, which is good enough for an order.
func (w *worker[S]) learn(seat rules.Seat, first, done int, best float64) {
	for i := first; i < first+done; i++ {
		if n := &w.notes[i]; done > 1 || n.endsBreath {
			w.learned.observe(seat, w.actions[i], math.Abs(best-n.value), n.endsBreath)
		}
	}
}

// history has the mean loss of each action of each seat: how much worse than its best sibling it was. When it is full
// no action is added; an action that is not in it is unknown.
type history struct {
	records []record
	used    int // places taken
}

// record is what is known of one action of one seat.
type record struct {
	action     rules.Action
	loss       float64 // the sum of all losses
	n          float64 // 0 is an empty place
	seat       rules.Seat
	endsBreath bool // it ends the breath
}

// historySize holds a dozen seats of a hundred actions.
const historySize = 2048

// newHistory returns a history that knows nothing.
func newHistory() *history { return &history{records: make([]record, historySize)} }

// clear forgets everything. It costs nothing if nothing was learned, as in most searches.
func (h *history) clear() {
	if h.used > 0 {
		clear(h.records)
		h.used = 0
	}
}

// find returns the record of an action, or the empty place for it; nil when there is none.
func (h *history) find(seat rules.Seat, a rules.Action) *record {
	x := uint64(a.Do)<<40 | uint64(a.With)<<32 | uint64(a.At)<<24 | uint64(uint16(a.N))<<8 | uint64(a.Mode) | uint64(a.To)<<56
	i := mix(x^k1, uint64(seat)^k2)
	for range 8 { // places in a row that an action may take
		r := &h.records[i%historySize]
		if r.n == 0 || r.action == a && r.seat == seat {
			return r
		}
		i++
	}
	return nil
}

// note returns the mean loss of an action, by which narrowing orders. The mean counts one more loss of 0, so that
// unknown actions are tried first.
func (h *history) note(seat rules.Seat, a rules.Action) note {
	r := h.find(seat, a)
	if r == nil || r.n == 0 {
		return note{isUnknown: true}
	}
	return note{priority: -r.loss / (r.n + 1), endsBreath: r.endsBreath}
}

// observe adds the loss of an action that was searched.
func (h *history) observe(seat rules.Seat, a rules.Action, loss float64, ends bool) {
	h.merge(&record{action: a, seat: seat, loss: loss, n: 1, endsBreath: ends})
}

// merge adds a record to that of its action.
func (h *history) merge(from *record) {
	r := h.find(from.seat, from.action)
	if r == nil {
		return
	}
	if r.n == 0 {
		h.used++
	}
	r.action, r.seat = from.action, from.seat
	r.loss, r.n, r.endsBreath = r.loss+from.loss, r.n+from.n, r.endsBreath || from.endsBreath
}

// add adds all records of another history.
func (h *history) add(o *history) {
	for i := range o.records {
		if o.records[i].n > 0 {
			h.merge(&o.records[i])
		}
	}
}
