// Package serve implements the protocols for programs: the operations of a session as JSON lines over a pipe ([Lines])
// and over HTTP ([Server]), and the schemas of all of these.
//
// [Fights] is a folder of fights that many clients use at once, each with a link that says what it may know. Packages
// for other protocols (serve/web, serve/mcp) use it too.
//
// This package adds no operations: [session.Operations] lists the requests, and a client receives what its seat may
// know. Every error has a code of a closed list: [session.Codes] and those of this package, such as [UnknownFight].
//
// A folder of fights, and what clients do with one:
//
//	fights.go  the folder: opening it, listing and deleting fights, work that waits for its turn
//	begin.go   how a fight is opened: from an encounter
//	import.go  and from a record; all records as a zip file
//	table.go   one loaded fight: its lock, its searches, and the calls of operations
//	oldrules.go fights whose records rules of another version wrote
//	desk.go    the file beside a record: links, and requests with an Idempotency-Key
//	access.go  who may open which fight
//	links.go   keys of links, and ids of fights
//	lasting.go keys for programs, and origins whose pages may use the server
//	stream.go  what happens in one fight, or in all, as a stream of events
//	news.go    the order of what happens in all fights
//	queue.go   searches that take turns
//	files.go   files that are written whole
//	fault.go   errors with codes
//
// The protocols:
//
//	lines.go   JSON lines over a pipe
//	server.go  HTTP: checks of hosts, keys and limits, and at which addresses the server listens
//	routes.go  the routes and what answers them
//	page.go    lists and tales by pages
//	body.go    bodies of requests and answers
//	once.go    a fight is opened once for an Idempotency-Key
//	problem.go errors as answers
//	sse.go     streams as server-sent events
//	ticket.go  tickets for streams
//	origin.go  which web pages may use the server
//	proxy.go   what a trusted proxy says about a client
//	observe.go metrics and the log of requests
//	schema.go  JSON Schemas of all of these
//	openapi.go the description of the HTTP protocol
package serve
