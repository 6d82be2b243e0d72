package evals

import (
	"kokyu/agent/jobs"
	"kokyu/agent/work"
)

// Kinds returns all kinds of jobs that can be done for other machines. Small fights that are solved are kept in t; if
// it is nil, they are not kept.
func Kinds(t *tables) []jobs.Kind {
	return append(work.Kinds(), pairKind, choiceJobs.jobKind(), standardKind, ruledJobs.jobKind(),
		forecastJobs.jobKind(), courseJobs.jobKind(), playJobs.jobKind(), fateJobs.jobKind(), smallKind(t))
}
