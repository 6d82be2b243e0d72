package rows

import (
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/breath/data"
)

// Laws lists every law of documents 000 and 003 with its tests and its status, in the order of the numbers.
var Laws = sync.OnceValue(func() []book.Law { return book.ReadLaws(data.Files) })

// AllRulings lists every decided reading, document by document.
var AllRulings = sync.OnceValue(func() []book.Ruling { return book.ReadRulings(data.Files) })

func RulingNames() []string { return book.RulingNames(AllRulings()) }
