package narrate

// The same for a duel: most of its frames need two things said, what was tried and what came of it.
var tellsOfDuels = map[Frame][]lexicon{

	"point": {lexiconOf("one point, a point, touch, touches, counts, one tap")},
	"point_deep": {
		lexiconOf("deep, deeper, in full, more than a point, entirely, depth"),
		lexiconOf("counts, stands whole, no skin, nobody is harmed, more than a point, be enough, stops the blow, halts there, a deep one, takes none"),
	},
	"match_opening": {
		lexiconOf("quiet, silence, silent, before, stillness, peace, not been told"),
		lexiconOf("salutes, washed, practice, two, a broom, a moth, carried out, a lesson, ladle, drawn down, pupils, whoever loses, is learned"),
	},
	"match_won": {
		lexiconOf("is decided, has won, is {actor}, bout, wins, victory, who has won"),
		lexiconOf("can still walk, practice, the tally, bout, without harm, lesson, abacus, victory here, tomorrow"),
	},
	"match_draw": {
		lexiconOf("neither, tally is even, it is over, nothing is decided, even then, unanswered, nobody over it, to rest even, has won, no one has the better"),
		lexiconOf("equally low, the lesson, the brush, no one can say, nobody minds, the bucket, moth, question, practice, left so, of the hour, such sums, points of view"),
	},
	"duel_lull": {
		lexiconOf("neither moves, both draw back, a pause, noise of it, they rest, pause goes on, shadows rest, stillness, waits behind, this pause, in the quiet, both rest, the pauses"),
		lexiconOf("two, its two, before the feeling, groove, nobody nods, in both, two doors, each, another, both, neither"),
	},
	"duel_turning": {
		lexiconOf("one of the two, it tips, from here one, a thread has, one of, a hinge has, begins to creak, no longer even, it has turned, uphill, has begun to slope, for one"),
		lexiconOf("more loudly, seen to tip, one answers, whose sleeve, grown shorter, will take its time, to creak, shows it yet, standing in it, uphill, heard it, found some, in time, which way"),
	},
	"duel_won": {lexiconOf("who can still hear, made for two, no other claim, no one left, {actor} has won, last word, one has finished, {actor} remains, {actor} in it, alone, has the day, {actor} now, victory weighs, will leave")},
}
