// Package text words messages about user input: problems with their places, suggestions for misspelt words, and names
// and quotations that are safe to print.
//
// A [Problem] says what is wrong, where, and what would be right; [Problems] lists all those of a file. [OneOf] and
// [Nearest] suggest known words for an unknown one. Text from a file, a record or a language model is untrusted:
// [Escape] replaces characters that do not print by escape sequences, and [CleanName] refuses names that contain them.
//
// It is part of the supported surface: programs outside this module may import it.
package text
