package agent

import (
	"context"

	"kokyu/rules/fight"
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
	c, err := p.ownSearcher().perft(ctx, p.Moment, depth)
	if err != nil {
		return Perft{}, err
	}
	out := Perft{Depth: depth, Nodes: c.Nodes, States: c.States, Ended: c.EndedLines, Divide: []perftBranch{}}
	for _, d := range c.Divide {
		out.Divide = append(out.Divide, perftBranch{Do: p.Format(d.Action), Nodes: d.Nodes})
	}
	return out, nil
}
