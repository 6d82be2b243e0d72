package search

import (
	"slices"

	"kokyu/rules"
)

// Secret choices. Whoever answers one does not know it, so the two are one matrix game: a row for each secret, a column
// for each answer, a cell for the position after both. There the secret is known again, so every such position has a
// value and the whole fight is a stochastic game (Shapley 1953).

// secretValue returns the value of a secret choice with its answer. Each cell is searched with the full window, as no
// bound of the game bounds a cell. What the rows searched so far secure by pure play bounds the game, and can end the
// search. Rows and columns are never narrowed and stay in the game's order: another order would change the last bits of
// the value. best becomes the likeliest secret, and w.likeliestAnswer the likeliest answer.
func (w *worker[S]) secretValue(s *S, t rules.Turn, at place, best *move, alpha, beta float64) float64 {
	first, base := len(w.actions), len(w.cells)
	rows, cols := w.listAll(s), 0
	side := w.game.Side(t.Seat)
	v, bounded := -signOf(side), false // v is what its side secures so far
	slot, child := w.push(), w.push()
	for i := 0; i < rows && !bounded && w.play(slot, s, w.actions[first+i]); i++ {
		answers, ok := w.listAnswers(slot, side, first+rows, cols)
		if !ok {
			w.badCommit, w.stopped = true, true
			break
		}
		if i == 0 {
			cols = answers
			at.reach /= float64(rows * cols)
		}
		for j := 0; j < cols && w.play(child, &w.states[slot], w.actions[first+rows+j]); j++ {
			cell, _ := w.value(&w.states[child], at, -1, 1)
			w.cells = append(w.cells, cell)
		}
		switch row := w.cells[base+i*cols:]; {
		case w.stopped || !w.switches.prune:
			continue
		case side == 0:
			v = max(v, slices.Min(row))
			bounded = v >= beta
		default:
			v = min(v, slices.Max(row))
			bounded = v <= alpha
		}
		if bounded {
			*best = move{w.actions[first+i], 1}
			w.likeliestAnswer = Ply{rules.Decide, w.game.Turn(&w.states[slot]).Seat, w.actions[first+rows], 1}
		}
	}
	if !w.stopped && !bounded {
		v = w.matrix.solve(w.cells[base:], rows, cols, side)
		i, j := likeliestOf(w.matrix.rowMix), likeliestOf(w.matrix.columnMix)
		*best = move{w.actions[first+i], w.matrix.rowMix[i]}
		seat := w.game.Turn(&w.states[slot]).Seat
		w.likeliestAnswer = Ply{rules.Decide, seat, w.actions[first+rows+j], w.matrix.columnMix[j]}
	}
	w.top -= 2
	w.cells = w.cells[:base]
	w.actions, w.notes = w.actions[:first], w.notes[:first]
	return v
}

// listAnswers returns the number of answers to the secret that led to slot. The answers to the first secret stay on the
// stack of actions, from first on; known is their number, 0 at first. It returns false if the position does not wait
// for the other side's answer, or if its answers differ from those to the first secret.
func (w *worker[S]) listAnswers(slot int, side rules.Side, first, known int) (n int, ok bool) {
	s := &w.states[slot]
	if t := w.game.Turn(s); t.Kind != rules.Decide || w.game.Side(t.Seat) == side {
		return 0, false
	}
	n = w.listAll(s)
	if known == 0 {
		return n, n > 0
	}
	end := first + known
	ok = slices.Equal(w.actions[first:end], w.actions[end:])
	w.actions, w.notes = w.actions[:end], w.notes[:end]
	return n, ok
}

// likeliestOf returns the place of the largest share of a mix; among equals (1e-9) the first.
func likeliestOf(mix []float64) int {
	best := 0
	for i, p := range mix {
		if p > mix[best]+1e-9 {
			best = i
		}
	}
	return best
}

// matrixGame is a secret choice and its answer as a game in matrix form. At the root of a search the options are its
// rows, or with Limits.Answer its columns.
type matrixGame struct {
	rows, cols      []rules.Action // secrets, answers
	cells           []float64      // values for side 0, row by row
	matrix          matrixSolver   // once solved, rowMix has the shares of rows, columnMix those of cols
	likeliestSecret Ply
	likeliestAnswer Ply
	value           float64 // for side 0
}

// newMatrixGame lists the secrets and answers at s. Its value is score until it is solved. What it plays to see the
// answers counts for no node.
func newMatrixGame[S comparable](g rules.Game[S], s *S, t rules.Turn, score float64) (*matrixGame, error) {
	d := &matrixGame{rows: g.Actions(s, nil), value: score}
	for i, a := range d.rows {
		c := *s
		g.Play(&c, a, nil)
		turn := g.Turn(&c)
		if turn.Kind != rules.Decide || g.Side(turn.Seat) == g.Side(t.Seat) {
			return nil, ErrCommit
		}
		cols := g.Actions(&c, nil)
		if i == 0 {
			d.cols = cols
			d.likeliestSecret = Ply{rules.Commit, t.Seat, d.rows[0], 1 / float64(len(d.rows))}
			d.likeliestAnswer = Ply{rules.Decide, turn.Seat, cols[0], 1 / float64(len(cols))}
		} else if !slices.Equal(cols, d.cols) {
			return nil, ErrCommit
		}
	}
	d.cells = make([]float64, len(d.rows)*len(d.cols))
	return d, nil
}

// solve solves the game once all cells are known.
func (d *matrixGame) solve(side rules.Side) {
	m := &d.matrix
	d.value = m.solve(d.cells, len(d.rows), len(d.cols), side)
	i, j := likeliestOf(m.rowMix), likeliestOf(m.columnMix)
	d.likeliestSecret, d.likeliestAnswer = d.secret(d.rows[i]), d.answer(d.cols[j])
}

// secrets returns the rows with their shares and their values against the mix of the columns.
func (d *matrixGame) secrets() (options []Option) {
	for i, a := range d.rows {
		options = append(options, Option{Action: a, Value: clamp(d.matrix.rowValue(d.cells, i)), Mix: d.matrix.rowMix[i]})
	}
	return options
}

// answers returns the columns with their shares and their values against the mix of the rows.
func (d *matrixGame) answers() (options []Option) {
	for j, a := range d.cols {
		options = append(options, Option{Action: a, Value: clamp(d.matrix.columnValue(d.cells, j)), Mix: d.matrix.columnMix[j]})
	}
	return options
}

// secret returns a row as a step of a line.
func (d *matrixGame) secret(a rules.Action) Ply {
	return Ply{rules.Commit, d.likeliestSecret.Seat, a, d.matrix.rowMix[slices.Index(d.rows, a)]}
}

// answer returns a column as a step of a line.
func (d *matrixGame) answer(a rules.Action) Ply {
	return Ply{rules.Decide, d.likeliestAnswer.Seat, a, d.matrix.columnMix[slices.Index(d.cols, a)]}
}

// searchCells searches the cells of one option.
func (x *Searcher[S]) searchCells(option int, at place) {
	w, d := x.worker, x.matrixGame
	at.reach = 1 / float64(len(d.cells))
	slot := w.push()
	if x.lim.Answer {
		for i := 0; i < len(d.rows) && w.play(slot, &x.root, d.rows[i]); i++ {
			x.searchCell(slot, i, option, at)
		}
	} else if w.play(slot, &x.root, d.rows[option]) {
		for j := range d.cols {
			x.searchCell(slot, option, j, at)
		}
	}
	w.top--
}

// searchCell searches the cell of row i, which led to slot, and column j.
func (x *Searcher[S]) searchCell(slot, i, j int, at place) {
	w := x.worker
	child := w.push()
	if w.play(child, &w.states[slot], x.matrixGame.cols[j]) {
		x.matrixGame.cells[i*len(x.matrixGame.cols)+j], _ = w.value(&w.states[child], at, -1, 1)
	}
	w.top--
}

// solveRoot solves the root's game, and values its options against the other side's mix.
func (x *Searcher[S]) solveRoot() {
	x.matrixGame.solve(x.game.Side(x.turn.Seat))
	options := x.matrixGame.secrets()
	if x.lim.Answer {
		options = x.matrixGame.answers()
	}
	for i, o := range options {
		x.current[i].Value, x.current[i].Mix = o.Value, o.Mix
	}
}

// openingPlies returns the start of an option's line: a secret and its answer, one of which is the option and the other
// the likeliest.
func (x *Searcher[S]) openingPlies(o *Option) []Ply {
	to, reply := x.matrixGame.likeliestSecret, x.matrixGame.likeliestAnswer
	if x.lim.Answer {
		reply.Action, reply.P = o.Action, o.Mix
	} else {
		to.Action, to.P = o.Action, o.Mix
	}
	return []Ply{to, reply}
}

// IsMixed reports whether the options are a mixed strategy to draw from: the root was a secret choice or its answer.
func (r Result) IsMixed() bool {
	return slices.ContainsFunc(r.Options, func(o Option) bool { return o.Mix > 0 })
}

// FillMix sets mix to the chance of each action: the shares of the options or, if they have none, 1 for the first
// option.
func FillMix(options []Option, actions []rules.Action, mix []float64) {
	pure := !Result{Options: options}.IsMixed()
	for k, o := range options {
		share := o.Mix
		if pure && k == 0 {
			share = 1
		}
		mix[slices.Index(actions, o.Action)] = share
	}
}

// Pick returns the action that a random number in [0, 1) selects from the mixed strategy; without one it returns Best.
func (r Result) Pick(draw float64) rules.Action {
	for _, o := range r.Options {
		if draw -= o.Mix; draw < 0 {
			return o.Action
		}
	}
	return r.Best
}
