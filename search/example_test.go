package search_test

import (
	"context"
	"fmt"

	"kokyu/search"
)

// A tiny fight is searched to its end; its value is then the game's own.
func ExampleSearcher_Search() {
	game, start := search.NewBrawl(1, 1, 1, 2, 1)
	r, err := search.New(game).Search(context.Background(), start, search.Limits{Nodes: 20_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d options, solved %v, value %+.3f\n", len(r.Options), r.Solved, r.Value)
	// Output: 4 options, solved true, value -0.888
}
