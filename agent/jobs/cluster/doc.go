// Package cluster has jobs done on many machines, over a NATS server with JetStream. An [Asker] asks and a [Worker] works; they
// know of each other only what the server stores:
//
//	PREFIX-work     jobs to be done. A job leaves the stream when its result is stored. While a worker has it, nobody else
//	                does: the worker says so every third of the lease, and when it says no more the job is somebody else's.
//	PREFIX-results  one result for each job, by its id; a second one is refused
//	PREFIX-aside    jobs that were tried as often as may be, with the last error
//	PREFIX-benches  an object store: what the jobs of a bench have in common, by its hash
//
// A job that has a result is not done again, so that a run goes on when its command is given again. Subjects hold the build of
// the program: workers of another build do not see the jobs.
//
// What comes from the server may hold anything. It is limited in size, decoded strictly and checked against its hash; nothing
// of it names a file.
package cluster
