package fair

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
)

// Limits of a search for changes.
const (
	reachMax   = 3   // changes that are looked for
	reachLeast = 32  // fights before a change is given up
	reachMost  = 400 // fights with one change
	pairsMax   = 8   // pairs of changes that are tried
)

// target has the changes that bring the party's chance to a target. It is filled while changes are tried, so that it
// can be shown when the time is up.
type target struct {
	Want      float64          `json:"want"`
	IsReached bool             `json:"there"`             // the encounter is there as it is
	Changes   []measuredChange `json:"changes"`           // that reach it, the smallest first
	Nearest   *measuredChange  `json:"nearest,omitempty"` // where none does
	Tried     int              `json:"tried"`
	// ToTry is how many changes there are to try. Fewer are tried if three are found before, or if the time is up.
	ToTry int `json:"of"`
}

// measuredChange is a change that can be made at a table, with the party's chance to win with it.
type measuredChange struct {
	Says   string         `json:"says"`
	Size   int            `json:"size"` // see [SizesSay]
	Win    agent.Interval `json:"win"`
	Fights int            `json:"fights"`
	File   string         `json:"file"` // the changed encounter
}

// findChanges looks for the three smallest changes of the encounter that bring the party's chance within q.Within of a
// target or, if no single one does, for pairs of them. It writes them into the answer as it finds them.
func (q *Question) findChanges(ctx context.Context, answer *Answer, want float64) error {
	target := &target{Want: want, Changes: []measuredChange{}}
	answer.Target = target
	if target.IsReached = math.Abs(answer.Win.Mean-want) <= q.Within; target.IsReached {
		return nil
	}
	list := q.changes(answer, answer.Win.Mean < want)
	target.ToTry = len(list)
	tried, err := q.tryEach(ctx, target, list)
	if err != nil || len(target.Changes) > 0 {
		return err
	}
	pairs := pairsOf(tried, answer.Win.Mean, want)
	target.ToTry += len(pairs)
	if _, err = q.tryEach(ctx, target, pairs); err != nil {
		return err
	}
	slices.SortStableFunc(target.Changes, func(x, y measuredChange) int { return x.Size - y.Size })
	return nil
}

// tryEach fights changes one after another until three have reached the target, and returns those it has fought. They
// come smallest first, so that the first three to reach it are the smallest.
func (q *Question) tryEach(ctx context.Context, target *target, list []change) (tried []change, err error) {
	for _, one := range list {
		if len(target.Changes) == reachMax {
			break
		}
		target.Tried++
		got, reached, err := q.measureChange(ctx, one, target)
		if err != nil {
			return nil, err
		}
		if got == nil {
			continue
		}
		if reached {
			target.Changes = append(target.Changes, *got)
		}
		if target.Nearest == nil || math.Abs(got.Win.Mean-target.Want) < math.Abs(target.Nearest.Win.Mean-target.Want) {
			target.Nearest = got
		}
		one.win = got.Win.Mean
		tried = append(tried, one)
	}
	if len(target.Changes) > 0 {
		target.Nearest = nil
	}
	return tried, nil
}

// measureChange fights with a change until it is clear whether it reaches the target; nil if there is no fight with it.
// A change that is clearly off is given up after reachLeast fights: most are, and they would take most of the time.
func (q *Question) measureChange(ctx context.Context, made change,
	target *target) (got *measuredChange, reached bool, err error) {
	f, err := made.file.begin(q.Seed)
	if err != nil || f.Turn().Kind == rules.Over {
		return nil, false, nil
	}
	data, err := made.file.file()
	if err != nil {
		return nil, false, err
	}
	got = &measuredChange{Says: made.says, Size: made.size, File: string(data)}
	var s fightScores
	err = q.fights(ctx, start{fight: f}, reachMost, func(k int, one agent.Account) bool {
		s.add(q.score(one))
		got.Fights, got.Win = k+1, s.chance()
		if q.Progress != nil {
			q.Progress(Progress{Task: fmt.Sprintf("change %d of %d, %s", target.Tried, target.ToTry, made.says),
				Fights: k + 1, Win: got.Win})
		}
		if got.Fights < reachLeast || got.Fights%fightsStep != 0 {
			return false
		}
		narrow := got.Fights >= fightsLeast && halfWidth(got.Win) <= q.Within
		reached = narrow && math.Abs(got.Win.Mean-target.Want) <= q.Within
		return narrow || got.Win.High < target.Want-q.Within || got.Win.Low > target.Want+q.Within
	})
	return got, reached, err
}

// pairsOf returns the pairs of changes of two sorts that are likeliest to reach a target: those whose effects add up to
// it in log odds, in which two changes that each halve the odds quarter them. Pairs are needed: for heroes at 5 %
// against the oni none of 27 single changes reached 30 %.
func pairsOf(tried []change, base, want float64) (pairs []change) {
	odds := func(p float64) float64 {
		p = max(0.01, min(0.99, p))
		return math.Log(p / (1 - p))
	}
	far := func(x change) float64 { return math.Abs(x.win - odds(want)) }
	for i, x := range tried {
		for _, y := range tried[i+1:] {
			if x.sort > y.sort {
				x, y = y, x // see changeSorts
			}
			if x.sort == y.sort {
				continue
			}
			both := change{says: x.says + ", and " + y.says, size: x.size + y.size, file: x.file.clone(),
				win: odds(x.win) + odds(y.win) - odds(base)}
			if y.apply(both.file); !both.file.hasSameText(y.file) { // else y removes the line that x changes
				pairs = append(pairs, both)
			}
		}
	}
	slices.SortStableFunc(pairs, func(x, y change) int { return cmp.Or(cmp.Compare(far(x), far(y)), x.size-y.size) })
	return pairs[:min(pairsMax, len(pairs))]
}
