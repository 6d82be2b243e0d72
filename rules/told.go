package rules

// FieldTells are how the lines of several systems say what happened: those of the files field and turning of package
// prompts, frame by frame. A dialect that has these frames puts its own beside them, see [Tells].
var FieldTells = map[string][]string{
	"muster": {
		"nobody has moved yet, not trodden on yet, the two clouds have not met, after that it is quiet, nothing decided, no one has anything more to say, here everything waits, all the shadows still point, it is the last errand, it has begun and nothing, they stand before each other, there is time for nothing else, for the length of a breath, something to do with the hands, everybody knows the count, before this is done, waiting to be the second, the talking has stopped, so it begins, nobody is within reach, they are used up, the feet with care, here they are taken up",
	},
	"felled": {
		"all at once, a coat slipped from its peg, lies among the footprints, as meal goes down, has the end of the rope, heels and rights and heels, lies as barns lie, turns the page, touches the ground first, and stays, slides along it, out of the fight, one is left",
	},
	"struck": {
		"is on the ground, watches the {weapon} go, drops from {target}, is not in it, go all the way, and {target} is without, a gap where the {weapon}, leaves {target}, hears it and cannot, out of reach, a hand emptied, turning in the air",
	},
	"grapple": {
		"has both arms about, takes hold, has a hold of, closes on the cloth, gathers {target} in, arm under arm, is in them, has caught hold, comes in all the same, hangs on it, grips and is gripped, inside the reach, is shut between",
	},
	"escape": {
		"then is not, stays in the hand, out of the bottle, left with the cord, tears loose, is through the window, comes up out of, has the shoulder back, what leaves between, puts a yard of water, gets clear, free of {target}",
	},
	"gash": {
		"a handful runs out, the bark is off, wet from rib to belt, means it, no longer a scratch, in the breath, in a steady drip, the wound will be felt, by a good hand, the glove soaks, does not pull, takes it in advance, like an apron put on",
	},
	"scratch": {
		"hardly at all, a stripe that stings, no room to write, red and shallow, finds the place, from a fine line, knocked on {target}, a crumb off the loaf, no wider than a coin, a little the worse, by no more than, a small wound, there is not much",
	},
	"grievous": {
		"still a house, as from a well, stands as a mast stands, and the lamp sinks, goes on a long way, it pours all the same, has done that, bears on the other, upright out of habit, from the crown to the heel, has a whole winter, and nothing will shut it",
	},
	"turned": {
		"feels it knock, none the less for it, and not a living thing, not opened, does no harm, nothing comes of it, wets the cloak, the whole of it, unharmed in it, no use for so little, brushes at the place, is whole",
	},
	"swing": {
		"mows where nothing grows, has shut in nobody, is all there is, a dry bucket, never quite there, lets it fade, treads on air, hauls it in again, the breadth of a hand, it hops away, the clod breaks there, arrives too late, cuts a good clean slice",
	},
	"shot_wide": {
		"scares a sparrow, a post is hit, goes to another house, belongs to the sky, a coat breadth, a pond receives it, arrives as a whisper, the barn is hit, in somebody thatch, and past {target}, hums by, goes into the turf, found the wall, brought down a leaf",
	},
	"drawn": {
		"off the peg, takes up the {weapon}, has the {weapon} ready, the {weapon} in hand, by the feel of it, comes up with the {weapon}, the {weapon} now, reads the {weapon}, holding the {weapon}, out with the {weapon}, has tuned to the {weapon}, takes the {weapon} along, the weight of the {weapon}",
	},
	"pace": {
		"crosses a few stones, a patch of trodden grass, stops for good reason, measures the ground off, goes where there is room, has another thread over there, walks up a chapel, {actor} is there, is in the next, has another corner, stands elsewhere, puts some ground behind",
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

// Tells are a dialect's own, and those of FieldTells for whichever of its frames there are.
func Tells(frames []Frame, own map[string][]string) map[string][]string {
	all := make(map[string][]string, len(frames))
	for _, f := range frames {
		if lists, ok := own[f.Name]; ok {
			all[f.Name] = lists
		} else if lists, ok := FieldTells[f.Name]; ok {
			all[f.Name] = lists
		}
	}
	return all
}
