package search

import "kokyu/rules"

// Secret choices of a solution. Their mixed strategies are not stored: they are computed again from the values of the
// cells.

// BeforeSecret returns the position before the secret choice if s waits for the answer to one and the game has a Veil.
// Search that position with [Limits.Answer] instead of s, which contains the secret.
func BeforeSecret[S comparable](g rules.Game[S], s *S) (before S, ok bool) {
	return beforeSecret(g, g.Hooks().Veil, s)
}

// beforeSecret is BeforeSecret with the Veil at hand.
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

// duel returns the matrix game of a secret choice, solved; its cells are the middles of their bounds.
func (sol *Solution[S]) duel(s S) (*duel, bool) { return solveDuel[S](sol.graph.game, s, sol.Value) }

// solveDuel returns the matrix game of a secret choice, solved, with cells by value. If one of them has no value it
// returns an empty game and false.
func solveDuel[S comparable](g rules.Game[S], s S, value func(S) (float64, bool)) (*duel, bool) {
	t := g.Turn(&s)
	d, err := newDuel(g, &s, t, 0)
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

// both returns where the secret and the answer of a cell lead.
func both[S comparable](g rules.Game[S], d *duel, s S, cell int) S {
	g.Play(&s, d.rows[cell/len(d.cols)], nil)
	g.Play(&s, d.cols[cell%len(d.cols)], nil)
	return s
}

// secretValue returns what the secret that led from before to s is worth against the mix of the answers.
func (sol *Solution[S]) secretValue(before, s S) (low, high float64, ok bool) {
	g := sol.graph.game
	d, ok := sol.duel(before)
	for i := range d.rows {
		c := before
		if g.Play(&c, d.rows[i], nil); c != s {
			continue
		}
		for j, p := range d.matrix.cols {
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
