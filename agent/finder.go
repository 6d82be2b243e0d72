package agent

import (
	"context"

	"kokyu/rules/fight"
	"kokyu/search"
)

// Finder searches positions of fights one after another and reuses its memory. The zero Finder is ready to use. It is not
// safe for concurrent use.
type Finder struct{ last player }

// Search searches the position of the fight, which may wait for a decision, for dice or be over. The errors are those of
// [search.Searcher.Search].
func (x *Finder) Search(ctx context.Context, f *fight.Fight, lim search.Limits) (search.Result, error) {
	return x.SearchWith(ctx, f, lim, nil)
}

// SearchWith is Search with some weights of the leaf evaluation changed, see [View.SearchWith].
func (x *Finder) SearchWith(ctx context.Context, f *fight.Fight, lim search.Limits, leaf Weights) (search.Result, error) {
	if err := x.at(f); err != nil {
		return search.Result{}, err
	}
	return x.last.searchWith(ctx, lim, leaf)
}

// at goes to the position of the fight.
func (x *Finder) at(f *fight.Fight) error {
	if x.last != nil && x.last.move(f) {
		return nil
	}
	p, err := bind(f)
	if err == nil {
		x.last = p
	}
	return err
}

// SearchWithTable is Search with exact values from a table at its leaves. What the table does not hold has the estimate.
func (x *Finder) SearchWithTable(ctx context.Context, f *fight.Fight, lim search.Limits, t *Tablebase) (search.Result, error) {
	if err := t.fits(f); err != nil {
		return search.Result{}, err
	}
	if err := x.at(f); err != nil {
		return search.Result{}, err
	}
	return x.last.exactly(ctx, lim, t)
}

// LookUp returns what a table says of the position of the fight, which waits for a decision. The errors are [ErrOtherFight] and
// [ErrNotInTablebase].
func (x *Finder) LookUp(f *fight.Fight, t *Tablebase) (search.Result, error) {
	if err := t.fits(f); err != nil {
		return search.Result{}, err
	}
	if err := x.at(f); err != nil {
		return search.Result{}, err
	}
	return x.last.lookUp(t, linePlies)
}

// Follow tells a line of the last result in words, step by step.
func (x *Finder) Follow(line []search.Ply) []Moment { return x.last.follow(line) }
