package dice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Cast is one throw of a pool.
type Cast struct {
	Dice  []TenDie // in the order they were thrown
	Add   int      // the flat part of the pool
	Total int
}

// TenDie is one die of a pool with all the faces it has shown: a one that was thrown again, and tens that exploded.
type TenDie struct {
	Faces []int // in the order they came
	Again bool  // the first face was a one and does not count
	Kept  bool
}

// Sum returns the sum of the counted faces.
func (d TenDie) Sum() (sum int) {
	for _, face := range d.countedFaces() {
		sum += face
	}
	return sum
}

// countedFaces returns the faces that are added up: all but a one that was thrown again.
func (d TenDie) countedFaces() []int {
	if d.Again {
		return d.Faces[1:]
	}
	return d.Faces
}

// String returns "8", of a ten that exploded "10+8", of a one thrown again "1>8".
func (d TenDie) String() string {
	var counted []string
	for _, face := range d.countedFaces() {
		counted = append(counted, strconv.Itoa(face))
	}
	text := strings.Join(counted, "+")
	if d.Again {
		text = "1>" + text
	}
	return text
}

// String returns "10+8 9 6 [5 4 2 1] = 33 + 6": the dice kept, those dropped, the sum of the kept ones and the flat
// part.
func (c Cast) String() string {
	text := strings.TrimSpace(c.diceText() + fmt.Sprintf(" = %d", c.Total-c.Add))
	switch {
	case c.Add > 0:
		text += fmt.Sprintf(" + %d", c.Add)
	case c.Add < 0:
		text += fmt.Sprintf(" - %d", -c.Add)
	}
	return text
}

// diceText returns the dice kept and, in brackets, those dropped.
func (c Cast) diceText() string {
	dice := slices.Clone(c.Dice)
	slices.SortStableFunc(dice, func(a, b TenDie) int { return b.Sum() - a.Sum() })
	var kept, dropped []string
	for _, d := range dice {
		if d.Kept {
			kept = append(kept, d.String())
		} else {
			dropped = append(dropped, d.String())
		}
	}
	text := strings.Join(kept, " ")
	if len(dropped) > 0 {
		text += " [" + strings.Join(dropped, " ") + "]"
	}
	return text
}

// Throw throws the pool: one die after the other, each with all faces that it shows. [Pool.Read] reads these faces.
func (p Pool) Throw(die func(sides int) int) (faces []int) {
	for range p.Normalize().Roll {
		first := len(faces)
		for faces = append(faces, die(tenDice)); p.goesOn(faces[first:]); {
			faces = append(faces, die(tenDice))
		}
	}
	return faces
}

// goesOn reports whether a die that has shown these faces is thrown once more.
func (p Pool) goesOn(faces []int) bool {
	last := faces[len(faces)-1]
	return p.Explode && last == 10 || p.Emphasis && len(faces) == 1 && last == 1
}

// Read returns the throw that real dice show, and the faces left over for the other hand. The faces come die by die: 10
// 8 9 is a ten that explodes, its eight, and another die's nine. A 0 is a ten. The error says which die is missing or
// shows an impossible face.
func (p Pool) Read(faces []int) (c Cast, rest []int, err error) {
	p = p.Normalize()
	c.Add, rest = p.Add, slices.Clone(faces)
	for i, face := range rest {
		if face == 0 {
			rest[i] = 10
		}
	}
	for k := range p.Roll {
		n := 0
		for n == 0 || p.goesOn(rest[:n]) {
			if n == len(rest) {
				return Cast{}, nil, p.shortError(k, n)
			}
			if face := rest[n]; face < 1 || face > 10 {
				return Cast{}, nil, fmt.Errorf("die %d of %v shows %d, want 1 to 10, or 0 for a ten", k+1, p, face)
			}
			n++
		}
		c.Dice = append(c.Dice, TenDie{Faces: rest[:n:n], Again: n > 1 && rest[0] == 1})
		rest = rest[n:]
	}
	c.chooseKept(p.Keep)
	return c, faces[len(faces)-len(rest):], nil
}

// shortError returns the error for faces that end before the k-th die, from 0, is complete; n faces of it are there.
func (p Pool) shortError(k, n int) error {
	if n == 0 {
		return fmt.Errorf("%v has %d dice and %d are there, want each with all it is thrown on, as in 10 8 for a ten", p, p.Roll, k)
	}
	return fmt.Errorf("die %d of %v goes on after its last face, want what it was thrown on, as in 10 8 for a ten", k+1, p)
}

// chooseKept marks the n highest dice as kept, or the -n lowest, the first of equal ones, and adds them up.
func (c *Cast) chooseKept(n int) {
	c.Total = c.Add
	sign := 1
	if n < 0 {
		n, sign = -n, -1
	}
	for range n {
		best := -1
		for i, d := range c.Dice {
			if !d.Kept && (best < 0 || sign*d.Sum() > sign*c.Dice[best].Sum()) {
				best = i
			}
		}
		c.Dice[best].Kept = true
		c.Total += c.Dice[best].Sum()
	}
}
