package search

import "kokyu/rules"

// glance is the answer when the budget does not settle the exchange of every option: each is worth the estimate of what it
// leads to at once. That is what a player sees who does not look ahead, and far better than to hold all for equal.
func (x *Searcher[S]) glance() {
	if x.turn.Kind != rules.Decide || x.left() < len(x.done) {
		return
	}
	for i := range x.done {
		s := x.root
		x.game.Play(&s, x.done[i].Action, nil)
		x.done[i].Value, x.done[i].Seen = x.estimate(&s), Seen{Nodes: 1, Glance: true}
	}
	x.workers[0].nodes += len(x.done)
	x.seen.Glance = true
}
