// Package strict reads YAML a person wrote, strictly, and answers with every mistake at its place.
//
// [Decode] fills Go structs from a file and refuses whatever a person did not mean or a machine might misread: unknown and
// repeated keys, octal and hexadecimal numbers, anchors, aliases, tags, second documents, files too large or too deep.
// It reports all problems at once ([text.Problems]), each with file, line, column, what is wrong and what would be right.
// The [Document] it returns still knows every place, so that what only the rules can judge (an unknown weapon) is reported
// the same way.
package strict
