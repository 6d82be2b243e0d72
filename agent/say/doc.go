// Package say words what a fight answers, once for all faces: an advice, a choice with its odds, a step, a sheet, a
// ruling, a word of the rules. A face lays the sentences out and escapes what it prints: names in them are data.
//
// answer.go has what each operation of a session returns, advice.go an advice and the prices of decisions, step.go one
// step of a record.
package say
