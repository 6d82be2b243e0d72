package agent

import (
	"context"

	"kokyu/rules/fight"
	"kokyu/search"
)

// Perft is a count of the lines of Depth steps from a position; a throw of dice is a step.
type Perft struct {
	Depth  int           `json:"depth"`
	Nodes  uint64        `json:"nodes"`
	States uint64        `json:"states"` // distinct positions that the lines lead to
	Ended  uint64        `json:"-"`      // shorter lines that end with the fight
	Divide []perftBranch `json:"divide"` // by the first step
}

// perftBranch is the count of the lines that begin with one step.
type perftBranch struct {
	Do    string `json:"do"`
	Nodes uint64 `json:"nodes"`
}

// CountLines counts the lines from the position of a fight. If the context is cancelled the count is zero.
func CountLines(ctx context.Context, f *fight.Fight, depth int) (Perft, error) {
	p, err := bind(f)
	if err != nil {
		return Perft{}, err
	}
	c, words, err := p.perft(ctx, depth)
	if err != nil {
		return Perft{}, err
	}
	out := Perft{Depth: depth, Nodes: c.Nodes, States: c.States, Ended: c.EndedLines, Divide: []perftBranch{}}
	for i, d := range c.Divide {
		out.Divide = append(out.Divide, perftBranch{Do: words[i], Nodes: d.Nodes})
	}
	return out, nil
}

// perft returns the count, with the first steps in words.
func (b *binding[S]) perft(ctx context.Context, depth int) (c search.Count, words []string, err error) {
	c, err = search.Perft[S](ctx, b.Sys, b.Now, depth)
	for _, d := range c.Divide {
		words = append(words, b.Sys.Format(&b.Now, d.Action))
	}
	return c, words, err
}
