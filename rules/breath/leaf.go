package breath

import (
	"context"
	_ "embed"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/steady"
)

// What a search takes at its leaves. Score weighs both sides whole, which is quick and rough; a leaf knows who would be
// felled first in a group, and of one against one what the bones of the fight say.

// Leafed are the weights of leaves. Those that differ from [Fitted] were chosen by matches against a player who takes
// the best next step by Score: 240 fights of the gate and of the oni for each value tried.
var Leafed = func() Weights {
	w := Fitted
	w.Rest, w.Held, w.Nearly, w.Strained, w.Waited = 1, 0.4, 0, 0.4, 0.4
	return w
}()

// aloneYAML are the weights of leaves of one against one: what kokyu eval fit writes.
//
//go:embed alone.yaml
var aloneYAML []byte

// Alone are the weights of leaves of one against one, fitted to exact values.
var Alone = func() Weights {
	w := Fitted
	w.alone(true).Read("alone.yaml", aloneYAML)
	return w
}()

// alone are the weights of leaves of one against one; the others of a fight are not fitted to exact values.
func (w *Weights) alone(duel bool) book.Knobs {
	knob := func(name string, at *float64, most float64) book.Knob {
		return book.Knob{Weight: book.Weight{Name: name, Most: most}, At: at}
	}
	list := book.Knobs{
		knob("steep", &w.Steep, 3),
		knob("shaken", &w.Shaken, 3),
		knob("bleeding", &w.Bleeding, 2),
		knob("guard", &w.Guard, 2),
		knob("third", &w.Third, 1),
		knob("strained", &w.Strained, 1),
	}
	if !duel {
		return list
	}
	return append(list,
		knob("hurt", &w.Hurt, 1),
		knob("lame", &w.Lame, 1),
		knob("ladder", &w.Ladder, 4),
		knob("calm", &w.Calm, 1),
		knob("opening", &w.Opening, 1),
	)
}

// Weights are what leaves of this fight are weighed by: none unless it is one against one.
func (g *Game) Weights() []book.Weight {
	if !g.bony() {
		return nil
	}
	w := g.ahead
	return w.alone(g.duel.on).Weights()
}

// Weighed is Leaf with other values of Weights.
func (g *Game) Weighed(s *State, values []float64) float64 {
	w := g.ahead
	w.alone(g.duel.on).Set(values)
	return g.leaf(s, &w)
}

var _ rules.Studied[State] = (*Game)(nil)

// Leaf is how side 0 stands, from -1 to 1; of a decided fight exactly. For one against one it digs the bones that the
// position needs and that are not dug yet, see [bones]: up to a second's work.
func (g *Game) Leaf(s *State) float64 { return g.leaf(s, &g.ahead) }

func (g *Game) leaf(s *State, w *Weights) float64 { return g.studied(context.Background(), s, w) }

// Study is Leaf for one search: it digs as long as ctx lasts. Where the bones are not dug by then, it is Plain.
func (g *Game) Study(ctx context.Context) rules.Leaves[State] { return study{g, ctx} }

// study is the leaves of one search.
type study struct {
	game *Game
	ctx  context.Context
}

func (x study) Leaf(s *State) float64 { return x.game.studied(x.ctx, s, &x.game.ahead) }

// Plain is Leaf by formula alone: of one against one it is Score.
func (g *Game) Plain(s *State) float64 {
	if g.bony() {
		return g.Score(s)
	}
	return g.Leaf(s)
}

func (g *Game) studied(ctx context.Context, s *State, w *Weights) float64 {
	switch {
	case s.over != 0:
		return worth(s.over)
	case g.bony():
		return g.duelled(ctx, s, w)
	}
	return g.massed(s, w)
}

// duelled is the estimate of one against one: the bones, and in a duel what they do not tell of it.
func (g *Game) duelled(ctx context.Context, s *State, w *Weights) float64 {
	v, b, ok := g.stands(ctx, s, w)
	if !ok {
		return g.Plain(s)
	}
	x := float64(w.Steep * 2 * steady.Atanh(max(-0.999, min(0.999, v+float64(g.aims(s, w)/4)))))
	if g.duel.on {
		for side := range b.Sides {
			d := &b.Sides[side]
			share := g.sound(s, d.Seat, w)
			if !d.Guarded() {
				share *= g.calmed(s, d.Seat, w)
			}
			x += float64(w.Ladder * steady.Log(max(0.05, share)) * float64(1-2*side))
		}
	}
	return max(-scoreMax, min(scoreMax, steady.Tanh(x/2)))
}

// massed is the estimate of groups: as Score, but a side's power is what each of its own still deals while it stands,
// if the foes fell it in the order that serves them best: those first who deal most for what they bear (Smith's rule of
// weighted completion times). A pack around a giant is so neither a giant's strength nor a giant's Wounds.
func (g *Game) massed(s *State, w *Weights) float64 {
	var t [2]tally
	var lines [2]line
	g.count(s, w, &t, &lines)
	x := 0.0
	for side := range 2 {
		share := t[side].left(&t[1-side], w) / (t[side].bear + 1e-3)
		x += float64(w.Steep * steady.Log(float64(lines[side].power()*share)+1e-3) * float64(1-2*side))
	}
	return g.aimed(s, w, &t, x)
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

// power is what the side deals until its last has fallen, to a foe that fells one Wound at a time.
func (l *line) power() (p float64) {
	stood := 0.0
	for k := range l.n {
		stood += l.bear[k]
		p += float64(l.deal[k] * stood)
	}
	return p
}
