package tale

// tells are how a frame's lines say what happened, for the frames that no other system has: of each list a line needs one.
// The images around it are free; this much must be there in words.
var tells = map[string][]string{
	"stance": {
		"sets the feet, stands otherwise, keeps it there, another balance, settles a thumb lower, leans so, takes a stance, stands that way, {actor} has moved, finds it in these, keeps the other, holds it so",
	},
	"called": {
		"the stall is shut, has asked too much, comes back and, none arrives, has felt a leaf, too clever by, takes the stones away, comes back from it, keeps the paper, has not understood, has wanted more, has tried for them all",
	},
	"grip": {
		"the upper side, who holds, keeps the rope, master of the knot, rides on it, has the yoke, turn once more, is the dough, has it and {target}, the better handful, {actor} leads, keeps it there and",
	},
	"hurled": {
		"comes up to meet, lying among, flat on it, lands on the back, is down and, measures the road, is not fastened, lies where, is fall, sits on the earth, comes off the feet, on all fours",
	},
	"ward": {
		"a wall before {target}, must now ask, makes such a room, back to look at, stands so about, feels it grow still, lets {target} lie, keeps watch over, stands in front, bars the lane, wholly over {target}, does it for {target}",
	},
	"unhorsed": {
		"the saddle goes on, plucks the rider, out of the saddle, the withers and the earth, an empty stirrup, is unhorsed, from the horse, a rider is only, the mane and it is not, hoofs to the left, off the horse, the half without hoofs",
	},
	"ride": {
		"hoofs and {actor}, moves back under, rides a line, a mane lifts, in the saddle, by four hoofs, rides on to, and rides, comes riding, the canter goes over, from the horse, turns the horse",
	},
	"spent": {
		"put something by, reaches into it, what is quiet is quick, spends it, lets go of wanting, drinks from the empty, digs a hand, has been saving it, it is paid, plays that part, burns one, it costs {actor}",
	},
	"leaves": {
		"gone from the field, closes behind {actor}, smaller with each step, has gone through it, leaves the ground, {actor} is away, takes it and the noise, and goes, without {actor}, out of all this, and then is not, has left the field",
	},
}
