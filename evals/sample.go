package evals

import (
	"context"
	"fmt"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Sampler finds positions of an encounter with a decision between two options or more.
type Sampler interface {
	// Sample finds up to n different positions, fewer where the encounter has no more. The same seed finds the same.
	Sample(ctx context.Context, e Encounter, n int, seed uint64) ([]Position, error)
	// Source is one of [sources].
	Source() string
}

// bestPlay finds positions in best play in which some decisions are uniformly random, so that unusual positions occur.
type bestPlay struct {
	Truth  Truth
	Strays float64 // share of random decisions; usually 0.15
}

// Source is best.
func (bestPlay) Source() string { return "best" }

// Sample plays fight after fight.
func (b bestPlay) Sample(ctx context.Context, e Encounter, n int, seed uint64) ([]Position, error) {
	return walk(ctx, e, n, seed, b.Source(), "", b.Strays, func(f *fight.Fight) (rules.Action, error) {
		return bestBy(b.Truth, f)
	})
}

// ownPlay finds positions that an agent's own play reaches, those after its mistakes included.
type ownPlay struct {
	Agent agent.Agent
	Tag   string // before the ids, where several agents' ways are looked at
}

// Source is own.
func (ownPlay) Source() string { return "own" }

// Sample plays fight after fight.
func (o ownPlay) Sample(ctx context.Context, e Encounter, n int, seed uint64) ([]Position, error) {
	m := &judgedAgent{agent: o.Agent}
	return walk(ctx, e, n, seed, o.Source(), o.Tag, 0, func(f *fight.Fight) (rules.Action, error) {
		a, _, err := m.choose(ctx, f)
		return a, err
	})
}

// keep is the share of decisions on the way that become positions: neighbours are much alike.
const keep = 0.3

// walk plays fights and keeps some of the decisions on the way.
func walk(ctx context.Context, e Encounter, n int, seed uint64, source, tag string, strays float64,
	choose func(*fight.Fight) (rules.Action, error)) (list []Position, err error) {
	known := map[any]bool{}
	for k := 0; k < 8*n+8; k++ { // an encounter may have fewer positions than are asked for
		f := e.begin(seed + uint64(k)).Again(seed + uint64(k))
		rng := dice.Stream{Seed: seed, Name: "sample " + source}.Rand(int64(k))
		for range agent.StepsMax {
			if err := ctx.Err(); err != nil || len(list) == n {
				return list, err
			}
			turn := f.Turn()
			if turn.Kind == rules.Over {
				break
			}
			if turn.Kind == rules.Chance {
				if _, err := f.Roll(); err != nil {
					return nil, err
				}
				continue
			}
			options := f.Options()
			drawn, kept, at := rng.Float64() < strays, rng.Float64() < keep, rng.IntN(len(options))
			if len(options) > 1 && kept && turn.Kind == rules.Decide {
				if !known[f.Key()] {
					known[f.Key()] = true
					text, err := f.Position()
					if err != nil {
						return nil, err
					}
					list = append(list, Position{ID: fmt.Sprintf("%s%s-%s-%d-%04d", tag, source, e.Name, seed, len(list)),
						Encounter: e.Name, Source: source, Position: string(text)})
				}
			}
			a := options[at].Action
			if !drawn {
				if a, err = choose(f); err != nil {
					return nil, err
				}
			}
			if _, err := f.Play(a); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// judgedAgent is an agent whose decisions are judged, with the memory of its searches; each goroutine has its own.
type judgedAgent struct {
	agent  agent.Agent
	finder agent.Finder
	lossy  func(f *fight.Fight, s Mistake) // told of decisions of walks that lost something, before they are taken; may be nil
}

// choose returns the agent's decision and the win chance of side 0 it sees: a search's own value, else the Score.
func (m *judgedAgent) choose(ctx context.Context, f *fight.Fight) (rules.Action, float64, error) {
	b, ok := m.agent.(agent.BudgetedAgent)
	if !ok {
		a, err := m.decides(ctx, f)
		return a, chance(f.Score()), err
	}
	r, err := m.looks(ctx, f, b.Budget())
	a := r.Best
	if err == nil && m.strays() {
		a, err = m.decides(ctx, f)
	}
	return a, chance(r.Value), err
}

// takes returns the agent's decision as choose tells it, but where it mixes what it draws.
func (m *judgedAgent) takes(ctx context.Context, f *fight.Fight) (rules.Action, error) {
	if b, ok := m.agent.(agent.BudgetedAgent); ok && !m.strays() {
		r, err := m.looks(ctx, f, b.Budget())
		if err != nil || !r.IsMixed() {
			return r.Best, err
		}
	}
	return m.decides(ctx, f)
}

// looks returns what its search sees, by its own weights.
func (m *judgedAgent) looks(ctx context.Context, f *fight.Fight, lim search.Limits) (search.Result, error) {
	var leaf agent.Weights
	if s, ok := m.agent.(*agent.Search); ok {
		leaf = s.Leaf
	}
	return m.finder.SearchWith(ctx, f, lim, leaf)
}

// strays reports whether the agent is a character, who does not always take what it sees to be best.
func (m *judgedAgent) strays() bool {
	s, ok := m.agent.(*agent.Search)
	return ok && s.Character != (book.Character{})
}

// decides returns what the agent itself does.
func (m *judgedAgent) decides(ctx context.Context, f *fight.Fight) (rules.Action, error) {
	v, err := agent.Look(f)
	if err != nil {
		return rules.Action{}, err
	}
	return m.agent.Choose(ctx, v)
}

// Enumerable is a Truth that can list its positions.
type Enumerable interface {
	Truth
	Size() search.Size
	Position(i int) ([]byte, error)
}

// UniformSampler draws positions uniformly from all that are reachable, however unlikely, as a stress test.
type UniformSampler struct {
	Positions Enumerable
	OpenFight func(position []byte) (*fight.Fight, error)
}

// Source is uniform.
func (UniformSampler) Source() string { return "uniform" }

// Sample draws states and keeps those with a decision between two options or more.
func (u UniformSampler) Sample(ctx context.Context, e Encounter, n int, seed uint64) (list []Position, err error) {
	rng := dice.Stream{Seed: seed, Name: "sample uniform"}.Rand(0)
	known := map[int]bool{}
	for range 20*n + 20 {
		if err := ctx.Err(); err != nil || len(list) == n {
			return list, err
		}
		i := rng.IntN(u.Positions.Size().States)
		if known[i] {
			continue
		}
		known[i] = true
		text, err := u.Positions.Position(i)
		if err != nil {
			return nil, err
		}
		f, err := u.OpenFight(text)
		if err != nil {
			return nil, fmt.Errorf("state %d of the table: %w", i, err)
		}
		if f.Turn().Kind == rules.Decide && len(f.Options()) > 1 {
			list = append(list, Position{ID: fmt.Sprintf("uniform-%s-%d-%04d", e.Name, seed, len(list)), Encounter: e.Name, Source: u.Source(), Position: string(text)})
		}
	}
	return list, nil
}
