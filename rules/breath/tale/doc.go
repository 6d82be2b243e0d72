// Package tale turns the events of a fight of the breath system into facts for a tale and into the law line, which has
// all their numbers. It reads events and knows nothing of a position.
//
//	dialect.go      what package rules has to know to read this system's events
//	lawline.go      the law line
//	witness.go      the facts of a tale
//	duelwitness.go  those of a duel
//	blow.go         a blow with its answers
package tale
