// Package narrate tells a fight twice: exactly, in law lines with every chance, die and cost, and as a tale.
//
// The dialect of a rule system ([rules.Dialect]) decides, from the events of the record, what may be told; this package does not depend
// on a system. A tale is planned of facts ([rules.Fact], package story) and worded by a grammar (package english), a finished record as a
// whole, a fight that goes on as it grows. Secret events are never looked at.
//
//	from events to facts   reader.go  events to passages, with the facts of the dialect's witness and what is known of the fight so far
//	                       plain.go   the witness of a system without a dialect
//	                       said.go    what the GM says and does besides the rules
//	a fight that goes on   teller.go  passages to lines of law, and the paragraphs of the tale as they are complete
//	                       law.go     the law of a passage; runs of guards and waits in one line
//	a whole record         prose.go   its facts and the plan of them; its paragraphs, with the law of their stretches
package narrate
