// Package model is the voice of a language model: off unless a user asks for it, and never believed. It is the only
// package that imports langchaingo, and the only one that speaks to a network.
//
// What is sent is a [narrate.Paragraph]: facts in ways of ours, people and all free text of files as slots, no name, no secret
// choice; [Voice.Asks] shows it to the byte. What comes back is a choice among ways and images by number, which Go repairs
// where it must, so that every fact is told once; and if the user asks for it, images of the model's own, which are checked,
// or a passage in its own words, which is told as not checked. No fight waits for an answer, and none decides anything.
//
//	settings.go  what a user says of a model
//	voice.go     what a model says of a paragraph, kept or asked for
//	sheet.go     a paragraph as a question
//	answer.go    an answer as pieces
//	queue.go     passages asked ahead
//	kept.go      answers beside the record
//	budget.go    how much may be asked
//	ask.go       the library, held at arm's length
//	guard.go     what the library takes for a network
//	form.go      how three providers are spoken to
//	fault.go     why there is no answer
package model
