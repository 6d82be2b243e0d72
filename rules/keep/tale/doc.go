// Package tale says how a fight of the keep system is told: the facts that its events come to, and the line of the law
// for each event. It reads events and knows nothing of a position.
//
//	dialect.go how turns are told
//	lawline.go the law line of each event
//	witness.go the facts of a tale
package tale
