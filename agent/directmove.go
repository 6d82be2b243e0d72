package agent

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kokyu/rules"
	"kokyu/search"
)

// directMovesMax is how many moves in a row are replaced by a direct one.
const directMovesMax = 3

// nextSearch is a search of the next decision that was made at the decision before. It is used again only for the same
// position, searcher and limits.
type nextSearch[S comparable] struct {
	position S
	searcher *search.Searcher[S]
	limits   search.Limits
	result   search.Result
}

// preferDirectMove puts a direct move first where the best option of a result is the first of several moves: if its
// seat would move on at once, to a place to which another option leads directly, that option comes first. With 2,000
// nodes Hagen moved to b1, on to c2 and on to e1 (random tempo 4003), though he could reach e1 at once: the second
// search found what the first did not.
//
// The direct move gets the value of the first move, which spends what the other saves. By its own value it may be worse
// only within the error of leaves, for its way may lie past a foe. The next decision is searched as it will be when it
// comes, and the result is kept in nextSearch. With a time limit it is not used again, as the time that is left
// differs; then further moves are tried as long as half of the time is left.
func (b *binding[S]) preferDirectMove(ctx context.Context, searcher *search.Searcher[S], lim search.Limits,
	began time.Time, r search.Result) (search.Result, error) {
	turn := b.Turn()
	if b.path == nil || r.Solved || r.IsBlind() || len(r.Options) < 2 || turn.Kind != rules.Decide ||
		b.Sys.Leads(&b.Now, r.Best) == "" { // before anything is worked out: most decisions lead nowhere
		return r, nil
	}
	here, path := b.Now, b.path
	undoes, detour, exposes := path.Undoes(b.Sys, &here), path.Detour(b.Sys, &here), exposesUnarmed(b)
	// An option that preferSensible refused must not come first again. Two of its checks do not apply here: that of the
	// line, which belongs to the search before the move, and that of a wasted turn, since a move wastes none.
	hasFault := func(a rules.Action) bool { return undoes(a) || detour(a) || exposes(a) }
	defer func() { b.Now, b.path = here, path }()
	highest := win(r.Options[0].Value, b.Side(turn.Seat))
	for whole, k := lim.Time, 0; k < directMovesMax; k++ {
		if whole > 0 {
			if lim.Time = whole - time.Since(began); 2*lim.Time < whole {
				break
			}
		}
		if b.Now, b.path = here, path; !b.playToNextDecision(r.Best) {
			break
		}
		then, err := b.searchOnce(ctx, searcher, lim)
		if err != nil {
			return r, err
		}
		b.nextSearch = nextSearch[S]{b.Now, searcher, lim, then}
		to := b.Sys.Leads(&b.Now, b.preferSensible(then).Best)
		b.Now, b.path = here, path
		i := slices.IndexFunc(r.Options, func(o search.Option) bool {
			return to != "" && b.Sys.Leads(&here, o.Action) == to && !hasFault(o.Action)
		})
		if i <= 0 || highest-win(r.Options[i].Value, b.Side(turn.Seat)) > b.ValueError() {
			break
		}
		value := r.Options[0].Value
		r.Options = moveToFront(r.Options, i)
		r.Options[0].Value, r.Best, r.Value = value, r.Options[0].Action, value
	}
	return r, nil
}

// playToNextDecision plays a decision, with the plain form of whatever is chosen on the way and the likeliest dice, and
// reports whether its seat decides next.
func (b *binding[S]) playToNextDecision(a rules.Action) bool {
	for seat := b.Turn().Seat; ; {
		before := b.Now
		b.Sys.Play(&b.Now, a, nil)
		on := b.path.WithAction(b.Sys, &before, a, &b.Now)
		b.path = &on
		plain, underWay := b.hooks.Plain(&b.Now)
		switch turn := b.Turn(); {
		case turn.Kind == rules.Chance:
			byChance := func(x, y rules.Odds) int { return cmp.Compare(x.P, y.P) }
			a = slices.MaxFunc(b.Sys.Odds(&b.Now, nil), byChance).Action
		case turn.Kind != rules.Decide || !underWay:
			return turn.Kind == rules.Decide && turn.Seat == seat
		default:
			a = plain
		}
	}
}

// searchAlone searches the position once with the game's own weights, and keeps the search's order.
func (b *binding[S]) searchAlone(ctx context.Context, lim search.Limits) (search.Result, error) {
	return b.searchOnce(ctx, b.ownSearcher(), lim)
}

// searchOnce searches the position, unless nextSearch has the result.
func (b *binding[S]) searchOnce(ctx context.Context, searcher *search.Searcher[S],
	lim search.Limits) (search.Result, error) {
	s, answers := b.visibleState()
	lim.Answer = answers
	next := &b.nextSearch
	if !answers && next.searcher == searcher && next.limits == lim && next.position == b.Now {
		return next.result, nil
	}
	return searcher.Search(ctx, s, lim)
}
