package fair

import (
	"context"
	"math"

	"kokyu/agent"
	"kokyu/rules"
)

// Limits of a search for changes.
const (
	reachMax   = 3   // changes that are looked for
	reachLeast = 32  // fights before a change is given up
	reachMost  = 400 // fights of one change
)

// target is what would bring the party's chance to a target.
type target struct {
	Want    float64 `json:"want"`
	There   bool    `json:"there"`             // the encounter is there as it is
	Changes []fix   `json:"changes"`           // that reach it, the smallest first
	Nearest *fix    `json:"nearest,omitempty"` // where none does
	Tried   int     `json:"tried"`
	Of      int     `json:"of"` // changes there are to try; fewer are tried when three have been found, or the time is up
}

// fix is one that can be made at a table, measured.
type fix struct {
	Says   string         `json:"says"`
	Size   int            `json:"size"` // see [SizesSay]
	Win    agent.Interval `json:"win"`
	Fights int            `json:"fights"`
	File   string         `json:"file"` // the changed encounter
}

// reach looks for the three smallest changes of the encounter that bring the party's chance to a target: to within as many
// points of it as the question asks for. It writes them into the answer as it finds them.
func (q *Question) reach(ctx context.Context, a *Answer, want float64) error {
	t := &target{Want: want, Changes: []fix{}}
	a.Target = t
	if t.There = math.Abs(a.Win.Mean-want) <= q.Within; t.There {
		return nil
	}
	list := q.changes(a, a.Win.Mean < want)
	t.Of = len(list)
	for _, x := range list {
		if len(t.Changes) == reachMax {
			break
		}
		f, err := x.file.begin(q.Seed)
		if err != nil || f.Turn().Kind == rules.Over {
			t.Tried++
			continue
		}
		got := fix{Says: x.says, Size: x.size}
		data, err := x.file.file()
		if err != nil {
			return err
		}
		got.File = string(data)
		var s scores
		reached := false
		err = q.fights(ctx, ground{from: f}, reachMost, func(k int, one agent.Account) bool {
			s.add(q.score(one))
			got.Fights, got.Win = k+1, s.chance()
			if q.Done != nil {
				q.Done(Progress{Doing: x.says, Fights: k + 1, Win: got.Win})
			}
			if got.Fights < reachLeast || got.Fights%fightsStep != 0 {
				return false
			}
			narrow := got.Fights >= fightsLeast && width(got.Win) <= q.Within
			reached = narrow && math.Abs(got.Win.Mean-want) <= q.Within
			return narrow || got.Win.High < want-q.Within || got.Win.Low > want+q.Within
		})
		if err != nil {
			return err
		}
		t.Tried++
		if reached {
			t.Changes = append(t.Changes, got)
		}
		if t.Nearest == nil || math.Abs(got.Win.Mean-want) < math.Abs(t.Nearest.Win.Mean-want) {
			t.Nearest = &got
		}
	}
	if len(t.Changes) > 0 {
		t.Nearest = nil
	}
	return nil
}
