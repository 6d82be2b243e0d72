package web

import (
	"fmt"
	"slices"

	"kokyu/agent/session"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
)

// throwForm is the form for the dice of one throw: a face of each die is tapped, or all are typed. A throw
// of few dice with few faces is tapped, unless further dice may follow.
type throwForm struct {
	Dice  []die    // to tap; empty if dice are typed
	Drawn string   // the name of the field for a draw that may follow Dice
	Typed []string // whose dice are typed, a field each; "" if all are of one combatant

	Taps []int // the faces that can be tapped into a typed field
	Open bool  // a die may be thrown again and added
}

// die is a die whose face is tapped: one with numbers, or a prismatic one with colours.
type die struct {
	Name    string // of its field
	Says    string // whose it is and which
	Faces   []int
	Colours []string // of a prismatic die, in place of faces
	Vain    []int    // what each pool without a key face adds to the result of a prismatic die
}

const (
	tappedFacesMax = 20 // of a die that can be tapped
	tappedDiceMax  = 8  // of a throw that can be tapped
	vainPoolsMax   = 9  // pools without a key face; one throw in half a million has more
)

// throwFormOf returns the form for dice with these numbers of sides; 0 is a prismatic die. whose has the
// owner of each, and is empty if all are of one combatant. open is whether more dice may follow.
func throwFormOf(sides []int, whose []string, open bool) (t throwForm) {
	prismatic := !slices.ContainsFunc(sides, func(n int) bool { return n != 0 })
	most := slices.Max(append([]int{0}, sides...))
	if len(sides) > tappedDiceMax || open && !prismatic || most > tappedFacesMax {
		t.Open, t.Typed = open, slices.Compact(slices.Clone(whose))
		if len(t.Typed) == 0 {
			t.Typed = []string{""}
		}
		if slices.Min(sides) == most && most <= tappedFacesMax {
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
			d.Colours, d.Vain, d.Says = dice.Colours[:], slices.Repeat([]int{len(dice.Colours)}, vainPoolsMax),
				"the first colour that shows the key face"
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

// ruling is the form for a throw that no rule asks for.
type ruling struct {
	Base string // the path of the link's pages
	session.RulingOdds
	Dice throwForm
}

// rulingText says what the dice of a ruling showed, or when a waiting change is made; empty if there was neither.
func rulingText(made session.StepsMade) string {
	for _, step := range made.Steps {
		waits := slices.IndexFunc(made.Waiting, func(w session.Waiting) bool { return w.Step == step.N })
		switch {
		case step.Throw != "" || step.Word == fight.WordDropped:
			return fight.SaidText(step)
		case waits >= 0:
			return fmt.Sprintf("This waits, %v.", made.Waiting[waits])
		}
	}
	return ""
}
