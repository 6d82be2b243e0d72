package search

import (
	"cmp"
	"context"
	"math"
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
	endPreparing func() // ends what was begun for the leaves
	root         S
	turn         rules.Turn
	duel         *duel      // if the root is a secret choice
	seat         rules.Seat // whose options they are
	owner        rules.Seat // of the breath under way
	lim          Limits
	stage        stage
	current      []Option // of the stage under way, in the game's order
	finished     []Option // of the last finished stage
	seen         Coverage
	solved       bool
	ends         []bool // of current: the option ends the breath at once
	scout        scout[S]
}

// begin prepares a search: its options with the fallback's values, its worker with empty tables.
func (x *Searcher[S]) begin(ctx context.Context, s S, turn rules.Turn, lim Limits) (err error) {
	var deadline time.Time
	if lim.Time > 0 {
		deadline = time.Now().Add(lim.Time)
	}
	x.run = run[S]{ctx: ctx, endPreparing: x.prepare(ctx, lim), root: s, turn: turn, seat: turn.Seat, owner: turn.Seat, lim: lim}
	if owner := x.hooks.Owner; owner != nil && !turn.Begins {
		x.owner = owner(&s)
	}
	score := x.estimate(&x.root)
	if turn.Kind == rules.Commit {
		if x.duel, err = newDuel(x.game, &x.root, turn, score); err != nil {
			return err
		}
	}
	x.options()
	for i := range x.current {
		x.current[i].Value = score
	}
	x.finished, x.ends = slices.Clone(x.current), make([]bool, len(x.current))
	x.scout = scout[S]{at: s, owner: x.owner}
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

// options lists the root's options, each with a line of itself alone. The options of a secret choice begin with equal
// shares.
func (x *Searcher[S]) options() {
	d := x.duel
	if d == nil {
		x.current = rootOptions(x.game, &x.root, x.turn)
		if x.hooks.Representatives != nil && x.turn.Kind == rules.Decide {
			x.current = optionsOf(x.hooks.Representatives(&x.root, nil))
		}
		for i := range x.current {
			x.current[i].Line = []Ply{x.current[i].first(x.turn)}
		}
		return
	}
	actions := d.rows
	if x.lim.Answer {
		actions, x.seat = d.cols, d.reply.Seat
	}
	for _, a := range actions {
		o := Option{Action: a, Mix: 1 / float64(len(actions))}
		o.Line = x.opening(&o)
		x.current = append(x.current, o)
	}
}

// tableSize returns the entries of the table for a budget of nodes, a power of two. A quarter of all nodes is room
// enough for the positions worth an entry; beyond a quarter of a million, more entries saved few nodes and no time.
func (sw switches) tableSize(nodes int) int {
	n := sw.entries
	if n == 0 {
		n = min(max(nodes/4, 1<<10), 1<<18)
		if nodes == 0 {
			n = 1 << 17
		}
	}
	size := 2
	for size < n {
		size *= 2
	}
	return size
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

// first returns the option as the first step of its line.
func (o Option) first(t rules.Turn) Ply {
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
	if ok, err := x.try(0, 0); !ok {
		if err != nil || x.ctx.Err() != nil || !x.glance() {
			return err
		}
	}
	x.ahead()
	last := x.lim.Depth
	if last == 0 || last > depthMax {
		last = depthMax
	}
	for depth := 1; depth <= last && !x.solved; depth++ {
		if !x.lim.Full {
			x.explore(depth)
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
		if ok, err := x.try(depth, width); !ok {
			return false, err
		}
		if x.seen.Width == 0 {
			break
		}
	}
	return true, nil
}

// try runs one stage over all root options. Only if it finishes does the stage count.
func (x *Searcher[S]) try(depth, width int) (bool, error) {
	if x.ctx.Err() != nil {
		return false, nil
	}
	x.stage = stage{x.stage.number + 1, depth, width}
	quota := x.nodesLeft()
	if depth == 0 { // what a glance takes is kept back
		quota = max(0, quota-glanceNodes*len(x.finished))
	}
	order := x.mostNodesFirst()
	x.worker.start(x.stage, quota)
	if x.play(order); x.duel == nil && !x.worker.stopped {
		x.lines(order)
	}
	switch {
	case x.worker.commit:
		return false, ErrCommit
	case x.worker.stopped, x.ctx.Err() != nil: // once ctx is cancelled leaves may be valued otherwise: see Prepare of rules.Hooks
		return false, nil
	case x.duel != nil:
		x.settle()
		x.lines(order)
	}
	x.join()
	return true, nil
}

// mostNodesFirst returns the places of the options, those that took most nodes in the stage before first.
func (x *Searcher[S]) mostNodesFirst() []int {
	order := make([]int, len(x.current))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x.current[j].Coverage.Nodes, x.current[i].Coverage.Nodes) })
	return order
}

// at returns the place of the root in the stage under way.
func (x *Searcher[S]) at() place {
	return place{left: x.stage.depth - 1, owner: x.owner, reach: 1 / float64(len(x.current))}
}

// play searches these options, each with the full window.
func (x *Searcher[S]) play(order []int) {
	w := x.worker
	for _, i := range order {
		o, nodes, narrowed, lost := &x.current[i], w.nodes, w.narrowed, w.lost
		if x.duel != nil {
			x.fill(i, x.at())
		} else {
			o.Value, x.ends[i] = w.option(&x.root, o.Action, x.at())
		}
		if w.stopped {
			return
		}
		o.Coverage = x.stage.coverage(w.narrowed > narrowed, float64((w.lost-lost)/x.at().reach))
		o.Coverage.Nodes, o.Coverage.Representatives = w.nodes-nodes, x.hooks.Representatives != nil
	}
}

// lines sets the principal variations of these options after their values are known.
func (x *Searcher[S]) lines(order []int) {
	w := x.worker
	lost := w.lost
	for _, i := range order {
		o, line := &x.current[i], []Ply(nil)
		if x.duel != nil {
			line = x.opening(o)
		} else {
			line = append(line, o.first(x.turn))
		}
		o.Line = w.line(&x.root, x.at(), line)
	}
	w.lost = lost
	w.stopped = w.stopped && w.commit // a line cut short by the budget does not unmake the values
}

// join makes the finished stage the result so far, and lets the next one know what was learned in it.
func (x *Searcher[S]) join() {
	if x.turn.Kind == rules.Decide {
		x.learnRoot()
	}
	w := x.worker
	x.known.add(w.learned)
	w.learned.clear()
	copy(x.finished, x.current)
	x.seen = x.stage.coverage(w.narrowed > 0, w.lost)
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
		x.known.observe(x.turn.Seat, o.Action, best-float64(sign*o.Value), x.ends[i] && x.turn.Seat == x.owner)
	}
}

// sign returns 1 if the seat to move wants large values, else -1.
func (x *Searcher[S]) sign() float64 {
	if x.game.Side(x.seat) == 0 {
		return 1
	}
	return -1
}

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
