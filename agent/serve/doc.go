// Package serve speaks with programs: the table of operations of a session as JSON lines, every step as it comes, errors
// as objects, and the schemas of all of it.
//
// It decides nothing: what can be asked is what [session.Operations] lists, and what a client may see is what its seat may
// see.
package serve
