package tale

import "kokyu/rules"

// Dialect returns how turns are told, one action after another, each declared, answered, perhaps replaced, thrown for and done:
// the lines of the law in lawline.go, the facts of a tale in witness.go.
func Dialect() rules.Dialect {
	return rules.Dialect{
		Purse:       "ap",
		Heads:       []rules.Head{{Kind: "turn"}, {Kind: "initiative", As: rules.FormBare}},
		Witness:     func(p *rules.Passage) rules.Witness { return &witness{Passage: p} },
		UntoldKinds: silent,
	}
}

// silent are the event kinds no tale is told of, and why.
var silent = map[string]string{
	"round":      "the turn that begins it is told",
	"spend":      "AP are for the law line",
	"initiative": "the law line tells who begins",
	"intent":     "it is secret until it is revealed",
	"edit":       "the GM's word is told by the step",
}
