// Package fight implements a fight under way and its record. [Fight] hides the type of a system's positions and works
// with words: it lists the legal options, makes decisions, throws dice or takes those thrown by people, applies the
// GM's edits, and undoes and redoes. Each of these except listing adds a [rules.Step].
//
// A record is a file of JSON lines: a header, then one step per line. The checksum of each line also covers the line
// before. A record is written step by step ([Fight.Record], [File]), read as a whole ([ReadRecord]) and replayed to the
// same events ([Replay]).
//
// This package is part of the supported surface: programs outside this module may import it.
package fight
