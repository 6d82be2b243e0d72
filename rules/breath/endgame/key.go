package endgame

import (
	"math"
	"slices"
)

// Key describes an abstracted fight completely: fights with equal keys share a tablebase. Whoever fills in a key
// calls [Key.Fit] next, which chooses how finely positions are told apart.
type Key struct {
	PickedUp   [2]*Tablebase // the fight after a side has picked its weapon up; nil if it has it in hand
	PickUpCost int           // in Energy
	NextRound  *Tablebase    // the fight in the next round; nil if it stays the same
	LastRound  bool          // nothing follows this round
	TimeUp     float32       // the value after the last round, if nobody has fallen
	Sides      [2]Side
	First      int // the side that breathes first of two with equal Energy
	Rungs      int // how many rungs the ladder has, 1 if there is none
	FirstRung  int // the farthest rung there is
	LockRung   int // the nearest rung, at which blades are locked
	SlipRung   int // the rung that a slip out of the lock leads to
	LockCost   int // the price of a push or slip

	reserveLevels int // how many numbers of reservations are told apart: 1 to 3 (none, one, two)
	shakenLevels  int // 2 if the key tells whether a side is shaken (Defenseless until its next breath), else 1
}

// Side is one side of the fight.
type Side struct {
	Seat           int
	Wounds         int                   // the most that it has; after [Key.Fit] on the scale of the tablebase
	Energy         int                   // the most that it has
	Limit          int                   // the Energy that one breath may spend without an overload check, at most [LimitMax]
	At             [rungsMax]Reach       // by rung
	Reserve        int                   // price of a reservation, 0 if the side has no defence
	Haste          int                   // price of a defence that was not reserved
	PassesOverload [LimitMax + 1]float64 // the chance to pass the overload check, by the excess over the limit

	Contests  [3]Contest // by Step, Push and Slip
	Pushed    int        // the points of guard that its push takes
	Guard     int        // the most points of guard that it has, 0 where there is none
	LullGuard int        // the points of guard that a lull restores

	woundScale  float64 // Wounds of the tablebase for each Wound of the fight, at most 1
	guardLevels int     // how many levels of unbroken guard are told apart, 0 if there is no guard
	guardScale  float64 // levels per point of guard
	lullLevels  float64 // LullGuard in levels
	returnLevel int     // the level, from 1, at which a broken guard returns
}

// Reach is what a side can do at a rung. Without a ladder everything is at rung 0.
type Reach struct {
	Attacks [attacksMax]Attack
	N       int  // how many of Attacks there are
	Ties    bool // it wins ties of half-steps while it has more Energy
}

// Contest has the chances to win a contest and to tie.
type Contest struct{ Wins, Ties float64 }

// Indexes of [Side.Contests].
const (
	Step = iota
	Push
	Slip
)

// Attack is one attack on the other side.
type Attack struct {
	Cost  int // in Energy
	Feint bool
	On    [4]Effect // by the state of the defender, a sum of OnDefenseless and OnBroken
}

// Bits of the state of a defender.
const (
	OnDefenseless = 1 << iota // it is spent or shaken
	OnBroken                  // its guard is broken
)

// Effect is the effect of an attack on its target.
type Effect struct {
	Hits     [HitsMax]Hit
	N        int     // how many of Hits there are
	NearMiss float64 // the chance of a miss that takes guard

	AttackerShaken float64 // the chance of a miss that leaves the attacker shaken
	Miss           float64 // the chance of any other miss
	Stops          float64 // the chance that a defence against a hit stops it
	DefenderShaken float64 // the chance that a defence against a hit fails and leaves the defender shaken
}

// Hit is one outcome of an attack that hits.
type Hit struct {
	P      float64 // its chance
	Wounds int     // the Wounds it takes
	Guard  int     // the points of guard it takes
	Shakes bool    // it leaves the defender shaken
}

// The largest numbers in a tablebase. A side with more Wounds than woundsMax is given woundsMax or fewer, down to
// woundsMin, each of which stands for more than one.
const (
	rungsMax   = 5
	attacksMax = 5 // two plain attacks, a throw, one at the torso and a feint
	HitsMax    = 3 // plain, critical, and with a great total
	EnergyMax  = 16
	LimitMax   = 7
	woundsMax  = 6
	woundsMin  = 3
)

// cellsMax is the most values in all tablebases that a first search solves, about a second's work. fightMax is the most
// values in all tablebases that a fight can need, of which few are ever solved.
const (
	cellsMax = 10_000_000
	fightMax = 56_000_000
)

// resolution is how finely everything but Wounds is told apart.
type resolution struct{ shakenLevels, reserveLevels, guardLevels int }

// resolutions are tried in this order, the finest first. What changes the exact values of the built-in encounter dojo
// least is given up first.
var resolutions = []resolution{
	{2, 3, 4}, {2, 3, 3}, {2, 3, 2}, {2, 2, 4}, {2, 2, 3}, {2, 2, 2}, {2, 2, 1}, {1, 3, 2}, {1, 2, 2}, {1, 2, 1}, {1, 2, 0},
}

// Fit chooses the finest resolution there is room for. all is how many tablebases the fight can need, first how many of
// them its first search solves. Without a ladder, the resolution of Wounds is reduced last: in tablebases of equal
// size, decisions in the built-in encounter mirror lose 0.3 mWP, thousandths of a win, with one reservation instead of
// two, and 4.5 mWP with two Wounds instead of three.
func (key *Key) Fit(all, first int) {
	whole := [2]int{key.Sides[0].Wounds, key.Sides[1].Wounds}
	fits := func(r resolution, wounds int) bool {
		key.setResolution(r, wounds, whole)
		return key.cells() <= min(cellsMax/first, fightMax/all)
	}
	if key.Rungs == 1 {
		for wounds := woundsMax; wounds >= woundsMin; wounds-- {
			if slices.ContainsFunc(resolutions, func(r resolution) bool { return fits(r, wounds) }) {
				return
			}
		}
	}
	for _, r := range resolutions {
		for wounds := woundsMax; wounds >= woundsMin; wounds-- {
			if fits(r, wounds) {
				return
			}
		}
	}
}

// setResolution sets a resolution. wounds is the most Wounds of a side that are told apart, whole the Wounds that each
// side has in the fight.
func (key *Key) setResolution(r resolution, wounds int, whole [2]int) {
	key.shakenLevels, key.reserveLevels = r.shakenLevels, r.reserveLevels
	for side := range key.Sides {
		d := &key.Sides[side]
		d.Wounds = min(whole[side], wounds)
		d.woundScale = float64(d.Wounds) / float64(whole[side])
		if d.Guard > 0 {
			d.setGuardLevels(r.guardLevels)
		}
	}
}

// setGuardLevels sets how many levels of guard are told apart, and the fields that depend on it.
func (d *Side) setGuardLevels(levels int) {
	d.guardLevels = min(levels, d.Guard)
	d.guardScale = float64(d.guardLevels) / float64(d.Guard)
	d.lullLevels = float64(d.LullGuard) * d.guardScale
	d.returnLevel = int(math.Ceil(float64((d.Guard+1)/2) * d.guardScale))
}

// guardValues returns how many values [Position.Guard] can have for a side.
func (d *Side) guardValues() int {
	if d.guardLevels == 0 {
		return 1
	}
	return d.guardLevels + unbroken
}

// guardAt returns [Position.Guard] for a level of unbroken guard. The lowest level is 1; the values below unbroken are
// the two kinds of a broken guard.
func guardAt(level int) int { return unbroken - 1 + level }

// restoredGuard returns [Position.Guard] for a guard that was broken and has returned.
func (d *Side) restoredGuard() int { return guardAt(d.returnLevel) }

// TracksGuard reports whether the tablebase has a side's guard.
func (d *Side) TracksGuard() bool { return d.guardLevels > 0 }

// ExactWounds reports whether the tablebase tells all of a side's Wounds apart, each of its Wounds standing for one.
func (d *Side) ExactWounds() bool { return d.woundScale == 1 }

// ScaledWounds converts Wounds of the fight to the scale of the tablebase.
func (d *Side) ScaledWounds(wounds float64) float64 { return wounds * d.woundScale }

// GuardLevel returns [Position.Guard] for guard points of a guard that is not broken. It rounds up, so that an unbroken
// guard never becomes a broken one.
func (d *Side) GuardLevel(guard int) int {
	return guardAt(min(int(math.Ceil(float64(guard)*d.guardScale)), d.guardLevels))
}

// MaxReserved returns the largest number of reservations that is told apart.
func (key *Key) MaxReserved() int { return key.reserveLevels - 1 }

// TracksShaken reports whether the tablebase tells who is shaken.
func (key *Key) TracksShaken() bool { return key.shakenLevels > 1 }
