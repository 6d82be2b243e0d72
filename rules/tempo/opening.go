package tempo

import (
	"cmp"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/dice"
)

// Initiative, which is decided once a fight (R-TP-28), and the AP of the first turn (R-TP-58). The dice decide only who
// begins; the others follow in the order of Reactions, the allied side first, then the roster (K-01).

// firstPosition returns the fight before the initiative: everyone where the file puts them, with full AP (TP-02,
// TP-14), On Guard or Off Guard (TP-24, TP-25).
func (g *Game) firstPosition() State {
	s := g.startState()
	if s.actor = g.order[0]; g.rule.RolledInitiative {
		return s
	}
	if first := g.highestReactions(); len(first) == 1 {
		g.takeInitiative(&s, rules.Action{Do: doWinner, At: rules.Seat(first[0])}, nil)
	}
	return s
}

// startState returns the position with everybody where the file puts them.
func (g *Game) startState() State {
	s := State{phase: phInitiative}
	for i := range g.n {
		f := &g.seats[i]
		c := seat{ap: uint8(g.rule.ActionPoints), status: offGuard, square: f.square, hand: slotNone}
		if f.startsOnGuard {
			c.status = onGuard
		}
		for k := slotSide; k >= slotMain; k-- { // backwards, so that the main weapon is in hand
			if f.slots[k].present {
				c.hand = uint8(k)
			}
			if f.slots[k].ranged {
				c.shots = f.slots[k].shots
			}
		}
		s.seats[i] = c
	}
	return s
}

// highestReactions returns the seats of the highest Reactions: where the initiative goes by rating one of them has it,
// by an even draw (R-TP-64).
func (g *Game) highestReactions() []int { return g.leaders(make([]int, g.n)) }

// setInitiativeChances works out how likely each seat wins the initiative: by the highest sum of a prismatic result and
// Reactions, ties by Reactions, then by an even draw. Where it goes by rating only the draw is left.
func (g *Game) setInitiativeChances() {
	if !g.rule.RolledInitiative {
		first := g.highestReactions()
		for _, i := range first {
			g.initiativeChance[i] = 1 / float64(len(first))
		}
		return
	}
	rating := func(i int) int { return int(g.seats[i].skills[reactions]) }
	for i := range g.n {
		// Seats of one rating win equally often: count how often one of them does.
		same := 0
		for k := range g.n {
			if rating(k) == rating(i) {
				same++
			}
		}
		p := 0.0
		for top := 0; top < powersMax; top++ {
			// its total is under n
			below := func(k, n int) float64 { return 1 - dice.Prismatic.AtLeast(n-rating(k)) }
			at := top + rating(i)
			// no seat of this rating exceeds at, or reaches it; no other one beats at
			atMost, under, others := 1.0, 1.0, 1.0
			for k := range g.n {
				switch {
				case rating(k) == rating(i):
					atMost = float64(atMost * below(k, at+1))
					under = float64(under * below(k, at))
				case rating(k) > rating(i):
					others *= below(k, at)
				default:
					others *= below(k, at+1)
				}
			}
			p += float64((atMost - under) * others)
		}
		g.initiativeChance[i] = p / float64(same)
	}
}

// initiativeOdds returns who can win the initiative, each with its chance.
func (g *Game) initiativeOdds(_ *State, buf []rules.Odds) []rules.Odds {
	for _, k := range g.order[:g.n] {
		if p := g.initiativeChance[k]; p > 1e-15 {
			buf = append(buf, rules.Odds{Action: rules.Action{Do: doWinner, At: rules.Seat(k)}, P: p})
		}
	}
	return buf
}

// throwInitiative throws for everyone, and draws between those who are still even; where it goes by rating it only
// draws.
func (g *Game) throwInitiative(_ *State, die func(sides int) int) (shown []int) {
	if !g.rule.RolledInitiative {
		return []int{die(len(g.highestReactions()))}
	}
	for range g.n {
		shown = append(shown, min(resultMax, dice.Prismatic.Throw(die)))
	}
	if even := g.leaders(shown); len(even) > 1 {
		shown = append(shown, die(len(even)))
	}
	return shown
}

// leaders returns the seats that share the highest sum of a result and Reactions, and of those the highest Reactions.
func (g *Game) leaders(results []int) (best []int) {
	compare := func(i, k int) int {
		own, other := int(g.seats[i].skills[reactions]), int(g.seats[k].skills[reactions])
		return cmp.Or(cmp.Compare(results[i]+own, results[k]+other), cmp.Compare(own, other))
	}
	for i := range g.n {
		switch {
		case len(best) == 0 || compare(i, best[0]) > 0:
			best = append(best[:0], i)
		case compare(i, best[0]) == 0:
			best = append(best, i)
		}
	}
	return best
}

// readInitiative finds the winner of the initiative in what the table threw.
func (g *Game) readInitiative(_ *State, shown []int) (rules.Action, error) {
	if !g.rule.RolledInitiative {
		first := g.highestReactions()
		if len(shown) != 1 || shown[0] < 1 || shown[0] > len(first) {
			return rules.Action{}, fmt.Errorf("a draw of %v, want one number from 1 to %d", shown, len(first))
		}
		return rules.Action{Do: doWinner, At: rules.Seat(first[shown[0]-1])}, nil
	}
	if len(shown) != g.n && len(shown) != g.n+1 {
		return rules.Action{}, fmt.Errorf("%d numbers, want a prismatic result for each of %d combatants in their order", len(shown), g.n)
	}
	if err := checkResults(shown[:g.n]); err != nil {
		return rules.Action{}, err
	}
	even := g.leaders(shown[:g.n])
	switch drawn := len(shown) > g.n; {
	case len(even) == 1 && drawn:
		return rules.Action{}, fmt.Errorf("a draw where nobody is even, want %d results", g.n)
	case len(even) > 1 && !drawn:
		return rules.Action{}, fmt.Errorf("%d are even, want one number more: a draw from 1 to %d", len(even), len(even))
	case drawn && (shown[g.n] < 1 || shown[g.n] > len(even)):
		return rules.Action{}, fmt.Errorf("the draw shows %d, want 1 to %d", shown[g.n], len(even))
	case drawn:
		return rules.Action{Do: doWinner, At: rules.Seat(even[shown[g.n]-1])}, nil
	}
	return rules.Action{Do: doWinner, At: rules.Seat(even[0])}, nil
}

// takeInitiative gives the winner of the initiative the first turn, or the choice who has it.
func (g *Game) takeInitiative(s *State, a rules.Action, log *rules.Log) {
	i := int(a.At)
	log.Add(rules.Event{Kind: "initiative", Seat: g.name(i)})
	s.actor = uint8(i)
	if !g.rule.ChosenBeginner {
		g.begin(s, i, log)
		return
	}
	s.phase = phBegin
}

// listBeginners appends the choices of the winner: it begins, or the first of the other side (R-TP-42).
func (g *Game) listBeginners(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	buf = append(buf, rules.Action{Do: doBegin, At: rules.Seat(i)})
	for _, k := range g.order[:g.n] {
		if g.foes(i, int(k)) && s.isInFight(int(k)) {
			return append(buf, rules.Action{Do: doBegin, At: rules.Seat(k)})
		}
	}
	return buf
}

// begin gives seat i the first turn of the fight, with the AP that its opening allows.
func (g *Game) begin(s *State, i int, log *rules.Log) {
	s.actor, s.first = uint8(i), uint8(i)
	s.seats[i].ap = min(s.seats[i].ap, g.openingAP(s, i))
	log.Add(rules.Event{Kind: "turn", Seat: g.name(i), Left: int(s.seats[i].ap)})
	g.continueTurn(s, log)
}

// openingAP returns the AP of seat i in the first turn of the fight: all (TP-02, R-TP-58), or, where a table wants it,
// half of them, two thirds if every foe is Off Guard (R-TP-42).
func (g *Game) openingAP(s *State, i int) uint8 {
	points := uint8(g.rule.ActionPoints)
	if !g.rule.HalfOpening {
		return points
	}
	for k := range g.n {
		if g.foes(i, k) && s.isInFight(k) && s.seats[k].status != offGuard {
			return points / 2
		}
	}
	return points * 2 / 3
}
