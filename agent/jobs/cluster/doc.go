// Package cluster has jobs done on many machines, over a NATS server with JetStream. An [asker] asks and a [Worker]
// works; they know of each other only what the server stores:
//
//	PREFIX-work     jobs to be done. A job leaves the stream when its result is stored. A worker that takes one holds it for the
//	                time of a lease, and renews that every third of it. A job whose lease has run out is given to another.
//	PREFIX-results  one result for each job, by its id; a second one is refused
//	PREFIX-aside    jobs that failed as often as they may be tried, with the last error
//	PREFIX-benches  an object store: what the jobs of one run (a bench, see package jobs) have in common, by its hash
//
// A job that has a result is not done again, so that a run goes on when its command is given again. Subjects hold the
// build of the program: workers of another build do not see the jobs.
//
// What comes from the server may hold anything. It is limited in size, decoded strictly and checked against its hash;
// nothing of it names a file.
//
// # Where what is
//
//	connect.go  the connection, its streams and its errors; message.go what is read from them and put into them
//	asker.go    who has jobs done; worker.go who does them
//	status.go   what is under way, as programs and the server say it; metrics.go a worker's figures for Prometheus
package cluster
