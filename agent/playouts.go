package agent

import (
	"context"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Playouts plays fights from one position, without words and records. It is not safe for concurrent use.
type Playouts struct {
	start, now   fight.Moment
	player       *player // of the view that agents get
	luckSearcher searcher
	carryOut     func(m fight.Moment, told []rules.Event) func(rules.Seat) book.CarryOver
}

// newPlayouts returns a Playouts for a position, without its carryOut.
func newPlayouts(p *player, start fight.Moment) *Playouts {
	return &Playouts{start: start, player: p, luckSearcher: p.newSearcher(start, nil)}
}

// NewPlayouts returns a Playouts for the position of f.
func NewPlayouts(f *fight.Fight) *Playouts {
	return f.Handle().(interface {
		playouts(f *fight.Fight) *Playouts
	}).playouts(f)
}

// Fight plays one fight between the agents of the first and the second side, with the dice of a [fight.Fight] with this
// seed. If luck is not nil, the outcome contains the luck of the dice: for each throw the value of its outcome minus
// the mean value of all its outcomes. Values are those of a search with this budget or, if that is too small for an
// exchange, of Score. The expectation of luck is zero whatever the values, so that subtracting it leaves the mean
// result unchanged and reduces the variance (a control variate). Nobody yields.
func (r *Playouts) Fight(ctx context.Context, agents [2]Agent, seed uint64, luck *search.Limits) (Outcome, error) {
	return r.fight(ctx, agents, seed, luck, false)
}

// fight plays one fight between the agents of two sides, each with the character of its combatant.
func (r *Playouts) fight(ctx context.Context, agents [2]Agent, seed uint64, luck *search.Limits,
	yields bool) (Outcome, error) {
	var seats Seating
	for _, f := range r.start.Roster() {
		seats = append(seats, WithCharacter(agents[f.Side], f.Character))
	}
	return r.play(ctx, seats, seed, luck, yields, nil)
}

// Account plays one fight like [Playouts.Fight], with an agent for each seat, and observes it. An agent with a temper
// may yield, see [Resolve].
func (r *Playouts) Account(ctx context.Context, seats Seating, seed uint64, luck *search.Limits) (Account, error) {
	w := newFightObserver(r.start.Roster())
	o, err := r.play(ctx, seats, seed, luck, true, w)
	if err != nil {
		return Account{}, err
	}
	account := Account{Outcome: o, Falls: w.falls, Decisions: w.decisions, Throws: w.throws}
	carryOverOf := r.carryOut(r.now, w.events)
	for i := range w.roster {
		seat := rules.Seat(i)
		account.Ends = append(account.Ends, Ending{AtStart: r.start.Plight(seat), Plight: r.now.Plight(seat),
			Sheet: r.now.Sheet(seat), CarryOver: carryOverOf(seat)})
	}
	return account, nil
}

// Outcome is the result of one fight. It is what a job of a match sends, so that it is small.
type Outcome struct {
	Score  float64 // of side 0: 1, 0.5, 0
	Rounds int
	Wounds [2]int // lost by each side
	// Luck is what the dice gave side 0, in win chance; 0 unless it was asked for, see [Playouts.Fight].
	Luck float64
}

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
	Seat rules.Seat
	// By is who felled it or, if no event says so, who wounded it last, else the foe who acted last; it may be Nobody.
	By    rules.Seat
	Round int // counted from 1
}

// Ending is how a combatant ended a fight.
type Ending struct {
	AtStart   rules.Plight // before the first step
	Plight    rules.Plight
	Sheet     rules.Sheet
	CarryOver book.CarryOver // what it takes into the next fight
}

// play plays one fight; w, if it is not nil, observes every step. If yields is false nobody yields. The n-th step has
// the same dice as in a [fight.Fight] with this seed, and a fight here must end as that one: so agents that search get
// the path, without which 24 of 100 random fights of tempo ended otherwise.
func (r *Playouts) play(ctx context.Context, seats Seating, seed uint64, luck *search.Limits, yields bool,
	w *fightObserver) (Outcome, error) {
	r.now = r.start
	needsPath := slices.ContainsFunc(seats, func(a Agent) bool { _, searches := a.(BudgetedAgent); return searches })
	if !needsPath {
		r.now = r.start.Fresh(false)
	}
	totalLuck := 0.0
	for step := 1; step <= StepsMax; step++ {
		turn := r.now.Turn()
		switch turn.Kind {
		case rules.Over:
			return Outcome{Score: (r.now.Score() + 1) / 2, Rounds: r.now.Round(), Wounds: r.now.Harm(),
				Luck: totalLuck}, ctx.Err()
		case rules.Chance:
			_, a, err := r.now.Throw(seed, step)
			if err != nil {
				return Outcome{}, err
			}
			after := r.now.Next(a, w.log())
			if luck != nil {
				gain, err := r.luckOfThrow(ctx, after, *luck)
				if err != nil {
					return Outcome{}, err
				}
				totalLuck += gain
			}
			r.now = after
		default:
			d, err := r.resolve(ctx, seats[turn.Seat], seed, step, yields)
			if err != nil {
				return Outcome{}, err
			}
			if d.Why == "" {
				r.now = r.now.Next(d.Action, w.log())
				break
			}
			edit := fight.YieldEdit(r.start.Roster()[turn.Seat].Name, d.Flee)
			next, events, _, err := r.now.NextByEdit(edit, d.Why, nil)
			if err != nil {
				return Outcome{}, err
			}
			if log := w.log(); log != nil {
				log.Events = append(log.Events, events...)
			}
			r.now = next.Fresh(needsPath) // an edit is no action, so that the path begins anew
		}
		w.observe(turn, r.now.Round())
		if err := ctx.Err(); err != nil {
			return Outcome{}, err
		}
	}
	return Outcome{}, fmt.Errorf("a fight of seed %d has not ended after %d steps", seed, StepsMax)
}

// luckOfThrow returns what the dice gave side 0 by leading from the present position to after, in win chance. The
// values of all outcomes must come from one evaluation: only then is the expectation of the luck zero.
func (r *Playouts) luckOfThrow(ctx context.Context, after fight.Moment, lim search.Limits) (float64, error) {
	found, err := r.luckSearcher.search(ctx, r.now, lim)
	if err != nil || len(found.Options) == 1 {
		return 0, err
	}
	here, to, blind := r.now.Fresh(false), after.Key(), found.IsBlind()
	mean, actual, isFound := 0.0, 0.0, false
	for _, o := range found.Options {
		next, v := here.Next(o.Action, nil), o.Value
		if blind {
			v = next.Score()
		}
		mean += float64(o.P * v)
		if next.Key() == to {
			actual, isFound = v, true
		}
	}
	if !isFound {
		return 0, fmt.Errorf("the dice led where no outcome of theirs leads")
	}
	return (actual - mean) / 2, nil
}

// resolve returns the agent's decision. Unlike [Look] it prepares no words. A single legal action is taken without
// asking.
func (r *Playouts) resolve(ctx context.Context, a Agent, seed uint64, step int, yields bool) (d Decision, err error) {
	if actions := r.now.Actions(); len(actions) == 1 {
		return Decision{Action: actions[0]}, nil
	}
	r.player.goTo(r.now)
	v := View{player: r.player, seed: seed, step: step - 1}
	if yields {
		return Resolve(ctx, a, v)
	}
	d.Action, err = a.Choose(ctx, v)
	return d, err
}

// fightObserver collects what happens in one fight, from the events of its steps. With a nil fightObserver the rules
// write no events, which most playouts do not need.
type fightObserver struct {
	roster            []rules.Fighter
	seats             map[string]rules.Seat
	stepLog           rules.Log     // of the step under way
	events            []rules.Event // of all steps
	lastWounder       []rules.Seat  // of each seat
	lastActor         [2]rules.Seat // of each side
	falls             []Fall
	decisions, throws int
}

func newFightObserver(roster []rules.Fighter) *fightObserver {
	w := &fightObserver{roster: roster, seats: map[string]rules.Seat{}, lastWounder: make([]rules.Seat, len(roster)),
		lastActor: [2]rules.Seat{rules.Nobody, rules.Nobody}}
	for i, f := range roster {
		w.seats[f.Name], w.lastWounder[i] = rules.Seat(i), rules.Nobody
	}
	return w
}

// log returns the log for the next step, nil if nobody observes.
func (w *fightObserver) log() *rules.Log {
	if w == nil {
		return nil
	}
	w.stepLog.Events = w.stepLog.Events[:0]
	return &w.stepLog
}

// observe records a step, a throw of dice or a decision, whose events are in stepLog. turn is what the fight waited
// for.
func (w *fightObserver) observe(turn rules.Turn, round int) {
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
			isWound := slices.Contains([]string{"wound", "harm", "damage", "heads"}, e.Kind)
			if by, ok := w.seats[e.At]; ok && by != seat && isWound {
				w.lastWounder[seat] = by
			}
		}
	}
	w.events = append(w.events, w.stepLog.Events...)
}
