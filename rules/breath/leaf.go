package breath

import (
	"context"
	_ "embed"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
	"kokyu/rules/breath/endgame"
)

// The values that a search takes at its leaves. Score weighs both sides as wholes, which is quick and rough. Leaf also
// considers in which order a group would fall, plays out what is left of a fight that is nearly over, and takes the
// value of the last two from their endgame tablebase.

// manyYAML has the weights of leaves of groups: evals/reports/tune.md says how they were found.
//
//go:embed many.yaml
var manyYAML []byte

// groupWeights are the weights of leaves of groups, tuned by play.
var groupWeights = func() weights {
	w := scoreWeights
	book.TunablesOf(&w, "groups").Read("many.yaml", manyYAML)
	return w.withPays()
}()

// forGoalLast returns the weights of fights in which a side has only to last: those of groups, with the values of Idle,
// Safe and Still that they had before they were tuned with the rest. With the tuned ones a side in a hurry does not
// attack, and the search scores 0.36 in the encounter ambush.
func (w weights) forGoalLast() weights {
	w.Idle, w.Safe, w.Still = 0.21, 0.85, 0
	return w
}

// aloneYAML has the weights of leaves of one against one, as kokyu-lab eval fit writes them.
//
//go:embed alone.yaml
var aloneYAML []byte

// duelWeights are the weights of leaves of one against one, fitted to exact values.
var duelWeights = func() weights {
	w := scoreWeights
	book.TunablesOf(&w, "alone", "duel").Read("alone.yaml", aloneYAML)
	return w.withPays()
}()

// tunables returns the weights that are tuned for fights such as this one, to be read or set through w.
func (g *Game) tunables(w *weights) book.Tunables {
	switch {
	case !g.isOneOnOne():
		return book.TunablesOf(w, "groups")
	case g.duel.on:
		return book.TunablesOf(w, "alone", "duel")
	}
	return book.TunablesOf(w, "alone")
}

// Weights returns the weights of this fight's leaves.
func (g *Game) Weights() []book.Weight {
	w := g.leafWeights
	return g.tunables(&w).Weights()
}

// LeafWith returns Leaf with other values for [Game.Weights], in their order, to tune them. It does not change the
// game.
func (g *Game) LeafWith(values []float64) func(s *State) float64 {
	w := g.leafWeights
	g.tunables(&w).Set(values)
	w = w.withPays()
	return func(s *State) float64 { return g.preparedLeaf(context.Background(), s, &w) }
}

// Leaf returns how side 0 stands, from -1 to 1, the exact value in a decided fight. For the last two it solves the part
// of their tablebase that the position needs, see [endgame], which may take a second.
func (g *Game) Leaf(s *State) float64 { return g.preparedLeaf(context.Background(), s, &g.leafWeights) }

// Prepare returns Leaf for one search: it solves tablebases until ctx is done, and values what is not solved by then by
// formula.
func (g *Game) Prepare(ctx context.Context) func(s *State) float64 {
	return func(s *State) float64 { return g.preparedLeaf(ctx, s, &g.leafWeights) }
}

// formulaLeaf is Leaf without tablebases, for searches that must not wait: of one against one it is Score.
func (g *Game) formulaLeaf(s *State) float64 { return g.formula(s, &g.leafWeights) }

// formula returns the estimate of a position without tablebases, or the value of a decided fight.
func (g *Game) formula(s *State, w *weights) float64 {
	switch {
	case s.ending != 0:
		return rules.EndWorth(s.ending)
	case g.isOneOnOne():
		return g.Score(s)
	case g.isNearlyOver(s):
		return g.restEstimate(s)
	}
	return g.groupEstimate(s, w)
}

// preparedLeaf returns the value of a position: that of its tablebase, if it has one that is solved before ctx is done,
// else that of the formula.
func (g *Game) preparedLeaf(ctx context.Context, s *State, w *weights) float64 {
	if s.ending != 0 {
		return rules.EndWorth(s.ending)
	}
	if tb := g.endgameOf(s); tb != nil {
		ofTwo := w
		if !g.isOneOnOne() {
			ofTwo = &duelWeights
		}
		if v, ok := g.duelEstimate(ctx, tb, s, ofTwo); ok {
			return v
		}
	}
	return g.formula(s, w)
}

// duelEstimate returns the estimate of the last two: the value of their tablebase, changed on the logistic scale by
// what the abstraction leaves out of an objective and of a duel. ok is false if the value was not solved in time.
func (g *Game) duelEstimate(ctx context.Context, tb *endgame.Tablebase, s *State, w *weights) (estimate float64, ok bool) {
	v, ok := g.endgameEstimate(ctx, tb, s, w)
	if !ok {
		return 0, false
	}
	x := float64(w.Steep * 2 * bitexact.Atanh(max(-0.999, min(0.999, v+float64(g.objectiveValue(s, w)/4)))))
	if g.duel.on {
		for side := range tb.Sides {
			d := &tb.Sides[side]
			share := g.unhurtShare(s, d.Seat, w)
			if !d.TracksGuard() {
				share *= g.guardShare(s, d.Seat, w)
			}
			x += float64(w.Ladder * bitexact.Log(max(0.05, share)) * float64(1-2*side))
		}
	}
	return bounded(bitexact.Tanh(x / 2)), true
}

// groupEstimate returns the estimate of groups. It is that of Score but for a side's power: what its combatants still
// deal until they fall, if the foes fell them in the order that serves them best, first those who deal most for what
// they bear (Smith's rule for weighted completion times). So a pack around a giant has neither a giant's strength nor
// its Wounds.
//
// A lead counts for less where nobody can strike anybody and nobody has to come, and the fewer rounds are left to win
// with it. Else, for two left a zone apart, whose exact value is half a win, the leaf was two thirds, and both waited.
func (g *Game) groupEstimate(s *State, w *weights) float64 {
	var t [2]tally
	var lines [2]fellingOrder
	zones := g.tallySides(s, w, &t, &lines)
	x := 0.0
	for side := range 2 {
		own := &t[side]
		share := own.strengthAtEnd(&t[1-side], w) / (own.bear + 1e-3)
		y := float64(w.Steep * bitexact.Log(float64(lines[side].power()*share)+1e-3))
		y -= float64(w.Steep * w.Blunt * bitexact.Log(own.deal+1e-3))
		y += float64(w.Many * bitexact.Log(own.standing+0.5))
		y += (float64(w.Vigour*own.roundDeals) - float64(w.Lone*own.mostOfOne)) / (own.deal + 0.2)
		x += float64(y * float64(1-2*side))
	}
	v := g.withObjective(s, w, &t, x)
	if g.goal.Kind == book.GoalLast {
		return v // withObjective has considered the time that is left
	}
	if g.hasZones && zones[0].reaches&zones[1].stands == 0 && zones[1].reaches&zones[0].stands == 0 {
		// nobody can strike anybody from where they stand, and nobody has to come: so it may stay until time is up
		v += float64(w.Apart * (rules.EndWorth(g.timeUp()) - v))
	}
	if w.Pace == 0 {
		return v
	}
	rate := t[0].deal/(t[1].bear+1e-3) + t[1].deal/(t[0].bear+1e-3)
	return bounded(bitexact.TimeLimited(v, rules.EndWorth(g.timeUp()), w.Pace*rate, g.roundsToGo(s, [2]bool{true, true})))
}
