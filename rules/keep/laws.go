package keep

import (
	"sync"

	"kokyu/rules/book"
)

// Laws lists every law of document 001 with its tests and its status, in the order of the numbers.
var Laws = sync.OnceValue(func() []book.Law { return book.ReadLaws(files) })

// AllRulings lists every decided reading.
var AllRulings = sync.OnceValue(func() []book.Ruling { return book.ReadRulings(files) })

func rulingNames() []string { return book.RulingNames(AllRulings()) }
