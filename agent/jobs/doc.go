// Package jobs cuts long work into jobs. A job is a pure function of three things: a kind of work, a bench and a
// number. A bench is one document with everything that the jobs of one piece of work have in common: encounters with
// their rows, agents, seed and budgets. The id of a job is a hash of these and of the build that does it.
//
// [Do] does the jobs of a bench on the cores of this machine and elsewhere ([Remote]), and takes results that are known
// already from a file ([store]). It shows the results in the order of the jobs' numbers, not in the order of their
// arrival. So what is computed from the results is the same, byte for byte, whoever did a job and when.
//
// This package does not depend on rule systems or agents; packages work and evals define the jobs.
//
// # Where what is
//
//	job.go   what a job is, and how jobs of a bench are done here or elsewhere
//	pool.go  work on several cores, with its results in order
//	kept.go  files of results
package jobs
