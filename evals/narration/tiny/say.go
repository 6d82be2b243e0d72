package tiny

import (
	"math/rand/v2"
	"slices"
)

// Model is a net and the words it speaks. It is safe for concurrent use once it is taught.
type Model struct {
	words []string
	index map[string]int
	net   *net
}

func newModel(words []string) *Model {
	m := &Model{words: words, index: map[string]int{}, net: netOf(len(words), nil)}
	for i, w := range words {
		m.index[w] = i
	}
	return m
}

// Vocabulary is every word of some lessons, in a fixed order.
func Vocabulary(lessons []Lesson) (words []string) {
	for _, l := range lessons {
		words = append(append(words, l.Facts...), Split(l.Line)...)
	}
	words = append(words, begin, end)
	slices.Sort(words)
	return slices.Compact(words)
}

// Say is a line for facts, drawn word by word by a seed. At heat 0 it is the likeliest word each time, at 1 words come as
// often as the model thinks they should. A line that finds no end is cut off.
func (m *Model) Say(facts []string, heat float64, seed uint64) string {
	p, r := newPass(m.net.words), rand.New(rand.NewPCG(seed, 1))
	in, _ := m.tokens(Lesson{Facts: facts})
	in = in[:len(in)-1] // its end is what is asked for
	for _, token := range in {
		m.net.row(p, token)
	}
	var said []string
	for len(p.in) < rowsMax {
		next := draw(rowOf(p.logits, len(p.in)-1, m.net.words), heat, r)
		if m.words[next] == end {
			break
		}
		said = append(said, m.words[next])
		m.net.row(p, next)
	}
	return Join(said)
}

// draw takes a word by its score.
func draw(scores []float32, heat float64, r *rand.Rand) (best int) {
	if heat == 0 {
		for i, s := range scores {
			if s > scores[best] {
				best = i
			}
		}
		return best
	}
	shares := make([]float32, len(scores))
	for i, s := range scores {
		shares[i] = float32(float64(s) / heat)
	}
	softmax(shares)
	at := r.Float64()
	for i, share := range shares {
		if at -= float64(share); at < 0 {
			return i
		}
	}
	return len(shares) - 1
}
