package rules

import (
	"cmp"
	"math"
)

// Motives describes the purposes of decisions and the condition of each combatant, for agents with goals besides
// winning. A system only describes; what a purpose is worth is the agent's. A search calls none of these methods.
type Motives[S comparable] interface {
	// Motive returns the purpose of a legal decision.
	Motive(s *S, a Action) Motive
	// Plight returns the condition of a seat.
	Plight(s *S, seat Seat) Plight
	// Reaches reports whether by could strike at from where both are, with what it has left to pay with.
	Reaches(s *S, by, at Seat) bool
}

// Motive is the purpose of a decision, as an onlooker would describe it.
type Motive struct {
	Strikes Seat // the foe to hurt, hold or hinder; or Nobody
	Shoots  bool // it strikes from afar, with a bow or a gun
	Loads   bool // it makes a shot ready
	Helps   Seat // the friend to guard, give to, tend, free or join beside a foe; or Nobody
	Nears   int8 // 1: goes nearer to the nearest foe, -1: farther away, 0: neither
	Guards  bool // keeps a defence ready, or hides behind one
	Stakes  bool // risks more than it must: strains, throws its guard away, gambles on a raise
	Rests   bool // does nothing more for now
}

// Plight is the condition of a combatant, as an onlooker can see it.
type Plight struct {
	Out               bool   // it no longer fights
	LifeLeft, LifeMax int    // the harm that it can still take before it falls, and at most, in Wounds or boxes
	LifeName          string // what a sheet calls this harm, if not wounds
	Helpless          bool   // it can hardly defend itself: Defenseless, stunned, held
}

// Hurt reports whether a combatant has lost at least half of its Wounds or boxes.
func (p Plight) Hurt() bool { return p.LifeLeft < p.LifeMax && 2*p.LifeLeft <= p.LifeMax }

// Field is who stands where, as far as a step is judged by it: whether it leads nearer to the foes, and whether it
// relieves a friend. A place is a number whose meaning is the system's; Apart returns the distance of two.
type Field struct {
	Seats     int                    // how many there are
	Place     func(seat int) uint8   // where a seat is
	Distance  func(a, b uint8) uint8 // the distance of two places
	Beside    uint8                  // the greatest distance at which two combatants count as beside each other
	AreFoes   func(a, b int) bool    // whether two seats are on different sides
	IsInFight func(seat int) bool    // whether a seat still fights
}

// Nears returns 1 if a seat would be nearer to its nearest foe at the place to than where it is, -1 if it would be
// farther away, else 0.
func (f Field) Nears(by int, to uint8) int8 {
	return int8(cmp.Compare(f.nearest(by, f.Place(by)), f.nearest(by, to)))
}

// nearest returns the distance from a place to the nearest foe of a seat, 255 if there is none.
func (f Field) nearest(by int, to uint8) uint8 {
	near := uint8(math.MaxUint8)
	for k := range f.Seats {
		if f.AreFoes(by, k) && f.IsInFight(k) {
			near = min(near, f.Distance(to, f.Place(k)))
		}
	}
	return near
}

// RelievedFriend returns the first friend that a seat would join by going to a place: one with a foe beside it, which
// the seat is not beside yet and would be there. Nobody if there is none.
func (f Field) RelievedFriend(by int, to uint8) Seat {
	beside := func(a, b uint8) bool { return f.Distance(a, b) <= f.Beside }
	for k := range f.Seats {
		at := f.Place(k)
		if k == by || f.AreFoes(by, k) || !f.IsInFight(k) || !beside(at, to) || beside(at, f.Place(by)) {
			continue
		}
		for foe := range f.Seats {
			if f.AreFoes(by, foe) && f.IsInFight(foe) && beside(at, f.Place(foe)) {
				return Seat(k)
			}
		}
	}
	return Nobody
}
