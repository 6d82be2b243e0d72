// Package fight is one fight under way and its record. [Fight] hides the type of a system's positions: options in words,
// decisions, dice from the seed or from the table, edits with their reasons, undo and redo, each a [rules.Step].
//
// A record is JSON lines, a header and then one step a line, each with a checksum that covers the line before. It is written
// step by step ([Fight.Record], [File]), read whole ([ReadRecord]) and replayed to the same events ([Replay]).
package fight
