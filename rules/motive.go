package rules

// Motives say what a decision does and how everybody stands, for a mind that wants more than to win. What anybody makes of it
// is not the system's business. Nothing here is called while searching.
type Motives[S comparable] interface {
	// Motive is what a, a legal decision, is for.
	Motive(s *S, a Action) Motive
	// Plight is how a seat stands.
	Plight(s *S, seat Seat) Plight
	// Reaches says whether one seat could strike another from where both stand, with the time and the means it has.
	Reaches(s *S, by, at Seat) bool
}

// Motive is what a decision is for, as anybody who looks on would say.
type Motive struct {
	Strikes Seat // the foe it is to hurt, to hold or to hinder; Nobody
	Helps   Seat // the friend it is for: guarded, given to, tended; Nobody
	Nears   int8 // 1 goes at the foes, -1 away from them
	Guards  bool // keeps a defence ready, or hides behind one
	Stakes  bool // risks more than it must: strains, throws its guard away, gambles on a raise
	Rests   bool // does nothing more for now
}

// Plight is how somebody stands, as anybody who looks on can see.
type Plight struct {
	Out      bool // it fights no more
	Left, Of int  // what it can still bear, and what it could at first: Wounds, boxes
	Helpless bool // it hardly answers a blow: Defenseless, stunned, held
}

// Hurt says whether somebody has lost half of what it could bear.
func (p Plight) Hurt() bool { return p.Left < p.Of && 2*p.Left <= p.Of }
