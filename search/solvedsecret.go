package search

import "kokyu/rules"

// Secret choices of a solution. A secret choice and its answer are a game in matrix form, a duel here: the secrets are
// its rows, the answers its columns. The mixed strategies of both sides are not stored with the solution: they are
// computed again from the values of the positions to which the cells lead.

// BeforeSecret returns the position before the secret choice if s waits for the answer to one and the game has
// [rules.Hooks.Veil], which removes a secret from a position. Search that position with [Limits.Answer] instead of s,
// which contains the secret.
func BeforeSecret[S comparable](g rules.Game[S], s *S) (before S, ok bool) {
	return beforeSecret(g, g.Hooks().Veil, s)
}

// beforeSecret is BeforeSecret with the Veil of the game, which its caller has looked up already.
func beforeSecret[S comparable](g rules.Game[S], veil func(s *S) S, s *S) (before S, ok bool) {
	if veil == nil || g.Turn(s).Kind != rules.Decide {
		return before, false
	}
	before = veil(s)
	return before, before != *s && g.Turn(&before).Kind == rules.Commit
}

// Answers returns the answers to the secret choice that s waits for, in the game's order, with their shares of the
// mixed strategy and their values against that of the secrets. s is the position before the choice: the side that
// answers may know no more.
func (sol *Solution[S]) Answers(s S) ([]Option, bool) {
	if sol.graph.game.Turn(&s).Kind != rules.Commit {
		return nil, false
	}
	d, ok := sol.duel(s)
	return d.answers(), ok
}

// duel returns the solved duel of a secret choice. The value of a cell is the middle of its bounds, see
// [Solution.Value].
func (sol *Solution[S]) duel(s S) (*duel, bool) { return solveDuel[S](sol.graph.game, s, sol.Value) }

// solveDuel returns the solved duel of the secret choice at s. value returns the values of the positions to which its
// cells lead; if one has none, solveDuel returns an empty duel and false.
func solveDuel[S comparable](g rules.Game[S], s S, value func(S) (float64, bool)) (*duel, bool) {
	t := g.Turn(&s)
	d, err := newDuel(g, &s, t, 0) // 0 is replaced when the duel is solved
	if err != nil {
		return &duel{}, false
	}
	for k := range d.cells {
		v, ok := value(both(g, d, s, k))
		if !ok {
			return &duel{}, false
		}
		d.cells[k] = v
	}
	d.solve(g.Side(t.Seat))
	return d, true
}

// both returns the position to which the secret and the answer of a cell lead.
func both[S comparable](g rules.Game[S], d *duel, s S, cell int) S {
	g.Play(&s, d.rows[cell/len(d.cols)], nil)
	g.Play(&s, d.cols[cell%len(d.cols)], nil)
	return s
}

// secretValue returns bounds of the value of the secret that led from before to s, against the mixed strategy of the
// answers.
func (sol *Solution[S]) secretValue(before, s S) (low, high float64, ok bool) {
	g := sol.graph.game
	d, ok := sol.duel(before)
	for i := range d.rows {
		c := before
		if g.Play(&c, d.rows[i], nil); c != s {
			continue
		}
		for j, p := range d.matrix.columnMix { // the shares of the answers d.cols
			l, h, ok := sol.Bounds(both[S](g, d, before, i*len(d.cols)+j))
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
