// Package tale says how a fight of the combat rules (document 004) is told: the law line of each event, the moments of a
// tale and what words must say of each. It reads events alone and knows nothing of the engine.
//
//	doc.go      this map
//	dialect.go  the moments of a tale, in order of weight
//	tells.go    what words must say of each moment
//	means.go    what each moment means in plain claims
//	witness.go  which moment an event is, and of whom
//	lawline.go  the law line of each event
package tale
