package dice

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Hand is the dice that one party throws in a [Test]: dice of one or several kinds added up, "2d10+1d6+3"; dice rolled and
// kept, "7k3+6"; or a prismatic result, "prismatic+2".
type Hand struct {
	Rolls     []Roll // without modifiers
	Pool      *Pool  // without Add; nil if there are none
	Prismatic bool
	Mod       int // added to what they come to
}

// Limits of a hand, besides those of a [Roll] and of a [Pool].
const (
	KindsMax     = 4   // rolls that are added up; they have at most CountMax dice together
	PrismaticMax = 200 // the highest prismatic result that is thrown or read
)

// String is the hand as [ParseTest] reads it.
func (h Hand) String() string {
	var parts []string
	for _, r := range h.Rolls {
		parts = append(parts, r.String())
	}
	text := strings.Join(parts, "+")
	switch {
	case h.Prismatic:
		text = "prismatic"
	case h.Pool != nil:
		text = h.Pool.String()
	}
	if h.Mod != 0 {
		text += fmt.Sprintf("%+d", h.Mod)
	}
	if h.Pool != nil && h.Pool.Emphasis {
		text += " emphasis"
	}
	if h.Pool != nil && !h.Pool.Explode {
		text += " flat"
	}
	return text
}

// Dice are the sides of each die, in the order in which [Hand.Read] takes their faces; open says that dice are thrown on, so
// that there may be more faces. A prismatic result is one number, from 0; it has no sides.
func (h Hand) Dice() (sides []int, open bool) {
	switch {
	case h.Prismatic:
		return []int{0}, false
	case h.Pool != nil:
		return slices.Repeat([]int{tenDice}, h.Pool.Settled().Roll), h.Pool.Explode || h.Pool.Emphasis
	}
	for _, r := range h.Rolls {
		sides = append(sides, slices.Repeat([]int{r.Sides}, r.Count)...)
	}
	return sides, false
}

// Throw throws the hand with a source of faces. These are the faces that [Hand.Read] takes.
func (h Hand) Throw(die func(sides int) int) (faces []int) {
	switch {
	case h.Prismatic:
		return []int{min(PrismaticMax, Prismatic.Throw(die))}
	case h.Pool != nil:
		return h.Pool.Throw(die)
	}
	sides, _ := h.Dice()
	for _, n := range sides {
		faces = append(faces, die(n))
	}
	return faces
}

// Read is the total of the hand that real dice show, and the faces left over. The error says which die is missing or shows
// what it cannot.
func (h Hand) Read(faces []int) (total int, rest []int, err error) {
	if h.Pool != nil {
		cast, rest, err := h.Pool.Read(faces)
		return cast.Total + h.Mod, rest, err
	}
	total = h.Mod
	sides, _ := h.Dice()
	for k, n := range sides {
		switch {
		case k == len(faces):
			return 0, nil, fmt.Errorf("%v has %s, and %s told", h, several(len(sides), "die", "dice"), several(len(faces), "face was", "faces were"))
		case h.Prismatic && (faces[k] < 0 || faces[k] > PrismaticMax):
			return 0, nil, fmt.Errorf("the result is %d, want 0 to %d: the place of the first key face, and 8 for each pool without one", faces[k], PrismaticMax)
		case n == 10 && faces[k] == 0:
			return 0, nil, fmt.Errorf("die %d of %v shows 0, want 1 to 10: the 0 of a d10 is its 10", k+1, h)
		case !h.Prismatic && (faces[k] < 1 || faces[k] > n):
			return 0, nil, fmt.Errorf("die %d of %v shows %d, want 1 to %d", k+1, h, faces[k], n)
		}
		total += faces[k]
	}
	return total, faces[len(sides):], nil
}

func several(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Dist is the distribution of the total, exact as far as it is listed: to the end, or until less than [TailMax] is left.
func (h Hand) Dist() Dist {
	switch {
	case h.Prismatic:
		return Prismatic.Dist(prismaticLast).Shift(h.Mod)
	case h.Pool != nil:
		return h.Pool.Dist().Shift(h.Mod)
	}
	ways, low := []*big.Int{big.NewInt(1)}, 0
	for _, r := range h.Rolls {
		for range r.Count {
			ways = addDie(ways, r.Sides)
		}
		low += r.Count
	}
	return New(low, ways, nil).Shift(h.Mod)
}

// prismaticLast is the last result before less than [TailMax] is left.
const prismaticLast = 152

// upto is the distribution listed as far as most, or to its end.
func (h Hand) upto(most int) Dist {
	switch {
	case h.Prismatic:
		return Prismatic.Dist(max(0, most-h.Mod)).Shift(h.Mod)
	case h.Pool != nil:
		return h.Pool.Upto(most - h.Mod).Shift(h.Mod)
	}
	return h.Dist()
}

// atLeast is the chance of n or more, exact.
func (h Hand) atLeast(n int) *big.Rat { return h.upto(n - 1).AtLeast(n) }
