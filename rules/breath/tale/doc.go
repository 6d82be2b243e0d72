// Package tale says how a fight of the breath system is told: the frames of its moments, which events make each, what words
// must say of it, and the line of the law for each event. It reads events and knows nothing of a position.
//
//	dialect.go      what a tale of this system knows: frames, files of lines, set pieces
//	lawline.go      the law line of each event
//	retinuelaw.go   of squads, units and gifts
//	witness.go      the moments of a tale
//	duelwitness.go  those of a duel
//	blow.go         a blow with its answers
//	tells.go        what words must say of each moment
//	blowtells.go    of a blow
//	dueltells.go    of a duel
//	casttells.go    of castings, and their law lines
//	retinuetells.go of squads and units
//	means.go        what each moment is in plain claims
package tale
