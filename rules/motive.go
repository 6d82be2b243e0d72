package rules

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

// Relieved returns the friend to whose side a seat comes at a place: one beside it that the seat does not stand beside now, and
// with a foe beside it. Of several it is the first; Nobody if there is none.
func Relieved[P any](seats, by int, to P, place func(int) P, beside func(a, b P) bool, foes func(a, b int) bool, up func(int) bool) Seat {
	for k := range seats {
		at := place(k)
		if k == by || foes(by, k) || !up(k) || !beside(at, to) || beside(at, place(by)) {
			continue
		}
		for foe := range seats {
			if foes(by, foe) && up(foe) && beside(at, place(foe)) {
				return Seat(k)
			}
		}
	}
	return Nobody
}
