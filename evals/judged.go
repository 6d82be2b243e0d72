package evals

import (
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules/fight"
)

// judgedPosition is a position by which decisions are judged: its fight stands there, and values are the exact win
// chances of side 0 after each option. Positions for the referee have playouts instead of values.
type judgedPosition struct {
	Position
	fight  *fight.Fight // stands there
	values []float64    // win chances of side 0
}

// solvedValues returns the exact values of an encounter. It is solved once in a run.
func (r *Run) solvedValues(e Encounter) (Truth, error) {
	if r.known[e.Name] != nil {
		return r.known[e.Name], nil
	}
	t, err := r.Solve(e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	if r.known == nil {
		r.known = map[string]Truth{}
	}
	r.known[e.Name] = t
	return t, nil
}

// judgedPositions returns the suite's own positions and those its samplers find, with exact values.
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
		f, err := r.openPosition(position, r.Seed+uint64(i))
		if err != nil {
			return nil, err
		}
		judged.fight = f
		if judged.values, err = storedValues(position, f); err != nil {
			return nil, err
		}
		if judged.values == nil {
			truth, err := r.solvedValues(r.Suite.Encounters[slices.IndexFunc(r.Suite.Encounters, func(e Encounter) bool { return e.Name == position.Encounter })])
			if err != nil {
				return nil, err
			}
			var ok bool
			if judged.values, ok = truth.Options(f); !ok {
				return nil, fmt.Errorf("the position %s has no exact values, want one that comes of its encounter", quote(position.ID))
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

// openPosition returns the fight of a position. It is an error if the values of the position are of other rows than its
// encounter uses now.
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

// withValues returns the positions with their values and the words of their options, as a file keeps them.
func withValues(list []judgedPosition) []Position {
	positions := make([]Position, len(list))
	for i, t := range list {
		p := t.Position
		p.Options, p.Values, p.Data = nil, t.values, dataOf(t.fight)
		best := 0
		options := t.fight.Options()
		for k, o := range options {
			p.Options = append(p.Options, o.Words)
			if side := t.fight.Side(t.fight.Turn().Seat); agent.ForSide(t.values[k], side) > agent.ForSide(t.values[best], side) {
				best = k
			}
		}
		p.Phase = options[best].Phase
		positions[i] = p
	}
	return positions
}

// storedValues returns the values that a position brings along, in the order of its fight's options; nil if it has
// none.
func storedValues(position Position, f *fight.Fight) ([]float64, error) {
	options := f.Options()
	if len(options) < 2 {
		return nil, fmt.Errorf("the position %s has %d options, want one where somebody decides between two or more", quote(position.ID), len(options))
	}
	if position.Values == nil {
		return nil, nil
	}
	if len(position.Values) != len(options) {
		return nil, fmt.Errorf("the position %s has %d values, want %d, one for each option", quote(position.ID), len(position.Values), len(options))
	}
	values := make([]float64, len(options))
	for i, o := range options {
		at := slices.Index(position.Options, o.Words)
		if at < 0 {
			return nil, fmt.Errorf("the position %s has no value for %s", quote(position.ID), quote(o.Words))
		}
		values[i] = position.Values[at]
	}
	return values, nil
}

// samplePositions looks for as many positions of an encounter as the suite asks for, by each way of finding them.
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
