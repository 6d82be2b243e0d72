package search

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"
	"strings"
)

// A solution as a file. Every number is little-endian.
//
//	"kokyu table 2\n"    the format
//	uint32, JSON         a [tablebaseHead] with its length before it: what the solution is about
//	byte, key            for each node, in their order: the packed position with its length before it
//	float64 ...          by round, the values of the nodes met by then; endless: the lower bounds, then the upper ones
//	32 bytes             SHA-256 of all that

// tableMagic is the first line of a file; another format has another number. Format 1 had every node in every round.
const (
	tableKind  = "kokyu table "
	tableMagic = tableKind + "2\n"
)

// aboutMax is the longest description a file may carry, in bytes.
const aboutMax = 1 << 24

// tablebaseHead is what a file says of a solution besides its values.
type tablebaseHead struct {
	Size    Size
	Met     []int // of each round from the first: the nodes met by then; empty if Endless
	First   int   // the first round
	Endless bool
	Error   float64         // bound of the rounding error
	About   json.RawMessage // what was solved
}

// ErrTablebase is returned, wrapped with the reason, if a file is not a table or is damaged.
var ErrTablebase = errors.New("not a sound table")

// Save writes a solution. about is a JSON value that describes what was solved; [ReadAbout] returns it. If the context
// is cancelled the output is incomplete.
func (sol *Solution[S]) Save(ctx context.Context, w io.Writer, about json.RawMessage) error {
	buf := bufio.NewWriterSize(w, 1<<20)
	sum := sha256.New()
	out, cancelled := io.MultiWriter(buf, sum), watch{ctx: ctx}
	text, err := json.Marshal(tablebaseHead{sol.Size(), sol.graph.met, sol.first, sol.Endless(), sol.roundingError, about})
	if err != nil {
		return err
	}
	head := binary.LittleEndian.AppendUint32([]byte(tableMagic), uint32(len(text)))
	head = append(head, text...)
	if _, err := out.Write(head); err != nil {
		return err
	}
	for id := range sol.graph.keys.len() {
		if err := cancelled.check(); err != nil {
			return err
		}
		if _, err := out.Write(sol.graph.keys.sizedKey(uint32(id))); err != nil {
			return err
		}
	}
	for _, layer := range sol.layersInOrder() {
		if err := writeFloats(ctx, out, layer); err != nil {
			return err
		}
	}
	if _, err := buf.Write(sum.Sum(nil)); err != nil {
		return err
	}
	return buf.Flush()
}

// layersInOrder returns the layers in the order of the file: the rounds from the first, or the bounds from below and
// above.
func (sol *Solution[S]) layersInOrder() [][]float64 {
	if sol.high != nil {
		return [][]float64{sol.layers[0], sol.high}
	}
	return sol.layers[sol.first:]
}

// writeFloats writes the bits of values, so that a table read on another machine has the same values.
func writeFloats(ctx context.Context, w io.Writer, values []float64) error {
	var buf [8 << 10]byte
	for len(values) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(len(values), len(buf)/8)
		for i, v := range values[:n] {
			binary.LittleEndian.PutUint64(buf[8*i:], math.Float64bits(v))
		}
		if _, err := w.Write(buf[:8*n]); err != nil {
			return err
		}
		values = values[n:]
	}
	return nil
}

// tablebaseReader reads a table and computes the checksum of what it reads.
type tablebaseReader struct {
	in  *bufio.Reader
	sum hash.Hash // of what was read
}

// newTablebaseReader returns a reader of the table that r begins with.
func newTablebaseReader(r io.Reader) *tablebaseReader {
	return &tablebaseReader{bufio.NewReaderSize(r, 1<<16), sha256.New()}
}

// fill reads so many bytes and adds them to the checksum.
func (r *tablebaseReader) fill(buf []byte) error {
	if _, err := io.ReadFull(r.in, buf); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("%w: it ends too early", ErrTablebase)
		}
		return err
	}
	r.sum.Write(buf)
	return nil
}

// head reads the head. It checks the counts before anything of their size is allocated: a file may come from anybody.
func (r *tablebaseReader) head() (head tablebaseHead, err error) {
	magic := make([]byte, len(tableMagic)+4)
	if err := r.fill(magic); err != nil {
		return head, err
	}
	if line := string(magic[:len(tableMagic)]); line != tableMagic {
		const want = tableKind + "2"
		if format, ok := strings.CutSuffix(line, "\n"); ok && strings.HasPrefix(line, tableKind) {
			return head, fmt.Errorf("%w: it is of another format, %q, want %q", ErrTablebase, format, want)
		}
		return head, fmt.Errorf("%w: it does not begin with %q", ErrTablebase, want)
	}
	n := binary.LittleEndian.Uint32(magic[len(tableMagic):])
	if n > aboutMax {
		return head, fmt.Errorf("%w: a header of %d bytes, want at most %d", ErrTablebase, n, aboutMax)
	}
	text := make([]byte, n)
	if err := r.fill(text); err != nil {
		return head, err
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return head, fmt.Errorf("%w: its header cannot be read", ErrTablebase)
	}
	if !head.isSound() {
		return head, fmt.Errorf("%w: its header has sizes that cannot be", ErrTablebase)
	}
	return head, nil
}

// isSound reports whether the sizes are possible and agree with each other.
func (h *tablebaseHead) isSound() bool {
	z := h.Size
	if z.Nodes < 1 || z.Nodes > nodesMax || z.Rounds < 1 || z.Rounds > 255 || h.First < 0 || h.First+z.Rounds > 256 {
		return false
	}
	if h.Endless {
		return z.Rounds == 1 && len(h.Met) == 0 && z.States == z.Nodes
	}
	states := 0
	for _, n := range h.Met {
		states += n
	}
	return len(h.Met) == z.Rounds && h.Met[0] > 0 && slices.IsSorted(h.Met) && h.Met[z.Rounds-1] == z.Nodes &&
		z.States == states
}

// ReadAbout reads only the about value of a table.
func ReadAbout(r io.Reader) (json.RawMessage, error) {
	h, err := newTablebaseReader(r).head()
	return h.About, err
}

// Load reads a solution of a game. It must have been saved for the same game: the caller checks that with [ReadAbout].
// The errors are [ErrTablebase], that of a cancelled context, and those of reading.
func Load[S comparable](ctx context.Context, game Solvable[S], r io.Reader) (*Solution[S], error) {
	file := newTablebaseReader(r)
	head, err := file.head()
	if err != nil {
		return nil, err
	}
	nodes := &graph[S]{game: game, hooks: game.Hooks(), lastRound: game.Rounds(), met: head.Met, stored: head.Size}
	nodes.watch.ctx = ctx
	sol := &Solution[S]{graph: nodes, first: head.First, roundingError: head.Error}
	var s S
	key := make([]byte, 256)
	for id := range head.Size.Nodes {
		if err := nodes.watch.check(); err != nil {
			return nil, err
		}
		if err := file.fill(key[:1]); err != nil {
			return nil, err
		}
		k := key[1 : 1+int(key[0])]
		if err := file.fill(k); err != nil {
			return nil, err
		}
		if err := game.Unpack(k, &s); err != nil {
			return nil, fmt.Errorf("%w: position %d: %w", ErrTablebase, id, err)
		}
		at, err := nodes.keys.intern(k, hashBytes(k), &nodes.watch)
		if err != nil {
			return nil, err
		}
		if at != uint32(id) {
			return nil, fmt.Errorf("%w: position %d is there twice", ErrTablebase, id)
		}
	}
	sizes := head.Met
	if head.Endless {
		sizes = []int{head.Size.Nodes, head.Size.Nodes}
	}
	layers := make([][]float64, len(sizes))
	for i, n := range sizes {
		if layers[i], err = file.floats(ctx, n); err != nil {
			return nil, err
		}
	}
	want := file.sum.Sum(nil)
	got := make([]byte, len(want))
	if err := file.fill(got); err != nil {
		return nil, err
	}
	if !bytes.Equal(got, want) {
		return nil, fmt.Errorf("%w: its checksum does not fit, something in it was changed", ErrTablebase)
	}
	if head.Endless {
		sol.layers, sol.high = layers[:1], layers[1]
	} else {
		sol.layers = append(make([][]float64, head.First), layers...)
	}
	return sol, nil
}

// floats reads n values that writeFloats wrote.
func (r *tablebaseReader) floats(ctx context.Context, n int) ([]float64, error) {
	var buf [8 << 10]byte
	values := make([]float64, 0, min(n, 1<<16)) // a header may promise more than there is
	for n > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		k := min(n, len(buf)/8)
		if err := r.fill(buf[:8*k]); err != nil {
			return nil, err
		}
		for i := range k {
			values = append(values, math.Float64frombits(binary.LittleEndian.Uint64(buf[8*i:])))
		}
		n -= k
	}
	return values, nil
}
