package agent

import (
	"context"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/search"
)

// Account is one fight's result with what happened to each combatant.
type Account struct {
	Outcome
	Falls     []Fall   // who fell, in order
	Ends      []Ending // how each seat ended, in seat order
	Decisions int      // that were made
	Throws    int      // of dice
}

// Fall is one combatant taken out of the fight.
type Fall struct {
	Seat  rules.Seat
	By    rules.Seat // who took it out, or wounded it last, or else the foe who acted last; Nobody if no foe has acted
	Round int        // counted from 1
}

// Ending is how a combatant ended a fight.
type Ending struct {
	AtStart   rules.Plight // before the first step
	Plight    rules.Plight
	Sheet     rules.Sheet
	CarryOver book.CarryOver // what it takes into the next fight
}

// Account plays one fight like [Playouts.Fight], with an agent for each seat, and observes it. Whoever has a temper that yields
// does so, see [Resolve].
func (r *Playouts) Account(ctx context.Context, seats Seating, seed uint64, luck *search.Limits) (Account, error) {
	return r.account(ctx, seats, seed, luck)
}

// witness watches one fight. A nil *witness watches nothing.
type witness struct {
	roster            []rules.Fighter
	seats             map[string]rules.Seat
	step              rules.Log     // of the step under way
	events            []rules.Event // of all steps
	last              []rules.Seat  // who wounded each seat last
	acted             [2]rules.Seat // who of each side acted last
	falls             []Fall
	decisions, throws int
}

func newWitness(roster []rules.Fighter) *witness {
	w := &witness{roster: roster, seats: map[string]rules.Seat{}, last: make([]rules.Seat, len(roster)), acted: [2]rules.Seat{rules.Nobody, rules.Nobody}}
	for i, f := range roster {
		w.seats[f.Name], w.last[i] = rules.Seat(i), rules.Nobody
	}
	return w
}

// log returns where the events of the next step go; nil if nobody watches.
func (w *witness) log() *rules.Log {
	if w == nil {
		return nil
	}
	w.step.Events = w.step.Events[:0]
	return &w.step
}

// saw takes in the step that a turn was made into: a throw of dice or a decision.
func (w *witness) saw(turn rules.Turn, round int) {
	if w == nil {
		return
	}
	if turn.Kind == rules.Chance {
		w.throws++
	} else {
		w.decisions++
	}
	if int(turn.Seat) < len(w.roster) {
		w.acted[w.roster[turn.Seat].Side] = turn.Seat
	}
	for _, e := range w.step.Events {
		seat, known := w.seats[e.Seat]
		if !known {
			continue
		}
		switch e.Kind {
		case "down", "rout":
			by, named := w.seats[e.At]
			if !named {
				by = w.last[seat]
			}
			if by == rules.Nobody { // heads of a squad fall without a name beside them
				by = w.acted[1-w.roster[seat].Side]
			}
			w.falls = append(w.falls, Fall{Seat: seat, By: by, Round: round})
		default:
			if by, ok := w.seats[e.At]; ok && by != seat && (e.Kind == "wound" || e.Kind == "harm" || e.Kind == "damage" || e.Kind == "heads") {
				w.last[seat] = by
			}
		}
	}
	w.events = append(w.events, w.step.Events...)
}
