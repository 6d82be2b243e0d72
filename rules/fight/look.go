package fight

import (
	"fmt"
	"slices"

	"kokyu/rules"
)

// Forks of a fight, with which callers see what can happen without making it happen.

// Outcomes returns the outcomes of a Chance turn with their exact chances, in the system's order. Outcomes with equal
// consequences are merged. On other turns there are none.
func (f *Fight) Outcomes() []rules.Odds {
	if f.Turn().Kind != rules.Chance {
		return nil
	}
	return f.Moment.Outcomes()
}

// Fork returns a new fight at the position of f, without steps and without a record. Nothing done to one of them
// changes the other.
func (f *Fight) Fork() *Fight {
	return &Fight{header: f.header, handle: f.handle, roster: f.roster, Moment: f.Moment,
		past: []Moment{f.Moment}, origin: f.origin}
}

// Copy returns a new fight at the position of f, with its steps and without its record, for another goroutine to look
// at while f goes on.
func (f *Fight) Copy() *Fight {
	return &Fight{header: f.header, handle: f.handle, roster: slices.Clone(f.roster), Moment: f.Moment, past: slices.Clip(f.past),
		origin: f.origin, steps: slices.Clip(f.steps),
		hasLaterStep: f.hasLaterStep, standing: slices.Clone(f.standing), undone: slices.Clone(f.undone)}
}

// After returns a fork of f after one more step: a legal decision, or one of the Outcomes of its dice.
func (f *Fight) After(a rules.Action) (*Fight, error) {
	legal := f.waitsForDecision() && slices.Contains(f.Actions(), a)
	if !legal && !slices.ContainsFunc(f.Outcomes(), func(o rules.Odds) bool { return o.Action == a }) {
		return nil, fmt.Errorf("%+v cannot happen now: the fight waits for %s", a, f.Turn().Kind)
	}
	next := f.Fork()
	next.Moment = f.Next(a, nil)
	next.past[0] = next.Moment
	return next, nil
}

// Same reports whether two fights of one encounter have equal positions.
func (f *Fight) Same(g *Fight) bool { return f.Key() == g.Key() }

// Again returns a fork with another dice seed.
func (f *Fight) Again(seed uint64) *Fight {
	again := f.Fork()
	again.header.Seed = seed
	return again
}

// Board returns the position in places and numbers, as everybody at the table sees it. A combatant that is down lies
// where it stood last.
func (f *Fight) Board() rules.Board {
	b := f.Moment.Board()
	for i, stand := range b.Stands {
		if stand.Out != "down" || stand.At != "" || i >= len(f.roster) {
			continue
		}
		b.Stands[i].At = f.lastPlace(f.roster[i].Name)
	}
	return b
}

// fallenAt is the place where a combatant that is down lies, as it was found after a step.
type fallenAt struct {
	step int // the number of the last standing step then
	at   string
}

// lastPlace returns the place where a combatant stood last, empty if it had none. Boards are drawn after each step, so
// the place is remembered together with the step, and the next call looks only at the steps since.
func (f *Fight) lastPlace(name string) (at string) {
	if len(f.standing) == 0 {
		return placeOf(f.past[0], name)
	}
	before, known := f.lastPlaces[name]
	for _, step := range slices.Backward(f.standing) {
		if known && step == before.step {
			at = before.at
			break
		}
		if at = placeOf(f.past[step], name); at != "" {
			break
		}
	}
	if at == "" {
		at = placeOf(f.past[0], name)
	}
	if f.lastPlaces == nil {
		f.lastPlaces = map[string]fallenAt{}
	}
	f.lastPlaces[name] = fallenAt{f.standing[len(f.standing)-1], at}
	return at
}
