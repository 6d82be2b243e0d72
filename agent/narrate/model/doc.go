// Package model asks a language model to word a tale. It is off unless a user configures a model, and nothing that a model
// returns is trusted. Apart from package serve, it is the only package that uses a network, and the only one that imports
// langchaingo.
//
// A request is a [narrate.Paragraph]: its facts in our words, with numbered slots in place of names and of all free text
// from files. It contains no name and no secret choice; [Voice.Asks] shows every byte of it. By default the model answers
// with the numbers of ways and images, and Go corrects the answer where needed, so that every fact is told once. If the user
// asks for it, the model may also offer images of its own, which are checked, or write a passage in its own words, which is
// marked as not checked. A fight never waits for an answer, and no answer decides anything in it.
//
//	settings.go  what a user can set
//	voice.go     the model's choice for a paragraph, stored or requested
//	sheet.go     a paragraph as a prompt
//	answer.go    parsing an answer
//	queue.go     passages requested ahead
//	kept.go      stored answers, beside the record
//	budget.go    limits on requests
//	ask.go       the calls into langchaingo
//	guard.go     the HTTP transport the library is given, with its checks
//	form.go      the request formats of three providers
//	fault.go     the reasons for a missing answer
package model
