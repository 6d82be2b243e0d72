package evals

import (
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/rules/fight"
)

// Run is one run of a suite: it takes the suite's measures of the agents that are asked about, of one or of two to
// compare.
type Run struct {
	Question
	Suite *Suite
	// Solve returns the exact values of an encounter. It must be set where the suite judges by them.
	Solve     func(e Encounter) (Truth, error)
	SolveSlow bool // solve encounters that take minutes too
	// Keep is called with every position judged, with its exact values; may be nil.
	Keep         func(positions []Position) error
	samplesTaken int              // how many samples the agent that is being measured has so far
	knownValues  map[string]Truth // by encounter
}

// takeSamples has the n jobs of a bench done and returns their results in the order of the jobs; if it is stopped,
// those that there are.
func takeSamples[T any](ctx context.Context, r *Run, a agent.Agent, what string, n int, bench jobs.Bench[T]) (
	samples []T, err error) {
	err = sampleBench(ctx, r.Question, a.String()+", "+what, n, bench, func(_ int, sample T) {
		samples = append(samples, sample)
		r.samplesTaken++
	})
	return samples, err
}

// takeFights has an agent fight itself on each encounter as often as the suite says, and returns what is made of each
// fight.
func takeFights[T any](ctx context.Context, r *Run, a agent.Agent, what string, kind fightJobs[T]) ([]T, error) {
	x := SelfPlay{Agent: a, Encounters: r.Suite.Encounters, Fights: r.Suite.Fights, Seed: r.Seed}
	return takeSamples(ctx, r, a, what, x.Fights*len(x.Encounters), kind.bench(ctx, x))
}

// solvedValues returns the exact values of an encounter. It is solved once in a run.
func (r *Run) solvedValues(e Encounter) (Truth, error) {
	// A suite of several measures asks for the same encounter again and again, and solving can take minutes.
	if r.knownValues[e.Name] != nil {
		return r.knownValues[e.Name], nil
	}
	t, err := r.Solve(e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	if r.knownValues == nil {
		r.knownValues = map[string]Truth{}
	}
	r.knownValues[e.Name] = t
	return t, nil
}

// judgedPositions returns the suite's own positions, and those that its samplers find, with exact values.
func (r *Run) judgedPositions(ctx context.Context) (list []judgedPosition, err error) {
	positions := slices.Clone(r.Suite.Positions)
	for _, e := range r.Suite.Encounters {
		found, err := r.samplePositions(ctx, e)
		if err != nil {
			return nil, err
		}
		positions = append(positions, found...)
	}
	for i, position := range positions {
		judged := judgedPosition{Position: position}
		if judged.fight, err = r.openPosition(position, r.Seed+uint64(i)); err != nil {
			return nil, err
		}
		if judged.values, err = storedValues(position, judged.fight); err != nil {
			return nil, err
		}
		// Only a position without stored values needs the table of its encounter, which can take minutes to solve.
		if judged.values == nil {
			truth, err := r.solvedValues(r.Suite.Encounters[slices.IndexFunc(r.Suite.Encounters,
				func(e Encounter) bool { return e.Name == position.Encounter })])
			if err != nil {
				return nil, err
			}
			var ok bool
			if judged.values, ok = truth.Options(judged.fight); !ok {
				return nil, fmt.Errorf("the position %s has no exact values, want one that comes of its encounter",
					quote(position.ID))
			}
		}
		list = append(list, judged)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the suite has no positions to judge")
	}
	if r.Keep != nil {
		return list, r.Keep(withValues(list))
	}
	return list, nil
}

// samplePositions finds as many positions of an encounter as the suite asks for, in each of its ways.
func (r *Run) samplePositions(ctx context.Context, encounter Encounter) (list []Position, err error) {
	s := r.Suite.Sample
	if s.Best+s.Own+s.Uniform == 0 {
		return nil, nil
	}
	truth, err := r.solvedValues(encounter)
	if err != nil {
		return nil, err
	}
	type want struct {
		n      int
		sample sampler
	}
	wanted := []want{{s.Best, bestPlay(truth, s.Strays)}, {s.Own, ownPlay(r.Agents[0], "")}}
	if len(r.Agents) == 2 { // neither is compared on the other's mistakes alone
		wanted = append(wanted, want{s.Own, ownPlay(r.Agents[1], "other-")})
	}
	if s.Uniform > 0 {
		known, ok := truth.(*agent.Tablebase)
		if !ok {
			return nil, fmt.Errorf("nothing samples evenly among all positions of %s, want a suite without uniform", encounter.Name)
		}
		wanted = append(wanted, want{s.Uniform, uniform(known, func(position []byte) (*fight.Fight, error) {
			return r.Suite.catalogue.NewFight("position", position, agent.Setup{Seed: 1})
		})})
	}
	// Each way of sampling draws from the seed by itself: a change of one number leaves the other samples as they are.
	for _, w := range wanted {
		if w.n == 0 {
			continue
		}
		found, err := w.sample(ctx, encounter, w.n, r.Seed)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// openPosition returns the fight of a position. It returns an error if the values of the position were computed with
// other rows than its encounter has now.
func (r *Run) openPosition(p Position, seed uint64) (*fight.Fight, error) {
	f, err := r.Suite.catalogue.NewFight("position "+p.ID, []byte(p.Position), agent.Setup{Seed: seed})
	if err != nil {
		return nil, err
	}
	if data := dataOf(f); p.Data != "" && p.Data != data {
		return nil, fmt.Errorf("the position %s has values of the data %s, want %s, which is what its encounter uses now: find the positions again, with --keep",
			quote(p.ID), quote(p.Data), data)
	}
	return f, nil
}
