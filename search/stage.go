package search

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"time"

	"kokyu/rules"
)

// stage is one iteration: depth breaths are searched, and width actions at each decision of the last breath's owner.
type stage struct {
	number uint16 // from 1; 0 is no stage
	depth  int    // 0: until the exchange is settled
	width  int
}

// widths are the steps a depth is widened by. The last is wider than any list of actions.
var widths = [...]int{1, 2, 3, 5, 8, 13, 21, 34, 55, math.MaxInt}

// deeperWidth is the least width with which another breath is searched: one breath in full is a better answer than two
// of which the second is very narrow, since that underrates the side whose breath it is.
const deeperWidth = 5

// depthMax is where a search without a limit of depth ends; a table entry has 8 bits for it.
const depthMax = 100

// run is one search under way.
type run[S comparable] struct {
	ctx          context.Context
	endPreparing func() // ends the preparation of leaves
	root         S
	turn         rules.Turn
	matrixGame   *matrixGame // if the root is a secret choice
	seat         rules.Seat  // whose options they are
	owner        rules.Seat  // of the breath under way
	lim          Limits
	stage        stage
	current      []Option // of the stage under way, in the game's order
	finished     []Option // of the last finished stage
	seen         Coverage
	solved       bool
	endsBreath   []bool // of current: the option ends the breath at once
	scout        scout[S]
}

// begin prepares a search: its options with the fallback's values, its worker with empty tables.
func (x *Searcher[S]) begin(ctx context.Context, s S, turn rules.Turn, lim Limits) (err error) {
	var deadline time.Time
	if lim.Time > 0 {
		deadline = time.Now().Add(lim.Time)
	}
	x.run = run[S]{ctx: ctx, root: s, turn: turn, seat: turn.Seat, owner: turn.Seat, lim: lim}
	x.endPreparing = x.prepare(ctx, lim)
	if owner := x.hooks.Owner; owner != nil && !turn.Begins {
		x.owner = owner(&s)
	}
	score := x.estimate(&x.root)
	if turn.Kind == rules.Commit {
		if x.matrixGame, err = newMatrixGame(x.game, &x.root, turn, score); err != nil {
			return err
		}
	}
	x.listOptions()
	for i := range x.current {
		x.current[i].Value = score
	}
	x.finished, x.endsBreath = slices.Clone(x.current), make([]bool, len(x.current))
	x.scout = scout[S]{position: s, owner: x.owner}
	x.known.clear()
	x.worker = x.idle.Get().(*worker[S])
	x.worker.reset(ctx, x.evaluator, x.switches, x.known, x.switches.tableSize(lim.Nodes), deadline)
	return nil
}

// release returns the worker of a search to the pool; there is none if the search could not begin.
func (x *Searcher[S]) release() {
	x.endPreparing()
	if w := x.worker; w != nil {
		w.evaluator, w.ctx = evaluator[S]{}, nil
		x.idle.Put(w)
		x.worker = nil
	}
}

// listOptions lists the root's options, each with a line of itself alone. The options of a secret choice begin with
// equal shares.
func (x *Searcher[S]) listOptions() {
	d := x.matrixGame
	if d == nil {
		x.current = rootOptions(x.game, &x.root, x.turn)
		if x.hooks.Representatives != nil && x.turn.Kind == rules.Decide {
			x.current = optionsOf(x.hooks.Representatives(&x.root, nil))
		}
		for i := range x.current {
			x.current[i].Line = []Ply{x.current[i].firstPly(x.turn)}
		}
		return
	}
	actions := d.rows
	if x.lim.Answer {
		actions, x.seat = d.cols, d.likeliestAnswer.Seat
	}
	for _, a := range actions {
		o := Option{Action: a, Mix: 1 / float64(len(actions))}
		o.Line = x.openingPlies(&o)
		x.current = append(x.current, o)
	}
}

// tableSize returns the entries of the table for a budget of nodes, a power of two. A quarter of the nodes is enough
// for the positions worth an entry; more than a quarter of a million entries saved few nodes and no time.
func (sw switches) tableSize(nodes int) int {
	n := sw.entries
	if n == 0 {
		n = min(max(nodes/4, 1<<10), 1<<18)
		if nodes == 0 {
			n = 1 << 17
		}
	}
	return 1 << max(1, bits.Len(uint(n-1)))
}

// rootOptions lists what can happen at the root, without values.
func rootOptions[S comparable](g rules.Game[S], s *S, turn rules.Turn) []Option {
	if turn.Kind == rules.Chance {
		var options []Option
		for _, o := range g.Odds(s, nil) {
			options = append(options, Option{Action: o.Action, P: o.P})
		}
		return options
	}
	return optionsOf(g.Actions(s, nil))
}

func optionsOf(actions []rules.Action) (options []Option) {
	for _, a := range actions {
		options = append(options, Option{Action: a})
	}
	return options
}

// firstPly returns the option as the first step of its line.
func (o Option) firstPly(t rules.Turn) Ply {
	p := 1.0
	if t.Kind == rules.Chance {
		p = o.P
	}
	return Ply{t.Kind, t.Seat, o.Action, p}
}

// nodesLeft returns the nodes the budget still holds.
func (x *Searcher[S]) nodesLeft() int {
	switch {
	case x.lim.Nodes > 0:
		return x.lim.Nodes - x.worker.nodes
	case x.lim.Time > 0 || x.lim.Depth > 0:
		return math.MaxInt / 2
	}
	return 0
}

// deepen runs stage after stage while the budget lasts.
func (x *Searcher[S]) deepen() error {
	if ok, err := x.runStage(0, 0); !ok {
		if err != nil || x.ctx.Err() != nil || !x.glance() {
			return err
		}
	}
	x.lookAhead()
	last := x.lim.Depth
	if last == 0 || last > depthMax {
		last = depthMax
	}
	for depth := 1; depth <= last && !x.solved; depth++ {
		if !x.lim.Full {
			x.runScout(depth)
		}
		if ok, err := x.widen(depth); !ok {
			return err
		}
	}
	return nil
}

// widen runs one depth wider and wider until nothing is left out.
func (x *Searcher[S]) widen(depth int) (bool, error) {
	for _, width := range widths {
		if depth > 1 && width < deeperWidth {
			continue
		}
		if x.lim.Full {
			width = math.MaxInt
		}
		if ok, err := x.runStage(depth, width); !ok {
			return false, err
		}
		if x.seen.Width == 0 {
			break
		}
	}
	return true, nil
}

// runStage runs one stage over all root options. It returns false, and changes no result, if the stage does not finish.
func (x *Searcher[S]) runStage(depth, width int) (bool, error) {
	if x.ctx.Err() != nil {
		return false, nil
	}
	x.stage = stage{x.stage.number + 1, depth, width}
	quota := x.nodesLeft()
	if depth == 0 { // keep back what a glance takes
		quota = max(0, quota-glanceNodes*len(x.finished))
	}
	order := x.mostNodesFirst()
	x.worker.start(x.stage, quota)
	if x.searchOptions(order); x.matrixGame == nil && !x.worker.stopped {
		x.setLines(order)
	}
	switch {
	case x.worker.badCommit:
		return false, ErrCommit
	case x.worker.stopped, x.ctx.Err() != nil: // after ctx is done leaves may differ: see Prepare of rules.Hooks
		return false, nil
	case x.matrixGame != nil:
		x.solveRoot()
		x.setLines(order)
	}
	x.acceptStage()
	return true, nil
}

// mostNodesFirst returns the places of the options, those that took most nodes in the stage before first.
func (x *Searcher[S]) mostNodesFirst() []int {
	order := make([]int, len(x.current))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(x.current[j].Coverage.Nodes, x.current[i].Coverage.Nodes)
	})
	return order
}

// rootPlace returns the place of the root in the stage under way.
func (x *Searcher[S]) rootPlace() place {
	return place{depthLeft: x.stage.depth - 1, owner: x.owner, reach: 1 / float64(len(x.current))}
}

// searchOptions searches these options, each with the full window.
func (x *Searcher[S]) searchOptions(order []int) {
	w := x.worker
	for _, i := range order {
		o, nodes, narrowed, lost := &x.current[i], w.nodes, w.narrowed, w.leftOut
		if x.matrixGame != nil {
			x.searchCells(i, x.rootPlace())
		} else {
			o.Value, x.endsBreath[i] = w.optionValue(&x.root, o.Action, x.rootPlace())
		}
		if w.stopped {
			return
		}
		o.Coverage = x.stage.coverage(w.narrowed > narrowed, float64((w.leftOut-lost)/x.rootPlace().reach))
		o.Coverage.Nodes, o.Coverage.Representatives = w.nodes-nodes, x.hooks.Representatives != nil
	}
}

// setLines sets the principal variations of these options after their values are known.
func (x *Searcher[S]) setLines(order []int) {
	w := x.worker
	lost := w.leftOut
	for _, i := range order {
		o, line := &x.current[i], []Ply(nil)
		if x.matrixGame != nil {
			line = x.openingPlies(o)
		} else {
			line = append(line, o.firstPly(x.turn))
		}
		o.Line = w.line(&x.root, x.rootPlace(), line)
	}
	w.leftOut = lost
	w.stopped = w.stopped && w.badCommit // values stay valid if the budget ends within a line
}

// acceptStage makes the finished stage the result so far, and what it learned known to the next one.
func (x *Searcher[S]) acceptStage() {
	if x.turn.Kind == rules.Decide {
		x.learnRoot()
	}
	w := x.worker
	x.known.add(w.learned)
	w.learned.clear()
	copy(x.finished, x.current)
	x.seen = x.stage.coverage(w.narrowed > 0, w.leftOut)
	x.seen.Representatives = x.hooks.Representatives != nil
	x.solved = x.stage.depth > 0 && w.narrowed == 0 && w.cut == 0
}

// learnRoot is [worker.learn] for the root.
func (x *Searcher[S]) learnRoot() {
	best, sign := math.Inf(-1), x.sign()
	for _, o := range x.current {
		best = max(best, sign*o.Value)
	}
	for i, o := range x.current {
		x.known.observe(x.turn.Seat, o.Action, best-float64(sign*o.Value), x.endsBreath[i] && x.turn.Seat == x.owner)
	}
}

// sign returns 1 if the seat to move wants large values, else -1.
func (x *Searcher[S]) sign() float64 { return signOf(x.game.Side(x.seat)) }

// signOf returns 1 for side 0, which wants large values, and -1 for side 1.
func signOf(side rules.Side) float64 { return 1 - 2*float64(side) }

// coverage returns the Coverage of a finished stage, or of one of its options.
func (g stage) coverage(narrowed bool, lost float64) Coverage {
	if g.depth == 0 {
		return Coverage{Exchange: true}
	}
	s := Coverage{Depth: g.depth}
	if narrowed {
		s.Depth, s.Width = g.depth-1, g.width
	}
	for b := range min(g.depth, len(s.Share)) {
		s.Share[b] = 1
		if narrowed && b == g.depth-1 {
			s.Share[b] = max(0, 1-lost)
		}
	}
	return s
}
