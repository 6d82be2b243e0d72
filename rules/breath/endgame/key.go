package endgame

import (
	"math"
	"slices"
)

// Key is all that an abstracted fight consists of: fights with equal keys share a tablebase. Whoever fills it in then
// has it choose how finely positions are told apart ([Key.Fit]).
type Key struct {
	PickedUp   [2]*Tablebase // the fight after a side has picked its weapon up; nil if it has it in hand
	PickUpCost int           // in Energy
	NextRound  *Tablebase    // the fight in the next round; nil if it stays the same
	LastRound  bool          // nothing follows this round
	TimeUp     float32       // the value after the last round, if nobody has fallen
	Sides      [2]Side
	First      int // the side that breathes first of two with equal Energy
	Rungs      int // of the ladder, 1 if there is none
	FirstRung  int // the farthest rung there is
	LockRung   int // the rung at which blades are locked, the nearest
	SlipRung   int // the rung that a slip out of the lock leads to
	LockCost   int // the price of a push or slip

	reserveLevels int // how many numbers of reservations are told apart: 1 to 3 (none, one, two)
	shakenLevels  int // 2 if the key tells whether a side is shaken (Defenseless until its next breath), else 1
}

// Side is one side of the fight.
type Side struct {
	Seat    int
	Wounds  int // at most
	Energy  int // at most
	Limit   int // of one breath, at most [LimitMax]
	At      [rungsMax]Reach
	Reserve int                   // price of a reservation, 0 if the side has no defence
	Haste   int                   // price of a defence that was not reserved
	Bears   [LimitMax + 1]float64 // by the excess over the limit: the chance to pass the overload check

	Contests [3]Contest // by Step, Push and Slip
	Pushed   int        // the guard that its push takes
	Guard    int        // most guard, 0 where there is none
	Calm     int        // the guard that a lull restores

	woundScale  float64 // Wounds of the tablebase for each Wound of the fight, at most 1
	guardLevels int     // how many levels of unbroken guard are told apart, 0 if there is no guard
	guardScale  float64 // levels per point of guard
	lullGuard   float64 // the levels that a lull restores
	returnLevel int     // the level at which a broken guard returns
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
	Cost  int
	Feint bool
	On    [4]Effect // by the defender's state: OnOpen and OnBroken
}

// Bits of the defender's state: its indexes in [Attack.On].
const (
	OnOpen = 1 << iota
	OnBroken
)

// Effect is what an attack does.
type Effect struct {
	Hits     [HitsMax]Hit
	N        int     // how many of Hits there are
	NearMiss float64 // chance of a miss that takes guard
	Stumble  float64 // chance of a miss that leaves the attacker shaken
	Miss     float64 // chance of any other miss
	Stops    float64 // chance that a defence stops a hit
	Stumbles float64 // chance that a defence fails and leaves the defender shaken
}

// Hit is one outcome of an attack that hits.
type Hit struct {
	P      float64
	Wounds int
	Guard  int  // the guard it takes
	Shakes bool // it leaves the defender shaken
}

// The most of each that is told apart, so that a giant's tablebase is no larger than a lord's. Of more Wounds than
// there is room for, at most six, each one of the tablebase stands for more than one.
const (
	rungsMax   = 5
	attacksMax = 5 // two plain attacks, a throw, one at the torso and a feint
	HitsMax    = 3 // plain, critical, and with a great total
	EnergyMax  = 16
	LimitMax   = 7
	woundsMax  = 6
	woundsMin  = 3
)

// cellsMax is the most values in the tablebases that a first search solves, about a second's work. fightMax is the most
// in all tablebases of a fight, of which few are ever solved.
const (
	cellsMax = 10_000_000
	fightMax = 56_000_000
)

// resolution is how finely everything but Wounds is told apart.
type resolution struct{ shakenLevels, reserveLevels, guardLevels int }

// resolutions are tried in this order, finest first. What is dropped first changes exact values of the dojo least.
var resolutions = []resolution{
	{2, 3, 4}, {2, 3, 3}, {2, 3, 2}, {2, 2, 4}, {2, 2, 3}, {2, 2, 2}, {2, 2, 1}, {1, 3, 2}, {1, 2, 2}, {1, 2, 1}, {1, 2, 0},
}

// Fit chooses the finest resolution there is room for. A fight can need so many tablebases, of which its first search
// solves first. Without a ladder, Wounds are the last of which fewer are told apart: with as many values, decisions of
// the mirror lose 0.3 mWP if one reservation is told apart instead of two, and 4.5 mWP if two Wounds are instead of
// three.
func (key *Key) Fit(tablebases, first int) {
	whole := [2]int{key.Sides[0].Wounds, key.Sides[1].Wounds}
	fits := func(r resolution, wounds int) bool {
		key.setResolution(r, wounds, whole)
		return key.cells() <= min(cellsMax/first, fightMax/tablebases)
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

// setResolution sets a resolution, with at most so many of each side's Wounds, which are whole, told apart.
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

// setGuardLevels sets how many levels of guard are told apart, and what follows from it.
func (d *Side) setGuardLevels(levels int) {
	d.guardLevels = min(levels, d.Guard)
	d.guardScale = float64(d.guardLevels) / float64(d.Guard)
	d.lullGuard = float64(d.Calm) * d.guardScale
	d.returnLevel = int(math.Ceil(float64((d.Guard+1)/2) * d.guardScale))
}

// guardValues returns how many values Position.Guard has for a side.
func (d *Side) guardValues() int {
	if d.guardLevels == 0 {
		return 1
	}
	return d.guardLevels + unbroken
}

// restoredGuard returns Position.Guard for a guard that was broken and has returned.
func (d *Side) restoredGuard() int { return unbroken - 1 + d.returnLevel }

// TracksGuard reports whether the tablebase has a side's guard.
func (d *Side) TracksGuard() bool { return d.guardLevels > 0 }

// ExactWounds reports whether the tablebase tells all of a side's Wounds apart, each of its Wounds standing for one.
func (d *Side) ExactWounds() bool { return d.woundScale == 1 }

// ScaledWounds returns so many Wounds on the scale of the tablebase.
func (d *Side) ScaledWounds(wounds float64) float64 { return wounds * d.woundScale }

// GuardLevel returns Position.Guard for so many points of guard that is not broken.
func (d *Side) GuardLevel(guard int) int {
	return unbroken - 1 + min(int(math.Ceil(float64(guard)*d.guardScale)), d.guardLevels)
}

// MaxReserved returns the most reservations that are told apart.
func (key *Key) MaxReserved() int { return key.reserveLevels - 1 }

// TracksShaken reports whether the tablebase tells who is shaken.
func (key *Key) TracksShaken() bool { return key.shakenLevels > 1 }
