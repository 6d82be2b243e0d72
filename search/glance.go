package search

import "kokyu/rules"

// glance is the answer when the budget does not settle the exchange of every option: each is worth the estimate of what it
// leads to at once. That is what a player sees who does not look ahead, and far better than to hold all for equal.
func (x *Searcher[S]) glance() {
	if x.turn.Kind != rules.Decide || x.left() < len(x.done) {
		return
	}
	leaves, _ := x.game.(rules.Leaves[S])
	for i := range x.done {
		s := x.root
		x.game.Play(&s, x.done[i].Action, nil)
		if x.game.Turn(&s).Kind == rules.Over {
			x.done[i].Value = clamp(x.game.Score(&s))
		} else {
			x.done[i].Value = estimate(x.game, leaves, &s)
		}
		x.done[i].Nodes = 1
	}
	x.workers[0].nodes += len(x.done)
	x.seen.Glance = true
}
