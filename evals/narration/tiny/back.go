package tiny

import (
	"math"
	"math/rand/v2"
)

// Learner teaches a net by gradients. Its own state is the two running means of Adam.
type Learner struct {
	*Model
	grad, mean, square []float32
	steps              int
	pass               *pass
	back               back
}

// back is the gradients on the way back, by row.
type back struct {
	x, mid, a, seen, f []float32 // rows × width
	qkv, h             []float32
	look               []float32
}

// NewLearner is an untaught model that knows these words.
func NewLearner(words []string, seed uint64) *Learner {
	m := newModel(words)
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range m.net.all {
		m.net.all[i] = float32(r.NormFloat64()) * 0.05
	}
	for i := range m.net.layer {
		ones(m.net.layer[i].gain1)
		ones(m.net.layer[i].gain2)
	}
	ones(m.net.last)
	rows := func(size int) []float32 { return make([]float32, rowsMax*size) }
	return &Learner{Model: m, grad: make([]float32, len(m.net.all)), mean: make([]float32, len(m.net.all)), square: make([]float32, len(m.net.all)),
		pass: newPass(len(m.words)),
		back: back{x: rows(width), mid: rows(width), a: rows(width), seen: rows(width), f: rows(width), qkv: rows(3 * width), h: rows(inner), look: rows(1)}}
}

func ones(gain []float32) {
	for i := range gain {
		gain[i] = 1
	}
}

// Weights counts what there is to learn.
func (l *Learner) Weights() int { return len(l.net.all) }

// Step learns from some lessons at once, at a rate, and gives the mean surprise a word in nats.
func (l *Learner) Step(lessons []Lesson, rate float64) float64 {
	clear(l.grad)
	g := netOf(l.net.words, l.grad)
	loss, n := 0.0, 0
	for _, lesson := range lessons {
		in, from := l.tokens(lesson)
		loss += l.learn(g, in, from)
		n += len(in) - from
	}
	l.adam(rate, 1/float32(n))
	return loss / float64(n)
}

// learn adds the gradient of one lesson: every token from the one at from on is to be foretold by those before it.
func (l *Learner) learn(g *net, in []int, from int) (loss float64) {
	p, rows := l.pass, len(in)-1
	p.in = p.in[:0]
	for _, token := range in[:rows] {
		l.net.row(p, token)
	}
	b := &l.back
	clear(b.f[:rows*width])
	for t := from - 1; t < rows; t++ {
		logits := rowOf(p.logits, t, l.net.words)
		softmax(logits)
		loss -= math.Log(max(float64(logits[in[t+1]]), 1e-9))
		logits[in[t+1]]--
		f, df := rowOf(p.f, t, width), rowOf(b.f, t, width)
		for w, d := range logits {
			if d > 1e-6 || d < -1e-6 {
				axpy(df, d, l.net.tokens[w*width:(w+1)*width])
				axpy(g.tokens[w*width:(w+1)*width], d, f)
			}
		}
	}
	clear(b.x[:rows*width])
	for t := range rows {
		normBack(rowOf(b.x, t, width), rowOf(b.f, t, width), rowOf(p.x[layers], t, width), l.net.last, g.last)
	}
	for i := layers - 1; i >= 0; i-- {
		l.layerBack(g, i, rows)
	}
	for t := range rows {
		axpy(g.tokens[in[t]*width:(in[t]+1)*width], 1, rowOf(b.x, t, width))
		axpy(g.places[t*width:(t+1)*width], 1, rowOf(b.x, t, width))
	}
	return loss
}

// layerBack turns the gradient of what comes out of a layer, in back.x, into that of what goes in.
func (l *Learner) layerBack(grad *net, i, rows int) {
	p, b, w, g := l.pass, &l.back, &l.net.layer[i], &grad.layer[i]
	for t := range rows {
		out, hidden, dh := rowOf(b.x, t, width), rowOf(p.h[i], t, inner), rowOf(b.h, t, inner)
		timesBack(dh, hidden, out, w.down, g.down)
		for k, v := range hidden {
			if v <= 0 {
				dh[k] = 0
			}
		}
		db := rowOf(b.a, t, width)
		timesBack(db, rowOf(p.b[i], t, width), dh, w.up, g.up)
		mid := rowOf(b.mid, t, width)
		copy(mid, out)
		normBack(mid, db, rowOf(p.mid[i], t, width), w.gain2, g.gain2)
		timesBack(rowOf(b.seen, t, width), rowOf(p.seen[i], t, width), mid, w.mix, g.mix)
	}
	clear(b.qkv[:rows*3*width])
	for h := range heads {
		for t := range rows {
			l.attendBack(i, t, h)
		}
	}
	for t := range rows {
		da, dx := rowOf(b.a, t, width), rowOf(b.x, t, width)
		timesBack(da, rowOf(p.a[i], t, width), rowOf(b.qkv, t, 3*width), w.see, g.see)
		copy(dx, rowOf(b.mid, t, width))
		normBack(dx, da, rowOf(p.x[i], t, width), w.gain1, g.gain1)
	}
}

func (l *Learner) attendBack(i, t, h int) {
	p, b := l.pass, &l.back
	look := p.look[i][(h*rowsMax+t)*rowsMax:][:t+1]
	dseen := rowOf(b.seen, t, width)[h*headWidth : (h+1)*headWidth]
	dlook := b.look[:t+1]
	var sum float32
	for s, share := range look {
		dlook[s] = dot(dseen, headOf(p.qkv[i], s, 2, h))
		sum += share * dlook[s]
		axpy(headOf(b.qkv, s, 2, h), share, dseen)
	}
	for s, share := range look {
		d := share * (dlook[s] - sum) / sqrtHead
		axpy(headOf(b.qkv, t, 0, h), d, headOf(p.qkv[i], s, 1, h))
		axpy(headOf(b.qkv, s, 1, h), d, headOf(p.qkv[i], t, 0, h))
	}
}

// timesBack is times on the way back: din is set, the matrix's gradient grows.
func timesBack(din, in, dout, matrix, gmatrix []float32) {
	n := len(dout)
	for i, v := range in {
		din[i] = dot(dout, matrix[i*n:(i+1)*n])
		if v != 0 {
			axpy(gmatrix[i*n:(i+1)*n], v, dout)
		}
	}
}

// normBack adds to dx.
func normBack(dx, dout, x, gain, ggain []float32) {
	r := rms(x)
	var sum float32
	for i := range x {
		ggain[i] += dout[i] * x[i] / r
		sum += dout[i] * gain[i] * x[i]
	}
	sum /= r * r * r * float32(len(x))
	for i := range x {
		dx[i] += dout[i]*gain[i]/r - x[i]*sum
	}
}

// adam moves the weights against the gradient.
func (l *Learner) adam(rate float64, scale float32) {
	const keep1, keep2 = 0.9, 0.98
	l.steps++
	fix1, fix2 := 1-math.Pow(keep1, float64(l.steps)), 1-math.Pow(keep2, float64(l.steps))
	step := float32(rate / fix1 * math.Sqrt(fix2))
	for i, g := range l.grad {
		g *= scale
		l.mean[i] += (1 - keep1) * (g - l.mean[i])
		l.square[i] += (1 - keep2) * (g*g - l.square[i])
		l.net.all[i] -= step * l.mean[i] / (float32(math.Sqrt(float64(l.square[i]))) + 1e-7)
	}
}
