package web

import (
	"fmt"
	"slices"

	"kokyu/agent/narrate"
	"kokyu/agent/session"
	"kokyu/rules/fight"
)

// ruling is a throw that no rule asks for, as a page shows it before the dice fall.
type ruling struct {
	Base string // of the addresses of the link
	session.RulingOdds
	Dice [][]int // the faces of each die that can be tapped; none: they are typed
	Taps []int   // the faces that are written into the field, where dice are thrown on
}

// tappedMax is how many dice a ruling may have whose faces are tapped one by one.
const tappedMax = 4

func rulingOf(base string, odds session.RulingOdds) *ruling {
	r := &ruling{Base: base, RulingOdds: odds}
	typed := odds.Open || len(odds.Sides) > tappedMax
	for _, sides := range odds.Sides {
		var faces []int
		for n := range min(sides, facesMax) {
			faces = append(faces, n+1)
		}
		r.Dice, typed = append(r.Dice, faces), typed || sides == 0 || sides > facesMax
	}
	if typed {
		r.Taps, r.Dice = nil, nil
		if odds.Open {
			r.Taps = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
		}
	}
	return r
}

// fell returns what the dice of a ruling came to, or what becomes of a change that has to wait; empty if neither was made.
func fell(made session.Made) string {
	for _, step := range made.Steps {
		waits := slices.IndexFunc(made.Waiting, func(w session.Waiting) bool { return w.Step == step.N })
		switch {
		case step.Throw != "" || step.Word == fight.WordDropped:
			return narrate.Said(step)
		case waits >= 0:
			return fmt.Sprintf("This waits, %v.", made.Waiting[waits])
		}
	}
	return ""
}
