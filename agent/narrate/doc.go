// Package narrate tells a fight twice: exactly, in law lines with every chance, die and cost, and as a tale.
//
// What may be told is decided in Go, from the events of the record, by the dialect of its system ([rules.Dialect]): this
// package knows no system. [Facts] are what a moment comes down to, without a name in them. A [Voice] words them with its
// slots still open, and may fail; the teller checks the words, sets the names in, and does without them where it must.
// Nobody bleeds on a miss, nobody falls who stands, no blade where there was a bow. Secret events are never looked at.
//
//	from events to lines   teller.go   a teller and its notes
//	                       reader.go   events to passages, moments of the dialect's witness
//	                       scene.go    what is known of the fight so far
//	                       plain.go    the same for a system without a dialect
//	                       account.go  passages to paragraphs: what must be told, and what may
//	                       threads.go  what ties a moment to an earlier one
//	                       paragraph.go the form of one, of a draft for it, and of what is told
//	                       tell.go     passages and paragraphs to lines of law and tale
//	                       passages.go a whole record in passages, each with its law
//	                       fold.go     runs of guards and waits in one line
//	words                  facts.go    all a voice may know of a moment
//	                       voice.go    what a voice is, how it is asked, names set into slots
//	                       scent.go    the template voice: it chooses among the lines of the package prompts
//	what words must pass   check.go    the faults of a passage
//	                       tongue.go   the words of a dialect, made ready
//	                       lexicon.go  the words of every fight
//	                       world.go    what can be seen in a setting, what weapons are made of
//	                       words.go    how words are found
package narrate
