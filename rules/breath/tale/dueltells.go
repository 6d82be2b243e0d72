package tale

// duelTells is the same for a duel: most of its frames need two things said, what was tried and what came of it.
var duelTells = map[string][]string{
	"step_won": {
		"step, steps, half-step, heel, ankle",
		"has it, door gives, must go, wins, takes it with, has to, is drawn along, to name, cannot keep, obeys",
	},
	"step_free": {
		"step, steps, half-step",
		"no one disputes, freely given, nothing bars, {target} lets it, does not contest, unhindered, no move against, allowed, resists more than {target}, no answer, nobody holds, unopposed, gives a step away",
	},
	"step_held": {
		"step, half-step, foot",
		"not grant, stays what, the same bare, nothing moves, keeps it shut, refused, keeps the measure, no narrower, gone nowhere, nothing is nearer, and it holds, no more of the distance, is where it is, not allowed, says no",
	},
	"at_far": {"so far, far, opens wide, width of nothing, whole length, wide ground, out of reach, all the room"},
	"at_issoku": {
		"one step, next step, single step, one stride, one pace, a step from",
		"apart, cannot be taken back, separates, nobody takes, lies one, step distance, between hums, balanced, lies between, all the distance, one step from, this side, one step away, stops there, still lies",
	},
	"at_near":  {"near, nearness, within reach, width of a table, from here, arm reach"},
	"at_close": {"close, closer, closeness"},
	"at_locked": {
		"lock*, weight against weight, bound, presses, pressed, press, tsubazeriai",
		"everything crossed, lean together, all of it is effort, fouled, presses {target}, {actor} presses, both listening, {actor} pulls, leans on {target}, lower their, every heel, a leaf is caught, locked together, and press",
	},

	"push_won": {
		"push*, drives, heaves, shoves",
		"goes back, thrown off, comes apart, slides back, moved back, pushed back, gives way, opens the lock, driven back, a step off, off by a step",
	},
	"push_lost": {
		"push*, shove*, heaves, strength asks",
		"does not swing, nothing moves, not given, the wall pushes, still locked, keeps the cart, does not turn, comes to nothing, {target} stays, still held, not been moved, nothing more, does not so much, cannot move",
	},
	"slip_won": {
		"slip*, slide*, glides",
		"not there, away, free, gone, no one",
	},
	"slip_lost": {
		"slip, slips, slides",
		"nothing opens, keeps {actor}, still bound, gathers {actor} back, still held, lock slides, does not let go, still locked, keeps the end, draws it back, keeps the door, has {actor} still",
	},
	"empty_hand": {
		"elbow, hand, forehead, knee, thumb, palm",
		"guard rocks, shakes the calm, guard sees less, much calm, guard is jarred, guard stumbles, calm has no answer, guard can be, the calm drops, of the calm there, guard flinches, guard is not only, guard is jolted, the calm reels",
	},

	"feint": {
		"feint, promises, false, bait, lie, half a blow, a mask, knocks and is not, lure",
		"believes, comes back lighter, carp rises, runs to bar, answered it in full, flinches, {target} looks, starts up, reads it wrong, follows, gives it, stands guard, does not stop, makes {target} hurry, lurches",
	},
	"feint_met": {
		"feint, false, lure, pretends, true or, promise, paper tiger",
		"meets, meet, turns it away, hands it back, stops the pretence, puts it aside, a lid, answers it, closes it up, still finds {actor}",
	},
	"feint_missed": {
		"feint, bait, false, pretend*, lie, lure, half a blow, promises",
		"not believe, untaken, shows no ring, not called in, not a thread, nobody runs, unmoved, does not rise, does not fly, not moved, no thinner, does not give, not taken up, lets {actor} feint go, unmet",
	},
	"shaved": {
		"guard, calm",
		"thinner by, a chip, a grain, less calm, leans a little, loosened, frays, barer, rust begins, wears at, shorter than it looks, a little less, a little colder, one stitch",
	},
	"guard_gone": {
		"guard, calm, unguarded",
		"last of {target}, is gone, not let out, breaks, hangs open, is spilled, no bar, there is nothing, the end of {target}, is missing, sees it gone",
	},
	"window": {
		"opening, open, gap, unguarded, has a hole, not there, off its hinges, undefended",
		"blood, wound, wounded, red, bleeds",
		"where the guard should, is deep, all of it, all the way, flesh and, great deal, enters {target}, no small one, to the depth, at the root, heavily, only colour, deep",
	},
	"stood_off": {
		"guard, calm",
		"too long, waiting, stood off, keeps away, nothing comes, waits, has waited, far from every, patience",
	},
	"recovered": {
		"guard, calm",
		"comes back, mends, fills, returns, smoother, lifts it, settles, gives back, taken up again, grows back, sets the guard",
	},
	"opening_past": {
		"guard, calm",
		"closes, shuts it, is over, is back, shut, grow over, comes back, back on, back upright",
	},

	"wrist_kept": {
		"wrist, fruit stays",
		"not open, keeps the grip, still holds, stays closed, the grip is not, not shake, still hauls, grips harder, and holds, stays shut, lets nothing go, keeps its shape, not let go, not the hand",
	},
	"wrist_lost": {
		"wrist",
		"hand forgets, something land, hand beneath, holds nothing, lets go, closes on red, down it comes, hand is empty, hand spills, nothing in the hand, hand is bare, a hand is empty, stays open",
	},
	"arm": {
		"arm, arms",
		"blood, bleeds, red, wound, wounded, hurt, darkens, pain",
	},
	"leg": {
		"leg, legs, knee, thigh, calf, ankle, shin",
		"blood, bleeds, bleeding, red, wounded, hurt",
	},
	"torso": {
		"body, ribs, rib, trunk, {target} side, chest, belly",
		"blood, bleeding, bleeds, red, wound, darkens",
	},
	"face": {
		"face, brow, cheek, eyes, eye",
		"blood, bleeds, red, wounded, hurt",
	},
	"near_miss": {
		"width, so near, almost, breadth, not touched, passes like, floats down, misses by little, nearly, through it, near enough, that near",
		"guard, calm",
	},

	"point": {"one point, a point, touch, touches, counts, one tap"},
	"point_deep": {
		"deep, deeper, in full, more than a point, entirely, depth",
		"counts, stands whole, no skin, nobody is harmed, more than a point, be enough, stops the blow, halts there, a deep one, takes none",
	},
	"match_opening": {
		"quiet, silence, silent, before, stillness, peace, not been told",
		"salutes, washed, practice, two, a broom, a moth, carried out, a lesson, ladle, drawn down, pupils, whoever loses, is learned",
	},
	"match_won": {
		"is decided, has won, is {actor}, bout, wins, victory, who has won",
		"can still walk, practice, the tally, bout, without harm, lesson, abacus, victory here, tomorrow",
	},
	"match_draw": {
		"neither, tally is even, it is over, nothing is decided, even then, unanswered, nobody over it, to rest even, has won, no one has the better",
		"equally low, the lesson, the brush, no one can say, nobody minds, the bucket, moth, question, practice, left so, of the hour, such sums, points of view",
	},
	"duel_lull": {
		"neither moves, both draw back, a pause, noise of it, they rest, pause goes on, shadows rest, stillness, waits behind, this pause, in the quiet, both rest, the pauses",
		"two, its two, before the feeling, groove, nobody nods, in both, two doors, each, another, both, neither",
	},
	"duel_turning": {
		"one of the two, it tips, from here one, a thread has, one of, a hinge has, begins to creak, no longer even, it has turned, uphill, has begun to slope, for one",
		"more loudly, seen to tip, one answers, whose sleeve, grown shorter, will take its time, to creak, shows it yet, standing in it, uphill, heard it, found some, in time, which way",
	},
	"duel_won": {"who can still hear, made for two, no other claim, no one left, {actor} has won, last word, one has finished, {actor} remains, {actor} in it, alone, has the day, {actor} now, victory weighs, will leave"},
}
