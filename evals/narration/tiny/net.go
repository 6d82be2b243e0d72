package tiny

import "math"

// The shape of the model, small enough for a test and large enough for a few hundred lines.
const (
	width   = 64
	heads   = 4
	layers  = 3
	inner   = 4 * width
	rowsMax = 64 // tokens of facts and line together
)

const headWidth = width / heads

// net is the weights, all in one slice so that a gradient is a second one of the same shape.
type net struct {
	words  int // of the vocabulary
	all    []float32
	tokens []float32 // words × width, also the way out: what is near a word's row is that word
	places []float32 // rowsMax × width
	layer  [layers]layer
	last   []float32 // gains of the last norm
}

// layer is attention and a small net behind it, each after a norm and beside a way past it.
type layer struct {
	gain1, see, mix []float32 // width, width × 3 width (what is asked, offered and told), width × width
	gain2, up, down []float32 // width, width × inner, inner × width
}

// netOf shares out a slice of weights; nil is a net of zeros.
func netOf(words int, all []float32) *net {
	n := &net{words: words, all: all}
	if all == nil {
		n.all = make([]float32, (words+rowsMax+layers*(2+3*width+width+2*inner)+1)*width)
	}
	rest := n.all
	take := func(size int) (part []float32) {
		part, rest = rest[:size:size], rest[size:]
		return part
	}
	n.tokens, n.places = take(words*width), take(rowsMax*width)
	for i := range n.layer {
		l := &n.layer[i]
		l.gain1, l.see, l.mix = take(width), take(width*3*width), take(width*width)
		l.gain2, l.up, l.down = take(width), take(width*inner), take(inner*width)
	}
	n.last = take(width)
	return n
}

// pass is everything computed on the way through, row by row: training needs it all again on the way back, sampling only
// the rows before.
type pass struct {
	in     []int
	x      [layers + 1][]float32 // rows × width, into each layer and out of the last
	a, b   [layers][]float32     // after the norms
	qkv    [layers][]float32     // rows × 3 width
	look   [layers][]float32     // heads × rows × rows: how much each row looks at those before it
	seen   [layers][]float32     // rows × width
	mid    [layers][]float32     // rows × width, between attention and the small net
	h      [layers][]float32     // rows × inner
	f      []float32             // rows × width
	logits []float32             // rows × words
}

func newPass(words int) *pass {
	p := &pass{}
	rows := func(size int) []float32 { return make([]float32, rowsMax*size) }
	for i := range layers {
		p.x[i], p.a[i], p.b[i], p.mid[i], p.seen[i] = rows(width), rows(width), rows(width), rows(width), rows(width)
		p.qkv[i], p.h[i], p.look[i] = rows(3*width), rows(inner), rows(heads*rowsMax)
	}
	p.x[layers], p.f, p.logits = rows(width), rows(width), rows(words)
	return p
}

// row computes the next row: what may follow tokens, after the last of them.
func (n *net) row(p *pass, token int) {
	t := len(p.in)
	p.in = append(p.in, token)
	x := rowOf(p.x[0], t, width)
	for i := range x {
		x[i] = n.tokens[token*width+i] + n.places[t*width+i]
	}
	for i := range n.layer {
		n.layer[i].row(p, i, t)
	}
	f := rowOf(p.f, t, width)
	norm(f, rowOf(p.x[layers], t, width), n.last)
	logits := rowOf(p.logits, t, n.words)
	for w := range logits {
		logits[w] = dot(f, n.tokens[w*width:(w+1)*width])
	}
}

func (l *layer) row(p *pass, i, t int) {
	x := rowOf(p.x[i], t, width)
	a := rowOf(p.a[i], t, width)
	norm(a, x, l.gain1)
	times(rowOf(p.qkv[i], t, 3*width), a, l.see)
	seen := rowOf(p.seen[i], t, width)
	clear(seen)
	for h := range heads {
		l.attend(p, i, t, h, seen[h*headWidth:(h+1)*headWidth])
	}
	mid := rowOf(p.mid[i], t, width)
	times(mid, seen, l.mix)
	axpy(mid, 1, x)
	b := rowOf(p.b[i], t, width)
	norm(b, mid, l.gain2)
	hidden := rowOf(p.h[i], t, inner)
	times(hidden, b, l.up)
	for k, v := range hidden {
		hidden[k] = max(v, 0)
	}
	out := rowOf(p.x[i+1], t, width)
	times(out, hidden, l.down)
	axpy(out, 1, mid)
}

// attend is one head of one row: a mean of what the rows before it tell, weighed by how well they offer what it asks.
func (l *layer) attend(p *pass, i, t, h int, seen []float32) {
	look := p.look[i][(h*rowsMax+t)*rowsMax:][:t+1]
	asked := headOf(p.qkv[i], t, 0, h)
	for s := range look {
		look[s] = dot(asked, headOf(p.qkv[i], s, 1, h)) / sqrtHead
	}
	softmax(look)
	for s, share := range look {
		axpy(seen, share, headOf(p.qkv[i], s, 2, h))
	}
}

var sqrtHead = float32(math.Sqrt(headWidth))

// headOf is a head's part of what a row asks (0), offers (1) or tells (2).
func headOf(qkv []float32, t, which, h int) []float32 {
	from := t*3*width + which*width + h*headWidth
	return qkv[from : from+headWidth]
}

func rowOf(rows []float32, t, size int) []float32 { return rows[t*size : (t+1)*size] }

// norm scales a row to length one a place, and each place by its gain.
func norm(out, x, gain []float32) {
	r := rms(x)
	for i := range out {
		out[i] = x[i] / r * gain[i]
	}
}

func rms(x []float32) float32 {
	return float32(math.Sqrt(float64(dot(x, x))/float64(len(x)) + 1e-5))
}

// times is a row through a matrix of len(in) × len(out).
func times(out, in, matrix []float32) {
	clear(out)
	for i, v := range in {
		if v != 0 {
			axpy(out, v, matrix[i*len(out):(i+1)*len(out)])
		}
	}
}

// axpy adds v times x.
func axpy(out []float32, v float32, x []float32) {
	x = x[:len(out)]
	for len(out) >= 4 && len(x) >= 4 {
		out[0] += v * x[0]
		out[1] += v * x[1]
		out[2] += v * x[2]
		out[3] += v * x[3]
		out, x = out[4:], x[4:]
	}
	for i := range out {
		out[i] += v * x[i]
	}
}

func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// softmax turns scores into shares that add up to one.
func softmax(x []float32) {
	most := x[0]
	for _, v := range x {
		most = max(most, v)
	}
	var sum float32
	for i, v := range x {
		x[i] = float32(math.Exp(float64(v - most)))
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}
