package rules_test

import (
	"fmt"
	"strings"

	"kokyu/rules"
)

// toy is a small system with every shape of turn the rules know: seats with Energy and Wounds, a cut by 2d10, a parry
// reserved or improvised against the total of the cut, and a feint, high or low, that the other side answers unseeing.
// One seat fights two.
type toy struct {
	names [3]string
	sides [3]rules.Side
	teams [2]string
	start toyState
}

// toyState has bytes only, and so no padding.
type toyState struct {
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

const (
	energyMax = 6
	roundsMax = 4
	needCut   = 12
	modCut    = 2
)

func newToy() *toy {
	g := &toy{names: [3]string{"Kojiro", "Aka", "Ao Oni"}, sides: [3]rules.Side{0, 1, 1}, teams: [2]string{"Sasaki", "oni"}}
	g.start = toyState{Wounds: [3]uint8{5, 2, 2}, Energy: [3]uint8{energyMax, energyMax - 1, energyMax - 2}, Round: 1}
	g.settle(&g.start, nil)
	return g
}

func (g *toy) Side(seat rules.Seat) rules.Side { return g.sides[seat] }

func (g *toy) Turn(s *toyState) rules.Turn {
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

func (g *toy) Actions(s *toyState, buf []rules.Action) []rules.Action {
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
		if g.sides[at] == g.sides[s.Actor] || s.Wounds[at] == 0 {
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

// ways is how often 2d10 fall on a sum, and how often as a double.
func ways(sum int) (all, double int) {
	all = min(sum-1, 21-sum)
	if sum%2 == 0 {
		double = 1
	}
	return all, double
}

func (g *toy) Odds(s *toyState, buf []rules.Odds) []rules.Odds {
	return g.odds(s, buf, s.Phase == swing && g.canAnswer(s))
}

// Fine tells every total apart.
func (g *toy) Fine(s *toyState, buf []rules.Odds) []rules.Odds { return g.odds(s, buf, true) }

func (g *toy) odds(s *toyState, buf []rules.Odds, fine bool) []rules.Odds {
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

// outcome is what a sum of the dice means here.
func (g *toy) outcome(s *toyState, sum int, double bool) (a rules.Action, ok bool) {
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

func (g *toy) need(s *toyState) int {
	if s.Phase == block {
		return int(s.Total)
	}
	return needCut
}

func (g *toy) canAnswer(s *toyState) bool { return s.Held[s.Target] > 0 || s.Energy[s.Target] >= 2 }

func (g *toy) Play(s *toyState, a rules.Action, log *rules.Log) {
	switch a.Do {
	case doRest:
		g.pay(s, s.Actor, s.Energy[s.Actor], log)
	case doReserve:
		g.pay(s, s.Actor, 1, log)
		s.Held[s.Actor]++
		if log != nil {
			log.Add(rules.Event{Kind: "reserve", Seat: g.names[s.Actor], What: "parry", N: int(s.Held[s.Actor])})
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
			log.Add(rules.Event{Kind: "react", Seat: g.names[s.Target], At: g.names[s.Actor], What: "parry", Paid: int(paid)})
		}
		s.Phase = block
		return
	case doHigh, doLow:
		s.Low = uint8(a.Do - doHigh)
		if log != nil {
			log.Add(rules.Event{Kind: "declare", Seat: g.names[s.Actor], What: height(s.Low), Secret: true})
		}
		s.Phase = guess
		return
	case guardHigh, guardLow:
		if log != nil {
			log.Add(rules.Event{Kind: "reveal", Seat: g.names[s.Actor], What: height(s.Low)})
		}
		if s.Low != uint8(a.Do-guardHigh) {
			g.wound(s, 1, log)
		}
	default:
		g.thrown(s, a, log)
		return
	}
	g.settle(s, log)
}

func height(low uint8) string { return [...]string{"high", "low"}[low] }

func (g *toy) declare(s *toyState, a rules.Action, log *rules.Log) {
	s.Target = uint8(a.At)
	what, cost := "cut", uint8(2)
	s.Phase = swing
	if a.Do == doFeint {
		what, cost, s.Phase = "feint", 3, choose
	}
	g.pay(s, s.Actor, cost, log)
	if log != nil {
		log.Add(rules.Event{Kind: "declare", Seat: g.names[s.Actor], What: what, At: g.names[a.At]})
	}
}

// thrown is what the dice do.
func (g *toy) thrown(s *toyState, a rules.Action, log *rules.Log) {
	if log != nil {
		e := rules.Event{Kind: "check", Seat: g.names[s.Actor], What: "cut", Total: int(a.N), Need: g.need(s), OK: a.Do == dieHit || a.Do == dieParried, Double: a.Mode == 1}
		if s.Phase == block {
			e.Seat, e.What = g.names[s.Target], "parry"
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

func (g *toy) pay(s *toyState, seat, n uint8, log *rules.Log) {
	s.Energy[seat] -= n
	if log != nil {
		log.Add(rules.Event{Kind: "spend", Seat: g.names[seat], Of: "energy", N: int(n), Left: int(s.Energy[seat])})
	}
}

func (g *toy) wound(s *toyState, n uint8, log *rules.Log) {
	t := s.Target
	n = min(n, s.Wounds[t])
	s.Wounds[t] -= n
	if log != nil {
		log.Add(rules.Event{Kind: "wound", Seat: g.names[t], At: g.names[s.Actor], N: int(n), Left: int(s.Wounds[t])})
	}
	if s.Wounds[t] == 0 {
		s.Energy[t], s.Held[t] = 0, 0
		if log != nil {
			log.Add(rules.Event{Kind: "down", Seat: g.names[t]})
		}
	}
}

// settle ends an exchange: who is next, a new round, or the end.
func (g *toy) settle(s *toyState, log *rules.Log) {
	s.Phase, s.Actor, s.Target, s.Total, s.Double, s.Low = free, 0, 0, 0, 0, 0
	left := g.left(s)
	if left[0] == 0 || left[1] == 0 {
		g.end(s, "down", log)
		return
	}
	if s.Energy == [3]uint8{} {
		if s.Round == roundsMax {
			g.end(s, "time", log)
			return
		}
		s.Round++
		for i := range s.Energy {
			if s.Wounds[i] > 0 {
				s.Energy[i] = energyMax - uint8(i)
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

func (g *toy) end(s *toyState, why string, log *rules.Log) {
	s.Phase, s.Energy, s.Held = over, [3]uint8{}, [3]uint8{}
	if log == nil {
		return
	}
	e := rules.Event{Kind: "end", What: why}
	if v := g.Score(s); v != 0 {
		e.Seat = g.teams[0]
		if v < 0 {
			e.Seat = g.teams[1]
		}
	}
	log.Add(e)
}

func (g *toy) left(s *toyState) (sum [2]int) {
	for i, w := range s.Wounds {
		sum[g.sides[i]] += int(w)
	}
	return sum
}

func (g *toy) Score(s *toyState) float64 {
	left := g.left(s)
	d := left[0] - left[1]
	if s.Phase == over {
		return float64(min(max(d, -1), 1))
	}
	return float64(d) / 16
}

func (g *toy) Veil(s *toyState) toyState {
	veiled := *s
	if s.Phase == guess {
		veiled.Phase, veiled.Low = choose, 0
	}
	return veiled
}

func (g *toy) Pack(s *toyState, buf []byte) []byte {
	for _, a := range [][3]uint8{s.Wounds, s.Energy, s.Held} {
		buf = append(buf, a[:]...)
	}
	return append(buf, s.Round, s.Phase, s.Actor, s.Target, s.Total, s.Double, s.Low)
}

func (g *toy) Unpack(b []byte, s *toyState) error {
	if len(b) != 16 {
		return fmt.Errorf("a packed position of %d bytes, want 16", len(b))
	}
	for i, a := range []*[3]uint8{&s.Wounds, &s.Energy, &s.Held} {
		copy(a[:], b[3*i:])
	}
	s.Round, s.Phase, s.Actor, s.Target, s.Total, s.Double, s.Low = b[9], b[10], b[11], b[12], b[13], b[14], b[15]
	return nil
}

func (g *toy) Start() toyState { return g.start }

func (g *toy) Roster() []rules.Fighter {
	var all []rules.Fighter
	for i, n := range g.names {
		all = append(all, rules.Fighter{Name: n, Kind: "toy", Side: g.sides[i], Team: g.teams[g.sides[i]]})
	}
	return all
}

func (g *toy) Round(s *toyState) int { return int(s.Round) }

var toyWords = [...]string{"rest", "reserve parry", "cut", "feint", "take it", "parry (reserved)", "parry", "high", "low",
	"guard high", "guard low", "miss", "hit", "parried", "through"}

func (g *toy) Format(_ *toyState, a rules.Action) string {
	if a.At != rules.Nobody {
		return toyWords[a.Do] + " > " + g.names[a.At]
	}
	return toyWords[a.Do]
}

func (g *toy) Parse(s *toyState, text string) (rules.Action, error) { return rules.Match(g, s, text) }

func (g *toy) Phase(_ *toyState, a rules.Action) string {
	return [...]string{"wait", "reserve", "attack", "attack", "reaction", "reaction", "reaction", "feint", "feint", "reaction", "reaction"}[a.Do]
}

func (g *toy) Cost(s *toyState, a rules.Action) int {
	switch a.Do {
	case doRest:
		return int(s.Energy[s.Actor])
	case doReserve:
		return 1
	case doCut, doImprovise:
		return 2
	case doFeint:
		return 3
	}
	return 0
}

func (g *toy) Check(s *toyState) rules.Check {
	c := rules.Check{Seat: rules.Seat(s.Actor), At: rules.Seat(s.Target), What: "cut", Dice: []int{10, 10}, Mod: modCut, Need: g.need(s), Den: 100}
	if s.Phase == block {
		c.Seat, c.At, c.What = c.At, c.Seat, "parry"
	}
	for sum := max(2, c.Need-c.Mod); sum <= 20; sum++ {
		all, _ := ways(sum)
		c.Num += all
	}
	for _, d := range []int{2, 2, 5, 5} {
		if c.Num%d == 0 && c.Den%d == 0 {
			c.Num, c.Den = c.Num/d, c.Den/d
		}
	}
	c.P = float64(c.Num) / float64(c.Den)
	return c
}

func (g *toy) Read(s *toyState, dice []int) (rules.Action, error) {
	if len(dice) != 2 {
		return rules.Action{}, fmt.Errorf("%d dice, want 2", len(dice))
	}
	a, _ := g.outcome(s, dice[0]+dice[1], dice[0] == dice[1])
	return a, nil
}

func (g *toy) Sheet(s *toyState, seat rules.Seat) rules.Sheet {
	return rules.Sheet{{Name: "Wounds", Value: fmt.Sprint(s.Wounds[seat])}, {Name: "Energy", Value: fmt.Sprint(s.Energy[seat])}}
}

func (g *toy) Position(s *toyState) ([]byte, error) {
	b := []byte("toy\n")
	for i, n := range g.names {
		b = fmt.Appendf(b, "%s,%d,%s\n", n, g.sides[i], g.teams[g.sides[i]])
	}
	return fmt.Appendf(b, "%x\n", g.Pack(s, nil)), nil
}

// loadToy reads what Position wrote.
func loadToy(file []byte) (rules.System[toyState], error) {
	lines := strings.Split(string(file), "\n")
	if len(lines) != 6 || lines[0] != "toy" {
		return nil, fmt.Errorf("%d lines, want a toy", len(lines))
	}
	g := &toy{}
	for i, l := range lines[1:4] {
		fields := strings.Split(l, ",")
		g.names[i] = fields[0]
		g.sides[i] = rules.Side(fields[1][0] - '0')
		g.teams[g.sides[i]] = fields[2]
	}
	var packed []byte
	if _, err := fmt.Sscanf(lines[4], "%x", &packed); err != nil {
		return nil, err
	}
	return g, g.Unpack(packed, &g.start)
}

func (g *toy) Edit(s *toyState, change string, log *rules.Log) error {
	name, rest, _ := strings.Cut(change, " energy=")
	var n int
	if _, err := fmt.Sscanf(rest, "%d", &n); err != nil || n < 0 || n > energyMax {
		return fmt.Errorf("%q is no edit, want NAME energy=0 to %d", change, energyMax)
	}
	for i := range g.names {
		if g.names[i] != name || s.Wounds[i] == 0 {
			continue
		}
		s.Energy[i] = uint8(n)
		log.Add(rules.Event{Kind: "edit", What: change})
		if s.Phase == free {
			g.settle(s, log)
		}
		return nil
	}
	return fmt.Errorf("%q stands nowhere in this fight", name)
}
