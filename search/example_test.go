package search_test

import (
	"context"
	"fmt"

	"kokyu/rules/rulestest/feint"
	"kokyu/search"
)

// The toy system is a game like any other: a search needs its six methods and takes its hooks.
func ExampleSearcher_Search() {
	game := feint.New()
	r, err := search.New[feint.State](game).Search(context.Background(), game.Start(), search.Limits{Nodes: 20_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	best := r.Options[0]
	start := game.Start()
	fmt.Printf("%d options, the best is %q, value %+.3f\n", len(r.Options), game.Format(&start, best.Action), r.Value)
	// Output: 6 options, the best is "cut > Aka", value -0.220
}
