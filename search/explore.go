package search

import (
	"encoding/binary"
	"errors"
	"fmt"

	"kokyu/rules"
)

// Exploring builds the graph that the solver solves. Nodes are the positions that wait for a decision, open or secret,
// of the breath's owner, and those with which a round begins. Dice and answers between two nodes become a form: the
// expression for an option's value over the values of the nodes to which it leads. A secret choice has one option, the
// matrix game with its answer.

// exchangeMax is the most Plays that one option may take; a fight that needs more is refused as too wide to solve.
const exchangeMax = 1 << 20

// explorer plays out the options of nodes, one worker each.
type explorer[S comparable] struct {
	game      Solvable[S]
	hooks     *rules.Hooks[S]
	baseRound int // the round everything is explored in
	lastRound int // the last round, 0 if there is none

	states  []S // a stack: an option's line is at most as long
	top     int // states in use
	actions []rules.Action
	odds    []rules.Odds
	err     error // why exploring ends
	watch   watch
	plays   int // of the option under way
	inner   int // positions between nodes, in all

	code         []op      // of the form of the option under way
	cells        int       // of the matrix games under way
	forms        formSet   // this worker's own numbers
	found        expansion // what the batch has found, node after node
	optionLeaves int       // first leaf of the option under way, in found.leaves
	key          []byte    // scratch
}

// expansion is what one worker has found at its nodes, in their order.
type expansion struct {
	nodes   []foundNode
	options []foundOption
	leaves  []foundLeaf
	keys    []byte // packed positions, one after another
}

// foundNode is a node that was played out.
type foundNode struct {
	options int // how many it has
	side    rules.Side
}

// foundOption is one option of a node. Its leaves follow those of the option before.
type foundOption struct {
	form   uint32 // the worker's number
	leaves int    // how many it has
}

// foundLeaf is where a line of an option ends: at a node of this round, at the first position of the next, or with
// the fight.
type foundLeaf struct {
	hash  uint64 // of its key
	at    uint32 // its key in found.keys
	size  uint8  // of its key, in bytes
	kind  leafKind
	value float64 // leafOver: the value; leafNext: the value if the round was the last
}

// leafKind says where a line of an option ends.
type leafKind uint8

const (
	leafNode leafKind = iota // at a node of this round
	leafNext                 // at the first position of the next round
	leafOver                 // with the fight
)

// reset forgets the batch before.
func (e *explorer[S]) reset() {
	e.found = expansion{e.found.nodes[:0], e.found.options[:0], e.found.leaves[:0], e.found.keys[:0]}
}

// expand plays out one node: each action of a decision is an option, a secret choice or dice at the start are one.
func (e *explorer[S]) expand(s *S) {
	turn := e.game.Turn(s)
	node := foundNode{}
	if turn.Kind != rules.Decide {
		e.beginOption()
		e.emit(s)
		e.endOption()
		node.options = 1
	} else {
		node.side = e.game.Side(turn.Seat)
		first := len(e.actions)
		e.actions = e.game.Actions(s, e.actions)
		node.options = len(e.actions) - first
		for i := first; i < first+node.options && e.err == nil; i++ {
			e.beginOption()
			if leaf, ok := e.play(s, e.actions[i]); ok {
				e.emitChild(leaf)
			}
			e.endOption()
		}
		e.actions = e.actions[:first]
	}
	e.found.nodes = append(e.found.nodes, node)
}

// beginOption begins the form of an option.
func (e *explorer[S]) beginOption() {
	e.code, e.optionLeaves, e.plays = e.code[:0], len(e.found.leaves), 0
}

// endOption ends the form of an option. Options with equal forms share the code and differ only in their leaves.
func (e *explorer[S]) endOption() {
	if e.err != nil {
		return // after an error the form may be incomplete
	}
	n := len(e.found.leaves) - e.optionLeaves
	id := e.forms.intern(e.code, n)
	if f := &e.forms.list[id]; f.stackDepth > formStackMax || n > formLeavesMax {
		e.err = errors.New("search: an exchange with too many ends to solve")
	}
	e.found.options = append(e.found.options, foundOption{id, n})
}

// play plays one action. It returns the number of the leaf that this leads to, or -1 if the position lies between
// nodes; either way the position is on the stack of states.
func (e *explorer[S]) play(s *S, a rules.Action) (leaf int, ok bool) {
	if e.plays++; e.plays > exchangeMax {
		e.err = fmt.Errorf("search: an exchange of more than %d positions, too wide to solve", exchangeMax)
	}
	if e.err == nil {
		e.err = e.watch.check()
	}
	if e.err != nil {
		return -1, false
	}
	c := e.push()
	*c = *s
	e.game.Play(c, a, nil)
	return e.leafOf(s, c, a), true
}

// push takes the next state of the stack.
func (e *explorer[S]) push() *S {
	if e.top == len(e.states) {
		e.states = append(e.states, make([]S, max(64, len(e.states)))...)
	}
	e.top++
	return &e.states[e.top-1]
}

// emitChild emits the code that pushes the value of the state on top of the stack, and pops that state.
func (e *explorer[S]) emitChild(leaf int) {
	if leaf >= 0 {
		e.code = append(e.code, op{do: opPush, leaf: uint32(leaf)})
	} else {
		e.emit(&e.states[e.top-1])
	}
	e.top--
}

// emit emits the code for the value of a position between nodes.
func (e *explorer[S]) emit(s *S) {
	turn := e.game.Turn(s)
	switch turn.Kind {
	case rules.Chance:
		e.inner++
		e.emitChance(s)
	case rules.Decide:
		e.inner++
		e.emitAnswer(s, e.game.Side(turn.Seat))
	case rules.Commit:
		e.inner++
		e.emitSecret(s, turn)
	case rules.Over: // a game whose start is its end
		e.code = append(e.code, op{do: opPush, leaf: uint32(e.overLeaf(clamp(e.game.Score(s))))})
	}
}

// emitChance emits the sum over the outcomes of dice, weighted by their chances.
func (e *explorer[S]) emitChance(s *S) {
	e.code = append(e.code, op{do: opZero})
	direct := len(e.code)
	first := len(e.odds)
	e.odds = e.game.Odds(s, e.odds)
	end := len(e.odds)
	for i := first; i < end && e.err == nil; i++ {
		o := e.odds[i]
		leaf, ok := e.play(s, o.Action)
		if !ok {
			break
		}
		if leaf < 0 {
			e.emitChild(leaf)
			e.code = append(e.code, op{do: opAddTop, w: o.P})
			direct = len(e.code)
			continue
		}
		e.top--
		e.emitOutcome(direct, leaf, o.P)
	}
	e.odds = e.odds[:first]
}

// emitOutcome emits the code that adds a leaf to the sum on top. The code from direct on consists of such additions; if
// one of them has the same leaf, its chance is raised instead.
func (e *explorer[S]) emitOutcome(direct, leaf int, p float64) {
	for k := direct; k < len(e.code); k++ {
		if e.code[k].leaf == uint32(leaf) {
			e.code[k].w += p
			return
		}
	}
	e.code = append(e.code, op{do: opAdd, leaf: uint32(leaf), w: p})
}

// emitAnswer emits the maximum or minimum over the answers of a seat whose breath it is not.
func (e *explorer[S]) emitAnswer(s *S, side rules.Side) {
	better, betterLeaf := opMax, opMaxLeaf
	if side == 1 {
		better, betterLeaf = opMin, opMinLeaf
	}
	first := len(e.actions)
	e.actions = e.game.Actions(s, e.actions)
	end := len(e.actions)
	for i := first; i < end && e.err == nil; i++ {
		leaf, ok := e.play(s, e.actions[i])
		switch {
		case !ok:
		case i == first:
			e.emitChild(leaf)
		case leaf >= 0:
			e.code = append(e.code, op{do: betterLeaf, leaf: uint32(leaf)})
			e.top--
		default:
			e.emitChild(leaf)
			e.code = append(e.code, op{do: better})
		}
	}
	e.actions = e.actions[:first]
}

// emitSecret emits the matrix game of a secret choice and its answer.
func (e *explorer[S]) emitSecret(s *S, turn rules.Turn) {
	d, err := newMatrixGame[S](e.game, s, turn, 0) // without values: the cells become code
	if err != nil {
		e.err = err
		return
	}
	rows, cols, base := len(d.rows), len(d.cols), e.cells
	if max(rows, cols) > formGameMax {
		e.err = fmt.Errorf("search: a secret choice of %d with %d answers, want at most %d of each", rows, cols, formGameMax)
	}
	e.inner += rows
	e.cells += rows * cols
	for i := 0; i < rows && e.err == nil; i++ {
		c := e.push()
		*c = *s
		if e.game.Play(c, d.rows[i], nil); e.game.Round(c) != e.baseRound {
			e.err = ErrCommit
		}
		for j := 0; j < cols && e.err == nil; j++ {
			if leaf, ok := e.play(c, d.cols[j]); ok {
				e.emitChild(leaf)
				e.code = append(e.code, op{do: opCell, leaf: uint32(base + i*cols + j)})
			}
		}
		e.top--
	}
	secret := opSecret0 + opcode(e.game.Side(turn.Seat))
	e.code = append(e.code, op{do: secret, leaf: uint32(base), rows: uint8(rows), cols: uint8(cols)})
	e.cells = base
}

// leafOf returns the number of the leaf that is the position c, or -1 if c lies between nodes. a led from s to c.
func (e *explorer[S]) leafOf(s, c *S, a rules.Action) int {
	turn := e.game.Turn(c)
	if turn.Kind == rules.Over {
		return e.overLeaf(clamp(e.game.Score(c)))
	}
	if e.game.Round(c) != e.baseRound {
		return e.nextRoundLeaf(s, c, a)
	}
	if turn.Kind == rules.Chance || !isNodeTurn(e.hooks, c, turn) {
		return -1
	}
	return e.positionLeaf(c, leafNode, 0)
}

// isNodeTurn reports whether a decision is a node: a breath begins there, or its owner decides and does not only
// specify an action under way.
func isNodeTurn[S comparable](hooks *rules.Hooks[S], s *S, turn rules.Turn) bool {
	return turn.Begins || hooks.Owner == nil ||
		hooks.Owner(s) == turn.Seat && (hooks.InExchange == nil || !hooks.InExchange(s))
}

// nextRoundLeaf returns the leaf of a round's end. Its position is the first of the next round, its value that of the
// end if this round were the last, for which a is played again in the last round.
func (e *explorer[S]) nextRoundLeaf(s, c *S, a rules.Action) int {
	value := 0.0
	if e.lastRound > 0 {
		end := e.push()
		*end = *s
		e.game.SetRound(end, e.lastRound)
		e.game.Play(end, a, nil)
		if e.game.Turn(end).Kind != rules.Over {
			e.err = fmt.Errorf("search: the fight goes on after its last round, %d", e.lastRound)
		}
		value = clamp(e.game.Score(end))
		e.top--
	}
	e.game.SetRound(c, e.baseRound)
	return e.positionLeaf(c, leafNext, value)
}

// overLeaf returns the leaf of an end of the fight with this value.
func (e *explorer[S]) overLeaf(value float64) int {
	for i, l := range e.found.leaves[e.optionLeaves:] {
		if l.kind == leafOver && l.value == value {
			return i
		}
	}
	e.found.leaves = append(e.found.leaves, foundLeaf{kind: leafOver, value: value})
	return len(e.found.leaves) - 1 - e.optionLeaves
}

// positionLeaf returns the leaf of a position, known to the option under way or new to it.
func (e *explorer[S]) positionLeaf(c *S, kind leafKind, value float64) int {
	e.key = e.game.Pack(c, e.key[:0])
	h := hashBytes(e.key)
	for i := range e.found.leaves[e.optionLeaves:] {
		l := &e.found.leaves[e.optionLeaves+i]
		if l.hash == h && l.kind == kind && string(e.found.key(l)) == string(e.key) {
			return i
		}
	}
	leaf := foundLeaf{hash: h, at: uint32(len(e.found.keys)), size: uint8(len(e.key)), kind: kind, value: value}
	e.found.leaves = append(e.found.leaves, leaf)
	e.found.keys = append(e.found.keys, e.key...)
	return len(e.found.leaves) - 1 - e.optionLeaves
}

// key returns the packed position of a leaf.
func (f *expansion) key(l *foundLeaf) []byte { return f.keys[l.at : l.at+uint32(l.size)] }

// hashBytes returns the hash of a key, with a fixed seed so that every run is the same. It is never 0.
func hashBytes(b []byte) uint64 {
	x := uint64(len(b)) ^ k0
	for ; len(b) >= 8; b = b[8:] {
		x = mix(binary.LittleEndian.Uint64(b)^k1, x^k2)
	}
	var last uint64
	for i, c := range b {
		last |= uint64(c) << (8 * i)
	}
	return max(mix(last^k1, x^k0), 1)
}
