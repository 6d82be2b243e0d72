// Package book is the vocabulary of data: the heads of encounter files, catalogues laid over each other, numbers with
// their sources, rulings and what a house chose among them, laws and their tests, lists for people, words and forms for
// editors, weights a fit may turn. It knows nothing of fights; package rules has those.
package book
