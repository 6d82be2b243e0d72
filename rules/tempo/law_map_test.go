package tempo

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules/book"
)

// The map: squares, sight, and the ways one walks.

// The map, read a second time: squares and walls as drawn, steps to any neighbour, sight along a straight line.
// R-TP-20, R-TP-22, R-TP-48, R-TP-57: one walks by friends and not by foes or walls; the way is a shortest one, of those one
// through the fewest threatened squares, of those the one whose squares come first from its end.
func TestTheMapIsWalkedAsItIsDrawn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	maps := 0
	for range 40 {
		rows, free := draw(r, 6, 5)
		r.Shuffle(len(free), func(i, k int) { free[i], free[k] = free[k], free[i] })
		sc := setup{us: []man{{name: "Ann", at: free[0]}, {name: "Cat", at: free[1]}},
			them:   []man{{name: "Bea", at: free[2]}, {name: "Dov", at: free[3], row: "weapons: [spear]"}},
			ground: `["` + strings.Join(rows, `", "`) + `"]`}
		g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
		if err != nil {
			continue // a map nobody could fight on
		}
		s := begun(t, g).state()
		m := mapped{g: g, s: &s, rows: rows}
		m.wantSight(t)
		m.wantWays(t)
		maps++
	}
	if maps < 20 {
		t.Errorf("%d maps could be fought on, want 20 and more", maps)
	}
}

// R-TP-20: one sees along a straight line, from one end of the largest map to the other too.
func TestSightCrossesTheLargestMap(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	for range 3 {
		rows, free := draw(r, 12, 12)
		sc := setup{us: []man{{name: "Ann", at: free[0]}}, them: []man{{name: "Bea", at: free[len(free)-1]}}, ground: `["` + strings.Join(rows, `", "`) + `"]`}
		b := sc.begin(t)
		g, s, _ := b.position()
		mapped{g: g, s: &s, rows: rows}.wantSight(t)
	}
}

// draw makes up a map, a wall in every fifth square, and says which squares are free.
func draw(r *rand.Rand, wide, high int) (rows, free []string) {
	rows = make([]string, high)
	for y := range high {
		for x := range wide {
			if r.IntN(5) == 0 {
				rows[y] += "#"
				continue
			}
			rows[y] += "."
			free = append(free, string(rune('a'+x))+strconv.Itoa(1+y))
		}
	}
	return rows, free
}

// mapped is a map as drawn, with who stands where.
type mapped struct {
	g    *Game
	s    *State
	rows []string
}

func (m mapped) square(x, y int) uint8 { return uint8(1 + y*len(m.rows[0]) + x) }

func (m mapped) at(sq uint8) (x, y int) {
	return int(sq-1) % len(m.rows[0]), int(sq-1) / len(m.rows[0])
}

func (m mapped) wantSight(t *testing.T) {
	t.Helper()
	m.wantNames(t)
	n := uint8(len(m.rows) * len(m.rows[0]))
	for a := uint8(1); a <= n; a++ {
		for b := a; b <= n; b++ {
			ax, ay := m.at(a)
			bx, by := m.at(b)
			steps := max(bx-ax, ax-bx, by-ay, ay-by)
			open := true
			for k := 1; k < steps; k++ {
				along := func(from, to int) int {
					return from + int(math.Floor(float64(k*(to-from))/float64(steps)+0.5))
				}
				open = open && m.rows[along(ay, by)][along(ax, bx)] != '#'
			}
			if m.g.ground.Sees(a, b) != open || m.g.ground.Sees(b, a) != open || m.g.ground.Distance(a, b) != uint8(steps) || m.g.ground.Distance(b, a) != uint8(steps) {
				t.Errorf("%q: from %s to %s one sees: %t and %t, %d far, want %t and %d", m.rows, m.g.ground.Name(a), m.g.ground.Name(b),
					m.g.ground.Sees(a, b), m.g.ground.Sees(b, a), m.g.ground.Distance(a, b), open, steps)
			}
		}
	}
}

// wantNames says what squares are called, and that no other word is one.
func (m mapped) wantNames(t *testing.T) {
	t.Helper()
	wide, high := len(m.rows[0]), len(m.rows)
	for y := -1; y <= high; y++ {
		for x := -1; x <= wide; x++ {
			name, want := string(rune('a'+x))+strconv.Itoa(1+y), uint8(0)
			if x >= 0 && y >= 0 && x < wide && y < high {
				want = m.square(x, y)
				if got := m.g.ground.Name(want); got != name {
					t.Errorf("square %d is called %q, want %q", want, got, name)
				}
			}
			if got := m.g.ground.squareOf(name); got != want {
				t.Errorf("%q is square %d, want %d", name, got, want)
			}
			if got := m.g.ground.square(int8(x), int8(y)); got != want {
				t.Errorf("at %d, %d is square %d, want %d", x, y, got, want)
			}
		}
	}
	if m.g.ground.Name(0) != "" {
		t.Errorf("no square is called %q", m.g.ground.Name(0))
	}
}

// wantWays compares what the first of us can walk to, and how, with all ways there are.
func (m mapped) wantWays(t *testing.T) {
	t.Helper()
	g, from, speed := m.g, m.s.seats[0].square, int(m.g.seats[0].speed)
	best := map[uint8][]uint8{}
	var try func(way []uint8)
	try = func(way []uint8) {
		here := way[len(way)-1]
		if have, ok := best[here]; !ok || m.better(way, have) {
			best[here] = slices.Clone(way)
		} else if len(way) > len(have) {
			return
		}
		if len(way) > speed {
			return
		}
		x, y := m.at(here)
		for ny := max(0, y-1); ny <= min(y+1, len(m.rows)-1); ny++ {
			for nx := max(0, x-1); nx <= min(x+1, len(m.rows[0])-1); nx++ {
				if to := m.square(nx, ny); m.rows[ny][nx] != '#' && to != m.s.seats[2].square && to != m.s.seats[3].square && !slices.Contains(way, to) {
					try(append(way[:len(way):len(way)], to))
				}
			}
		}
	}
	try([]uint8{from})
	reached := g.walkableSquares(m.s, 0, new(book.Walk))
	for sq := uint8(1); int(sq) <= g.ground.Squares(); sq++ {
		want, ok := best[sq]
		if reached.Has(sq) != ok {
			t.Errorf("%q from %s: %s is reached: %t, want %t", m.rows, g.ground.Name(from), g.ground.Name(sq), reached.Has(sq), ok)
			continue
		}
		if !ok || sq == from {
			want = []uint8{from}
		}
		if p := g.pathTo(m.s, 0, sq); !slices.Equal(p.squares[:p.n], want) {
			t.Errorf("%q from %s to %s: the way is %v, want %v", m.rows, g.ground.Name(from), g.ground.Name(sq), p.squares[:p.n], want)
		}
	}
}

// better reports whether one way to a square is to be taken rather than another.
func (m mapped) better(a, b []uint8) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	if x, y := m.threatened(a), m.threatened(b); x != y {
		return x < y
	}
	for k := len(a) - 1; k >= 0; k-- {
		if a[k] != b[k] {
			return a[k] < b[k]
		}
	}
	return false
}

// threatened counts the squares of a way that a foe On Guard reaches with what it has in hand, or with bare hands.
func (m mapped) threatened(way []uint8) (n int) {
	for _, sq := range way[1:] {
		x, y := m.at(sq)
		for k := 2; k < 4; k++ {
			c := m.s.seats[k]
			fx, fy := m.at(c.square)
			d := max(x-fx, fx-x, y-fy, fy-y)
			if c.status == onGuard && slices.ContainsFunc(m.g.seats[k].arms,
				func(a arm) bool { return a.isInHand(&c) && !a.ranged && int(a.min) <= d && d <= int(a.max) }) {
				n++
				break
			}
		}
	}
	return n
}

// R-TP-33, R-TP-48: a map has up to 12 by 12 squares, and its last one is as good as any, and its first.
func TestTheLastSquareOfTheLargestMap(t *testing.T) {
	row := strings.Repeat(".", 12)
	ground := `["` + strings.Repeat(row+`", "`, 11) + row + `"]`
	b := setup{us: []man{{name: "Ann", at: "l11", row: "weapons: [short bow]"}}, them: []man{{name: "Bea", at: "a1"}}, ground: ground}.begin(t)
	b.play("move > l12")
	b.wantSheet("Ann", "square", "l12")
	b = setup{us: []man{{name: "Ann", at: "b1"}}, them: []man{{name: "Bea", at: "c1"}}, ground: `["...."]`}.begin(t)
	b.wantOffered(true, "move > a1", "combat move > a1") // and the first
	sc := setup{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "b1"}}, ground: `["` + row + `."]`}
	if _, err := Load("setup.yaml", []byte(sc.text()), sc.book(t)); err == nil {
		t.Error("a map 13 squares wide loads")
	}
}
