// Package text is what the program says to people about what they typed or wrote: problems with their places, the words
// that were probably meant, and names and quotations that are safe to print.
//
// A [Problem] says what is wrong, where, and what would be right; [Problems] are all of one file. [OneOf] and [Nearest]
// answer an unknown word with the known ones. Text from a file, a record or a model is data: [Escape] spells out whatever
// in it does not print, and [CleanName] refuses names that have such characters.
package text
