package evals

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// cause is why a search lost win chance by a decision: the first of the causes whose removal takes away half of the
// loss or more.
type cause string

// The causes, in the order in which they are tried.
const (
	byTies     cause = "the tie-break"           // by its own values the search would have taken the better one
	byWidth    cause = "the narrowing"           // as deep with nothing left out it takes the better one
	byCut      cause = "the cut"                 // a breath or turn deeper, nothing left out, it does
	byLeaf     cause = "the leaf"                // with exact values at its leaves it does
	byBoth     cause = "the leaf with narrowing" // with these it does not, since the best option was left out
	byChance   cause = "the draw"                // it mixes, and what it drew is worse than its mix
	unexamined cause = "not looked at"           // too small, or behind the costliest of its fight
)

// causes are the columns of reports.
var causes = []cause{byTies, byWidth, byCut, byLeaf, byBoth, byChance, unexamined}

// Which decisions are looked at, and how far.
const (
	blameLeast     = 5.0     // mWP
	blameMost      = 24      // how many of each agent in each fight
	blamePositions = 3       // of these, how many have their positions in the report
	blameNodes     = 300_000 // budget of a search that is as deep or deeper, with nothing left out
)

// blamedChoice is a decision that lost something in the fights of a search against itself, and why.
type blamedChoice struct {
	mistake
	Times int   `json:"times"` // how often it was met
	Cause cause `json:"cause"`
	Depth int   `json:"depth"` // breaths or turns that the search saw in full
	Width int   `json:"width"` // and how many actions of the next one
	// Nodes says with how many times the nodes a search loses at most half of it: 10 or 100, 0 if with neither.
	Nodes    int    `json:"nodes"`
	Position string `json:"position"` // where it was taken; of the costliest only
}

// cost returns what the decision cost all times it was met, in mWP.
func (b blamedChoice) cost() float64 { return float64(b.Regret * float64(b.Times)) }

// lossPlace is a position in which a decision lost something, and how often the decision was met there.
type lossPlace struct {
	fight *fight.Fight // before the decision
	times int          // how often the decision was met
}

// blame returns the losses, the costliest first. With why it searches positions again to find the causes of the largest
// losses: of blameMost decisions that lose blameLeast each time, or more. Characters are left out, who do not always
// take what they see to be best, and so are searches without a budget of nodes, which could not be given ten times as
// much.
func blame(ctx context.Context, why bool, met map[mistake]*lossPlace, table *agent.Tablebase, mind *judgedAgent) (
	[]blamedChoice, error) {
	list := []blamedChoice{}
	for s, at := range met {
		list = append(list, blamedChoice{mistake: s, Times: at.times, Cause: unexamined})
	}
	slices.SortFunc(list, func(a, b blamedChoice) int {
		return cmp.Or(cmp.Compare(b.cost(), a.cost()), cmp.Compare(a.Round, b.Round), cmp.Compare(a.Seat, b.Seat),
			cmp.Compare(a.Did, b.Did), cmp.Compare(a.Best, b.Best))
	})
	a, ok := mind.agent.(*agent.Search)
	if !why || !ok || mind.isCharacter() || a.Limits.Nodes == 0 {
		return list, nil
	}
	looked := 0
	for i := range list {
		b := &list[i]
		if b.Regret < blameLeast || looked == blameMost {
			continue
		}
		e := examination{ctx: ctx, fight: met[b.mistake].fight, table: table, mind: mind, agent: a, regret: b.Regret}
		if err := e.examine(b); err != nil {
			return nil, err
		}
		if looked < blamePositions {
			position, err := e.fight.Position()
			if err != nil {
				return nil, err
			}
			b.Position = string(position)
		}
		looked++
	}
	return list, nil
}

// examination is one decision, searched again in other ways.
type examination struct {
	ctx    context.Context
	fight  *fight.Fight             // before the decision
	table  *agent.Tablebase         // the exact values
	mind   *judgedAgent             // who decided
	agent  *agent.Search            // that of mind
	regret float64                  // what was lost, in mWP
	values map[rules.Action]float64 // exact win chances of whoever decides
	best   float64                  // the largest of them
}

// examine fills in how far the search saw, with how many times the nodes it would have lost at most half, and the
// cause. The larger budget is tried first, so that the smallest one that helps stands at the end.
func (e *examination) examine(blamed *blamedChoice) error {
	if err := e.lookUpValues(); err != nil {
		return err
	}
	lim := e.agent.Limits
	first, err := e.search(lim)
	if err != nil {
		return err
	}
	blamed.Depth, blamed.Width = first.Coverage.Depth, first.Coverage.Width
	for _, times := range []int{100, 10} {
		more := lim
		more.Nodes *= times
		r, err := e.search(more)
		if err != nil {
			return err
		}
		if e.lossTaken(r) <= e.regret/2 {
			blamed.Nodes = times
		}
	}
	blamed.Cause, err = e.findCause(first, lim)
	return err
}

// findCause returns the first cause whose removal takes away half of the loss. first is the search as it was, with the
// limits lim. A cut or a narrowing is only blamed if the wider search came as far as it should within its nodes.
func (e *examination) findCause(first search.Result, lim search.Limits) (cause, error) {
	if e.lossByValue(first) <= e.regret/2 {
		if first.IsMixed() {
			return byChance, nil
		}
		return byTies, nil
	}
	full := search.Limits{Nodes: max(blameNodes, 10*lim.Nodes), Full: true, Depth: first.Coverage.Depth}
	for _, deeper := range []cause{byWidth, byCut} {
		if deeper == byCut || first.Coverage.Width > 0 {
			full.Depth++
		}
		if deeper == byWidth && first.Coverage.Width == 0 {
			continue
		}
		r, err := e.search(full)
		if err != nil {
			return "", err
		}
		if (r.Coverage.Depth >= full.Depth || r.Solved) && e.lossByValue(r) <= e.regret/2 {
			return deeper, nil
		}
	}
	r, err := e.mind.finder.SearchWithTable(e.ctx, e.fight, lim, e.table)
	if err != nil {
		return "", err
	}
	if e.lossByValue(r) <= e.regret/2 {
		return byLeaf, nil
	}
	return byBoth, nil
}

// lookUpValues looks up the exact values of the options.
func (e *examination) lookUpValues() error {
	values, ok := e.table.Options(e.fight)
	if !ok {
		return errors.New("a decision that lost something has no exact values")
	}
	side := e.fight.Side(e.fight.Turn().Seat)
	e.values, e.best = map[rules.Action]float64{}, math.Inf(-1)
	for i, o := range e.fight.Options() {
		e.values[o.Action] = agent.ForSide(values[i], side)
		e.best = max(e.best, e.values[o.Action])
	}
	return nil
}

// search searches the position again, by the agent's own weights.
func (e *examination) search(lim search.Limits) (search.Result, error) {
	return e.mind.search(e.ctx, e.fight, lim)
}

// lossOf returns what an action loses, in mWP.
func (e *examination) lossOf(a rules.Action) float64 { return 1000 * (e.best - e.values[a]) }

// lossTaken returns what a search loses by the option that it takes, in mWP, or the mean of its mixed strategy.
func (e *examination) lossTaken(r search.Result) float64 {
	if r.IsMixed() {
		return e.lossByValue(r)
	}
	return e.lossOf(r.Best)
}

// lossByValue returns what a search would lose if it took the option of the highest value, without a tie-break, in mWP;
// for a mixed strategy the mean.
func (e *examination) lossByValue(r search.Result) (lost float64) {
	if r.IsMixed() {
		for _, o := range r.Options {
			lost += float64(o.Mix * e.lossOf(o.Action))
		}
		return lost
	}
	sign := 1.0
	if e.fight.Side(e.fight.Turn().Seat) == 1 {
		sign = -1
	}
	best := r.Options[0]
	for _, o := range r.Options {
		if sign*o.Value > sign*best.Value+1e-9 {
			best = o
		}
	}
	return e.lossOf(best.Action)
}
