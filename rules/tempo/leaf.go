package tempo

import (
	_ "embed"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
)

// What a search takes at its leaves. Score sees what one step changes; a leaf is seen by one who goes on from there.

// leafWeights are the weights of leaves. On one's own turn AP short of a blow are worth nothing, as the pool is filled
// after it: a search that holds them for something keeps its turn and its AP. A weapon has to be in hand, and a foe
// within reach, to count whole: greedy would then never draw or walk, for it looks at no more than one step and its
// price. And they know how late it is: of two against one with a round to go most is not decided any more. With all the
// AP of reloading in the price of a shot a bowman was worth what he deals with his side arm, his bow loaded or empty,
// however far the foes are: with a tenth of them the search scores 0.547 (0.521 to 0.572, luck off) in random tempo
// 3000..3199 and 0.593 in archers against that.
var leafWeights = func() weights {
	w := fitted
	w.Part, w.Draw, w.Reload, w.Unloaded, w.Close, w.Far = 0, 0.8, 0.1, 0.6, 1, 0.1
	w.Pace = 0.144
	return w
}()

// aloneYAML are the weights of leaves of one against one: what kokyu-lab eval fit writes.
//
//go:embed alone.yaml
var aloneYAML []byte

// alone are the weights of leaves of one against one, fitted to exact values.
var alone = func() weights {
	w := leafWeights
	w.Reload, w.Unloaded = 1, fitted.Unloaded
	w.duelWeights().Read("alone.yaml", aloneYAML)
	return w
}()

// forHurry are weights of fights in which somebody has to last: however many fight, the last round is near.
func (w weights) forHurry() weights {
	w.Pace = alone.Pace
	return w
}

// duelWeights returns the weights that were fitted for two.
func (w *weights) duelWeights() book.Tunables { return book.TunablesOf(w, "alone") }

// isDuel reports whether a fight is one against one.
func (g *Game) isDuel() bool { return g.n == 2 && g.seats[0].side != g.seats[1].side }

// groupTunables returns the weights of leaves of groups.
func (w *weights) groupTunables() book.Tunables { return book.TunablesOf(w, "groups") }

// tunables returns the weights that make a difference in this fight.
func (g *Game) tunables(w *weights) book.Tunables {
	if g.isDuel() {
		return w.duelWeights()
	}
	return w.groupTunables()
}

// Weights returns what leaves of this fight are weighed by.
func (g *Game) Weights() []book.Weight {
	w := g.leafView.weights
	return g.tunables(&w).Weights()
}

// LeafWith returns Leaf with other values of Weights.
func (g *Game) LeafWith(values []float64) func(s *State) float64 {
	w := g.leafView.weights
	g.tunables(&w).Set(values)
	v := g.rateView(w)
	return func(s *State) float64 { return g.viewScore(s, v) }
}

// Leaf returns how side 0 stands, from -1 to 1; of a decided fight exactly.
func (g *Game) Leaf(s *State) float64 { return g.viewScore(s, g.leafView) }

// lastingLead returns how much of a lead will last to the end, if both sides wound each other at this rate a round:
// towards the last round ever less can still be decided, and what is not ends as late as it does.
func (g *Game) lastingLead(s *State, v, rate float64) float64 {
	return max(-scoreMax, min(scoreMax, bitexact.TimeLimited(v, rules.EndWorth(g.timeoutEnding()), rate, g.roundsLeft(s))))
}

// roundsLeft returns how many rounds there are yet, the AP of whose turn it is counted as part of one; not those of who
// has only to last, for what they may still do gives the others no time.
func (g *Game) roundsLeft(s *State) float64 {
	if s.phase < phTurn {
		return float64(g.Rounds())
	}
	turns := (int(g.rank[s.actor]) - int(g.rank[s.first]) + g.n) % g.n
	unspent := float64(s.seats[s.actor].ap) / float64(g.rule.Points)
	if g.goal.Kind == book.GoalLast && g.seats[s.actor].side == g.goal.Side {
		unspent = 0
	}
	part := (float64(turns+1) - unspent) / float64(g.n)
	return max(0, float64(g.Rounds())-float64(s.round)-part)
}

// timeoutEnding returns how the fight ends if nothing else does.
func (g *Game) timeoutEnding() uint8 {
	if g.goal.Kind == book.GoalLast && g.goal.Rounds <= g.rounds {
		return rules.EndOf(g.goal.Side)
	}
	return g.capEnding
}
