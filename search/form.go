package search

import (
	"math"
	"unsafe"
)

// A form is what happens between two decisions of a breath's owner, without the positions: the dice, the answers and
// their odds, over numbered leaves. Thousands of exchanges share one form, each with leaves of its own, so a round is
// stored as lists of leaves and evaluated without asking the rules again.
type form struct {
	code   []op
	leaves int
	deep   int // of the stack eval needs
}

// op is one step of a form, for a machine with a stack of values.
type op struct {
	w    float64 // chance of the dice
	leaf uint32
	do   opcode
	_    [3]byte
}

type opcode uint8

const (
	opPush    opcode = iota // push the leaf
	opZero                  // push 0
	opAdd                   // top += w * leaf
	opAddTop                // pop v; top += w * v
	opMaxLeaf               // top = max(top, leaf)
	opMinLeaf               // top = min(top, leaf)
	opMax                   // pop v; top = max(top, v)
	opMin                   // pop v; top = min(top, v)
)

// formDeep is the deepest stack a form may need, and formLeaves the most leaves.
const (
	formDeep   = 64
	formLeaves = 4096
)

// eval is the value of a form over its leaves' values.
func (f *form) eval(leaves []float64) float64 {
	var stack [formDeep]float64
	top := -1
	for i := range f.code {
		o := &f.code[i]
		switch o.do {
		case opPush:
			top++
			stack[top&(formDeep-1)] = leaves[o.leaf]
		case opZero:
			top++
			stack[top&(formDeep-1)] = 0
		case opAdd:
			stack[top&(formDeep-1)] += float64(o.w * leaves[o.leaf])
		case opAddTop:
			v := stack[top&(formDeep-1)]
			top--
			stack[top&(formDeep-1)] += float64(o.w * v)
		case opMaxLeaf:
			t := &stack[top&(formDeep-1)]
			*t = max(*t, leaves[o.leaf])
		case opMinLeaf:
			t := &stack[top&(formDeep-1)]
			*t = min(*t, leaves[o.leaf])
		case opMax:
			v := stack[top&(formDeep-1)]
			top--
			t := &stack[top&(formDeep-1)]
			*t = max(*t, v)
		case opMin:
			v := stack[top&(formDeep-1)]
			top--
			t := &stack[top&(formDeep-1)]
			*t = min(*t, v)
		}
	}
	return stack[0]
}

// measure fills in how deep a form's stack goes.
func (f *form) measure() {
	now := 0
	for _, o := range f.code {
		switch o.do {
		case opPush, opZero:
			now++
		case opAddTop, opMax, opMin:
			now--
		}
		f.deep = max(f.deep, now)
	}
}

// wobble bounds the rounding error one evaluation adds to the errors of its leaves: every product and every sum of
// values within [-1, 1] is off by at most half a unit in the last place.
func (f *form) wobble() float64 {
	n := 0
	for _, o := range f.code {
		if o.do == opAdd || o.do == opAddTop {
			n += 2
		}
	}
	return float64(n) * math.Exp2(-53)
}

// forms knows each form once.
type forms struct {
	list  []form
	known map[string]uint32
	bytes int64
}

// intern is the number of a form, new or known.
func (f *forms) intern(code []op, leaves int) uint32 {
	raw := codeBytes(code)
	if id, ok := f.known[string(raw)]; ok {
		return id
	}
	if f.known == nil {
		f.known = map[string]uint32{}
	}
	id := uint32(len(f.list))
	n := form{code: append([]op(nil), code...), leaves: leaves}
	n.measure()
	f.list = append(f.list, n)
	f.known[string(raw)] = id
	f.bytes += int64(2*len(raw) + 96)
	return id
}

// codeBytes are a form's steps as bytes; an op has no padding that could differ.
func codeBytes(code []op) []byte {
	if len(code) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&code[0])), uintptr(len(code))*unsafe.Sizeof(op{}))
}
