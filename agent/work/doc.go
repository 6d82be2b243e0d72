// Package work makes jobs of fights: it writes fights and agents into the documents of jobs, reads them where a job is
// done, and knows the two kinds of jobs that fight a fight to its end. Package evals adds the kinds that measure.
package work
