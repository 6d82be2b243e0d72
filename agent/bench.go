package agent

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Bench is the result of a benchmark of the search in every rule system.
type Bench struct {
	Systems []systemBench `json:"systems"`
}

// String returns the signatures: "279101 breath, 175000 tempo".
func (b Bench) String() string {
	signature := func(s systemBench) string { return fmt.Sprintf("%d %s", s.Signature, s.System) }
	return strings.Join(text.Each(b.Systems, signature), ", ")
}

// systemBench is the benchmark of one system. All but Seconds and PerSecond are the same on every machine.
type systemBench struct {
	System string `json:"system"`
	// Signature counts the nodes of the finished stages that gave the results. It changes if the search does.
	Signature int     `json:"signature"`
	Positions int     `json:"positions"`
	Nodes     int     `json:"nodes"` // of all stages
	Seconds   float64 `json:"seconds"`
	PerSecond float64 `json:"nodes_per_second"`
}

// benchNodes is the budget of each position, in nodes.
const benchNodes = 100_000

// benchSteps are how many steps into each encounter the positions are. Greedy agents play these steps, so that a change
// of the search does not change the positions.
var benchSteps = []int{0, 25, 60}

// RunBench searches fixed positions of every system with a fixed budget: its benchmark encounters at benchSteps with
// the dice of seed 1. Each position is searched twice and the second search is timed, for the first one also computes
// what all evaluations of leaves share.
func RunBench(ctx context.Context, c Catalogue) (b Bench, err error) {
	for _, sys := range systems {
		about := sys.About
		benched := about.BenchEncounters()
		if len(benched) == 0 {
			continue
		}
		s := systemBench{System: about.Name}
		for _, name := range benched {
			for _, steps := range benchSteps {
				if err := s.search(ctx, c, name, steps); err != nil {
					return b, err
				}
			}
		}
		s.PerSecond = float64(s.Nodes) / s.Seconds
		b.Systems = append(b.Systems, s)
	}
	return b, nil
}

// search searches one position and adds its nodes to the signature.
func (b *systemBench) search(ctx context.Context, c Catalogue, name string, steps int) error {
	f, err := c.after(ctx, name, steps)
	if err != nil {
		return err
	}
	p, err := bind(f)
	if err != nil {
		return err
	}
	if _, err := p.searchAlone(ctx, search.Limits{Nodes: benchNodes}); err != nil { // not timed
		return err
	}
	start := time.Now()
	r, err := p.searchAlone(ctx, search.Limits{Nodes: benchNodes})
	if err != nil {
		return err
	}
	b.Seconds += time.Since(start).Seconds()
	b.Positions++
	b.Nodes += r.Coverage.Nodes
	for _, o := range r.Options {
		b.Signature += o.Coverage.Nodes
	}
	return nil
}

// after returns a built-in encounter at the first decision after a number of steps.
func (c Catalogue) after(ctx context.Context, name string, steps int) (*fight.Fight, error) {
	file, data, err := ReadEncounter(name)
	if err != nil {
		return nil, err
	}
	f, err := c.NewFight(file, data, Setup{Seed: 1})
	if err != nil {
		return nil, err
	}
	seats, err := AssignAgents(f.Roster(), Greedy{}, nil)
	if err != nil {
		return nil, err
	}
	for n := 0; n < steps || f.Turn().Kind == rules.Chance; n++ {
		if f.Turn().Kind == rules.Over {
			break
		}
		if _, err := MakeStep(ctx, f, seats); err != nil {
			return nil, err
		}
	}
	return f, nil
}
