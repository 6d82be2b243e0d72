package tale

import "kokyu/rules"

// Dialect returns how turns are told, one action after another, each declared, answered, perhaps replaced, thrown for
// and done: the lines of the law in lawline.go, the facts of a tale in witness.go.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Purse:   "ap",
		Heads:   []rules.Head{{Kind: "turn"}, {Kind: "initiative", As: rules.FormBare}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
	}
}
