// Package serve implements the protocols for programs: the operations of a session as JSON lines over a pipe ([Lines])
// and over HTTP ([Server]), and the schemas of all of these.
//
// [Fights] is a folder of fights that many clients use at once, each with a link that says what it may know. Packages
// for other protocols (serve/web, serve/mcp) use it too.
//
// This package adds no operations: [session.Operations] lists the requests, and a client receives what its seat may
// know. Every error has a code of a closed list: [session.Codes] and those of this package, such as [UnknownFight].
package serve
