package search

import (
	"context"

	"kokyu/rules"
)

// studyShare is the part of a limited time, one in so many, that may go into working out what leaves know.
const studyShare = 2

// study chooses what this search takes at its leaves, see [rules.Studied]. The end of the search calls done.
func (x *Searcher[S]) study(ctx context.Context, lim Limits) (done func()) {
	done = func() {}
	if x.leaf = x.weighing; x.leaf != nil {
		return done
	}
	x.leaf = x.game.Score
	if g, ok := x.game.(rules.Leaves[S]); ok {
		x.leaf = g.Leaf
	}
	g, ok := x.game.(rules.Studied[S])
	switch {
	case !ok:
	case lim.Nodes == 0 && lim.Time == 0 && lim.Depth == 0, lim.Nodes > 0 && lim.Nodes < rules.StudyNodes:
		x.leaf = g.Plain
	case lim.Time > 0:
		ctx, done = context.WithTimeout(ctx, lim.Time/studyShare)
		fallthrough
	default:
		x.leaf = g.Study(ctx).Leaf
	}
	return done
}
