package search

import (
	"slices"
	"unsafe"

	"kokyu/rules"
)

// form is the expression for the value of an option, between two decisions of the breath's owner: sums over dice,
// maxima and minima over answers, and matrix games, with numbered leaves in place of positions. Thousands of options
// share one form, each with its own leaves. So a round is stored as lists of leaves, and evaluated without the rules.
type form struct {
	code       []op
	leaves     int // how many it has
	stackDepth int // of the stack that eval needs
	cells      int // of matrix games it needs at once
	nested     int // the deepest nesting of matrix games
	sizeMost   int // the most rows and columns of one together
}

// op is one step of a form, for a machine with a stack of values and a row of cells.
type op struct {
	w          float64 // the chance of an outcome
	leaf       uint32  // the number of a leaf or, for opCell and the secrets, of the (first) cell
	do         opcode
	rows, cols uint8 // of a matrix game
	_          byte
}

// opcode says what a step of a form does: leaf, w and cell are those of the step, v is the value popped, top the value
// then on top of the stack.
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

// scratch is the memory in which one thread evaluates forms.
type scratch struct {
	stack  [formStackMax]float64  // not cleared between forms, nor leaves: that would cost more than most forms
	leaves [formLeavesMax]float64 // values of the leaves of a form
	matrix matrixSolver
	cells  []float64 // of the matrix games under way
}

// What a form may need at most; a fight with others is refused as too wide to solve.
const (
	formStackMax  = 64 // a power of two: a masked index needs no bounds check
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
			stack[top&(formStackMax-1)] = memory.matrixValue(step)
		}
	}
	return stack[0]
}

// matrixValue returns the value of the matrix game of a step.
func (m *scratch) matrixValue(o *op) float64 {
	rows, cols := int(o.rows), int(o.cols)
	return m.matrix.solve(m.cells[o.leaf:int(o.leaf)+rows*cols], rows, cols, rules.Side(o.do-opSecret0))
}

// measure computes the sizes of a form: the depth of its stack, and the cells and nesting of its matrix games.
func (f *form) measure() {
	var nested, cells []int // of each value on the stack and in the cells: how deep matrix games are nested in it
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
			f.sizeMost = max(f.sizeMost, int(step.rows)+int(step.cols))
			nested = append(nested, 1+slices.Max(cells[step.leaf:int(step.leaf)+int(step.rows)*int(step.cols)]))
		}
		f.stackDepth = max(f.stackDepth, len(nested))
	}
	f.nested = nested[0]
}

// roundingError bounds the rounding error that one evaluation adds to the errors of its leaves. Every product and every
// sum of values within [-1, 1] is off by at most half a unit in the last place. A matrix game is off by at most gap,
// the widest gap that any solution left, and by the rounding of the sums that measured the gap and normalised the
// mixes. Only nested games add up: no value moves further than the cells, answers or outcomes of which it is made.
func (f *form) roundingError(gap float64) (sum float64) {
	const ulp = 1. / (1 << 53)
	for _, o := range f.code {
		if o.do == opAdd || o.do == opAddTop {
			sum += 2 * ulp
		}
	}
	return sum + float64(float64(f.nested)*(gap+float64(4*float64(f.sizeMost)*ulp)))
}

// formSet is a set of numbered forms.
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

// codeBytes returns the memory of a form's steps. An op has no padding, so equal steps have equal bytes.
func codeBytes(code []op) []byte {
	if len(code) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&code[0])), uintptr(len(code))*unsafe.Sizeof(op{}))
}
