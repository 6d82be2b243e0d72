// Package tale says how a fight of the breath system is told: the facts that its events come to, and the line of the
// law for each event. It reads events and knows nothing of a position.
//
//	dialect.go      what a tale of this system knows
//	lawline.go      the law line of each event
//	witness.go      the facts of a tale
//	duelwitness.go  those of a duel
//	blow.go         a blow with its answers
package tale
