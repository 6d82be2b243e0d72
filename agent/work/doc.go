// Package work has the jobs that play a fight to its end, in this process or on other machines (see package jobs), and
// writes fights and agents into the documents of jobs. Package evals adds the kinds that measure.
//
// kinds.go has the kinds of jobs and what every kind needs, sent.go how fights and agents are written and read, luck.go
// how much of the luck of the dice is taken off a result.
package work
