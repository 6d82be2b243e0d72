package agent

import (
	"context"

	"kokyu/rules/fight"
	"kokyu/search"
)

// Finder searches positions of fights one after another and reuses its memory. The zero Finder is ready to use. It is
// not safe for concurrent use.
type Finder struct{ player player }

// Search searches the position of the fight, which may wait for a decision, for dice or be over. The errors are those
// of [search.Searcher.Search].
func (x *Finder) Search(ctx context.Context, f *fight.Fight, lim search.Limits) (search.Result, error) {
	return x.SearchWith(ctx, f, lim, nil)
}

// SearchWith is Search with some weights of the leaf evaluation changed, see [View.SearchWith].
func (x *Finder) SearchWith(ctx context.Context, f *fight.Fight, lim search.Limits,
	leaf Weights) (search.Result, error) {
	if err := x.moveTo(f); err != nil {
		return search.Result{}, err
	}
	return x.player.search(ctx, lim, leaf)
}

// moveTo goes to the position of a fight. It keeps the searcher, and with it the transposition table, if the fight is
// of the same game.
func (x *Finder) moveTo(f *fight.Fight) error {
	if x.player != nil && x.player.moveTo(f) {
		return nil
	}
	p, err := bind(f)
	if err == nil {
		x.player = p
	}
	return err
}

// Follow returns the steps of a line of the last result in words.
func (x *Finder) Follow(line []search.Ply) []Moment { return x.player.follow(line) }
