package fight

import (
	"fmt"
	"slices"

	"kokyu/rules"
)

// Looking at what could come of a fight, without making it come.

// Outcomes are what the dice of a Chance turn can show, each with its exact chance, in the system's order; outcomes of
// equal consequence are one. On other turns there are none.
func (f *Fight) Outcomes() []rules.Odds {
	if f.Turn().Kind != rules.Chance {
		return nil
	}
	return f.pos.odds()
}

// Fork is another fight that stands where f stands, without steps and without a record. Nothing done to one is seen in
// the other.
func (f *Fight) Fork() *Fight {
	return &Fight{header: f.header, handle: f.handle, roster: f.roster, pos: f.pos.fork()}
}

// After is a fork of f one step on: after a legal decision, or after one of the Outcomes of its dice.
func (f *Fight) After(a rules.Action) (*Fight, error) {
	legal := f.decides() && slices.Contains(f.pos.actions(), a)
	if !legal && !slices.ContainsFunc(f.Outcomes(), func(o rules.Odds) bool { return o.Action == a }) {
		return nil, fmt.Errorf("%+v cannot happen now: the fight waits for %s", a, f.Turn().Kind)
	}
	next := f.Fork()
	next.pos.play(a)
	return next, nil
}

// Same says whether two fights of one encounter stand at equal positions.
func (f *Fight) Same(g *Fight) bool { return f.pos.same(g.pos) }

// Key is where a fight stands as a key of a map: two fights of one encounter have equal keys if [Fight.Same] is true of them.
func (f *Fight) Key() any { return f.pos.key() }

// Again is a fork whose dice fall by another seed.
func (f *Fight) Again(seed uint64) *Fight {
	again := f.Fork()
	again.header.Seed = seed
	return again
}

// Scenery is what the encounter says of its world.
func (f *Fight) Scenery() rules.Scenery { return f.pos.scenery() }
