package rules

import (
	"cmp"
	"math"
)

// Motives describe what a decision does and how each combatant stands, for agents with goals besides winning. Systems only
// describe; agents decide what it is worth. A search calls none of these methods.
type Motives[S comparable] interface {
	// Motive returns the purpose of a legal decision.
	Motive(s *S, a Action) Motive
	// Plight returns the condition of a seat.
	Plight(s *S, seat Seat) Plight
	// Reaches reports whether by could strike at from where both stand, with the time and means it has.
	Reaches(s *S, by, at Seat) bool
}

// Motive is the purpose of a decision, as an onlooker would describe it.
type Motive struct {
	Strikes Seat // the foe it is to hurt, to hold or to hinder; Nobody
	Shoots  bool // it strikes from afar, with a bow or a gun
	Loads   bool // it makes a shot ready
	Helps   Seat // the friend it is for: guarded, given to, tended, freed of who holds it, joined where a foe besets it; Nobody
	Nears   int8 // 1 goes at the foes, -1 away from them
	Guards  bool // keeps a defence ready, or hides behind one
	Stakes  bool // risks more than it must: strains, throws its guard away, gambles on a raise
	Rests   bool // does nothing more for now
}

// Plight is the condition of a combatant, as an onlooker can see it.
type Plight struct {
	Out      bool   // it no longer fights
	Left, Of int    // what it can still bear, and what it could at first: Wounds, boxes
	Life     string // what that is called on its sheet, if it is not wounds
	Helpless bool   // it can hardly defend itself: Defenseless, stunned, held
}

// Hurt reports whether a combatant has lost at least half of its Wounds or boxes.
func (p Plight) Hurt() bool { return p.Left < p.Of && 2*p.Left <= p.Of }

// Field is where everybody stands, for what a step is good for. A place is a number, and so is how far two are apart.
type Field struct {
	Seats  int
	Place  func(seat int) uint8
	Apart  func(a, b uint8) uint8
	Beside uint8 // how far apart those may be who are beside each other
	Foes   func(a, b int) bool
	Up     func(seat int) bool
}

// Nears returns 1 if the nearest foe is nearer to a place than to a seat, -1 if it is farther.
func (f Field) Nears(by int, to uint8) int8 {
	return int8(cmp.Compare(f.nearest(by, f.Place(by)), f.nearest(by, to)))
}

func (f Field) nearest(by int, to uint8) uint8 {
	near := uint8(math.MaxUint8)
	for k := range f.Seats {
		if f.Foes(by, k) && f.Up(k) {
			near = min(near, f.Apart(to, f.Place(k)))
		}
	}
	return near
}

// Relieved returns the friend to whose side a seat comes at a place: one beside it that the seat does not stand beside now, and
// with a foe beside it. Of several it is the first; Nobody if there is none.
func (f Field) Relieved(by int, to uint8) Seat {
	beside := func(a, b uint8) bool { return f.Apart(a, b) <= f.Beside }
	for k := range f.Seats {
		at := f.Place(k)
		if k == by || f.Foes(by, k) || !f.Up(k) || !beside(at, to) || beside(at, f.Place(by)) {
			continue
		}
		for foe := range f.Seats {
			if f.Foes(by, foe) && f.Up(foe) && beside(at, f.Place(foe)) {
				return Seat(k)
			}
		}
	}
	return Nobody
}
