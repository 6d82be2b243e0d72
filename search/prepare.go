package search

import (
	"context"

	"kokyu/rules"
)

// preparationShare is the part of a limited time, one in so many, that may go into working out what leaves know.
const preparationShare = 2

// prepare chooses what this search takes at its leaves, see Prepare of [rules.Hooks]. The end of the search calls done.
func (x *Searcher[S]) prepare(ctx context.Context, lim Limits) (done func()) {
	done = func() {}
	if x.leafValue = x.ownLeaf; x.leafValue != nil {
		return done
	}
	x.leafValue = x.game.Score
	if x.hooks.Leaf != nil {
		x.leafValue = x.hooks.Leaf
	}
	switch {
	case x.hooks.Prepare == nil:
	case lim.Nodes == 0 && lim.Time == 0 && lim.Depth == 0, lim.Nodes > 0 && lim.Nodes < rules.PrepareNodes:
		x.leafValue = x.hooks.Formula
	case lim.Time > 0:
		ctx, done = context.WithTimeout(ctx, lim.Time/preparationShare)
		fallthrough
	default:
		x.leafValue = x.hooks.Prepare(ctx)
	}
	return done
}
