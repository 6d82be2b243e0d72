package tale

// blowTells is the same for blows and what comes of them.
var blowTells = map[string][]string{
	"miss": {
		"only air, moved on, not been there, wrong side of it, goes by, air parts, air closes, no one, already memory, stands beyond it, wide, nothing touches, strikes past, moment is gone, gives one step, a span short, sways aside, other side of the paper, mud takes, through nothing, unused, a thumb beyond, left outside, hums past, slipped from it, already elsewhere, sweeps by, hardly moved, gives back one step, is not there, passes {target}, slipped off",
	},
	"miss_shot": {
		"gone into, wind lies between, past {target}, past, behind {target}, goes by, far behind, far earth, gives way, all that {actor} has sent, other country, over {target}, among the rest, misses {target}, {target} shifts, does not arrive, what follows it does not, the path of it, feels the cold of it, untouched, beyond {target}, gives {target} back, hears no change, still standing in it, short of {target}, slides wide, passes, hears the coin go by",
		"aim, aims, sent, sends, shot, throw, flung, something goes by, what flies, arrow, powder, smoke, muzzle, far earth, lets go, eye arrives, path of it, passes so near, water leaps, tearing of the air",
	},
	"held": {
		"{target} blow, {target} strikes, {target} strength, {target} force, {target} intent, {target} gives with, {target} there, {target} stands close, puts the blow aside",
		"been waiting, no more than that, not tired, is ready, readiness, prepared, already made, no haste, has already, it is sent, is sent, sends aside, lightly, not a ripple, beforehand, unaltered, moss grows, not stir, easily, guard is older, it should be, nothing more, a little like, small circle, stays dry, left with the silence, open palm, in good time, measure of it, looked to the peg, shutters closed, courtesy, moved the blow past, no more trouble",
	},
	"hasty": {
		"{target} blow, {target} has nearly, {target} still near, {target} is near, with {target}, crouches from {target}, {target} strikes, {target} hears the gulped",
		"breath takes, in breath, the air, air, breathing, with breath, is breath, {actor} breath, of breath, breath, bellows, gasps, breathes dimly, panting, a heave",
		"barely, late, lateness, slammed, scramble, nearly, no time, shakes, too near, safe and poorer, luck, lurch*, at the last, heave, flares, out of rhythm, slides, broom, haste, by a thread, crooked, jams, jam, in time, dragged up, scrape, heaving, beats off, shoves up, so soon, scrambles, not much oil, without grace",
	},
	"broken_guard": {
		"{target} guard, the guard, a guard, door is barred, {target} guards, guarding, order, {target} leaves open, holds up, beats at the shaft, open side, guard is up, no guard is, raised guard",
		"bleed*, red, redden*, blood*, wound*",
		"not enough, comes in, pours over, behind {actor} blow, where it is not, at the fray, the rest arrives, past, not the weight, no wider, a fault, where the wall, cracks, is gone as quickly, wrong place, brushed aside, not quite catch, leaves open, lies flat, soaks through, finds the join, under the guard, point comes on, through it, knothole, no guard is, hook, by the guard, folds, beneath the guard, overlooks, unlatched, its opening, strikes over, open side",
	},
	"wound": {
		"drop, red, redden*, dark, darken*, stain, blood, wound*, bead, mark, marked, hurt, bleed*, altered, bruise, eyelet, something within answers",
		"lightly, thin, a little, small, not look again, red on, not deeply, one dark, then one more, slight, slowly, its own, not deep, learns where, not much, marked, no deeper, seems to do nothing, only the point, moth, dully, in passing, lowers the barrel, shallow, slow, stung, opening character, earliest blood, touched, grazes, careless",
	},
	"critical": {
		"cannot be spared, blood reaches, deeply wounded, deeply torn, deeply hurt, deep wound, is deep, gone deep, deep and, grows red and wide, all the way in, that is all there is, keeps such a shape, strength runs out, grievously, is a season, lamp within, to the root, bleeds heavily, great deal of red, stillness {actor} leaves, red runs down, comes out dark, how far, so much leaves, something gives, wound takes longer, hoop gives, badly broken, to sink so far, blood enough, the depth, the deep kind",
	},
	"fall": {
		"{target} goes down, {target} lies, lying down, lie still, takes {target} in, {target} drops, {target} is on the ground, upon the earth, {target} sinks, along the ground, down there, down like, {target} folds, to the ground, {target} is down, {target} going down, with the earth, {target} goes under, meets the ground, lies along, lies down, lies apart, lies as, then lies, what lies, lies quiet, {target} slides down, {target} slips, touches the ground, upright goes out, holding {target} up",
	},
	"fumble": {
		"past the end of balance, beyond the last firm footing, gone out through it, wrong step, thin part, nothing but reach, follows the effort, nothing to lean on, long limbs, measure is lost, open on both sides, left open, where the guard belongs, bent too far, stretched, too hard, emptiness, uncovered, no guard, when it should stop, nothing else, open from below, wrong side of everything, spread wide, too wide, lies open, open door, flung out, follows the throw, purse open, long",
	},
	"disarmed": {
		"grip, loses the, leave, let* slip, without the, hears the {weapon} go, parted, cannot be kept, adds the, the {weapon} depart, torn loose, stands empty, rings on the ground, staff go, off among, drops from, goes over on its back, spills, stands without, has lost, sees the {weapon}, holding fails, not having",
	},
	"counter": {
		"something moves, already on its way, begins by itself, starts, out of the quiet, is moving toward, lets go, now continues, strike leaves, stirs, beside that door, begins, the strike with it, begins to sound, is on the sill, unfolds, toward {target}, leaves its, comes out to meet, {target} all along, roots come up, drives out, on its way, takes the spark, uncoils, to open",
		"{target} has, {target} is, {target} touches, {target} error, {target} strays, toward {target}, {target} leaves, {target} begun, {target} brushes, {target} comes, {target} treads, meet {target}, at {target}, {target} crosses, {target} believes, alone {target}",
	},
	"toppled": {
		"tilts, slides out from under, {target} the other, drifts out, {target} sways, {target} swings, swings off, reels, balance, skids, footing, sags, come apart, {target} staggers, lean on, has left nothing, lists, and swings, totters, lurches, hooks, shifts on its stones, off balance, spills, wheels across, scatter, tilting, rocks in",
	},
	"stray": {
		"friend*, wrong side, no guard is kept, enemy, standing near, not the foe, own side, where {actor} aims, {target} takes it, wrong listener, wrong banner, wrong lamp, shot finds, home pond, found {target}, the stray shot",
		"struck, strikes, shot, stray*, arrow, comes to {target}, throws, throw, the blow, takes it",
	},
}
