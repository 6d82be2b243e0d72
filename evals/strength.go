package evals

import (
	"context"
	"slices"

	"kokyu/agent"
	"kokyu/search"
)

// measureStrength plays the agent against the suite's opponent, in pairs of fights with the sides changed.
func (r *Run) measureStrength(ctx context.Context, a agent.Agent) (*Standing, error) {
	x := Arena{Agents: [2]agent.Agent{a, r.Suite.Against}, Encounters: r.Suite.Encounters, Pairs: r.Suite.Fights,
		LuckLimits: search.Limits{Nodes: r.Suite.Luck}, Seed: r.Seed, Cores: r.Cores, Jobs: r.Jobs}
	x.Progress = func(pairs int, _ float64) {
		r.samplesTaken += len(x.Encounters)
		r.tell(a.String()+", strength, pairs", pairs, x.Pairs)
	}
	s, err := x.Run(ctx)
	if s.All.Pairs == 0 {
		return nil, err
	}
	return &s, err
}

// sections returns the standing of a suite's agent as parts of a report.
func (s *Standing) sections(agentName string) []Section {
	return []Section{contestSection("Strength of "+agentName+" against "+s.Agents[1], "encounter",
		[]string{"Score a game with its 95 % interval; the luck of the dice is judged by " + s.Luck + "."},
		append(slices.Clone(s.Encounters), s.All))}
}
