package evals

import (
	"kokyu/agent/jobs"
	"kokyu/agent/work"
)

// AllSeries lists the series, in the order of help.
func AllSeries() []Series {
	return []Series{levelsSeries, evenSeries, smallSeries, senseSeries, reviewsSeries, narrationSeries}
}

// Kinds returns all kinds of jobs that can be done for other machines. A [jobs.Bench] is jobs of one kind that share a
// document, and says how they are done on this machine; the [jobs.Kind] reads that document on another one and does the
// same. Small fights that are solved are kept in t; if it is nil, they are not kept.
func Kinds(t *tables) []jobs.Kind {
	return append(work.Kinds(), pairKind, choiceJobs.jobKind(), standardKind, ruledJobs.jobKind(),
		forecastJobs.jobKind(), courseJobs.jobKind(), playJobs.jobKind(), fateJobs.jobKind(), smallKind(t))
}
