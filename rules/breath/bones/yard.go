package bones

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// YardCells is the most values that the bones of a yard hold together, of four bytes: 288 MB. The bones of one fight are
// never more.
const YardCells = 72_000_000

// Yard keeps bones for fights that are alike: an encounter read twice, one position of it after another. It belongs to
// whoever opens those fights, and holds at most [YardCells] values; those of the bones dug longest ago make room. It is
// safe for concurrent use. The zero Yard is empty and ready.
type Yard struct {
	mu    sync.Mutex
	known map[Joints]*Bones
	dug   []*Bones // that hold values, the longest ago first
	cells int      // they hold
}

// Lay is the bones with these joints, known or new. Nothing is worked out yet.
func (y *Yard) Lay(j Joints) *Bones {
	y.mu.Lock()
	defer y.mu.Unlock()
	if b, ok := y.known[j]; ok {
		return b
	}
	b := newBones(y, j)
	y.know(b)
	return b
}

// know files bones. Those without values that nobody has asked for lately are forgotten when there are too many.
func (y *Yard) know(b *Bones) {
	if y.known == nil {
		y.known = map[Joints]*Bones{}
	}
	if len(y.known) >= knownMax {
		for j, b := range y.known {
			if !slices.Contains(y.dug, b) {
				delete(y.known, j)
			}
		}
	}
	y.known[b.Joints] = b
}

// knownMax is how many bones are known without any values, some ten kilobytes each.
const knownMax = 256

// room makes room for the values of bones that are about to be dug.
func (y *Yard) room(b *Bones) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for len(y.dug) > 0 && y.cells+b.held() > YardCells {
		y.forget(y.dug[0])
	}
	y.cells += b.held()
	y.dug = append(y.dug, b)
	y.know(b)
}

// forget drops the values of the bones dug longest ago. Whoever reads them now still may.
func (y *Yard) forget(oldest *Bones) {
	oldest.marrow.Store(nil)
	delete(y.known, oldest.Joints)
	y.cells -= oldest.held()
	y.dug = slices.Delete(y.dug, 0, 1)
}

// Bones is such a fight. It is safe for concurrent use.
type Bones struct {
	Joints
	yard   *Yard
	spots  int
	step   steps
	spade  chan struct{} // whoever digs holds it
	marrow atomic.Pointer[Marrow]
}

func newBones(y *Yard, j Joints) *Bones {
	b := &Bones{Joints: j, yard: y, spade: make(chan struct{}, 1)}
	b.step, b.spots = b.lay()
	return b
}

// Marrow is what has been worked out of bones: the values of their spots, as in the seam -1 to 1, from side 0. They never
// change.
type Marrow struct {
	*Bones
	count []float32    // at the count, by who has closed and spot
	mid   [2][]float32 // within a breath of each side, by whether the other has closed, spot and what is left of the limit
	dawn  []float32    // at the count with all Energy: what a round is worth that begins so, by Wounds, rung and guard
	dug   [woundsMax + 1][woundsMax + 1]atomic.Bool
}

func newMarrow(b *Bones) *Marrow {
	m := &Marrow{Bones: b, count: make([]float32, 4*b.spots), dawn: make([]float32, b.levels())}
	for side := range m.mid {
		m.mid[side] = make([]float32, 2*b.spots*row)
	}
	return m
}

// Dug is what was worked out, if that reaches so many Wounds of both sides; else nil.
func (b *Bones) Dug(w [2]int) *Marrow {
	if m := b.marrow.Load(); m != nil && m.dug[w[0]][w[1]].Load() {
		return m
	}
	return nil
}

// Dig works out the values of all spots with at most so many Wounds, on all cores. The error is that of a cancelled
// context; what was finished until then is kept, and the next one to dig goes on from there.
func (b *Bones) Dig(ctx context.Context, w [2]int) (*Marrow, error) {
	if m := b.Dug(w); m != nil {
		return m, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case b.spade <- struct{}{}:
		defer func() { <-b.spade }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if m := b.Dug(w); m != nil { // while it waited
		return m, nil
	}
	m := b.marrow.Load()
	if m == nil {
		b.yard.room(b)
		m = newMarrow(b)
		b.marrow.Store(m)
	}
	return m, m.dig(ctx, w)
}

// counted is where the value of a spot at the count is.
func (m *Marrow) counted(s *Spot) *float32 { return &m.count[(s.C[0]*2+s.C[1])*m.spots+m.at(s)] }

// Amid is the value of a spot within a breath of a side, with so much left of its limit.
func (m *Marrow) Amid(side int, s *Spot, left int) float32 {
	return m.mid[side][(s.C[1-side]*m.spots+m.at(s))*row+left]
}

// Value is a spot's at the count, or that of an end.
func (m *Marrow) Value(s *Spot) float32 {
	if v, over := s.Over(); over {
		return v
	}
	return *m.counted(s)
}
