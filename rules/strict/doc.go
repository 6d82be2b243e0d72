// Package strict reads YAML files written by people, strictly, and reports every mistake with its place.
//
// [Decode] fills Go structs from a file. It refuses what may be a slip or may be misread: unknown and repeated keys,
// octal and hexadecimal numbers, anchors, aliases, tags, a second document, files that are too large or nested too
// deeply. It reports all problems at once ([text.Problems]), each with file, line, column, what is wrong and what would
// be right. The [Document] that it returns keeps the places of all values, with which [Complaints] report the mistakes
// that only the rules can find (an unknown weapon).
package strict
