// Package model asks a language model to word the tale of a record. It is off unless a user configures a model, and
// nothing that a model returns is trusted. Apart from package serve, it is the only package that uses a network, and
// the only one that imports langchaingo.
//
// A request is the plan of a tale, [story.Story], in closed words, with other names in place of everybody's and of all
// free text from files; [Voice.FirstRequest] shows every byte of it. What the model writes is held against that plan,
// sentence by sentence, and what must be told and is not, the program tells. No answer decides anything in a fight.
//
//	settings.go  what a user can set
//	voice.go     a story told by a model, and by the program where that does not
//	brief.go     the story under stand-in names, and what the model reads of it
//	check.go     its sentences held against that
//	kept.go      answers kept beside the record
//	guard.go     the calls into langchaingo, the HTTP transport it is given, the limits on requests, and why there is no answer
//	wire.go      the body of a request, and what is read of an answer
package model
