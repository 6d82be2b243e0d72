// Package cluster has jobs done on many machines, over a NATS server with JetStream. An [asker] asks and a [Worker]
// works. They communicate only through what the server stores:
//
//	PREFIX-work     jobs to be done. A job leaves the stream when its result is stored. A worker takes it for the time of
//	                a lease, and renews the lease every third of it. A job whose lease has run out is given to another.
//	PREFIX-results  one result for each job, by its id; a second one is refused
//	PREFIX-aside    jobs that were set aside, as they failed as often as they may be tried, with the last error
//	PREFIX-benches  an object store: the documents of benches (see package jobs), by hash
//
// A job that has a result is not done again, so a command that is given again goes on where it was. Subjects contain
// the build of the program, so workers of another build do not see the jobs.
//
// What comes from the server is untrusted. It is limited in size, decoded strictly and checked against its hash;
// nothing of it names a file.
//
// # Where what is
//
//	connect.go  the connection, its streams and its errors; message.go what is stored in the streams
//	asker.go    has jobs done; worker.go does them
//	status.go   the state of all work; metrics.go a worker's metrics for Prometheus
package cluster
