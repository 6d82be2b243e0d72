package rulestest

import _ "embed"

// Practice is a fight of breath that no change of the catalogue touches, with its rows: Aki, who begins, against Boku.
var (
	//go:embed practice/encounter.yaml
	Practice string
	//go:embed practice/rows.yaml
	PracticeRows string
)
