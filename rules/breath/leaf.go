package breath

import (
	"math"

	"kokyu/rules"
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

// Leaf is how side 0 stands, from -1 to 1; of a decided fight exactly. The first call for one against one solves its
// bones, see bones.go.
func (g *Game) Leaf(s *State) float64 {
	switch {
	case s.over != 0:
		return g.Score(s)
	case g.bony():
		return g.duelled(s, &g.ahead)
	}
	return g.massed(s, &g.ahead)
}

// duelled is the estimate of one against one: the bones, and in a duel what distance, guard and struck locations add.
func (g *Game) duelled(s *State, w *Weights) float64 {
	v := g.stands(s, w) + g.aims(s, w)/4
	if g.duel.on {
		x := 2 * math.Atanh(max(-0.999, min(0.999, v)))
		for i := range g.n {
			deals, bears := g.duelist(s, i, w)
			x += w.Ladder * math.Log(deals*bears) * float64(1-2*int(g.seats[i].side))
		}
		v = math.Tanh(x / 2)
	}
	return max(-scoreMax, min(scoreMax, v))
}

// massed is the estimate of groups: as Score, but a side's power is what each of its own still deals while it stands,
// if the foes fell it in the order that serves them best: those first who deal most for what they bear (Smith's rule of
// weighted completion times). A pack around a giant is so neither a giant's strength nor a giant's Wounds.
func (g *Game) massed(s *State, w *Weights) float64 {
	var t [2]tally
	var fields [2]field
	if g.zoned {
		fields = g.fields(s)
	}
	struck, due := g.pending(s)
	var lines [2]line
	for i := range g.n {
		c := &s.seats[i]
		if c.is&isDown != 0 {
			continue
		}
		hurt := 0.0
		if i == struck {
			hurt = due
		}
		side := g.seats[i].side
		deal, bear := t[side].deal, t[side].bear
		g.weigh(s, i, w, hurt, fields[1-side], &t[side])
		lines[side].add(t[side].deal-deal, t[side].bear-bear)
	}
	g.heed(s, w, &t)
	x := g.aims(s, w)
	for side := range 2 {
		share := t[side].left(&t[1-side], w) / (t[side].bear + 1e-3)
		x += w.Steep * math.Log(lines[side].power()*share+1e-3) * float64(1-2*side)
	}
	return max(-scoreMax, min(scoreMax, math.Tanh(x/2)))
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
		p += l.deal[k] * stood
	}
	return p
}
