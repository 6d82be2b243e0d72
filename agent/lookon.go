package agent

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kokyu/rules"
	"kokyu/search"
)

// stepsAheadMax is how many steps of one seat are tried for going to their end at once.
const stepsAheadMax = 3

// ahead is what a search found of a position that was looked at from the decision before. It is found again only for
// the same position, searcher and limits.
type ahead[S comparable] struct {
	position S
	searcher *search.Searcher[S]
	limits   search.Limits
	result   search.Result
}

// goAtOnce looks on where the best option of a result is a step, a decision that leads its seat to another place. If
// that seat would go on from there at once, to a place to which another option leads directly, that option comes first:
// with 2,000 nodes Hagen moved to b1, on to c2 and on to e1 (random tempo 4003), all of which he could have reached at
// first, since the second search found what the first did not.
//
// The direct option is worth as much as the step, which spends what the other saves. By its own value it may be worse
// only within the error of leaves, for its way may lie past a foe. The next decision is searched as it will be when it
// comes, and the result is kept for it. With a time limit it is not found again, as the time that is left differs; then
// goAtOnce looks on as long as half of the time is left.
func (b *binding[S]) goAtOnce(ctx context.Context, x *search.Searcher[S], lim search.Limits, began time.Time,
	r search.Result) (search.Result, error) {
	turn := b.Turn()
	if b.path == nil || r.Solved || r.IsBlind() || len(r.Options) < 2 || turn.Kind != rules.Decide ||
		b.Sys.Leads(&b.Now, r.Best) == "" { // before anything is worked out: most decisions lead nowhere
		return r, nil
	}
	here, path := b.Now, b.path
	undoes, detour, exposes := path.Undoes(b.Sys, &here), path.Detour(b.Sys, &here), exposesUnarmed(b)
	// What preferSensible has put behind must not come to the front again, as far as an action shows it by itself: its
	// line belongs to the search from before the step, and no turn is wasted that goes on with it.
	faulty := func(a rules.Action) bool { return undoes(a) || detour(a) || exposes(a) }
	defer func() { b.Now, b.path = here, path }()
	highest := win(r.Options[0].Value, b.Side(turn.Seat))
	for whole, k := lim.Time, 0; k < stepsAheadMax; k++ {
		if whole > 0 {
			if lim.Time = whole - time.Since(began); 2*lim.Time < whole {
				break
			}
		}
		if b.Now, b.path = here, path; !b.playToNextDecision(r.Best) {
			break
		}
		then, err := b.searchOnce(ctx, x, lim)
		if err != nil {
			return r, err
		}
		b.ahead = ahead[S]{b.Now, x, lim, then}
		to := b.Sys.Leads(&b.Now, b.preferSensible(then).Best)
		b.Now, b.path = here, path
		i := slices.IndexFunc(r.Options, func(o search.Option) bool {
			return to != "" && b.Sys.Leads(&here, o.Action) == to && !faulty(o.Action)
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

// playToNextDecision plays a decision, to which nothing is added and nobody reacts, with the likeliest dice, and
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
			likeliest := slices.MaxFunc(b.Sys.Odds(&b.Now, nil), func(a, o rules.Odds) int { return cmp.Compare(a.P, o.P) })
			a = likeliest.Action
		case turn.Kind != rules.Decide || !underWay:
			return turn.Kind == rules.Decide && turn.Seat == seat
		default:
			a = plain
		}
	}
}

// searchAlone searches the position with the game's own weights, and nothing besides.
func (b *binding[S]) searchAlone(ctx context.Context, lim search.Limits) (search.Result, error) {
	return b.searchOnce(ctx, b.ownSearcher(), lim)
}

// searchOnce is one search of the position, or what was kept of it.
func (b *binding[S]) searchOnce(ctx context.Context, x *search.Searcher[S], lim search.Limits) (search.Result, error) {
	s, answers := b.visibleState()
	lim.Answer = answers
	if !answers && b.ahead.searcher == x && b.ahead.limits == lim && b.ahead.position == b.Now {
		return b.ahead.result, nil
	}
	return x.Search(ctx, s, lim)
}
