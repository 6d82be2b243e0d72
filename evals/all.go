package evals

import (
	"kokyu/agent/jobs"
	"kokyu/agent/work"
)

// AllSeries lists the series, in the order of help.
func AllSeries() []Series {
	return []Series{levelsSeries, smallSeries, senseSeries, reviewsSeries, narrationSeries}
}

// Kinds returns the kinds of jobs that a worker does for other machines. The machine that asks has a [jobs.Bench]: jobs
// of one kind that share a document, and how they are done there. The [jobs.Kind] of the worker reads that document and
// does the same jobs. Small fights that the worker solves are kept in t, if it is not nil.
func Kinds(t *tables) []jobs.Kind {
	return append(work.Kinds(), pairKind, choiceKind,
		forecastJobs.jobKind(), paceJobs.jobKind(), playJobs.jobKind(), endedJobs.jobKind(), smallKind(t))
}
