package evals

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Truth has the exact values of a fight's positions. It is safe for concurrent use. Decisions are judged by it: one at
// a position ([judgeChoice]), or all those of a fight ([judgedAgent.playJudged]); [kindSums] adds up their losses by
// kind.
type Truth interface {
	// Value is the win chance of side 0 under best play by both, 0..1, at the fight's present position; false if
	// unknown.
	Value(f *fight.Fight) (float64, bool)
	// Options are the exact values (win chance of side 0) of every legal decision there, in the order of f.Options().
	Options(f *fight.Fight) ([]float64, bool)
}

// bestAction returns the best decision at a position by exact values; of those equal within 1e-9, the first. A position
// without a value is an error.
func bestAction(truth Truth, f *fight.Fight) (best rules.Action, err error) {
	side, options := f.Side(f.Turn().Seat), f.Options()
	values, known := truth.Options(f)
	top := -1.0
	for i, o := range options {
		if !known {
			after, err := f.After(o.Action)
			if err != nil {
				return best, err
			}
			v, ok := truth.Value(after)
			if !ok {
				return best, fmt.Errorf("a position in round %d has no value", after.Round())
			}
			values = append(values, v)
		}
		if v := agent.ForSide(values[i], side); v > top+1e-9 {
			best, top = o.Action, v
		}
	}
	return best, nil
}

// exactValue returns the exact win chance of side 0 at a decision, given those after each option: the best one for the
// side that decides.
func exactValue(f *fight.Fight, values []float64) float64 {
	if f.Side(f.Turn().Seat) == 1 {
		return slices.Min(values)
	}
	return slices.Max(values)
}

// judgedChoice is one decision at a position with exact values, judged.
type judgedChoice struct {
	Encounter string  `json:"encounter"`
	Source    string  `json:"source"`
	Phase     string  `json:"phase"` // of the best option
	Seat      string  `json:"seat"`
	Did       string  `json:"did"`
	Best      string  `json:"best"`
	Regret    float64 `json:"regret_mwp"`
	Spread    float64 `json:"spread_mwp"` // the best less the worst option
	Exact     float64 `json:"exact"`      // win chance of side 0 under best play
	Sees      float64 `json:"sees"`       // the same as the agent estimates it
}

// judgeChoice returns how much a choice loses by the exact values of the options. sees and the values are win chances
// of side 0.
func judgeChoice(f *fight.Fight, chosen rules.Action, sees float64, values []float64) (c judgedChoice, err error) {
	options, turn := f.Options(), f.Turn()
	if len(values) != len(options) {
		return c, fmt.Errorf("%d exact values for %d options", len(values), len(options))
	}
	side := f.Side(turn.Seat)
	best, worst, did := 0, 0, -1
	for i, o := range options {
		// Values within 1e-9 are equal: the first of equal options is the best one, so that reports name the same.
		if agent.ForSide(values[i], side) > agent.ForSide(values[best], side)+1e-9 {
			best = i
		}
		if agent.ForSide(values[i], side) < agent.ForSide(values[worst], side) {
			worst = i
		}
		if o.Action == chosen {
			did = i
		}
	}
	if did < 0 {
		return c, fmt.Errorf("%+v was chosen, which is no option", chosen)
	}
	lost := func(i int) float64 {
		return max(0, 1000*(agent.ForSide(values[best], side)-agent.ForSide(values[i], side)))
	}
	return judgedChoice{Phase: options[best].Phase, Seat: f.Name(turn.Seat), Did: options[did].Words, Best: options[best].Words,
		Regret: lost(did), Spread: lost(worst), Exact: values[best], Sees: sees}, nil
}

// optimal is how much a decision may lose and still be one of the best, in mWP: values are not exact to the last bit.
const optimal = 1e-6

// mistake is a decision that was not the best.
type mistake struct {
	Round  int     `json:"round"`
	Seat   string  `json:"seat"`
	Kind   string  `json:"kind"`
	Did    string  `json:"did"`
	Best   string  `json:"best"`
	Regret float64 `json:"regret_mwp"`
}

// judgedFight is one fight of an agent against itself with every decision judged.
type judgedFight struct {
	Choices   []mistake      `json:"choices"`   // the decisions that lost anything
	Decisions map[string]int `json:"decisions"` // how many decisions there were, by kind
}

// playJudged plays one fight and judges every decision between two options or more.
func (m *judgedAgent) playJudged(ctx context.Context, e Encounter, truth Truth,
	seed uint64) (walk judgedFight, err error) {
	walk = judgedFight{Choices: []mistake{}, Decisions: map[string]int{}}
	f := e.Fights[0].Again(seed)
	err = fightOn(ctx, f, func(_ int, options []fight.Option) (action rules.Action, err error) {
		if len(options) == 1 {
			return options[0].Action, nil
		}
		values, ok := truth.Options(f)
		if !ok {
			return action, fmt.Errorf("a position in round %d has no exact values", f.Round())
		}
		if action, err = m.chooseOrDraw(ctx, f); err != nil {
			return action, err
		}
		c, err := judgeChoice(f, action, 0, values)
		if err != nil {
			return action, err
		}
		kind := optionOf(options, action).Phase
		walk.Decisions[kind]++
		if c.Regret > optimal {
			walk.Choices = append(walk.Choices, mistake{f.Round(), c.Seat, kind, c.Did, c.Best, c.Regret})
		}
		return action, nil
	}, nil)
	if err != nil {
		return walk, fmt.Errorf("%s-%d: %w", e.Name, seed, err)
	}
	return walk, nil
}

// loss returns what the decisions of a fight lost together, in mWP.
func (w judgedFight) loss() float64 {
	return sum(w.Choices, func(c mistake) float64 { return c.Regret })
}

// kindLoss is the loss by decisions of one kind.
type kindLoss struct {
	Kind      string  `json:"kind"` // attack, reserve, end, move, order, wait ...
	Decisions int     `json:"decisions"`
	Mean      float64 `json:"mean_mwp"`
	Share     float64 `json:"share"` // of all that was lost, 0 to 1
}

// kindSums adds up what decisions of each kind have lost.
type kindSums struct {
	of  map[string]*kindLoss // by kind; Mean is a sum
	all float64              // lost by all kinds
}

// add adds a number of decisions of a kind, and what they lost together.
func (s *kindSums) add(kind string, decisions int, lost float64) {
	if s.of == nil {
		s.of = map[string]*kindLoss{}
	}
	if s.of[kind] == nil {
		s.of[kind] = &kindLoss{Kind: kind}
	}
	s.of[kind].Decisions += decisions
	s.of[kind].Mean += lost
	s.all += lost
}

// list returns the mean loss of each kind, first the kind that lost most in all.
func (s *kindSums) list() []kindLoss {
	list := []kindLoss{}
	for _, k := range s.of {
		if s.all > 0 {
			k.Share = k.Mean / s.all
		}
		k.Mean /= float64(k.Decisions)
		list = append(list, *k)
	}
	slices.SortFunc(list, func(a, b kindLoss) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}

// sumKinds sums up the decisions of fights by their kind.
func sumKinds(walks []judgedFight) []kindLoss {
	var kinds kindSums
	for _, w := range walks {
		for kind, n := range w.Decisions {
			kinds.add(kind, n, 0)
		}
		for _, c := range w.Choices {
			kinds.add(c.Kind, 0, c.Regret)
		}
	}
	return kinds.list()
}

// kindRows returns the rows of a table of kinds. prefix is put before each kind.
func kindRows(prefix string, list []kindLoss) [][]string {
	return mapped(list, func(k kindLoss) []string {
		return []string{prefix + k.Kind, fmt.Sprint(k.Decisions), mwp(k.Mean), percent(k.Share)}
	})
}
