package feint

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

func (g *Game) Start() State { return g.First }

func (g *Game) Roster() []rules.Fighter {
	var all []rules.Fighter
	for i, n := range g.Names {
		if n != "" {
			all = append(all, rules.Fighter{Name: n, Kind: "toy", Side: g.Sides[i], Team: g.Teams[g.Sides[i]]})
		}
	}
	return all
}

var words = [...]string{"rest", "reserve parry", "cut", "feint", "take it", "parry (reserved)", "parry", "high", "low",
	"guard high", "guard low", "miss", "hit", "parried", "through"}

func (g *Game) Format(_ *State, a rules.Action) string {
	if a.At != rules.Nobody {
		return words[a.Do] + " > " + g.Names[a.At]
	}
	return words[a.Do]
}

func (g *Game) Parse(s *State, text string) (rules.Action, error) { return rules.Match(g, s, text) }

func (g *Game) Phase(_ *State, a rules.Action) string {
	return [...]string{"wait", "reserve", "attack", "attack", "reaction", "reaction", "reaction", "feint", "feint", "reaction", "reaction"}[a.Do]
}

func (g *Game) Cost(s *State, a rules.Action) int {
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

func (g *Game) Check(s *State) rules.Check {
	c := rules.Check{Seat: rules.Seat(s.Actor), At: rules.Seat(s.Target), What: "cut", Dice: []int{10, 10}, Mod: modCut, Need: g.need(s), Den: 100,
		Success: rules.Success{Does: "hits", Takes: "is hit"}}
	if s.Phase == block {
		c.Seat, c.At, c.What = c.At, c.Seat, "parry"
	}
	for sum := max(2, c.Need-c.Mod); sum <= 20; sum++ {
		all, _ := ways(sum)
		c.Num += int64(all)
	}
	for _, d := range []int64{2, 2, 5, 5} {
		if c.Num%d == 0 && c.Den%d == 0 {
			c.Num, c.Den = c.Num/d, c.Den/d
		}
	}
	c.P = float64(c.Num) / float64(c.Den)
	if s.Phase == block {
		c.Wards()
	}
	return c
}

func (g *Game) Read(s *State, dice []int) (rules.Action, error) {
	if len(dice) != 2 {
		return rules.Action{}, fmt.Errorf("%d dice, want 2", len(dice))
	}
	a, _ := g.outcome(s, dice[0]+dice[1], dice[0] == dice[1])
	return a, nil
}

func (g *Game) Sheet(s *State, seat rules.Seat) rules.Sheet {
	return rules.Sheet{{Name: "Wounds", Value: fmt.Sprint(s.Wounds[seat])}, {Name: "Energy", Value: fmt.Sprint(s.Energy[seat])}}
}

func (g *Game) Scenery() rules.Scenery { return rules.Scenery{} }

func (g *Game) Harm(s *State) (lost [2]int) {
	for i := range g.Names {
		lost[g.Sides[i]] += int(g.First.Wounds[i] - s.Wounds[i])
	}
	return lost
}

func (g *Game) Motive(_ *State, a rules.Action) rules.Motive {
	return rules.Motive{Strikes: a.At, Helps: rules.Nobody}
}

func (g *Game) Plight(s *State, seat rules.Seat) rules.Plight {
	return rules.Plight{Out: s.Wounds[seat] == 0, Left: int(s.Wounds[seat]), Of: int(g.First.Wounds[seat])}
}

func (g *Game) Reaches(*State, rules.Seat, rules.Seat) bool { return true }

func (g *Game) Joined(*State, rules.Side, string, json.RawMessage) (rules.System[State], error) {
	return nil, errRoster
}

func (g *Game) Left(*State, rules.Seat, *rules.Log) (rules.System[State], error) {
	return nil, errRoster
}

var errRoster = errors.New("nobody comes or goes in the middle of this system's fights")

func (g *Game) Sparring() bool { return false }

func (g *Game) Carried(*State, rules.Seat, []rules.Event) book.Carried { return book.Carried{} }

func (g *Game) Carry(*State, rules.Seat, book.Carried) (bad strict.Complaints) {
	bad.Wrong(nil, "a carry into this system", "none: nobody takes anything from fight to fight")
	return bad
}

func (g *Game) Edit(s *State, change string, log *rules.Log) error {
	if _, change, _ := rules.SplitChange(change, g.Names[:]); rules.Yields(change) {
		return errors.New("nobody yields in this system's fights, want the side to concede")
	}
	name, rest, _ := strings.Cut(change, " energy=")
	n, err := rules.Figure("energy", rest, EnergyMax)
	if err != nil {
		return fmt.Errorf("%q is no edit, want NAME energy=0 to %d", change, EnergyMax)
	}
	for i := range g.Names {
		if g.Names[i] != name || s.Wounds[i] == 0 {
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

func (g *Game) Board(s *State) rules.Board {
	b := rules.Board{Ground: rules.Ground{Kind: "scene", Places: []rules.Place{{At: "the yard"}}}}
	for i, n := range g.Names {
		switch {
		case n == "":
		case s.Wounds[i] == 0:
			b.Stands = append(b.Stands, rules.Stand{Out: "down"})
		default:
			b.Stands = append(b.Stands, rules.Stand{At: "the yard",
				Numbers: []rules.Number{{Of: "wounds", N: int(s.Wounds[i]), Max: int(g.First.Wounds[i])}, {Of: "energy", N: int(s.Energy[i]), Max: EnergyMax}}})
		}
	}
	return b
}

func (g *Game) Leads(*State, rules.Action) string { return "" }
