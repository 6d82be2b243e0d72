package tale

import "kokyu/rules"

// Dialect returns how turns are told, one action after another, with what was called on the roll, what the dice showed, kept and
// dropped, and what came of it: the lines of the law in lawline.go, the facts of a tale in witness.go.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Heads:       []rules.Head{{Kind: "turn", As: rules.FormNamed}, {Kind: "round", Says: "begins", As: rules.FormPause}, {Kind: "order", As: rules.FormBare}},
		Witness:     func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
		UntoldKinds: silent,
	}
}

// silent are the event kinds no tale is told of, and why.
var silent = map[string]string{
	"round":   "the turns of it are told",
	"order":   "initiative is for the law line",
	"value":   "initiative is for the law line",
	"declare": "what comes of it is told",
	"pool":    "Free Raises are for the law line",
	"put":     "what is put away does nothing",
	"edit":    "the GM's word is told by the step",
}
