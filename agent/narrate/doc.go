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
//	                       side.go     sides with their articles, and who won
//	                       fold.go     runs of guards and waits in one line
//	words                  facts.go    all a voice may know of a moment
//	                       voice.go    what a voice is, how it is asked, names set into slots
//	                       writer.go   whole paragraphs by somebody else, in his own time
//	                       scent.go    the template voice: it chooses among the lines of the package prompts
//	what words must pass   check.go    the faults of a passage
//	                       verifier.go whether a stranger's passage follows from the facts it cites
//	                       byheart.go  lines of the grammar, which need not be read to be known
//	                       meaning.go  what a frame says has happened, in claims
//	                       chronicle.go a record's moments, for judging what somebody says of its steps
//	                       draft.go    a text in sentences
//	                       tongue.go   the words of a dialect, made ready
//	                       lexicon.go  the words of every fight
//	                       world.go    what can be seen in a setting, what weapons are made of
//	                       words.go    how words are found
//	what a stranger's must verifier.go whether a passage follows from its facts
//	                       meaning.go  what a frame means in claims, and what follows from them
//	                       byheart.go  lines of the grammar, known word for word
//	                       draft.go    passages in sentences
//	                       chronicle.go all the moments of a record, to judge passages about it
package narrate
