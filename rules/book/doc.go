// Package book has the data types that all rule systems share and that are read from files: the heads of encounter
// files, catalogues of rows and their overlays, numbers with their sources, rulings with the choices of an encounter,
// and laws with their tests. It also has lists for display, the types from which schemas for editors are made, and
// weights that a fit can change. It does not depend on package rules and knows nothing of fights.
package book
