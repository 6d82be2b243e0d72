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
	fight   func(ctx context.Context, agents [2]Agent, seed uint64, luck *search.Limits, yields bool) (Outcome, error)
	account func(ctx context.Context, seats Seating, seed uint64, luck *search.Limits) (Account, error)
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

// Account plays one fight like [Playouts.Fight], with an agent for each seat, and observes it. An agent with a temper
// may yield, see [Resolve].
func (r *Playouts) Account(ctx context.Context, seats Seating, seed uint64, luck *search.Limits) (Account, error) {
	return r.account(ctx, seats, seed, luck)
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

// systemPlayouts plays the fights of a Playouts, with the type of their positions known.
type systemPlayouts[S comparable] struct {
	sys          rules.System[S]
	start        S
	now          S
	startPath    rules.Path[S] // to start
	path         rules.Path[S] // to now, if tracksPath
	tracksPath   bool          // set if an agent searches: only then is the path needed
	binding      binding[S]    // of the view that agents get
	luckSearcher *search.Searcher[S]
}

// newSystemPlayouts returns the systemPlayouts for the position s, to which path leads.
func newSystemPlayouts[S comparable](about *book.About, sys rules.System[S], s S, path rules.Path[S],
	h fight.Header) *systemPlayouts[S] {
	return &systemPlayouts[S]{sys: sys, start: s, now: s, startPath: path, binding: *newBinding(about, sys, s, h),
		luckSearcher: search.New[S](sys)}
}

// newPlayouts returns a Playouts for a position. A fight here must end as a [fight.Fight] with the same seed, so agents
// get the path: without it 24 of 100 random fights of tempo ended otherwise.
func newPlayouts[S comparable](about *book.About, g rules.Encounter[S], s S, path rules.Path[S],
	header fight.Header) *Playouts {
	h := newSystemPlayouts[S](about, g, s, path, header)
	return &Playouts{h.fight, func(ctx context.Context, seats Seating, seed uint64, luck *search.Limits) (Account, error) {
		w := newFightObserver(h.sys.Roster())
		o, err := h.play(ctx, seats, seed, luck, true, w)
		if err != nil {
			return Account{}, err
		}
		account := Account{Outcome: o, Falls: w.falls, Decisions: w.decisions, Throws: w.throws}
		for i := range w.roster {
			seat := rules.Seat(i)
			account.Ends = append(account.Ends, Ending{AtStart: g.Plight(&s, seat), Plight: g.Plight(&h.now, seat),
				Sheet: g.Sheet(&h.now, seat), CarryOver: g.CarryOut(&h.now, seat, w.events)})
		}
		return account, nil
	}}
}

// fight plays one fight between the agents of two sides, each with the character of its combatant.
func (h *systemPlayouts[S]) fight(ctx context.Context, agents [2]Agent, seed uint64, luck *search.Limits,
	yields bool) (Outcome, error) {
	var seats Seating
	for _, f := range h.sys.Roster() {
		seats = append(seats, WithCharacter(agents[f.Side], f.Character))
	}
	return h.play(ctx, seats, seed, luck, yields, nil)
}

// play plays one fight; w, if it is not nil, observes every step. If yields is false nobody yields. The n-th step has
// the same dice as in a [fight.Fight] with this seed.
func (h *systemPlayouts[S]) play(ctx context.Context, seats Seating, seed uint64, luck *search.Limits, yields bool,
	w *fightObserver) (Outcome, error) {
	h.now, h.path = h.start, h.startPath
	h.tracksPath = slices.ContainsFunc(seats, func(a Agent) bool { _, searches := a.(BudgetedAgent); return searches })
	totalLuck := 0.0
	for step := 1; step <= StepsMax; step++ {
		turn := h.sys.Turn(&h.now)
		switch turn.Kind {
		case rules.Over:
			return Outcome{Score: (h.sys.Score(&h.now) + 1) / 2, Rounds: h.sys.Round(&h.now), Wounds: h.sys.Harm(&h.now),
				Luck: totalLuck}, ctx.Err()
		case rules.Chance:
			a, err := h.sys.Read(&h.now, fight.ThrowFaces(h.sys, &h.now, seed, step))
			if err != nil {
				return Outcome{}, err
			}
			after := h.now
			h.sys.Play(&after, a, w.log())
			if luck != nil {
				gain, err := h.luckOfThrow(ctx, after, *luck)
				if err != nil {
					return Outcome{}, err
				}
				totalLuck += gain
			}
			h.advance(a, &after)
			w.observe(turn, h.sys.Round(&h.now))
		default:
			d, err := h.resolve(ctx, seats[turn.Seat], seed, step, yields)
			if err != nil {
				return Outcome{}, err
			}
			if d.Why == "" {
				after := h.now
				h.sys.Play(&after, d.Action, w.log())
				h.advance(d.Action, &after)
			} else {
				edit := fight.YieldEdit(h.sys.Roster()[turn.Seat].Name, d.Flee)
				if err := h.sys.Edit(&h.now, edit, w.log()); err != nil {
					return Outcome{}, err
				}
				h.path = rules.Path[S]{From: h.now} // an edit is no action, so that the path begins anew
			}
			w.observe(turn, h.sys.Round(&h.now))
		}
		if err := ctx.Err(); err != nil {
			return Outcome{}, err
		}
	}
	return Outcome{}, fmt.Errorf("a fight of seed %d has not ended after %d steps", seed, StepsMax)
}

// advance goes on to after, to which an action leads.
func (h *systemPlayouts[S]) advance(a rules.Action, after *S) {
	if h.tracksPath {
		h.path = h.path.WithAction(h.sys, &h.now, a, after)
	}
	h.now = *after
}

// luckOfThrow returns what the dice gave side 0 by leading from the present position to after, in win chance. The
// values of all outcomes must come from one evaluation: only then is the expectation of the luck zero.
func (h *systemPlayouts[S]) luckOfThrow(ctx context.Context, after S, lim search.Limits) (float64, error) {
	r, err := h.luckSearcher.Search(ctx, h.now, lim)
	if err != nil || len(r.Options) == 1 {
		return 0, err
	}
	blind := r.IsBlind()
	mean, actual, found := 0.0, 0.0, false
	for _, o := range r.Options {
		next := h.now
		h.sys.Play(&next, o.Action, nil)
		v := o.Value
		if blind {
			v = h.sys.Score(&next)
		}
		mean += float64(o.P * v)
		if next == after {
			actual, found = v, true
		}
	}
	if !found {
		return 0, fmt.Errorf("the dice led where no outcome of theirs leads")
	}
	return (actual - mean) / 2, nil
}

// resolve returns the agent's decision. Unlike [Look] it prepares no words. A single legal action is taken without
// asking.
func (h *systemPlayouts[S]) resolve(ctx context.Context, a Agent, seed uint64, step int,
	yields bool) (d Decision, err error) {
	if actions := h.sys.Actions(&h.now, nil); len(actions) == 1 {
		return Decision{Action: actions[0]}, nil
	}
	h.binding.setState(h.now)
	if h.tracksPath {
		h.binding.setPath(h.path)
	}
	v := View{player: &h.binding, seed: seed, step: step - 1}
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
