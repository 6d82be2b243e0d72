package tale

// tells is how a frame's lines say what happened: of each list a line needs one. The images around it are free; this
// much must be there in words.
var tells = map[string][]string{
	"feigned": {
		"looks at the lantern, painted on the wall, has meant something else, has believed it, takes the bait, still listening to the first, not where the echo, minds the curtain, watching the shadow, only pulls the rope, never means the other half, an empty glove, on the wrong track, not the sentence",
	},
	"bind": {
		"neither comes away, locked by the antlers, each hold one end, grinds to a halt, the beam stands before the eyes, stay crossed, cannot pull free, near enough to whisper, on one latch, weapon across weapon, must plough together, neither weapon is free, a long scrape and silence",
	},
	"parry": {
		"finds the shutter closed, it runs down, put ashore elsewhere, stops in the hedge, on the outside, answered in full, lets it ring off, sets the blow aside, pours off to the side, is swept from it, it goes no farther, takes the blow on the wall, dies in the rafters, knocks against it",
	},
	"evade": {
		"no longer standing, nobody to visit, slips along the bench, beside the hand, goes through the gap, not there to be cut, just gone out, thins and is aside, gives up the stair, is off the spot, lets it pass by, turns so under",
	},
	"riposte": {
		"strikes into the coming, keeps a thorn, rake comes up, takes another in the same moment, asks it at once, meets the visitor, goes in as, has answered, comes out along the branch, lifts it sooner, breaks it from below, mows what leans",
	},
	"countertempo": {
		"has been waiting for, takes up another, changes the tune, takes the other fork, torn up and written anew, runs the other way, a different one is caught, not what blows, changes the lock, is in the house already, lays something heavier there, lifts the plough and sets it",
	},
	"press": {
		"held between them, pushes better, not slowly, finds the beginning, comes down through the, it rides over, slides forward along, something gives, works through the bind, walks along the plank, push again, presses until",
	},
	"wind": {
		"turns around the weight, winds about, goes about inside, without leaving the lock, wrapped the other way, takes up the slack, grows over it, and the other side, all that force goes, lets the rim turn, has coiled under, twisted back on itself",
	},
	"pin": {
		"on top now, lies over the rest, holds it there, has {target} beneath it, presses the seal, can do nothing but breathe, under each, is not getting off, standing on it, keeps the count going, lid stays on, lies across",
	},
	"guard_up": {
		"the latch goes home, from here on it sees, pulls the bridge up, ready for it now, not asleep any more, stands as one stands, drawn to the pitch, all wall and watching, clear and hard, sets the feet apart, the needle stands, a hive with the lid on",
	},
	"roused": {
		"is awake now, caught sleeping, sees the door open, starts up from it, the blankets are off, takes heed from there, is alight with attention, one sting teaches, both hands are on the rope, comes to at once, finds it out, looks here at last",
	},
	"rested": {
		"they fill, drinks from it, it brims, gathers it in, it comes back in, glows again from the middle, gets up rested, breathes with the whole flank, rises, time in it again, one to have over, the wind is back",
	},
	"loading": {
		"works at the {weapon}, winds the clock of it, sees to the {weapon}, the {weapon} must be fed, is busy with the {weapon}, lays the fire, sets the {weapon} as one sets, for the {weapon} it is, patiently {actor} tends, hauls at the {weapon}, makes it ready, over the {weapon}",
	},
	"aim": {
		"stands as a heron stands, a thread has been drawn, {target} is in the window, and does not breathe in, a long way toward, has made a mark, has found the middle, has chosen, the one bright needle, it comes out even, with {target} framed in it, comes to one spot",
	},
}
