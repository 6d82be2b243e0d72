package agent

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// directMovesMax is how many moves in a row are replaced by a direct one.
const directMovesMax = 3

// nextSearch is a search of the next decision that was made at the decision before. It is used again only for the same
// position, searcher and limits.
type nextSearch struct {
	position any // its key
	searcher searcher
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
func (p *player) preferDirectMove(ctx context.Context, x searcher, lim search.Limits,
	began time.Time, r search.Result) (search.Result, error) {
	here := p.Moment
	turn := here.Turn()
	if r.Solved || r.IsBlind() || len(r.Options) < 2 || turn.Kind != rules.Decide ||
		here.Leads(r.Best) == "" { // before anything is worked out: most decisions lead nowhere
		return r, nil
	}
	undoes, detour := here.Backtracking()
	if undoes == nil {
		return r, nil
	}
	exposes := exposesUnarmed(p)
	// An option that preferSensible refused must not come first again. Two of its checks do not apply here: that of the
	// line, which belongs to the search before the move, and that of a wasted turn, since a move wastes none.
	hasFault := func(a rules.Action) bool { return undoes(a) || detour(a) || exposes(a) }
	defer func() { p.Moment = here }()
	highest := win(r.Options[0].Value, here.Side(turn.Seat))
	for whole, k := lim.Time, 0; k < directMovesMax; k++ {
		if whole > 0 {
			if lim.Time = whole - time.Since(began); 2*lim.Time < whole {
				break
			}
		}
		next, decides := playToNextDecision(here, r.Best)
		if !decides {
			break
		}
		p.Moment = next
		then, err := p.searchOnce(ctx, x, lim)
		if err != nil {
			return r, err
		}
		p.nextSearch = nextSearch{next.Key(), x, lim, then}
		to := next.Leads(p.preferSensible(then).Best)
		p.Moment = here
		i := slices.IndexFunc(r.Options, func(o search.Option) bool {
			return to != "" && here.Leads(o.Action) == to && !hasFault(o.Action)
		})
		if i <= 0 || highest-win(r.Options[i].Value, here.Side(turn.Seat)) > p.ValueError() {
			break
		}
		value := r.Options[0].Value
		r.Options = moveToFront(r.Options, i)
		r.Options[0].Value, r.Best, r.Value = value, r.Options[0].Action, value
	}
	return r, nil
}

// playToNextDecision plays a decision, with the plain form of whatever is chosen on the way and the likeliest dice. It
// returns the next decision, and whether that is of the same seat.
func playToNextDecision(m fight.Moment, a rules.Action) (next fight.Moment, sameSeat bool) {
	for seat := m.Turn().Seat; ; {
		m = m.Next(a, nil)
		plain, underWay := m.Plain()
		switch turn := m.Turn(); {
		case turn.Kind == rules.Chance:
			byChance := func(x, y rules.Odds) int { return cmp.Compare(x.P, y.P) }
			a = slices.MaxFunc(m.Outcomes(), byChance).Action
		case turn.Kind != rules.Decide || !underWay:
			return m, turn.Kind == rules.Decide && turn.Seat == seat
		default:
			a = plain
		}
	}
}

// searchAlone searches the position once with the game's own weights, and keeps the search's order.
func (p *player) searchAlone(ctx context.Context, lim search.Limits) (search.Result, error) {
	return p.searchOnce(ctx, p.ownSearcher(), lim)
}

// searchOnce searches the position, unless nextSearch has the result.
func (p *player) searchOnce(ctx context.Context, x searcher, lim search.Limits) (search.Result, error) {
	m, answers := p.Visible()
	lim.Answer = answers
	next := &p.nextSearch
	if !answers && next.searcher == x && next.limits == lim && next.position == p.Key() {
		return next.result, nil
	}
	return x.search(ctx, m, lim)
}
