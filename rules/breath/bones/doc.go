// Package bones solves the bones of a fight of one against one: the same count, breaths, limit and overload, the same
// stumbles, but a weapon is its best attacks, an answer is one technique that stops a hit with its mean chance, at most two
// reservations stand, and nobody tires. Nobody drops a weapon either, but one that lies on the ground can be picked up. In
// a duel they have the ladder, half-steps and their contests, guard, feints and blows at the torso, but no other location.
// That is small enough to be solved when a search first asks, and it knows what no formula does: whose breath it is, what
// Energy is worth with this foe in front, and what a step of distance.
//
// What a fight's bones are is its [Joints], which the system measures. A [Yard] lays them and keeps at most [YardCells]
// values, 288 MB. They are dug as far as somebody asks: up to so many Wounds, since a blow only leads to fewer, on all
// cores, and until a context is cancelled; the values are the same to the last bit however they were dug.
//
//	joints.go  what bones are made of, and how much of it is told apart
//	spot.go    positions of the bones and their numbers
//	yard.go    where bones lie, and what was worked out of them
//	dig.go     a round, worked out
//	breath.go  a breath, worked out
package bones
