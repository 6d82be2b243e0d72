// Package narrate tells a fight twice: exactly, in law lines with every chance, die and cost, and as a tale.
//
// What may be told is decided in Go, from the events of the record, by the dialect of its system ([rules.Dialect]): this
// package knows no system. A tale is made of facts ([rules.Fact]); each is said in one of a few plain ways of package
// prompts, which hold nothing but what the fact holds, and between them stand images, few, where their cause is. Go chooses
// among ways and images by a seed; a [Writer], a language model, may choose instead. Whoever chooses, every fact is told
// once and in its order. Secret events are never looked at.
//
//	from events to lines   teller.go    a teller and its notes
//	                       reader.go    events to passages, with the facts of the dialect's witness
//	                       scene.go     what is known of the fight so far
//	                       tongue.go    a dialect, with what is looked up in it
//	                       plain.go     the same for a system without a dialect
//	                       account.go   passages to paragraphs: what must be told, and what may
//	                       word.go      what the GM said and did
//	                       paragraph.go the form of one, and of what is told
//	                       tell.go      passages and paragraphs to lines of law and tale
//	                       passages.go  a whole record in passages, each with its law
//	                       side.go      sides with their articles, and who won
//	                       world.go     where a fight is, in words
//	                       fold.go      runs of guards and waits in one line
//	words                  fields.go    a fact as phrases
//	                       ways.go      the ways that say it
//	                       compose.go   which way is told, and which image stands where
//	                       writer.go    whole paragraphs by somebody else, in its own time
package narrate
