package tempo

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
	"grapple": {
		"has both arms about, takes hold, has a hold of, closes on the cloth, gathers {target} in, arm under arm, is in them, has caught hold, comes in all the same, hangs on it, grips and is gripped, inside the reach, is shut between",
	},
	"pin": {
		"on top now, lies over the rest, holds it there, has {target} beneath it, presses the seal, can do nothing but breathe, under each, is not getting off, standing on it, keeps the count going, lid stays on, lies across",
	},
	"escape": {
		"then is not, stays in the hand, out of the bottle, left with the cord, tears loose, is through the window, comes up out of, has the shoulder back, what leaves between, puts a yard of water, gets clear, free of {target}",
	},
	"struck": {
		"is on the ground, watches the {weapon} go, drops from {target}, is not in it, go all the way, and {target} is without, a gap where the {weapon}, leaves {target}, hears it and cannot, out of reach, a hand emptied, turning in the air",
	},
	"scratch": {
		"hardly at all, a stripe that stings, no room to write, red and shallow, finds the place, from a fine line, knocked on {target}, a crumb off the loaf, no wider than a coin, a little the worse, by no more than, a small wound, there is not much",
	},
	"gash": {
		"a handful runs out, the bark is off, wet from rib to belt, means it, no longer a scratch, in the breath, in a steady drip, the wound will be felt, by a good hand, the glove soaks, does not pull, takes it in advance, like an apron put on",
	},
	"grievous": {
		"still a house, as from a well, stands as a mast stands, and the lamp sinks, goes on a long way, it pours all the same, has done that, bears on the other, upright out of habit, from the crown to the heel, has a whole winter, and nothing will shut it",
	},
	"felled": {
		"all at once, a coat slipped from its peg, lies among the footprints, as meal goes down, has the end of the rope, heels and rights and heels, lies as barns lie, turns the page, touches the ground first, and stays, slides along it, out of the fight, one is left",
	},
	"turned": {
		"feels it knock, none the less for it, and not a living thing, not opened, does no harm, nothing comes of it, wets the cloak, the whole of it, unharmed in it, no use for so little, brushes at the place, is whole",
	},
	"swing": {
		"mows where nothing grows, has shut in nobody, is all there is, a dry bucket, never quite there, lets it fade, treads on air, hauls it in again, the breadth of a hand, it hops away, the clod breaks there, arrives too late, cuts a good clean slice",
	},
	"muster": {
		"nobody has moved yet, not trodden on yet, the two clouds have not met, after that it is quiet, nothing decided, no one has anything more to say, here everything waits, all the shadows still point, it is the last errand, it has begun and nothing, they stand before each other, there is time for nothing else, for the length of a breath",
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
	"pace": {
		"crosses a few stones, a patch of trodden grass, stops for good reason, measures the ground off, goes where there is room, has another thread over there, walks up a chapel, {actor} is there, is in the next, has another corner, stands elsewhere, puts some ground behind",
	},
	"drawn": {
		"off the peg, takes up the {weapon}, has the {weapon} ready, the {weapon} in hand, by the feel of it, comes up with the {weapon}, the {weapon} now, reads the {weapon}, holding the {weapon}, out with the {weapon}, has tuned to the {weapon}, takes the {weapon} along, the weight of the {weapon}",
	},
	"loading": {
		"works at the {weapon}, winds the clock of it, sees to the {weapon}, the {weapon} must be fed, is busy with the {weapon}, lays the fire, sets the {weapon} as one sets, for the {weapon} it is, patiently {actor} tends, hauls at the {weapon}, makes it ready, over the {weapon}",
	},
	"aim": {
		"stands as a heron stands, a thread has been drawn, {target} is in the window, and does not breathe in, a long way toward, has made a mark, has found the middle, has chosen, the one bright needle, it comes out even, with {target} framed in it, comes to one spot",
	},
	"shot_wide": {
		"scares a sparrow, a post is hit, goes to another house, belongs to the sky, a coat breadth, a pond receives it, arrives as a whisper, the barn is hit, in somebody thatch, and past {target}, hums by, goes into the turf, found the wall, brought down a leaf",
	},
	"won_field": {
		"are on this side, falls to {actor}, stand and hear, have the place, and the matter decided, are the ones who need, it is held by {actor}, the table is theirs, it knows who has won, have leisure to notice, the day is for them, may ask {actor}",
	},
	"even_field": {
		"lies straight between, both columns come to the same, on nobody behalf, both are out, each side sits down, no one has anything to answer, it divides what it has always divided, there is none, no one in particular, the other half down, it proves nothing, neither bank has it",
	},
	"turning": {
		"shifted, it tips, one side, a creak in, low place, a cord of, one way, no longer in the middle, beam speaks, doubt, of the two lamps, of two, two drums, ice bears, where the road is, tide, hem, balance, hope",
	},
}
