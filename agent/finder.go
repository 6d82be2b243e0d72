package agent

import (
	"context"

	"kokyu/rules/fight"
	"kokyu/search"
)

// Finder searches positions of fights one after another and keeps its memory between them. The zero Finder is ready. It
// is not safe for concurrent use.
type Finder struct{ last player }

// Search looks ahead from where the fight stands, be it a decision, a throw of the dice or the end. The errors are those of [search.Searcher.Search].
func (x *Finder) Search(ctx context.Context, f *fight.Fight, lim search.Limits) (search.Result, error) {
	return x.Weighing(ctx, f, lim, nil)
}

// Weighing is Search with some weights of its leaves changed, see [View.Weighing].
func (x *Finder) Weighing(ctx context.Context, f *fight.Fight, lim search.Limits, leaf Weights) (search.Result, error) {
	if x.last == nil || !x.last.move(f) {
		p, err := bind(f)
		if err != nil {
			return search.Result{}, err
		}
		x.last = p
	}
	return x.last.weighing(ctx, lim, leaf)
}
