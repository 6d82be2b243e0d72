package tale

import "kokyu/rules"

// Dialect returns how turns are told: one action after another.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Heads:   []rules.Head{{Kind: "turn", As: rules.FormNamed}, {Kind: "round", Says: "begins", As: rules.FormPause}, {Kind: "order", As: rules.FormBare}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
	}
}
