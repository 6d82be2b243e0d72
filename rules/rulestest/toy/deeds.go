package toy

import (
	"kokyu/rules"
	"kokyu/rules/stage"
)

// The phases besides a turn.
const (
	attackRoll = 1 + iota
	damageRoll
	leaving // a foe of who leaves its room decides whether to strike
	blastRoll
	saveRoll
	healRoll
)

// What is under way, by the index of State.Notes.
const (
	striker = iota // who strikes, or decides whether to
	target         // whom, or who saves
	weapon         // with which of its attacks
	trips          // 1: to trip it
	room           // where the actor is on its way to, or casts into
	hurts          // what the blast takes
	goes           // 1: the actor is on its way
)

// deeds are what may be decided, those of a turn first.
var deeds = []stage.Deed[Row]{
	{Name: "attack", Kind: "attack", Strikes: true, Cost: costs,
		Means: "Throw a d20 with the attack's bonus against the foe's armour class, then the damage.",
		Words: func(g *game, s *State, a rules.Action) string { return g.Seats[s.Actor].Row.Attacks[a.With].Name },
		Offer: func(g *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			return eachFoe(g, s, a, buf, len(g.Seats[s.Actor].Row.Attacks))
		},
		Play: func(g *game, s *State, a rules.Action, log *rules.Log) { strike(g, s, int(s.Actor), a, 0, log) }},
	{Name: "trip", Kind: "control", Strikes: true, Cost: costs, Means: "Throw as for the first attack: a foe in the same room falls prone instead of losing hit points.",
		Offer: func(g *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			n := len(buf)
			for _, b := range eachFoe(g, s, a, buf, 1)[n:] { // in the place of those it is chosen from
				if c := &s.Seats[b.At]; c.Place == s.Seats[s.Actor].Place && c.Values[prone] == 0 {
					buf = append(buf, b)
				}
			}
			return buf
		},
		Play: func(g *game, s *State, a rules.Action, log *rules.Log) { strike(g, s, int(s.Actor), a, 1, log) }},
	{Name: "blast the", Kind: "cast", Strikes: true, NamesPlace: true, Cost: costs,
		Means: "Cast the spell into a room: all who are there throw to save, or are dazed and take all of the damage.",
		Offer: func(g *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			if s.Seats[s.Actor].Values[action] == 0 || s.Seats[s.Actor].Values[blasts] == 0 {
				return buf
			}
			for a.To = 0; int(a.To) < len(places); a.To++ {
				if hasFoe(g, s, int(s.Actor), a.To) {
					buf = append(buf, a)
				}
			}
			return buf
		},
		Play: func(g *game, s *State, a rules.Action, log *rules.Log) {
			me := int(s.Actor)
			s.Seats[me].Values[action] = 0
			g.Set(s, me, blasts, int(s.Seats[me].Values[blasts])-1, log)
			s.Phase, s.Notes[room] = blastRoll, a.To
		}},
	{Name: "drink", Kind: "gift", Cost: costs, Means: "Drink a draught: 2d4+2 hit points come back.",
		Offer: func(g *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			if c := &s.Seats[s.Actor]; c.Values[action] > 0 && c.Values[draughts] > 0 && c.Values[hitPoints] < g.Seats[s.Actor].Most[hitPoints] {
				buf = append(buf, a)
			}
			return buf
		},
		Play: func(g *game, s *State, _ rules.Action, log *rules.Log) {
			me := int(s.Actor)
			s.Seats[me].Values[action], s.Phase = 0, healRoll
			g.Set(s, me, draughts, int(s.Seats[me].Values[draughts])-1, log)
		}},
	{Name: "dodge", Kind: "defence", Cost: costs, Means: "Until its next turn it is struck worse and saves better.",
		Offer: func(_ *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			if s.Seats[s.Actor].Values[action] > 0 {
				buf = append(buf, a)
			}
			return buf
		},
		Play: func(g *game, s *State, _ rules.Action, log *rules.Log) {
			s.Seats[s.Actor].Values[action] = 0
			g.Set(s, int(s.Actor), dodging, 1, log)
		}},
	{Name: "get up", Kind: "move", Cost: costs, Means: "Spend the move to stand.",
		Offer: func(_ *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			if c := &s.Seats[s.Actor]; c.Values[move] > 0 && c.Values[prone] > 0 {
				buf = append(buf, a)
			}
			return buf
		},
		Play: func(g *game, s *State, _ rules.Action, log *rules.Log) {
			s.Seats[s.Actor].Values[move] = 0
			g.Set(s, int(s.Actor), prone, 0, log)
		}},
	{Name: "go to the", Kind: "move", Moves: true, Cost: costs, Means: "Go to the next room. Foes in the one that is left may strike first.",
		Offer: func(_ *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			c := &s.Seats[s.Actor]
			if c.Values[move] == 0 || c.Values[prone] > 0 {
				return buf
			}
			if a.To = c.Place - 1; c.Place > 0 {
				buf = append(buf, a)
			}
			if a.To = c.Place + 1; int(a.To) < len(places) {
				buf = append(buf, a)
			}
			return buf
		},
		Play: func(g *game, s *State, a rules.Action, log *rules.Log) {
			s.Seats[s.Actor].Values[move] = 0
			s.Notes[room], s.Notes[goes] = a.To, 1
			leave(g, s, 0, log)
		}},
	{Name: "end turn", Kind: "end", Idle: true, Means: "The next one's turn begins.",
		Play: func(g *game, s *State, _ rules.Action, log *rules.Log) {
			g.Set(s, int(s.Actor), dazed, 0, log)
			g.Next(s, log)
		}},
	{Phase: leaving, Name: "strike", Kind: "reaction", Strikes: true, Means: "Strike at who leaves the room, with the first attack.",
		Offer: func(_ *game, s *State, a rules.Action, buf []rules.Action) []rules.Action {
			a.At = rules.Seat(s.Actor)
			return append(buf, a)
		},
		Play: func(g *game, s *State, a rules.Action, log *rules.Log) {
			by := int(s.Notes[striker])
			s.Seats[by].Values[reaction] = 0
			log.Add(rules.Event{Kind: "react", Seat: g.Name(by), At: g.Name(int(s.Actor)), What: g.Seats[by].Row.Attacks[0].Name, Paid: 1})
			strike(g, s, by, a, 0, log)
		}},
	{Phase: leaving, Name: "let it go", Kind: "reaction", Plain: true, Idle: true, Means: "It leaves, and the reaction is kept.",
		Play: func(g *game, s *State, _ rules.Action, log *rules.Log) { leave(g, s, int(s.Notes[striker])+1, log) }},
}

// costs returns what a deed costs: one move or one action.
func costs(*game, *State, rules.Action) int { return 1 }

// begin begins a turn: the move, the action and the reaction come back.
func begin(_ *game, s *State, seat int) {
	c := &s.Seats[seat].Values
	c[move], c[action], c[reaction], c[dodging] = 1, 1, 1, 0
	if c[dazed] > 0 {
		c[move] = 0
	}
}

// turn returns who decides or throws in the middle of something.
func turn(_ *game, s *State) int {
	switch s.Phase {
	case attackRoll, damageRoll, leaving:
		return int(s.Notes[striker])
	case saveRoll:
		return int(s.Notes[target])
	}
	return int(s.Actor)
}

// eachFoe appends the deed at each foe whom the actor reaches with its first so many attacks.
func eachFoe(g *game, s *State, a rules.Action, buf []rules.Action, attacks int) []rules.Action {
	me := int(s.Actor)
	if s.Seats[me].Values[action] == 0 {
		return buf
	}
	for a.With = 0; int(a.With) < attacks; a.With++ {
		for at := range g.Seats {
			if a.At = rules.Seat(at); reaches(g, s, me, at, int(a.With)) {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

// reaches reports whether an attack of one reaches the other, a foe.
func reaches(g *game, s *State, by, at, with int) bool {
	return g.AreFoes(by, at) && g.IsUp(s, at) && (g.Seats[by].Row.Attacks[with].Far || s.Seats[by].Place == s.Seats[at].Place)
}

// hasFoe reports whether a foe of a seat is in a room.
func hasFoe(g *game, s *State, seat int, place uint8) bool {
	for k := range g.Seats {
		if g.IsUp(s, k) && s.Seats[k].Place == place && g.AreFoes(seat, k) {
			return true
		}
	}
	return false
}

// strike begins an attack.
func strike(g *game, s *State, by int, a rules.Action, trip uint8, log *rules.Log) {
	s.Phase = attackRoll
	s.Notes[striker], s.Notes[target], s.Notes[weapon], s.Notes[trips] = uint8(by), uint8(a.At), a.With, trip
	if by == int(s.Actor) {
		s.Seats[by].Values[action] = 0
	}
	log.Add(rules.Event{Kind: "declare", Seat: g.Name(by), At: g.Name(int(a.At)), What: g.Seats[by].Row.Attacks[a.With].Name})
}

// leave asks the foes from a seat on whether they strike at the actor, who goes on then.
func leave(g *game, s *State, from int, log *rules.Log) {
	me := int(s.Actor)
	for k := from; k < len(g.Seats) && g.IsUp(s, me); k++ {
		c := &s.Seats[k]
		if g.AreFoes(k, me) && g.IsUp(s, k) && c.Place == s.Seats[me].Place && c.Values[reaction] > 0 && c.Values[dazed] == 0 {
			s.Phase, s.Notes[striker] = leaving, uint8(k)
			return
		}
	}
	if g.IsUp(s, me) {
		g.Go(s, me, int(s.Notes[room]), log)
	}
	g.EndAction(s, log)
}

// endAttack ends an attack; an actor that was on its way goes on.
func endAttack(g *game, s *State, log *rules.Log) {
	if s.Notes[goes] == 0 {
		g.EndAction(s, log)
		return
	}
	by := s.Notes[striker]
	s.Notes[striker], s.Notes[target], s.Notes[weapon] = 0, 0, 0
	leave(g, s, int(by)+1, log)
}

// attack returns the attack that is under way.
func attack(g *game, s *State) *Attack {
	return &g.Seats[s.Notes[striker]].Row.Attacks[s.Notes[weapon]]
}

// blast returns the spell of the actor.
func blast(g *game, s *State) *Blast { return g.Seats[s.Actor].Row.Blast }

// nextSave asks the next one in the room to save, from a seat on.
func nextSave(g *game, s *State, from int, log *rules.Log) {
	for k := from; k < len(g.Seats); k++ {
		if g.IsUp(s, k) && s.Seats[k].Place == s.Notes[room] {
			s.Phase, s.Notes[target] = saveRoll, uint8(k)
			return
		}
	}
	g.EndAction(s, log)
}

// casts are what is thrown, one for each phase of dice.
var casts = []stage.Cast[Row]{
	{Phase: attackRoll, Name: "attack", Verb: "hits", Passive: "is hit", ClassWords: []string{"miss", "hit"},
		Against: func(_ *game, s *State) int { return int(s.Notes[target]) },
		Dice: func(g *game, s *State) stage.Dice {
			by, at := &s.Seats[s.Notes[striker]], &s.Seats[s.Notes[target]]
			better, worse := int(at.Values[dazed]), int(by.Values[prone]+at.Values[dodging])
			if at.Values[prone] > 0 {
				if by.Place == at.Place {
					better++
				} else {
					worse++
				}
			}
			return stage.Dice{N: 1, Sides: 20, Mod: int8(attack(g, s).Bonus)}.With(better, worse)
		},
		Need: func(_ *game, s *State) int { return int(s.Seats[s.Notes[target]].Values[armourClass]) },
		Class: func(_ *game, s *State, total, face int) uint8 { // TY-04
			if face == 20 || face > 1 && total >= int(s.Seats[s.Notes[target]].Values[armourClass]) {
				return 1
			}
			return 0
		},
		Play: func(g *game, s *State, class uint8, log *rules.Log) {
			switch {
			case class == 1 && s.Notes[trips] == 0:
				s.Phase = damageRoll
				return
			case class == 1:
				g.Set(s, int(s.Notes[target]), prone, 1, log)
			}
			endAttack(g, s, log)
		}},
	{Phase: damageRoll, Name: "damage", Unit: "damage", IsDamage: true,
		Against: func(_ *game, s *State) int { return int(s.Notes[target]) },
		Dice:    func(g *game, s *State) stage.Dice { return attack(g, s).Damage },
		With:    func(g *game, s *State) string { return attack(g, s).Name },
		Class: func(_ *game, s *State, total, _ int) uint8 { // what is more than there is, is the same
			return uint8(min(max(total, 1), int(s.Seats[s.Notes[target]].Values[hitPoints])))
		},
		Play: func(g *game, s *State, class uint8, log *rules.Log) {
			g.Hurt(s, int(s.Notes[target]), int(class), int(s.Notes[striker]), log)
			endAttack(g, s, log)
		}},
	{Phase: blastRoll, Name: "damage", Unit: "damage",
		Dice: func(g *game, s *State) stage.Dice { return blast(g, s).Damage },
		Play: func(g *game, s *State, class uint8, log *rules.Log) {
			s.Notes[hurts] = max(class, 1)
			nextSave(g, s, 0, log)
		}},
	{Phase: saveRoll, Name: "save", Verb: "saves", ClassWords: []string{"does not save", "saves"},
		Dice: func(g *game, s *State) stage.Dice {
			return stage.Dice{N: 1, Sides: 20, Mod: int8(g.Seats[s.Notes[target]].Row.Save)}.With(int(s.Seats[s.Notes[target]].Values[dodging]), 0)
		},
		Need: func(g *game, s *State) int { return blast(g, s).Save },
		Play: func(g *game, s *State, class uint8, log *rules.Log) {
			at, n := int(s.Notes[target]), int(s.Notes[hurts])
			if class == 1 {
				n /= 2
			} else {
				g.Set(s, at, dazed, 1, log)
			}
			g.Hurt(s, at, n, int(s.Actor), log)
			nextSave(g, s, at+1, log)
		}},
	{Phase: healRoll, Name: "draught", Unit: "hit points",
		Dice: func(*game, *State) stage.Dice { return stage.Dice{N: 2, Sides: 4, Mod: 2} },
		Class: func(g *game, s *State, total, _ int) uint8 {
			return uint8(min(total, int(g.Seats[s.Actor].Most[hitPoints]-s.Seats[s.Actor].Values[hitPoints])))
		},
		Play: func(g *game, s *State, class uint8, log *rules.Log) {
			g.Set(s, int(s.Actor), hitPoints, int(s.Seats[s.Actor].Values[hitPoints]+class), log)
			g.EndAction(s, log)
		}},
}
