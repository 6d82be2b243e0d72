// Package data embeds the rows, encounters, starters, laws and rulings of the breath system as the YAML files beside
// it.
package data

import "embed"

// Files are the YAML files of this folder, the encounters and the starters below it.
//
//go:embed *.yaml rules.txt encounters starters
var Files embed.FS
