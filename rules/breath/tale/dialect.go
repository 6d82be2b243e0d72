package tale

import "kokyu/rules"

// Dialect returns how breaths are told: the lines of the law in lawline.go, the facts of a tale in witness.go and duelwitness.go.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Purse: "energy", Points: "point",
		Heads: []rules.Head{{Kind: "breath"}, {Kind: "lull", Says: "lull", As: rules.FormPause},
			{Kind: "wait", Says: "waits", As: rules.FormWord}, {Kind: "close", Says: "closes the round", As: rules.FormWord}},
		Witness:     func(p *rules.Passage) rules.Witness { return &witness{Passage: p, feinted: map[string]bool{}} },
		UntoldKinds: silent,
	}
}

// silent are the event kinds no tale is told of, and why.
var silent = map[string]string{
	"round": "the lull before it is told",
	"lull":  "nothing is done in it but what its own events say",
	"fate":  "a shifted die is for the law line",
	"edit":  "the GM's word is told by the step",
	"slot":  "slots are for the law line",
	"heads": "heads lost are told as Wounds",
}
