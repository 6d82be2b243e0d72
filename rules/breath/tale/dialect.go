package tale

import "kokyu/rules"

// Dialect returns how breaths are told: the lines of the law in lawline.go, the facts of a tale in witness.go and
// duelwitness.go.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Purse: "energy", Points: "point",
		Heads: []rules.Head{{Kind: "breath"}, {Kind: "lull", Says: "lull", As: rules.FormPause},
			{Kind: "wait", Says: "waits", As: rules.FormWord}, {Kind: "close", Says: "closes the round", As: rules.FormWord}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p, feinted: map[string]bool{}} },
	}
}
