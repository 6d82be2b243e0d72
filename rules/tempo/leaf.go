package tempo

import (
	_ "embed"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
)

// The leaf evaluation: what a search takes for the value of a position that it does not look beyond. It is the estimate
// of Score with other weights. Score is for agents that look no further than one decision; a leaf assumes that the turn
// goes on from there.

// leafWeights are the weights of leaves of groups. They differ from scoreWeights in this:
//
// On one's own turn AP short of a blow are worth nothing (Part), as the pool is filled after it: a search that holds
// them for something keeps its turn and its AP. A weapon counts whole only in hand (Draw), and a foe only within reach
// (Close, Far); one who looks at a single step and its price would then never draw or walk. And they know how late it
// is (Pace): with a round to go most is not decided any more.
//
// They know whose turns come next (Order). Before, whoever had a friend's turn to follow won 5 points more than the leaf
// said and whoever had a foe's none, so that to wait, which hands the turn on, seemed 7 to 9 points better than it is. One
// more foe to be taken out is one more way to win (Even): with what the estimate says a side with such a goal won 22 points
// more. To be Off Guard is soon over (Unready). All three were fitted to the outcomes of 1,400 random encounters fought at
// 300 nodes, 30000 on, where they take 0.033 off a log loss of 0.406, and 0.033 of 0.439 in the 600 after those. In random
// tempo 1..400 and 401..800 the search scores 0.546 (0.521 to 0.570, luck off) and 0.541 with them, 0.542 and 0.539 with
// Order alone.
//
// With all the AP of reloading in the price of a shot (Reload 1) a bowman was worth what he deals with his side arm,
// his bow loaded or empty, however far the foes are: with a tenth of them the search scores 0.547 (0.521 to 0.572, luck
// off) in random tempo 3000..3199 and 0.593 in archers against that.
var leafWeights = func() weights {
	w := scoreWeights
	w.Part, w.Draw, w.Reload, w.Unloaded, w.Close, w.Far = 0, 0.8, 0.1, 0.6, 1, 0.1
	w.Pace = 0.144
	w.Order, w.Unready, w.Even = 1.2, 0.2, 1.7
	return w
}()

// duelYAML has the weights of leaves of one against one, as kokyu-lab eval fit writes them.
//
//go:embed alone.yaml
var duelYAML []byte

// duelWeights are the weights of leaves of one against one. Those in alone.yaml were fitted to exact values, with all
// AP of reloading in the price of a shot, guns that count as any weapon (Repeats 0), and the order of turns left out.
var duelWeights = func() weights {
	w := leafWeights
	w.Reload, w.Unloaded, w.Repeats = 1, scoreWeights.Unloaded, 0
	w.Order, w.Unready, w.Even = 0, scoreWeights.Unready, scoreWeights.Even
	book.TunablesOf(&w, "alone").Read("alone.yaml", duelYAML)
	return w
}()

// forHurry returns the weights for a fight in which a side only has to last: then the last round matters from the
// start, however many fight.
func (w weights) forHurry() weights {
	w.Pace = duelWeights.Pace
	return w
}

// isDuel reports whether a fight is one against one. Such fights can be solved, and there are exact values to fit to.
func (g *Game) isDuel() bool { return g.n == 2 && g.seats[0].side != g.seats[1].side }

// tunables returns the weights that a fit may change for fights like this one.
func (g *Game) tunables(w *weights) book.Tunables {
	if g.isDuel() {
		return book.TunablesOf(w, "alone")
	}
	return book.TunablesOf(w, "groups")
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
	v := g.newView(w)
	return func(s *State) float64 { return g.viewScore(s, v) }
}

// Leaf returns how side 0 stands, from -1 to 1; of a decided fight exactly.
func (g *Game) Leaf(s *State) float64 { return g.viewScore(s, g.leafView) }

// timeLimitedLead returns what a value v is worth in the rounds that are left, if rate of the fight is decided in one.
// The fewer rounds are left the less can still be decided, and what is not ends as the fight does at the cap.
func (g *Game) timeLimitedLead(s *State, v, rate float64) float64 {
	return max(-scoreMax, min(scoreMax, bitexact.TimeLimited(v, rules.EndWorth(g.timeoutEnding()), rate, g.roundsLeft(s))))
}

// roundsLeft returns how many rounds are left. The AP left of the turn under way count as part of one, except those of
// a side that only has to last: what that side may still do gives the others no time.
func (g *Game) roundsLeft(s *State) float64 {
	if s.phase < phTurn {
		return float64(g.Rounds())
	}
	turns := (int(g.rank[s.actor]) - int(g.rank[s.first]) + g.n) % g.n
	unspent := float64(s.seats[s.actor].ap) / float64(g.rule.ActionPoints)
	if g.goal.Kind == book.GoalLast && g.seats[s.actor].side == g.goal.Side {
		unspent = 0
	}
	part := (float64(turns+1) - unspent) / float64(g.n)
	return max(0, float64(g.Rounds())-float64(s.round)-part)
}

// timeoutEnding returns how the fight ends if nothing else ends it.
func (g *Game) timeoutEnding() uint8 {
	if g.goal.Kind == book.GoalLast && g.goal.Rounds <= g.rounds {
		return rules.EndOf(g.goal.Side)
	}
	return g.capEnding
}
