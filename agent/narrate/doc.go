// Package narrate tells a fight twice: exactly, in law lines with every chance, die and cost, and as a tale.
//
// The dialect of a rule system ([rules.Dialect]) decides, from the events of the record, what may be told; this package
// does not depend on a system. A tale is made of facts ([rules.Fact]). Package prompts has a few plain sentences for
// each kind of fact, which say nothing but what the fact holds. A few images stand between the facts, each where its
// cause is told. By default a seed chooses among sentences and images; a [Writer], a language model, may choose
// instead. Whoever chooses, every fact is told once and in its order. Secret events are never looked at.
//
//	from events to lines   teller.go    a teller and its notes
//	                       reader.go    events to passages, with the facts of the dialect's witness
//	                       scene.go     what is known of the fight so far
//	                       tongue.go    a dialect, with what is looked up in it
//	                       plain.go     the same for a system without a dialect
//	                       tell.go      passages to lines of law, and the paragraphs of the tale as they are complete
//	                       fold.go      runs of guards and waits in one line
//	                       side.go      who won
//	a whole record         plan.go      as a story: its plan, without words
//	                       prose.go     and that plan told, in passages with their law
//	by a model             old.go       paragraphs that somebody may compose
//	                       passages.go  a whole record in such paragraphs, each with its law
//	                       account.go   passages to paragraphs: what must be told, and what may
//	                       word.go      what the GM said and did
//	                       paragraph.go the types of a paragraph and of what is told
//	                       world.go     where a fight is, in words
//	                       fields.go    a fact as phrases
//	                       ways.go      the ways that say it
//	                       compose.go   which way is told, and which image stands where
//	                       writer.go    paragraphs by a language model, which may answer late
package narrate
