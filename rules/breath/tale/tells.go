package tale

// tells is how a frame's lines say what happened: of each list a line needs one. The images around it are free; this
// much must be there in words. A line nobody could tell from another frame's by its words has no place in either.
var tells = map[string][]string{
	"strain_held": {
		"beyond, past, below, bottom of, runs out, no air, more than, too much, too far, too hard, drawn thin, one breath, the breath ends, higher, thread, overreach*, borrow*, spent, burns beyond",
		"goes on, does not let go, it bears, bears it, straight again, carries, is quiet, finishes it, does not break, neither hurries nor shakes, holds, gives it, finds ground, no seam, is enough, keeps shape, comes up, not spilling, does not go out",
	},
	"strain_broken": {
		"nothing after, empty, emptied, is gone, not lit, unguarded, comes open, without a guard, taken everything, swept clean, there is ash, no ladder, stands open, nothing answers, no wall, {actor} guard now, guard should be, dry to the bottom, every channel open, goes soft, {actor} strength",
	},
	"ready": {
		"a guard, the guard, guard up, guard already raised, {actor} bars, has laid, builds it, measures one line, prepared, for the answer, before it, no gap shows, {actor} closes, waits behind it",
	},
	"stance": {
		"takes a stance, takes the stance, takes up a stance, in the stance, a stance, found the stance, into the stance, the stance is taken, the shape is, becomes a shape, stance is a kind, the stance is in, {actor} is set, how to stand, ways to stand, stands otherwise, stands so, the tree, and widens, stance is there",
	},
	"stance_lost": {
		"of the stance, no stance, the stance of, not the stance, stance comes open, stance goes, of a stance, stance does not, the stance goes, the stance is gone, stances last, the shape that should be, holds {actor} in shape, works loose, should be a wall, standing differently, nothing is settled, no longer one thing",
	},
	"wait": {
		"lets the moment, leaves it, others have, let others, holds back, not yet, passed on, lets the frost lie, waits, not on it, doing nothing, nor does {actor}, unused, stands back, lets others, does not press, does not lean, stands aside, nothing moves in {actor}, lets another",
	},
	"close": {
		"done for now, banks, no more will come, spends nothing, looks on, keeps still, only watches, oars come in, only sight, to stop is, refused, yields the moment, saving, finished with this part, stops to look, spends none, ties off the cord, rests without, does nothing now, has moored",
	},
	"reload": {
		"load*, ramrod, the match, powder, the pan, tamps, charges the, rams",
	},
	"move": {
		"crosses, changed ground, from here to there, goes across, {actor} leaves, leaving, {actor} enters, is no longer, {actor} goes, slide by, new ground, over there, end of the line, has gone, stroke across, does not stay",
	},
	"through": {
		"through, and is past, and out, open air, is behind {actor}, middle of the enemy, beyond what, is current, in the house, past the enemy, comes out, breaks across, splits the press, not stopped",
	},
	"thrown_back": {
		"same ground again, no nearer, gives {actor} back, sent back, wrong side, gives everything back, put back, outside again, in the dark again, slides back, no place to pass, stands again, comes away, the same bank, old ground, carried back, steps out, is back, handed back",
	},
	"hide": {
		"then there is only, goes back for {actor}, in and shuts it, not seen, none of them touches {actor}, out of sight, no longer anywhere, has left the field, closes over {actor}, looks for {actor}, gone from view, knows where {actor} is, ought to be, from sight, take {actor} in, cannot be found, stops being seen, beyond the eye, seen to leave",
	},
	"bleeding": {
		"darker, wound, bleeding, bleeds, red, blood, drop, drips, grows less, what leaves, warmth goes, stain*, is left, whole work, spends it standing, even the quiet costs",
		"stand*, upright, bears, does not look down, not moved, holds, has not, looks at, gives a little, grows less, outwaits, rest is for the others, not sit down, drips from {actor}",
	},
	"sunk": {
		"goes down, lies, sits down, on the ground, sinks, lies down, kneels, is down, upright no longer",
	},
	"bled_out": {
		"goes down, lies, sits down, on the ground, sinks, lies down, kneels, lets the ground, rests on, is down, upright no longer, to the earth",
		"blood, red, wound, bleed*, bleeding, drop, leak, loss, ebb, oil, thread, warmth",
	},
	"staunched": {
		"stops, stays where, shuts, no more, no longer, tied off, enough blood, has closed, has stopped, ceases, slows, is ended, nothing runs, loses nothing, loses no more, to give",
		"blood, bleed*, wound, red, drip, drop, stain, loses, losing, has closed, warmth, loss",
	},
	"end_won": {
		"keep the ground, goes to {actor}, nothing stands against, {actor} stand, let the guard down, is theirs, on this bank, belongs to {actor}, {actor} hold it, those it uncovers, is with {actor}, {actor} remain, left with the ground, nothing left in the way, won, have it, of the field",
	},
	"opening": {
		"yet, quiet, a bell finishes, stillness, before, crickets stop, still where, here there is only, silent, silence, no one looks away, the last ordinary, keeps the peace, listen, will have begun, peace",
	},
	"lull": {
		"it stops, breathes, resting, both sides lean, a pause, spent, for as long as, like a tide, the noise stops, cords are slack, put down its load, time to be, too tired, smoke thins, loom stops, nobody yields, a rest, stillness, how large, gaps",
	},
	"turning": {
		"shifted, it tips, one side, a creak in, low place, a cord of, one way, no longer in the middle, beam speaks, doubt, of the two lamps, of two, two drums, ice bears, where the road is, tide, hem, balance, hope",
	},
	"end_draw": {
		"without an ending, no one has won, comes to rest, two tides, nobody's, nobody, neither, weariness empties, nothing is settled, nothing is decided, by the same two, it stops, either side, leaning, to no water, no distinction, gained nothing, it is over, unclaimed, unfinished",
	},
	"pick_up": {
		"takes back, lifts it, has the, raises the, comes up out, is back, taken up, straightens, has it again, takes it up, is lifted, one weight again, own {weapon}, keeps the, reclaims, comes back to, wakes it, then with it, comes away, takes it from",
	},
}
