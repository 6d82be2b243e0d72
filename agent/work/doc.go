// Package work makes jobs of fights: it writes fights and agents into the documents of jobs, reads them where a job is
// done, and knows the two kinds of jobs that fight a fight to its end. Package evals adds the kinds that measure.
//
// kinds.go has the kinds of jobs and what every kind needs, sent.go how fights and agents are written and read, luck.go
// how much of the luck of the dice is taken off a result.
package work
