package agent

import (
	"context"

	"kokyu/rules/fight"
	"kokyu/search"
)

// FightSearcher searches positions of fights one after another and reuses its memory. The zero FightSearcher is ready
// to use. It is not safe for concurrent use.
type FightSearcher struct{ player *player }

// Search searches the position of the fight, which may wait for a decision, for dice or be over. The errors are those
// of [search.Searcher.Search].
func (x *FightSearcher) Search(ctx context.Context, f *fight.Fight, lim search.Limits) (search.Result, error) {
	return x.SearchWith(ctx, f, lim, nil)
}

// SearchWith is Search with some weights of the leaf evaluation changed, see [View.SearchWith].
func (x *FightSearcher) SearchWith(ctx context.Context, f *fight.Fight, lim search.Limits,
	leaf Weights) (search.Result, error) {
	if err := x.moveTo(f); err != nil {
		return search.Result{}, err
	}
	return x.player.search(ctx, lim, leaf)
}

// moveTo goes to the position of a fight. It keeps the searcher, and with it the transposition table, if the fight is
// of the same game.
func (x *FightSearcher) moveTo(f *fight.Fight) error {
	if x.player != nil && x.player.moveTo(f) {
		return nil
	}
	p, err := bind(f)
	if err == nil {
		x.player = p
	}
	return err
}

// DescribeLine returns the steps of a line of the last result in words.
func (x *FightSearcher) DescribeLine(line []search.Ply) []LineStep {
	return x.player.describeLine(line)
}
