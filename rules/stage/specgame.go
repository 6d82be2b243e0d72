package stage

import (
	"unsafe"

	"kokyu/rules"
	"kokyu/rules/book"
)

// Game is one encounter of a system that a Spec describes.
type Game[R any] struct {
	Base[State, Encounter[R], Rows[R]]
	Seats  []Seat[R]
	Chosen book.Chosen // what the rulings are set to

	spec        *Spec[R]
	rounds      uint8
	goal        rules.Goal
	capped      uint8   // the ending where time runs out
	cycle, rank []uint8 // the order of turns, and each seat's place in it
	layout      Layout[State]
}

// Seat is a combatant apart from how it stands.
type Seat[R any] struct {
	Name string
	Side rules.Side
	Row  R
	Most [ValuesMax]uint8

	begins Stood
}

// Side returns the side of a seat.
func (g *Game[R]) Side(seat rules.Seat) rules.Side { return g.Seats[seat].Side }

// Up reports whether a combatant is in the fight.
func (g *Game[R]) Up(s *State, i int) bool { return i < len(g.Seats) && s.Seats[i].Out == in }

// Foes reports whether two are on different sides.
func (g *Game[R]) Foes(i, k int) bool { return g.Seats[i].Side != g.Seats[k].Side }

// Name returns a combatant's name.
func (g *Game[R]) Name(i int) string { return g.Seats[i].Name }

// Turn returns what the fight waits for.
func (g *Game[R]) Turn(s *State) rules.Turn {
	switch {
	case s.Ending != rules.EndNone:
		return rules.Turn{Kind: rules.Over, Seat: rules.Nobody}
	case s.Phase == 0:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(s.Actor), Begins: true}
	}
	return rules.Turn{Kind: g.spec.kinds[s.Phase], Seat: rules.Seat(g.spec.Turn(g, s))}
}

// Actions appends the legal decisions, in the order of the deeds.
func (g *Game[R]) Actions(s *State, buf []rules.Action) []rules.Action {
	for i := range g.spec.Deeds {
		d := &g.spec.Deeds[i]
		a := rules.Action{Do: uint16(i), At: rules.Nobody}
		switch {
		case d.When != s.Phase:
		case d.Offer == nil:
			buf = append(buf, a)
		default:
			buf = d.Offer(g, s, a, buf)
		}
	}
	return buf
}

// cast returns what is thrown for; nil where nothing is.
func (g *Game[R]) cast(s *State) *Cast[R] {
	if k := g.spec.casts[s.Phase]; k > 0 && s.Ending == rules.EndNone {
		return &g.spec.Casts[k-1]
	}
	return nil
}

// outcome returns what dice that show a number come to: N is the total, To its class.
func (g *Game[R]) outcome(c *Cast[R], s *State, d Dice, face int) rules.Action {
	total := face + int(d.Mod)
	a := rules.Action{At: rules.Nobody, N: int16(total)}
	switch {
	case c.Class != nil:
		a.To = c.Class(g, s, total, face)
	case c.Need == nil:
		a.To = uint8(min(max(total, 0), 255))
	case total >= c.Need(g, s):
		a.To = 1
	}
	return a
}

// Odds appends the classes of the throw with their chances.
func (g *Game[R]) Odds(s *State, buf []rules.Odds) []rules.Odds { return g.odds(s, buf, false) }

func (g *Game[R]) odds(s *State, buf []rules.Odds, fine bool) []rules.Odds {
	var shows [facesMax + 1]float64
	c, first := g.cast(s), len(buf)
	d := c.Dice(g, s)
	least, most, all := d.ways(&shows)
next:
	for face := least; face <= most; face++ {
		o := rules.Odds{Action: g.outcome(c, s, d, face), P: shows[face]}
		if !fine {
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

// Play makes a decision, or takes the dice.
func (g *Game[R]) Play(s *State, a rules.Action, log *rules.Log) {
	c := g.cast(s)
	if c == nil {
		g.spec.Deeds[a.Do].Play(g, s, a, log)
		return
	}
	if log != nil {
		seat, at := g.Name(g.spec.Turn(g, s)), g.Name(c.against(g, s))
		d := c.Dice(g, s)
		switch {
		case c.Need != nil:
			log.Add(rules.Event{Kind: "check", Seat: seat, At: at, What: c.Name, Total: int(a.N), Need: c.Need(g, s), OK: a.To > 0, Of: d.kept()})
		case c.Harms:
			log.Add(rules.Event{Kind: "damage", Seat: at, At: seat, With: c.with(g, s), Of: d.String(), Total: int(a.N)})
		}
	}
	c.Play(g, s, a.To, log)
}

func (c *Cast[R]) against(g *Game[R], s *State) int {
	if c.Against == nil {
		return g.spec.Turn(g, s)
	}
	return c.Against(g, s)
}

func (c *Cast[R]) with(g *Game[R], s *State) string {
	if c.With == nil {
		return c.Name
	}
	return c.With(g, s)
}

// Hurt takes n of its Life from a combatant, by whom it was done: at 0 it falls.
func (g *Game[R]) Hurt(s *State, i, n, by int, log *rules.Log) {
	if !g.Up(s, i) || n <= 0 {
		return
	}
	c := &s.Seats[i]
	n = min(n, int(c.Of[Life]))
	c.Of[Life] -= uint8(n)
	log.Add(rules.Event{Kind: "wound", Seat: g.Name(i), At: g.Name(by), N: n, Left: int(c.Of[Life]), Of: g.spec.Values[Life].Name})
	if c.Of[Life] > 0 {
		return
	}
	log.Add(rules.Event{Kind: "down", Seat: g.Name(i)})
	g.leave(s, i, down)
}

// leave takes a combatant out of the fight.
func (g *Game[R]) leave(s *State, i int, how uint8) {
	if g.spec.Fell != nil {
		g.spec.Fell(g, s, i)
	}
	life := s.Seats[i].Of[Life]
	s.Seats[i] = Stood{Out: how}
	if how != down {
		s.Seats[i].Of[Life] = life
	}
}

// Set makes a value of a combatant another one, at most what it can be, and tells it.
func (g *Game[R]) Set(s *State, i, value, n int, log *rules.Log) {
	at, v := &s.Seats[i].Of[value], &g.spec.Values[value]
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

// Go brings a combatant to a place.
func (g *Game[R]) Go(s *State, i, place int, log *rules.Log) {
	from := s.Seats[i].Place
	s.Seats[i].Place = uint8(place)
	if log != nil && int(from) != place {
		log.Add(rules.Event{Kind: "move", Seat: g.Name(i), From: g.spec.Places[from], To: g.spec.Places[place]})
	}
}

// Done ends what is under way: the turn goes on, the next one begins if the actor is out of the fight, or the fight is over.
func (g *Game[R]) Done(s *State, log *rules.Log) {
	s.Phase, s.Notes = 0, [NotesMax]uint8{}
	if !g.decide(s, log) && (g.spec.Next != nil || !g.Up(s, int(s.Actor))) {
		g.Next(s, log)
	}
}

// Next begins the turn of the next combatant in the order, in a new round after the last one.
func (g *Game[R]) Next(s *State, log *rules.Log) {
	s.Phase, s.Notes = 0, [NotesMax]uint8{}
	if next := g.spec.Next; next != nil {
		i := next(g, s)
		if i < 0 && g.nextRound(s, log) {
			i = next(g, s)
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
		if i := g.cycle[at]; g.Up(s, int(i)) {
			g.begin(s, int(i), log)
			return
		}
	}
}

// nextRound begins the next round, or ends the fight after the last one; then it is false.
func (g *Game[R]) nextRound(s *State, log *rules.Log) bool {
	if int(s.Round)+1 >= g.Rounds() {
		g.end(s, g.capped, cappedWords, log)
		return false
	}
	s.Round++
	log.Add(rules.Event{Kind: "round", N: int(s.Round) + 1})
	if g.spec.Round != nil {
		g.spec.Round(g, s)
	}
	return true
}

// cappedWords are why a fight ends that nothing but time has ended.
const cappedWords = "the rounds are over"

func (g *Game[R]) begin(s *State, i int, log *rules.Log) {
	s.Actor = uint8(i)
	log.Add(rules.Event{Kind: "turn", Seat: g.Name(i), Left: int(s.Seats[i].Of[Life])})
	if g.spec.Begin != nil {
		g.spec.Begin(g, s, i)
	}
}

// decide ends the fight if a side has reached its goal, or stands alone.
func (g *Game[R]) decide(s *State, log *rules.Log) bool {
	var up [2]bool
	for i := range g.Seats {
		if g.Up(s, i) {
			up[g.Seats[i].Side] = true
		}
	}
	won := rules.Side(0)
	if up[1] {
		won = 1
	}
	switch {
	case !up[0] && !up[1]:
		won = rules.Neither
	case up[0] && up[1]:
		fallen := g.goal.Kind > book.GoalLast && !g.Up(s, int(g.goal.Who))
		if !fallen {
			return false
		}
		if won = g.goal.Side; g.goal.Kind == book.GoalProtect {
			won = 1 - won
		}
	}
	g.end(s, rules.EndOf(won), "nobody else stands", log)
	if g.goal.Kind > book.GoalLast && up[0] && up[1] {
		log.EndsBy(g.Name(int(g.goal.Who)) + " is out of the fight")
	}
	return true
}

func (g *Game[R]) end(s *State, ending uint8, why string, log *rules.Log) {
	s.Phase, s.Actor, s.Notes, s.Ending = 0, 0, [NotesMax]uint8{}, ending
	if log != nil {
		log.Add(rules.EndEvent(ending, why, g.Round(s), g.Teams))
	}
}

// End ends the fight by word.
func (g *Game[R]) End(s *State, won rules.Side, why string, log *rules.Log) {
	g.end(s, rules.EndOf(won), why, log)
}

// Score returns how well the sides stand, by Spec.Worth or by how much of their Life they have left; each combatant at its best counts as
// much as another.
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
			has[c.Side] += 0.5 + float64(s.Seats[i].Of[Life])/float64(c.Most[Life])
		}
	}
	return 0.9 * (has[0] - has[1]) / (has[0] + has[1])
}

// Hooks returns those that every system has.
func (g *Game[R]) Hooks() rules.Hooks[State] {
	h := rules.Hooks[State]{
		Owner:    func(s *State) rules.Seat { return rules.Seat(s.Actor) },
		Leaf:     g.Score,
		Activity: g.activity,
		Plain:    g.plain,
		FineOdds: func(s *State, buf []rules.Odds) []rules.Odds { return g.odds(s, buf, true) },
		Weights:  func() []book.Weight { return nil },
		Weighing: func([]float64) func(*State) float64 { return g.Score },
		Meaning:  func(_ *State, a rules.Action) string { return g.spec.Deeds[a.Do].Means },
	}
	if g.spec.Veil != nil {
		h.Veil = func(s *State) State { return g.spec.Veil(g, s) }
	}
	return h
}

// activity grades: a blow, anything else, nothing.
func (g *Game[R]) activity(_ *State, a rules.Action) int {
	switch d := &g.spec.Deeds[a.Do]; {
	case d.Idle:
		return 0
	case d.Strikes:
		return 2
	}
	return 1
}

func (g *Game[R]) plain(s *State) (rules.Action, bool) {
	if s.Phase == 0 || s.Ending != rules.EndNone || g.spec.kinds[s.Phase] != rules.Decide {
		return rules.Action{}, false
	}
	for i := range g.spec.Deeds {
		if d := &g.spec.Deeds[i]; d.When == s.Phase && d.Plain {
			return rules.Action{Do: uint16(i), At: rules.Nobody}, true
		}
	}
	return rules.Action{}, false
}

// Round returns the round under way, from 1; SetRound changes it, and Rounds is the last one.
func (g *Game[R]) Round(s *State) int           { return int(s.Round) + 1 }
func (g *Game[R]) SetRound(s *State, round int) { s.Round = uint8(round - 1) }
func (g *Game[R]) Rounds() int                  { return g.goal.Last(g.rounds) }

// Pack appends a position without its round: who fights, then what is under way.
func (g *Game[R]) Pack(s *State, buf []byte) []byte { return g.layout.Pack(s, buf) }

// Unpack returns the inverse of Pack; the position is in round 1.
func (g *Game[R]) Unpack(packed []byte, s *State) error {
	*s = State{}
	return g.layout.Unpack(packed, s)
}

// layoutOf returns what is packed of a position in which so many fight.
func layoutOf(seats int) Layout[State] {
	var s State
	return Layout[State]{{0, uintptr(seats) * unsafe.Sizeof(s.Seats[0])}, {unsafe.Offsetof(s.Notes), unsafe.Offsetof(s.Round)},
		{unsafe.Offsetof(s.Phase), unsafe.Sizeof(s)}}
}
