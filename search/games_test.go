package search

import (
	"encoding/binary"
	"errors"

	"kokyu/rules"
)

// brawl is a breath-like fight of up to twelve: each breath holds up to five Energy of cuts, jabs and guards, one
// decision each; a blow is rolled on 2d6, and its target may parry. Its state is as large as a state may be.
type brawl struct {
	sides  []rules.Side
	rounds uint8
	state  brawlState
}

const (
	brawlCount uint8 = iota // a breath begins
	brawlAct                // within a breath
	brawlRoll
	brawlReact
	brawlParry
	brawlEnd
)

const (
	doCut uint16 = iota + 1
	doJab
	doGuard
	doEnd
	doParry
	doTake
	doTotal
	doPass
)

type brawler struct {
	Wounds, Energy, Guard, Done uint8
	_0                          [12]uint8
}

type brawlState struct {
	Seats                                        [12]brawler
	Phase, Seat, Target, Blow, Total, Spent, Now uint8
	_1                                           [57]uint8
}

// newBrawl makes a fight of n against m, each with so many wounds and Energy, for so many rounds.
func newBrawl(n, m int, wounds, energy, rounds uint8) (*brawl, brawlState) {
	g := &brawl{rounds: rounds}
	var s brawlState
	for i := range n + m {
		side := rules.Side(0)
		if i >= n {
			side = 1
		}
		g.sides = append(g.sides, side)
		s.Seats[i].Wounds, s.Seats[i].Energy = wounds, energy+uint8(i%2)
	}
	g.next(&s)
	g.state = s
	return g, s
}

func (g *brawl) Side(x rules.Seat) rules.Side   { return g.sides[x] }
func (g *brawl) Owner(s *brawlState) rules.Seat { return rules.Seat(s.Seat) }

func (g *brawl) Hooks() rules.Hooks[brawlState] {
	return rules.Hooks[brawlState]{Owner: g.Owner, Plain: func(s *brawlState) (rules.Action, bool) { return rules.Action{Do: doTake}, s.Phase == brawlReact }}
}

func (g *brawl) Turn(s *brawlState) rules.Turn {
	switch s.Phase {
	case brawlCount:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(s.Seat), Begins: true}
	case brawlAct:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(s.Seat)}
	case brawlRoll:
		return rules.Turn{Kind: rules.Chance, Seat: rules.Seat(s.Seat)}
	case brawlReact:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(s.Target)}
	case brawlParry:
		return rules.Turn{Kind: rules.Chance, Seat: rules.Seat(s.Target)}
	}
	return rules.Turn{Seat: rules.Nobody}
}

func (g *brawl) Actions(s *brawlState, buf []rules.Action) []rules.Action {
	if s.Phase == brawlReact {
		buf = append(buf, rules.Action{Do: doTake})
		if s.Seats[s.Target].Energy > 1 {
			buf = append(buf, rules.Action{Do: doParry})
		}
		return buf
	}
	e := min(s.Seats[s.Seat].Energy, 5-s.Spent)
	for t, side := range g.sides {
		if side == g.sides[s.Seat] || s.Seats[t].Wounds == 0 {
			continue
		}
		if e >= 2 {
			buf = append(buf, rules.Action{Do: doCut, At: rules.Seat(t)})
		}
		if e >= 1 {
			buf = append(buf, rules.Action{Do: doJab, At: rules.Seat(t)})
		}
	}
	if e >= 1 && s.Seats[s.Seat].Guard < 2 {
		buf = append(buf, rules.Action{Do: doGuard})
	}
	return append(buf, rules.Action{Do: doEnd})
}

func (g *brawl) Odds(s *brawlState, buf []rules.Odds) []rules.Odds {
	for n := 2; n <= 12; n++ {
		p := float64(6-max(n-7, 7-n)) / 36
		buf = append(buf, rules.Odds{Action: rules.Action{Do: doTotal, N: int16(n)}, P: p})
	}
	return buf
}

func (g *brawl) Play(s *brawlState, a rules.Action, _ *rules.Log) {
	switch a.Do {
	case doCut, doJab:
		s.begin()
		s.pay(s.Seat, uint8(3-a.Do))
		s.Spent += uint8(3 - a.Do)
		s.Phase, s.Target, s.Blow = brawlRoll, uint8(a.At), uint8(3-a.Do)
	case doGuard:
		s.begin()
		s.pay(s.Seat, 1)
		s.Spent++
		s.Seats[s.Seat].Guard++
		g.settle(s)
	case doEnd:
		if s.Phase == brawlCount {
			s.Seats[s.Seat].Done = 1
		}
		g.next(s)
	case doTake:
		g.hit(s)
	case doParry:
		s.pay(s.Target, 2)
		s.Phase = brawlParry
	case doTotal:
		g.roll(s, uint8(a.N))
	}
}

func (s *brawlState) begin() {
	if s.Phase == brawlCount {
		s.Phase, s.Spent = brawlAct, 0
		s.Seats[s.Seat].Guard = 0
	}
}

func (s *brawlState) pay(seat, n uint8) { s.Seats[seat].Energy -= n }

func (g *brawl) roll(s *brawlState, n uint8) {
	switch {
	case s.Phase == brawlParry && n >= s.Total:
		g.settle(s)
	case s.Phase == brawlParry:
		g.hit(s)
	case n >= 6+s.Seats[s.Target].Guard:
		s.Total, s.Phase = n, brawlReact
	default:
		g.settle(s)
	}
}

func (g *brawl) hit(s *brawlState) {
	t := &s.Seats[s.Target]
	n := s.Blow
	if s.Total >= 11 {
		n++
	}
	if t.Wounds -= min(n, t.Wounds); t.Wounds == 0 {
		*t = brawler{}
	}
	g.settle(s)
}

// settle forgets the exchange and goes on with the breath, or with the fight.
func (g *brawl) settle(s *brawlState) {
	s.Phase, s.Target, s.Blow, s.Total = brawlAct, 0, 0, 0
	if g.lost(s, 0) || g.lost(s, 1) || s.Seats[s.Seat].Energy == 0 || s.Spent == 5 {
		g.next(s)
	}
}

// next finds whose count it is, or begins a round, or ends the fight.
func (g *brawl) next(s *brawlState) {
	s.Phase, s.Spent = brawlCount, 0
	for ; ; s.refill() {
		if s.Now >= g.rounds || g.lost(s, 0) || g.lost(s, 1) {
			s.Phase, s.Seat = brawlEnd, 0
			return
		}
		best := -1
		for i := range g.sides {
			f := s.Seats[i]
			if f.Wounds > 0 && f.Energy > 0 && f.Done == 0 && (best < 0 || f.Energy > s.Seats[best].Energy) {
				best = i
			}
		}
		if best >= 0 {
			s.Seat = uint8(best)
			return
		}
	}
}

func (s *brawlState) refill() {
	s.Now++
	for i := range s.Seats {
		if f := &s.Seats[i]; f.Wounds > 0 {
			f.Energy, f.Guard, f.Done = 6, 0, 0
		}
	}
}

func (g *brawl) lost(s *brawlState, side rules.Side) bool {
	for i, x := range g.sides {
		if x == side && s.Seats[i].Wounds > 0 {
			return false
		}
	}
	return true
}

func (g *brawl) Score(s *brawlState) float64 {
	a, b := g.lost(s, 0), g.lost(s, 1)
	switch {
	case a && b:
		return 0
	case a:
		return -1
	case b:
		return 1
	}
	var sum [2]float64
	for i, x := range g.sides {
		f := s.Seats[i]
		if f.Wounds > 0 {
			sum[x] += 3 + 2*float64(f.Wounds) + 0.3*float64(f.Energy) + 0.2*float64(f.Guard)
		}
	}
	return (sum[0] - sum[1]) / (sum[0] + sum[1])
}

// bush is a random game without end: what a node is, where it leads and what it is worth is drawn from a hash of the
// node, out of few enough nodes that lines meet and outcomes coincide.
type bush struct {
	seed  uint64
	nodes uint64 // how many there are on each ply
	plies uint8
	wide  uint64 // most actions
}

type bushState struct {
	Node uint64
	Ply  uint64
}

func (g bush) draw(s *bushState, n uint64) uint64 {
	return mix(s.Node*0x9e3779b97f4a7c15+n, g.seed^s.Ply<<32^0xd1b54a32d192ed03)
}

func (g bush) Side(x rules.Seat) rules.Side     { return rules.Side(x & 1) }
func (g bush) Owner(s *bushState) rules.Seat    { return rules.Seat(s.Ply / 4 % 3) }
func (g bush) count(s *bushState, n uint64) int { return int(1 + g.draw(s, n)%g.wide) }

// Hooks name the owner and, at a third of the positions, a plain way on.
func (g bush) Hooks() rules.Hooks[bushState] {
	return rules.Hooks[bushState]{Owner: g.Owner, Plain: func(s *bushState) (rules.Action, bool) { return rules.Action{}, g.draw(s, 7)%3 == 0 }}
}

func (g bush) Turn(s *bushState) rules.Turn {
	d := g.draw(s, 1)
	t := rules.Turn{Kind: rules.Decide, Seat: g.Owner(s), Begins: s.Ply%4 == 0}
	switch {
	case s.Ply >= uint64(g.plies) || d%19 == 0:
		return rules.Turn{Seat: rules.Nobody}
	case d%3 == 0:
		t.Kind = rules.Chance
	case !t.Begins && d%7 < 2:
		t.Seat = rules.Seat(d / 7 % 3)
	}
	return t
}

func (g bush) Actions(s *bushState, buf []rules.Action) []rules.Action {
	for i := range g.count(s, 2) {
		buf = append(buf, rules.Action{Do: uint16(i)})
	}
	return buf
}

func (g bush) Odds(s *bushState, buf []rules.Odds) []rules.Odds {
	n, total := g.count(s, 3)+1, 0.0
	for i := range n {
		total += float64(1 + g.draw(s, 50+uint64(i))%7)
	}
	for i := range n {
		buf = append(buf, rules.Odds{Action: rules.Action{Do: uint16(i)}, P: float64(1+g.draw(s, 50+uint64(i))%7) / total})
	}
	return buf
}

func (g bush) Play(s *bushState, a rules.Action, _ *rules.Log) {
	s.Node, s.Ply = g.draw(s, 100+uint64(a.Do))%g.nodes, s.Ply+1
}

func (g bush) Score(s *bushState) float64 {
	if d := g.draw(s, 5) % 11; d < 2 || g.Turn(s).Kind == rules.Over && d < 6 {
		return 2*float64(d%2) - 1
	}
	return float64(g.draw(s, 6)%2001)/1000 - 1
}

// feints is a bush with secret choices, of those whose breath it is and of others, with one to four answers each.
type feints struct{ bush }

type feintState struct {
	bushState
	Secret uint64 // 1 + the secret while it waits for its answer
}

func (g feints) Owner(s *feintState) rules.Seat { return g.bush.Owner(&s.bushState) }

func (g feints) Hooks() rules.Hooks[feintState] {
	return rules.Hooks[feintState]{Owner: g.Owner, Veil: g.Veil}
}

func (g feints) Turn(s *feintState) rules.Turn {
	t := g.bush.Turn(&s.bushState)
	d := g.draw(&s.bushState, 7)
	if t.Kind == rules.Decide && d%3 == 0 {
		t.Kind = rules.Commit
	}
	if s.Secret > 0 {
		t.Kind, t.Begins = rules.Decide, false
		switch {
		case t.Seat == 1:
			t.Seat = rules.Seat(d / 3 % 2 * 2)
		default:
			t.Seat = 1
		}
	}
	return t
}

func (g feints) Actions(s *feintState, buf []rules.Action) []rules.Action {
	if s.Secret == 0 {
		return g.bush.Actions(&s.bushState, buf)
	}
	for i := range 1 + g.draw(&s.bushState, 8)%4 {
		buf = append(buf, rules.Action{Do: uint16(20 + i)})
	}
	return buf
}

func (g feints) Odds(s *feintState, buf []rules.Odds) []rules.Odds {
	return g.bush.Odds(&s.bushState, buf)
}

func (g feints) Play(s *feintState, a rules.Action, _ *rules.Log) {
	if g.Turn(s).Kind == rules.Commit {
		s.Secret = 1 + uint64(a.Do)
		return
	}
	a.Do += 100 * uint16(s.Secret)
	g.bush.Play(&s.bushState, a, nil)
	s.Secret = 0
}

func (g feints) Score(s *feintState) float64 {
	if s.Secret > 0 {
		panic("a line was cut between a secret choice and its answer")
	}
	if g.Turn(s).Kind == rules.Over {
		return g.bush.Score(&s.bushState)
	}
	return 0.9 * g.bush.Score(&s.bushState)
}

func (g feints) Veil(s *feintState) feintState { return feintState{bushState: s.bushState} }

func (g feints) Round(*feintState) int     { return 1 }
func (g feints) SetRound(*feintState, int) {}

func (g feints) Pack(s *feintState, buf []byte) []byte {
	return append(g.bush.Pack(&s.bushState, buf), byte(s.Secret))
}

func (g feints) Unpack(packed []byte, s *feintState) error {
	s.Secret = uint64(packed[16])
	return g.bush.Unpack(packed, &s.bushState)
}

// faulty is a bush in which a secret choice has no answer.
type faulty struct{ bush }

func (g faulty) Turn(s *bushState) rules.Turn {
	t := g.bush.Turn(s)
	if s.Ply == 5 && t.Kind != rules.Over {
		t.Kind = rules.Commit
	}
	return t
}

// The solver's half of the brawl: Now counts the rounds that are over.
func (g *brawl) Round(s *brawlState) int           { return int(s.Now) + 1 }
func (g *brawl) SetRound(s *brawlState, round int) { s.Now = uint8(round - 1) }
func (g *brawl) Rounds() int                       { return int(g.rounds) }

func (g *brawl) Pack(s *brawlState, buf []byte) []byte {
	for i := range g.sides {
		f := &s.Seats[i]
		buf = append(buf, f.Wounds, f.Energy, f.Guard, f.Done)
	}
	return append(buf, s.Phase, s.Seat, s.Target, s.Blow, s.Total, s.Spent)
}

func (g *brawl) Unpack(packed []byte, s *brawlState) error {
	if len(packed) != 4*len(g.sides)+6 {
		return errors.New("not a brawl")
	}
	*s = brawlState{}
	for i := range g.sides {
		p := packed[4*i:]
		s.Seats[i] = brawler{Wounds: p[0], Energy: p[1], Guard: p[2], Done: p[3]}
	}
	p := packed[4*len(g.sides):]
	s.Phase, s.Seat, s.Target, s.Blow, s.Total, s.Spent = p[0], p[1], p[2], p[3], p[4], p[5]
	return nil
}

// A bush has no rounds.
func (g bush) Round(*bushState) int     { return 1 }
func (g bush) SetRound(*bushState, int) {}
func (g bush) Rounds() int              { return 0 }
func (g bush) Pack(s *bushState, buf []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(buf, s.Node), s.Ply)
}

func (g bush) Unpack(packed []byte, s *bushState) error {
	s.Node, s.Ply = binary.LittleEndian.Uint64(packed), binary.LittleEndian.Uint64(packed[8:])
	return nil
}

// duelToss is a fight over a coin, round after round: each round both may throw or leave it, and who throws wins with a
// chance of its own, else loses. If neither throws, the next round comes.
type duelToss struct {
	wins [2]float64 // the chance that side 0 wins if a side throws
	cap  int
}

type tossState struct{ Phase, Round, Over uint8 }

func (g duelToss) Side(x rules.Seat) rules.Side { return rules.Side(x) }
func (g duelToss) Turn(s *tossState) rules.Turn {
	switch {
	case s.Over > 0:
		return rules.Turn{Seat: rules.Nobody}
	case s.Phase < 2:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(s.Phase), Begins: true}
	}
	return rules.Turn{Kind: rules.Chance, Seat: rules.Seat(s.Phase - 2)}
}

func (g duelToss) Actions(_ *tossState, buf []rules.Action) []rules.Action {
	return append(buf, rules.Action{Do: doCut}, rules.Action{Do: doPass})
}

func (g duelToss) Odds(s *tossState, buf []rules.Odds) []rules.Odds {
	p := g.wins[s.Phase-2]
	return append(buf, rules.Odds{Action: rules.Action{Do: doTotal, N: 1}, P: p}, rules.Odds{Action: rules.Action{Do: doTotal, N: 2}, P: 1 - p})
}

func (g duelToss) Play(s *tossState, a rules.Action, _ *rules.Log) {
	switch {
	case a.Do == doCut:
		s.Phase += 2
	case a.Do == doTotal:
		s.Over = uint8(a.N)
	case s.Phase == 0:
		s.Phase = 1
	case g.cap > 0 && int(s.Round) >= g.cap:
		s.Over = 3
	default:
		s.Phase, s.Round = 0, s.Round+1
	}
}

func (g duelToss) Score(s *tossState) float64 { return [...]float64{0, 1, -1, 0}[s.Over] }

func (g duelToss) Hooks() (h rules.Hooks[tossState]) { return h }

func (g duelToss) Round(s *tossState) int           { return int(s.Round) }
func (g duelToss) SetRound(s *tossState, round int) { s.Round = uint8(round) }
func (g duelToss) Rounds() int                      { return g.cap }
func (g duelToss) Pack(s *tossState, buf []byte) []byte {
	return append(buf, s.Phase, s.Over)
}

func (g duelToss) Unpack(packed []byte, s *tossState) error {
	*s = tossState{packed[0], 1, packed[1]}
	return nil
}

// pennies is a round of hide and seek after the other: seat 0 hides high or low unseen, seat 1 looks. Found, it loses
// with an even chance, else the next round comes; not found high it wins, low it wins with a chance of 0.6.
type pennies struct{ cap int }

type penniesState struct{ Phase, Round, Secret, Over uint8 }

func (g pennies) Side(x rules.Seat) rules.Side { return rules.Side(x) }

func (g pennies) Turn(s *penniesState) rules.Turn {
	switch {
	case s.Over > 0:
		return rules.Turn{Seat: rules.Nobody}
	case s.Phase == 0:
		return rules.Turn{Kind: rules.Commit, Begins: true}
	case s.Phase == 1:
		return rules.Turn{Kind: rules.Decide, Seat: 1}
	}
	return rules.Turn{Kind: rules.Chance}
}

func (g pennies) Actions(s *penniesState, buf []rules.Action) []rules.Action {
	return append(buf, rules.Action{Do: doCut}, rules.Action{Do: doJab})
}

func (g pennies) Odds(s *penniesState, buf []rules.Odds) []rules.Odds {
	p := 0.5
	if s.Phase == 3 {
		p = 0.6
	}
	return append(buf, rules.Odds{Action: rules.Action{Do: doTotal, N: 1}, P: p}, rules.Odds{Action: rules.Action{Do: doTotal, N: 2}, P: 1 - p})
}

func (g pennies) Play(s *penniesState, a rules.Action, _ *rules.Log) {
	found := uint16(s.Secret) == a.Do
	switch {
	case s.Phase == 0:
		s.Phase, s.Secret = 1, uint8(a.Do)
		return
	case s.Phase == 1 && found:
		s.Phase = 2
	case s.Phase == 1 && s.Secret == uint8(doCut):
		s.Over = 1
	case s.Phase == 1:
		s.Phase = 3
	case s.Phase == 3:
		s.Over = uint8(a.N)
	case a.N == 1:
		s.Over = 2
	case g.cap > 0 && int(s.Round) >= g.cap:
		s.Over = 3
	default:
		s.Phase, s.Round = 0, s.Round+1
	}
	s.Secret = 0
	if s.Over > 0 {
		s.Phase = 0
	}
}

func (g pennies) Score(s *penniesState) float64 { return [...]float64{0, 1, -1, 0}[s.Over] }

func (g pennies) Veil(s *penniesState) penniesState {
	v := *s
	if s.Phase == 1 {
		v.Phase, v.Secret = 0, 0
	}
	return v
}

func (g pennies) Hooks() rules.Hooks[penniesState] { return rules.Hooks[penniesState]{Veil: g.Veil} }

func (g pennies) Round(s *penniesState) int           { return int(s.Round) }
func (g pennies) SetRound(s *penniesState, round int) { s.Round = uint8(round) }
func (g pennies) Rounds() int                         { return g.cap }
func (g pennies) Pack(s *penniesState, buf []byte) []byte {
	return append(buf, s.Phase, s.Secret, s.Over)
}

func (g pennies) Unpack(packed []byte, s *penniesState) error {
	*s = penniesState{packed[0], 1, packed[1], packed[2]}
	return nil
}
