// Package say puts what the operations of a fight return into words, once for all user interfaces (faces): an advice, a
// choice with its odds, a step, a sheet, a ruling, a word of the rules. A face must escape what it prints: names are
// data.
//
// answer.go has what each operation of a session returns, advice.go an advice and the prices of decisions, step.go one
// step of a record.
package say
