package search

import (
	"context"

	"kokyu/rules"
)

// preparationShare is the part of a time limit, one in preparationShare, that preparing leaves may take.
const preparationShare = 2

// prepare chooses the leaf evaluation of this search: see Prepare of [rules.Hooks]. The search calls done at its end.
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
