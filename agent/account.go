package agent

import (
	"context"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/search"
)

// Account is the result of one fight with what happened to each combatant.
type Account struct {
	Outcome
	Falls     []Fall   // who fell, in order
	Ends      []Ending // how each seat ended, in seat order
	Decisions int      // that were made
	Throws    int      // of dice
}

// Fall is the fall of one combatant.
type Fall struct {
	Seat  rules.Seat
	By    rules.Seat // who felled it or, if no event says so, who wounded it last, else the foe who acted last; may be Nobody
	Round int        // counted from 1
}

// Ending is how a combatant ended a fight.
type Ending struct {
	AtStart   rules.Plight // before the first step
	Plight    rules.Plight
	Sheet     rules.Sheet
	CarryOver book.CarryOver // what it takes into the next fight
}

// Account plays one fight like [Playouts.Fight], with an agent for each seat, and observes it. An agent with a temper
// may yield, see [Resolve].
func (r *Playouts) Account(ctx context.Context, seats Seating, seed uint64, luck *search.Limits) (Account, error) {
	return r.account(ctx, seats, seed, luck)
}

// witness watches one fight. A nil witness watches nothing.
type witness struct {
	roster            []rules.Fighter
	seats             map[string]rules.Seat
	stepLog           rules.Log     // of the step under way
	events            []rules.Event // of all steps
	lastWounder       []rules.Seat  // of each seat
	lastActor         [2]rules.Seat // of each side
	falls             []Fall
	decisions, throws int
}

func newWitness(roster []rules.Fighter) *witness {
	w := &witness{roster: roster, seats: map[string]rules.Seat{}, lastWounder: make([]rules.Seat, len(roster)), lastActor: [2]rules.Seat{rules.Nobody, rules.Nobody}}
	for i, f := range roster {
		w.seats[f.Name], w.lastWounder[i] = rules.Seat(i), rules.Nobody
	}
	return w
}

// log returns the log for the next step, nil if nobody watches.
func (w *witness) log() *rules.Log {
	if w == nil {
		return nil
	}
	w.stepLog.Events = w.stepLog.Events[:0]
	return &w.stepLog
}

// observe takes in the step that answered a turn: a throw of dice or a decision.
func (w *witness) observe(turn rules.Turn, round int) {
	if w == nil {
		return
	}
	if turn.Kind == rules.Chance {
		w.throws++
	} else {
		w.decisions++
	}
	if int(turn.Seat) < len(w.roster) {
		w.lastActor[w.roster[turn.Seat].Side] = turn.Seat
	}
	for _, e := range w.stepLog.Events {
		seat, known := w.seats[e.Seat]
		if !known {
			continue
		}
		switch e.Kind {
		case "down", "rout":
			by, named := w.seats[e.At]
			if !named {
				by = w.lastWounder[seat]
			}
			if by == rules.Nobody { // for squads no event names who wounded them
				by = w.lastActor[1-w.roster[seat].Side]
			}
			w.falls = append(w.falls, Fall{Seat: seat, By: by, Round: round})
		default:
			if by, ok := w.seats[e.At]; ok && by != seat && (e.Kind == "wound" || e.Kind == "harm" || e.Kind == "damage" || e.Kind == "heads") {
				w.lastWounder[seat] = by
			}
		}
	}
	w.events = append(w.events, w.stepLog.Events...)
}
