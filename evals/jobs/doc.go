// Package jobs cuts long work into jobs. A job is a pure function of its input: a kind of work, a bench (everything that the
// jobs of one piece of work have in common: encounters with their rows, agents, seed and budgets, as one document), and a
// number. Its id is a hash of all that and of the build that does it.
//
// [Do] does the jobs of a bench and shows the results in the order of their numbers, never in that of their arrival: on the
// cores of this machine, from a file of results that are known already ([Kept]), and elsewhere ([Far]). What is made of the
// results is the same, byte for byte, whoever did which job when.
//
// It knows no rule system and no agent; package evals says what the jobs are.
package jobs
