package rulestest

import _ "embed"

// Practice is a fight of breath, Aki against Boku, with rows of its own, so that changes of the catalogue do not affect
// it. Aki begins.
var (
	//go:embed practice/encounter.yaml
	Practice string
	//go:embed practice/rows.yaml
	PracticeRows string
)
