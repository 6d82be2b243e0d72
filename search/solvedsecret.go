package search

import "kokyu/rules"

// Secret choices of a solution. The mixed strategies of both sides are not stored with it: they are computed again from
// the values of the positions to which the cells of the matrix game lead.

// Answers returns the answers to the secret choice that s waits for, in the game's order, with their shares of the
// mixed strategy and their values against that of the secrets. s is the position before the choice: the side that
// answers may know no more.
func (sol *Solution[S]) Answers(s S) ([]Option, bool) {
	if sol.graph.game.Turn(&s).Kind != rules.Commit {
		return nil, false
	}
	d, ok := sol.matrixGame(s)
	return d.answers(), ok
}

// matrixGame returns the solved game of a secret choice. Its cells are from [Solution.Value].
func (sol *Solution[S]) matrixGame(s S) (*matrixGame, bool) {
	return solveMatrixGame[S](sol.graph.game, s, sol.Value)
}

// solveMatrixGame returns the solved game of the secret choice at s. value returns the values of the positions to which
// its cells lead; if one has none, the game is empty and ok is false.
func solveMatrixGame[S comparable](g rules.Game[S], s S, value func(S) (float64, bool)) (*matrixGame, bool) {
	t := g.Turn(&s)
	d, err := newMatrixGame(g, &s, t, 0)
	if err != nil {
		return &matrixGame{}, false
	}
	for k := range d.cells {
		v, ok := value(cellPosition(g, d, s, k))
		if !ok {
			return &matrixGame{}, false
		}
		d.cells[k] = v
	}
	d.solve(g.Side(t.Seat))
	return d, true
}

// cellPosition returns the position to which the secret and the answer of a cell lead.
func cellPosition[S comparable](g rules.Game[S], d *matrixGame, s S, cell int) S {
	g.Play(&s, d.rows[cell/len(d.cols)], nil)
	g.Play(&s, d.cols[cell%len(d.cols)], nil)
	return s
}

// secretValue returns bounds of the value of the secret that led from before to s, against the mixed strategy of the
// answers.
func (sol *Solution[S]) secretValue(before, s S) (low, high float64, ok bool) {
	g := sol.graph.game
	d, ok := sol.matrixGame(before)
	for i := range d.rows {
		c := before
		if g.Play(&c, d.rows[i], nil); c != s {
			continue
		}
		for j, p := range d.matrix.columnMix { // the shares of the answers d.cols
			l, h, ok := sol.Bounds(cellPosition[S](g, d, before, i*len(d.cols)+j))
			if !ok {
				return 0, 0, false
			}
			low += float64(p * l)
			high += float64(p * h)
		}
		return max(-1, low), min(1, high), true
	}
	return 0, 0, false
}
