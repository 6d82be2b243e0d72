package breath

import (
	"context"
	_ "embed"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
	"kokyu/rules/breath/endgame"
)

// What a search takes at its leaves. Score weighs both sides as wholes, which is quick and rough; a leaf knows who
// of a group would fall first, and of the last two the value in their endgame tablebase.

// manyYAML are the weights of leaves of groups: evals/reports/tune.md says how they were found.
//
//go:embed many.yaml
var manyYAML []byte

// groupWeights are the weights of leaves of groups, turned by play.
var groupWeights = func() Weights {
	w := ScoreWeights
	w.groupTunables().Read("many.yaml", manyYAML)
	return w.withPays()
}()

// forLasting returns the weights of fights in which somebody has only to last: those of groups, but who is out of reach is as it was before
// breaths that only wait were played out. To go at the foes costs those in a hurry more than the clock does: with the others the search
// scores 0.36 in ambush.
func (w Weights) forLasting() Weights {
	w.Idle, w.Safe, w.Still = 0.21, 0.85, 0
	return w
}

// aloneYAML are the weights of leaves of one against one: what kokyu-lab eval fit writes.
//
//go:embed alone.yaml
var aloneYAML []byte

// duelWeights are the weights of leaves of one against one, fitted to exact values.
var duelWeights = func() Weights {
	w := ScoreWeights
	w.duelTunables(true).Read("alone.yaml", aloneYAML)
	return w.withPays()
}()

// duelTunables returns the weights of leaves of one against one; the others of a fight are not fitted to exact values.
func (w *Weights) duelTunables(duel bool) book.Tunables {
	if duel {
		return book.TunablesOf(w, "alone", "duel")
	}
	return book.TunablesOf(w, "alone")
}

// groupTunables returns the weights of leaves of groups.
func (w *Weights) groupTunables() book.Tunables { return book.TunablesOf(w, "groups") }

// tunables returns the weights that make a difference in this fight.
func (g *Game) tunables(w *Weights) book.Tunables {
	if g.oneOnOne() {
		return w.duelTunables(g.duel.on)
	}
	return w.groupTunables()
}

// Weights returns what leaves of this fight are weighed by.
func (g *Game) Weights() []book.Weight {
	w := g.leafWeights
	return g.tunables(&w).Weights()
}

// LeafWith returns Leaf with other values of Weights.
func (g *Game) LeafWith(values []float64) func(s *State) float64 {
	w := g.leafWeights
	g.tunables(&w).Set(values)
	w = w.withPays()
	return func(s *State) float64 { return g.leaf(s, &w) }
}

// Leaf returns how side 0 stands, from -1 to 1; exact in a decided fight. For two who are alone it solves the part of
// their tablebase that the position needs, see [endgame]: up to a second's work.
func (g *Game) Leaf(s *State) float64 { return g.leaf(s, &g.leafWeights) }

func (g *Game) leaf(s *State, w *Weights) float64 { return g.preparedLeaf(context.Background(), s, w) }

// Prepare is Leaf for one search: it solves tablebases until ctx is done. What is not solved by then is Formula.
func (g *Game) Prepare(ctx context.Context) func(s *State) float64 {
	return func(s *State) float64 { return g.preparedLeaf(ctx, s, &g.leafWeights) }
}

// formulaLeaf is Leaf by formula alone: of one against one it is Score.
func (g *Game) formulaLeaf(s *State) float64 { return g.formula(s, &g.leafWeights) }

func (g *Game) formula(s *State, w *Weights) float64 {
	switch {
	case s.over != 0:
		return rules.EndWorth(s.over)
	case g.oneOnOne():
		return g.Score(s)
	case g.isNearlyOver(s):
		return g.restEstimate(s)
	}
	return g.groupEstimate(s, w)
}

func (g *Game) preparedLeaf(ctx context.Context, s *State, w *Weights) float64 {
	if s.over != 0 {
		return rules.EndWorth(s.over)
	}
	if b := g.endgameOf(s); b != nil {
		own := w
		if !g.oneOnOne() {
			own = &duelWeights
		}
		if v, ok := g.duelEstimate(ctx, b, s, own); ok {
			return v
		}
	}
	return g.formula(s, w)
}

// duelEstimate returns the estimate of two alone: the tablebase's value, and in a duel what the abstraction leaves out.
// ok is false if it was not solved in time.
func (g *Game) duelEstimate(ctx context.Context, b *endgame.Tablebase, s *State, w *Weights) (estimate float64, ok bool) {
	v, ok := g.endgameEstimate(ctx, b, s, w)
	if !ok {
		return 0, false
	}
	x := float64(w.Steep * 2 * bitexact.Atanh(max(-0.999, min(0.999, v+float64(g.objectiveValue(s, w)/4)))))
	if g.duel.on {
		for side := range b.Sides {
			d := &b.Sides[side]
			share := g.soundShare(s, d.Seat, w)
			if !d.TracksGuard() {
				share *= g.calmShare(s, d.Seat, w)
			}
			x += float64(w.Ladder * bitexact.Log(max(0.05, share)) * float64(1-2*side))
		}
	}
	return max(-scoreMax, min(scoreMax, bitexact.Tanh(x/2))), true
}

// groupEstimate returns the estimate of groups: as Score, but a side's power is what each of its own still deals while it stands,
// if the foes fell it in the order that serves them best: those first who deal most for what they bear (Smith's rule of
// weighted completion times). A pack around a giant is so neither a giant's strength nor a giant's Wounds.
func (g *Game) groupEstimate(s *State, w *Weights) float64 {
	var t [2]tally
	var lines [2]line
	fields := g.tallySides(s, w, &t, &lines)
	x := 0.0
	for side := range 2 {
		own := &t[side]
		share := own.strengthAtEnd(&t[1-side], w) / (own.bear + 1e-3)
		y := float64(w.Steep * bitexact.Log(float64(lines[side].power()*share)+1e-3))
		y -= float64(w.Steep * w.Blunt * bitexact.Log(own.deal+1e-3))
		y += float64(w.Many * bitexact.Log(own.standing+0.5))
		y += (float64(w.Vigour*own.rest) - float64(w.Lone*own.most)) / (own.deal + 0.2)
		x += float64(y * float64(1-2*side))
	}
	v := g.withObjective(s, w, &t, x)
	if g.goal.Kind == book.GoalLast {
		return v // where somebody has to last, time is told by the race
	}
	if g.zoned && isStandoff(&fields) { // nobody has to come, and it may stay so until time is up
		v += float64(w.Apart * (rules.EndWorth(g.timeUp()) - v))
	}
	if w.Pace == 0 {
		return v
	}
	rate := t[0].deal/(t[1].bear+1e-3) + t[1].deal/(t[0].bear+1e-3)
	return max(-scoreMax, min(scoreMax, bitexact.TimeLimited(v, rules.EndWorth(g.timeUp()), w.Pace*rate, g.roundsToGo(s, [2]bool{true, true}))))
}

// isStandoff reports whether nobody can strike anybody from where they stand.
func isStandoff(f *[2]field) bool {
	return f[0].reaches&f[1].stands == 0 && f[1].reaches&f[0].stands == 0
}

// line is one side in the order in which it would be felled.
type line struct {
	n    int
	deal [rules.SeatsMax]float64 // Wounds a round
	bear [rules.SeatsMax]float64 // Wounds it can take
}

// add puts one more in its place.
func (l *line) add(deal, bear float64) {
	k := l.n
	for ; k > 0 && l.deal[k-1]*bear < deal*l.bear[k-1]; k-- {
		l.deal[k], l.bear[k] = l.deal[k-1], l.bear[k-1]
	}
	l.deal[k], l.bear[k] = deal, bear
	l.n++
}

// power returns what the side deals until its last has fallen, to a foe that fells one Wound at a time.
func (l *line) power() (p float64) {
	stood := 0.0
	for k := range l.n {
		stood += l.bear[k]
		p += float64(l.deal[k] * stood)
	}
	return p
}
