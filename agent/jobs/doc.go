// Package jobs cuts long work into jobs. A job is a pure function of three things: a kind of work, a bench and a
// number. A bench is one document with everything that the jobs of one piece of work have in common: encounters with
// their rows, agents, seed and budgets. The id of a job is a hash of these and of the build that does it.
//
// [Do] does the jobs of a bench on the cores of this machine or elsewhere ([Remote]), and takes known results from a
// file ([store]). It passes on the results in the order of the jobs' numbers. So what is computed from them is the
// same, byte for byte, whoever did a job and when.
//
// This package does not depend on rule systems or agents; packages work and evals define the jobs.
//
// # Where what is
//
//	job.go   what a job is, and how jobs of a bench are done here or elsewhere
//	pool.go  work on several cores, with its results in order
//	store.go files of results
package jobs
