package tale

import "kokyu/rules"

// Dialect returns how turns are told: one action after another, with what was called on the roll, which dice were kept
// and dropped, and what came of it. lawline.go words that; witness.go makes the facts of a tale of it.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Heads:   []rules.Head{{Kind: "turn", As: rules.FormNamed}, {Kind: "round", Says: "begins", As: rules.FormPause}, {Kind: "order", As: rules.FormBare}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
	}
}
