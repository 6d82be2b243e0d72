package tempo

import (
	"sync"

	"kokyu/rules"
)

// Laws lists every law of document 004 with its tests and its status, in the order of the numbers.
var Laws = sync.OnceValue(func() []rules.Law { return rules.ReadLaws(files) })

// AllRulings lists every decided reading, document by document.
var AllRulings = sync.OnceValue(func() []rules.Ruling { return rules.ReadRulings(files) })

func rulingNames() []string { return rules.RulingNames(AllRulings()) }
