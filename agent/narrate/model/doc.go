// Package model is the voice of a language model: off unless a user asks for it, and never believed. It is the only
// package that imports langchaingo, and the only one that speaks to a network.
//
// What is sent is a [narrate.Paragraph]: facts of closed lists, people as letters, no name, no free text of any file, no
// secret choice; [Voice.Asks] shows it to the byte. What comes back is a draft with its slots open, told only if a
// [Check] finds nothing wrong with it; refused once it is asked for again with the reasons, refused twice it is not told.
// No fight waits for an answer, and none decides anything.
//
//	settings.go  what a user says of a model
//	voice.go     a passage for a paragraph, kept, asked for, or refused
//	sheet.go     a paragraph as a question
//	answer.go    an answer as a draft
//	queue.go     passages asked ahead
//	kept.go      accepted passages beside the record
//	budget.go    how much may be asked
//	ask.go       the library, held at arm's length
//	guard.go     what the library takes for a network
//	form.go      how three providers are spoken to
//	fault.go     why there is no answer
package model
