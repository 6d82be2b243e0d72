// Package narrate tells a fight twice: exactly, in law lines with every chance, die and cost, and as a tale.
//
// The dialect of a rule system ([rules.Dialect]) decides, from the events of the record, what may be told; this package
// does not depend on a system. A tale is planned of facts ([rules.Fact], package story) and worded by a grammar
// (package english), a finished record as a whole, a fight that goes on as it grows. Secret events are never looked at.
//
//	from events to facts   reader.go  makes passages of events, with the facts of the dialect's witness and what is known of the fight so far
//	                       plain.go   is the witness of a system whose dialect has none
//	                       said.go    words what the GM says and does besides the rules
//	a fight that goes on   teller.go  makes law lines of passages, and paragraphs of the tale as they are complete
//	                       law.go     words the law of a passage, and runs of guards and waits in one line
//	a whole record         prose.go   plans its story, and puts the law of each stretch to the paragraph that tells it
package narrate
