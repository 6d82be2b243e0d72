package narrate

import (
	"cmp"
	"slices"

	"kokyu/rules"
)

// passage is one stretch that is told together: a breath, a lull, a single word of the count, the end.
type passage struct {
	kind     string // breath, lull, wait, close, end; initiative, turn
	seat     string
	round    int
	from, to int  // Energy
	known    bool // the Energy is
	regained int  // at the end of a turn
	winded   bool // and that is not all of it
	limit    int  // of the breath, 0 if it is the usual one
	first    bool // nothing was told before it
	step     int  // the last step of it
	law      law
	moments  []Facts
	doing    rules.Event // the maneuver under way
	spent    string      // who paid the last Energy in it
	turning  *Facts      // the fight has turned in it
	end      rules.Event
	stage    Stage
}

// telling are the moments, the most telling first; of equals the earlier.
func (p *passage) telling() []Facts {
	sorted := slices.Clone(p.moments)
	slices.SortStableFunc(sorted, func(a, b Facts) int { return cmp.Compare(b.weight(), a.weight()) })
	return sorted
}

// weight is how telling a moment is: its frame's rank, more if it was unlikely, first blood, or the last breath's worth.
func (f Facts) weight() float64 {
	w := float64(frameNamed(f.Frame).rank)
	if w >= weakRank {
		w += 10 * (1 - f.P)
	}
	if f.First {
		w += 25
	}
	if f.Last {
		w += 5
	}
	return w
}

// reader turns events into passages.
type reader struct {
	cast cast
	scene
	open     *passage
	exchange exchange
	begun    bool  // something has been read
	bled     bool  // a Wound has been witnessed
	turns    turns // the action under way, in fights of turns
	inTurns  bool  // this is one
	roll     []int // the dice thrown last: a fate lets them lie a step before they count
}

// read takes a step and gives the passages that ended with it.
func (r *reader) read(s rules.Step) (done []*passage) {
	if len(s.Roll) > 0 {
		r.roll = s.Roll
	}
	for _, e := range s.Events {
		if e.Secret || s.Secret {
			continue
		}
		done = append(done, r.turn(e, s)...)
		r.cast.see(&r.scene, e)
		if r.open != nil {
			r.open.step = s.N
			if e.Kind == "fate" {
				r.roll = []int{e.N, e.Left}
			}
			r.open.law.event(e, s, r.roll)
			if r.inTurns {
				r.witnessTurn(e, s)
			} else {
				r.witness(e, s)
			}
		}
		done = append(done, r.leave(e, s)...)
	}
	if r.breathes(s) {
		r.settle(s.N)
		r.open.step = s.N
		done = append(done, r.flush()...)
	}
	return done
}

// turn ends the passage under way where an event begins another.
func (r *reader) turn(e rules.Event, s rules.Step) (done []*passage) {
	switch e.Kind {
	case "breath", "lull", "wait", "close", "round", "end":
		r.settle(s.N)
	case "initiative", "turn":
		r.inTurns = true
	}
	switch e.Kind {
	case "breath", "lull", "wait", "close":
		done = r.flush()
		r.enter(e.Kind, e.Seat, s.N)
		if i := r.cast.of(e.Seat); i >= 0 && e.Kind == "breath" {
			r.open.from = e.Left
			if e.N < r.seats[i].limit {
				r.open.limit = e.N
			}
		}
	case "round":
		done = r.flush()
	case "initiative":
		done = r.flush()
		r.enter(e.Kind, e.Seat, s.N)
		r.open.law.first = true
	case "turn":
		if r.open != nil && r.open.law.first { // who begins belongs to the initiative
			r.open.law.event(e, s, r.roll)
		}
		done = r.flush()
		r.turns = turns{}
		r.enter(e.Kind, e.Seat, s.N)
		r.open.from = e.Left
	case "edit":
	case "end":
		if r.open != nil {
			r.open.ends()
		}
		done = r.flush()
		r.enter("end", e.Seat, s.N)
		r.open.end, r.open.stage = e, End
	default:
		if r.open == nil {
			r.enter(map[bool]string{false: "breath", true: "turn"}[r.inTurns], s.Seat, s.N)
		}
	}
	return done
}

// leave ends a passage that is one event long.
func (r *reader) leave(e rules.Event, s rules.Step) []*passage {
	switch e.Kind {
	case "wait", "close", "end":
		return r.flush()
	}
	return nil
}

// breathes says whether a step is its seat's word that the breath is over: a decision of its own that changes nothing,
// where no blow waits for an answer.
func (r *reader) breathes(s rules.Step) bool {
	if r.open == nil || r.open.kind != "breath" || s.Seat != r.open.seat || s.Do == "" || len(s.Roll) > 0 || len(s.Events) > 0 {
		return false
	}
	return !slices.ContainsFunc(r.exchange, func(b blow) bool { return b.at == s.Seat && b.hit && !b.wounded && !b.answered })
}

func (r *reader) enter(kind, seat string, step int) {
	r.exchange = nil
	r.open = &passage{kind: kind, seat: seat, round: max(r.round, 1), step: step, first: !r.begun, stage: r.cast.stage(&r.scene)}
	r.open.law.turn = r.inTurns
	r.begun = true
	if i := r.cast.of(seat); i >= 0 {
		r.open.from = r.seats[i].energy
	}
}

// flush ends the passage under way.
func (r *reader) flush() []*passage {
	p := r.open
	if p == nil {
		return nil
	}
	if i := r.cast.of(p.seat); i >= 0 {
		p.to, p.known = r.seats[i].energy-p.regained, r.seats[i].known
	}
	if !r.turned && p.stage != End && r.cast.stage(&r.scene) == Turning {
		r.turned = true
		p.turning = &Facts{Frame: "turning", Step: p.step, Stage: Turning, P: 1, Fallen: r.fallen, Match: r.match}
		if r.cast.two() && !r.inTurns {
			p.turning.Frame = "duel_turning"
		}
	}
	r.open, r.exchange = nil, nil
	return []*passage{p}
}

// ends says that the fight is over with this passage: all its moments are of the end.
func (p *passage) ends() {
	p.stage = End
	for i := range p.moments {
		p.moments[i].Stage = End
	}
}
