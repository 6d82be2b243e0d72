package rows

import (
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/tempo/data"
)

// Laws lists every law of document 004 with its tests and its status, in the order of the numbers.
var Laws = sync.OnceValue(func() []book.Law { return book.ReadLaws(data.Files) })

// AllRulings lists every decided reading, document by document.
var AllRulings = sync.OnceValue(func() []book.Ruling { return book.ReadRulings(data.Files) })

// RulingNames are the names of those that are switches.
func RulingNames() []string { return book.RulingNames(AllRulings()) }
