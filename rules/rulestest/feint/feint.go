// Package feint is a small rule system with every shape of turn the rules know: seats with Energy and Wounds, a cut by 2d10,
// a parry reserved or improvised against the total of the cut, and a feint, high or low, that the other side answers
// unseeing. It describes itself as the real ones do, so that whatever takes a system can be tried on one that nobody has
// heard of.
//
// feint.go is the fight, words.go what people and logs need of it, load.go its files, about.go its description.
package feint

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Game is one fight of two or three.
type Game struct {
	Names [3]string // the last is empty where two fight
	Sides [3]rules.Side
	Teams [2]string
	First State // where it begins

	file   EncounterFile
	from   State       // the last boundary before the start
	since  []book.Move // from there to the start
	rows   Book
	rounds uint8
}

// State has bytes only, and so no padding.
type State struct {
	Wounds, Energy, Held [3]uint8
	Round                uint8
	Phase                uint8
	Actor, Target        uint8
	Total                uint8 // of the cut a parry must reach
	Double               uint8
	Low                  uint8 // the feint: 0 high or none, 1 low
}

const (
	free   = iota // the actor decides
	swing         // his dice
	answer        // the target decides
	block         // its dice
	choose        // the actor's secret
	guess         // the target's guard
	over
)

const (
	doRest = iota
	doReserve
	doCut
	doFeint
	doTake
	doParry
	doImprovise
	doHigh
	doLow
	guardHigh
	guardLow
	dieMiss
	dieHit
	dieParried
	dieThrough
)

// EnergyMax is what the first seat has in a round.
const EnergyMax = 6

const (
	needCut = 12
	modCut  = 2
)

var _ rules.Encounter[State] = (*Game)(nil)

// New returns the built-in fight of one against two.
func New() *Game {
	text, _ := Encounter(Encounters()[0])
	g, err := Read(strict.Parse("feint.yaml", text), DefaultBook())
	if err != nil {
		panic(err)
	}
	return g
}

func (g *Game) Side(seat rules.Seat) rules.Side { return g.Sides[seat] }

func (g *Game) Turn(s *State) rules.Turn {
	switch s.Phase {
	case free:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(s.Actor), Begins: true}
	case swing:
		return rules.Turn{Kind: rules.Chance, Seat: rules.Seat(s.Actor)}
	case answer, guess:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(s.Target)}
	case block:
		return rules.Turn{Kind: rules.Chance, Seat: rules.Seat(s.Target)}
	case choose:
		return rules.Turn{Kind: rules.Commit, Seat: rules.Seat(s.Actor)}
	}
	return rules.Turn{Kind: rules.Over, Seat: rules.Nobody}
}

func (g *Game) Actions(s *State, buf []rules.Action) []rules.Action {
	does := func(do uint16) rules.Action { return rules.Action{Do: do, At: rules.Nobody} }
	switch s.Phase {
	case answer:
		if s.Held[s.Target] > 0 {
			buf = append(buf, does(doParry))
		}
		if s.Energy[s.Target] >= 2 {
			buf = append(buf, does(doImprovise))
		}
		return append(buf, does(doTake))
	case choose:
		return append(buf, does(doHigh), does(doLow))
	case guess:
		return append(buf, does(guardHigh), does(guardLow))
	}
	energy := s.Energy[s.Actor]
	for at := range s.Wounds {
		if g.Sides[at] == g.Sides[s.Actor] || s.Wounds[at] == 0 {
			continue
		}
		if energy >= 2 {
			buf = append(buf, rules.Action{Do: doCut, At: rules.Seat(at)})
		}
		if energy >= 3 {
			buf = append(buf, rules.Action{Do: doFeint, At: rules.Seat(at)})
		}
	}
	if s.Held[s.Actor] < 2 {
		buf = append(buf, does(doReserve))
	}
	return append(buf, does(doRest))
}

// ways returns how often 2d10 fall on a sum, and how often as a double.
func ways(sum int) (all, double int) {
	all = min(sum-1, 21-sum)
	if sum%2 == 0 {
		double = 1
	}
	return all, double
}

func (g *Game) Odds(s *State, buf []rules.Odds) []rules.Odds {
	return g.odds(s, buf, s.Phase == swing && g.canAnswer(s))
}

// FineOdds tells every total apart.
func (g *Game) FineOdds(s *State, buf []rules.Odds) []rules.Odds { return g.odds(s, buf, true) }

// Hooks returns those of a small game: a secret that can be veiled, dice that can be told apart more finely, and the least of
// what every system has.
func (g *Game) Hooks() rules.Hooks[State] {
	return rules.Hooks[State]{
		Owner:    func(s *State) rules.Seat { return rules.Seat(s.Actor) },
		Veil:     g.Veil,
		Leaf:     g.Score,
		Activity: func(*State, rules.Action) int { return 0 },
		Plain: func(s *State) (rules.Action, bool) {
			return rules.Action{Do: doTake, At: rules.Nobody}, s.Phase == answer
		},
		FineOdds: g.FineOdds,
		Weights:  func() []book.Weight { return nil },
		Weighing: func([]float64) func(*State) float64 { return g.Score },
	}
}

func (g *Game) odds(s *State, buf []rules.Odds, fine bool) []rules.Odds {
	var miss, hit, crit int
	for sum := 2; sum <= 20; sum++ {
		all, double := ways(sum)
		a, ok := g.outcome(s, sum, false)
		switch {
		case fine:
			buf = append(buf, rules.Odds{Action: a, P: float64(all-double) / 100})
			if all == double {
				buf = buf[:len(buf)-1]
			}
			if double > 0 {
				a, _ = g.outcome(s, sum, true)
				buf = append(buf, rules.Odds{Action: a, P: float64(double) / 100})
			}
		case !ok:
			miss += all
		case s.Phase == swing:
			hit, crit = hit+all-double, crit+double
		default:
			hit += all
		}
	}
	if fine {
		return buf
	}
	yes, no := uint16(dieHit), uint16(dieMiss)
	if s.Phase == block {
		yes, no = dieParried, dieThrough
	}
	for _, o := range []struct {
		do   uint16
		mode uint8
		ways int
	}{{no, 0, miss}, {yes, 0, hit}, {yes, 1, crit}} {
		if o.ways > 0 {
			buf = append(buf, rules.Odds{Action: rules.Action{Do: o.do, Mode: o.mode, At: rules.Nobody}, P: float64(o.ways) / 100})
		}
	}
	return buf
}

// outcome returns what a sum of the dice means here.
func (g *Game) outcome(s *State, sum int, double bool) (a rules.Action, ok bool) {
	a = rules.Action{At: rules.Nobody, N: int16(sum + modCut), Do: dieMiss}
	if double {
		a.Mode = 1
	}
	ok = sum+modCut >= g.need(s)
	switch {
	case s.Phase == block && ok:
		a.Do = dieParried
	case s.Phase == block:
		a.Do = dieThrough
	case ok:
		a.Do = dieHit
	}
	return a, ok
}

func (g *Game) need(s *State) int {
	if s.Phase == block {
		return int(s.Total)
	}
	return needCut
}

func (g *Game) canAnswer(s *State) bool { return s.Held[s.Target] > 0 || s.Energy[s.Target] >= 2 }

func (g *Game) Play(s *State, a rules.Action, log *rules.Log) {
	switch a.Do {
	case doRest:
		g.pay(s, s.Actor, s.Energy[s.Actor], log)
	case doReserve:
		g.pay(s, s.Actor, 1, log)
		s.Held[s.Actor]++
		if log != nil {
			log.Add(rules.Event{Kind: "reserve", Seat: g.Names[s.Actor], What: "parry", N: int(s.Held[s.Actor])})
		}
	case doCut, doFeint:
		g.declare(s, a, log)
		return
	case doTake:
		g.wound(s, 1+s.Double, log)
	case doParry, doImprovise:
		paid := uint8(0)
		if a.Do == doParry {
			s.Held[s.Target]--
		} else {
			paid = 2
			g.pay(s, s.Target, paid, log)
		}
		if log != nil {
			log.Add(rules.Event{Kind: "react", Seat: g.Names[s.Target], At: g.Names[s.Actor], What: "parry", Paid: int(paid)})
		}
		s.Phase = block
		return
	case doHigh, doLow:
		s.Low = uint8(a.Do - doHigh)
		if log != nil {
			log.Add(rules.Event{Kind: "declare", Seat: g.Names[s.Actor], What: height(s.Low), Secret: true})
		}
		s.Phase = guess
		return
	case guardHigh, guardLow:
		if log != nil {
			log.Add(rules.Event{Kind: "reveal", Seat: g.Names[s.Actor], What: height(s.Low)})
		}
		if s.Low != uint8(a.Do-guardHigh) {
			g.wound(s, 1, log)
		}
	default:
		g.takeThrow(s, a, log)
		return
	}
	g.settle(s, log)
}

func height(low uint8) string { return [...]string{"high", "low"}[low] }

func (g *Game) declare(s *State, a rules.Action, log *rules.Log) {
	s.Target = uint8(a.At)
	what, cost := "cut", uint8(2)
	s.Phase = swing
	if a.Do == doFeint {
		what, cost, s.Phase = "feint", 3, choose
	}
	g.pay(s, s.Actor, cost, log)
	if log != nil {
		log.Add(rules.Event{Kind: "declare", Seat: g.Names[s.Actor], What: what, At: g.Names[a.At]})
	}
}

// takeThrow is what the dice do.
func (g *Game) takeThrow(s *State, a rules.Action, log *rules.Log) {
	if log != nil {
		e := rules.Event{Kind: "check", Seat: g.Names[s.Actor], What: "cut", Total: int(a.N), Need: g.need(s),
			OK: a.Do == dieHit || a.Do == dieParried, Double: a.Mode == 1}
		if s.Phase == block {
			e.Seat, e.What = g.Names[s.Target], "parry"
		}
		log.Add(e)
	}
	switch {
	case a.Do == dieHit && g.canAnswer(s):
		s.Total, s.Double, s.Phase = uint8(a.N), a.Mode, answer
		return
	case a.Do == dieHit:
		g.wound(s, 1+a.Mode, log)
	case a.Do == dieThrough:
		g.wound(s, 1+s.Double, log)
	}
	g.settle(s, log)
}

func (g *Game) pay(s *State, seat, n uint8, log *rules.Log) {
	s.Energy[seat] -= n
	if log != nil {
		log.Add(rules.Event{Kind: "spend", Seat: g.Names[seat], Of: "energy", N: int(n), Left: int(s.Energy[seat])})
	}
}

func (g *Game) wound(s *State, n uint8, log *rules.Log) {
	t := s.Target
	n = min(n, s.Wounds[t])
	s.Wounds[t] -= n
	if log != nil {
		log.Add(rules.Event{Kind: "wound", Seat: g.Names[t], At: g.Names[s.Actor], N: int(n), Left: int(s.Wounds[t])})
	}
	if s.Wounds[t] == 0 {
		s.Energy[t], s.Held[t] = 0, 0
		if log != nil {
			log.Add(rules.Event{Kind: "down", Seat: g.Names[t]})
		}
	}
}

// settle ends an exchange: who is next, a new round, or the end.
func (g *Game) settle(s *State, log *rules.Log) {
	s.Phase, s.Actor, s.Target, s.Total, s.Double, s.Low = free, 0, 0, 0, 0, 0
	left := g.standing(s)
	if left[0] == 0 || left[1] == 0 {
		g.end(s, "down", log)
		return
	}
	if s.Energy == [3]uint8{} {
		if s.Round == g.rounds {
			g.end(s, "time", log)
			return
		}
		s.Round++
		for i := range s.Energy {
			if s.Wounds[i] > 0 {
				s.Energy[i] = EnergyMax - uint8(i)
			}
		}
		if log != nil {
			log.Add(rules.Event{Kind: "round", N: int(s.Round)})
		}
	}
	for i, e := range s.Energy {
		if e > s.Energy[s.Actor] {
			s.Actor = uint8(i)
		}
	}
}

// End ends the fight by word: who lost has nothing left.
func (g *Game) End(s *State, won rules.Side, why string, log *rules.Log) {
	for i := range s.Wounds {
		if g.Sides[i] != won {
			s.Wounds[i] = 0
		}
	}
	g.end(s, why, log)
}

func (g *Game) end(s *State, why string, log *rules.Log) {
	s.Phase, s.Energy, s.Held = over, [3]uint8{}, [3]uint8{}
	if log == nil {
		return
	}
	e := rules.Event{Kind: "end", What: why}
	if v := g.Score(s); v != 0 {
		e.Seat = g.Teams[0]
		if v < 0 {
			e.Seat = g.Teams[1]
		}
	}
	log.Add(e)
}

func (g *Game) standing(s *State) (sum [2]int) {
	for i, w := range s.Wounds {
		sum[g.Sides[i]] += int(w)
	}
	return sum
}

func (g *Game) Score(s *State) float64 {
	left := g.standing(s)
	d := left[0] - left[1]
	if s.Phase == over {
		return float64(min(max(d, -1), 1))
	}
	return float64(d) / 16
}

func (g *Game) Veil(s *State) State {
	veiled := *s
	if s.Phase == guess {
		veiled.Phase, veiled.Low = choose, 0
	}
	return veiled
}

// Round, SetRound, Rounds, Pack and Unpack are for the solver.
func (g *Game) Round(s *State) int { return int(s.Round) }

func (g *Game) SetRound(s *State, round int) { s.Round = uint8(round) }

func (g *Game) Rounds() int { return int(g.rounds) }

func (g *Game) Pack(s *State, buf []byte) []byte {
	for _, a := range [][3]uint8{s.Wounds, s.Energy, s.Held} {
		buf = append(buf, a[:]...)
	}
	return append(buf, s.Phase, s.Actor, s.Target, s.Total, s.Double, s.Low)
}

func (g *Game) Unpack(b []byte, s *State) error {
	if len(b) != packed {
		return fmt.Errorf("a packed position of %d bytes, want %d", len(b), packed)
	}
	*s = State{Round: 1}
	for i, a := range []*[3]uint8{&s.Wounds, &s.Energy, &s.Held} {
		copy(a[:], b[3*i:])
	}
	s.Phase, s.Actor, s.Target, s.Total, s.Double, s.Low = b[9], b[10], b[11], b[12], b[13], b[14]
	return nil
}

// packed is how many bytes a position takes.
const packed = 15
