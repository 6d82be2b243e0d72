package web

import (
	"fmt"
	"slices"

	"kokyu/rules/dice"
)

// thrown is how the dice of one throw are asked for: a face of each is tapped, or they are typed.
type thrown struct {
	Dice  []die
	Drawn string   // the name of the field of a draw that may follow them
	Typed []string // whose they are, a field each; "" where they are all one's

	Taps []int // the faces that are written into such a field
	Open bool  // a die may be thrown on
}

// die is a die whose face is tapped.
type die struct {
	Name    string // of its field
	Says    string // whose and which
	Faces   []int
	Colours []string // instead of faces, of a prismatic result
	Vain    []int    // what each pool that shows no key face adds to it
}

const (
	facesMax  = 20 // of a die that can be tapped
	tappedMax = 8  // so many dice can be
	vainMax   = 9  // pools without a key face: more of them are one throw in half a million
)

// thrownOf returns how dice of these sides are asked for. Whose says whose each is, where they are not all one's; open that more may follow.
func thrownOf(sides []int, whose []string, open bool) (t thrown) {
	prismatic := !slices.ContainsFunc(sides, func(n int) bool { return n != 0 })
	if len(sides) > tappedMax || open && !prismatic || slices.Max(append([]int{0}, sides...)) > facesMax {
		t.Open, t.Typed = open, append([]string{}, slices.Compact(slices.Clone(whose))...)
		if len(t.Typed) == 0 {
			t.Typed = []string{""}
		}
		if most := slices.Max(append([]int{0}, sides...)); slices.Min(sides) == most && most <= facesMax {
			t.Taps = facesOf(most)
		}
		return t
	}
	for i, n := range sides {
		d := die{Name: fmt.Sprint("die", i), Faces: facesOf(n), Says: fmt.Sprintf("die %d, d%d", i+1, n)}
		if len(whose) > 0 {
			d.Says = fmt.Sprintf("%s, d%d", whose[i], n)
		}
		if n == 0 {
			d.Colours, d.Vain, d.Says = dice.Colours[:], slices.Repeat([]int{len(dice.Colours)}, vainMax), "the first colour that shows the key face"
			if len(whose) > 0 {
				d.Says = whose[i] + ": " + d.Says
			}
		}
		t.Dice = append(t.Dice, d)
	}
	if open {
		t.Drawn = fmt.Sprint("die", len(sides))
	}
	return t
}

func facesOf(sides int) (faces []int) {
	for n := range sides {
		faces = append(faces, n+1)
	}
	return faces
}
