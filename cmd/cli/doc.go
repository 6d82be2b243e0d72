// Package cli holds what kokyu and kokyu-lab share: the settings and the shell of a command, the reading of arguments,
// printing and failing, and the commands that both have.
//
//	app.go      a program: its commands, settings, log, and how it stops
//	open.go     what an argument names: an encounter, a position, a record
//	players.go  who plays which seat, and with which limits
//	pool.go     long work, shared out and resumed
//	print.go    lines, paragraphs and tables on screens of any width; schemas of what --json prints
//	progress.go how far long work has come
//	fail.go     errors with exit codes, and how they are printed
//	count.go    many fights for one result
//	fair.go     kokyu fair, of one fight and of a day of fights
//	solved.go   what solve and probe print
//	help.go     the help of a command, from a file, and the manual pages made of it
//
// A command prints either text for people or, with --json, one object. Both come from one value: [App.Report] takes it
// and the function that prints it for people. An error is a sentence that says what is wrong and what would be right.
package cli
