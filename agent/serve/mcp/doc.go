// Package mcp lets an assistant use fights: tools, resources and prompts of the Model Context Protocol, over standard
// input and output ([Serve]) or HTTP ([Mount]).
//
// A tool is a named group of operations. Those of a fight are [session.Operations], with the same input, output and
// errors as on the pipe; a few more begin a fight or need none. A client is the user of the program, for whom every
// fight of the folder is open as for its GM, or the holder of a link, who sees one fight as that link does.
//
// Some clients show a model only the text of a result, others only its structure: both have the same facts.
//
//	server.go    the server of the clients of a role, and their tools
//	tools.go     the tools, as briefing.yaml names them, and the schemas of their inputs
//	call.go      from the call of a tool to its answer
//	own.go       operations that begin a fight or need none
//	say.go       answers in words
//	resources.go resources, prompts and completions
//	lines.go     messages over standard input and output, and those that the library must not get
//	http.go      messages over HTTP
//	join.go      a program that an assistant has started, where a server has the fights already
package mcp
