package search

import (
	"slices"
	"unsafe"

	"kokyu/rules"
)

// form is the expression for the value of an option, between two decisions of the breath's owner: sums over dice,
// maxima and minima over answers, and matrix games, with numbered leaves in place of positions. Thousands of options
// share one form, each with its own leaves, so a round is stored as lists of leaves and evaluated without calling the
// rules again.
type form struct {
	code       []op
	leaves     int // how many it has
	stackDepth int // of the stack that eval needs
	cells      int // of matrix games it needs at once
	nested     int // the deepest nesting of matrix games
	wide       int // the most rows and columns of one together
}

// op is one step of a form, for a machine with a stack of values and a row of cells.
type op struct {
	w          float64 // the chance of an outcome
	leaf       uint32  // the number of a leaf or, for opCell and the secrets, of the (first) cell
	do         opcode
	rows, cols uint8 // of a matrix game
	_          byte
}

// opcode says what a step of a form does. leaf, w and cell are those of the step, v is what was popped, top what is
// then on top.
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
	opCell                  // pop into a cell
	opSecret0               // push the value of the matrix game in the cells, the rows side 0's
	opSecret1               // the same, the rows side 1's
)

// formGameMax is the most rows or columns of a matrix game.
const formGameMax = 255

// scratch is the memory evaluations need: one for each thread.
type scratch struct {
	stack  [formStackMax]float64  // kept from form to form, as leaves are: to empty it costs more than most forms
	leaves [formLeavesMax]float64 // values of the leaves of a form
	matrix matrix
	cells  []float64 // of the matrix games under way
}

// What a form may need at most; a fight with others is refused as too wide to solve.
const (
	formStackMax  = 64 // a power of two: masked places need no check of bounds
	formLeavesMax = 4096
)

// eval returns the value of a form over its leaves' values.
func (f *form) eval(leaves []float64, memory *scratch) float64 {
	stack := &memory.stack
	top := -1
	for i := range f.code {
		step := &f.code[i]
		switch step.do {
		case opPush:
			top++
			stack[top&(formStackMax-1)] = leaves[step.leaf]
		case opZero:
			top++
			stack[top&(formStackMax-1)] = 0
		case opAdd:
			stack[top&(formStackMax-1)] += float64(step.w * leaves[step.leaf])
		case opAddTop:
			v := stack[top&(formStackMax-1)]
			top--
			stack[top&(formStackMax-1)] += float64(step.w * v)
		case opMaxLeaf:
			t := &stack[top&(formStackMax-1)]
			*t = max(*t, leaves[step.leaf])
		case opMinLeaf:
			t := &stack[top&(formStackMax-1)]
			*t = min(*t, leaves[step.leaf])
		case opMax:
			v := stack[top&(formStackMax-1)]
			top--
			t := &stack[top&(formStackMax-1)]
			*t = max(*t, v)
		case opMin:
			v := stack[top&(formStackMax-1)]
			top--
			t := &stack[top&(formStackMax-1)]
			*t = min(*t, v)
		case opCell:
			memory.cells[step.leaf] = stack[top&(formStackMax-1)]
			top--
		case opSecret0, opSecret1:
			top++
			stack[top&(formStackMax-1)] = memory.secret(step)
		}
	}
	return stack[0]
}

// secret returns the value of the matrix game of a step.
func (m *scratch) secret(o *op) float64 {
	rows, cols := int(o.rows), int(o.cols)
	return m.matrix.solve(m.cells[o.leaf:int(o.leaf)+rows*cols], rows, cols, rules.Side(o.do-opSecret0))
}

// measure computes the sizes of a form: the depth of its stack, and the cells and nesting of its matrix games.
func (f *form) measure() {
	var nested, cells []int // of each value on the stack and in the cells: the matrix games one in another it took
	for _, step := range f.code {
		top := len(nested) - 1
		switch step.do {
		case opPush, opZero:
			nested = append(nested, 0)
		case opAddTop, opMax, opMin:
			nested[top-1] = max(nested[top-1], nested[top])
			nested = nested[:top]
		case opCell:
			for len(cells) <= int(step.leaf) {
				cells = append(cells, 0)
			}
			cells[step.leaf], nested = nested[top], nested[:top]
		case opSecret0, opSecret1:
			f.cells = max(f.cells, int(step.leaf)+int(step.rows)*int(step.cols))
			f.wide = max(f.wide, int(step.rows)+int(step.cols))
			nested = append(nested, 1+slices.Max(cells[step.leaf:int(step.leaf)+int(step.rows)*int(step.cols)]))
		}
		f.stackDepth = max(f.stackDepth, len(nested))
	}
	f.nested = nested[0]
}

// roundingError bounds the rounding error one evaluation adds to the errors of its leaves: every product and every sum
// of values within [-1, 1] is off by at most half a unit in the last place. A matrix game is off by no more than off,
// the widest gap that any solution left, and by what the sums that measured the gap and made its mixes whole are off.
// Games side by side do not add to each other, only one in another: no value moves further than the cells, the answers
// or the outcomes it is made of.
func (f *form) roundingError(off float64) (sum float64) {
	const ulp = 1. / (1 << 53)
	for _, o := range f.code {
		if o.do == opAdd || o.do == opAddTop {
			sum += 2 * ulp
		}
	}
	return sum + float64(float64(f.nested)*(off+float64(4*float64(f.wide)*ulp)))
}

// formSet numbers forms; equal forms have one number.
type formSet struct {
	list  []form            // by number
	cells int               // the most any of them needs
	known map[string]uint32 // numbers by code
	bytes int64             // of memory
}

// intern returns the number of a form, new or known.
func (f *formSet) intern(code []op, leaves int) uint32 {
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
	f.cells = max(f.cells, n.cells)
	f.list = append(f.list, n)
	f.known[string(raw)] = id
	f.bytes += int64(2*len(raw) + 96)
	return id
}

// codeBytes returns a form's steps as bytes; an op has no padding that could differ.
func codeBytes(code []op) []byte {
	if len(code) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&code[0])), uintptr(len(code))*unsafe.Sizeof(op{}))
}
