package evals

import (
	"context"
	"errors"
	"fmt"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
)

// sampler finds up to n different positions of an encounter at which somebody decides between two options or more. It
// finds fewer if the encounter has no more. The same seed finds the same positions.
type sampler func(ctx context.Context, e Encounter, n int, seed uint64) ([]Position, error)

// bestPlay finds positions in best play. A share of the decisions (strays) is random instead, so that unusual positions
// occur too.
func bestPlay(t Truth, strays float64) sampler {
	return func(ctx context.Context, e Encounter, n int, seed uint64) ([]Position, error) {
		return samplePlay(ctx, e, n, seed, sourceBest, "", strays, func(f *fight.Fight) (rules.Action, error) {
			return bestAction(t, f)
		})
	}
}

// ownPlay finds positions that an agent's own play reaches, also by its mistakes. tag begins the ids, to tell the
// positions of several agents apart.
func ownPlay(a agent.Agent, tag string) sampler {
	return func(ctx context.Context, e Encounter, n int, seed uint64) ([]Position, error) {
		m := &judgedAgent{agent: a}
		return samplePlay(ctx, e, n, seed, sourceOwn, tag, 0, func(f *fight.Fight) (rules.Action, error) {
			a, _, err := m.choose(ctx, f)
			return a, err
		})
	}
}

// keptShare is the share of a fight's decisions that become positions: decisions near each other are much alike.
const keptShare = 0.3

// samplePlay plays fights one after another and keeps some of their positions. choose makes the decisions that are not
// random.
func samplePlay(ctx context.Context, e Encounter, n int, seed uint64, source, tag string, strays float64,
	choose func(*fight.Fight) (rules.Action, error)) (list []Position, err error) {
	known := map[any]bool{}
	for k := 0; k < 8*n+8 && len(list) < n; k++ { // an encounter may have fewer positions than are asked for
		f := e.start(seed + uint64(k)).Again(seed + uint64(k))
		rng := dice.Stream{Seed: seed, Name: "sample " + source}.Rand(int64(k))
		err := fightOn(ctx, f, func(_ int, options []fight.Option) (a rules.Action, err error) {
			if len(list) == n {
				return a, errEnough
			}
			// All three are drawn for every decision, used or not, so that what one decides does not shift the draws of the
			// next.
			drawn, kept, at := rng.Float64() < strays, rng.Float64() < keptShare, rng.IntN(len(options))
			if len(options) > 1 && kept && f.Turn().Kind == rules.Decide && !known[f.Key()] {
				known[f.Key()] = true
				text, err := f.Position()
				if err != nil {
					return a, err
				}
				list = append(list, Position{ID: fmt.Sprintf("%s%s-%s-%d-%04d", tag, source, e.Name, seed, len(list)),
					Encounter: e.Name, Source: source, Position: string(text)})
			}
			if drawn {
				return options[at].Action, nil
			}
			return choose(f)
		}, nil)
		if err != nil && !errors.Is(err, errEnough) && !errors.Is(err, errNotEnded) {
			return nil, err
		}
	}
	return list, nil
}

// errEnough ends the last fight of samplePlay.
var errEnough = errors.New("there are positions enough")

// uniform finds positions drawn uniformly from all that can be reached, however unlikely: a stress test for an agent.
func uniform(t *agent.Tablebase, open func(position []byte) (*fight.Fight, error)) sampler {
	return func(ctx context.Context, e Encounter, n int, seed uint64) (list []Position, err error) {
		rng := dice.Stream{Seed: seed, Name: "sample uniform"}.Rand(0)
		known := map[int]bool{}
		for range 20*n + 20 { // many states are no decision between two options or more
			if err := ctx.Err(); err != nil || len(list) == n {
				return list, err
			}
			i := rng.IntN(t.Size().States)
			if known[i] {
				continue
			}
			known[i] = true
			text, err := t.Position(i)
			if err != nil {
				return nil, err
			}
			f, err := open(text)
			if err != nil {
				return nil, fmt.Errorf("state %d of the table: %w", i, err)
			}
			if f.Turn().Kind == rules.Decide && len(f.Options()) > 1 {
				list = append(list, Position{ID: fmt.Sprintf("%s-%s-%d-%04d", sourceUniform, e.Name, seed, len(list)), Encounter: e.Name,
					Source: sourceUniform, Position: string(text)})
			}
		}
		return list, nil
	}
}
