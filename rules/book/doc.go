// Package book has the data types that all rule systems share and that are read from files: the heads of encounter files,
// catalogues of rows and their overlays, numbers with their sources, rulings and the choices of a house among them, laws
// with their tests, lists for display, the words and forms that schemas for editors are made of, and weights that a fit can
// change. It does not depend on package rules and knows nothing of fights.
package book
