// Package narration measures tales by program: whether every fact that must be told is told once and in its order, what
// images stand where, how long passages are, and how much is said twice.
//
//	fights.go the fights that are told
//	report.go what is counted, and the report of it
package narration
