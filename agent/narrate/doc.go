// Package narrate tells a fight twice: exactly, in law lines with every chance, die and cost, and as a tale.
//
// The dialect of a rule system ([rules.Dialect]) decides, from the events of the record, what may be told; this package does not depend
// on a system. A tale is planned of facts ([rules.Fact], package story) and worded by a grammar (package english), a finished record as a
// whole, a fight that goes on as it grows. Secret events are never looked at.
//
//	from events to facts   reader.go    events to passages, with the facts of the dialect's witness
//	                       scene.go     what is known of the fight so far
//	                       tongue.go    a dialect, with what is looked up in it
//	                       plain.go     the same for a system without a dialect
//	a fight that goes on   teller.go    a teller and its notes
//	                       tell.go      passages to lines of law, and the paragraphs of the tale as they are complete
//	                       fold.go      runs of guards and waits in one line
//	a whole record         plan.go      as a story: its plan, without words
//	                       prose.go     its paragraphs, with the law of their stretches
//	                       passages.go  what they are
package narrate
