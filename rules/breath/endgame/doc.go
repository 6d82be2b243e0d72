// Package endgame solves an abstraction of a fight of one against one exactly. Its values are used at the leaves of a
// search, as bearoff tables are in backgammon and endgame tablebases in chess.
//
// The abstraction keeps the count, which is the order of turns by Energy; breaths, which are the turns; the limit of
// Energy in a breath, and the overload of who goes over it. A weapon is its best attacks, a defence is one technique
// that stops a hit with its mean chance, at most two reservations of it stand, and nobody tires. Nobody drops a weapon,
// but one that lies on the ground can be picked up. In a duel it also keeps the ladder of distance with its rungs,
// half-steps and their contests, guard, feints and attacks at the torso, but no other location. That is small enough to
// be solved when a search first needs it. It knows what a formula does not: whose breath it is, and what Energy and a
// step of distance are worth against this foe.
//
// A [Key], which the system fills in, is everything an abstracted fight consists of. A [Cache] holds one [Tablebase]
// for each key. A tablebase is solved up to the Wounds that somebody asks for (an attack only leads to fewer), on all
// cores, until a context is cancelled. Its values are the same to the last bit in whatever order they are solved.
//
//	key.go       what an abstracted fight consists of, and how finely it is told apart
//	position.go  its positions and their indexes
//	cache.go     tablebases, their values, and the cache that holds them
//	solver.go    how a round is solved
//	breath.go    how a breath is solved
package endgame
