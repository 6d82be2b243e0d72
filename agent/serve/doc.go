// Package serve implements the protocol for programs: the operations of a session as JSON lines, every step as it happens,
// errors as objects, and the schemas of all of these.
//
// It has no logic of its own: [session.Operations] lists the requests, and a client receives what its seat may know.
package serve
