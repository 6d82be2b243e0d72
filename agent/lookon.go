package agent

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kokyu/rules"
	"kokyu/search"
)

// looksMost is how many decisions ahead a step is looked on.
const looksMost = 3

// ahead is what a search found of a position that was looked at from the decision before.
type ahead[S comparable] struct {
	now   S
	using *search.Searcher[S]
	lim   search.Limits
	r     search.Result
}

// goAtOnce looks on where the best option of a result is a step: if its seat would go on at once, to where another
// option leads now, that one comes first. It is worth as much as the step, which spends what the other saves; it must
// not be worth less by itself than within the error of leaves, for its way may lie past a foe. What the next decision
// will be is found by the search that it will have, and kept for it, if that has no time limit. With one it looks on as
// long as half of the time is left.
func (b *binding[S]) goAtOnce(ctx context.Context, x *search.Searcher[S], lim search.Limits, began time.Time, r search.Result) (search.Result, error) {
	turn := b.Turn()
	if b.path == nil || r.Solved || r.IsBlind() || len(r.Options) < 2 || turn.Kind != rules.Decide || b.Sys.Leads(&b.Now, r.Best) == "" {
		return r, nil
	}
	here, path := b.Now, b.path
	undoes, detour, exposes := path.Undoes(b.Sys, &here), path.Detour(b.Sys, &here), exposesUnarmed(b)
	faulty := func(a rules.Action) bool { return undoes(a) || detour(a) || exposes(a) } // what preferSensible has put behind
	defer func() { b.Now, b.path = here, path }()
	r.Options = slices.Clone(r.Options)
	highest := win(r.Options[0].Value, b.Side(turn.Seat))
	for whole, k := lim.Time, 0; k < looksMost; k++ {
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
		i := slices.IndexFunc(r.Options, func(o search.Option) bool { return to != "" && b.Sys.Leads(&here, o.Action) == to && !faulty(o.Action) })
		if i <= 0 || highest-win(r.Options[i].Value, b.Side(turn.Seat)) > b.ValueError() {
			break
		}
		o := r.Options[i]
		o.Value = r.Options[0].Value
		r.Options = slices.Insert(slices.Delete(r.Options, i, i+1), 0, o)
		r.Best, r.Value = o.Action, o.Value
	}
	return r, nil
}

// playToNextDecision plays a decision, to which nothing is added and nobody reacts, with the likeliest dice, and reports
// whether its seat decides next.
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
	if !answers && b.ahead.using == x && b.ahead.lim == lim && b.ahead.now == b.Now {
		return b.ahead.r, nil
	}
	return x.Search(ctx, s, lim)
}
