package stage

import (
	"unsafe"

	"kokyu/rules"
	"kokyu/rules/book"
)

// Game is one encounter of a system that a Spec describes. It never changes.
type Game[R any] struct {
	Base[State, Encounter[R], Rows[R]]
	Seats        []specSeat[R]
	RulingValues book.RulingValues // by the names of the rulings, what each is set to in this encounter

	spec          *Spec[R]
	rounds        uint8
	goal          rules.Goal
	timeoutEnding uint8   // rules.EndDraw or the goal's winner, where nothing but the last round ends the fight
	cycle         []uint8 // the seats in the order of their turns, the same in each round
	rank          []uint8 // by seat, its index in cycle
	layout        Layout[State]
}

// specSeat is what does not change about a combatant during a fight; SeatState is what does.
type specSeat[R any] struct {
	Name string
	Side rules.Side
	Row  R
	Most [valuesMax]uint8

	begins SeatState
}

// Side returns the side of a seat.
func (g *Game[R]) Side(seat rules.Seat) rules.Side { return g.Seats[seat].Side }

// IsUp reports whether combatant i is in the fight.
func (g *Game[R]) IsUp(s *State, i int) bool { return i < len(g.Seats) && s.Seats[i].Out == in }

// AreFoes reports whether two combatants are on different sides.
func (g *Game[R]) AreFoes(i, k int) bool { return g.Seats[i].Side != g.Seats[k].Side }

// Name returns a combatant's name.
func (g *Game[R]) Name(i int) string { return g.Seats[i].Name }

// Turn returns what the fight waits for, and from whom.
func (g *Game[R]) Turn(s *State) rules.Turn {
	switch {
	case s.Ending != rules.EndNone:
		return rules.Turn{Kind: rules.Over, Seat: rules.Nobody}
	case s.Phase == 0:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(s.Actor), Begins: true}
	}
	return rules.Turn{Kind: g.spec.kinds[s.Phase], Seat: rules.Seat(g.spec.Decider(g, s))}
}

// Actions appends the legal decisions, in the order of the deeds.
func (g *Game[R]) Actions(s *State, buf []rules.Action) []rules.Action {
	for i := range g.spec.Deeds {
		d := &g.spec.Deeds[i]
		a := rules.Action{Do: uint16(i), At: rules.Nobody}
		switch {
		case d.Phase != s.Phase:
		case d.Offer == nil:
			buf = append(buf, a)
		default:
			buf = d.Offer(g, s, a, buf)
		}
	}
	return buf
}

// pendingCast returns the throw that the fight waits for; nil if it waits for a decision.
func (g *Game[R]) pendingCast(s *State) *Cast[R] {
	if k := g.spec.casts[s.Phase]; k > 0 && s.Ending == rules.EndNone {
		return &g.spec.Casts[k-1]
	}
	return nil
}

// outcome returns the outcome of a throw as an action that Play applies: N is the total with the modifier, To its
// class. unmodified is the total of the dice alone.
func (g *Game[R]) outcome(c *Cast[R], s *State, d Dice, unmodified int) rules.Action {
	total := unmodified + int(d.Mod)
	a := rules.Action{At: rules.Nobody, N: int16(total)}
	switch {
	case c.Class != nil:
		a.To = c.Class(g, s, total, unmodified)
	case c.Need == nil:
		a.To = uint8(min(max(total, 0), 255))
	case total >= c.Need(g, s):
		a.To = 1
	}
	return a
}

// Odds appends the classes of the throw with their chances, each once.
func (g *Game[R]) Odds(s *State, buf []rules.Odds) []rules.Odds { return g.odds(s, buf, false) }

// odds appends the classes of the throw or, if fine is set, every total apart, as FineOdds of [rules.Hooks] does. The
// numbers of throws are added up as whole numbers and divided once at the end, so that no chance is rounded twice.
func (g *Game[R]) odds(s *State, buf []rules.Odds, fine bool) []rules.Odds {
	var ways [totalMax + 1]float64
	c, first := g.pendingCast(s), len(buf)
	d := c.Dice(g, s)
	least, most, all := d.countWays(&ways)
next:
	for total := least; total <= most; total++ {
		o := rules.Odds{Action: g.outcome(c, s, d, total), P: ways[total]}
		if !fine {
			// A class stands for several totals, so that none of them is named.
			o.N = 0
			for k := first; k < len(buf); k++ {
				if buf[k].To == o.To {
					buf[k].P += o.P
					continue next
				}
			}
		}
		buf = append(buf, o)
	}
	for k := first; k < len(buf); k++ {
		buf[k].P /= all
	}
	return buf
}

// Play makes a decision, or applies the outcome of the dice that the fight waits for.
func (g *Game[R]) Play(s *State, a rules.Action, log *rules.Log) {
	c := g.pendingCast(s)
	if c == nil {
		g.spec.Deeds[a.Do].Play(g, s, a, log)
		return
	}
	if log != nil {
		seat, at := g.Name(g.spec.Decider(g, s)), g.Name(c.Against(g, s))
		d := c.Dice(g, s)
		switch {
		case c.Need != nil:
			log.Add(rules.Event{Kind: "check", Seat: seat, At: at, What: c.Name, Total: int(a.N), Need: c.Need(g, s),
				OK: a.To > 0, Of: d.keptWord()})
		case c.IsDamage:
			log.Add(rules.Event{Kind: "damage", Seat: at, At: seat, With: c.With(g, s), Of: d.String(), Total: int(a.N)})
		}
	}
	c.Play(g, s, a.To, log)
}

// Hurt takes n of its Life from combatant i; by is who did it. At 0 it falls.
func (g *Game[R]) Hurt(s *State, i, n, by int, log *rules.Log) {
	if !g.IsUp(s, i) || n <= 0 {
		return
	}
	c := &s.Seats[i]
	n = min(n, int(c.Values[Life]))
	c.Values[Life] -= uint8(n)
	log.Add(rules.Event{Kind: "wound", Seat: g.Name(i), At: g.Name(by), N: n, Left: int(c.Values[Life]),
		Of: g.spec.Values[Life].Name})
	if c.Values[Life] > 0 {
		return
	}
	log.Add(rules.Event{Kind: "down", Seat: g.Name(i)})
	g.leave(s, i, down)
}

// leave takes a combatant out of the fight: how is down, gone or yielded. All but Life is cleared, as SeatState says.
func (g *Game[R]) leave(s *State, i int, how uint8) {
	life := s.Seats[i].Values[Life]
	s.Seats[i] = SeatState{Out: how}
	if how != down {
		s.Seats[i].Values[Life] = life
	}
}

// Set sets a value of combatant i to n, bounded by 0 and its most, and logs the change.
func (g *Game[R]) Set(s *State, i, value, n int, log *rules.Log) {
	at, v := &s.Seats[i].Values[value], &g.spec.Values[value]
	was := int(*at)
	n = min(max(n, 0), int(g.Seats[i].Most[value]))
	*at = uint8(n)
	switch {
	case log == nil || n == was:
	case v.Condition:
		log.Add(rules.Event{Kind: "status", Seat: g.Name(i), What: v.Name, OK: n > 0})
	case n < was:
		log.Add(rules.Event{Kind: "spend", Seat: g.Name(i), Of: v.Name, N: was - n, Left: n})
	default:
		log.Add(rules.Event{Kind: "gain", Seat: g.Name(i), Of: v.Name, N: n - was, Left: n})
	}
}

// MoveTo moves combatant i to a place, and logs the move.
func (g *Game[R]) MoveTo(s *State, i, place int, log *rules.Log) {
	from := s.Seats[i].Place
	s.Seats[i].Place = uint8(place)
	if log != nil && int(from) != place {
		log.Add(rules.Event{Kind: "move", Seat: g.Name(i), From: g.spec.Places[from], To: g.spec.Places[place]})
	}
}

// EndAction ends the action under way. Either it has decided the fight, or the next turn begins (if the actor is out,
// or the system has NextActor), or the turn goes on.
func (g *Game[R]) EndAction(s *State, log *rules.Log) {
	s.Phase, s.Notes = 0, [notesMax]uint8{}
	if !g.endIfDecided(s, log) && (g.spec.NextActor != nil || !g.IsUp(s, int(s.Actor))) {
		g.EndTurn(s, log)
	}
}

// EndTurn begins the turn of the next combatant who is in the fight. After the last one of a round a new round begins.
func (g *Game[R]) EndTurn(s *State, log *rules.Log) {
	s.Phase, s.Notes = 0, [notesMax]uint8{}
	if next := g.spec.NextActor; next != nil {
		i := next(g, s)
		if i < 0 && g.nextRound(s, log) {
			i = next(g, s) // asked again: a new round may bring what turns cost
		}
		if i >= 0 {
			g.begin(s, i, log)
		}
		return
	}
	at := int(g.rank[s.Actor])
	for {
		if at++; at == len(g.cycle) {
			if at = 0; !g.nextRound(s, log) {
				return
			}
		}
		if i := g.cycle[at]; g.IsUp(s, int(i)) {
			g.begin(s, int(i), log)
			return
		}
	}
}

// nextRound begins the next round and returns true, or ends the fight after the last one and returns false.
func (g *Game[R]) nextRound(s *State, log *rules.Log) bool {
	if int(s.Round)+1 >= g.Rounds() {
		g.end(s, g.timeoutEnding, rules.WhyTimeUp, log)
		return false
	}
	s.Round++
	log.Add(rules.Event{Kind: "round", N: int(s.Round) + 1})
	if g.spec.BeginRound != nil {
		g.spec.BeginRound(g, s)
	}
	return true
}

// begin begins the turn of seat i.
func (g *Game[R]) begin(s *State, i int, log *rules.Log) {
	s.Actor = uint8(i)
	log.Add(rules.Event{Kind: "turn", Seat: g.Name(i), Left: int(s.Seats[i].Values[Life])})
	if g.spec.BeginTurn != nil {
		g.spec.BeginTurn(g, s, i)
	}
}

// endIfDecided ends the fight if a side has reached its goal or only one still stands, and reports whether it has. If
// all are out it is a draw.
func (g *Game[R]) endIfDecided(s *State, log *rules.Log) bool {
	var up [2]bool
	for i := range g.Seats {
		if g.IsUp(s, i) {
			up[g.Seats[i].Side] = true
		}
	}
	won, why := rules.Neither, rules.WhyNoneElse
	switch {
	case up[0] && up[1]:
		who, winner, ok := g.goal.DecisiveFall()
		if !ok || g.IsUp(s, who) {
			return false
		}
		won, why = winner, g.Name(who)+" is out of the fight"
	case up[0]:
		won = 0
	case up[1]:
		won = 1
	}
	g.end(s, rules.EndOf(won), why, log)
	return true
}

// end ends the fight. Nothing of the action under way is kept, so that all positions after the end are alike.
func (g *Game[R]) end(s *State, ending uint8, why string, log *rules.Log) {
	s.Phase, s.Actor, s.Notes, s.Ending = 0, 0, [notesMax]uint8{}, ending
	if log != nil {
		log.Add(rules.EndEvent(ending, why, g.Round(s), g.Teams))
	}
}

// End ends the fight by decision of the players.
func (g *Game[R]) End(s *State, won rules.Side, why string, log *rules.Log) {
	g.end(s, rules.EndOf(won), why, log)
}

// Score returns an estimate between -1 and 1: the share of strength that each side has, as a difference. A combatant in
// the fight counts 0.5 for being in it, since it still acts, and up to 1 more by Spec.Worth or the Life it has left.
// The factor 0.9 keeps every estimate below a fight that is won.
func (g *Game[R]) Score(s *State) float64 {
	if s.Ending != rules.EndNone {
		return rules.EndWorth(s.Ending)
	}
	var has [2]float64
	for i := range g.Seats {
		switch c := &g.Seats[i]; {
		case s.Seats[i].Out != in:
		case g.spec.Worth != nil:
			has[c.Side] += 0.5 + g.spec.Worth(g, s, i)
		default:
			has[c.Side] += 0.5 + float64(s.Seats[i].Values[Life])/float64(c.Most[Life])
		}
	}
	return 0.9 * (has[0] - has[1]) / (has[0] + has[1])
}

// Hooks returns the hooks that every system must have, and Veil if the system has secret deeds. A small system has no
// weights to fit: its estimate is Score.
func (g *Game[R]) Hooks() rules.Hooks[State] {
	h := rules.Hooks[State]{
		Owner:    func(s *State) rules.Seat { return rules.Seat(s.Actor) },
		Leaf:     g.Score,
		Activity: g.activity,
		Plain:    g.plain,
		FineOdds: func(s *State, buf []rules.Odds) []rules.Odds { return g.odds(s, buf, true) },
		Weights:  func() []book.Weight { return nil },
		LeafWith: func([]float64) func(*State) float64 { return g.Score },
		Meaning:  func(_ *State, a rules.Action) string { return g.spec.Deeds[a.Do].Means },
	}
	if g.spec.Veil != nil {
		h.Veil = func(s *State) State { return g.spec.Veil(g, s) }
	}
	return h
}

// activity grades a decision: 2 for a blow, 0 for one that only lets time pass, 1 for any other.
func (g *Game[R]) activity(_ *State, a rules.Action) int {
	switch d := &g.spec.Deeds[a.Do]; {
	case d.Idle:
		return 0
	case d.Strikes:
		return 2
	}
	return 1
}

// plain returns the first Plain deed of a phase of deeds: see Plain of [rules.Hooks].
func (g *Game[R]) plain(s *State) (rules.Action, bool) {
	if s.Phase == 0 || s.Ending != rules.EndNone || g.spec.kinds[s.Phase] != rules.Decide {
		return rules.Action{}, false
	}
	for i := range g.spec.Deeds {
		if d := &g.spec.Deeds[i]; d.Phase == s.Phase && d.Plain {
			return rules.Action{Do: uint16(i), At: rules.Nobody}, true
		}
	}
	return rules.Action{}, false
}

// Round returns the round under way, from 1 (State.Round counts from 0); SetRound changes it, and Rounds is the last
// one.
func (g *Game[R]) Round(s *State) int           { return int(s.Round) + 1 }
func (g *Game[R]) SetRound(s *State, round int) { s.Round = uint8(round - 1) }
func (g *Game[R]) Rounds() int                  { return g.goal.LastRound(g.rounds) }

// Pack appends a position without its round, which solvers keep apart: see rules.Layers.
func (g *Game[R]) Pack(s *State, buf []byte) []byte { return g.layout.Pack(s, buf) }

// Unpack returns the inverse of Pack; the position is in round 1.
func (g *Game[R]) Unpack(packed []byte, s *State) error {
	*s = State{}
	return g.layout.Unpack(packed, s)
}

// layoutOf returns the bytes that are packed of a position with so many seats: all but the empty seats and the round.
func layoutOf(seats int) Layout[State] {
	var s State
	return Layout[State]{{0, uintptr(seats) * unsafe.Sizeof(s.Seats[0])}, {unsafe.Offsetof(s.Notes), unsafe.Offsetof(s.Round)},
		{unsafe.Offsetof(s.Phase), unsafe.Sizeof(s)}}
}
