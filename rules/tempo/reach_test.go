package tempo

import (
	"flag"
	"testing"

	"kokyu/rules"
)

var states = flag.Int("states", 0, "count the positions of crossing-small that are reached within a round, at most so many")

// How many positions an exact solver meets in the first round of the small crossing: go test -run Reachable -states
// 20000000 counts them.
func TestReachablePositionsOfARound(t *testing.T) {
	most := *states
	if most == 0 {
		t.Skip("-states N counts them")
	}
	g := builtin(t, "crossing-small")
	seen := map[State]bool{g.Start(): true}
	queue := []State{g.Start()}
	turns, next := 0, 0
	var actions []rules.Action
	var odds []rules.Odds
	for len(queue) > 0 && len(seen) < most {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if s.round > 0 {
			next++
			continue
		}
		actions = actions[:0]
		switch g.Turn(&s).Kind {
		case rules.Over:
			continue
		case rules.Chance:
			odds = g.Odds(&s, odds[:0])
			for _, o := range odds {
				actions = append(actions, o.Action)
			}
		default:
			if s.phase == phTurn {
				turns++
			}
			actions = g.Actions(&s, actions)
		}
		for _, a := range actions {
			c := s
			g.Play(&c, a, nil)
			if !seen[c] {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
	t.Logf("%d positions, %d of them declarations, %d begin the next round; all: %v", len(seen), turns, next, len(queue) == 0)
}
