// Package mcp lets an assistant use fights: tools, resources and prompts of the Model Context Protocol, over standard
// input and output ([Serve]) or HTTP ([Mount]).
//
// A tool is a named group of operations. Those of a fight are [session.Operations], with the same input, output and
// errors as on the pipe; a few more begin a fight or need none. A client is the user of the program, for whom every
// fight of the folder is open as for its GM, or the holder of a link, who sees one fight as that link does.
//
// Some clients show a model only the text of a result, others only its structure: both have the same facts.
package mcp
