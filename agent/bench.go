package agent

import (
	"context"
	"time"

	"kokyu/rules"
	"kokyu/search"
)

// Bench is a measure of the search: what it did, which is the same everywhere, and how fast.
type Bench struct {
	Signature int     `json:"signature"` // nodes of the stages the answers come from: another number is another search
	Positions int     `json:"positions"`
	Nodes     int     `json:"nodes"` // all of them
	Seconds   float64 `json:"seconds"`
	PerSecond float64 `json:"nodes_per_second"`
}

// BenchNodes is the budget of each position.
const BenchNodes = 100_000

// benchSteps are how far into each built-in encounter the positions lie.
var benchSteps = []int{0, 25, 60}

// RunBench searches fixed positions at a fixed budget: each built-in encounter of the first system at its start and
// after some steps that greedy seats made with the dice of seed 1. The second search of each is timed: the first one
// works out once what the leaves of all others know.
func RunBench(ctx context.Context, c Catalogue) (Bench, error) {
	var b Bench
	for _, name := range Encounters(Systems()[0]) {
		for _, steps := range benchSteps {
			f, err := c.after(ctx, name, steps)
			if err != nil {
				return b, err
			}
			p, err := bind(f)
			if err != nil {
				return b, err
			}
			if _, err := p.search(ctx, search.Limits{Nodes: BenchNodes}); err != nil { // works out what the leaves know
				return b, err
			}
			start := time.Now()
			r, err := p.search(ctx, search.Limits{Nodes: BenchNodes})
			if err != nil {
				return b, err
			}
			b.Seconds += time.Since(start).Seconds()
			b.Positions++
			b.Nodes += r.Seen.Nodes
			for _, o := range r.Options {
				b.Signature += o.Nodes
			}
		}
	}
	b.PerSecond = float64(b.Nodes) / b.Seconds
	return b, nil
}

// after is a built-in encounter some steps on, and then on to the next decision.
func (c Catalogue) after(ctx context.Context, name string, steps int) (*rules.Fight, error) {
	file, data, err := ReadEncounter(name)
	if err != nil {
		return nil, err
	}
	f, err := c.NewFight(file, data, Setup{Seed: 1})
	if err != nil {
		return nil, err
	}
	seats, err := Seat(f.Roster(), Greedy{}, nil)
	if err != nil {
		return nil, err
	}
	for n := 0; n < steps || f.Turn().Kind == rules.Chance; n++ {
		if f.Turn().Kind == rules.Over {
			break
		}
		if _, err := next(ctx, f, seats, f.Turn()); err != nil {
			return nil, err
		}
	}
	return f, nil
}
