package search

// What the benchmarks need of the test games.
type (
	Brawl      = brawl
	BrawlState = brawlState
)

var NewBrawl = newBrawl
