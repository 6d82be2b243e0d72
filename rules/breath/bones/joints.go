package bones

import (
	"math"
	"slices"
)

// Joints are all that bones are made of: fights with equal joints share them. They are measured, then fitted into a room
// ([Joints.Fit]).
type Joints struct {
	Armed [2]*Bones // what they become when a side picks its weapon up; nil if it has it
	Pick  int       // what that costs
	Next  *Bones    // what they become with the next round; nil if they stay what they are
	Last  bool      // the round decides
	End   float32   // if it decides nothing else
	Sides [2]Side
	First int // the side that breathes first of two with equal Energy
	Rungs int // of the ladder, 1 if there is none
	Near  int // the farthest rung there is
	Lock  int // the rung at which blades are locked, the nearest
	Free  int // the rung a slip out of the lock leads to
	Bind  int // price of a push or slip

	helds int // how many numbers of reservations are told apart: none, one, two
	shook int // 2 if it is told whether a side is shaken, Defenseless until its next breath; else 1
}

// Side is one side.
type Side struct {
	Seat    int
	Wounds  int // at most
	Energy  int // at most
	Limit   int // of one breath, at most [LimitMax]
	At      [RungsMax]Reach
	Reserve int                   // price of a reservation, 0 if there is no answer
	Haste   int                   // of an answer without one
	Holds   [LimitMax + 1]float64 // the chance to bear an excess of so much

	Contests [3]Contest // half-step, push, slip
	Pushed   int        // the guard that a push takes
	Guard    int        // most guard, 0 where there is none
	Calm     int        // what a lull gives back of it

	scale float64 // what a Wound counts of those told apart, where there are more
	tiers int     // how many steps of guard are told apart, 0 if there is none
	tier  float64 // what a point of guard is of a step
	rest  float64 // the steps that a lull gives back
	half  int     // the step at which a broken guard returns
}

// Reach is what a side can do from a rung; all of it is at rung 0 where there is no ladder.
type Reach struct {
	Blows [BlowsMax]Stroke
	Able  int  // how many of Blows there are
	Ties  bool // it wins ties of half-steps while it has more Energy
}

// Contest is the chance to win one, and to tie.
type Contest struct{ Wins, Ties float64 }

// Places in [Side.Contests].
const (
	Step = iota
	Push
	Slip
)

// Stroke is an attack against the other side.
type Stroke struct {
	Cost  int
	Feint bool
	On    [4]Effect // the other as it is; Defenseless; broken; both
}

// Bits of what a stroke meets, the places in [Stroke.On].
const (
	OnOpen = 1 << iota
	OnBroken
)

// Effect is what a stroke does.
type Effect struct {
	Hits  [HitsMax]Hit
	N     int     // how many of Hits there are
	Near  float64 // chance of a miss that takes guard
	Slip  float64 // of one that leaves the striker shaken
	Miss  float64 // of any other
	Stops float64 // chance that an answer stops a hit
	Trips float64 // that it fails and shakes its own side
}

// Hit is one way to land.
type Hit struct {
	P      float64
	Wounds int
	Shaves int  // guard
	Topple bool // shakes the struck
}

// Most of each that is told apart: a giant's bones take no longer than a lord's. Where there is no room for six Wounds,
// fewer count for more.
const (
	RungsMax  = 5
	BlowsMax  = 5 // two plain blows, a throw, one at the torso and a feint
	HitsMax   = 3 // plain, critical, and with a great total
	EnergyMax = 16
	LimitMax  = 7
	woundsMax = 6
	woundsMin = 3
)

// cellsMax is the most values told apart in the bones a first look digs: a second's work. fightMax is the most in all the
// bones of a fight, few of which it comes to.
const (
	cellsMax = 10_000_000
	fightMax = 56_000_000
)

// room is what else is told apart: whether a side is shaken, how many numbers of reservations, how many steps of guard.
type room struct{ shook, helds, tiers int }

// rooms are tried in this order. Left out first is what exact values of the dojo miss least.
var rooms = []room{
	{2, 3, 4}, {2, 3, 3}, {2, 3, 2}, {2, 2, 4}, {2, 2, 3}, {2, 2, 2}, {2, 2, 1}, {1, 3, 2}, {1, 2, 2}, {1, 2, 1}, {1, 2, 0},
}

// Fit tells as much apart as there is room for, where so many bones are those of one fight and so many of them are dug at a
// first look. Without a guard that could be told in fewer steps, Wounds count for more last of all: in as many cells,
// decisions of the mirror lose 0.3 mWP where one reservation is told of two, and 4.5 where two Wounds are of three.
func (j *Joints) Fit(places, first int) {
	whole := [2]int{j.Sides[0].Wounds, j.Sides[1].Wounds}
	fits := func(r room, wounds int) bool {
		j.tell(r, wounds, whole)
		return j.cells() <= min(cellsMax/first, fightMax/places)
	}
	if j.Rungs == 1 {
		for wounds := woundsMax; wounds >= woundsMin; wounds-- {
			if slices.ContainsFunc(rooms, func(r room) bool { return fits(r, wounds) }) {
				return
			}
		}
	}
	for _, r := range rooms {
		for wounds := woundsMax; wounds >= woundsMin; wounds-- {
			if fits(r, wounds) {
				return
			}
		}
	}
}

// tell tells as much apart as a room has, and no more Wounds than so many of the whole.
func (j *Joints) tell(r room, wounds int, whole [2]int) {
	j.shook, j.helds = r.shook, r.helds
	for side := range j.Sides {
		d := &j.Sides[side]
		d.Wounds = min(whole[side], wounds)
		d.scale = float64(d.Wounds) / float64(whole[side])
		if d.Guard > 0 {
			d.told(r.tiers)
		}
	}
}

// told is how guard is told in so many steps.
func (d *Side) told(tiers int) {
	d.tiers = min(tiers, d.Guard)
	d.tier = float64(d.tiers) / float64(d.Guard)
	d.rest = float64(d.Calm) * d.tier
	d.half = int(math.Ceil(float64((d.Guard+1)/2) * d.tier))
}

// guards is how many values of guard there are.
func (d *Side) guards() int {
	if d.tiers == 0 {
		return 1
	}
	return d.tiers + Unbroken
}

// restored is a guard that was broken and has returned.
func (d *Side) restored() int { return Unbroken - 1 + d.half }

// Guarded says whether the bones tell of a side's guard.
func (d *Side) Guarded() bool { return d.tiers > 0 }

// Whole says whether the bones tell all of a side's Wounds apart, not some of them for more.
func (d *Side) Whole() bool { return d.scale == 1 }

// Scaled is so many Wounds as the bones count them.
func (d *Side) Scaled(wounds float64) float64 { return wounds * d.scale }

// Tier is a guard that is not broken, as the bones tell it.
func (d *Side) Tier(guard int) int {
	return Unbroken - 1 + min(int(math.Ceil(float64(guard)*d.tier)), d.tiers)
}

// Held is the most reservations that are told apart.
func (j *Joints) Held() int { return j.helds - 1 }

// Shaken says whether the bones tell who is shaken.
func (j *Joints) Shaken() bool { return j.shook > 1 }
