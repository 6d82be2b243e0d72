package dice

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"kokyu/rules/text"
)

// Hand is the dice that one party throws, added up: "2d10+1d6+3", "2d20kh1-1", "7k3+6", "prismatic+2". At most one of
// its terms is a pool or a prismatic result.
type Hand struct {
	Terms []Term
	Mod   int // added to the dice
}

// Term is dice of one kind: plain ones, a pool, or a prismatic result.
type Term struct {
	Count, Sides int   // of plain dice
	Keep         int   // of plain dice: how many of the highest count, if negative of the lowest; 0 is all
	Minus        bool  // plain dice are subtracted
	Pool         *Pool // without Add
	Prismatic    bool
}

// prismaticMax is the highest prismatic result that is thrown or read.
const prismaticMax = 200

// String returns the hand as [Parse] reads it.
func (h Hand) String() string {
	var b strings.Builder
	first := h.Mod > 0 && len(h.Terms) > 0 && h.Terms[0].Minus // 10-1d4
	if first {
		fmt.Fprint(&b, h.Mod)
	}
	for i, t := range h.Terms {
		switch {
		case t.Minus:
			b.WriteString("-")
		case i > 0:
			b.WriteString("+")
		}
		b.WriteString(t.String())
		if t.Pool != nil && len(h.Terms) > 1 {
			b.WriteString(t.Pool.qualities())
		}
	}
	if h.Mod != 0 && !first {
		fmt.Fprintf(&b, "%+d", h.Mod)
	}
	if len(h.Terms) == 1 && h.Terms[0].Pool != nil {
		b.WriteString(h.Terms[0].Pool.qualities())
	}
	return b.String()
}

// String returns the term without its sign, and a pool without its qualities.
func (t Term) String() string {
	switch {
	case t.Prismatic:
		return "prismatic"
	case t.Pool != nil:
		return t.Pool.String()
	case t.Keep > 0:
		return fmt.Sprintf("%dd%dkh%d", t.Count, t.Sides, t.Keep)
	case t.Keep < 0:
		return fmt.Sprintf("%dd%dkl%d", t.Count, t.Sides, -t.Keep)
	}
	return fmt.Sprintf("%dd%d", t.Count, t.Sides)
}

// endlessTerm returns the term that is a pool or a prismatic result, or nil.
func (h Hand) endlessTerm() *Term {
	i := slices.IndexFunc(h.Terms, func(t Term) bool { return t.Pool != nil || t.Prismatic })
	if i < 0 {
		return nil
	}
	return &h.Terms[i]
}

// isPrismatic reports whether the hand is a prismatic result and no dice.
func (h Hand) isPrismatic() bool { return len(h.Terms) == 1 && h.Terms[0].Prismatic }

// Dice returns the sides of each die, in the order in which [Hand.Read] takes their faces. open reports whether a die
// may show more than one face. A prismatic result is one number, from 0, and has 0 sides.
func (h Hand) Dice() (sides []int, open bool) {
	for _, t := range h.Terms {
		switch {
		case t.Prismatic:
			sides = append(sides, 0)
		case t.Pool != nil:
			sides = append(sides, slices.Repeat([]int{tenDice}, t.Pool.Normalize().Roll)...)
			open = open || t.Pool.Explode || t.Pool.Emphasis
		default:
			sides = append(sides, slices.Repeat([]int{t.Sides}, t.Count)...)
		}
	}
	return sides, open
}

// throw throws the hand and returns the faces that [Hand.Read] takes.
func (h Hand) throw(die func(sides int) int) (faces []int) {
	for _, t := range h.Terms {
		switch {
		case t.Prismatic:
			faces = append(faces, min(prismaticMax, Prismatic.Throw(die)))
		case t.Pool != nil:
			faces = append(faces, t.Pool.Throw(die)...)
		default:
			for range t.Count {
				faces = append(faces, die(t.Sides))
			}
		}
	}
	return faces
}

// Read returns the total of the hand that real dice show, and the faces left over. The error says which die is missing
// or shows an impossible face.
func (h Hand) Read(faces []int) (total int, rest []int, err error) {
	casts, rest, err := h.readTerms(faces)
	total = h.Mod
	for i, c := range casts {
		if h.Terms[i].Minus {
			c.Total = -c.Total
		}
		total += c.Total
	}
	return total, rest, err
}

// readTerms reads each term of the hand, and returns the faces left over.
func (h Hand) readTerms(faces []int) (casts []Cast, rest []int, err error) {
	rest = faces
	for _, t := range h.Terms {
		var c Cast
		if t.Pool != nil {
			c, rest, err = t.Pool.Read(rest)
		} else {
			c, err = h.readTerm(t, faces, len(faces)-len(rest))
			rest = rest[min(len(c.Dice), len(rest)):]
		}
		if err != nil {
			return nil, nil, err
		}
		casts = append(casts, c)
	}
	return casts, rest, nil
}

// readTerm reads a term without a pool from the k-th face on.
func (h Hand) readTerm(t Term, faces []int, k int) (c Cast, err error) {
	sides, _ := Hand{Terms: []Term{t}}.Dice()
	for _, n := range sides {
		if k == len(faces) {
			all, _ := h.Dice()
			return c, fmt.Errorf("%v has %s, and %s told", h, text.Several(len(all), "die", "dice"),
				text.Several(len(faces), "face was", "faces were"))
		}
		face := faces[k]
		k++
		switch {
		case t.Prismatic && (face < 0 || face > prismaticMax):
			return c, fmt.Errorf("the result is %d, want 0 to %d: the place of the first key face, "+
				"and 8 for each pool without one", face, prismaticMax)
		case n == 10 && face == 0:
			return c, fmt.Errorf("die %d of %v shows 0, want 1 to 10: the 0 of a d10 is its 10", k, h)
		case !t.Prismatic && (face < 1 || face > n):
			return c, fmt.Errorf("die %d of %v shows %d, want 1 to %d", k, h, face, n)
		}
		c.Dice = append(c.Dice, TenDie{Faces: []int{face}})
	}
	if t.Keep == 0 {
		t.Keep = len(sides)
	}
	c.chooseKept(t.Keep)
	return c, nil
}

// DiceText returns the dice and their sum: "10+8 9 6 [5 4 2 1] = 33 + 6" of a pool alone, "17 [4] + 6 3 - 2 = 24" of
// several terms, dropped dice in brackets. It is empty if the faces are just added up, or do not fit the hand.
func (h Hand) DiceText(faces []int) string {
	casts, rest, err := h.readTerms(faces)
	plain := func(t Term) bool { return t.Pool == nil && t.Keep == 0 && !t.Minus }
	if err != nil || len(rest) > 0 || !slices.ContainsFunc(h.Terms, func(t Term) bool { return !plain(t) }) {
		return ""
	}
	if len(casts) == 1 && h.Terms[0].Pool != nil {
		casts[0].Add, casts[0].Total = casts[0].Add+h.Mod, casts[0].Total+h.Mod
		return casts[0].String()
	}
	total, flat := h.Mod, h.Mod
	var b strings.Builder
	for i, c := range casts {
		flat += c.Add // a pool of more than ten dice has a flat part
		sign, n := " + ", c.Total
		if h.Terms[i].Minus {
			sign, n = " - ", -n
		}
		total += n
		b.WriteString(sign + c.diceText())
	}
	text := strings.TrimPrefix(b.String(), " + ")
	switch {
	case flat > 0 && h.Terms[0].Minus:
		text = fmt.Sprintf("%d%s", flat, text)
	case flat > 0:
		text += fmt.Sprintf(" + %d", flat)
	case flat < 0:
		text += fmt.Sprintf(" - %d", -flat)
	}
	return fmt.Sprintf("%s = %d", strings.TrimSpace(text), total)
}

// dist returns the distribution of the total, listed to the end or until less than [tailMax] is left.
func (h Hand) dist() Dist {
	t, others := h.endlessTerm(), h.finitePart()
	if t == nil {
		return others
	}
	d := Prismatic.dist
	last := prismaticLast
	if t.Pool != nil {
		p := t.Pool.Normalize()
		d, last = t.Pool.listedTo, p.lastSum()+p.Add
	}
	return d(last + others.Max() - others.Min()).Plus(others)
}

// prismaticLast is the last result before less than [tailMax] is left.
const prismaticLast = 152

// listedTo returns the distribution of the total, listed up to most or to its end.
func (h Hand) listedTo(most int) Dist {
	t, others := h.endlessTerm(), h.finitePart()
	switch {
	case t == nil:
		return others
	case t.Prismatic:
		return Prismatic.dist(max(0, most-others.Min())).Plus(others)
	}
	return t.Pool.listedTo(most - others.Min()).Plus(others)
}

// finitePart returns the distribution of the plain dice and Mod.
func (h Hand) finitePart() Dist {
	sum := always(h.Mod)
	for _, t := range h.Terms {
		if t.Sides == 0 {
			continue
		}
		keep, mirror := t.Keep, 0
		if keep < 0 { // the n lowest of dice with s sides are n*(s+1) less the n highest, mirrored
			keep, mirror = -keep, -keep*(t.Sides+1)
		}
		d := Sum(t.Count, t.Sides)
		if keep != 0 && keep < t.Count {
			weights := newInts(t.Sides + 1)
			for _, w := range weights[1:] {
				w.SetInt64(1)
			}
			d = sumHighest(t.Count, keep, keep*t.Sides, weights, big.NewInt(int64(t.Sides)))
		}
		if mirror != 0 {
			d = d.negate().shift(mirror)
		}
		if t.Minus {
			d = d.negate()
		}
		sum = sum.Plus(d)
	}
	return sum
}

// atLeast returns the chance of n or more, exact.
func (h Hand) atLeast(n int) *big.Rat { return h.listedTo(n - 1).AtLeast(n) }
