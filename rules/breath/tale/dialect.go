package tale

import "kokyu/rules"

// Dialect returns the words of this system in its events, and the witness that reads them.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Purse: "energy", Points: "point",
		Heads: []rules.Head{{Kind: "breath"}, {Kind: "lull", Says: "lull", As: rules.FormPause},
			{Kind: "wait", Says: "waits", As: rules.FormWord}, {Kind: "close", Says: "closes the round", As: rules.FormWord}},
		Witness: func(p *rules.Passage) rules.Witness { return &witness{Passage: p, feinted: map[string]bool{}} },
	}
}
